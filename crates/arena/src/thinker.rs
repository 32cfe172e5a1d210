//! The player that searches with an evaluator of our own.

use crate::{Budget, Choice, Failure, Opinion, Player, Timekeeper, Turn};
use eval::{Evaluator, SCALE, Value};
use game::{Dice, Game};
use search::{Limits, Options, Searcher, Thought, WIN};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What each move may lose outside the search. 10 ms were not enough: on a machine with three times as many busy programs
/// as cores one of six games at 1+0.01 was lost on time.
const OVERHEAD: Duration = Duration::from_millis(40);

/// Plays what a search with an evaluator finds. With a clock it takes its share of the time; else it is limited by its
/// options and by [`SearchPlayer::limited`].
pub struct SearchPlayer<G: Game, E> {
    evaluator: E,
    searcher: Searcher<G>,
    nodes: Option<u64>,
    time: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    renew: Option<Box<dyn Fn(u64) -> E + Send>>,
}

impl<G: Game, E: Evaluator<G>> SearchPlayer<G, E> {
    /// A player with its own search memory.
    pub fn new(evaluator: E, options: Options) -> SearchPlayer<G, E> {
        SearchPlayer { evaluator, searcher: Searcher::new(options), nodes: None, time: None, stop: None, renew: None }
    }

    /// The same, with at most so many positions and so much time for each move.
    pub fn limited(self, nodes: Option<u64>, time: Option<Duration>) -> SearchPlayer<G, E> {
        SearchPlayer { nodes, time, ..self }
    }

    /// The same, cutting its thoughts short when the flag is set.
    pub fn stopping(self, flag: Arc<AtomicBool>) -> SearchPlayer<G, E> {
        SearchPlayer { stop: Some(flag), ..self }
    }

    /// The same, with another evaluator for each opening of a match, by the opening's number.
    pub fn renewed(self, evaluator: impl Fn(u64) -> E + Send + 'static) -> SearchPlayer<G, E> {
        SearchPlayer { renew: Some(Box::new(evaluator)), ..self }
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for SearchPlayer<G, E> {
    fn round(&mut self, opening: u64) {
        if let Some(renew) = &self.renew {
            self.evaluator = renew(opening);
        }
    }

    fn begin(&mut self) {
        self.searcher.forget();
    }

    fn choose(&mut self, turn: &Turn<G>, dice: &mut Dice) -> Result<Choice<G>, Failure> {
        let budget = match (turn.clock, self.time) {
            (Some(clock), _) => Some(Budget::of(&clock, OVERHEAD)),
            (None, time) => time.map(|time| Budget::fixed(time, Duration::ZERO)),
        };
        let watch = Timekeeper { begin: Instant::now(), budget, flag: self.stop.as_deref() };
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let thought = self.searcher.think_within(&self.evaluator, turn.line, &limits, dice, &watch);
        let thought = thought.ok_or_else(|| Failure("there is no legal move".to_string()))?;
        let opinion = Some(opinion(&thought, self.evaluator.yardstick()));
        Ok(Choice { mv: thought.best, thought: Some(thought), opinion })
    }

    fn opinion(&mut self, position: &G) -> Option<i32> {
        let root = self.evaluator.root(position);
        let state = self.evaluator.fresh(position, &root);
        Some(self.evaluator.value(position, &state, &root).signum())
    }
}

/// A thought in the words of match records. Where a pawn is worth nothing, values are in units of the weights.
pub fn opinion<G: Game>(thought: &Thought<G>, yardstick: Value) -> Opinion {
    let (depth, nodes) = (thought.depth, thought.nodes);
    let size = thought.value.abs();
    if size <= WIN / 2 {
        let unit = if yardstick > 0 { f64::from(yardstick) } else { SCALE };
        // Weights may be tiny; nothing static may look like a forced win.
        let value = (100.0 * f64::from(thought.value) / unit).round().clamp(-50_000.0, 50_000.0) as i32;
        return Opinion { value, mate: None, depth, nodes };
    }
    // A win of p points is worth p x WIN less the plies until then: see search::outcome_value.
    let plies = (WIN - size % WIN) % WIN;
    let sign = thought.value.signum();
    Opinion { value: sign * (100_000 - plies), mate: Some(sign * ((plies + 1) / 2)), depth, nodes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Root;

    #[test]
    fn thoughts_become_hundredths_of_a_pawn_and_mates() {
        let of = |value: Value, yardstick: Value| {
            let thought = Thought::<Nim> {
                best: 1,
                value,
                line: vec![1],
                leaf: search::Leaf::Unknown,
                root: Root { program: game::Side::First, stage: 0, set: 0 },
                contempt: 0,
                depth: 3,
                nodes: 9,
                counts: search::Counts::default(),
            };
            let Opinion { value, mate, .. } = opinion(&thought, yardstick);
            (value, mate)
        };
        assert_eq!(of(5_000, 10_000), (50, None));
        assert_eq!(of(-5_000, 20_000), (-25, None));
        assert_eq!(of(10_000, 0), (100, None));
        assert_eq!(of(WIN - 1, 10_000), (99_999, Some(1)), "the own next move wins");
        assert_eq!(of(WIN - 3, 10_000).1, Some(2));
        assert_eq!(of(-(WIN - 2), 10_000), (-99_998, Some(-1)), "the opponent wins with its next move");
        assert_eq!(of(3 * WIN - 5, 10_000).1, Some(3), "a backgammon counts as a win");
    }

    /// The smallest game there is: nobody ever moves.
    #[derive(Clone, Debug)]
    struct Nim;
    impl std::fmt::Display for Nim {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("nim")
        }
    }
    impl Game for Nim {
        type Move = u8;
        const NAME: &'static str = "nim";
        fn start() -> Nim {
            Nim
        }
        fn side(&self) -> game::Side {
            game::Side::First
        }
        fn over(&self) -> Option<game::Outcome> {
            None
        }
        fn moves(&self, _: impl FnMut(u8)) {}
        fn play(&mut self, _: u8) {}
        fn key(&self) -> u64 {
            0
        }
        fn read(_: &str) -> Result<Nim, String> {
            Ok(Nim)
        }
        fn write_move(&self, mv: u8) -> String {
            mv.to_string()
        }
    }
}
