//! Material: piece values, and what a lead in material is worth with few men left.

use super::table::Feature;
use super::threat::{GAIN, Tactics, VALUES};
use super::view::Shared;
use crate::chess::exchange::attackers;
use crate::chess::side_of;
use crate::chess::squares::distance;
use crate::chess::stages::{ENDING, MATING};
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

/// Everything that belongs to no single man.
pub fn each(board: &Board, shared: &Shared, push: &mut impl FnMut(usize, i32)) {
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    for piece in Piece::ALL {
        push(Feature::IPIECE_VALUES.at(piece as usize), count(Color::White, piece) - count(Color::Black, piece));
    }
    trades(board, shared, push);
    if let (Some(ahead), true) = (shared.ahead(50), opposite_bishops(board)) {
        push(Feature::OPPOSITE_BISHOPS.at(0), -side_of(ahead).view(1));
    }
    if matches!(shared.root.stage, ENDING | MATING)
        && let Some(ahead) = shared.ahead(100).filter(|color| !cannot_mate(board, *color))
    {
        let kings = distance(board.king(Color::White), board.king(Color::Black));
        push(Feature::IKING_PROXIMITY.at(kings), side_of(ahead).view(1));
        if shared.root.stage == MATING {
            mating(board, ahead, push);
        }
    }
    if drawn(board) {
        push(Feature::DRAW_VALUE.at(0), shared.program());
    }
}

/// What captures can win; where they win nothing, whether the game is nearly drawn.
pub fn tactics(board: &Board, shared: &Shared, push: &mut impl FnMut(usize, i32)) {
    if !threats(board, shared, push) && nearly_drawn(board) {
        push(Feature::NEAR_DRAW_VALUE.at(0), shared.program());
    }
}

/// Nobody can mate.
fn drawn(board: &Board) -> bool {
    board.pieces(Piece::Pawn).is_empty() && Color::ALL.into_iter().all(|color| cannot_mate(board, color))
}

/// What the side to move can win by captures that begin with a hung man; if nothing, what the other side threatens. True if there is something.
fn threats(board: &Board, shared: &Shared, push: &mut impl FnMut(usize, i32)) -> bool {
    let to_move = board.side_to_move();
    let order = [(to_move, Feature::THREAT), (!to_move, Feature::OPPONENTS_THREAT)];
    let mut tactics = None;
    let found = order.into_iter().find(|(color, _)| {
        // Only men that seem to be lost are worth a closer look, and in most positions there are none.
        let hung = shared.map.hung(board, !*color);
        unanswered(board, shared, *color, hung)
            || (!hung.is_empty() && tactics.get_or_insert_with(|| Tactics::new(board, &shared.map)).gains(*color, hung))
    });
    if let Some((color, feature)) = found {
        push(feature.at(0), side_of(color).view(1));
    }
    found.is_some()
}

/// True if nobody protects one of these men, the enemy attacks nothing that is worth as much, and taking it opens no line for
/// him: that is a gain without looking further.
fn unanswered(board: &Board, shared: &Shared, color: Color, hung: BitBoard) -> bool {
    let enemy = shared.map.army(!color);
    let (own, attacked) = (board.colors(color), enemy.all());
    let loose = hung & !attacked;
    if loose.is_empty() {
        return false;
    }
    let mut kinds = Piece::ALL.into_iter().rev();
    let dearest = kinds.find(|piece| !(own & attacked & board.pieces(*piece)).is_empty());
    let least = dearest.map_or(0, |piece| VALUES[piece as usize]) + GAIN;
    let lines = [Piece::Bishop, Piece::Rook, Piece::Queen].map(|piece| enemy.by[piece as usize]);
    let free = own & !shared.map.pinned & !(lines[0] | lines[1] | lines[2]);
    let worth = |square: Square| board.piece_on(square).map_or(0, |piece| VALUES[piece as usize]);
    let taken = |square| !(attackers(board, square, board.occupied()) & free).is_empty();
    loose.into_iter().any(|square| worth(square) >= least && taken(square))
}

/// A side that is ahead, with more pawns too, is glad to exchange pieces and keeps its pawns.
fn trades(board: &Board, shared: &Shared, push: &mut impl FnMut(usize, i32)) {
    let Some(ahead) = shared.ahead(79) else { return };
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).len();
    if pawns(ahead) <= pawns(!ahead) {
        return;
    }
    let all = board.pieces(Piece::Pawn).len() as usize;
    let pieces = board.occupied().len() as usize - all - 2;
    let sign = side_of(ahead).view(1);
    push(Feature::IPIECE_TRADE_BONUS.at(pieces.min(31)), sign);
    push(Feature::IPAWN_TRADE_BONUS.at(all.min(31)), sign);
}

/// One bishop each, on different colours.
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| (bishops & board.colors(color)).len() == 1);
    one_each && (bishops & BitBoard::DARK_SQUARES).len() == 1
}

/// Drive the lonely king to the edge, or with bishop and knight to a corner of the bishop's colour.
fn mating(board: &Board, ahead: Color, push: &mut impl FnMut(usize, i32)) {
    let (sign, king) = (side_of(ahead).view(1), board.king(!ahead));
    if board.colors(!ahead).len() == 1 {
        push(Feature::NO_MATERIAL.at(0), sign);
    }
    let own = |piece| board.colored_pieces(ahead, piece);
    let bishop_and_knight = own(Piece::Bishop).len() == 1 && own(Piece::Knight).len() == 1;
    let amount = if bishop_and_knight && board.colors(ahead).len() == 3 {
        let dark = !own(Piece::Bishop).is_disjoint(BitBoard::DARK_SQUARES);
        let corners = if dark { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
        7 - corners.map(|corner| distance(king, corner)).into_iter().min().unwrap_or(7)
    } else {
        let from_centre = |line: usize| if line < 4 { 3 - line } else { line - 4 };
        from_centre(king.file() as usize) + from_centre(king.rank() as usize)
    };
    push(Feature::MATING_POSITION.at(0), sign * amount as i32);
}

/// A bare king, one minor piece, or two knights.
fn cannot_mate(board: &Board, color: Color) -> bool {
    let own = |piece| board.colored_pieces(color, piece).len();
    let heavy = own(Piece::Pawn) + own(Piece::Rook) + own(Piece::Queen);
    heavy == 0 && (own(Piece::Bishop) + own(Piece::Knight) <= 1 || own(Piece::Bishop) == 0 && own(Piece::Knight) == 2)
}

/// Queen against queen, rook against rook, or rook against a minor piece.
fn nearly_drawn(board: &Board) -> bool {
    let single = |color| {
        let men = board.colors(color) & !board.pieces(Piece::King);
        (men.len() == 1).then(|| men.next_square().and_then(|square| board.piece_on(square))).flatten()
    };
    let (Some(white), Some(black)) = (single(Color::White), single(Color::Black)) else { return false };
    let minor = |piece| matches!(piece, Piece::Knight | Piece::Bishop);
    match (white, black) {
        (Piece::Queen, Piece::Queen) | (Piece::Rook, Piece::Rook) => true,
        (Piece::Rook, other) | (other, Piece::Rook) => minor(other),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use game::{Dice, Game, Root};

    #[test]
    fn what_is_not_answered_is_a_gain() {
        let mut seen = 0;
        for number in 0..60 {
            let (mut game, mut dice) = (Chess::start(), Dice::new(4, number));
            loop {
                let board = game.board();
                let root = Root { program: game.side(), stage: game.stage(), set: 0 };
                let shared = Shared::new(board, &root);
                for color in Color::ALL {
                    let hung = shared.map.hung(board, !color);
                    if unanswered(board, &shared, color, hung) {
                        seen += 1;
                        assert!(Tactics::new(board, &shared.map).gains(color, hung), "{game}");
                    }
                }
                let moves = game.move_list();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[dice.below(moves.len())]);
            }
        }
        assert!(seen > 100, "{seen}");
    }
}
