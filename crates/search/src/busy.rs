//! Which moves are being searched by other threads: they are put off, so that threads spread over the tree (Kerrigan's
//! simplified ABDADA).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Below this depth it is quicker to search a move twice than to look whether somebody does.
pub(crate) const SHALLOWEST: u32 = 3;

const CELLS: usize = 1 << 14;

/// The moves that are being searched, by position and move. A cell that is overwritten costs a little work, nothing else.
pub(crate) struct Busy(Vec<AtomicU64>);

impl Busy {
    pub fn new() -> Busy {
        Busy((0..CELLS).map(|_| AtomicU64::new(0)).collect())
    }

    fn cell(&self, key: u64, tag: u16) -> (&AtomicU64, u64) {
        let name = (key ^ u64::from(tag).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1;
        (&self.0[(name >> 32) as usize % CELLS], name)
    }

    /// True if a thread is searching this move.
    pub fn has(&self, key: u64, tag: u16) -> bool {
        let (cell, name) = self.cell(key, tag);
        cell.load(Relaxed) == name
    }

    /// A thread begins to search this move.
    pub fn enter(&self, key: u64, tag: u16) {
        let (cell, name) = self.cell(key, tag);
        cell.store(name, Relaxed);
    }

    /// It has finished.
    pub fn leave(&self, key: u64, tag: u16) {
        let (cell, name) = self.cell(key, tag);
        if cell.load(Relaxed) == name {
            cell.store(0, Relaxed);
        }
    }
}
