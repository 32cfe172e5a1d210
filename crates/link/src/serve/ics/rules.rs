//! How the program behaves on a server: whom it seeks, what it accepts.

use super::line::Challenge;
use serde::Deserialize;

/// The owner's wishes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// What to seek while there is no game.
    pub seek: Vec<Seek>,
    /// Which challenges to accept.
    pub accept: Accept,
    /// A draw is accepted when the own position is worth no more than this, in hundredths of a pawn.
    pub draw_at: i32,
    /// A game with fewer moves than this may be ended without a result.
    pub abort_before: usize,
    /// Leave after so many games.
    pub games: Option<u64>,
    /// Send these lines after logging in.
    pub commands: Vec<String>,
}

impl Default for Rules {
    fn default() -> Rules {
        let (seek, commands) = (Vec::new(), Vec::new());
        Rules { seek, accept: Accept::default(), draw_at: -100, abort_before: 4, games: None, commands }
    }
}

/// An advertisement for a game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// Minutes for the game.
    pub minutes: u32,
    /// Seconds for each move.
    #[serde(default)]
    pub increment: u32,
    /// Whether it counts.
    #[serde(default)]
    pub rated: bool,
    /// The ratings that may answer.
    #[serde(default = "everybody")]
    pub rating: (u32, u32),
}

fn everybody() -> (u32, u32) {
    (0, 9999)
}

impl Seek {
    /// The command.
    pub fn command(&self) -> String {
        let Seek { minutes, increment, rated, rating: (low, high) } = self;
        let rated = if *rated { "rated" } else { "unrated" };
        format!("seek {minutes} {increment} {rated} auto {low}-{high}")
    }
}

/// Which challenges to accept.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Accept {
    /// Rated games.
    pub rated: bool,
    /// Games that do not count.
    pub unrated: bool,
    /// Minutes, from and to.
    pub minutes: (u32, u32),
    /// Seconds for each move, from and to.
    pub increment: (u32, u32),
    /// Ratings, from and to.
    pub rating: (u32, u32),
    /// Opponents without a rating.
    pub newcomers: bool,
    /// Never these.
    pub not: Vec<String>,
}

impl Default for Accept {
    fn default() -> Accept {
        Accept {
            rated: true,
            unrated: true,
            minutes: (1, 30),
            increment: (0, 30),
            rating: everybody(),
            newcomers: true,
            not: Vec::new(),
        }
    }
}

impl Accept {
    /// Whether a challenge is welcome. A game that was broken off always is: it was welcome once.
    pub fn welcomes(&self, challenge: &Challenge) -> bool {
        let within = |value: u32, (low, high): (u32, u32)| (low..=high).contains(&value);
        let known = match challenge.rating {
            Some(rating) => within(rating as u32, self.rating),
            None => self.newcomers,
        };
        let barred = self.not.iter().any(|name| name.eq_ignore_ascii_case(&challenge.name));
        let time = within(challenge.time.0, self.minutes) && within(challenge.time.1, self.increment);
        let counts = if challenge.rated { self.rated } else { self.unrated };
        challenge.adjourned || (challenge.plain && counts && known && time && !barred)
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::Line;
    use super::*;

    #[test]
    fn only_what_is_wished_for_is_accepted() {
        let accept = Accept {
            rated: false,
            minutes: (2, 10),
            rating: (1200, 1800),
            newcomers: false,
            not: vec!["Eve".to_string()],
            ..Accept::default()
        };
        let welcome = |text: &str| match Line::read(&format!("Challenge: {text}")) {
            Some(Line::Challenge(challenge)) => accept.welcomes(&challenge),
            other => panic!("{text}: {other:?}"),
        };
        assert!(welcome("Ann (1512) X (++++) unrated blitz 3 0."));
        for text in [
            "Ann (1512) X (++++) rated blitz 3 0.",
            "Ann (1512) X (++++) unrated lightning 1 0.",
            "Ann (1912) X (++++) unrated blitz 3 0.",
            "Ann (++++) X (++++) unrated blitz 3 0.",
            "eve (1512) X (++++) unrated blitz 3 0.",
            "Ann (1512) X (++++) unrated atomic 3 0.",
            "Ann (1512) X (++++) unrated blitz 3 0 : 5 0.",
            "Ann (1512) X (++++) unrated untimed.",
        ] {
            assert!(!welcome(text), "{text}");
        }
        assert!(welcome("Ann (1912) X (1500) rated standard 60 0 (adjourned)."), "it goes on");
        let seek = Seek { minutes: 3, increment: 2, rated: false, rating: (1000, 2000) };
        assert_eq!(seek.command(), "seek 3 2 unrated auto 1000-2000");
    }
}
