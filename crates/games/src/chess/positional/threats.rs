//! Threats: what a side attacks, and what it could attack with its next step.

use super::survey::{View, pawn_attacks};
use super::table::Feature;
use crate::chess::squares::ahead;
use cozy_chess::{BitBoard, Piece, Rank};

const MEN: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// What one side threatens.
#[inline(always)]
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, army, enemies) = (view.sign(), view.army(), view.enemies());
    let by = |piece: Piece| army.by[piece as usize];
    let theirs = view.board.colors(!view.color);
    let guarded = enemies.by[Piece::Pawn as usize];
    let (minor, rooks) = (by(Piece::Knight) | by(Piece::Bishop), by(Piece::Rook));
    let loose = army.all & !enemies.all;
    // Most positions have few of these.
    if !theirs.is_disjoint(by(Piece::Pawn) | minor | rooks | loose) {
        for piece in MEN {
            let men = view.enemy(piece);
            let mut number = |feature: Feature, part: usize, set: BitBoard| {
                if !set.is_empty() {
                    push(feature.at(part), sign * set.len() as i32);
                }
            };
            let part = piece as usize;
            if piece != Piece::Pawn {
                number(Feature::PAWN_THREAT, part - 1, men & by(Piece::Pawn));
            }
            let cheap = !matches!(piece, Piece::Rook | Piece::Queen);
            let open = if cheap { men & !guarded } else { men };
            number(Feature::MINOR_THREAT, part, open & minor);
            if piece != Piece::Rook {
                number(Feature::ROOK_THREAT, part, open & rooks);
            }
            number(Feature::HANGING, part, men & loose);
        }
        push(Feature::KING_THREAT.at(0), sign * (theirs & loose & by(Piece::King)).len() as i32);
    }
    let empty = !view.board.occupied();
    let third = Rank::Third.relative_to(view.color).bitboard();
    let step = ahead(view.color, view.own(Piece::Pawn)) & empty;
    let steps = step | ahead(view.color, step & third) & empty;
    let safe = steps & !guarded & (army.all | !enemies.all);
    let targets = theirs & !view.board.pieces(Piece::Pawn) & !view.board.pieces(Piece::King) & !by(Piece::Pawn);
    push(Feature::PUSH_THREAT.at(0), sign * (pawn_attacks(view.color, safe) & targets).len() as i32);
}
