//! An engine that learns from the games it plays for other programs.

use crate::weights;
use anyhow::Result;
use arena::{Opposition, Record};
use eval::{Linear, Value};
use game::{Features, Game};
use lab::Live;
use link::{Mind, Thinker};
use search::{Limits, Options, Thought, Watch};
use std::path::Path;

/// A mind that learns: it thinks as others do, remembers, and has other weights after a game.
pub struct Pupil<G: Game, F: Features<G>> {
    live: Live<G, F>,
    thinker: Thinker<G, Linear<F>>,
    /// What was thought last, and about which game.
    last: Option<(Vec<G>, Thought<G>)>,
}

impl<G: Game, F: Features<G>> Pupil<G, F> {
    /// Goes on with a run file, or begins one from the weights of this name.
    pub fn new(features: F, name: &str, path: &Path) -> Result<Pupil<G, F>> {
        let live = if path.exists() {
            Live::resume(path, features)?
        } else {
            let weights = weights::load::<G, F>(&features, name)?;
            let settings = Live::<G, F>::settings(&features, &weights, name);
            Live::begin(path, features, settings, &weights, env!("CARGO_PKG_VERSION"))?
        };
        let thinker = Thinker::new(live.evaluator());
        Ok(Pupil { live, thinker, last: None })
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
        if let Some((line, thought)) = self.last.take() {
            self.live.thought(&line, &thought);
        }
    }

    fn yardstick(&self) -> Value {
        self.thinker.yardstick()
    }

    fn ended(&mut self, record: &Record<G>, opposition: &Opposition) -> Option<String> {
        match self.live.over(record, opposition) {
            Ok(None) => Some("nothing was learnt: none of the moves was mine".to_string()),
            Ok(Some(taught)) => {
                self.thinker.replace(self.live.evaluator());
                let (name, change) = taught.largest;
                let (game, positions) = (taught.game, taught.positions);
                Some(format!("learnt from game {game}, {positions} positions; most changed: {name} by {change:+.4}"))
            }
            Err(error) => Some(format!("nothing was learnt: {error}")),
        }
    }
}
