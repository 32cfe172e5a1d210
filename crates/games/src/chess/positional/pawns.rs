//! Pawns: those that stand together, those that stand alone, and passed ones.

use super::survey::View;
use super::table::Feature;
use crate::chess::race::unstoppable;
use crate::chess::squares::{ahead, all_ahead, back, beside, distance, files, for_each};
use cozy_chess::{BitBoard, Color, Piece, Square};

/// Everything about one side's pawns.
#[inline(always)]
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, color) = (view.sign(), view.color);
    let (pawns, enemies) = (view.own(Piece::Pawn), view.enemy(Piece::Pawn));
    if pawns.is_empty() {
        return;
    }
    // Squares that enemy pawns stand before; beside them are those that they may come to attack.
    let before = all_ahead(!color, enemies);
    let open = pawns & !before;
    let mut number = |feature: Feature, set: BitBoard| push(feature.at(0), sign * set.len() as i32);
    number(Feature::DOUBLED_PAWN, pawns & all_ahead(color, pawns));
    let isolated = pawns & !beside(files(pawns));
    number(Feature::ISOLATED_PAWN, isolated & !open);
    number(Feature::ISOLATED_OPEN_PAWN, isolated & open);
    // Level with a pawn, or ahead of it, on the files beside it.
    let covered = beside(pawns | all_ahead(color, pawns));
    let stopped = back(color, view.enemies().by[Piece::Pawn as usize]);
    let backward = pawns & !isolated & !covered & stopped;
    number(Feature::BACKWARD_PAWN, backward & !open);
    number(Feature::BACKWARD_OPEN_PAWN, backward & open);
    // The number of a rank, 0 for the second.
    let rank = |at: usize| if color == Color::White { at / 8 - 1 } else { 6 - at / 8 };
    for_each(pawns & beside(pawns), |at| push(Feature::PHALANX.at(rank(at)), sign));
    let supported = pawns & view.army().by[Piece::Pawn as usize];
    for_each(supported, |at| push(Feature::SUPPORTED_PAWN.at(rank(at)), sign));
    for square in open & !beside(before) {
        passed(view, square, push);
    }
    let king_and_pawns = enemies | view.enemy(Piece::King);
    if view.board.colors(!color).is_subset(king_and_pawns)
        && pawns.into_iter().any(|pawn| unstoppable(view.board, color, pawn))
    {
        push(Feature::UNSTOPPABLE_PAWN.at(0), sign);
    }
}

fn passed(view: &View<'_>, square: Square, push: &mut impl FnMut(usize, i32)) {
    let (sign, color, rank) = (view.sign(), view.color, view.rank(square));
    let next = ahead(color, square.bitboard());
    let way = all_ahead(color, square.bitboard());
    push(Feature::PASSED_PAWN.at(rank - 1), sign);
    if !next.is_disjoint(view.board.occupied()) {
        push(Feature::PASSED_BLOCKED.at(rank - 1), sign);
    } else if way.is_disjoint(view.board.occupied() | view.enemies().all) {
        push(Feature::PASSED_FREE.at(rank - 1), sign);
    }
    if rank >= 4
        && let Some(next) = next.next_square()
    {
        push(Feature::PASSED_OWN_KING.at(distance(view.board.king(color), next)), sign);
        push(Feature::PASSED_ENEMY_KING.at(distance(view.board.king(!color), next)), sign);
    }
    let behind = all_ahead(!color, square.bitboard());
    push(Feature::PASSED_OWN_ROOK.at(0), sign * (view.own(Piece::Rook) & behind).len() as i32);
    push(Feature::PASSED_ENEMY_ROOK.at(0), sign * (view.enemy(Piece::Rook) & behind).len() as i32);
}
