//! Chess and Chess960: the rules of `cozy-chess` with all drawing rules, and the thesis' feature sets.

mod captures;
mod exchange;
mod features;
pub mod knightcap;
mod learnt;
mod notation;
pub mod positional;
mod race;
mod squares;
mod stages;
pub mod table;

pub use features::{FullBoard, HalfBoard, Layout, Material, PawnRanks, PieceSquares, Rings};
pub use knightcap::KnightCap;
pub use positional::Positional;

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_pawn_attacks, get_pawn_quiets,
};
use game::{Ending, Game, Outcome, Side};
use std::fmt;

/// The name of the variant with 960 start positions.
const CHESS960: &str = "chess960";

/// A chess position. Castling is written as the king taking its rook in Chess960 and as people do in standard chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    chess960: bool,
    drawn: Drawn,
}

/// Where a rule ends a game as a draw while there are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    /// After fifty moves without progress, and where nobody can mate.
    Laws,
    /// Only where nobody can mate.
    Dead,
    Never,
}

impl Chess {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// One of the 960 start positions, by its Scharnagl number (518 is the ordinary one).
    pub fn chess960(number: u32) -> Chess {
        Chess { board: Board::chess960_startpos(number), chess960: true, drawn: Drawn::Laws }
    }

    /// The file on which an en passant capture is legal now. Only then does it make the position another one.
    fn en_passant(&self) -> Option<File> {
        let file = self.board.en_passant()?;
        let color = self.board.side_to_move();
        let target = Square::new(file, Rank::Sixth.relative_to(color));
        let pawns = get_pawn_attacks(target, !color) & self.board.colored_pieces(color, Piece::Pawn);
        let legal = |from| self.board.is_legal(Move { from, to: target, promotion: None });
        pawns.into_iter().any(legal).then_some(file)
    }

    /// The same position, played on where a rule would end it as a draw: after fifty moves, and where nobody can mate.
    pub fn played_on(self) -> Chess {
        Chess { drawn: Drawn::Never, ..self }
    }

    /// True if no sequence of moves can mate: bare kings, one minor piece, or bishops on one colour only.
    pub fn dead(&self) -> bool {
        let board = &self.board;
        if !(board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)).is_empty() {
            return false;
        }
        let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
        match knights.len() + bishops.len() {
            0 | 1 => true,
            _ => {
                knights.is_empty()
                    && (bishops.is_subset(BitBoard::DARK_SQUARES) || bishops.is_disjoint(BitBoard::DARK_SQUARES))
            }
        }
    }
}

/// The side that plays a colour: White is the first player.
fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl Game for Chess {
    type Move = Move;
    const NAME: &'static str = "chess";
    const UNIT: Option<&'static str> = Some("pawn");
    const REPETITIONS: usize = 3;
    const SLOTS: usize = 2 * 6 * 64;
    const STAGES: &'static [&'static str] = stages::STAGES;
    const CLASSES: usize = stages::CLASSES;

    fn start() -> Chess {
        Chess { board: Board::startpos(), chess960: false, drawn: Drawn::Laws }
    }

    #[inline]
    fn side(&self) -> Side {
        side_of(self.board.side_to_move())
    }

    #[inline]
    fn over(&self) -> Option<Outcome> {
        // Mate on the hundredth ply is still mate.
        let fifty = self.board.halfmove_clock() >= 100 && (self.board.checkers().is_empty() || self.can_move());
        let drawn = match self.drawn {
            Drawn::Laws => fifty || self.dead(),
            Drawn::Dead => self.dead(),
            Drawn::Never => false,
        };
        drawn.then_some(Outcome::DRAW)
    }

    #[inline]
    fn moves(&self, mut push: impl FnMut(Move)) {
        self.board.generate_moves(|moves| {
            for mv in moves {
                push(mv);
            }
            false
        });
    }

    fn unhurried(self) -> Chess {
        Chess { drawn: Drawn::Dead, ..self }
    }

    fn stuck(&self) -> Outcome {
        if self.in_check() { Outcome::win(self.side().other()) } else { Outcome::DRAW }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.board.play_unchecked(mv);
    }

    #[inline]
    fn key(&self) -> u64 {
        match self.board.en_passant() {
            None => self.board.hash(),
            // The library's hash counts every double step; the repetition rule only those that can be captured.
            Some(_) => match self.en_passant() {
                Some(_) => self.board.hash(),
                None => self.board.hash_without_ep(),
            },
        }
    }

    fn read(text: &str) -> Result<Chess, String> {
        notation::read(text)
    }

    fn write_move(&self, mv: Move) -> String {
        notation::write_move(self, mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        notation::read_move(self, text)
    }

    fn record_move(&self, mv: Move) -> String {
        notation::record_move(self, mv)
    }

    fn variant(&self) -> Option<&'static str> {
        self.chess960.then_some(CHESS960)
    }

    fn in_variant(&self, variant: Option<&str>) -> Option<Chess> {
        let known = variant.is_none_or(|name| name == CHESS960);
        known.then(|| Chess { chess960: variant.is_some(), ..self.clone() })
    }

    fn mirrored(&self) -> Option<Chess> {
        Some(notation::mirrored(self))
    }

    fn picture(&self) -> String {
        notation::picture(self)
    }

    #[inline]
    fn noisy(&self, push: impl FnMut(Move)) {
        captures::each(&self.board, push);
    }

    fn quiet(&self, mut push: impl FnMut(Move)) {
        let board = &self.board;
        let theirs = board.colors(!board.side_to_move());
        let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
        board.generate_moves(|mut moves| {
            moves.to &= !theirs;
            if moves.piece == Piece::Pawn {
                moves.to &= !last_ranks;
                // What changes file without taking on its square takes en passant.
                moves.to &= moves.from.file().bitboard();
            }
            moves.into_iter().for_each(&mut push);
            false
        });
    }

    /// The most valuable victim by the least valuable attacker.
    #[inline]
    fn rank(&self, mv: Move) -> i32 {
        let victim = match self.board.piece_on(mv.to) {
            Some(piece) => piece as i32 + 1,
            None => i32::from(mv.promotion.is_none()),
        };
        let attacker = self.board.piece_on(mv.from).map_or(0, |piece| piece as i32);
        (victim + mv.promotion.map_or(0, |piece| piece as i32)) * 8 - attacker
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        let piece = self.board.piece_on(mv.from).map_or(0, |piece| piece as usize);
        (self.side().index() * 6 + piece) * 64 + mv.to as usize
    }

    #[inline]
    fn tag(mv: Move) -> u16 {
        1 + (mv.from as u16 | (mv.to as u16) << 6 | mv.promotion.map_or(0, |piece| piece as u16) << 12)
    }

    /// With nothing but pawns, having to move may be a misfortune.
    fn pass(&self) -> Option<Chess> {
        let board = &self.board;
        let pawns_and_king = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        if board.colors(board.side_to_move()).is_subset(pawns_and_king) {
            return None;
        }
        Some(Chess { board: board.null_move()?, chess960: self.chess960, drawn: self.drawn })
    }

    #[inline]
    fn gain(&self, mv: Move) -> i32 {
        exchange::gain(&self.board, mv)
    }

    #[inline]
    fn exchange(&self, mv: Move, least: i32) -> bool {
        exchange::wins(&self.board, mv, least)
    }

    #[inline]
    fn recaptures(&self, mv: Move, last: Move) -> bool {
        mv.to == last.to && self.board.colors(!self.board.side_to_move()).has(mv.to)
    }

    /// A pawn's safe step to its sixth or seventh rank with an empty square ahead.
    fn presses(&self, mv: Move) -> bool {
        let color = self.board.side_to_move();
        self.board.piece_on(mv.from) == Some(Piece::Pawn)
            && matches!(mv.to.rank().relative_to(color), Rank::Sixth | Rank::Seventh)
            && get_pawn_quiets(mv.to, color, self.board.occupied()) != BitBoard::EMPTY
            && self.exchange(mv, 0)
    }

    #[inline]
    fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    #[inline]
    fn can_move(&self) -> bool {
        self.board.generate_moves(|_| true)
    }

    #[inline]
    fn without_past(&self) -> Chess {
        let mut builder = BoardBuilder::from_board(&self.board);
        (builder.halfmove_clock, builder.fullmove_number) = (0, 1);
        Chess { board: builder.build().expect("counters make no position illegal"), ..self.clone() }
    }

    fn reversible(&self) -> usize {
        match self.board.halfmove_clock() {
            // The library's clock stops here, but the game may go on.
            100 if self.drawn == Drawn::Dead => usize::from(u16::MAX),
            clock => usize::from(clock),
        }
    }

    fn stage(&self) -> usize {
        stages::stage(&self.board)
    }

    fn class(&self) -> usize {
        stages::class(&self.board)
    }

    fn class_name(class: usize) -> String {
        stages::class_name(class)
    }

    #[inline]
    fn ending(&self) -> Ending {
        // A repetition needs four reversible plies, the fifty-move rule a hundred. A dead position has no pawn, rook or
        // queen, and one move removes at most two of them: a promoting pawn and its victim.
        let board = &self.board;
        let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        if board.halfmove_clock() < 3 && heavy.len() > 2 { Ending::Never } else { Ending::Draw }
    }
}

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.chess960 { write!(f, "{:#}", self.board) } else { write!(f, "{}", self.board) }
    }
}
