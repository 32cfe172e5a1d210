//! The learning loop: batches of self-play with frozen weights on all cores, learnt in the order of the games; or games
//! against others, one after the other; or recorded games.

use crate::pool::{self, LEARNER};
use crate::sparring::{Sparred, Sparring};
use crate::workers::in_order;
use crate::{Played, Recorded, Replay, RunSettings, SelfPlay, differences, records};
use arena::statistics::Glicko;
use arena::{Pace, Player};
use cpu_time::ProcessTime;
use eval::{Linear, LinearModel, Weights};
use game::{Features, Game};
use learn::{Harvest, LearnError, Learner, Lesson, Source, State};
use search::{Searcher, Thought};
use std::path::Path;
use std::time::{Duration, Instant};
use store::{Batch, Checkpoint, EventRow, Meta, RatingRow, Run, Snapshot, StoreError};
use thiserror::Error;

/// About this many snapshots of the weights are kept in a run file, less of very many weights: with 33 sets of thousands a run
/// would fill the disk.
const SNAPSHOTS: u64 = 2000;
/// All snapshots together have about so many weights, if that leaves enough of them for a chart.
const KEPT: u64 = 3_000_000;
const FEWEST: u64 = 200;
/// A run is saved at most this often.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// If so many of the last games were drawn, nothing is being learnt any more.
const COLLAPSE: (u64, f64) = (200, 0.9);
/// The event that tells it.
pub(crate) const COLLAPSED: &str = "collapse";
/// The event that tells of a game that an opponent could not finish.
const FAULT: &str = "fault";
/// After a fault, wait this long for a Ctrl-C that may have caused it.
const AFTERMATH: Duration = Duration::from_millis(100);
/// So many games in a row without a result are enough.
const ATTEMPTS: u64 = 8;

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

    /// A new run in a new file.
    pub fn create(path: &Path, features: F, settings: RunSettings, version: &str) -> Result<Self, Error> {
        Self::in_memory(features, settings)?.kept(path, version)
    }

    /// The same run, kept in a new file from now on.
    pub fn kept(self, path: &Path, version: &str) -> Result<Self, Error> {
        let mut trainer = self;
        let (settings, features) = (&trainer.settings, &trainer.features);
        let meta = Meta {
            game: settings.game.clone(),
            features: settings.features.clone(),
            settings: serde_json::to_value(settings).expect("settings have a JSON form"),
            seed: settings.seed,
            version: version.to_string(),
            names: (0..features.count()).map(|i| features.label(i)).collect(),
            sets: settings.sets.count::<G>(),
            snapshot_every: trainer.snapshot_every,
        };
        trainer.snapshot();
        // All that real games teach can be undone.
        trainer.pending.remember = trainer.settings.live;
        trainer.pending.checkpoint = trainer.checkpoint();
        trainer.store = Some(Run::create(path, &meta, &trainer.pending)?);
        trainer.pending = Batch::default();
        Ok(trainer)
    }

    /// Goes on with a run. Only the number of games may differ from what the file says; more games than at first give the same
    /// weights as if they had been asked for at once.
    pub fn resume(path: &Path, features: F, settings: RunSettings) -> Result<Self, Error> {
        let mut run = Run::open(path)?;
        let meta = run.meta()?;
        let mut wanted = serde_json::to_value(&settings).expect("settings have a JSON form");
        wanted["games"] = meta.settings["games"].clone();
        let list: Vec<String> = differences(&meta.settings, &wanted)
            .into_iter()
            .map(|(name, file, command)| format!("{name} is {file} in the file and {command} in the command"))
            .collect();
        if !list.is_empty() {
            return Err(Error::Differs { path: path.display().to_string(), list: list.join("; ") });
        }
        if !settings.live {
            enough(&run, settings.games)?;
        }
        if settings.games > meta.settings["games"].as_u64().unwrap_or_default() {
            whole_batches(&mut run, settings.batch, settings.warmup.games)?;
        }
        let mut trainer = match run.checkpoint()? {
            None => Self::in_memory(features, settings)?,
            Some(checkpoint) => {
                let state: State = serde_json::from_str(&checkpoint.state)
                    .map_err(|error| Error::Settings(format!("{}: checkpoint: {error}", path.display())))?;
                Self::continued(features, settings, checkpoint.games, state)?
            }
        };
        if let Some(checkpoint) = run.checkpoint()? {
            trainer.before = (checkpoint.seconds, checkpoint.cpu_seconds);
            let recent = trainer.games.saturating_sub(COLLAPSE.0 - 1).max(1)..=trainer.games;
            trainer.draws = run.games(recent)?.iter().map(|row| row.result == 0).collect();
            trainer.collapsed = run.events()?.iter().any(|event| event.kind == COLLAPSED);
            if let Some(pool) = &trainer.settings.pool {
                trainer.rating = Some(pool.rate(&run.games(1..=trainer.games)?, &run.ratings()?));
            }
        }
        trainer.snapshot_every = meta.snapshot_every;
        run.amend(&serde_json::to_value(&trainer.settings).expect("settings have a JSON form"))?;
        trainer.store = Some(run);
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

    /// Plays a game against somebody of the pool and rates it; `None` if it was abandoned.
    fn spar(
        &mut self,
        weights: &[f64],
        number: u64,
        stop: &impl Fn() -> bool,
        sink: &mut impl FnMut(Event<'_>),
    ) -> Result<Option<Played>, Error> {
        let settings = &self.settings;
        let (Some(pool), Some(rating)) = (&settings.pool, self.rating) else { return Ok(None) };
        if self.rivals.len() != pool.opponents.len() {
            return Err(Error::Settings("the opponents of the pool are not there".to_string()));
        }
        let evaluator = Linear::new(self.features.clone(), settings.sets, weights);
        let game = Sparring {
            search: settings.search(),
            nodes: settings.nodes,
            source: settings.learn.source,
            opening: settings.opening,
            longest: settings.longest,
            seed: settings.seed,
            given_up: pool.given_up,
        };
        let mut trouble = String::new();
        for attempt in 0..ATTEMPTS {
            let at = pool.pair(rating.rating, settings.seed, number, attempt);
            let (opponent, rival) = (&pool.opponents[at], &self.rivals[at]);
            let seated = self.seats[at].take();
            let first = seated.is_none();
            let mut player = seated.unwrap_or_else(|| (rival.maker)());
            match game.play(number, &evaluator, &mut *player, (rival.pace, first), stop) {
                Sparred::Abandoned => return Ok(None),
                Sparred::Void(reason) => {
                    // A Ctrl-C in a terminal ends other programs, too.
                    std::thread::sleep(AFTERMATH);
                    if stop() {
                        return Ok(None);
                    }
                    // The player is dropped, which ends its program; the next game makes it anew.
                    trouble = format!("game {number} against {}: {reason}", opponent.name);
                    let kind = FAULT.to_string();
                    self.pending.events.push(EventRow { game: number - 1, kind, text: trouble.clone() });
                    sink(Event::Warning { games: number - 1, text: format!("{trouble}; it counts for nothing") });
                }
                Sparred::Finished(mut played) => {
                    self.seats[at] = Some(player);
                    let row = |player: &str, rating, deviation| RatingRow {
                        game: number,
                        player: player.to_string(),
                        rating,
                        deviation,
                    };
                    let met = row(&opponent.name, opponent.rating, 0.0);
                    let after = rating.after(&[pool::result(&played.row, &met)]);
                    for episode in &mut played.episodes {
                        (episode.own_rating, episode.opponent_rating) = (Some(rating.rating), Some(opponent.rating));
                    }
                    self.pending.ratings.extend([met, row(LEARNER, after.rating, after.deviation)]);
                    self.rating = Some(after);
                    return Ok(Some(*played));
                }
            }
        }
        Err(Error::Opponents(trouble))
    }

    /// Plays the games `from..=to` with the same weights, or goes through as many records.
    fn play(&mut self, weights: &[f64], from: u64, to: u64, threads: usize) -> Result<Vec<Played>, Error> {
        let settings = &self.settings;
        let evaluator = Linear::new(self.features.clone(), settings.sets, weights);
        let search = settings.search();
        let threads = threads.clamp(1, (to - from + 1) as usize);
        while self.searchers.len() < threads {
            self.searchers.push(Searcher::new(search));
        }
        let inspector = self.inspector.as_ref();
        let look = |position: &G, thought: &Thought<G>| {
            if let Some(inspector) = inspector {
                inspector(position, thought, &evaluator);
            }
        };
        let (nodes, source, seed) = (settings.nodes, settings.learn.source, settings.seed);
        if settings.records.is_some() {
            if self.records.is_empty() {
                return Err(Error::Settings("the records are not there".to_string()));
            }
            let (replay, records) = (Replay { search, nodes, source, seed }, &self.records);
            let shuffled = settings.records.as_ref().is_some_and(|records| records.shuffled);
            let order = records::order(from..=to, records.len(), shuffled.then_some(seed));
            return Ok(in_order(&mut self.searchers[..threads], (from, to), |number, searcher| {
                let record = &records[order[(number - from) as usize]];
                replay.play(number, record, &evaluator, searcher, look)
            }));
        }
        let game = SelfPlay {
            search,
            nodes,
            moves: settings.moves,
            source,
            harvest: self.harvest(weights),
            opening: settings.opening,
            longest: settings.longest,
            unhurried: settings.unhurried,
            seed,
        };
        Ok(in_order(&mut self.searchers[..threads], (from, to), |number, searcher| {
            game.play(number, &evaluator, searcher, look)
        }))
    }

    /// With TreeStrap, what gathers the advice of a search that is made with these weights.
    fn harvest(&self, weights: &[f64]) -> Option<Harvest<LinearModel>> {
        let (learner, settings) = (&self.learner, self.learner.settings());
        let wanted = settings.source == Source::TreeStrap;
        wanted.then(|| Harvest::new(settings, *learner.model(), weights, learner.beta()))
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

    fn snapshot(&mut self) {
        let (weights, rates) = (self.learner.weights().to_vec(), self.learner.rates());
        self.pending.snapshots.push(Snapshot { game: self.games, weights, rates, lambda: self.learner.lambda() });
    }

    fn checkpoint(&self) -> Checkpoint {
        let (seconds, cpu_seconds) = self.seconds();
        let state = serde_json::to_string(self.learner.state()).expect("a learner's state has a JSON form");
        Checkpoint { games: self.games, state, seconds, cpu_seconds }
    }

    fn save(&mut self) -> Result<(), Error> {
        if self.store.is_some() {
            self.pending.checkpoint = self.checkpoint();
        }
        if let Some(store) = &mut self.store {
            store.commit(&self.pending)?;
            self.pending = Batch::default();
        }
        Ok(())
    }
}

/// Refuses to end a run before where it is.
pub(crate) fn enough(run: &Run, games: u64) -> Result<(), Error> {
    let done = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    if games < done {
        return Err(Error::Settings(format!("--games {games}: {} has {done} games already", run.path().display())));
    }
    Ok(())
}

/// Takes back a last batch that was cut short by the end of the run, if the run knows how: with more games it is longer. No batch
/// crosses the end of the warm-up.
pub(crate) fn whole_batches(run: &mut Run, batch: u64, warmup: u64) -> Result<(), Error> {
    let done = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    let began = if warmup < done { warmup.max(done / batch * batch) } else { done / batch * batch };
    if began == done {
        return Ok(());
    }
    match run.undo(began) {
        // A batch that ended with the warm-up was whole; runs of before this was remembered go on as they are.
        Err(StoreError::Forgotten { .. }) => Ok(()),
        undone => Ok(undone?),
    }
}

fn snapshots(weights: u64) -> u64 {
    (KEPT / weights.max(1)).clamp(FEWEST, SNAPSHOTS)
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

#[cfg(test)]
mod tests {
    use super::snapshots;

    #[test]
    fn large_runs_keep_fewer_snapshots() {
        assert_eq!([5, 309, 1459, 4 * 1459, 33 * 1459].map(snapshots), [2000, 2000, 2000, 514, 200]);
    }
}
