//! Game-tree search. Every search returns a move, a value and the principal leaf: the position that the value comes from.
//!
//! Inside this crate values are from the side to move; everywhere else they are from the first player's view.

mod alphabeta;
mod limits;
mod line;
mod minimax;
mod options;
mod root;
mod table;
mod thought;

pub use limits::{Bound, Limits, Progress, Unwatched, Watch};
pub use minimax::minimax;
pub use options::Options;
pub use root::Searcher;
pub use thought::{Leaf, Thought, Verdict, WIN, outcome_value};
