//! What a capture and the exchanges after it win, at fixed reference values.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// Reference values in hundredths of a pawn, by piece. They order moves and bound exchanges; no evaluation uses them.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

fn value(piece: Option<Piece>) -> i32 {
    piece.map_or(0, |piece| VALUES[piece as usize])
}

/// True if `mv` takes a pawn in passing.
fn in_passing(board: &Board, mv: Move) -> bool {
    board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file() && board.piece_on(mv.to).is_none()
}

/// The piece on the target, or what a pawn becomes.
#[inline]
pub fn gain(board: &Board, mv: Move) -> i32 {
    let taken = match board.color_on(mv.to) {
        // Castling is written as the king taking its own rook.
        Some(color) if color == board.side_to_move() => 0,
        Some(_) => value(board.piece_on(mv.to)),
        None if in_passing(board, mv) => VALUES[0],
        None => 0,
    };
    taken + mv.promotion.map_or(0, |piece| VALUES[piece as usize] - VALUES[0])
}

/// True if the side to move wins at least `least` when both sides take on the target with their cheapest piece first and
/// stop when they like. Pins are not seen.
pub fn wins(board: &Board, mv: Move, least: i32) -> bool {
    let mut balance = gain(board, mv) - least;
    if balance < 0 {
        return false;
    }
    let mover = mv.promotion.or(board.piece_on(mv.from));
    balance -= value(mover);
    if balance >= 0 {
        return true;
    }
    let target = mv.to;
    let mut occupied = (board.occupied() & !mv.from.bitboard()) | target.bitboard();
    if in_passing(board, mv) {
        occupied &= !Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers(board, target, occupied);
    let mut side = !board.side_to_move();
    // `balance` is what the side that has just taken would be left with if its piece were lost.
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        if own.is_empty() {
            break;
        }
        let cheapest = Piece::ALL.into_iter().find(|piece| !(own & board.pieces(*piece)).is_empty());
        let Some(piece) = cheapest else { break };
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            // The king may not take what is defended.
            break;
        }
        let from = (own & board.pieces(piece)).next_square().unwrap_or(target);
        occupied &= !from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(target, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(target, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - VALUES[piece as usize];
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot go on has lost the argument.
    side != board.side_to_move()
}

/// The men of both sides that attack a square.
pub fn attackers(board: &Board, target: Square, occupied: BitBoard) -> BitBoard {
    let pawns = board.pieces(Piece::Pawn);
    let queens = board.pieces(Piece::Queen);
    (get_pawn_attacks(target, Color::White) & pawns & board.colors(Color::Black))
        | (get_pawn_attacks(target, Color::Black) & pawns & board.colors(Color::White))
        | (get_knight_moves(target) & board.pieces(Piece::Knight))
        | (get_king_moves(target) & board.pieces(Piece::King))
        | (get_bishop_moves(target, occupied) & (board.pieces(Piece::Bishop) | queens))
        | (get_rook_moves(target, occupied) & (board.pieces(Piece::Rook) | queens))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Chess;
    use game::{Dice, Game};

    /// The whole tree of captures on the square, each with the cheapest piece: what [`wins`] computes in one pass.
    fn swap(board: &Board, mv: Move) -> i32 {
        let won = gain(board, mv);
        let mut occupied = board.clone();
        occupied.play_unchecked(mv);
        won - best_reply(&occupied, mv.to)
    }

    fn best_reply(board: &Board, target: Square) -> i32 {
        let mut moves = Vec::new();
        board.generate_moves(|list| {
            moves.extend(list.into_iter().filter(|mv| mv.to == target && !in_passing(board, *mv)));
            false
        });
        moves.retain(|mv| mv.promotion.is_none_or(|piece| piece == Piece::Queen));
        let cheapest = moves.into_iter().min_by_key(|mv| value(board.piece_on(mv.from)));
        cheapest.map_or(0, |mv| swap(board, mv).max(0))
    }

    #[test]
    fn known_exchanges() {
        for (fen, mv, worth) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ] {
            let chess = Chess::read(fen).unwrap();
            let mv = chess.read_move(mv).unwrap();
            assert!(wins(chess.board(), mv, worth), "{fen} wins {worth}");
            assert!(!wins(chess.board(), mv, worth + 1), "{fen} wins more than {worth}");
        }
    }

    #[test]
    fn agrees_with_playing_the_exchange_out() {
        let (mut dice, mut compared, mut differ) = (Dice::new(5, 5), 0, 0);
        for _ in 0..400 {
            let mut chess = Chess::start();
            for _ in 0..dice.below(80) {
                let list = chess.move_list();
                if list.is_empty() {
                    break;
                }
                chess.play(list[dice.below(list.len())]);
            }
            // Pins and promotions on the last rank are beyond the fast way.
            let mut list = Vec::new();
            chess.noisy(|mv| list.push(mv));
            list.retain(|mv| mv.promotion.is_none());
            for mv in list {
                let worth = swap(chess.board(), mv);
                compared += 1;
                differ += u32::from(!wins(chess.board(), mv, worth) || wins(chess.board(), mv, worth + 1));
            }
        }
        assert!(compared > 500 && differ * 20 < compared, "{differ} of {compared} exchanges differ");
    }
}
