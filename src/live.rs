//! An engine that learns from the games it plays for other programs: its weights, where it loses, or both.

use arena::{Opposition, Record};
use eval::{Linear, Value, Weights};
use game::{Features, Game};
use lab::{Brain, Judge, Live};
use link::{Mind, Thinker};
use search::{Limits, Options, Thought, Watch};
use std::time::Duration;

/// A mind that learns: it thinks as others do, remembers, and knows more after a game.
pub struct Pupil<G: Game, F: Features<G>> {
    live: Option<Live<G, F>>,
    brain: Option<Brain<G>>,
    thinker: Thinker<G, Linear<F>>,
    judge: Judge,
    /// What was thought last, and about which game.
    last: Option<(Vec<G>, Thought<G>)>,
}

impl<G: Game, F: Features<G>> Pupil<G, F> {
    /// Someone who learns weights, and begins with what has been learnt.
    pub fn of_run(live: Live<G, F>, brain: Option<Brain<G>>) -> Pupil<G, F> {
        let (thinker, judge) = (Thinker::new(live.evaluator()), live.judge());
        Pupil::new(thinker, judge, Some(live), brain)
    }

    /// Someone whose weights stay as they are.
    pub fn of_weights(features: F, weights: &Weights, brain: Brain<G>) -> Pupil<G, F> {
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        let judge = lab::judge::<G, F>(&features, weights);
        Pupil::new(Thinker::new(evaluator), judge, None, Some(brain))
    }

    fn new(thinker: Thinker<G, Linear<F>>, judge: Judge, live: Option<Live<G, F>>, brain: Option<Brain<G>>) -> Self {
        let mut pupil = Pupil { live, brain, thinker, judge, last: None };
        pupil.recall();
        pupil
    }

    /// The table gets what the brain knows now.
    fn recall(&mut self) {
        if let Some(brain) = &self.brain {
            self.thinker.know(brain.known(self.judge));
        }
    }

    /// Learns weights from a game.
    fn learn(&mut self, record: &Record<G>, opposition: &Opposition) -> Option<String> {
        let live = self.live.as_mut()?;
        Some(match live.over(record, opposition) {
            Ok(None) => "nothing was learnt: none of the moves was mine".to_string(),
            Ok(Some(taught)) => {
                self.thinker.replace(live.evaluator());
                self.judge = live.judge();
                let (name, change) = taught.largest;
                let (game, positions) = (taught.game, taught.positions);
                format!("learnt from game {game}, {positions} positions; most changed: {name} by {change:+.4}")
            }
            Err(error) => format!("nothing was learnt: {error}"),
        })
    }

    /// Remembers where a game was lost.
    fn regret(&mut self, record: &Record<G>, opposition: &Opposition) -> Option<String> {
        match self.brain.as_mut()?.over(record, opposition, self.judge.unit) {
            Ok(lost) => lost.map(|lost| {
                let mv = record.moves.get(lost.ply).map_or(String::new(), |mv| record.line[lost.ply].record_move(*mv));
                let dots = if lost.ply.is_multiple_of(2) { "." } else { "..." };
                let number = lost.ply / 2 + 1;
                format!("the game was spoilt at {number}{dots}{mv}; positions to search: {}", lost.positions)
            }),
            Err(error) => Some(format!("the brain remembers nothing of this game: {error}")),
        }
    }
}

impl<G: Game, F: Features<G>> Mind<G> for Pupil<G, F> {
    fn configure(&mut self, options: Options) {
        self.thinker.configure(options);
    }

    fn forget(&mut self) {
        self.thinker.forget();
    }

    fn recover(&mut self) {
        self.thinker.recover();
    }

    fn think(&mut self, line: &[G], limits: &Limits<G::Move>, watch: &dyn Watch<G>) -> Option<Thought<G>> {
        let thought = self.thinker.think(line, limits, watch)?;
        self.last = Some((line.to_vec(), thought.clone()));
        Some(thought)
    }

    fn gave(&mut self) {
        let Some((line, thought)) = self.last.take() else { return };
        if let Some(live) = &mut self.live {
            live.thought(&line, &thought);
        }
        if let Some(brain) = &mut self.brain {
            brain.thought(&line, &thought);
        }
    }

    fn yardstick(&self) -> Value {
        self.thinker.yardstick()
    }

    fn ended(&mut self, record: &Record<G>, opposition: &Opposition) -> Option<String> {
        let news = [self.learn(record, opposition), self.regret(record, opposition)];
        let news: Vec<String> = news.into_iter().flatten().collect();
        self.recall();
        (!news.is_empty()).then(|| news.join("; "))
    }

    fn tidy(&mut self, patience: Option<Duration>, stop: &dyn Fn() -> bool) -> Option<String> {
        let (brain, thinker) = (self.brain.as_mut()?, &mut self.thinker);
        let tidied = brain.reload().and_then(|_| {
            brain.tidy(self.judge, patience, &mut |position, own, depth, known| {
                thinker.know(known);
                thinker.study(position, own, depth, stop)
            })
        });
        self.recall();
        match tidied {
            Ok(tidied) => (tidied.searched > 0).then(|| format!("the brain: {tidied}")),
            Err(error) => Some(format!("the brain could not be put in order: {error}")),
        }
    }
}
