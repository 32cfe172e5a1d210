//! The noisy moves of chess: captures and promotions, generated directly because quiescence searches ask for nothing else.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

/// Pushes every legal capture (en passant too) and every legal promotion. Cheap attackers come first, so that of captures of
/// equal victims the least risky one is tried first.
#[inline]
pub fn each(board: &Board, mut push: impl FnMut(Move)) {
    if board.checkers().is_empty() { free(board, push) } else { in_check(board, &mut push) }
}

/// Out of check only the king's safety and the pins need care, so targets can be looked up piece by piece.
#[inline]
fn free(board: &Board, mut push: impl FnMut(Move)) {
    let color = board.side_to_move();
    let (own, theirs, occupied) = (board.colors(color), board.colors(!color), board.occupied());
    let (king, pinned) = (board.king(color), board.pinned());
    let mut go = |from: Square, mut to: BitBoard| {
        if pinned.has(from) {
            to &= get_line_rays(king, from);
        }
        for to in to {
            push(Move { from, to, promotion: None });
        }
    };
    let seventh = Rank::Seventh.relative_to(color).bitboard();
    let pawns = own & board.pieces(Piece::Pawn);
    for from in pawns & !seventh {
        go(from, get_pawn_attacks(from, color) & theirs);
    }
    for from in own & board.pieces(Piece::Knight) {
        go(from, get_knight_moves(from) & theirs);
    }
    for from in own & board.pieces(Piece::Bishop) {
        go(from, get_bishop_moves(from, occupied) & theirs);
    }
    for from in own & board.pieces(Piece::Rook) {
        go(from, get_rook_moves(from, occupied) & theirs);
    }
    for from in own & board.pieces(Piece::Queen) {
        go(from, (get_bishop_moves(from, occupied) | get_rook_moves(from, occupied)) & theirs);
    }
    for from in pawns & seventh {
        let mut to = (get_pawn_attacks(from, color) & theirs) | get_pawn_quiets(from, color, occupied);
        if pinned.has(from) {
            to &= get_line_rays(king, from);
        }
        promote(from, to, &mut push);
    }
    for to in get_king_moves(king) & theirs {
        if !attacked(board, to, occupied ^ king.bitboard(), color) {
            push(Move { from: king, to, promotion: None });
        }
    }
    en_passant(board, color, &mut push);
}

/// In check the library knows which captures help; that is rare enough to filter its moves.
#[cold]
fn in_check(board: &Board, push: &mut impl FnMut(Move)) {
    let color = board.side_to_move();
    let theirs = board.colors(!color);
    let eighth = Rank::Eighth.relative_to(color).bitboard();
    board.generate_moves(|mut moves| {
        if moves.piece == Piece::Pawn {
            moves.to &= theirs | eighth | !moves.from.file().bitboard();
        } else {
            moves.to &= theirs;
        }
        moves.into_iter().for_each(&mut *push);
        false
    });
}

fn promote(from: Square, to: BitBoard, push: &mut impl FnMut(Move)) {
    for to in to {
        for piece in [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight] {
            push(Move { from, to, promotion: Some(piece) });
        }
    }
}

fn en_passant(board: &Board, color: Color, push: &mut impl FnMut(Move)) {
    let Some(file) = board.en_passant() else { return };
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    for from in get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn) {
        let mv = Move { from, to, promotion: None };
        if board.is_legal(mv) {
            push(mv);
        }
    }
}

/// True if a piece of the other side attacks `square` when `occupied` is on the board.
fn attacked(board: &Board, square: Square, occupied: BitBoard, color: Color) -> bool {
    let theirs = board.colors(!color);
    let queens = board.pieces(Piece::Queen);
    let by = |squares: BitBoard, pieces: BitBoard| !(squares & pieces & theirs).is_empty();
    by(get_pawn_attacks(square, color), board.pieces(Piece::Pawn))
        || by(get_knight_moves(square), board.pieces(Piece::Knight))
        || by(get_king_moves(square), board.pieces(Piece::King))
        || by(get_bishop_moves(square, occupied), board.pieces(Piece::Bishop) | queens)
        || by(get_rook_moves(square, occupied), board.pieces(Piece::Rook) | queens)
}
