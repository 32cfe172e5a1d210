//! Learning runs that are kept in the ledger as they go: killed anywhere, they go on; asked for more games, they add them.

use crate::runner::{Live, Task, timed};
use crate::{Cost, Error, Mode, Players, Point, Runner, Saved};
use arena::statistics::Glicko;
use cpu_time::ThreadTime;
use game::{Features, Game, Root, Side};
use games::list::{Visitor, with};
use lab::{Event, Rival, RunSettings, Trainer};
use learn::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::any::Any;
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Games between two points of a trace. It is the same at every scale, so that a longer run has the points of a shorter one.
const EVERY: u64 = 10;
/// The same where a point has many weights, so that files stay small.
const RARELY: u64 = 50;
/// More weights than this are many.
const FEW: usize = 30;
/// Games between two points of a trace of so many weights.
fn every(weights: usize) -> u64 {
    if weights > FEW { RARELY } else { EVERY }
}

/// A run is saved this often.
const SAVE_EVERY: Duration = Duration::from_secs(1);
/// Games that are played to find out how long games take.
const PROBE: u64 = 3;

/// What a learning run has given.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// Its settings.
    pub settings: RunSettings,
    /// The weights over the games, as far as it has got.
    pub trace: Vec<Point>,
    /// Among others, the learner's rating after each game.
    pub ratings: Vec<Rated>,
    /// Among others, what the learner remembers in the end.
    pub memory: Option<State>,
}

/// A learner's rating after a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rated {
    /// The number of the game.
    pub game: u64,
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
}

impl Rated {
    fn new(game: u64, Glicko { rating, deviation, volatility }: Glicko) -> Rated {
        Rated { game, rating, deviation, volatility }
    }

    fn glicko(&self) -> Glicko {
        Glicko { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }
}

/// What is kept of a learner: its memory, and its ratings if it plays others.
#[derive(Serialize, Deserialize)]
struct Kept {
    #[serde(flatten)]
    learner: State,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    ratings: Vec<Rated>,
}

impl Learnt {
    /// True if all games have been played.
    pub fn complete(&self) -> bool {
        self.trace.last().is_some_and(|point| point.game >= self.settings.games)
    }

    /// How often each feature occurred in the positions of the games.
    pub fn seen(&self) -> &[f64] {
        self.trace.last().map_or(&[], |point| &point.seen)
    }

    /// The mean of the weights over the last share of the games that were asked for; nothing before they are played.
    pub fn last(&self, share: f64) -> Option<Vec<f64>> {
        let games = self.settings.games;
        let from = games - (games as f64 * share) as u64;
        let kept: Vec<&Point> = self.trace.iter().filter(|point| point.game > from || point.game == games).collect();
        let mut mean = vec![0.0; self.trace.last().filter(|_| self.complete())?.weights.len()];
        for point in &kept {
            mean.iter_mut().zip(&point.weights).for_each(|(sum, weight)| *sum += weight / kept.len() as f64);
        }
        Some(mean)
    }
}

impl Runner<'_> {
    /// Learning runs, each on one core, to the number of games in their settings.
    pub fn learn(&mut self, stage: &str, runs: &[RunSettings]) -> Result<Vec<Learnt>, Error> {
        let keys: Vec<(String, String)> = runs.iter().map(|run| (key(run, true), key(run, false))).collect();
        let mut tasks = Vec::new();
        let players = if runs.iter().any(|run| run.pool.is_some()) { Some(self.players()?) } else { None };
        for (run, (key, class)) in runs.iter().zip(&keys) {
            run.check().map_err(Error::Usage)?;
            let done = self.ledger.run(key)?.map_or(0, |saved| saved.games);
            tasks.push(Task {
                class: class.clone(),
                units: run.games.saturating_sub(done) as f64,
                work: Box::new(move |live| visit(run, Advance { run, key, class, live, players })),
                probe: Box::new(move |_| visit(run, Probe(run, players))),
            });
        }
        self.perform(stage, tasks)?;
        let mut common = u64::MAX;
        for (run, (key, _)) in runs.iter().zip(&keys) {
            let games = self.ledger.run(key)?.map_or(0, |saved| saved.games);
            // A run that has been finished has a last point, wherever that is.
            common = common.min(if games >= run.games { run.games } else { games / RARELY * RARELY });
        }
        let learnt = runs.iter().zip(&keys).map(|(run, (key, _))| {
            let mut settings = run.clone();
            if self.mode == Mode::Look && common > 0 {
                // Deep searches may have been run at a smaller scale than others: as far as all seeds have got.
                settings.games = settings.games.min(common);
            }
            let (mut ratings, mut memory) = (Vec::new(), None);
            if let Some(saved) = self.ledger.run(key)?.filter(|_| run.pool.is_some()) {
                let kept = kept(&saved)?;
                ratings = kept.ratings;
                ratings.retain(|rated| rated.game <= settings.games);
                memory = Some(kept.learner);
            }
            let mut trace = self.ledger.trace(key, settings.games)?;
            // A shorter run has left a point where it ended.
            trace.retain(|point| point.game == settings.games || point.game.is_multiple_of(every(point.weights.len())));
            let mut learnt = Learnt { settings, trace, ratings, memory };
            if self.mode == Mode::Plan && !learnt.complete() {
                // What follows can be planned with any weights.
                let weights = visit(run, Start(run))?;
                let seen = vec![1.0; weights.len()];
                learnt.trace = vec![Point { game: run.games, weights, beta: 1.0, lambda: 1.0, cpu: 0.0, seen }];
            }
            Ok(learnt)
        });
        learnt.collect()
    }
}

/// The settings as text, without the number of games and, for the kind of work, without the seed.
fn key(run: &RunSettings, seed: bool) -> String {
    let mut value = serde_json::to_value(run).expect("settings have a JSON form");
    value["games"] = Value::Null;
    if !seed {
        value["seed"] = Value::Null;
    }
    json!({ "learn": value }).to_string()
}

fn visit<T>(run: &RunSettings, visitor: impl Visitor<Output = Result<T, Error>>) -> Result<T, Error> {
    with(&run.game, Some(&run.features), visitor).map_err(Error::Usage)?
}

fn kept(saved: &Saved) -> Result<Kept, Error> {
    serde_json::from_str(&saved.state).map_err(|error| Error::Failed(format!("a learner's memory: {error}")))
}

/// Brings the opponents of a run, if it has any.
fn meet<G: Game, F: Features<G>>(trainer: &mut Trainer<G, F>, players: Option<&dyn Players>) -> Result<(), Error> {
    let (Some(pool), Some(players)) = (&trainer.settings().pool, players) else { return Ok(()) };
    let rivals = pool.opponents.iter().map(|opponent| players.rival(&opponent.player)).collect::<Result<Vec<_>, _>>();
    let rivals: Box<dyn Any> = Box::new(rivals.map_err(Error::Usage)?);
    let rivals = rivals.downcast::<Vec<Rival<G>>>();
    trainer.meet(*rivals.map_err(|_| Error::Usage("there are opponents for chess only".to_string()))?);
    Ok(())
}

/// Where to start from if games shall take as long as most games of a run: those of weights that know nothing are several
/// times as long.
fn usual_start<G: Game, F: Features<G>>(features: &F, run: &RunSettings) -> String {
    let textbook = features.presets().iter().any(|preset| preset.name == features.textbook());
    if textbook { features.textbook().to_string() } else { run.start.clone() }
}

struct Probe<'a>(&'a RunSettings, Option<&'a dyn Players>);

impl Visitor for Probe<'_> {
    type Output = Result<f64, Error>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
        let mut settings = RunSettings { games: PROBE, start: usual_start(&features, self.0), ..self.0.clone() };
        if let Some(pool) = &mut settings.pool {
            pool.trial = 0;
        }
        let mut trainer = Trainer::<G, F>::in_memory(features, settings)?;
        meet(&mut trainer, self.1)?;
        let (done, cpu) = timed(|| trainer.run(1, || false, |_| {}));
        done?;
        Ok(cpu / PROBE as f64)
    }
}

struct Start<'a>(&'a RunSettings);

impl Visitor for Start<'_> {
    type Output = Result<Vec<f64>, Error>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
        let settings = RunSettings { start: usual_start(&features, self.0), ..self.0.clone() };
        Ok(Trainer::<G, F>::in_memory(features, settings)?.weights().to_vec())
    }
}

struct Advance<'a, 'b> {
    run: &'a RunSettings,
    key: &'a str,
    class: &'a str,
    live: &'a Live<'b>,
    players: Option<&'a dyn Players>,
}

impl Visitor for Advance<'_, '_> {
    type Output = Result<(), Error>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
        let Advance { run, key, class, live, players } = self;
        let before = live.ledger.run(key)?;
        // Only self-play shows all its positions.
        let mut seen = vec![0.0; if run.pool.is_some() { 0 } else { features.count() }];
        let mut ratings = Vec::new();
        let mut trainer = match &before {
            Some(saved) => {
                if saved.seen.len() != seen.len() {
                    let why = format!("a run has counts of {} features, not of {}", saved.seen.len(), seen.len());
                    return Err(Error::Ledger { path: live.ledger.path().to_path_buf(), why });
                }
                seen.clone_from(&saved.seen);
                let kept = kept(saved)?;
                ratings = kept.ratings;
                Trainer::<G, F>::continued(features.clone(), run.clone(), saved.games, kept.learner)?
            }
            None => Trainer::<G, F>::in_memory(features.clone(), run.clone())?,
        };
        let every = every(trainer.weights().len());
        meet(&mut trainer, players)?;
        if let Some(last) = ratings.last() {
            trainer.rated(last.glicko());
        }
        let seen = Arc::new(Mutex::new(seen));
        let counts = Arc::clone(&seen);
        trainer.inspect(Box::new(move |position: &G, _, _| {
            let root = Root { program: Side::First, stage: 0, set: 0 };
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            features.each(position, &features.prepare(position, &root), |i, amount| {
                counts[i] += f64::from(amount.abs());
            });
        }));
        let spent = before.map_or(0.0, |saved| saved.cpu);
        let begin = ThreadTime::now();
        let (mut saved_games, mut saved_cpu) = (trainer.games(), 0.0);
        loop {
            let since = Instant::now();
            // Games against others cannot be repeated: each is kept at once.
            let (others, played) = (run.pool.is_some(), Cell::new(false));
            let due = || if others { played.get() } else { since.elapsed() > SAVE_EVERY };
            let mut points = Vec::new();
            let done = trainer.run(
                1,
                || live.stopped() || due(),
                |event| {
                    let Event::Learnt { games, learner, rating } = event else { return };
                    played.set(true);
                    ratings.extend(rating.map(|rating| Rated::new(games, rating)));
                    if games.is_multiple_of(every) || games == run.games {
                        let (weights, cpu) = (learner.weights().to_vec(), spent + begin.elapsed().as_secs_f64());
                        let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
                        let (beta, lambda) = (learner.beta(), learner.lambda());
                        points.push(Point { game: games, weights, beta, lambda, cpu, seen });
                    }
                },
            )?;
            let cpu = begin.elapsed().as_secs_f64();
            let kept = Kept { learner: trainer.learner().state().clone(), ratings: ratings.clone() };
            let state = serde_json::to_string(&kept).expect("a learner's state has a JSON form");
            let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let cost = Cost { class, units: (trainer.games() - saved_games) as f64, cpu: cpu - saved_cpu };
            live.ledger.save(key, &Saved { games: trainer.games(), state, seen, cpu: spent + cpu }, &points, cost)?;
            live.spent(cost);
            (saved_games, saved_cpu) = (trainer.games(), cpu);
            if done || live.stopped() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::basic;

    #[test]
    fn plans_are_made_with_weights_that_know_something() {
        let run = RunSettings { features: "half-board".to_string(), ..basic(1, 10) };
        let weights = visit(&run, Start(&run)).unwrap();
        assert!(weights[..5].is_sorted() && weights[0] > 0.0 && weights.len() == 157, "{weights:?}");
    }
}
