//! Where men go, and who attacks a square.

use haitaka::{
    BitBoard, Board, Color, Piece, Square, bishop_pseudo_attacks, get_between_rays, get_bishop_moves, get_lance_moves,
    get_rook_moves, gold_attacks, king_attacks, knight_attacks, lance_pseudo_attacks, line_ray, pawn_attacks,
    rook_pseudo_attacks, silver_attacks,
};

/// The squares that a man attacks from a square.
#[inline]
pub fn reach(piece: Piece, color: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => pawn_attacks(color, from),
        Piece::Lance => get_lance_moves(color, from, occupied),
        Piece::Knight => knight_attacks(color, from),
        Piece::Silver => silver_attacks(color, from),
        Piece::Gold | Piece::Tokin | Piece::PLance | Piece::PKnight | Piece::PSilver => gold_attacks(color, from),
        Piece::Bishop => get_bishop_moves(color, from, occupied),
        Piece::Rook => get_rook_moves(color, from, occupied),
        Piece::PBishop => get_bishop_moves(color, from, occupied) | king_attacks(color, from),
        Piece::PRook => get_rook_moves(color, from, occupied) | king_attacks(color, from),
        Piece::King => king_attacks(color, from),
    }
}

/// The men of `color` that attack a square, with these squares occupied.
pub fn attackers(board: &Board, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    let steps = gold_attacks(!color, square) & (board.pseudo_golds() | board.pieces(Piece::King))
        | silver_attacks(!color, square) & (board.pseudo_silvers() | board.pieces(Piece::King))
        | knight_attacks(!color, square) & board.pieces(Piece::Knight)
        | pawn_attacks(!color, square) & board.pieces(Piece::Pawn);
    (steps | sliders(board, color, square, occupied)) & board.colors(color)
}

/// The sliding men of `color` that attack a square along a line.
#[inline]
pub fn sliders(board: &Board, color: Color, square: Square, occupied: BitBoard) -> BitBoard {
    let mut found = BitBoard::EMPTY;
    // Few lines lead to a slider at all: that is seen without asking what is between.
    for attacker in aligned(board, color, square) {
        if get_between_rays(attacker, square).is_disjoint(occupied) {
            found |= attacker.bitboard();
        }
    }
    found
}

/// The sliding men of `color` that would attack a square if nothing were between.
#[inline]
fn aligned(board: &Board, color: Color, square: Square) -> BitBoard {
    let bishops = board.pieces(Piece::Bishop) | board.pieces(Piece::PBishop);
    let rooks = board.pieces(Piece::Rook) | board.pieces(Piece::PRook);
    (bishop_pseudo_attacks(square) & bishops
        | rook_pseudo_attacks(square) & rooks
        | lance_pseudo_attacks(!color, square) & board.pieces(Piece::Lance))
        & board.colors(color)
}

/// The men of either side that alone stand between a slider of `color` and a square.
pub fn blockers(board: &Board, color: Color, square: Square) -> BitBoard {
    let mut found = BitBoard::EMPTY;
    for attacker in aligned(board, color, square) {
        let between = get_between_rays(attacker, square) & board.occupied();
        if between.len() == 1 {
            found |= between;
        }
    }
    found
}

/// Where the men of the side to move, but for its king, may go: anywhere; in check, where they end it.
pub fn allowed(board: &Board) -> BitBoard {
    let color = board.side_to_move();
    let checkers = board.checkers();
    let squares = match checkers.len() {
        0 => BitBoard::FULL,
        1 => checkers.iter().fold(checkers, |all, checker| all | get_between_rays(board.king(color), checker)),
        _ => BitBoard::EMPTY,
    };
    squares & !board.colors(color)
}

/// The squares to which a man that may be pinned goes.
#[inline]
pub fn unpinned(board: &Board, from: Square, to: BitBoard) -> BitBoard {
    if board.pinned().has(from) { to & line_ray(board.king(board.side_to_move()), from) } else { to }
}

/// True if the king of the side to move may step to a square.
pub fn safe(board: &Board, to: Square) -> bool {
    let color = board.side_to_move();
    let occupied = board.occupied() & !board.king(color).bitboard() | to.bitboard();
    (attackers(board, !color, to, occupied) & !to.bitboard()).is_empty()
}
