//! Shogi on `haitaka`'s board, with two of its faults mended: pawn drops that mate, and passing.

mod drops;
mod exchange;
mod features;
mod learnt;
mod lines;
mod notation;
mod records;
mod sharp;

pub use features::{HANDS, KINGS, MATERIAL, Men, SQUARES};

use game::{Ending, Game, Outcome, RecordForm, Side};
use haitaka::{BitBoard, Board, Color, Move, Piece, PieceMoves, Square, prom_zone};
use std::fmt;

/// A shogi position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shogi {
    board: Board,
    /// The men by square, which the board would have to look for.
    men: [Option<Piece>; Square::NUM],
    /// Plies since the game, or the text that was read, began: as many positions may come again, for drops undo captures.
    plies: u16,
}

impl Shogi {
    fn new(board: Board) -> Shogi {
        let men = Square::ALL.map(|square| board.piece_on(square));
        Shogi { board, men, plies: 0 }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The man on a square.
    #[inline]
    pub fn on(&self, square: Square) -> Option<Piece> {
        self.men[square as usize]
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

/// Reference values in hundredths of a point: YSS's (thesis, table C.3).
fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 48,
        Piece::Lance => 207,
        Piece::Knight => 216,
        Piece::Silver => 308,
        Piece::Gold => 332,
        Piece::Bishop => 428,
        Piece::Rook => 500,
        Piece::Tokin => 202,
        Piece::PLance => 303,
        Piece::PKnight => 308,
        Piece::PSilver => 322,
        Piece::PBishop => 553,
        Piece::PRook => 625,
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
    const UNIT: Option<&'static str> = Some("point");
    /// A rook is five points.
    const MEASURE: (usize, f64) = (features::ROOK, 5.0);
    const REPETITIONS: usize = 4;
    const PERPETUAL: bool = true;
    const SUDDEN: bool = true;
    const LONGEST: usize = 600;
    const RECORDS: &'static [RecordForm] = records::FORMS;
    /// By side, man on the board or in hand, and target.
    const SLOTS: usize = 2 * (14 + 7) * 81;

    fn start() -> Shogi {
        Shogi::new(Board::startpos())
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
        self.men[mv.to() as usize] = match mv {
            Move::Drop { piece, .. } => Some(piece),
            Move::BoardMove { from, promotion, .. } => {
                let man = self.men[from as usize].take();
                if promotion { man.map(Piece::promote) } else { man }
            }
        };
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
    #[inline]
    fn noisy(&self, push: impl FnMut(Move)) {
        sharp::noisy(&self.board, push);
    }

    fn quiet(&self, mut push: impl FnMut(Move)) {
        let board = &self.board;
        let theirs = board.colors(!board.side_to_move());
        board.generate_board_moves(|mut moves| {
            if let PieceMoves::BoardMoves { to, .. } = &mut moves {
                *to &= !theirs;
            }
            moves.into_iter().filter(|mv| !mv.is_promotion()).for_each(&mut push);
            false
        });
        drops::each(board, push);
    }

    fn quiet_checks(&self, push: impl FnMut(Move)) {
        sharp::quiet_checks(&self.board, push);
    }

    #[inline]
    fn may_mate(&self, mv: Move) -> bool {
        let piece = match mv {
            Move::Drop { piece, .. } => Some(piece),
            Move::BoardMove { from, .. } => self.on(from),
        };
        piece.is_some_and(|piece| sharp::may_check(&self.board, piece, mv))
    }

    /// The most valuable victim by the least valuable attacker.
    #[inline]
    fn rank(&self, mv: Move) -> i32 {
        let attacker = mv.from().and_then(|from| self.on(from)).map_or(0, worth);
        1000 + self.gain(mv) - attacker / 16
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        exchange::gain(self, mv)
    }

    fn exchange(&self, mv: Move, least: i32) -> bool {
        exchange::wins(self, mv, least)
    }

    #[inline]
    fn recaptures(&self, mv: Move, last: Move) -> bool {
        mv.to() == last.to() && mv.is_board_move() && self.on(mv.to()).is_some()
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        let man = match mv {
            Move::Drop { piece, .. } => 14 + piece as usize,
            Move::BoardMove { from, .. } => self.on(from).map_or(0, |piece| piece as usize),
        };
        (self.side().index() * 21 + man) * 81 + mv.to() as usize
    }

    fn pass(&self) -> Option<Shogi> {
        // Nothing that a pass leads to has been on the board.
        drops::passed(&self.board).map(|board| Shogi { board, men: self.men, plies: 0 })
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

    #[inline]
    fn ending(&self) -> Ending {
        match self.plies {
            0..3 => Ending::Never,
            // Who evades a check may complete a perpetual one, and has won.
            12.. if self.in_check() => Ending::Any,
            _ => Ending::Draw,
        }
    }

    fn without_past(&self) -> Shogi {
        let mut board = self.board.clone();
        board.set_move_number(1);
        Shogi { board, men: self.men, plies: 0 }
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
