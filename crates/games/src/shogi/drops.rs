//! Drops, and passing. The library tests pawn drops for mate on the wrong square and not at all in check; and its pass takes the
//! pins of the wrong king.

use super::free_files;
use haitaka::{BitBoard, Board, Move, Piece, Square, drop_zone, get_between_rays, pawn_attacks};

/// What can be in hand, apart from pawns.
const OTHERS: [Piece; 6] = [Piece::Lance, Piece::Knight, Piece::Silver, Piece::Gold, Piece::Bishop, Piece::Rook];

/// All legal drops.
#[inline]
pub fn each(board: &Board, mut push: impl FnMut(Move)) {
    let color = board.side_to_move();
    if board.is_hand_empty(color) {
        return;
    }
    let Some(targets) = targets(board) else { return };
    for piece in OTHERS {
        if board.has_in_hand(color, piece) {
            for to in targets & drop_zone(color, piece) {
                push(Move::Drop { piece, to });
            }
        }
    }
    if board.has_in_hand(color, Piece::Pawn) {
        // Only the square before the king can mate.
        let before_king = pawn_attacks(!color, board.king(!color));
        for to in targets & drop_zone(color, Piece::Pawn) & free_files(board, color) {
            let mv = Move::Drop { piece: Piece::Pawn, to };
            if !before_king.has(to) || !mates(board, mv) {
                push(mv);
            }
        }
    }
}

/// Where something may be dropped: on empty squares; in check, between the king and the one piece that gives it.
fn targets(board: &Board) -> Option<BitBoard> {
    let free = !board.occupied();
    let checkers = board.checkers();
    match checkers.len() {
        0 => Some(free),
        1 => {
            let attacker = checkers.next_square()?;
            let between = get_between_rays(board.king(board.side_to_move()), attacker) & free;
            (!between.is_empty()).then_some(between)
        }
        _ => None,
    }
}

/// True if a pawn drop, which gives check from the next square, leaves no answer. Nothing can be dropped between.
fn mates(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(mv);
    !after.generate_board_moves(|_| true)
}

/// The position after a pass; `None` in check. The board finds out about pins when something is played: so a gold is dropped
/// where it does nothing, and taken off again.
pub fn passed(board: &Board) -> Option<Board> {
    if !board.checkers().is_empty() {
        return None;
    }
    let color = board.side_to_move();
    let square = idle(board)?;
    let mut after = board.clone();
    after.take_in_hand(color, Piece::Gold);
    after.play_unchecked(Move::Drop { piece: Piece::Gold, to: square });
    after.unchecked_put(color, Piece::Gold, square);
    Some(after)
}

/// An empty square that is on no line with the enemy king, nor next to it.
fn idle(board: &Board) -> Option<Square> {
    let king = board.king(!board.side_to_move());
    let lines = haitaka::rook_pseudo_attacks(king) | haitaka::bishop_pseudo_attacks(king);
    (!board.occupied() & !lines & !king.bitboard()).next_square()
}
