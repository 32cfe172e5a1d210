//! Endings in which men count for less than usual, or in which a lone king must be driven to the edge.

use super::survey::View;
use super::table::Feature;
use crate::chess::squares::distance;
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

/// What both sides have between them.
#[inline(always)]
pub fn both(board: &Board, push: &mut impl FnMut(usize, i32)) {
    let bishops = Color::ALL.map(|color| board.colored_pieces(color, Piece::Bishop));
    let dark = |set: BitBoard| !set.is_disjoint(BitBoard::DARK_SQUARES);
    if bishops.iter().all(|own| own.len() == 1) && dark(bishops[0]) != dark(bishops[1]) {
        let others = board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        let pawns = |color| board.colored_pieces(color, Piece::Pawn).len() as i32;
        let fewer = (pawns(Color::Black) - pawns(Color::White)).signum();
        push(Feature::OPPOSITE_BISHOPS.at(usize::from(others.is_empty())), fewer);
    }
}

/// One side's chances.
#[inline(always)]
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (board, sign) = (view.board, view.sign());
    if view.own(Piece::Pawn).is_empty() {
        let lead = points(board, view.color) - points(board, !view.color);
        if (1..=3).contains(&lead) {
            push(Feature::PAWNLESS_LEAD.at(0), sign);
        }
    }
    if board.colors(!view.color).len() == 1 {
        let king = board.king(!view.color);
        push(Feature::BARE_KING_NEAR.at(0), sign * (7 - distance(board.king(view.color), king) as i32));
        push(Feature::BARE_KING_EDGE.at(0), sign * from_centre(king));
    }
}

/// Men at their usual values.
fn points(board: &Board, color: Color) -> i32 {
    let count = |piece| board.colored_pieces(color, piece).len() as i32;
    count(Piece::Pawn)
        + 3 * (count(Piece::Knight) + count(Piece::Bishop))
        + 5 * count(Piece::Rook)
        + 9 * count(Piece::Queen)
}

/// Steps along files and ranks to the nearest of the four squares in the centre.
fn from_centre(square: Square) -> i32 {
    let off = |at: usize| if at < 4 { 3 - at } else { at - 4 };
    (off(square.file() as usize) + off(square.rank() as usize)) as i32
}
