//! Sets of squares: shifted, filled, and seen from a side.

use cozy_chess::{BitBoard, Color, File, Rank, Square};

/// The squares in front of these by one step.
#[inline(always)]
pub fn ahead(color: Color, set: BitBoard) -> BitBoard {
    match color {
        Color::White => BitBoard(set.0 << 8),
        Color::Black => BitBoard(set.0 >> 8),
    }
}

/// The squares behind these by one step.
#[inline(always)]
pub fn back(color: Color, set: BitBoard) -> BitBoard {
    ahead(!color, set)
}

/// All squares ahead of these on their files.
#[inline(always)]
pub fn all_ahead(color: Color, set: BitBoard) -> BitBoard {
    match color {
        Color::White => BitBoard(up(set.0) << 8),
        Color::Black => BitBoard(down(set.0) >> 8),
    }
}

/// All squares in front of a rank.
#[inline(always)]
pub fn beyond(color: Color, rank: Rank) -> BitBoard {
    let shift = rank as u32 * 8;
    match color {
        Color::White => BitBoard((!0 << shift) << 8),
        Color::Black => BitBoard(!(!0 << shift)),
    }
}

/// The squares and all above them.
#[inline(always)]
fn up(set: u64) -> u64 {
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

/// The squares and all below them.
#[inline(always)]
fn down(set: u64) -> u64 {
    let set = set | set >> 8;
    let set = set | set >> 16;
    set | set >> 32
}

/// The squares to the left and right of these.
#[inline(always)]
pub fn beside(set: BitBoard) -> BitBoard {
    BitBoard((set.0 & !File::H.bitboard().0) << 1 | (set.0 & !File::A.bitboard().0) >> 1)
}

/// All squares of the files of these.
#[inline(always)]
pub fn files(set: BitBoard) -> BitBoard {
    let set = set.0 | set.0 >> 32 | set.0 << 32;
    let set = set | set >> 16 | set << 16;
    BitBoard(set | set >> 8 | set << 8)
}

/// Does something with the number of every square of a set.
#[inline(always)]
pub fn for_each(set: BitBoard, mut act: impl FnMut(usize)) {
    let mut left = set.0;
    while left != 0 {
        act(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// A file and the files beside it.
#[inline(always)]
pub fn neighbourhood(file: File) -> BitBoard {
    file.bitboard() | file.adjacent()
}

/// The number of king's moves between two squares.
#[inline(always)]
pub fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    files.max((a.rank() as usize).abs_diff(b.rank() as usize))
}
