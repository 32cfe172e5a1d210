//! What a search returns, and the leaf law: the value of the principal leaf is the value of the root.

use eval::{Evaluator, Value};
use game::{Game, Outcome, Root, Side};

/// The value of winning one point now. A win further away is worth one less for each ply.
pub const WIN: Value = 100_000_000;

/// Static values stay between plus and minus this.
pub(crate) const LARGEST_STATIC: Value = WIN / 2;

/// The value for `side` of a game that ends with `outcome` after `ply` more plies.
#[inline]
pub fn outcome_value(outcome: Outcome, side: Side, ply: usize) -> Value {
    let points = outcome.points(side);
    points * WIN - points.signum() * ply as Value
}

/// The position that a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf<G> {
    /// The value is the static evaluation of this position.
    Static(G),
    /// The line ends with the end of the game.
    Over(Outcome),
    /// The search cannot tell. Never in the exact profile.
    Unknown,
}

/// What the nodes of a search were spent on. Each node counts once, for the innermost search that it belongs to. With several
/// threads these are the counts of the one that decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes of capture trees at which captures were looked for, because standing pat was not enough: Smith's "capture-tree
    /// generation nodes" or c-nodes. Those of detection are included.
    pub captures: u64,
    /// Of those, in searches that only find out whether a move is singular.
    pub singular: u64,
    /// Of those, in searches that only find out whether a move is a recapture (the thesis' rule).
    pub recaptures: u64,
}

impl Counts {
    /// Those outside detection.
    pub fn main(&self) -> u64 {
        self.captures - self.singular - self.recaptures
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Thought<G: Game> {
    /// The chosen move.
    pub best: G::Move,
    /// Its value for the side to move.
    pub value: Value,
    /// The principal line, starting with `best`.
    pub line: Vec<G::Move>,
    /// Where the value comes from.
    pub leaf: Leaf<G>,
    /// What the search agreed on.
    pub root: Root,
    /// How much worse than an even position a draw is for the program.
    pub contempt: Value,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited, quiescence included.
    pub nodes: u64,
    /// What they were spent on.
    pub counts: Counts,
}

/// What checking a thought against the leaf law showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The leaf's static evaluation is the value.
    Static,
    /// The end of the game is the value.
    Over,
    /// The search claimed no leaf.
    Unknown,
    /// The leaf contradicts the value.
    Wrong,
}

impl<G: Game> Thought<G> {
    /// Checks the leaf law: evaluates the leaf from scratch and compares. `position` is where the search began.
    pub fn verify<E: Evaluator<G>>(&self, position: &G, evaluator: &E) -> Verdict {
        let side = position.side();
        let (value, verdict) = match &self.leaf {
            Leaf::Static(leaf) => {
                let state = evaluator.fresh(leaf, &self.root);
                (side.view(clamp(evaluator.value(leaf, &state, &self.root))), Verdict::Static)
            }
            Leaf::Over(Outcome::DRAW) => (-self.contempt, Verdict::Over),
            Leaf::Over(outcome) => (outcome_value(*outcome, side, self.line.len()), Verdict::Over),
            Leaf::Unknown => return Verdict::Unknown,
        };
        if value == self.value { verdict } else { Verdict::Wrong }
    }
}

/// The points for the side to move of a finished game with this value; `None` for the value of one that goes on. (A drawn game
/// has the value of an even position.)
pub fn points(value: Value) -> Option<Value> {
    let sign = decided(value);
    (sign != 0).then(|| (value + sign * WIN / 2) / WIN)
}

/// 1 for the value of a won game, -1 for that of a lost one, else 0.
#[inline(always)]
pub(crate) fn decided(value: Value) -> Value {
    if value > LARGEST_STATIC {
        1
    } else if value < -LARGEST_STATIC {
        -1
    } else {
        0
    }
}

/// Keeps a static value clear of the values of decided games.
#[inline(always)]
pub(crate) fn clamp(value: Value) -> Value {
    value.clamp(-LARGEST_STATIC, LARGEST_STATIC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_values() {
        for (outcome, ply) in [(1, 0), (1, 99), (-1, 3), (2, 7), (-3, 40)] {
            assert_eq!(points(outcome_value(Outcome(outcome), Side::First, ply)), Some(Value::from(outcome)));
        }
        for value in [0, 1, -LARGEST_STATIC, LARGEST_STATIC] {
            assert_eq!(points(value), None);
        }
    }
}
