//! One game between two players: the rules, the clocks, and the limits that a match sets.

use crate::{Choice, Clocks, DrawRule, Failure, Opening, Opinion, Opinions, Pace, Player, Resign, Turn};
use game::{Dice, Game, Outcome, Side, Status, repeats};
use std::fmt;
use std::time::{Duration, Instant};

/// Limits of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A game of this many plies after its opening is stopped (thesis 5.3.4): it is won only if both sides agree who is ahead.
    pub longest: usize,
    /// What each side may use: the first player's, the second player's.
    pub paces: [Pace; 2],
    /// How much longer than allowed a move may take.
    pub margin: Duration,
    /// When a lost game is given up.
    pub resign: Option<Resign>,
    /// When a level game is given a draw.
    pub draw: Option<DrawRule>,
    /// Where the rolls come from, a seed and a number, so that several games can have the same ones; `None`: from the dice of
    /// the game.
    pub rolls: Option<(u64, u64)>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { longest: 400, paces: [Pace::Free; 2], margin: Duration::ZERO, resign: None, draw: None, rolls: None }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By what stands on the board: a win, a dead position, a move counter.
    Rule,
    /// The side to move had no move: mate or stalemate.
    NoMove,
    /// The position had occurred too often.
    Repetition,
    /// The game was too long.
    Length,
    /// Both saw for some moves who would win.
    Resigned,
    /// Both saw for some moves that nobody would.
    Agreed,
    /// A player used more time than it had.
    Time,
    /// A player gave a move that is not legal.
    Illegal(String),
    /// A player failed.
    Failure(String),
    /// Somebody else arranged the game and says how it ended.
    Told(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rule => f.write_str("rule"),
            Reason::NoMove => f.write_str("no move"),
            Reason::Repetition => f.write_str("repetition"),
            Reason::Length => f.write_str("length"),
            Reason::Resigned => f.write_str("both saw who would win"),
            Reason::Agreed => f.write_str("both saw a draw"),
            Reason::Time => f.write_str("out of time"),
            Reason::Illegal(text) => write!(f, "illegal move: {text}"),
            Reason::Failure(text) => write!(f, "failure: {text}"),
            Reason::Told(text) => f.write_str(text),
        }
    }
}

impl Reason {
    /// True if the loser lost by its behaviour and not on the board. Resigning is no fault.
    pub fn is_fault(&self) -> bool {
        matches!(self, Reason::Time | Reason::Illegal(_) | Reason::Failure(_)) && !self.is_resignation()
    }

    /// True if a player gave the game up, by resigning or by using up its time: that is a result like another.
    pub fn is_given_up(&self) -> bool {
        self.is_resignation() || *self == Reason::Time
    }

    /// True if a player resigned.
    pub fn is_resignation(&self) -> bool {
        matches!(self, Reason::Failure(text) if text == Failure::RESIGNED)
    }
}

/// How a game ended and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The result.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

/// Why a game without a clock ended by time.
const HANGS: &str = "it did not move in time";
/// Why a resignation is none.
const UNPLAYED: &str = "it resigned before its first move";

impl<G: Game> Record<G> {
    /// Why this game says nothing of who plays better, if it does not: a fault has ended it, a program hangs, or resigns a
    /// game that it has not played (it may have meant the one before, unless this is its `first`). `begun` moves were an
    /// opening. `other` plays at this pace; its opponent is never at fault.
    pub fn void(&self, begun: usize, other: Side, pace: Pace, first: bool) -> Option<String> {
        let reason = &self.ended.reason;
        // Without a clock nobody can lose on time.
        if *reason == Reason::Time && !matches!(pace, Pace::Clock(_)) {
            return Some(HANGS.to_string());
        }
        let mut own = self.notes.iter().zip(&self.line).skip(begun);
        let played = own.any(|(note, position)| note.is_some() && position.side() == other);
        if reason.is_resignation() && !played && !first {
            return Some(UNPLAYED.to_string());
        }
        (reason.is_fault() && !reason.is_given_up()).then(|| reason.to_string())
    }
}

/// What is noted beside a move that a player chose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// What the player thought of it.
    pub opinion: Option<Opinion>,
    /// How long it took.
    pub time: Duration,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// All positions, from the first to the last.
    pub line: Vec<G>,
    /// All moves, those of the opening too.
    pub moves: Vec<G::Move>,
    /// A note for each move; `None` for moves of the opening and rolls.
    pub notes: Vec<Option<Note>>,
    /// The end.
    pub ended: Ended,
}

/// Who the opponent was, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opposition {
    /// The opponent's name.
    pub name: Option<String>,
    /// The own rating.
    pub own_rating: Option<f64>,
    /// The opponent's rating.
    pub rating: Option<f64>,
}

/// The referee's word on the last position of `line`: over, or what happens next, with the legal moves in `list`.
pub fn referee<G: Game>(line: &[G], list: &mut Vec<G::Move>) -> Result<Status, Ended> {
    let game = line.last().expect("a line has at least one position");
    match game.status(list) {
        Status::Over(outcome) => {
            let reason = if game.over().is_some() { Reason::Rule } else { Reason::NoMove };
            Err(Ended { outcome, reason })
        }
        _ if G::REPETITIONS > 0 && repeats(line) + 1 >= G::REPETITIONS => {
            Err(Ended { outcome: G::repetition(line), reason: Reason::Repetition })
        }
        // Nobody who may would not.
        Status::Turn(side) if game.may_declare() => Err(Ended { outcome: Outcome::win(side), reason: Reason::Rule }),
        status => Ok(status),
    }
}

/// Plays a game from the end of the opening. `players[0]` is the first player.
pub fn play<G: Game>(
    opening: Opening<G>,
    players: [&mut dyn Player<G>; 2],
    rules: &Rules,
    dice: &mut Dice,
) -> Record<G> {
    play_unless(opening, players, rules, dice, &|| false).expect("nobody stops the game")
}

/// The same, but the game is abandoned (`None`) when `stopped` says so between two moves.
pub fn play_unless<G: Game>(
    opening: Opening<G>,
    players: [&mut dyn Player<G>; 2],
    rules: &Rules,
    dice: &mut Dice,
    stopped: &dyn Fn() -> bool,
) -> Option<Record<G>> {
    let Opening { mut line, mut moves } = opening;
    let begun = moves.len();
    let mut notes = vec![None; begun];
    let mut list = Vec::new();
    let [first, second] = players;
    first.begin();
    second.begin();
    let mut clocks = Clocks::new(rules.paces, rules.margin);
    let mut opinions = Opinions::default();
    let mut rolls = rules.rolls.map(|(seed, number)| Dice::new(seed, number));
    let ended = loop {
        let status = match referee(&line, &mut list) {
            Ok(status) => status,
            Err(ended) => break ended,
        };
        let position = &line[line.len() - 1];
        let plies = moves.len() - begun;
        if rules.resign.is_some() || rules.draw.is_some() {
            if let Some(loser) = rules.resign.and_then(|rule| opinions.resigned(rule)) {
                break Ended { outcome: Outcome::win(loser.other()), reason: Reason::Resigned };
            }
            if rules.draw.is_some_and(|rule| opinions.drawn(rule, moves.len())) {
                break Ended { outcome: Outcome::DRAW, reason: Reason::Agreed };
            }
        }
        if plies >= rules.longest {
            break too_long(position, first, second);
        }
        let Status::Turn(side) = status else {
            let rolls = rolls.as_mut().unwrap_or(dice);
            let mv = list[rolls.pick(list.iter().map(|roll| position.probability(*roll)))];
            line.push(position.after(mv));
            moves.push(mv);
            notes.push(None);
            continue;
        };
        let player = if side == Side::First { &mut *first } else { &mut *second };
        let turn = Turn { line: &line, moves: &moves, clock: clocks.show(side) };
        let begin = Instant::now();
        let choice = player.choose(&turn, dice);
        let time = begin.elapsed();
        if stopped() {
            first.finish(None);
            second.finish(None);
            return None;
        }
        let Choice { mv, opinion, .. } = match choice {
            Ok(choice) => choice,
            Err(Failure(text)) => break lost(side, Reason::Failure(text)),
        };
        if !clocks.press(side, time) {
            break lost(side, Reason::Time);
        }
        if !list.contains(&mv) {
            break lost(side, Reason::Illegal(format!("{mv:?}")));
        }
        opinions.add(side, opinion, rules.resign, rules.draw);
        line.push(position.after(mv));
        moves.push(mv);
        notes.push(Some(Note { opinion, time }));
    };
    let means = !ended.reason.is_fault() || ended.reason.is_given_up();
    let outcome = Some(ended.outcome).filter(|_| means);
    first.finish(outcome);
    second.finish(outcome);
    Some(Record { line, moves, notes, ended })
}

fn too_long<G: Game>(position: &G, first: &mut dyn Player<G>, second: &mut dyn Player<G>) -> Ended {
    let outcome = match (first.opinion(position), second.opinion(position)) {
        (Some(a), Some(b)) if a.signum() == b.signum() => Outcome(a.signum() as i8),
        _ => Outcome::DRAW,
    };
    Ended { outcome, reason: Reason::Length }
}

fn lost(side: Side, reason: Reason) -> Ended {
    Ended { outcome: Outcome::win(side.other()), reason }
}
