//! Kings: who attacks them, and what shelters them.

use super::survey::{View, neighbourhood};
use super::table::Feature;
use crate::chess::squares::beyond;
use cozy_chess::{BitBoard, Color, File, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves};

/// One side's attack on the enemy's king, and the shelter of its own.
#[inline(always)]
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    attack(view, push);
    let (sign, king) = (view.sign(), view.board.king(view.color));
    let ahead = beyond(view.color, king.rank()) | king.rank().bitboard();
    let (own, enemies) = (view.own(Piece::Pawn) & ahead, view.enemy(Piece::Pawn) & ahead);
    let file = king.file() as usize;
    for at in file.saturating_sub(1)..=(file + 1).min(7) {
        let (shelter, storm) = match at == file {
            true => (Feature::SHELTER, Feature::STORM),
            false => (Feature::SHELTER_BESIDE, Feature::STORM_BESIDE),
        };
        let squares = BitBoard(File::A.bitboard().0 << at);
        push(shelter.at(nearest(view.color, own & squares)), sign);
        push(storm.at(nearest(view.color, enemies & squares)), sign);
    }
}

/// The rank of the pawn that is nearest to the side's first rank, 0 without any.
#[inline(always)]
fn nearest(color: Color, pawns: BitBoard) -> usize {
    match color {
        _ if pawns.is_empty() => 0,
        Color::White => pawns.0.trailing_zeros() as usize / 8,
        Color::Black => pawns.0.leading_zeros() as usize / 8,
    }
}

#[inline(always)]
fn attack(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, army, enemies) = (view.sign(), view.army(), view.enemies());
    if army.assault == 0 {
        return;
    }
    let queen = !view.own(Piece::Queen).is_empty();
    let feature = if queen { Feature::KING_ATTACK } else { Feature::QUEENLESS_ATTACK };
    push(feature.at(army.assault.min(15)), sign);
    let by = |piece: Piece| enemies.by[piece as usize];
    let guarded = by(Piece::Pawn) | by(Piece::Knight) | by(Piece::Bishop) | by(Piece::Rook) | by(Piece::Queen);
    let weak = neighbourhood(view.board, !view.color) & army.all & !guarded;
    if !weak.is_empty() {
        push(Feature::WEAK_RING.at(weak.len().min(7) as usize), sign);
    }
    // Squares that nobody protects, or the king alone, who may not take what somebody else protects.
    let safe = !view.board.colors(view.color) & (!enemies.all | army.twice & !guarded);
    for (part, reach) in checks(view, view.board.king(!view.color)).into_iter().enumerate() {
        if !(reach & safe & army.by[part + 1]).is_empty() {
            push(Feature::SAFE_CHECK.at(part), sign);
        }
    }
}

/// The squares from which knight, bishop, rook and queen would give check.
#[inline(always)]
fn checks(view: &View<'_>, king: Square) -> [BitBoard; 4] {
    let occupied = view.board.occupied();
    let (diagonal, straight) = (get_bishop_moves(king, occupied), get_rook_moves(king, occupied));
    [get_knight_moves(king), diagonal, straight, diagonal | straight]
}
