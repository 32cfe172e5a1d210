//! Pawns: weak ones, passed ones, and those that stand in the way.

use super::attacks::Man;
use super::table::Feature;
use super::view::{View, distance, neighbourhood};
use crate::chess::stages::ENDING;
use cozy_chess::{BitBoard, File, Piece, Rank, Square};

/// Everything about one side's pawns.
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, pawns) = (view.sign(), view.own(Piece::Pawn));
    let mut one = |feature: Feature| push(feature.at(0), sign);
    for (home, ahead, feature) in
        [(Square::D2, Square::D3, Feature::BLOCKED_DPAWN), (Square::E2, Square::E3, Feature::BLOCKED_EPAWN)]
    {
        if pawns.has(view.here(home)) && view.board.occupied().has(view.here(ahead)) {
            one(feature);
        }
    }
    let bishops = view.own(Piece::Bishop);
    if view.shared.root.stage == ENDING && bishops.len() == 1 {
        let dark = !bishops.is_disjoint(BitBoard::DARK_SQUARES);
        let other = if dark { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
        push(Feature::ODD_BISHOPS_PAWN_POS.at(0), sign * (pawns & other).len() as i32);
    }
    for square in pawns {
        pawn(view, square, push);
    }
    if pawns.into_iter().any(|square| unstoppable(view, square)) {
        push(Feature::UNSTOPPABLE_PAWN.at(0), sign);
    }
}

fn pawn(view: &View<'_>, square: Square, push: &mut impl FnMut(usize, i32)) {
    let (sign, pawns, enemies) = (view.sign(), view.own(Piece::Pawn), view.enemy(Piece::Pawn));
    let (file, beyond) = (square.file(), view.beyond(square.rank()));
    let mut one = |feature: Feature, part: usize| push(feature.at(part), sign);
    one(Feature::IPAWN_POS, view.square(square));
    let supported = view.army().pawns.has(square);
    if !supported {
        one(Feature::UNSUPPORTED_PAWN, 0);
    }
    let beside = pawns & file.adjacent();
    if !(beside & square.rank().bitboard()).is_empty() {
        one(Feature::ADJACENT_PAWN, 0);
    }
    if beside.is_empty() {
        one(Feature::ISOLATED_PAWN, 0);
    }
    let behind = !beyond & !square.rank().bitboard();
    if !(pawns & file.bitboard() & behind).is_empty() {
        one(Feature::DOUBLED_PAWN, 0);
    }
    let weak = !supported && weak(view, square);
    if weak {
        one(Feature::WEAK_PAWN, 0);
        if enemies.is_disjoint(file.bitboard()) {
            one(Feature::MEGA_WEAK_PAWN, 0);
        }
        one(Feature::IWEAK_PAWN_ATTACK_VALUE, attackers(view, square).min(7));
    }
    let steps = 7 - view.rank(square);
    if (enemies & neighbourhood(file) & beyond).is_empty() {
        passed(view, square, steps, push);
    } else if (enemies & file.bitboard() & beyond).is_empty() && !weak {
        one(Feature::IPAWN_ADVANCE1, steps);
    }
}

/// True if neither a step nor a double step brings the pawn to a square that a pawn of its own covers.
fn weak(view: &View<'_>, square: Square) -> bool {
    let pawns = view.board.pieces(Piece::Pawn);
    let covered = |square: Square| view.army().pawns.has(square) && !pawns.has(square);
    let Some(first) = view.ahead(square) else { return true };
    let second = view
        .ahead(first)
        .filter(|_| view.rank(square) == 1 && !pawns.has(first) && !view.enemy_army().pawns.has(first));
    !covered(first) && !second.is_some_and(covered)
}

/// How many unpinned enemy pieces attack a square.
fn attackers(view: &View<'_>, square: Square) -> usize {
    let men = view.enemy_army().men().iter();
    men.filter(|man| view.unpinned(man.square) && man.attacks.has(square)).count()
}

fn passed(view: &View<'_>, square: Square, steps: usize, push: &mut impl FnMut(usize, i32)) {
    let (sign, file) = (view.sign(), square.file());
    let mut one = |feature: Feature, part: usize| push(feature.at(part), sign);
    one(Feature::IPAWN_ADVANCE, steps);
    let Some(ahead) = view.ahead(square) else { return };
    if view.board.colors(!view.color).has(ahead) {
        one(Feature::BLOCKED_PASSED_PAWN, 0);
    }
    let control = |color| view.shared.map.control(color).has(ahead);
    let state = match (control(view.color), control(!view.color)) {
        (true, _) => 0,
        (_, true) => 2,
        _ => 1,
    };
    one(Feature::IPASSED_PAWN_CONTROL, 3 * steps + state);
    // Level with the pawn or in front of it, on its file or beside it.
    let escort = neighbourhood(file) & (view.beyond(square.rank()) | square.rank().bitboard());
    if escort.has(view.king()) {
        one(Feature::KING_PASSED_PAWN_SUPPORT, 0);
    }
    if escort.has(view.enemy_king()) {
        one(Feature::KING_PASSED_PAWN_DEFENCE, 0);
    }
    for beside in
        [file as usize, file as usize + 2].into_iter().filter_map(|next| File::try_index(next.wrapping_sub(1)))
    {
        let rearmost = rearmost(view, beside.bitboard());
        if rearmost.is_some_and(|other| view.rank(other).abs_diff(view.rank(square)) <= 1) {
            one(Feature::IPAWN_ADVANCE2, steps);
        }
    }
    let behind = file.bitboard() & !view.beyond(square.rank());
    let rooks = |men: &[Man]| {
        let behind = men.iter().filter(|man| man.piece == Piece::Rook && behind.has(man.square));
        behind.filter(|man| view.unpinned(man.square) && man.attacks.has(square)).count() as i32
    };
    push(Feature::PASSED_PAWN_ROOK_SUPPORT.at(0), sign * rooks(view.army().men()));
    push(Feature::PASSED_PAWN_ROOK_ATTACK.at(0), sign * rooks(view.enemy_army().men()));
}

/// The own pawn on a file that is nearest to its own side.
fn rearmost(view: &View<'_>, file: BitBoard) -> Option<Square> {
    (view.own(Piece::Pawn) & file).into_iter().min_by_key(|square| view.rank(*square))
}

/// True if the enemy has nothing but king and pawns, and his king comes too late.
fn unstoppable(view: &View<'_>, square: Square) -> bool {
    let board = view.board;
    let king_and_pawns = view.enemy(Piece::Pawn) | view.enemy(Piece::King);
    let enemies = board.colors(!view.color);
    let rank = view.rank(square);
    if !enemies.is_subset(king_and_pawns) {
        return false;
    }
    let path = square.file().bitboard() & view.beyond(square.rank());
    if !(path & view.own(Piece::Pawn)).is_empty() {
        return false;
    }
    // Two steps at once from home; each man in the way costs a move.
    let steps = 7 - rank - usize::from(rank == 1) + (path & board.occupied()).len() as usize;
    let target = view.here(Square::new(square.file(), Rank::Eighth));
    let to_move = usize::from(board.side_to_move() != view.color);
    distance(view.enemy_king(), target) > steps + to_move
}
