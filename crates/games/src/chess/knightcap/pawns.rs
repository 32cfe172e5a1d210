//! Pawns: weak ones, passed ones, and those that stand in the way.

use super::attacks::Man;
use super::table::Feature;
use super::view::View;
use crate::chess::race::unstoppable;
use crate::chess::squares::{beside, files, neighbourhood};
use crate::chess::stages::ENDING;
use cozy_chess::{BitBoard, File, Piece, Rank, Square};

/// Everything about one side's pawns.
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, pawns, enemies) = (view.sign(), view.own(Piece::Pawn), view.enemy(Piece::Pawn));
    let mut number = |feature: Feature, set: BitBoard| push(feature.at(0), sign * set.len() as i32);
    let unsupported = pawns & !view.army().pawns;
    number(Feature::UNSUPPORTED_PAWN, unsupported);
    number(Feature::ADJACENT_PAWN, pawns & beside(pawns));
    number(Feature::ISOLATED_PAWN, pawns & !beside(files(pawns)));
    number(Feature::DOUBLED_PAWN, pawns & view.all_ahead(pawns));
    let weak = unsupported & !can_be_supported(view, pawns);
    number(Feature::WEAK_PAWN, weak);
    number(Feature::MEGA_WEAK_PAWN, weak & !files(enemies));
    home(view, pawns, push);
    for square in weak {
        push(Feature::IWEAK_PAWN_ATTACK_VALUE.at(attackers(view, square).min(7)), sign);
    }
    // Squares that enemy pawns stand before, or may come to attack.
    let before = view.enemies_ahead(enemies);
    let open = pawns & !before;
    let free = open & !beside(before);
    for square in open & !free & !weak {
        push(Feature::IPAWN_ADVANCE1.at(7 - view.rank(square)), sign);
    }
    for square in free {
        passed(view, square, 7 - view.rank(square), push);
    }
    let bare = view.enemy(Piece::Pawn) | view.enemy(Piece::King);
    if view.board.colors(!view.color).is_subset(bare)
        && pawns.into_iter().any(|pawn| unstoppable(view.board, view.color, pawn))
    {
        push(Feature::UNSTOPPABLE_PAWN.at(0), sign);
    }
}

/// Pawns that have not moved and cannot, and pawns on the other colour than a lonely bishop.
fn home(view: &View<'_>, pawns: BitBoard, push: &mut impl FnMut(usize, i32)) {
    let blocked = |home, ahead| pawns.has(view.here(home)) && view.board.occupied().has(view.here(ahead));
    if blocked(Square::D2, Square::D3) {
        push(Feature::BLOCKED_DPAWN.at(0), view.sign());
    }
    if blocked(Square::E2, Square::E3) {
        push(Feature::BLOCKED_EPAWN.at(0), view.sign());
    }
    let bishops = view.own(Piece::Bishop);
    if view.shared.root.stage == ENDING && bishops.len() == 1 {
        let dark = !bishops.is_disjoint(BitBoard::DARK_SQUARES);
        let other = if dark { BitBoard::LIGHT_SQUARES } else { BitBoard::DARK_SQUARES };
        push(Feature::ODD_BISHOPS_PAWN_POS.at(0), view.sign() * (pawns & other).len() as i32);
    }
}

/// The pawns that a step, or a double step from home, brings to a square that a pawn of their own covers.
#[inline]
fn can_be_supported(view: &View<'_>, pawns: BitBoard) -> BitBoard {
    let all = view.board.pieces(Piece::Pawn);
    let covered = view.army().pawns & !all;
    let through = !all & !view.enemy_army().pawns;
    let home = Rank::Second.relative_to(view.color).bitboard();
    pawns & (view.back(covered) | home & view.back(view.back(covered) & through))
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
