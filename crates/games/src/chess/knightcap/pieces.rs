//! Pieces: where they stand, how far they see, and what they do there.

use super::table::Feature;
use super::view::{Shared, View};
use crate::chess::squares::neighbourhood;
use crate::chess::stages::OPENING;
use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_moves};

/// Mobility, safe mobility and squares of every piece, and what depends on them.
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, board) = (view.sign(), view.board);
    let (own, enemies) = (board.colors(view.color), board.colors(!view.color));
    let held = view.shared.map.just_held(board, view.color);
    let flight = Piece::ALL.map(|piece| view.shared.map.flight(view.color, piece) & !own);
    let mut attacks_on_men = 0;
    for man in view.army().men() {
        let attacks = if view.unpinned(man.square) { man.attacks } else { BitBoard::EMPTY };
        let (rank, mobility) = (view.rank(man.square), attacks.len() as usize);
        let safe = (attacks & flight[man.piece as usize]).len() as usize;
        let targets = attacks & enemies & !board.pieces(Piece::King);
        attacks_on_men += targets.len() as usize;
        let (all, safely, useful) = match man.piece {
            Piece::Knight => (Feature::IKNIGHT_MOBILITY, Feature::IKNIGHT_SMOBILITY, 6),
            Piece::Bishop => (Feature::IBISHOP_MOBILITY, Feature::IBISHOP_SMOBILITY, 5),
            Piece::Rook => (Feature::IROOK_MOBILITY, Feature::IROOK_SMOBILITY, 4),
            Piece::Queen => (Feature::IQUEEN_MOBILITY, Feature::IQUEEN_SMOBILITY, 6),
            _ => (Feature::IKING_MOBILITY, Feature::IKING_SMOBILITY, 0),
        };
        push(all.at(10 * rank + mobility.min(9)), sign);
        push(safely.at(10 * rank + safe.min(9)), sign);
        if safe == 0 {
            push(Feature::ITRAPPED_STEP.at(rank), sign);
        }
        if mobility < useful && (attacks & enemies).is_empty() {
            push(Feature::USELESS_PIECE.at(0), sign);
        }
        let overload = (attacks & held & !man.square.bitboard()).len() as usize;
        if overload > 0 {
            push(Feature::IOVERLOADED_PENALTY.at(overload.min(15) - 1), sign);
        }
        match man.piece {
            Piece::Knight => knight(view, man.square, push),
            Piece::Bishop => bishop(view, man.square, push),
            Piece::Rook => rook(view, man.square, push),
            Piece::Queen if view.shared.root.stage == OPENING && rank > 2 => {
                push(Feature::EARLY_QUEEN_MOVEMENT.at(0), sign);
            }
            _ => {}
        }
    }
    push(Feature::IATTACK_VALUE.at(attacks_on_men.min(15)), sign);
    let dark = view.own(Piece::Bishop) & BitBoard::DARK_SQUARES;
    if !dark.is_empty() && dark != view.own(Piece::Bishop) {
        push(Feature::BISHOP_PAIR.at(0), sign);
    }
}

fn knight(view: &View<'_>, square: Square, push: &mut impl FnMut(usize, i32)) {
    push(Feature::IKNIGHT_POS.at(view.square(square)), view.sign());
    outpost(view, square, Feature::KNIGHT_OUTPOST, Feature::SUPPORTED_KNIGHT_OUTPOST, push);
    for (home, ahead) in [(Square::B1, Square::C3), (Square::G1, Square::F3)] {
        if square == view.here(home) && view.board.occupied().has(view.here(ahead)) {
            push(Feature::BLOCKED_KNIGHT.at(0), view.sign());
        }
    }
}

fn bishop(view: &View<'_>, square: Square, push: &mut impl FnMut(usize, i32)) {
    outpost(view, square, Feature::BISHOP_OUTPOST, Feature::SUPPORTED_BISHOP_OUTPOST, push);
    let aims = view.enemy(Piece::King) | view.enemy(Piece::Queen) | view.enemy(Piece::Rook);
    let seen = (get_bishop_moves(square, BitBoard::EMPTY) & aims).len() as usize;
    push(Feature::IBISHOP_XRAY.at(seen.min(4)), view.sign());
}

fn rook(view: &View<'_>, square: Square, push: &mut impl FnMut(usize, i32)) {
    push(Feature::IROOK_POS.at(view.square(square)), view.sign());
    if view.army().by[Piece::Rook as usize].has(square) {
        push(Feature::CONNECTED_ROOKS.at(0), view.sign());
    }
    if view.rank(square) == 6 {
        push(Feature::SEVENTH_RANK_ROOKS.at(0), view.sign());
    }
}

/// On the fifth or sixth rank where no pawn can ever attack it, with or without a pawn of its own behind it.
fn outpost(view: &View<'_>, square: Square, alone: Feature, supported: Feature, push: &mut impl FnMut(usize, i32)) {
    let beside = neighbourhood(square.file()) & !square.file().bitboard();
    let attackers = view.enemy(Piece::Pawn) & beside & view.beyond(square.rank());
    if matches!(view.rank(square), 4 | 5) && attackers.is_empty() {
        let feature = if view.army().pawns.has(square) { supported } else { alone };
        push(feature.at(0), view.sign());
    }
}

/// The squares that the sides control, more on the side where their king lives while queens are there.
pub fn control(board: &Board, shared: &Shared, push: &mut impl FnMut(usize, i32)) {
    let [white, black] = Color::ALL.map(|color| View { board, shared, color });
    let all = |view: &View<'_>| shared.map.control(view.color);
    squares(Feature::IPOS_BASE, all(&white), all(&black), push);
    let wings = [(Feature::IPOS_QUEENSIDE, 0..3), (Feature::IPOS_KINGSIDE, 4..8)];
    for (feature, files) in wings {
        let near = |view: &View<'_>| {
            let king = view.king();
            let there = view.rank(king) <= 2 && files.contains(&(king.file() as usize));
            if there && !board.pieces(Piece::Queen).is_empty() { all(view) } else { BitBoard::EMPTY }
        };
        squares(feature, near(&white), near(&black), push);
    }
}

/// One for every square of White's and one less for every square of Black's, as Black sees it. What both have cancels out.
pub fn squares(feature: Feature, white: BitBoard, black: BitBoard, push: &mut impl FnMut(usize, i32)) {
    let black = BitBoard(black.0.swap_bytes());
    for (mut set, sign) in [((white & !black).0, 1), ((black & !white).0, -1)] {
        while set != 0 {
            push(feature.at(set.trailing_zeros() as usize), sign);
            set &= set - 1;
        }
    }
}
