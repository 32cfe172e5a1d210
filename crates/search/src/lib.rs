//! Game-tree search. Every search returns a move, a value and the principal leaf: the position that the value comes from.
//!
//! Inside this crate values are from the side to move; everywhere else they are from the first player's view.

mod busy;
mod driver;
mod expectimax;
mod extension;
mod known;
mod limits;
mod line;
mod minimax;
mod node;
mod options;
mod ordering;
mod path;
mod quiesce;
mod root;
mod selective;
mod stills;
mod switches;
mod table;
mod thought;
mod tree;

pub use expectimax::{Expectation, Expectimax};
pub use known::Known;
pub use limits::{Bound, Limits, Progress, Searched, Unwatched, Watch};
pub use minimax::minimax;
pub use options::{
    Bounds, Check, Driver, History, MOST_DEPTH, Null, Options, Quiescence, Recapture, Replace, Singular,
};
pub use root::Searcher;
pub use table::Table;
pub use thought::{Counts, Leaf, Thought, Verdict, WIN, outcome_value, points};
