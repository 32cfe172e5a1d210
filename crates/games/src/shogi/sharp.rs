//! Captures, promotions and checks, found without listing all other moves.

use super::features::MEN;
use super::lines::{allowed, blockers, reach, safe, sliders, unpinned};
use haitaka::{BitBoard, Board, Color, Move, Piece, drop_zone, king_attacks, line_ray, must_prom_zone, prom_zone};

/// All men but pawn and king.
const OTHERS: [Piece; 12] = {
    let [_pawn, others @ ..] = MEN;
    others
};

/// One rank forward.
#[inline]
fn forward(squares: BitBoard, color: Color) -> BitBoard {
    // The squares of a file follow each other, and no pawn stands on its last rank.
    if color == Color::Black { BitBoard(squares.0 >> 1) } else { BitBoard(squares.0 << 1) }
}

/// Captures and promotions. A capture in the camp may be made without promoting, too.
#[inline]
pub fn noisy(board: &Board, mut push: impl FnMut(Move)) {
    let color = board.side_to_move();
    let (theirs, camp) = (board.colors(!color), prom_zone(color));
    let (allowed, occupied) = (allowed(board), board.occupied());
    let mut each = |piece: Piece, from, to: BitBoard| {
        let promotes = piece.is_promotable();
        let inside = promotes && camp.has(from);
        let wanted = if inside {
            to
        } else if promotes {
            to & (theirs | camp)
        } else {
            to & theirs
        };
        if wanted.is_empty() {
            return;
        }
        for to in unpinned(board, from, wanted) {
            let may = inside || promotes && camp.has(to);
            if may {
                push(Move::BoardMove { from, to, promotion: true });
            }
            if theirs.has(to) && !(may && must_prom_zone(color, piece).has(to)) {
                push(Move::BoardMove { from, to, promotion: false });
            }
        }
    };
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let sharp = forward(pawns, color) & allowed & (theirs | camp);
    for from in forward(sharp, !color) {
        each(Piece::Pawn, from, reach(Piece::Pawn, color, from, occupied) & allowed);
    }
    for piece in OTHERS {
        for from in board.colored_pieces(color, piece) {
            each(piece, from, reach(piece, color, from, occupied) & allowed);
        }
    }
    let king = board.king(color);
    for to in king_attacks(color, king) & theirs {
        if safe(board, to) {
            push(Move::BoardMove { from: king, to, promotion: false });
        }
    }
}

/// Quiet moves that give check, but for pawn drops: those may not mate.
pub fn quiet_checks(board: &Board, mut push: impl FnMut(Move)) {
    let color = board.side_to_move();
    let occupied = board.occupied();
    let (king, enemy) = (board.king(color), board.king(!color));
    let free = allowed(board) & !occupied;
    // What attacks the king from a square is attacked by the same man of the king's side standing there.
    let checking = |piece| reach(piece, !color, enemy, occupied);
    for piece in OTHERS.into_iter().filter(|piece| board.has_in_hand(color, *piece)) {
        for to in free & drop_zone(color, piece) & checking(piece) {
            push(Move::Drop { piece, to });
        }
    }
    let screens = blockers(board, color, enemy) & board.colors(color);
    for piece in OTHERS.into_iter().chain([Piece::Pawn]) {
        let men = board.colored_pieces(color, piece);
        if men.is_empty() {
            continue;
        }
        let good = free & !must_prom_zone(color, piece);
        let direct = checking(piece);
        for from in men {
            let mut wanted = direct;
            if screens.has(from) {
                wanted |= !line_ray(enemy, from);
            }
            let to = reach(piece, color, from, occupied) & good & wanted;
            if !to.is_empty() {
                unpinned(board, from, to)
                    .into_iter()
                    .for_each(|to| push(Move::BoardMove { from, to, promotion: false }));
            }
        }
    }
    if screens.has(king) {
        for to in king_attacks(color, king) & !occupied & !line_ray(enemy, king) {
            if safe(board, to) {
                push(Move::BoardMove { from: king, to, promotion: false });
            }
        }
    }
}

/// True if a move gives check; a pawn drop, which may not mate, need not be told.
#[inline]
pub fn may_check(board: &Board, piece: Piece, mv: Move) -> bool {
    let color = board.side_to_move();
    let enemy = board.king(!color);
    let (after, man) = match mv {
        Move::Drop { piece: Piece::Pawn, .. } => return false,
        Move::Drop { to, .. } => (board.occupied() | to.bitboard(), piece),
        Move::BoardMove { from, to, promotion } => {
            (board.occupied() & !from.bitboard() | to.bitboard(), if promotion { piece.promote() } else { piece })
        }
    };
    if reach(man, color, mv.to(), after).has(enemy) {
        return true;
    }
    // What has moved no longer stands where the board has it: if it were a slider, it would have checked before.
    mv.from().is_some_and(|from| !(sliders(board, color, enemy, after) & !from.bitboard()).is_empty())
}
