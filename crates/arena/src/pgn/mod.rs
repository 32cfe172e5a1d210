//! Game records in PGN, the form that chess programs share; other games use it with their own moves.

mod read;
mod write;

pub use read::{Game, games};
pub use write::{Heading, rewrite, termination, write};
