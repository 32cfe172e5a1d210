//! An engine that learns from the games it plays for other programs: its weights, where it loses, or both.

use arena::{Opposition, Record};
use eval::{Linear, Value, Weights};
use game::{Features, Game, Side};
use lab::{Brain, Judge, Live};
use link::{Mind, Patience, Thinker};
use search::{Limits, Options, Thought, Watch};
use std::time::Instant;

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

    /// Remembers where a game was lost that `judge` has played.
    fn regret(&mut self, record: &Record<G>, opposition: &Opposition, judge: Judge) -> Option<String> {
        match self.brain.as_mut()?.over(record, opposition, judge) {
            Ok(lost) => lost.map(|lost| {
                let (position, number) = (&record.line[lost.ply], lost.ply / 2 + 1);
                let dots = if position.side() == Side::First { "." } else { "..." };
                let place = record
                    .moves
                    .get(lost.ply)
                    .map_or("the end".to_string(), |mv| format!("{number}{dots}{}", position.record_move(*mv)));
                format!("the game was spoilt at {place}; positions to search: {}", lost.positions)
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

    fn ended(&mut self, record: &Record<G>, opposition: &Opposition) -> Vec<String> {
        // Learning makes another judge of the one who has played.
        let judge = self.judge;
        let news = [self.learn(record, opposition), self.regret(record, opposition, judge)];
        self.recall();
        news.into_iter().flatten().collect()
    }

    fn tidy(&mut self, patience: &Patience) -> Option<String> {
        let (brain, thinker) = (self.brain.as_mut()?, &mut self.thinker);
        let end = patience.most.map(|most| Instant::now() + most);
        let tidied = brain.reload().and_then(|_| {
            brain.tidy(self.judge, patience.usual, &mut |study| {
                let now = Instant::now();
                if (patience.hurry)() || end.is_some_and(|end| now >= end) {
                    return None;
                }
                // Each gets its share, or the first might take it all.
                let own_end = end.map(|end| now + (end - now) / study.waiting as u32);
                thinker.know(study.known);
                thinker.study(study.position, study.own, study.depth, &|| {
                    (patience.hurry)() || own_end.is_some_and(|end| Instant::now() >= end)
                })
            })
        });
        self.recall();
        match tidied {
            Ok(tidied) => (tidied.searched + tidied.left > 0).then(|| format!("the brain: {tidied}")),
            Err(error) => Some(format!("the brain could not be put in order: {error}")),
        }
    }
}
