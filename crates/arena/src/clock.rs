//! Time controls, what a player sees of the clock, and the clocks of a game.

use game::Side;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much time a player gets: `moves` moves in `base` (the whole game if `None`), `increment` for each move, and once all that
/// is used up `byoyomi` for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start, and again after every `moves` moves.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to be played in `base`; the whole game if `None`.
    pub moves: Option<u32>,
    /// Time for each move after the clock has run down. What is left of it is lost.
    pub byoyomi: Duration,
}

/// What a player sees on the clock when it is its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The player's own time.
    pub own: Duration,
    /// The opponent's time.
    pub other: Duration,
    /// Added to the own time after each move.
    pub own_increment: Duration,
    /// Added to the opponent's time after each move.
    pub other_increment: Duration,
    /// Moves until the next time control, where there is one.
    pub moves_to_go: Option<u32>,
    /// What a move may take after the own time has run down; what is left of it is lost.
    pub byoyomi: Duration,
}

impl Clock {
    /// The same for somebody who knows no byoyomi: an increment that is paid in advance. Nobody who keeps within that runs out of
    /// time.
    pub fn without_byoyomi(self) -> Clock {
        let (own, own_increment) = (self.own + self.byoyomi, self.own_increment + self.byoyomi);
        Clock { own, own_increment, byoyomi: Duration::ZERO, ..self }
    }
}

/// What the referee allows a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As long as it likes: the player limits itself by depth or positions, or is a person.
    #[default]
    Free,
    /// A clock that runs while it thinks.
    Clock(TimeControl),
    /// This long for each move. Programs stop near it and not on it, so it is lost only by [`GRACE`] more.
    Move(Duration),
}

/// How far a fixed time for each move may be exceeded: less says nothing about the player, more is a program that hangs.
pub const GRACE: Duration = Duration::from_secs(1);

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `2+0.02`, `60`, `40/60+0.5` or `60b10`: seconds, increment in seconds, before a slash the number of moves, and
    /// after a `b` the byoyomi, which may be all there is: `0b1`.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let expected = || {
            let forms = "2+0.02, 60, 40/60+0.5 (moves/seconds+increment) or 60b10 (seconds, then byoyomi)";
            format!("'{text}' is no time control; write {forms}")
        };
        let seconds = |part: &str| {
            let value = part.parse().ok().filter(|value| (0.0..=1e6).contains(value));
            value.map(Duration::from_secs_f64).ok_or_else(expected)
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|m| *m > 0).ok_or_else(expected)?), rest),
            None => (None, text),
        };
        let (rest, byoyomi) = rest.split_once('b').unwrap_or((rest, "0"));
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (base, increment, byoyomi) = (seconds(base)?, seconds(increment)?, seconds(byoyomi)?);
        if base.is_zero() && byoyomi.is_zero() {
            return Err(expected());
        }
        Ok(TimeControl { base, increment, moves, byoyomi })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        if !self.byoyomi.is_zero() {
            write!(f, "b{}", self.byoyomi.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The two clocks of a game.
#[derive(Clone, Debug)]
pub struct Clocks {
    paces: [Pace; 2],
    left: [Duration; 2],
    played: [u32; 2],
    margin: Duration,
}

impl Clocks {
    /// Clocks at the start of a game. A player loses when it has used more than its time and `margin`.
    pub fn new(paces: [Pace; 2], margin: Duration) -> Clocks {
        let left = paces.map(|pace| match pace {
            Pace::Clock(control) => control.base,
            _ => Duration::ZERO,
        });
        Clocks { paces, left, played: [0; 2], margin }
    }

    /// What `side` sees. A side without a clock sees none; if only the opponent has none, its time looks like the own.
    pub fn show(&self, side: Side) -> Option<Clock> {
        let Pace::Clock(control) = self.paces[side.index()] else { return None };
        let own = self.left[side.index()];
        let (other, other_increment) = match self.paces[side.other().index()] {
            Pace::Clock(control) => (self.left[side.other().index()], control.increment),
            _ => (own, control.increment),
        };
        let moves_to_go = control.moves.map(|moves| moves - self.played[side.index()] % moves);
        let (own_increment, byoyomi) = (control.increment, control.byoyomi);
        Some(Clock { own, other, own_increment, other_increment, moves_to_go, byoyomi })
    }

    /// `side` has moved after `time`. False if that was too long.
    pub fn press(&mut self, side: Side, time: Duration) -> bool {
        let at = side.index();
        match self.paces[at] {
            Pace::Free => true,
            Pace::Move(limit) => time <= limit + GRACE + self.margin,
            Pace::Clock(control) => {
                let in_time = time <= self.left[at] + control.byoyomi + self.margin;
                self.played[at] += 1;
                self.left[at] = self.left[at].saturating_sub(time) + control.increment;
                if control.moves.is_some_and(|moves| self.played[at].is_multiple_of(moves)) {
                    self.left[at] += control.base;
                }
                in_time
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(value: f64) -> Duration {
        Duration::from_secs_f64(value)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["2+0.02", "60", "40/60+0.5", "1/0.1", "60b10", "0b0.5", "40/60+0.5b3"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in [
            "", "0", "x", "0/60", "40/", "2+", "-1", "2+x", "nan", "inf", "/5", "2b", "b2", "0b0", "2b-1", "2bx",
            "2b1b1",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_and_are_refilled() {
        let control: TimeControl = "2/10+1".parse().unwrap();
        let mut clocks = Clocks::new([Pace::Clock(control), Pace::Free], Duration::ZERO);
        assert_eq!(clocks.show(Side::Second), None);
        assert_eq!(clocks.show(Side::First).unwrap().moves_to_go, Some(2));
        assert!(clocks.press(Side::First, seconds(4.0)));
        let clock = clocks.show(Side::First).unwrap();
        assert_eq!((clock.own, clock.moves_to_go), (seconds(7.0), Some(1)));
        assert!(clocks.press(Side::First, seconds(7.0)), "to the last moment");
        let clock = clocks.show(Side::First).unwrap();
        assert_eq!((clock.own, clock.moves_to_go), (seconds(11.0), Some(2)), "increment and the next ten seconds");
        assert!(!clocks.press(Side::First, seconds(11.1)), "the flag");
        assert!(clocks.press(Side::Second, seconds(1e5)), "nobody hurries the other side");
    }

    #[test]
    fn byoyomi_counts_anew_for_each_move() {
        let control: TimeControl = "2b1".parse().unwrap();
        let mut clocks = Clocks::new([Pace::Clock(control); 2], Duration::ZERO);
        assert!(clocks.press(Side::First, seconds(0.5)));
        let clock = clocks.show(Side::First).unwrap();
        assert_eq!((clock.own, clock.byoyomi), (seconds(1.5), seconds(1.0)));
        assert!(clocks.press(Side::First, seconds(2.5)), "the clock and all of the byoyomi");
        for _ in 0..5 {
            assert_eq!(clocks.show(Side::First).unwrap().own, Duration::ZERO);
            assert!(clocks.press(Side::First, seconds(1.0)));
        }
        assert!(clocks.press(Side::First, seconds(0.1)));
        assert!(!clocks.press(Side::First, seconds(1.1)), "what was left of it is lost");
    }

    #[test]
    fn a_margin_is_tolerated() {
        let control: TimeControl = "1".parse().unwrap();
        let mut clocks = Clocks::new([Pace::Clock(control); 2], seconds(0.05));
        assert!(clocks.press(Side::First, seconds(1.04)));
        assert!(!clocks.press(Side::Second, seconds(1.06)));
        let mut clocks = Clocks::new([Pace::Move(seconds(0.1)); 2], Duration::ZERO);
        assert!(clocks.press(Side::First, seconds(0.3)));
        assert!(!clocks.press(Side::First, seconds(1.2)));
    }
}
