//! Time management: from what the clock shows to how long a search may take.

use crate::Clock;
use game::Game;
use search::{Progress, Watch};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long one move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Where a search with a steady best move stops deepening.
    pub usual: Duration,
    /// Where it is stopped whatever it is doing.
    pub most: Duration,
}

/// Moves that the time left is divided by when no time control is near.
const HORIZON: u32 = 30;

impl Budget {
    /// Exactly this long.
    pub fn fixed(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
        Budget { usual: time, most: time }
    }

    /// A share of the clock. `overhead` is what each move loses outside the search.
    pub fn of(clock: &Clock, overhead: Duration) -> Budget {
        let left = clock.own.saturating_sub(overhead).max(Duration::from_millis(1));
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let share = left / moves + clock.own_increment.mul_f64(0.75);
        // With the next control one move away all but a reserve may go; else never more than a third at once.
        let ceiling = if moves == 1 { left.mul_f64(0.8) } else { left / 3 };
        let most = (share * 4).min(ceiling).max(Duration::from_millis(1));
        Budget { usual: share.mul_f64(0.7).min(most), most }
    }
}

/// Watches a search with a stop-watch and, if given, a flag that others may set.
pub struct Timekeeper<'a> {
    /// When the move began.
    pub begin: Instant,
    /// How long it may take; `None`: until it is stopped.
    pub budget: Option<Budget>,
    /// Others may set this to stop the search.
    pub flag: Option<&'a AtomicBool>,
}

impl<G: Game> Watch<G> for Timekeeper<'_> {
    fn stop(&self) -> bool {
        self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.budget.is_some_and(|budget| self.begin.elapsed() >= budget.most)
    }

    fn found(&self, _: &Progress<G::Move>) {}

    fn deepen(&self, _: u32, steady: u32) -> bool {
        let Some(Budget { usual, most }) = self.budget else { return true };
        if usual == most {
            return self.begin.elapsed() < most;
        }
        // A move that has just changed needs another look; one that has lasted needs less.
        let factor = match steady {
            0 => 1.6,
            1 => 1.2,
            2..=4 => 1.0,
            _ => 0.7,
        };
        self.begin.elapsed() < usual.mul_f64(factor).min(most)
    }
}
