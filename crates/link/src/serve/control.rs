//! What the main loop and a running search share: the order to stop, the stop-watch and how far it has come.

use super::score::Score;
use arena::Budget;
use game::Game;
use search::{Bound, Progress, Watch};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The reins of one search.
pub struct Control {
    begin: Instant,
    stop: AtomicBool,
    shown: AtomicBool,
    steady: AtomicU32,
    timing: Mutex<Timing>,
    latest: Mutex<Latest>,
}

struct Timing {
    budget: Option<Budget>,
    /// When the own clock began to run; `None` while pondering.
    since: Option<Instant>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Latest {
    /// Plies.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// A panic in another thread is no reason to lose the game.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Control {
    /// A search that begins now. While `pondering` its budget does not count; `shown` tells whether findings are printed.
    pub fn new(budget: Option<Budget>, pondering: bool, shown: bool) -> Control {
        let begin = Instant::now();
        Control {
            begin,
            stop: AtomicBool::new(false),
            shown: AtomicBool::new(shown),
            steady: AtomicU32::new(0),
            timing: Mutex::new(Timing { budget, since: (!pondering).then_some(begin) }),
            latest: Mutex::default(),
        }
    }

    /// Orders the search to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// True if it was ordered to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The expected move was played: the own clock runs from now on, with `budget` if given.
    ///
    /// What was thought before counts as thinking, so the usual time may be over already; the most that may be taken is
    /// counted on the own clock.
    pub fn hit(&self, budget: Option<Budget>) {
        let mut timing = lock(&self.timing);
        timing.since = Some(Instant::now());
        timing.budget = budget.or(timing.budget);
        let steady = self.steady.load(Ordering::Relaxed);
        if timing.budget.is_some_and(|budget| budget.enough(self.begin.elapsed(), steady)) {
            self.stop();
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// How far it has come.
    pub fn latest(&self) -> Latest {
        *lock(&self.latest)
    }

    /// Switches the printing of findings.
    pub fn show(&self, shown: bool) {
        self.shown.store(shown, Ordering::Relaxed);
    }

    fn must_stop(&self) -> bool {
        self.stopped() || {
            let timing = lock(&self.timing);
            timing.budget.zip(timing.since).is_some_and(|(budget, since)| budget.spent(since.elapsed()))
        }
    }
}

/// Watches a search on behalf of its control.
pub struct Watcher<'a, G: Game> {
    /// The reins.
    pub control: &'a Control,
    /// Stop at a win in so many moves.
    pub mate: Option<u32>,
    /// What a pawn is worth.
    pub yardstick: i32,
    /// Prints a finding.
    pub tell: &'a dyn Fn(&Progress<G::Move>, Score),
}

impl<G: Game> Watch<G> for Watcher<'_, G> {
    fn stop(&self) -> bool {
        self.control.must_stop()
    }

    fn found(&self, progress: &Progress<G::Move>) {
        *lock(&self.control.latest) = Latest { depth: progress.depth, nodes: progress.nodes };
        let score = Score::of(progress.value, self.yardstick);
        if self.control.shown.load(Ordering::Relaxed) {
            (self.tell)(progress, score);
        }
        if let (Score::Mate(moves @ 1..), Some(wanted)) = (score, self.mate)
            && moves as u32 <= wanted
            && progress.bound != Bound::Upper
        {
            self.control.stop();
        }
    }

    fn deepen(&self, _: u32, steady: u32) -> bool {
        self.control.steady.store(steady, Ordering::Relaxed);
        if self.control.must_stop() {
            return false;
        }
        let timing = lock(&self.control.timing);
        let budget = timing.budget.filter(|_| timing.since.is_some());
        budget.is_none_or(|budget| !budget.enough(self.control.elapsed(), steady))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn pondering_costs_nothing_until_the_hit() {
        let control = Control::new(Some(Budget { usual: ms(1), most: ms(1) }), true, true);
        std::thread::sleep(ms(5));
        assert!(!control.must_stop(), "the clock does not run yet");
        control.hit(None);
        assert!(control.must_stop(), "the usual time was thought before");
        let control = Control::new(None, true, true);
        control.hit(Some(Budget { usual: ms(100_000), most: ms(200_000) }));
        assert!(!control.must_stop());
        control.stop();
        assert!(control.must_stop() && control.stopped());
    }

    #[test]
    fn a_budget_ends_a_search() {
        let control = Control::new(Some(Budget { usual: ms(1), most: ms(2) }), false, true);
        std::thread::sleep(ms(5));
        assert!(control.must_stop() && !control.stopped());
    }
}
