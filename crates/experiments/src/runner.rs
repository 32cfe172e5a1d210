//! Does the work of an experiment that the ledger does not have yet, on all cores; or only looks, or only plans.

use crate::{Cost, Error, Ledger, Players};
use cpu_time::ThreadTime;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What a runner does about work that is not done yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Does it.
    Run,
    /// Adds up what it will cost.
    Plan,
    /// Nothing: what there is must do.
    Look,
}

/// How far a stage of an experiment has got.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What is being done.
    pub stage: String,
    /// Units done since this stage began, and in all.
    pub done: f64,
    /// Units to be done in this stage.
    pub total: f64,
    /// Seconds until the end of the stage, by what was measured.
    pub left: Option<f64>,
}

/// Runs experiments. Definitions are written against it: in every mode they see the same steps.
pub struct Runner<'a> {
    /// The results so far.
    pub ledger: &'a Ledger,
    pub(crate) mode: Mode,
    threads: usize,
    scale: f64,
    seeds: Option<u64>,
    most: AtomicU64,
    deepest: Option<u32>,
    shallow: AtomicBool,
    given: Option<String>,
    players: Option<&'a dyn Players>,
    stop: &'a (dyn Fn() -> bool + Sync),
    tell: &'a (dyn Fn(&Progress) + Sync),
    plan: Plan,
}

/// Measures what a unit of work costs; it may keep what it has found.
type Probe<'t> = Box<dyn Fn(&Ledger) -> Result<f64, Error> + Send + Sync + 't>;

/// Does a piece of work.
type Work<'t> = Box<dyn Fn(&Live) -> Result<(), Error> + Send + Sync + 't>;

/// A piece of work.
pub(crate) struct Task<'t> {
    /// Its kind: equal kinds cost the same for each unit.
    pub class: String,
    /// How much of it is left.
    pub units: f64,
    /// Does it, all or as much as possible until it is stopped.
    pub work: Work<'t>,
    /// Measures the processor seconds for a unit, if nothing is known of this kind.
    pub probe: Probe<'t>,
}

/// What a piece of work has to do with the world while it is being done.
pub(crate) struct Live<'a> {
    pub ledger: &'a Ledger,
    stop: &'a (dyn Fn() -> bool + Sync),
    spent: &'a (dyn Fn(Cost) + Sync),
}

impl Live<'_> {
    /// True if it should end soon.
    pub fn stopped(&self) -> bool {
        (self.stop)()
    }

    /// Some of it has been done, and is in the ledger.
    pub fn spent(&self, cost: Cost) {
        (self.spent)(cost);
    }
}

/// What is left to be done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plan {
    /// Seconds by the clock.
    pub seconds: f64,
    /// Processor seconds.
    pub cpu: f64,
    /// Kinds of work of which nobody knows yet what they cost; they are not in the seconds.
    pub unknown: usize,
    /// Seconds spent to find out.
    probing: f64,
}

/// No more seconds than this are spent to find out what work costs.
const PROBING: f64 = 20.0;

/// Seconds and units, for one kind of work.
#[derive(Clone, Copy, Default)]
struct Amount {
    units: f64,
    cpu: f64,
}

impl<'a> Runner<'a> {
    /// A runner. `scale` is the share of the published number of games, `seeds` replaces the published number of seeds.
    pub fn new(
        ledger: &'a Ledger,
        mode: Mode,
        threads: usize,
        (scale, seeds): (f64, Option<u64>),
        stop: &'a (dyn Fn() -> bool + Sync),
        tell: &'a (dyn Fn(&Progress) + Sync),
    ) -> Runner<'a> {
        Runner {
            ledger,
            mode,
            threads: threads.max(1),
            scale,
            seeds,
            most: AtomicU64::new(1),
            deepest: None,
            shallow: AtomicBool::new(false),
            given: None,
            players: None,
            stop,
            tell,
            plan: Plan::default(),
        }
    }

    /// So much of a published number, in whole steps of `step`, at least one.
    pub fn scaled(&self, published: u64, step: u64) -> u64 {
        (((published as f64 * self.scale) / step as f64).round() as u64).max(1) * step
    }

    /// The share of the published number of games.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The seeds, as many as published unless told otherwise.
    pub fn seeds(&self, published: u64) -> std::ops::RangeInclusive<u64> {
        let seeds = self.seeds.unwrap_or(published).max(1);
        self.most.fetch_max(seeds, Ordering::Relaxed);
        1..=seeds
    }

    /// The most seeds that anything was done with.
    pub fn most_seeds(&self) -> u64 {
        self.most.load(Ordering::Relaxed)
    }

    /// Leaves out what is searched deeper than this.
    pub fn limit(&mut self, deepest: Option<u32>) {
        self.deepest = deepest;
    }

    /// Gives a file that an experiment needs, as text.
    pub fn give(&mut self, text: Option<String>) {
        self.given = text;
    }

    /// True if it does no work.
    pub(crate) fn looks(&self) -> bool {
        self.mode == Mode::Look
    }

    /// Brings players by name.
    pub fn bring(&mut self, players: &'a dyn Players) {
        self.players = Some(players);
    }

    /// Those who have players by name.
    pub(crate) fn players(&self) -> Result<&'a dyn Players, Error> {
        self.players.ok_or_else(|| Error::Usage("nobody has brought opponents".to_string()))
    }

    /// The text of the file that was given.
    pub(crate) fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }

    /// True if it does work, and does not only plan it.
    pub(crate) fn works(&self) -> bool {
        self.mode == Mode::Run
    }

    /// The depths that are not left out.
    pub fn depths(&self, published: std::ops::RangeInclusive<u32>) -> std::ops::RangeInclusive<u32> {
        let (first, last) = published.into_inner();
        let deepest = self.deepest.map_or(last, |deepest| deepest.clamp(first, last));
        self.shallow.fetch_or(deepest < last, Ordering::Relaxed);
        first..=deepest
    }

    /// True if deeper searches have been left out.
    pub fn shallow(&self) -> bool {
        self.shallow.load(Ordering::Relaxed)
    }

    /// What the work that is left will take.
    pub fn plan(&self) -> Plan {
        self.plan
    }

    /// Does pieces of work, or plans them.
    pub(crate) fn perform(&mut self, stage: &str, mut tasks: Vec<Task>) -> Result<(), Error> {
        tasks.retain(|task| task.units > 0.0);
        match self.mode {
            Mode::Look => Ok(()),
            Mode::Plan => self.estimate(&tasks),
            Mode::Run if tasks.is_empty() => Ok(()),
            Mode::Run => self.work(stage, &tasks),
        }
    }

    fn estimate(&mut self, tasks: &[Task]) -> Result<(), Error> {
        let mut rates: BTreeMap<&str, Option<f64>> = BTreeMap::new();
        let (mut sum, mut longest) = (0.0, 0.0f64);
        for task in tasks {
            if !rates.contains_key(task.class.as_str()) {
                let mut rate = self.ledger.rate(&task.class)?;
                if rate.is_none() && self.plan.probing < PROBING {
                    if (self.stop)() {
                        return Err(Error::Stopped);
                    }
                    let begin = Instant::now();
                    rate = Some((task.probe)(self.ledger)?);
                    self.plan.probing += begin.elapsed().as_secs_f64();
                }
                self.plan.unknown += usize::from(rate.is_none());
                rates.insert(&task.class, rate);
            }
            let cpu = task.units * rates[task.class.as_str()].unwrap_or(0.0);
            (sum, longest) = (sum + cpu, longest.max(cpu));
        }
        self.plan.cpu += sum;
        // A task runs on one thread.
        self.plan.seconds += longest.max(sum / self.threads.min(tasks.len()).max(1) as f64);
        Ok(())
    }

    fn work(&self, stage: &str, tasks: &[Task]) -> Result<(), Error> {
        let total: f64 = tasks.iter().map(|task| task.units).sum();
        // What is left of each kind, and what was spent on it in this stage.
        let mut left: BTreeMap<&str, Amount> = BTreeMap::new();
        for task in tasks {
            left.entry(&task.class).or_default().units += task.units;
        }
        let state = Mutex::new((0.0, left, BTreeMap::<String, Amount>::new()));
        let spent = |cost: Cost| {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            let (done, left, seen) = &mut *state;
            *done += cost.units;
            if let Some(left) = left.get_mut(cost.class) {
                left.units -= cost.units;
            }
            let sum = seen.entry(cost.class.to_string()).or_default();
            (sum.units, sum.cpu) = (sum.units + cost.units, sum.cpu + cost.cpu);
            // Only when every kind that is left has been tried is the end in sight.
            let seconds = left.iter().filter(|(_, left)| left.units > 1e-9).map(|(class, left)| {
                let seen = seen.get(*class).filter(|seen| seen.units > 0.0);
                seen.map(|seen| seen.cpu / seen.units)
                    .or(self.ledger.rate(class).ok().flatten())
                    .map(|rate| rate * left.units)
            });
            let seconds: Option<f64> = seconds.sum();
            let left = seconds.map(|seconds| seconds.max(0.0) / self.threads as f64);
            (self.tell)(&Progress { stage: stage.to_string(), done: *done, total, left });
        };
        let live = Live { ledger: self.ledger, stop: self.stop, spent: &spent };
        let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
        let worker = || {
            while !live.stopped() && !failing(&failed) {
                let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                if let Err(error) = (task.work)(&live) {
                    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(tasks.len()) {
                scope.spawn(worker);
            }
            worker();
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            // A Ctrl-C in a terminal ends other programs, too.
            _ if live.stopped() => Err(Error::Stopped),
            Some(error) => Err(error),
            None => Ok(()),
        }
    }
}

fn failing(failed: &Mutex<Option<Error>>) -> bool {
    failed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
}

/// Runs something and tells how long it took on its thread.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = ThreadTime::now();
    let done = work();
    (done, begin.elapsed().as_secs_f64())
}
