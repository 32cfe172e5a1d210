//! Time limits in the words of xboard, which knows clocks and whole seconds only.

use super::DEFAULT_MOVETIME;
use super::spec::Limits;
use arena::Clock;
use std::time::Duration;

/// The length of the pretended time control for short times.
const MOVES: u32 = 40;

/// What to send at the start of a game and before a move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pace {
    /// Sent when a game begins.
    pub start: Vec<String>,
    /// The program's time and the opponent's, sent before each move.
    pub times: Option<[Duration; 2]>,
    /// How long the move should take.
    pub expected: Duration,
}

impl Pace {
    /// The pace of a move after `played` plies.
    ///
    /// - With a clock: `level` with its time control, then its times.
    /// - `movetime` of whole seconds: `st`. Shorter: a control of 40 moves in 40 times that, with the share that is left as
    ///   the time; programs then divide one by the other. Fractions of `st` are understood by few.
    /// - Depth alone: much time (some play at depth 1 if they have none), then `sd`.
    pub fn new(limits: &Limits, clock: Option<Clock>, played: usize) -> Pace {
        let left = MOVES - (played / 2 % MOVES as usize) as u32;
        let mut pace = match (clock.map(Clock::without_byoyomi), &limits.level, limits.st, limits.movetime) {
            (Some(clock), ..) => Pace {
                start: vec![level(clock.moves_to_go.unwrap_or(0), clock.own, clock.own_increment)],
                times: Some([clock.own, clock.other]),
                expected: clock.own,
            },
            (None, Some(level), ..) => {
                let left = level.moves.checked_sub((played / 2 % level.moves.max(1) as usize) as u32);
                let time = match left.filter(|left| *left > 0) {
                    Some(left) => level.base * left / level.moves,
                    None => level.base,
                };
                Pace { start: vec![format!("level {}", level.text)], times: Some([time, time]), expected: time }
            }
            (None, None, Some(time), _) => {
                Pace { start: vec![format!("st {}", time.as_secs_f64())], times: None, expected: time }
            }
            (None, None, None, Some(time)) if time.subsec_nanos() == 0 => {
                Pace { start: vec![format!("st {}", time.as_secs())], times: None, expected: time }
            }
            (None, None, None, None) if limits.depth.is_some() => {
                let time = Duration::from_secs(300);
                Pace {
                    start: vec![level(MOVES, time, Duration::ZERO)],
                    times: Some([time, time]),
                    expected: Duration::ZERO,
                }
            }
            (None, None, None, time) => {
                let time = time.unwrap_or(DEFAULT_MOVETIME);
                let start = vec![level(MOVES, time * MOVES, Duration::ZERO)];
                Pace { start, times: Some([time * left, time * left]), expected: time }
            }
        };
        if let Some(depth) = limits.depth {
            pace.start.push(format!("sd {depth}"));
        }
        pace
    }
}

/// `level MOVES MINUTES:SECONDS INCREMENT`. Times are rounded up to whole seconds: the exact ones follow before each move.
fn level(moves: u32, base: Duration, increment: Duration) -> String {
    let seconds = base.as_millis().div_ceil(1000).max(1);
    format!("level {moves} {}:{:02} {}", seconds / 60, seconds % 60, increment.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_has_its_words() {
        let ms = Duration::from_millis;
        let short = Limits { movetime: Some(ms(100)), ..Limits::default() };
        let pace = Pace::new(&short, None, 0);
        assert_eq!((pace.start, pace.times), (vec!["level 40 0:04 0".to_string()], Some([ms(4000); 2])));
        assert_eq!(Pace::new(&short, None, 79).times, Some([ms(100); 2]));
        assert_eq!(Pace::new(&short, None, 80).times, Some([ms(4000); 2]));
        assert_eq!(Pace::new(&Limits::default(), None, 3).times, Some([ms(3900); 2]));
        let whole = Limits { movetime: Some(ms(2000)), depth: Some(4), ..Limits::default() };
        assert_eq!(Pace::new(&whole, None, 0).start, ["st 2", "sd 4"]);
        let deep = Limits { depth: Some(4), ..Limits::default() };
        assert_eq!(Pace::new(&deep, None, 0).start, ["level 40 5:00 0", "sd 4"]);
        let clock = Clock {
            own: ms(61_500),
            other: ms(900),
            own_increment: ms(100),
            other_increment: ms(0),
            ..Clock::default()
        };
        let pace = Pace::new(&deep, Some(clock), 5);
        assert_eq!(pace.start, ["level 0 1:02 0.1", "sd 4"]);
        assert_eq!(pace.times, Some([ms(61_500), ms(900)]));
    }
}
