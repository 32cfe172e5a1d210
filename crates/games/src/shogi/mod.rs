//! Shogi on `haitaka`'s board, with two of its faults mended: pawn drops that mate, and passing.

mod drops;
mod features;
mod notation;

pub use features::Material;

use game::{Game, Outcome, Side};
use haitaka::{BitBoard, Board, Color, Move, Piece, PieceMoves, prom_zone};
use std::fmt;

/// A shogi position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shogi {
    board: Board,
    /// Plies since the game, or the text that was read, began: as many positions may come again, for drops undo captures.
    plies: u16,
}

impl Shogi {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Points of the declaration rule: big pieces five, others one, of those in the camp and in hand.
    fn points(&self, color: Color) -> (u32, u32) {
        let board = &self.board;
        let camp = board.colors(color) & prom_zone(color);
        let men = camp & !board.pieces(Piece::King);
        let big = board.pieces(Piece::Rook)
            | board.pieces(Piece::Bishop)
            | board.pieces(Piece::PRook)
            | board.pieces(Piece::PBishop);
        let hand = board.hand(color);
        let in_hand: u32 = hand.iter().map(|count| u32::from(*count)).sum();
        let big_in_hand = u32::from(hand[Piece::Rook as usize]) + u32::from(hand[Piece::Bishop as usize]);
        (men.len() + 4 * (men & big).len() + in_hand + 4 * big_in_hand, men.len())
    }
}

/// Reference values in hundredths of a pawn, for the order of moves only: YSS's (thesis, table C.3).
fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Lance => 430,
        Piece::Knight => 450,
        Piece::Silver => 640,
        Piece::Gold => 690,
        Piece::Bishop => 890,
        Piece::Rook => 1040,
        Piece::Tokin => 420,
        Piece::PLance => 630,
        Piece::PKnight => 640,
        Piece::PSilver => 670,
        Piece::PBishop => 1150,
        Piece::PRook => 1300,
        Piece::King => 10_000,
    }
}

/// The first player is called Black.
pub(crate) fn side_of(color: Color) -> Side {
    if color == Color::Black { Side::First } else { Side::Second }
}

impl Game for Shogi {
    type Move = Move;
    const NAME: &'static str = "shogi";
    const UNIT: Option<&'static str> = Some("pawn");
    const REPETITIONS: usize = 4;
    const SLOTS: usize = 2 * 14 * 2 * 81;

    fn start() -> Shogi {
        Shogi { board: Board::startpos(), plies: 0 }
    }

    #[inline]
    fn side(&self) -> Side {
        side_of(self.board.side_to_move())
    }

    #[inline]
    fn over(&self) -> Option<Outcome> {
        None
    }

    fn moves(&self, mut push: impl FnMut(Move)) {
        self.board.generate_board_moves(|moves| {
            moves.into_iter().for_each(&mut push);
            false
        });
        drops::each(&self.board, push);
    }

    fn stuck(&self) -> Outcome {
        Outcome::win(self.side().other())
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
        self.plies = self.plies.saturating_add(1);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.hash()
    }

    fn read(text: &str) -> Result<Shogi, String> {
        notation::read(text)
    }

    fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }

    /// Captures and promotions.
    fn noisy(&self, mut push: impl FnMut(Move)) {
        let board = &self.board;
        let theirs = board.colors(!board.side_to_move());
        let camp = prom_zone(board.side_to_move());
        board.generate_board_moves(|moves| {
            if let PieceMoves::BoardMoves { from, to, piece, .. } = moves {
                let may = piece.is_promotable() && (camp.has(from) || !(to & camp).is_empty());
                if may || !(to & theirs).is_empty() {
                    moves.into_iter().filter(|mv| mv.is_promotion() || theirs.has(mv.to())).for_each(&mut push);
                }
            }
            false
        });
    }

    fn quiet(&self, mut push: impl FnMut(Move)) {
        let board = &self.board;
        let theirs = board.colors(!board.side_to_move());
        board.generate_board_moves(|moves| {
            moves.into_iter().filter(|mv| !mv.is_promotion() && !theirs.has(mv.to())).for_each(&mut push);
            false
        });
        drops::each(board, push);
    }

    /// The most valuable victim by the least valuable attacker.
    #[inline]
    fn rank(&self, mv: Move) -> i32 {
        let attacker = mv.from().and_then(|from| self.board.piece_on(from)).map_or(0, worth);
        self.gain(mv) * 16 - attacker
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        let Move::BoardMove { from, to, promotion } = mv else { return 0 };
        let taken = self.board.piece_on(to).map_or(0, |victim| worth(victim) + worth(victim.unpromote()));
        let promoted =
            if promotion { self.board.piece_on(from).map_or(0, |man| worth(man.promote()) - worth(man)) } else { 0 };
        taken + promoted
    }

    #[inline]
    fn recaptures(&self, mv: Move, last: Move) -> bool {
        mv.to() == last.to() && mv.is_board_move() && self.board.piece_on(mv.to()).is_some()
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        let (piece, drop) = match mv {
            Move::Drop { piece, .. } => (piece, 1),
            Move::BoardMove { from, .. } => (self.board.piece_on(from).unwrap_or(Piece::Pawn), 0),
        };
        ((self.side().index() * 14 + piece as usize) * 2 + drop) * 81 + mv.to() as usize
    }

    fn pass(&self) -> Option<Shogi> {
        // Nothing that a pass leads to has been on the board.
        drops::passed(&self.board).map(|board| Shogi { board, plies: 0 })
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    fn can_move(&self) -> bool {
        self.board.generate_board_moves(|_| true) || {
            let mut any = false;
            drops::each(&self.board, |_| any = true);
            any
        }
    }

    /// True if the side to move may declare that it has won: the king and ten others in the enemy's camp, no check, and enough
    /// points (the 27-point rule).
    fn may_declare(&self) -> bool {
        let color = self.board.side_to_move();
        let needed = if color == Color::Black { 28 } else { 27 };
        let king_there = !(self.board.colored_pieces(color, Piece::King) & prom_zone(color)).is_empty();
        if !king_there || !self.board.checkers().is_empty() {
            return false;
        }
        let (points, men) = self.points(color);
        men >= 10 && points >= needed
    }

    /// A draw, unless one side has given check with all its moves since the position first occurred: then it loses.
    fn repetition(line: &[Shogi]) -> Outcome {
        let Some((last, earlier)) = line.split_last() else { return Outcome::DRAW };
        let first = earlier.iter().position(|position| position.key() == last.key()).unwrap_or(0);
        let checked = |side: Side| {
            let mut turns = line[first..].iter().filter(|position| position.side() == side).peekable();
            turns.peek().is_some() && turns.all(Shogi::in_check)
        };
        match [Side::First, Side::Second].map(checked) {
            [true, false] => Outcome::win(Side::First),
            [false, true] => Outcome::win(Side::Second),
            _ => Outcome::DRAW,
        }
    }

    fn reversible(&self) -> usize {
        usize::from(self.plies)
    }

    fn without_past(&self) -> Shogi {
        let mut board = self.board.clone();
        board.set_move_number(1);
        Shogi { board, plies: 0 }
    }

    fn mirrored(&self) -> Option<Shogi> {
        Some(notation::mirrored(self))
    }
}

impl fmt::Display for Shogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board)
    }
}

/// A bitboard of the files on which a side may drop a pawn.
fn free_files(board: &Board, color: Color) -> BitBoard {
    let mut free = BitBoard::FULL;
    for square in board.colored_pieces(color, Piece::Pawn) {
        free &= !square.file().bitboard();
    }
    free
}
