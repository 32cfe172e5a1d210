//! The learning loop of networks: batches of self-play, learnt in the order of their numbers, kept in a run file.

use super::memory::{Memory, networks};
use super::{DicedPlay, DicedSettings, Points, Room};
use crate::trainer::{enough, whole_batches};
use crate::{Error, differences};
use cpu_time::ProcessTime;
use eval::network::Judge;
use game::{Encoding, Turns};
use learn::network::{NetworkLearner, Trail};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use store::{Batch, Checkpoint, GameRow, Meta, RatingRow, Run, Snapshot, StoreError};

/// The averaged networks are kept so many times in a run.
const SNAPSHOTS: u64 = 20;
/// A run is saved at most this often.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// The name under which points per game against the yardstick are kept, as ratings.
pub const YARDSTICK: &str = "points per game";

/// What leaves the loop.
#[derive(Clone, Copy, Debug)]
pub enum DicedEvent {
    /// A batch has been learnt.
    Learnt {
        /// Games so far.
        games: u64,
        /// The rate of the next one.
        rate: f64,
    },
    /// The averaged networks have met the yardstick.
    Tested {
        /// Games so far.
        games: u64,
        /// What came out.
        points: Points,
    },
}

/// A network's learning run.
pub struct DicedTrainer<B: Turns, E: Encoding<B>> {
    settings: DicedSettings,
    learner: NetworkLearner<B, E>,
    encoding: E,
    store: Option<Run>,
    pending: Batch,
    snapshot_every: u64,
    before: (f64, f64),
    began: (Instant, ProcessTime),
    /// Time and processor time of matches with the yardstick, which are not learning.
    testing: (Duration, Duration),
    rooms: Vec<Room<B>>,
}

impl<B: Turns, E: Encoding<B>> DicedTrainer<B, E> {
    /// A run that is kept in memory only, from these networks.
    pub fn in_memory(settings: DicedSettings, judge: Judge<B, E>) -> Result<Self, Error> {
        settings.check().map_err(Error::Settings)?;
        let encoding = judge.encoding.clone();
        let learner = NetworkLearner::new(settings.learn.clone(), judge, settings.leaves())?;
        Ok(DicedTrainer {
            snapshot_every: settings.games.div_ceil(SNAPSHOTS),
            settings,
            learner,
            encoding,
            store: None,
            pending: Batch::default(),
            before: (0.0, 0.0),
            began: (Instant::now(), ProcessTime::now()),
            testing: (Duration::ZERO, Duration::ZERO),
            rooms: Vec::new(),
        })
    }

    /// Goes on from what [`DicedTrainer::memory`] has told, in memory only.
    pub fn continued(settings: DicedSettings, encoding: E, memory: &str) -> Result<Self, Error> {
        let memory = Memory::parse(memory)?;
        let (judge, average) = (networks(&memory.networks, &encoding)?, networks(&memory.average, &encoding)?);
        let mut trainer = Self::in_memory(settings, judge.clone())?;
        trainer.learner.restore(memory.learner, judge, average)?;
        Ok(trainer)
    }

    /// All that it knows, as text.
    pub fn memory(&self) -> String {
        Memory::of(&self.learner).text()
    }

    /// The same, kept in a new file.
    pub fn kept(mut self, path: &Path, version: &str) -> Result<Self, Error> {
        let settings = &self.settings;
        let meta = Meta {
            game: settings.game.clone(),
            features: settings.inputs.clone(),
            settings: serde_json::to_value(settings).expect("settings have a JSON form"),
            seed: settings.seed,
            version: version.to_string(),
            names: Vec::new(),
            sets: 1,
            snapshot_every: self.snapshot_every,
        };
        self.learner.check()?;
        self.pending.checkpoint = self.checkpoint();
        self.store = Some(Run::create(path, &meta, &self.pending)?);
        self.pending = Batch::default();
        Ok(self)
    }

    /// Goes on with a run. Only the number of games may differ from what the file says.
    pub fn resume(path: &Path, settings: DicedSettings, encoding: E) -> Result<Self, Error> {
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
        enough(&run, settings.games)?;
        if settings.games > meta.settings["games"].as_u64().unwrap_or_default() {
            whole_batches(&mut run, settings.batch, 0)?;
        }
        let checkpoint = checkpoint(&run)?;
        let mut trainer = Self::continued(settings, encoding, &checkpoint.state).map_err(|why| broken(&run, why))?;
        if trainer.learner.games() != checkpoint.games {
            let (found, wanted) = (trainer.learner.games(), checkpoint.games);
            return Err(broken(&run, format!("{found} games learnt of {wanted}")));
        }
        trainer.before = (checkpoint.seconds, checkpoint.cpu_seconds);
        trainer.snapshot_every = meta.snapshot_every;
        run.amend(&serde_json::to_value(&trainer.settings).expect("settings have a JSON form"))?;
        trainer.store = Some(run);
        Ok(trainer)
    }

    /// Games learnt so far.
    pub fn games(&self) -> u64 {
        self.learner.games()
    }

    /// The settings.
    pub fn settings(&self) -> &DicedSettings {
        &self.settings
    }

    /// The learner.
    pub fn learner(&self) -> &NetworkLearner<B, E> {
        &self.learner
    }

    /// Wall-clock and processor seconds of learning, without the matches with the yardstick.
    pub fn seconds(&self) -> (f64, f64) {
        let (wall, cpu) = (self.began.0.elapsed(), self.began.1.elapsed());
        let without = |all: Duration, testing: Duration| all.saturating_sub(testing).as_secs_f64();
        (self.before.0 + without(wall, self.testing.0), self.before.1 + without(cpu, self.testing.1))
    }

    /// Plays and learns until all games are done or `stop` says so. `test` is the match with the yardstick. True if all games are
    /// done.
    pub fn run(
        &mut self,
        threads: usize,
        stop: impl Fn() -> bool,
        test: impl Fn(&Judge<B, E>, u64) -> Points,
        mut sink: impl FnMut(DicedEvent),
    ) -> Result<bool, Error> {
        let mut saved = Instant::now();
        while self.games() < self.settings.games && !stop() {
            self.batch(threads)?;
            let games = self.games();
            sink(DicedEvent::Learnt { games, rate: self.learner.rate() });
            if self.due(self.settings.test_every) {
                let began = (Instant::now(), ProcessTime::now());
                let points = test(self.learner.average(), self.settings.test_games);
                self.testing = (self.testing.0 + began.0.elapsed(), self.testing.1 + began.1.elapsed());
                let (player, rating, deviation) = (YARDSTICK.to_string(), points.mean, points.error);
                self.pending.ratings.push(RatingRow { game: games, player, rating, deviation });
                sink(DicedEvent::Tested { games, points });
            }
            if saved.elapsed() >= SAVE_EVERY {
                self.save()?;
                saved = Instant::now();
            }
        }
        self.save()?;
        Ok(self.games() >= self.settings.games)
    }

    /// True if the last batch has reached or passed a multiple of `every`, or the end.
    fn due(&self, every: u64) -> bool {
        let (games, batch) = (self.games(), self.settings.batch);
        every > 0 && (games % every < batch.min(every) || games == self.settings.games)
    }

    /// Plays and learns one batch. It begins at a multiple of its size, so that a run that was killed has the same batches.
    fn batch(&mut self, threads: usize) -> Result<(), Error> {
        let size = self.settings.batch;
        let (from, end) = (self.games() + 1, (self.games() / size + 1) * size);
        if end > self.settings.games {
            // Whoever asks for more games later has this batch played again, in full.
            self.pending.remember = true;
            self.save()?;
        }
        let to = end.min(self.settings.games);
        self.learner.freeze();
        self.rooms.resize(threads.clamp(1, size as usize), Room::new(&self.settings));
        let play = DicedPlay::new(&self.settings);
        let judge = self.learner.judge();
        if let [room] = &mut self.rooms[..] {
            let games: Vec<_> = (from..=to).map(|number| play.game(judge, number, room)).collect();
            return games.iter().try_for_each(|(trail, row)| self.learn(trail, row));
        }
        let next = AtomicU64::new(from);
        let done = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for room in &mut self.rooms {
                let (play, next, done) = (&play, &next, &done);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number > to {
                            break;
                        }
                        let played = play.game(judge, number, room);
                        done.lock().expect("no thread panicked").push(played);
                    }
                });
            }
        });
        let mut games = done.into_inner().expect("no thread panicked");
        games.sort_by_key(|(trail, _)| trail.number);
        games.iter().try_for_each(|(trail, row)| self.learn(trail, row))
    }

    fn learn(&mut self, trail: &Trail<B>, row: &GameRow) -> Result<(), Error> {
        self.learner.learn(trail)?;
        if self.store.is_some() {
            self.pending.games.push(row.clone());
            if self.games().is_multiple_of(self.snapshot_every) || self.games() == self.settings.games {
                let weights = self.learner.average().networks.iter().flat_map(|network| network.doubles()).collect();
                let (rates, lambda) = (vec![self.learner.rate()], self.learner.lambda());
                self.pending.snapshots.push(Snapshot { game: self.games(), weights, rates, lambda });
            }
        }
        Ok(())
    }

    fn checkpoint(&self) -> Checkpoint {
        let (seconds, cpu_seconds) = self.seconds();
        Checkpoint { games: self.learner.games(), state: self.memory(), seconds, cpu_seconds }
    }

    /// Writes what is known now, unless it has become nonsense.
    fn save(&mut self) -> Result<(), Error> {
        self.learner.check()?;
        if self.store.is_some() {
            self.pending.checkpoint = self.checkpoint();
        }
        if let Some(run) = &mut self.store {
            run.commit(&self.pending)?;
            self.pending = Batch::default();
        }
        Ok(())
    }

    /// What the networks see.
    pub fn encoding(&self) -> &E {
        &self.encoding
    }
}

/// The points per game against the yardstick over a run: (games, points, standard error).
pub fn curve(run: &Run) -> Result<Vec<(u64, f64, f64)>, StoreError> {
    let rows = run.ratings()?.into_iter().filter(|row| row.player == YARDSTICK);
    Ok(rows.map(|row| (row.game, row.rating, row.deviation)).collect())
}

/// The averaged networks at the end of a run.
pub fn averages<B: Turns, E: Encoding<B>>(run: &Run, encoding: E) -> Result<Judge<B, E>, Error> {
    let memory = Memory::parse(&checkpoint(run)?.state).map_err(|why| broken(run, why))?;
    networks(&memory.average, &encoding).map_err(|why| broken(run, why))
}

fn broken(run: &Run, what: impl std::fmt::Display) -> Error {
    Error::Settings(format!("{}: checkpoint: {what}", run.path().display()))
}

fn checkpoint(run: &Run) -> Result<Checkpoint, Error> {
    run.checkpoint()?.ok_or_else(|| broken(run, "there is none"))
}
