//! One game against an opponent: the learner's own searches teach it, and who else may have blundered is noted.

use crate::pool::{GivenUp, side};
use crate::selfplay::{Played, step};
use arena::{Choice, Failure, Pace, Player, Reason, Rules, SearchPlayer, Turn, play_unless, random_opening};
use eval::Evaluator;
use game::{Dice, Game, Outcome, Side};
use learn::{Episode, Source, Step};
use search::Options;
use std::time::Duration;
use store::GameRow;

/// How much longer than allowed an opponent's move may take. A busy machine must not decide what is learnt.
const MARGIN: Duration = Duration::from_secs(2);

/// How games against others are played.
#[derive(Clone, Debug)]
pub struct Sparring {
    /// How the learner's moves are searched.
    pub search: Options,
    /// At most so many positions for each.
    pub nodes: Option<u64>,
    /// Which positions the learner will ask for.
    pub source: Source,
    /// Random plies at most before the game.
    pub opening: usize,
    /// A longer game is a draw.
    pub longest: usize,
    /// The seed of the run.
    pub seed: u64,
    /// What a game that was given up counts for.
    pub given_up: GivenUp,
}

/// How a game against somebody ended.
pub enum Sparred {
    /// With a result.
    Finished(Box<Played>),
    /// With a fault of the opponent: nobody knows how it would have ended, so it counts for nothing.
    Void(String),
    /// It was abandoned because the run is to stop.
    Abandoned,
}

impl Sparring {
    /// Plays game `number` against an opponent with this pace, its first game or not. The learner's moves depend on nothing but the evaluator, these
    /// settings, the number and the opponent's moves.
    pub fn play<G: Game, E: Evaluator<G> + Clone>(
        &self,
        number: u64,
        evaluator: &E,
        opponent: &mut dyn Player<G>,
        (pace, first): (Pace, bool),
        stop: &dyn Fn() -> bool,
    ) -> Sparred {
        let mut dice = Dice::new(self.seed, number);
        let opening = random_opening(&G::start(), self.opening, &mut dice);
        let (begun, start) = (opening.moves.len(), opening.last().to_string());
        let own = side(number);
        let player = SearchPlayer::new(evaluator.clone(), self.search).limited(self.nodes, None);
        let mut pupil = Pupil { player, evaluator, source: self.source, thoughts: Vec::new(), nodes: 0 };
        let mut rules = Rules { longest: self.longest, margin: MARGIN, ..Rules::default() };
        rules.paces[own.other().index()] = pace;
        let players: [&mut dyn Player<G>; 2] = match own {
            Side::First => [&mut pupil, opponent],
            Side::Second => [opponent, &mut pupil],
        };
        let Some(record) = play_unless(opening, players, &rules, &mut dice, stop) else { return Sparred::Abandoned };
        if let Some(why) = record.void(begun, own.other(), pace, first) {
            return Sparred::Void(why);
        }
        let mut ended = record.ended;
        if ended.reason == Reason::Length {
            ended.outcome = Outcome::DRAW;
        }
        let result = i32::from(ended.outcome.0);
        let steps = pupil.thoughts.into_iter().map(|thought| thought.judged(&record.moves)).collect();
        let episode = Episode {
            number,
            steps,
            result,
            open: ended.reason.is_given_up() && self.given_up == GivenUp::Nothing,
            second: own == Side::Second,
            ..Episode::default()
        };
        let mut written = Vec::new();
        for (position, mv) in record.line.iter().zip(&record.moves).skip(begun) {
            written.push(position.move_word(*mv));
        }
        let row = GameRow {
            number,
            result,
            plies: written.len() as u32,
            reason: if ended.reason.is_resignation() {
                Failure::RESIGNED.to_string()
            } else {
                ended.reason.to_string()
            },
            nodes: pupil.nodes,
            start: (self.opening > 0).then_some(start),
            moves: written.join(" "),
        };
        Sparred::Finished(Box::new(Played { episodes: vec![episode], row }))
    }
}

/// The learner as a player: it remembers what it thought.
struct Pupil<'a, G: Game, E> {
    player: SearchPlayer<G, E>,
    evaluator: &'a E,
    source: Source,
    thoughts: Vec<Remembered<G>>,
    nodes: u64,
}

/// What the learner thought before one of its moves.
struct Remembered<G: Game> {
    step: Step,
    /// The number of moves played before its own.
    ply: usize,
    /// The reply that it expected.
    reply: Option<G::Move>,
}

impl<G: Game> Remembered<G> {
    /// The step, now that it is known how the game went on. Without a reply there was no surprise either.
    fn judged(mut self, moves: &[G::Move]) -> Step {
        self.step.predicted = match moves.get(self.ply + 1) {
            Some(reply) => self.reply == Some(*reply),
            None => true,
        };
        self.step
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for Pupil<'_, G, E> {
    fn begin(&mut self) {
        self.player.begin();
    }

    fn choose(&mut self, turn: &Turn<G>, dice: &mut Dice) -> Result<Choice<G>, Failure> {
        let choice = self.player.choose(turn, dice)?;
        if let Some(thought) = &choice.thought {
            let step = step(self.source, self.evaluator, turn.position(), thought);
            self.nodes += thought.nodes;
            self.thoughts.push(Remembered { step, ply: turn.moves.len(), reply: thought.line.get(1).copied() });
        }
        Ok(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::Chess;
    use learn::Leaf;

    #[test]
    fn a_reply_was_predicted_if_it_is_the_one_that_came() {
        let position = Chess::start();
        let [e4, d4] = ["e2e4", "d2d4"].map(|mv| position.read_move(mv).unwrap());
        let judged = |ply, reply, moves: &[_]| {
            let step = Step { leaf: Leaf::Unknown, root: Default::default(), predicted: true };
            Remembered::<Chess> { step, ply, reply }.judged(moves).predicted
        };
        assert!(judged(0, Some(d4), &[e4, d4]));
        assert!(!judged(0, Some(e4), &[e4, d4]));
        assert!(!judged(0, None, &[e4, d4]), "nothing was expected");
        assert!(judged(1, Some(d4), &[e4, d4]), "nobody replied");
    }
}
