//! What a move is worth if both sides go on taking on its square.

use super::lines::attackers;
use super::{Shogi, worth};
use haitaka::{BitBoard, Board, Color, Move, Piece, Square};

/// A man that is taken is lost as it stands, and gained in hand as it began.
#[inline]
pub fn taken(victim: Piece) -> i32 {
    worth(victim) + worth(victim.unpromote())
}

/// What a move wins at once.
#[inline]
pub fn gain(shogi: &Shogi, mv: Move) -> i32 {
    let Move::BoardMove { from, to, promotion } = mv else { return 0 };
    let promoted = shogi.on(from).filter(|_| promotion).map_or(0, |man| worth(man.promote()) - worth(man));
    shogi.on(to).map_or(0, taken) + promoted
}

/// True if a move, with all that follows on its square, wins at least `least`. Pins and promotions by those who take back do
/// not count.
pub fn wins(shogi: &Shogi, mv: Move, least: i32) -> bool {
    let board = shogi.board();
    let (man, to) = match mv {
        Move::Drop { piece, to } => (Some(piece), to),
        Move::BoardMove { from, to, promotion } => {
            (shogi.on(from).map(|man| if promotion { man.promote() } else { man }), to)
        }
    };
    let Some(mut standing) = man else { return false };
    // What the mover has beyond `least`, and would have if what stands on the square is taken.
    let mut balance = gain(shogi, mv) - least;
    if balance < 0 {
        return false;
    }
    let mover = board.side_to_move();
    let mut occupied = board.occupied() | to.bitboard();
    if let Some(from) = mv.from() {
        occupied &= !from.bitboard();
    }
    let mut side = mover;
    loop {
        // The side that has just moved is content; the other one takes back if it can.
        side = !side;
        let Some((from, taker)) = cheapest(shogi, board, side, to, occupied) else { return side != mover };
        if taker == Piece::King && !(attackers(board, !side, to, occupied) & occupied & !to.bitboard()).is_empty() {
            return side != mover;
        }
        balance = taken(standing) - balance - 1;
        if balance < 0 {
            // Even this gain is not enough for the side that took.
            return side != mover;
        }
        occupied &= !from.bitboard();
        standing = taker;
    }
}

/// The least valuable man of a side that can take on a square.
fn cheapest(shogi: &Shogi, board: &Board, side: Color, to: Square, occupied: BitBoard) -> Option<(Square, Piece)> {
    let men = attackers(board, side, to, occupied) & occupied & !to.bitboard();
    men.into_iter().filter_map(|from| Some((from, shogi.on(from)?))).min_by_key(|(_, man)| worth(*man))
}
