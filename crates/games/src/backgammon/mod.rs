//! Backgammon: rules, notation, formats and a plain evaluator. The dice are moves of chance, a whole turn is one move.

mod board;
pub mod drawing;
mod features;
mod fibs;
mod handmade;
mod ids;
mod inputs;
pub mod mat;
mod notation;
mod picture;
mod plays;
pub mod pubeval;
mod records;
mod roll;
mod turns;

pub use board::{BAR, Board, MEN, Men, OFF};
pub use features::Points;
pub use inputs::{Inputs, Reading};
pub use plays::{Play, Step};
pub use roll::Roll;

use game::{Game, Outcome, RecordForm, Side};
use std::fmt;

/// The networks that the program ships, as a safetensors file.
pub const LEARNT: &[u8] = include_bytes!("learnt.safetensors");

/// A roll of the dice, or what a side plays with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// What the dice show.
    Roll(Roll),
    /// A whole turn.
    Play(Play),
}

/// A position: the men, whose turn it is, and the roll if it was thrown.
///
/// `First` begins, with a roll that is no double (each side has thrown one die). Later in the game the starting position with
/// nothing thrown cannot come back in practice, so the position alone tells the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backgammon {
    /// Seen by the side whose turn it is.
    board: Board,
    side: Side,
    roll: Option<Roll>,
}

impl Backgammon {
    /// A position, with a board seen by `side`. The error says what is impossible about it.
    pub fn new(board: Board, side: Side, roll: Option<Roll>) -> Result<Backgammon, String> {
        let met = board.own.occupied() & board::turned(board.other.occupied());
        if met != 0 {
            return Err(format!("both sides have men on point {}", met.trailing_zeros()));
        }
        match board.points() {
            Some(_) if board.own.off() == board.other.off() => Err("nobody has men left".to_string()),
            Some(_) if roll.is_some() => Err("the game is over, so nothing can have been rolled".to_string()),
            _ => Ok(Backgammon { board, side, roll }),
        }
    }

    /// The men as the side whose turn it is sees them.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The men of a side.
    #[inline]
    pub fn men(&self, side: Side) -> Men {
        if side == self.side { self.board.own } else { self.board.other }
    }

    /// What was thrown; `None` before the throw.
    #[inline]
    pub fn roll(&self) -> Option<Roll> {
        self.roll
    }

    /// The rolls that may come next.
    fn rolls(&self) -> &'static [Roll] {
        if self.board == Board::START { &Roll::ALL[..Roll::OPENING] } else { &Roll::ALL }
    }
}

impl Game for Backgammon {
    type Move = Move;
    const NAME: &'static str = "backgammon";
    const UNIT: Option<&'static str> = Some("point");
    const LONGEST: usize = 4000;
    const RECORDS: &'static [RecordForm] = records::FORMS;

    fn start() -> Backgammon {
        Backgammon { board: Board::START, side: Side::First, roll: None }
    }

    fn side(&self) -> Side {
        self.side
    }

    fn over(&self) -> Option<Outcome> {
        self.board.points().map(|points| Outcome(self.side.view(i32::from(points)) as i8))
    }

    /// Every roll; or one play for each different position that can be reached, or the pass if there is none.
    fn moves(&self, mut push: impl FnMut(Move)) {
        if let Some(roll) = self.roll {
            if !plays::each(&self.board, roll, |play, _, _| push(Move::Play(play))) {
                push(Move::Play(Play::PASS));
            }
        } else if self.board.points().is_none() {
            self.rolls().iter().for_each(|roll| push(Move::Roll(*roll)));
        }
    }

    fn play(&mut self, mv: Move) {
        match mv {
            Move::Roll(roll) => self.roll = Some(roll),
            Move::Play(play) => {
                let board = self.board.after(play).swapped();
                *self = Backgammon { board, side: self.side.other(), roll: None };
            }
        }
    }

    fn chance(&self) -> bool {
        self.roll.is_none()
    }

    fn probability(&self, roll: Move) -> f64 {
        let Move::Roll(roll) = roll else { return 1.0 };
        let all: u8 = self.rolls().iter().map(|roll| roll.weight()).sum();
        f64::from(roll.weight()) / f64::from(all)
    }

    fn key(&self) -> u64 {
        let roll = self.roll.map_or(0, |roll| u64::from(roll.high() << 3 | roll.low()));
        let [own, other] = [self.board.own.bits(), self.board.other.bits()];
        let words = [own as u64, (own >> 64) as u64, other as u64, (other >> 64) as u64];
        // Every step loses nothing of what it adds, and spreads it over all bits.
        let spread = |word: u64| {
            let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
        };
        words.iter().fold(spread(roll << 1 | self.side.index() as u64), |key, word| spread(key ^ word))
    }

    fn mirrored(&self) -> Option<Backgammon> {
        Some(Backgammon { side: self.side.other(), ..*self })
    }

    /// Reads what [`fmt::Display`] writes, GNU Backgammon's `POSITION:MATCH`, `XGID=...`, and the board line of FIBS.
    fn read(text: &str) -> Result<Backgammon, String> {
        if text.starts_with("board:") { fibs::read(text) } else { ids::read(text) }
    }

    /// `gnu`, `xgid` or `fibs`.
    fn in_format(&self, name: &str) -> Option<String> {
        match name {
            "gnu" => Some(self.gnu_id()),
            "xgid" => Some(self.xgid()),
            "fibs" => Some(fibs::write(self)),
            _ => None,
        }
    }

    /// A roll as `31`, a play as `8/5 6/5`.
    fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::Roll(roll) => roll.to_string(),
            Move::Play(play) => notation::write(&self.board, play),
        }
    }

    /// A roll as `3-1`, a play as `8/5,6/5`: nothing that is a number, a result or a comment in a game record.
    fn move_word(&self, mv: Move) -> String {
        match mv {
            Move::Roll(roll) => format!("{}-{}", roll.high(), roll.low()),
            Move::Play(play) => notation::word(&self.board, play),
        }
    }

    fn record_move(&self, mv: Move) -> String {
        self.move_word(mv)
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        match self.roll {
            Some(roll) => notation::read(&self.board, roll, text).map(Move::Play),
            None if self.over().is_some() => Err("the game is over".to_string()),
            None => {
                let roll = Roll::read(text)?;
                let may = self.rolls().contains(&roll);
                may.then_some(Move::Roll(roll)).ok_or_else(|| format!("a game does not begin with a double, {roll}"))
            }
        }
    }

    fn picture(&self) -> String {
        picture::draw(self)
    }
}

/// GNU Backgammon's position ID, seen by the side whose turn it is; then, after a colon, `o` if that is the second player, and the
/// roll if there is one: `4HPwATDgc/ABMA`, `4HPwATDgc/ABMA:31`, `4HPwATDgc/ABMA:o31`.
impl fmt::Display for Backgammon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position_id())?;
        let (colon, side) = match (self.side, self.roll) {
            (Side::First, None) => ("", ""),
            (Side::First, Some(_)) => (":", ""),
            (Side::Second, _) => (":", "o"),
        };
        write!(f, "{colon}{side}{}", self.roll.map_or(String::new(), |roll| roll.to_string()))
    }
}
