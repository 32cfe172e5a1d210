//! Men: how many there are, where they stand, how far they see, and what they do there.

use super::survey::View;
use super::table::Feature;
use crate::chess::side_of;
use crate::chess::squares::{ahead, all_ahead, back, beside, files, for_each};
use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

const SQUARES: [Feature; 6] = [
    Feature::PAWN_SQUARE,
    Feature::KNIGHT_SQUARE,
    Feature::BISHOP_SQUARE,
    Feature::ROOK_SQUARE,
    Feature::QUEEN_SQUARE,
    Feature::KING_SQUARE,
];

/// The index of a square for a piece, seen from its own side.
pub fn square_index(piece: Piece, square: Square) -> usize {
    let feature = SQUARES[piece as usize];
    feature.at(if piece == Piece::Pawn { square as usize } else { half(square as usize) })
}

/// A square of half a board, the files mirrored.
#[inline(always)]
fn half(at: usize) -> usize {
    let file = at % 8;
    file.min(7 - file) + at / 8 * 4
}

/// What both sides have.
#[inline(always)]
pub fn balance(board: &Board, push: &mut impl FnMut(usize, i32)) {
    let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
    for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        push(Feature::MEN.at(piece as usize), count(Color::White, piece) - count(Color::Black, piece));
    }
    push(Feature::TEMPO.at(0), side_of(board.side_to_move()).view(1));
}

/// One side's men on their squares.
#[inline(always)]
pub fn each(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let sign = view.sign();
    let flip = if view.color == Color::White { 0 } else { 56 };
    for_each(view.own(Piece::Pawn), |at| push(Feature::PAWN_SQUARE.at(at ^ flip), sign));
    let mut squares = |piece, feature: Feature| {
        for_each(view.own(piece), |at| push(feature.at(half(at ^ flip)), sign));
    };
    squares(Piece::Knight, Feature::KNIGHT_SQUARE);
    squares(Piece::Bishop, Feature::BISHOP_SQUARE);
    squares(Piece::Rook, Feature::ROOK_SQUARE);
    squares(Piece::Queen, Feature::QUEEN_SQUARE);
    squares(Piece::King, Feature::KING_SQUARE);
    for index in view.army().mobility() {
        push(usize::from(*index), sign);
    }
    minor(view, push);
    let rooks = view.own(Piece::Rook);
    if !rooks.is_empty() {
        let half_open = rooks & !files(view.own(Piece::Pawn));
        let open = half_open & !files(view.enemy(Piece::Pawn));
        let seventh = Rank::Seventh.relative_to(view.color).bitboard();
        push(Feature::ROOK_OPEN_FILE.at(0), sign * open.len() as i32);
        push(Feature::ROOK_HALF_OPEN_FILE.at(0), sign * (half_open & !open).len() as i32);
        push(Feature::ROOK_SEVENTH.at(0), sign * (rooks & seventh).len() as i32);
    }
    let (knights, pawns) = (view.own(Piece::Knight).len() as i32, view.own(Piece::Pawn).len() as i32);
    push(Feature::KNIGHTS_AND_PAWNS.at(0), sign * knights * pawns);
    push(Feature::ROOKS_AND_PAWNS.at(0), sign * rooks.len() as i32 * pawns);
    push(Feature::SPACE.at(0), sign * space(view).len() as i32);
}

/// Knights and bishops.
#[inline(always)]
fn minor(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    let (sign, color) = (view.sign(), view.color);
    let (knights, bishops) = (view.own(Piece::Knight), view.own(Piece::Bishop));
    let minor = knights | bishops;
    if minor.is_empty() {
        return;
    }
    let pawns = view.own(Piece::Pawn);
    let fourth_to_sixth = BitBoard(0x0000_ffff_ff00_0000 >> if color == Color::White { 0 } else { 8 });
    let never_attacked = !beside(all_ahead(!color, view.enemy(Piece::Pawn)));
    let posts = fourth_to_sixth & view.army().by[Piece::Pawn as usize] & never_attacked;
    push(Feature::OUTPOST.at(0), sign * (knights & posts).len() as i32);
    push(Feature::OUTPOST.at(1), sign * (bishops & posts).len() as i32);
    let behind = minor & back(color, view.board.pieces(Piece::Pawn));
    push(Feature::BEHIND_PAWN.at(0), sign * behind.len() as i32);
    let mut kinds = 0;
    for colour in [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES] {
        let here = (bishops & colour).len() as i32;
        kinds += here.min(1);
        push(Feature::BISHOP_PAWNS.at(0), sign * here * (pawns & colour).len() as i32);
    }
    push(Feature::BISHOP_PAIR.at(0), sign * (kinds / 2));
}

/// Squares behind which there is room to move pieces about.
#[inline(always)]
fn space(view: &View<'_>) -> BitBoard {
    let files = File::C.bitboard() | File::D.bitboard() | File::E.bitboard() | File::F.bitboard();
    let second = Rank::Second.relative_to(view.color).bitboard();
    let third = ahead(view.color, second);
    let ranks = second | third | ahead(view.color, third);
    files & ranks & !view.own(Piece::Pawn) & !view.enemies().by[Piece::Pawn as usize]
}
