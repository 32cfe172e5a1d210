//! One game between two players, under the rules and a limit of length.

use crate::{Failure, Player, Turn};
use game::{Dice, Game, Outcome, Side, Status, repeats};
use std::fmt;

/// Limits of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A game of this many plies is stopped (thesis 5.3.4): it is won only if both sides agree who is ahead.
    pub longest: usize,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { longest: 400 }
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
    /// A player failed.
    Failure(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rule => f.write_str("rule"),
            Reason::NoMove => f.write_str("no move"),
            Reason::Repetition => f.write_str("repetition"),
            Reason::Length => f.write_str("length"),
            Reason::Failure(text) => write!(f, "failure: {text}"),
        }
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

/// A finished game.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// All positions, from the first to the last.
    pub line: Vec<G>,
    /// All moves.
    pub moves: Vec<G::Move>,
    /// The end.
    pub ended: Ended,
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
            Err(Ended { outcome: Outcome::DRAW, reason: Reason::Repetition })
        }
        status => Ok(status),
    }
}

/// A line of up to `most` random plies that does not end the game.
pub fn random_opening<G: Game>(start: &G, most: usize, dice: &mut Dice) -> Vec<G> {
    let mut list = Vec::new();
    loop {
        let mut line = vec![start.clone()];
        let plies = dice.below(most + 1);
        while line.len() <= plies && referee(&line, &mut list).is_ok() {
            line.push(line[line.len() - 1].after(list[dice.below(list.len())]));
        }
        if line.len() == plies + 1 && referee(&line, &mut list).is_ok() {
            return line;
        }
    }
}

/// Plays a game from the last position of `line`. `players[0]` is the first player.
pub fn play<G: Game>(mut line: Vec<G>, players: [&mut dyn Player<G>; 2], rules: &Rules, dice: &mut Dice) -> Record<G> {
    let mut moves = Vec::new();
    let mut list = Vec::new();
    let [first, second] = players;
    first.begin();
    second.begin();
    let ended = loop {
        let status = match referee(&line, &mut list) {
            Ok(status) => status,
            Err(ended) => break ended,
        };
        let position = &line[line.len() - 1];
        if moves.len() >= rules.longest {
            break too_long(position, first, second);
        }
        let mv = match status {
            Status::Turn(side) => {
                let player = if side == Side::First { &mut *first } else { &mut *second };
                match player.choose(&Turn { line: &line, moves: &moves, clock: None }, dice) {
                    Ok(choice) if list.contains(&choice.mv) => choice.mv,
                    Ok(choice) => break failed(side, format!("illegal move {:?}", choice.mv)),
                    Err(Failure(text)) => break failed(side, text),
                }
            }
            _ => list[dice.pick(list.iter().map(|roll| position.probability(*roll)))],
        };
        line.push(position.after(mv));
        moves.push(mv);
    };
    first.finish(ended.outcome);
    second.finish(ended.outcome);
    Record { line, moves, ended }
}

fn too_long<G: Game>(position: &G, first: &mut dyn Player<G>, second: &mut dyn Player<G>) -> Ended {
    let outcome = match (first.opinion(position), second.opinion(position)) {
        (Some(a), Some(b)) if a.signum() == b.signum() => Outcome(a.signum() as i8),
        _ => Outcome::DRAW,
    };
    Ended { outcome, reason: Reason::Length }
}

fn failed(side: Side, text: String) -> Ended {
    Ended { outcome: Outcome::win(side.other()), reason: Reason::Failure(text) }
}
