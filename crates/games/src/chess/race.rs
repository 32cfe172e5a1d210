//! Pawns that run for the last rank.

use super::squares::{beyond, distance};
use cozy_chess::{Board, Color, Piece, Rank, Square};

/// True if the king of an enemy who has nothing but pawns comes too late for this pawn.
pub fn unstoppable(board: &Board, color: Color, pawn: Square) -> bool {
    let rank = pawn.rank().relative_to(color) as usize;
    let way = pawn.file().bitboard() & beyond(color, pawn.rank());
    // A pawn of either side may stay there for ever.
    if !way.is_disjoint(board.pieces(Piece::Pawn)) {
        return false;
    }
    // Two steps at once from home; each man in the way costs a move.
    let steps = 7 - rank - usize::from(rank == 1) + (way & board.occupied()).len() as usize;
    let target = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
    let to_move = usize::from(board.side_to_move() != color);
    distance(board.king(!color), target) > steps + to_move
}
