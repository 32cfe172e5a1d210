//! How far a search may go, and who watches it. The search itself reads no clock: a watcher may stop it at any time.

use eval::Value;
use game::{Game, Side};

/// Limits of one search beside the depth in the options. The default has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits<M> {
    /// Plies, at most those of the options.
    pub depth: Option<u32>,
    /// Positions to visit, quiescence included.
    pub nodes: Option<u64>,
    /// Stop when a win in at most this many of the own moves is found.
    pub mate: Option<u32>,
    /// Look at these root moves only; all if empty.
    pub only: Vec<M>,
    /// The number of best moves, each with its own line.
    pub lines: usize,
    /// The side that the program plays, if it is not the one to move.
    pub program: Option<Side>,
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits { depth: None, nodes: None, mate: None, only: Vec::new(), lines: 1, program: None }
    }
}

/// What a value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

impl Bound {
    /// What a value says that was found with the window from `low` to `high`.
    pub(crate) fn of(value: Value, low: Value, high: Value) -> Bound {
        if value >= high {
            Bound::Lower
        } else if value > low {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress<M> {
    /// Plies of the iteration.
    pub depth: u32,
    /// The deepest ply reached, quiescence included.
    pub deepest: u32,
    /// The rank of the line among the best ones, from 1.
    pub rank: usize,
    /// Its value for the side to move.
    pub value: Value,
    /// What the value means; not exact if the iteration goes on.
    pub bound: Bound,
    /// The line.
    pub line: Vec<M>,
    /// Positions visited by all threads so far.
    pub nodes: u64,
    /// Thousandths of the table in use.
    pub full: u32,
}

/// What a search has found out about a node above the horizon, the root included.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'a, G> {
    /// The position.
    pub position: &'a G,
    /// Its static value for the side to move.
    pub still: Value,
    /// True if quiescence would stand pat: at the horizon, the static value would be the position's value.
    pub calm: bool,
    /// What the search says, for the side to move. A decided game's distance is counted from the root.
    pub value: Value,
    /// What that means.
    pub bound: Bound,
    /// Plies searched from here, at least 1.
    pub depth: u32,
}

/// Someone who watches a search and may end it. All calls come from the thread that began the search.
pub trait Watch<G: Game> {
    /// Asked about every thousand positions: true ends the search as soon as it has a move.
    fn stop(&self) -> bool {
        false
    }

    /// Told of each line that is found.
    fn found(&self, _progress: &Progress<G::Move>) {}

    /// Asked after each iteration whether to begin another; `steady` counts the iterations that the best move has lasted, and
    /// is `u32::MAX` if there is no other move.
    fn deepen(&self, _depth: u32, _steady: u32) -> bool {
        true
    }

    /// Asked before a search: whether [`Watch::searched`] is to be called at all.
    fn listens(&self) -> bool {
        false
    }

    /// Told of every node above the horizon whose moves were searched, in every iteration, when it is done. What a search
    /// takes from the table or leaves out is not among them. One thread is heard.
    fn searched(&self, _node: &Searched<'_, G>) {}
}

/// Nobody watches.
pub struct Unwatched;

impl<G: Game> Watch<G> for Unwatched {}
