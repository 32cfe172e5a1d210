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
const HORIZON: u32 = 35;
/// The same where a time control is far away: the time must last until then, and no longer.
const FARTHEST: u32 = 40;
/// Moves whose overhead is put aside before anything is shared out.
const PUT_ASIDE: u32 = 30;
/// What stays on a clock that will get more time, in overheads; half of that just before it does.
const HICCUP: u32 = 10;
/// No search is shorter: it would have no move.
const SHORTEST: Duration = Duration::from_millis(1);

impl Budget {
    /// Exactly this long.
    pub fn fixed(time: Duration, overhead: Duration) -> Budget {
        let time = time.saturating_sub(overhead).max(SHORTEST);
        Budget { usual: time, most: time }
    }

    /// A share of the clock. `overhead` is what each move loses outside the search.
    pub fn of(clock: &Clock, overhead: Duration) -> Budget {
        let moves = clock.moves_to_go.map_or(HORIZON, |moves| moves.clamp(1, FARTHEST));
        let gained = clock.own_increment.saturating_sub(overhead).mul_f64(0.9);
        if !clock.byoyomi.is_zero() {
            return Budget::counted(clock, overhead, clock.own / moves + gained);
        }
        // What an increment does not bring back is lost again with each move, and no thinking helps against it. In any case
        // something stays for the move that takes longer than it should.
        let lost = overhead.saturating_sub(clock.own_increment) * moves.min(PUT_ASIDE);
        let aside = overhead + lost.max(overhead * moves.clamp(HICCUP / 2, HICCUP));
        let left = clock.own.saturating_sub(aside).max(clock.own / 50);
        let share = left / moves + gained;
        // With the next control one move away all but a reserve may go; else never more than a third at once.
        let ceiling = left.mul_f64((0.8 / f64::from(moves)).max(1.0 / 3.0));
        let most = (share * 3).min(ceiling).max(SHORTEST);
        Budget { usual: share.mul_f64(0.6).clamp(SHORTEST, most), most }
    }

    /// Nearly all of the byoyomi and a share of the clock: running down that clock loses nothing, so all of it may go.
    fn counted(clock: &Clock, overhead: Duration, share: Duration) -> Budget {
        // On a busy machine an answer may take a tenth of a second to arrive: who raises the overhead for that must be heard.
        let reserve = (overhead * (HICCUP / 2)).min(clock.byoyomi / 2).max(overhead);
        let period = clock.byoyomi.saturating_sub(reserve);
        let share = share + period;
        let most = (share * 3).min(clock.own + period).max(SHORTEST);
        // What is left on the clock can be used later, what is left of the byoyomi cannot.
        let usual = share.mul_f64(0.6).max(period.saturating_sub(clock.own));
        Budget { usual: usual.clamp(SHORTEST, most), most }
    }

    /// True if a search that has taken so long must stop.
    pub fn spent(&self, elapsed: Duration) -> bool {
        elapsed >= self.most
    }

    /// True if a search that has taken so long should not begin another iteration; `steady` counts the iterations that
    /// its best move has lasted.
    pub fn enough(&self, elapsed: Duration, steady: u32) -> bool {
        if self.usual == self.most {
            return elapsed >= self.most;
        }
        // A move that has just changed needs another look; one that has lasted needs less.
        let factor = match steady {
            0 => 1.6,
            1 => 1.2,
            2..=4 => 1.0,
            // There is only one move.
            u32::MAX => 0.0,
            _ => 0.7,
        };
        elapsed >= self.usual.mul_f64(factor).min(self.most)
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
            || self.budget.is_some_and(|budget| budget.spent(self.begin.elapsed()))
    }

    fn found(&self, _: &Progress<G::Move>) {}

    fn deepen(&self, _: u32, steady: u32) -> bool {
        self.budget.is_none_or(|budget| !budget.enough(self.begin.elapsed(), steady))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Dice;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// A time control for the simulation, in milliseconds: base, increment, moves to the next control, byoyomi.
    type Control = (u64, u64, Option<u32>, u64);

    /// How long a pretended search takes: iterations that grow by a random factor, a best move that changes now and then,
    /// and a watcher that is asked only so often.
    fn pretend(budget: &Budget, dice: &mut Dice) -> Duration {
        let (mut elapsed, mut next, mut steady) = (Duration::ZERO, ms(1).mul_f64(0.05 + 0.4 * dice.unit()), 0);
        loop {
            if elapsed + next > budget.most && elapsed > Duration::ZERO {
                return budget.most + ms(2).mul_f64(dice.unit());
            }
            elapsed += next;
            steady = if dice.below(4) == 0 { 0 } else { steady + 1 };
            if budget.enough(elapsed, steady) {
                return elapsed;
            }
            next = next.mul_f64(1.3 + 4.0 * dice.unit());
        }
    }

    /// Plays `moves` moves and returns what is left, `None` after a loss on time. `lag` is what each move loses at most.
    fn simulate(control: Control, moves: u32, lag: u64, greedy: bool, dice: &mut Dice) -> Option<Duration> {
        let (base, increment, period, byoyomi) = control;
        let mut own = ms(base);
        for played in 0..moves {
            let moves_to_go = period.map(|period| period - played % period);
            let clock =
                Clock { own, own_increment: ms(increment), moves_to_go, byoyomi: ms(byoyomi), ..Clock::default() };
            let budget = Budget::of(&clock, ms(lag));
            assert!(budget.usual <= budget.most && budget.usual >= SHORTEST, "{clock:?} {budget:?}");
            let thought = if greedy { budget.most + ms(2) } else { pretend(&budget, dice) };
            let taken = thought + ms(lag).mul_f64(0.5 + 0.5 * dice.unit());
            (own + ms(byoyomi)).checked_sub(taken)?;
            own = own.saturating_sub(taken);
            own += ms(increment) + if moves_to_go == Some(1) { ms(base) } else { Duration::ZERO };
        }
        Some(own)
    }

    #[test]
    fn the_clock_never_runs_out() {
        // Without an increment a game can only be as long as the lag alone allows.
        let controls: [(Control, u32); 12] = [
            ((2_000, 20, None, 0), 400),
            ((1_000, 0, None, 0), 35),
            ((2_000, 0, Some(40), 0), 400),
            ((100, 100, None, 0), 400),
            ((1_000, 100, None, 0), 400),
            ((60_000, 0, None, 0), 130),
            ((10_000, 100, None, 0), 400),
            ((300_000, 0, Some(40), 0), 400),
            ((0, 0, None, 100), 400),
            ((2_000, 0, None, 500), 400),
            ((0, 50, None, 200), 400),
            ((60_000, 0, None, 10_000), 400),
        ];
        for (control, moves) in controls {
            for lag in [5, 10, 20] {
                for seed in 0..40 {
                    let mut dice = Dice::new(seed, lag);
                    // One search in forty always takes the most: without new time that works for so many moves.
                    let greedy = seed == 0;
                    let moves = if greedy && control.1 == 0 && control.3 == 0 { moves.min(30) } else { moves };
                    let left = simulate(control, moves, lag, greedy, &mut dice);
                    assert!(left.is_some(), "lost on time: {control:?}, lag {lag} ms, seed {seed}");
                }
            }
        }
        // At five milliseconds of lag, a second is enough for a game of usual length.
        for seed in 0..40 {
            assert!(simulate((1_000, 0, None, 0), 65, 5, false, &mut Dice::new(seed, 0)).is_some(), "seed {seed}");
        }
    }

    #[test]
    fn most_of_the_time_is_used() {
        for seed in 0..40 {
            let left = simulate((60_000, 0, None, 0), 60, 10, false, &mut Dice::new(seed, 1)).unwrap();
            assert!(left < ms(18_000), "{left:?} left after 60 moves, seed {seed}");
            let left = simulate((60_000, 0, Some(40), 0), 39, 10, false, &mut Dice::new(seed, 2)).unwrap();
            assert!(left < ms(18_000), "{left:?} left before the control, seed {seed}");
        }
    }

    #[test]
    fn byoyomi_is_used_and_the_clock_before_it_is_shared() {
        let of = |own, byoyomi| Budget::of(&Clock { own: ms(own), byoyomi: ms(byoyomi), ..Clock::default() }, ms(10));
        assert_eq!(of(0, 10_000), Budget { usual: ms(9_950), most: ms(9_950) });
        assert_eq!(of(0, 80).usual, ms(40), "never more than half of it stays");
        assert_eq!(of(0, 10).usual, SHORTEST);
        let early = of(600_000, 10_000);
        assert!(early.usual < ms(27_000) && early.most > ms(60_000) && early.most < ms(120_000), "{early:?}");
        let late = of(1_000, 10_000);
        assert_eq!((late.usual, late.most), (ms(8_950), ms(10_950)), "a clock that is nearly empty changes little");
    }

    #[test]
    fn extremes_have_a_budget() {
        let extremes = [Duration::ZERO, ms(1), ms(19), ms(86_400_000), Duration::from_secs(u64::MAX / 1_000_000)];
        for own in extremes {
            for own_increment in extremes {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(u32::MAX)] {
                    for (overhead, byoyomi) in
                        [Duration::ZERO, ms(20), ms(5_000)].into_iter().flat_map(|o| extremes.map(|b| (o, b)))
                    {
                        let clock = Clock { own, own_increment, moves_to_go, byoyomi, ..Clock::default() };
                        let budget = Budget::of(&clock, overhead);
                        assert!(budget.usual >= SHORTEST && budget.usual <= budget.most);
                        assert!(budget.most <= (own + byoyomi).max(SHORTEST), "{clock:?} {budget:?}");
                    }
                }
            }
        }
        assert_eq!(Budget::fixed(ms(5), ms(20)).most, SHORTEST);
        assert_eq!(Budget::fixed(ms(500), ms(20)).usual, ms(480));
    }

    #[test]
    fn a_move_that_has_just_changed_gets_more_time() {
        let budget = Budget { usual: ms(100), most: ms(400) };
        assert!(budget.enough(ms(80), 9) && !budget.enough(ms(80), 3));
        assert!(budget.enough(ms(1), u32::MAX), "a forced move needs no thought");
        assert!(budget.enough(ms(110), 3) && !budget.enough(ms(110), 0));
        assert!(budget.enough(ms(400), 0) && budget.spent(ms(400)) && !budget.spent(ms(399)));
        let fixed = Budget::fixed(ms(100), ms(0));
        assert!(!fixed.enough(ms(99), 9) && fixed.enough(ms(100), 0));
    }
}
