//! What the search asks of an evaluator.

use crate::Inputs;
use game::{Game, Root};

/// A value in whole units of 1/[`crate::SCALE`], so that searches repeat exactly on every machine.
pub type Value = i32;

/// Turns positions into values.
///
/// `State` is what the evaluator carries from a position to the next. For every legal move,
/// the value after `advance` equals the value of the successor's `fresh` state: the feature law.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is carried along a line of play.
    type State: Copy + Send;

    /// What the whole search from `game` agrees on.
    fn root(&self, game: &G) -> Root;

    /// The state of a position, from scratch.
    fn fresh(&self, game: &G, root: &Root) -> Self::State;

    /// The state after `mv`, which is legal in `before`.
    fn advance(&self, before: &G, mv: G::Move, state: &Self::State, root: &Root) -> Self::State;

    /// The value of a position from the first player's view. In one search, positions with the same key have the same value.
    fn value(&self, game: &G, state: &Self::State, root: &Root) -> Value;

    /// The value, or a bound of it where that is enough: at most `low`, or at least `high`, with the value beyond it. True if it
    /// is the value itself.
    fn within(&self, game: &G, state: &Self::State, root: &Root, _low: Value, _high: Value) -> (Value, bool) {
        (self.value(game, state, root), true)
    }

    /// True if a quiet move cannot change the value: then one comparison can speak for all of them.
    fn flat(&self) -> bool {
        false
    }

    /// True if `value` needs only the state, so that a move's value is known without playing it.
    fn foresees(&self) -> bool {
        false
    }

    /// True if values depend on whose program is searching: then the two sides of a game learn apart.
    fn asymmetric(&self) -> bool {
        false
    }

    /// Mixed into hash keys, so that positions valued by different weight sets are never confused.
    fn salt(&self, _root: &Root) -> u64 {
        0
    }

    /// What the learner needs to know of a position.
    fn inputs(&self, game: &G, root: &Root) -> Inputs;

    /// The value of one pawn (or what people measure by in this game) in the evaluator's units.
    fn yardstick(&self) -> Value;
}
