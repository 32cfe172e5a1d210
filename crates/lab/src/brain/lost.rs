//! Where a game was lost.

use super::{Brain, Judge, LEAST};
use crate::live::{still_counts, was_played};
use crate::trainer::Error;
use arena::{Opposition, Reason, Record};
use eval::Value;
use game::{Game, Outcome, Side};
use search::Thought;

/// A position counts as good if so many evaluations in a row, it and those before, were above zero: one might be noise.
const IN_A_ROW: usize = 3;
/// So many positions that came after the losing one are kept with it.
const SUCCESSORS: usize = 2;

/// A pawn raises the expected result by a quarter of a win (KnightCap).
const STEEPNESS: f64 = 0.2554;

/// Words of servers for games that were not decided on the board.
const ELSEWHERE: [&str; 12] = [
    "forfeits",
    "forfeit",
    "outoftime",
    "timeout",
    "disconnection",
    "disconnected",
    "disconnects",
    "connection",
    "abandoned",
    "adjourned",
    "aborted",
    "nostart",
];

/// What was thought before a move of a game.
pub(super) struct Past<G: Game> {
    position: G,
    ply: usize,
    best: G::Move,
    value: Value,
    depth: u32,
}

/// Where a game was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Moves before the losing position.
    pub ply: usize,
    /// Positions that are to be searched.
    pub positions: usize,
}

impl<G: Game> Brain<G> {
    /// Remembers what was thought about the last position of a line.
    pub fn thought(&mut self, line: &[G], thought: &Thought<G>) {
        let Some(position) = line.last() else { return };
        let ply = line.len() - 1;
        self.thoughts.retain(|other| still_counts(&other.position, other.ply, line));
        let Thought { best, value, depth, .. } = *thought;
        self.thoughts.push(Past { position: position.clone(), ply, best, value, depth });
    }

    /// A game is over. If there is something to learn from it, the losing position and what came after it are kept and wait
    /// for a search. `judge` has played.
    pub fn over(&mut self, record: &Record<G>, opposition: &Opposition, judge: Judge) -> Result<Option<Lost>, Error> {
        let mut thoughts = std::mem::take(&mut self.thoughts);
        thoughts.retain(|thought| was_played(&thought.position, thought.ply, thought.best, record));
        let Some(own) = thoughts.last().map(|thought| thought.position.side()) else { return Ok(None) };
        thoughts.retain(|thought| thought.position.side() == own);
        if !self.grows || !deserves(record, opposition, own) {
            return Ok(None);
        }
        let Some(losing) = losing(&thoughts, judge.unit) else { return Ok(None) };
        self.reload()?;
        let first = self.blamed(record, own, losing, &thoughts, judge);
        let mut places = Vec::new();
        for (ply, position) in record.line.iter().enumerate().skip(first).take(1 + SUCCESSORS) {
            if position.over().is_some() || !position.can_move() {
                break;
            }
            // Before the opponent's moves nothing was thought: what was thought before counts.
            let depth = thoughts.iter().rfind(|thought| thought.ply <= ply).map_or(0, |thought| thought.depth);
            places.push(self.want(position, own, ply as u32, LEAST.max(depth + 1)));
        }
        let rows = self.rows(&places);
        self.file.want(&rows)?;
        Ok(Some(Lost { ply: first, positions: places.len() }))
    }

    /// The ply that is to blame. If the brain knew a position later than the losing one and liked it, it was wrong about that one.
    /// If it did not like it and the game went there nevertheless, everything else seemed worse: an earlier move was wrong.
    fn blamed(&self, record: &Record<G>, own: Side, losing: usize, thoughts: &[Past<G>], judge: Judge) -> usize {
        let entry = |ply: usize| record.line.get(ply).and_then(|position| self.at(position, own));
        let Some(last) = (losing..record.line.len()).rev().find(|ply| entry(*ply).is_some()) else { return losing };
        let value = entry(last).and_then(|at| self.entries[at].trusted(judge)).map_or(0, |found| found.value);
        let own_value = if record.line[last].side() == own { value } else { -value };
        let earlier = thoughts.iter().rev().map(|thought| thought.ply).find(|ply| *ply < last && entry(*ply).is_none());
        match earlier {
            Some(earlier) if own_value < 0 => earlier,
            _ => last,
        }
    }
}

/// True if a game was lost, or drawn against someone who is not known to be stronger, and on the board.
fn deserves<G: Game>(record: &Record<G>, opposition: &Opposition, own: Side) -> bool {
    let stronger = opposition.rating.zip(opposition.own_rating).is_some_and(|(other, own)| other > own);
    let outcome = record.ended.outcome;
    let bad = if outcome == Outcome::DRAW { !stronger } else { outcome.points(own) < 0 };
    bad && on_the_board(&record.ended.reason)
}

/// False if clocks, connections or faults have decided: no position is to blame for that.
pub(crate) fn on_the_board(reason: &Reason) -> bool {
    match reason {
        Reason::Told(text) => {
            // Whole words: players' names are in these texts, too.
            let text = text.to_lowercase();
            let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
            let pairs = [["on", "time"], ["of", "time"], ["time", "forfeit"], ["illegal", "move"]];
            text != "cheat"
                && !words.windows(2).any(|two| pairs.iter().any(|pair| two == pair))
                && !words.iter().any(|word| ELSEWHERE.contains(word))
        }
        reason => !reason.is_fault() || reason.is_resignation(),
    }
}

/// The ply of the losing position: the last that was good. If none was, the one after which the chances fell most.
fn losing<G: Game>(thoughts: &[Past<G>], unit: Value) -> Option<usize> {
    let good = thoughts.windows(IN_A_ROW).filter(|row| row.iter().all(|thought| thought.value > 0));
    let last = good.last().and_then(|row| row.last());
    let chance = |thought: &Past<G>| libm::tanh(STEEPNESS * f64::from(thought.value) / f64::from(unit.max(1)));
    let fall = |pair: &[Past<G>]| chance(&pair[0]) - chance(&pair[1]);
    let worst = || thoughts.windows(2).max_by(|a, b| fall(a).total_cmp(&fall(b))).map(|pair| &pair[0]);
    last.or_else(worst).or(thoughts.first()).map(|thought| thought.ply)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::connect4::Connect4;

    fn ply(values: &[Value]) -> Option<usize> {
        let mut first = None;
        Connect4::start().moves(|mv| first = first.or(Some(mv)));
        let past = |(at, value): (usize, &Value)| Past {
            position: Connect4::start(),
            ply: 2 * at,
            best: first.unwrap(),
            value: *value,
            depth: 3,
        };
        let thoughts: Vec<Past<Connect4>> = values.iter().enumerate().map(past).collect();
        losing(&thoughts, 10)
    }

    #[test]
    fn the_losing_position_is_the_last_of_three_good_ones() {
        assert_eq!(ply(&[5, 5, 5, -1, -2]), Some(4));
        assert_eq!(ply(&[5, 5, 5, 5, -1]), Some(6));
        assert_eq!(ply(&[5, 5, 5, -1, 9, 9, -3]), Some(4), "two in a row are noise");
        assert_eq!(ply(&[5, 5, 5, -1, 9, 9, 9, -3]), Some(12));
        assert_eq!(ply(&[5, 5, 5]), Some(4), "lost with a good position");
    }

    #[test]
    fn if_no_position_was_good_the_evaluation_fell_most_after_it() {
        assert_eq!(ply(&[0, 0, -1, -9, -10]), Some(4));
        assert_eq!(ply(&[3, 3, -1, -2, -3]), Some(2));
        assert_eq!(ply(&[-5, -5, -25, -150, -9_999]), Some(2), "a lost game can fall no further");
        assert_eq!(ply(&[-4]), Some(0));
        assert_eq!(ply(&[]), None);
    }

    #[test]
    fn clocks_and_connections_are_nobodys_position() {
        for text in [
            "White forfeits on time",
            "Black lost connection",
            "outoftime",
            "Ann lost on time",
            "Time forfeit",
            "Ann ran out of time and Bob has no material to mate",
            "Game drawn because both players ran out of time",
            "cheat",
            "Ann makes an illegal move: e9",
        ] {
            assert!(!on_the_board(&Reason::Told(text.to_string())), "{text}");
        }
        assert!(on_the_board(&Reason::Told("cheat-bot resigns".to_string())));
        for reason in [Reason::Time, Reason::Illegal("e9".to_string()), Reason::Failure("crashed".to_string())] {
            assert!(!on_the_board(&reason), "{reason}");
        }
        let resigned = Reason::Failure(arena::Failure::RESIGNED.to_string());
        for text in ["White resigns", "Timekeeper mates", "Flagstone (Black) checkmates", "Aborter checkmated"] {
            assert!(on_the_board(&Reason::Told(text.to_string())), "{text}");
        }
        for reason in [Reason::NoMove, Reason::Repetition, resigned] {
            assert!(on_the_board(&reason), "{reason}");
        }
    }
}
