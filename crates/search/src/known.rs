//! What is known of positions from earlier games: it enters the table before each search.

use crate::table::Table;
use eval::Value;
use game::Side;

/// Entries are brought near so many before they are written.
const AHEAD: usize = 16;

/// What an earlier search has found about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The position's key.
    pub key: u64,
    /// The side that the program played.
    pub program: Side,
    /// Plies searched.
    pub depth: u32,
    /// The value for the side to move.
    pub value: Value,
    /// The best move, by its tag.
    pub tag: u16,
}

/// Writes all that was found with the program on a side that `fits`.
pub(crate) fn enter(known: &[Known], table: &Table, salt: u64, fits: impl Fn(Side) -> bool) {
    for (at, entry) in known.iter().enumerate() {
        if let Some(next) = known.get(at + AHEAD) {
            table.fetch(next.key ^ salt);
        }
        if fits(entry.program) {
            table.know(entry.key ^ salt, entry.depth, entry.value, entry.tag);
        }
    }
}
