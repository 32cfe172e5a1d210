//! The trait that a game implements: its rules, its notation, and a few hints for the search.

use crate::{Outcome, RecordForm, Side};
use std::fmt::{Debug, Display};
use std::hash::{Hash, Hasher};

/// A message lists so many legal moves at most.
const TOLD: usize = 100;

/// What happens next in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// This side chooses a move.
    Turn(Side),
    /// The moves are rolls: chance picks one.
    Chance,
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How the *next* move may end the game by a rule that [`Game::over`] tests, or lead to a position that has occurred before
/// (which a search counts as a draw).
///
/// The search uses it to skip moves whose static value cannot matter, which is sound only if the move cannot end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It cannot.
    Never,
    /// Only by a draw.
    Draw,
    /// In any way. Always a correct answer.
    Any,
}

/// A position of a game and the rules to go on from there.
///
/// Positions are copied, never undone. `Display` writes the position in the notation that [`Game::read`] understands.
/// The required methods are the rules; the others are notation with correct defaults and hints that make searches faster.
pub trait Game: Clone + Display + Send + Sync + 'static {
    /// A move, or a roll where chance decides.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The name in commands and files, in lower case.
    const NAME: &'static str;
    /// What people measure values by: a pawn in chess.
    const UNIT: Option<&'static str> = None;
    /// The feature that tells how large the unit is, and how many units it is worth.
    const MEASURE: (usize, f64) = (0, 1.0);
    /// False for a process without decisions, such as a random walk: then every position is learnt from.
    const CHOICES: bool = true;
    /// The number of times that a position may occur before the game ends by repetition; 0: repetition is no rule.
    const REPETITIONS: usize = 0;
    /// True if a side that repeats positions by giving check all the time loses: [`Game::repetition`] says so, too.
    const PERPETUAL: bool = false;
    /// True if mates often hide among quiet moves, as where men are dropped. Where a search gives up quiet moves, it looks for
    /// those that mate at once, with [`Game::quiet_checks`].
    const SUDDEN: bool = false;
    /// Games of more plies than this are given up, unless told otherwise.
    const LONGEST: usize = 400;
    /// The number of history slots for move ordering ([`Game::slot`]); 0 switches history ordering off.
    const SLOTS: usize = 0;
    /// The names of the game's stages: each may have weights of its own.
    const STAGES: &'static [&'static str] = &["game"];
    /// The number of classes of positions: each may have weights of its own.
    const CLASSES: usize = 1;
    /// The forms of game records that people use for this game besides PGN.
    const RECORDS: &'static [RecordForm] = &[];

    /// The position in which games start.
    fn start() -> Self;

    /// The side to move; where chance decides, the side whose turn it is to roll.
    fn side(&self) -> Side;

    /// How the game has ended by what is on the board, without looking at the legal moves or at earlier positions.
    fn over(&self) -> Option<Outcome>;

    /// Pushes every legal move, or every roll at a chance position. After a win on the board there is none; in a position
    /// that is merely drawn by a rule there may be some, and nobody plays them.
    fn moves(&self, push: impl FnMut(Self::Move));

    /// The same position in a game that no number of moves without progress ends.
    fn unhurried(self) -> Self {
        self
    }

    /// The result for a side that has no legal move.
    fn stuck(&self) -> Outcome {
        Outcome::DRAW
    }

    /// Plays a legal move.
    fn play(&mut self, mv: Self::Move);

    /// A key that is equal for positions that are equal under the repetition rule, and else (in practice) different; well
    /// spread over all 64 bits.
    fn key(&self) -> u64;

    /// Reads a position. The error says what was expected.
    fn read(text: &str) -> Result<Self, String>;

    /// Writes a legal move as people do.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a legal move.
    fn read_move(&self, text: &str) -> Result<Self::Move, String> {
        let list = self.move_list();
        match list.iter().find(|mv| self.write_move(**mv) == text) {
            Some(mv) => Ok(*mv),
            None => {
                let legal: Vec<String> = list.iter().take(TOLD).map(|mv| self.write_move(*mv)).collect();
                let more = match list.len().saturating_sub(TOLD) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                Err(format!("'{text}' is no legal move here; legal moves: {}{more}", legal.join(" ")))
            }
        }
    }

    /// Writes a legal move as game records do: `Nf3` in chess.
    fn record_move(&self, mv: Self::Move) -> String {
        self.write_move(mv)
    }

    /// Writes a legal move as one word, for lists of moves with spaces between. [`Game::read_move`] understands it.
    fn move_word(&self, mv: Self::Move) -> String {
        self.write_move(mv)
    }

    /// The position in another notation, by the name of that notation; `None` if the game does not know it.
    fn in_format(&self, _name: &str) -> Option<String> {
        None
    }

    /// The variant of the game that this position belongs to, if it is not the ordinary one: `chess960`.
    fn variant(&self) -> Option<&'static str> {
        None
    }

    /// The same position in a variant, or in the ordinary game; `None` if there is no such variant.
    fn in_variant(&self, variant: Option<&str>) -> Option<Self> {
        variant.is_none().then(|| self.clone())
    }

    /// True where the next move is a roll.
    fn chance(&self) -> bool {
        false
    }

    /// The probability of a roll at a chance position.
    fn probability(&self, _roll: Self::Move) -> f64 {
        1.0
    }

    /// The same position with the colours exchanged, where the game has such a symmetry.
    fn mirrored(&self) -> Option<Self> {
        None
    }

    /// A drawing of the position for a terminal.
    fn picture(&self) -> String {
        self.to_string()
    }

    /// Pushes the moves that a quiescence search looks at: captures and promotions in chess.
    fn noisy(&self, _push: impl FnMut(Self::Move)) {}

    /// Pushes the legal moves that [`Game::noisy`] does not.
    fn quiet(&self, push: impl FnMut(Self::Move)) {
        self.moves(push);
    }

    /// Pushes at least those quiet moves that may leave the opponent in check without a move.
    fn quiet_checks(&self, push: impl FnMut(Self::Move)) {
        self.quiet(push);
    }

    /// False only if a move cannot leave the opponent in check without a move.
    fn may_mate(&self, _mv: Self::Move) -> bool {
        true
    }

    /// The order in which noisy moves are tried, highest first: from 0 to 32,767.
    fn rank(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// The slot of a quiet move in the history table, below [`Game::SLOTS`].
    fn slot(&self, _mv: Self::Move) -> usize {
        0
    }

    /// A number that tells the moves of a position apart, and is never 0: hash tables remember moves by it. Two moves with
    /// the same tag cost speed, never correctness.
    fn tag(mv: Self::Move) -> u16 {
        let mut hasher = Tagger(0);
        mv.hash(&mut hasher);
        hasher.finish() as u16
    }

    /// The position after the side to move has passed, where a search may assume that any move is better than passing.
    fn pass(&self) -> Option<Self> {
        None
    }

    /// What a noisy move wins at once, in hundredths of the game's unit at fixed reference values.
    fn gain(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// True if a move, with all exchanges on its square, wins at least `least`, in the units of [`Game::gain`].
    fn exchange(&self, mv: Self::Move, least: i32) -> bool {
        self.gain(mv) >= least
    }

    /// True if a move takes what has just moved or taken by `last`.
    fn recaptures(&self, _mv: Self::Move, _last: Self::Move) -> bool {
        false
    }

    /// True if a quiet move comes close to deciding the game, like a pawn's step to the last ranks but one.
    fn presses(&self, _mv: Self::Move) -> bool {
        false
    }

    /// True if the side to move is in check.
    fn in_check(&self) -> bool {
        false
    }

    /// The stage of the game, an index of [`Game::STAGES`].
    fn stage(&self) -> usize {
        0
    }

    /// The class of the position, below [`Game::CLASSES`].
    fn class(&self) -> usize {
        0
    }

    /// What people call a class.
    fn class_name(class: usize) -> String {
        format!("class {}", class + 1)
    }

    /// The result when the last position of `line` has occurred [`Game::REPETITIONS`] times.
    fn repetition(_line: &[Self]) -> Outcome {
        Outcome::DRAW
    }

    /// True if the side to move may end the game here by declaring that it has won.
    fn may_declare(&self) -> bool {
        false
    }

    /// How many plies back an equal position may lie: moves since the last irreversible one.
    fn reversible(&self) -> usize {
        0
    }

    /// The same position as if no game had led to it: counters of moves begin anew, the key stays.
    fn without_past(&self) -> Self {
        self.clone()
    }

    /// How the next move may end the game.
    fn ending(&self) -> Ending {
        Ending::Any
    }

    /// True if there is a legal move. Games that can answer without listing them all should.
    fn can_move(&self) -> bool {
        let mut any = false;
        self.moves(|_| any = true);
        any
    }

    /// All legal moves.
    fn move_list(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        if self.over().is_none() {
            self.moves(|mv| list.push(mv));
        }
        list
    }

    /// What happens next, and the legal moves in `list`. Repetition is not seen here: see [`crate::repeats`].
    fn status(&self, list: &mut Vec<Self::Move>) -> Status {
        list.clear();
        if let Some(outcome) = self.over() {
            return Status::Over(outcome);
        }
        self.moves(|mv| list.push(mv));
        if list.is_empty() {
            Status::Over(self.stuck())
        } else if self.chance() {
            Status::Chance
        } else {
            Status::Turn(self.side())
        }
    }

    /// The position after a move.
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }
}

/// Spreads what a move hashes over the bits that [`Game::tag`] takes.
struct Tagger(u64);

impl Hasher for Tagger {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Never 0 in its lower bits.
    fn finish(&self) -> u64 {
        (self.0 ^ self.0 >> 32) | 1
    }
}
