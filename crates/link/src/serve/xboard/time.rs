//! Time in xboard's words: `level`, `st`, `sd`, `time` and `otim`.

use arena::{Budget, Clock, TimeControl};
use std::time::Duration;

/// What the program knows about its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    control: TimeControl,
    /// Exactly this long for each move, instead of a control.
    exact: Option<Duration>,
    /// Plies at most.
    pub depth: Option<u32>,
    own: Duration,
    other: Duration,
}

/// Longer times are nonsense, and would not fit into every sum.
const LONGEST: f64 = 1e8;

fn seconds(seconds: f64) -> Option<Duration> {
    (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(LONGEST)))
}

impl Time {
    /// Five minutes for forty moves, until told otherwise.
    pub fn new() -> Time {
        let control = TimeControl { base: Duration::from_secs(300), moves: Some(40), ..TimeControl::default() };
        Time { control, exact: None, depth: None, own: control.base, other: control.base }
    }

    /// A new game at the same control; a limit of depth goes.
    pub fn restart(&mut self) {
        *self = Time { depth: None, own: self.control.base, other: self.control.base, ..*self };
    }

    /// `level MOVES BASE INCREMENT`: BASE in minutes or minutes:seconds, INCREMENT in seconds.
    pub fn level(&mut self, rest: &str) -> Result<(), String> {
        let expected = || format!("level needs moves, minutes[:seconds] and an increment, not '{rest}'");
        let words: Vec<&str> = rest.split_whitespace().collect();
        let &[moves, base, increment] = &words[..] else { return Err(expected()) };
        let moves: u32 = moves.parse().map_err(|_| expected())?;
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let (minutes, rest) = base.split_once(':').unwrap_or((base, "0"));
        let base = number(minutes).zip(number(rest)).map(|(minutes, rest)| 60.0 * minutes + rest);
        let base = base.and_then(seconds).ok_or_else(expected)?;
        let increment = number(increment).and_then(seconds).ok_or_else(expected)?;
        let moves = (moves > 0).then_some(moves);
        self.control = TimeControl { base, increment, moves, ..TimeControl::default() };
        (self.exact, self.own, self.other) = (None, base, base);
        Ok(())
    }

    /// `st SECONDS`.
    pub fn exact(&mut self, rest: &str) -> Result<(), String> {
        let time = rest.parse::<f64>().ok().filter(|number| number.is_finite()).and_then(seconds);
        self.exact = Some(time.ok_or_else(|| format!("st needs seconds, not '{rest}'"))?);
        Ok(())
    }

    /// `sd PLIES`.
    pub fn depth(&mut self, rest: &str) -> Result<(), String> {
        let depth = rest.parse().ok().filter(|depth| *depth > 0);
        self.depth = Some(depth.ok_or_else(|| format!("sd needs a number of plies, not '{rest}'"))?);
        Ok(())
    }

    /// `time` (the own clock) and `otim` (the other one), in hundredths of a second.
    pub fn clock(&mut self, own: bool, rest: &str) -> Result<(), String> {
        let number = rest.parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| format!("a clock shows hundredths of a second, not '{rest}'"))?;
        let time = seconds(number.max(0.0) / 100.0).unwrap_or_default();
        if own {
            self.own = time
        } else {
            self.other = time
        }
        Ok(())
    }

    /// A move was made that took so long; the clock goes on by itself until `time` corrects it. `played` counts the own
    /// moves before it.
    pub fn moved(&mut self, elapsed: Duration, played: u32) {
        self.own = self.own.saturating_sub(elapsed) + self.control.increment;
        if self.control.moves.is_some_and(|moves| (played + 1).is_multiple_of(moves)) {
            self.own += self.control.base;
        }
    }

    /// How long a move may take, after `played` own moves; `by_clock` shares out a clock.
    pub fn budget(&self, played: u32, overhead: Duration, by_clock: impl Fn(&Clock) -> Budget) -> Budget {
        if let Some(time) = self.exact {
            return Budget::fixed(time, overhead);
        }
        by_clock(&Clock {
            own: self.own,
            other: self.other,
            own_increment: self.control.increment,
            other_increment: self.control.increment,
            moves_to_go: self.control.moves.map(|moves| moves - played % moves),
            byoyomi: self.control.byoyomi,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: &Time, played: u32) -> Clock {
        let seen = std::cell::Cell::new(None);
        time.budget(played, Duration::ZERO, |clock| {
            seen.set(Some(*clock));
            Budget::fixed(Duration::ZERO, Duration::ZERO)
        });
        seen.get().unwrap()
    }

    #[test]
    fn levels_of_all_three_forms() {
        let mut time = Time::new();
        time.level("40 5 0").unwrap();
        let seen = clock(&time, 3);
        assert_eq!((seen.own, seen.moves_to_go), (Duration::from_secs(300), Some(37)));
        assert_eq!(clock(&time, 80).moves_to_go, Some(40));
        time.level("0 2:30 12").unwrap();
        let seen = clock(&time, 3);
        assert_eq!((seen.own, seen.moves_to_go), (Duration::from_secs(150), None));
        assert_eq!(seen.own_increment, Duration::from_secs(12));
        time.level("0 0:01 0.25").unwrap();
        assert_eq!(clock(&time, 0).own_increment, Duration::from_millis(250));
        let before = time;
        for bad in ["", "40", "40 5", "x 5 0", "40 x 0", "40 5 x", "40 -5 0", "0 nan 0", "0 1 inf", "1 2 3 4", "0 : 0"]
        {
            assert!(time.level(bad).is_err(), "{bad}");
        }
        assert_eq!(time, before, "what is refused changes nothing");
        time.level("0 1e300 1e300").unwrap();
    }

    #[test]
    fn exact_times_and_clocks() {
        let mut time = Time::new();
        time.exact("0.5").unwrap();
        let budget = time.budget(0, Duration::from_millis(10), |_| unreachable!());
        assert_eq!(budget.most, Duration::from_millis(490));
        time.level("0 1 0").unwrap();
        time.clock(true, "1234").unwrap();
        assert_eq!(clock(&time, 0).own, Duration::from_millis(12_340), "a level replaces an exact time");
        time.clock(true, "-50").unwrap();
        time.clock(false, "700").unwrap();
        assert_eq!((clock(&time, 0).own, clock(&time, 0).other), (Duration::ZERO, Duration::from_secs(7)));
        assert!(time.exact("-1").is_err() && time.depth("0").is_err() && time.clock(true, "x").is_err());
        time.depth("5").unwrap();
        time.restart();
        assert_eq!((time.depth, clock(&time, 0).own), (None, Duration::from_secs(60)));
    }

    #[test]
    fn the_clock_goes_on_by_itself() {
        let mut time = Time::new();
        time.level("2 1 3").unwrap();
        time.moved(Duration::from_secs(10), 0);
        assert_eq!(clock(&time, 1).own, Duration::from_secs(53));
        time.moved(Duration::from_secs(10), 1);
        assert_eq!(clock(&time, 2).own, Duration::from_secs(106));
    }
}
