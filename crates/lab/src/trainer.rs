//! The learning loop: batches of self-play with frozen weights on all cores, learnt in the order of the games; or games
//! against others, one after the other; or recorded games.

mod file;
mod playing;

pub(crate) use file::{enough, whole_batches};

use crate::{Played, Recorded, RunSettings};
use arena::statistics::Glicko;
use arena::{Pace, Player};
use cpu_time::ProcessTime;
use eval::{Linear, LinearModel, Weights};
use file::snapshots;
use game::{Features, Game};
use learn::{LearnError, Learner, Lesson, State};
use playing::ATTEMPTS;
use search::{Searcher, Thought};
use std::time::{Duration, Instant};
use store::{Batch, EventRow, RatingRow, Run, StoreError};
use thiserror::Error;

/// A run is saved at most this often.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// If so many of the last games were drawn, nothing is being learnt any more.
const COLLAPSE: (u64, f64) = (200, 0.9);
/// The event that tells it.
pub(crate) const COLLAPSED: &str = "collapse";

/// Why a run could not go on. What was saved before is safe.
#[derive(Debug, Error)]
pub enum Error {
    /// The settings make no sense.
    #[error("{0}")]
    Settings(String),
    /// The run file.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The learner.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The opponents.
    #[error("no game could be finished in {ATTEMPTS} attempts; the last one: {0}")]
    Opponents(String),
    /// The command asks for other settings than the run has.
    #[error("{path} was made with other settings: {list}; use another --run file, or give the same options")]
    Differs {
        /// The run file.
        path: String,
        /// The differences.
        list: String,
    },
}

/// What leaves the loop: progress bars and the like are fed with it.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A batch has been learnt.
    Learnt {
        /// Games so far.
        games: u64,
        /// The learner, with the weights as they are now.
        learner: &'a Learner<LinearModel>,
        /// Among others, the learner's rating.
        rating: Option<Glicko>,
    },
    /// Something that the user should know.
    Warning {
        /// Games so far.
        games: u64,
        /// What it is.
        text: String,
    },
}

/// Sees every search of a run: the position, the thought, and the evaluator that it used.
pub type Inspector<G, F> = Box<dyn Fn(&G, &Thought<G>, &Linear<F>) + Send + Sync>;

/// An opponent that can be met: what makes it, and what it may use.
pub struct Rival<G: Game> {
    /// Makes the player, again after a fault.
    pub maker: Box<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>,
    /// What it may use.
    pub pace: Pace,
}

/// A learning run of one game with one feature set.
pub struct Trainer<G: Game, F: Features<G>> {
    settings: RunSettings,
    features: F,
    learner: Learner<LinearModel>,
    store: Option<Run>,
    pending: Batch,
    snapshot_every: u64,
    games: u64,
    before: (f64, f64),
    began: (Instant, ProcessTime),
    draws: Vec<bool>,
    collapsed: bool,
    searchers: Vec<Searcher<G>>,
    inspector: Option<Inspector<G, F>>,
    /// Those of the pool, in its order, and the players that have been made.
    rivals: Vec<Rival<G>>,
    seats: Vec<Option<Box<dyn Player<G>>>>,
    rating: Option<Glicko>,
    /// Recorded games, if they are what teaches.
    records: Vec<Recorded<G>>,
}

impl<G: Game, F: Features<G>> Trainer<G, F> {
    /// A run that is kept in memory only.
    pub fn in_memory(features: F, settings: RunSettings) -> Result<Self, Error> {
        let weights = start(&features, &settings)?;
        Self::from_weights(features, settings, weights)
    }

    /// The same, from weights that the settings only name.
    /// Where they have one set and the run several, all begin alike.
    pub fn from_weights(features: F, settings: RunSettings, weights: Weights) -> Result<Self, Error> {
        settings.check().and_then(|()| settings.check_sets::<G>()).map_err(Error::Settings)?;
        let (own, wanted) = (weights.sets, settings.sets);
        let other = || Error::Settings(format!("--start: '{}' has weight sets {own}, not {wanted}", settings.start));
        let weights = weights.spread::<G>(wanted).ok_or_else(other)?;
        let learner = learner(&features, &settings, 0, &weights.values)?;
        let snapshot_every = settings.games.div_ceil(snapshots(learner.weights().len() as u64));
        let began = (Instant::now(), ProcessTime::now());
        let rating = settings.pool.as_ref().map(|pool| Glicko::new(pool.rating));
        Ok(Trainer {
            settings,
            features,
            learner,
            store: None,
            pending: Batch::default(),
            snapshot_every,
            games: 0,
            before: (0.0, 0.0),
            began,
            draws: Vec::new(),
            collapsed: false,
            searchers: Vec::new(),
            inspector: None,
            rivals: Vec::new(),
            seats: Vec::new(),
            rating,
            records: Vec::new(),
        })
    }

    /// A run that is kept in memory only, from what another one has learnt in `games` games with the same settings.
    pub fn continued(features: F, settings: RunSettings, games: u64, state: State) -> Result<Self, Error> {
        let weights = Weights { sets: settings.sets, values: state.weights.clone() };
        let mut trainer = Self::from_weights(features, settings, weights)?;
        trainer.games = games;
        trainer.learner = learner(&trainer.features, &trainer.settings, games, &state.weights)?;
        trainer.learner.restore(state)?;
        Ok(trainer)
    }

    /// Shows every search from now on to `inspector`.
    pub fn inspect(&mut self, inspector: Inspector<G, F>) {
        self.inspector = Some(inspector);
    }

    /// Brings the opponents of the pool, in its order. Without them a run against others cannot go on.
    pub fn meet(&mut self, rivals: Vec<Rival<G>>) {
        self.seats = rivals.iter().map(|_| None).collect();
        self.rivals = rivals;
    }

    /// The learner's rating among others, where another run has found it.
    pub fn rated(&mut self, rating: Glicko) {
        self.rating = Some(rating);
    }

    /// Brings the records. Without them a run that learns from records cannot go on.
    pub fn study(&mut self, records: Vec<Recorded<G>>) {
        self.records = records;
    }

    /// Games learnt so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The settings.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// The weights now.
    pub fn weights(&self) -> &[f64] {
        self.learner.weights()
    }

    /// The learner.
    pub fn learner(&self) -> &Learner<LinearModel> {
        &self.learner
    }

    /// Wall-clock and processor seconds of the whole run.
    pub fn seconds(&self) -> (f64, f64) {
        let (wall, cpu) = (self.began.0.elapsed(), self.began.1.elapsed());
        (self.before.0 + wall.as_secs_f64(), self.before.1 + cpu.as_secs_f64())
    }

    /// Plays and learns until all games are done or `stop` says so, with `threads` threads. True if all games are done.
    pub fn run(
        &mut self,
        threads: usize,
        stop: impl Fn() -> bool,
        mut sink: impl FnMut(Event<'_>),
    ) -> Result<bool, Error> {
        let mut saved = Instant::now();
        while self.games < self.settings.games && !stop() {
            let batch = self.batch(threads, &stop, &mut sink);
            if let Err(Error::Opponents(_)) = batch {
                // The faults are kept. (After any other error the learner may be in the middle of a game.)
                self.save()?;
            }
            if !batch? {
                break;
            }
            // Games against others cannot be repeated: each is kept at once, before anybody hears of it.
            if self.settings.pool.is_some() || saved.elapsed() >= SAVE_EVERY {
                self.save()?;
                saved = Instant::now();
            }
            sink(Event::Learnt { games: self.games, learner: &self.learner, rating: self.rating });
        }
        self.save()?;
        Ok(self.games >= self.settings.games)
    }

    /// Plays and learns one batch; false if it was abandoned.
    fn batch(
        &mut self,
        threads: usize,
        stop: &impl Fn() -> bool,
        sink: &mut impl FnMut(Event<'_>),
    ) -> Result<bool, Error> {
        // A batch begins at a multiple of its size and never crosses the end of the warm-up, so that a run that was
        // killed has the same batches as one that was not.
        let size = self.settings.batch;
        let mut end = (self.games / size + 1) * size;
        if self.games < self.settings.warmup.games {
            end = end.min(self.settings.warmup.games);
        }
        if end > self.settings.games {
            // Whoever asks for more games later has this batch played again, in full.
            self.pending.remember = true;
            self.save()?;
        }
        let end = end.min(self.settings.games);
        let frozen = self.learner.weights().to_vec();
        let games = match &self.settings.pool {
            None => self.play(&frozen, self.games + 1, end, threads)?,
            Some(_) => match self.spar(&frozen, self.games + 1, stop, sink)? {
                Some(played) => vec![played],
                None => return Ok(false),
            },
        };
        let trial = self.settings.pool.as_ref().map_or(0, |pool| pool.trial);
        for played in games {
            let draw = played.row.result == 0;
            self.learn(played, &frozen, self.games >= trial)?;
            self.note_draw(draw, sink);
        }
        if self.games == self.settings.warmup.games {
            // Before anything is saved: a checkpoint always belongs to the learner of the next game.
            self.learner.settle()?;
            if self.pending.snapshots.pop_if(|last| last.game == self.games).is_some() {
                self.snapshot();
            }
            let before = self.learner.state().clone();
            self.learner = learner(&self.features, &self.settings, self.games, self.learner.weights())?;
            self.learner.count_from(&before.taught);
            self.learner.begun_like(&before);
        }
        Ok(true)
    }

    /// Learns from a game, if it teaches, and notes it.
    fn learn(&mut self, played: Played, frozen: &[f64], teaches: bool) -> Result<Vec<Lesson>, Error> {
        // Who never moved has nothing to learn from.
        let teaching = played.episodes.iter().filter(|episode| teaches && !episode.steps.is_empty());
        let lessons = teaching.map(|episode| self.learner.learn(episode, frozen)).collect::<Result<_, _>>()?;
        self.games += 1;
        if self.store.is_some() {
            self.pending.games.push(played.row);
            if self.games.is_multiple_of(self.snapshot_every) || self.games == self.settings.games {
                self.snapshot();
            }
        }
        Ok(lessons)
    }

    /// Learns from a game that somebody else has arranged.
    pub(crate) fn live(&mut self, played: Played) -> Result<Vec<Lesson>, Error> {
        let frozen = self.learner.weights().to_vec();
        self.learn(played, &frozen, true)
    }

    /// Saves what is known now, with notes about the last game, as something to which later games can be undone.
    pub(crate) fn remember(&mut self, ratings: Vec<RatingRow>, events: Vec<EventRow>) -> Result<(), Error> {
        self.pending.ratings.extend(ratings);
        self.pending.events.extend(events);
        self.pending.remember = true;
        self.save()
    }

    /// Tells once if the games have collapsed into draws: then no prediction is contradicted and nothing is learnt.
    fn note_draw(&mut self, draw: bool, sink: &mut impl FnMut(Event<'_>)) {
        if !G::CHOICES {
            return;
        }
        self.draws.push(draw);
        let (window, share) = COLLAPSE;
        if self.draws.len() as u64 > window {
            self.draws.remove(0);
        }
        let drawn = self.draws.iter().filter(|draw| **draw).count();
        if !self.collapsed && self.draws.len() as u64 == window && drawn as f64 >= share * window as f64 {
            self.collapsed = true;
            let text = format!(
                "{drawn} of the last {window} games were drawn: the learner has stopped learning. Try a smaller step, \
                 random openings (--opening 8), root noise (--noise 0.1) or another seed"
            );
            sink(Event::Warning { games: self.games, text: text.clone() });
            self.pending.events.push(EventRow { game: self.games, kind: COLLAPSED.to_string(), text });
        }
    }
}

/// The weights with which learning starts.
fn start<G: Game, F: Features<G>>(features: &F, settings: &RunSettings) -> Result<Weights, Error> {
    let presets = features.presets();
    let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
    let unknown =
        format!("{} has no weights called '{}'; it has: {}", features.name(), settings.start, names.join(", "));
    let preset = presets.into_iter().find(|preset| preset.name == settings.start);
    preset.map(Weights::from).ok_or(Error::Settings(unknown))
}

/// The learner after `games` games. While the run warms up, all but the core features are frozen; then rates start afresh.
fn learner<G: Game, F: Features<G>>(
    features: &F,
    settings: &RunSettings,
    games: u64,
    weights: &[f64],
) -> Result<Learner<LinearModel>, Error> {
    let mut learn = settings.learn.clone();
    if games < settings.warmup.games {
        learn.fixed.extend(features.core()..features.count());
        (learn.step, learn.lambda, learn.beta) = (settings.warmup.step, settings.warmup.lambda, settings.warmup.beta);
    }
    Ok(Learner::new(learn, LinearModel { features: features.count(), sets: settings.sets.count::<G>() }, weights)?)
}
