//! Kings: castling, shelter, attacks around them, and where they belong in each part of the game.

use super::table::Feature;
use super::view::View;
use crate::chess::side_of;
use crate::chess::squares::{files, neighbourhood};
use crate::chess::stages::{ENDING, MATING, MIDDLE, OPENING};
use cozy_chess::{BitBoard, File, Piece, Square, get_king_moves};

/// Everything about one side's king.
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, king, stage) = (view.sign(), view.king(), view.shared.root.stage);
    let rank = view.rank(king);
    let queen = !view.enemy(Piece::Queen).is_empty();
    match stage {
        OPENING if queen => push(Feature::IOPENING_KING_ADVANCE.at(rank), sign),
        MIDDLE if queen => push(Feature::IMID_KING_ADVANCE.at(rank), sign),
        _ => {}
    }
    if !queen {
        push(Feature::IENDING_KPOS.at(king.file() as usize), sign);
        push(Feature::IENDING_KPOS.at(rank), sign);
    }
    if stage != ENDING && stage != MATING {
        push(Feature::CASTLE_BONUS.at(0), sign * castled(view));
        if queen && rank == 0 {
            shelter(view, push);
        }
    }
    let open = neighbourhood(king.file()) & king.rank().bitboard() & !files(view.own(Piece::Pawn));
    let feature = if queen { Feature::QUEEN_FILE_SAFETY } else { Feature::NOQUEEN_FILE_SAFETY };
    push(feature.at(0), sign * open.len() as i32);
    attackers(view, queen, push);
}

/// 1 if castled, -1 if it can never happen, 0 if it may. A king that has walked to such a square counts as castled.
fn castled(view: &View<'_>) -> i32 {
    let rights = view.board.castle_rights(view.color);
    if rights.short.is_some() || rights.long.is_some() {
        return 0;
    }
    let king = view.king();
    let file = king.file() as usize;
    // A rook between king and corner is locked in: nobody castles like that.
    let corner = match file {
        _ if view.rank(king) != 0 => return -1,
        0..=2 => File::ALL[..file].iter(),
        6..=7 => File::ALL[file + 1..].iter(),
        _ => return -1,
    };
    let mut rooks = corner.filter(|file| view.own(Piece::Rook).has(Square::new(**file, king.rank())));
    if rooks.next().is_some() { -1 } else { 1 }
}

/// The twelve pawn shields: six on the side where the king is or may castle to, six on the other.
fn shelter(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let pawn = |square: Square| view.own(Piece::Pawn).has(view.here(square));
    // Squares that a step weakens matter less when the enemy's bishop of their colour is gone.
    let bishop_gone = |square: Square| {
        let dark = BitBoard::DARK_SQUARES.has(view.here(square));
        let colour = if dark { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
        view.enemy(Piece::Bishop).is_disjoint(colour)
    };
    let file = view.king().file() as usize;
    if file >= 5 || view.board.castle_rights(view.color).short.is_some() {
        let shields = [
            pawn(Square::F2),
            pawn(Square::G2),
            pawn(Square::H2),
            pawn(Square::H3) && pawn(Square::G2),
            pawn(Square::G3) && pawn(Square::H2) && bishop_gone(Square::H3),
            pawn(Square::F3) && pawn(Square::G2) && bishop_gone(Square::E3),
        ];
        push_shields(0, shields, view.sign(), push);
    }
    if file <= 2 {
        let shields = [
            pawn(Square::A2),
            pawn(Square::B2),
            pawn(Square::C2),
            pawn(Square::A3) && pawn(Square::B2),
            pawn(Square::B3) && pawn(Square::A2) && bishop_gone(Square::A3),
            pawn(Square::C3) && pawn(Square::B2) && bishop_gone(Square::B3),
        ];
        push_shields(6, shields, view.sign(), push);
    }
}

fn push_shields(first: usize, shields: [bool; 6], sign: i32, push: &mut impl FnMut(usize, i32)) {
    for (index, _) in shields.iter().enumerate().filter(|(_, there)| **there) {
        push(Feature::IPAWN_DEFENCE.at(first + index), sign);
    }
}

/// How many pieces attack the king's square or one beside it, counted for the attacker. The program's own king has weights
/// of its own, so that it can learn to be careful.
fn attackers(view: &View<'_>, queen: bool, push: &mut impl FnMut(usize, i32)) {
    let zone = get_king_moves(view.king()) | view.king().bitboard();
    let men = view.enemy_army().men().iter();
    let count = men
        .filter(|man| man.piece != Piece::King && view.unpinned(man.square) && !(man.attacks & zone).is_empty())
        .count();
    let feature = match (queen, side_of(view.color) == view.shared.root.program) {
        (true, true) => Feature::IQ_KING_ATTACK_COMPUTER,
        (true, false) => Feature::IQ_KING_ATTACK_OPPONENT,
        (false, true) => Feature::INOQ_KING_ATTACK_COMPUTER,
        (false, false) => Feature::INOQ_KING_ATTACK_OPPONENT,
    };
    push(feature.at(count.min(7)), -view.sign());
}
