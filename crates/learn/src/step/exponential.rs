//! A rate that falls (or rises) by the same factor with every game and then stays.

use super::fixed::scale;
use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// Settings of [`Exponential`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExponentialSettings {
    /// The rate of the first game.
    pub from: f64,
    /// The rate at the end.
    pub to: f64,
    /// The number of games that the way takes.
    pub games: u64,
}

impl ExponentialSettings {
    /// The value after `games` games.
    pub fn after(&self, games: u64) -> f64 {
        let share = games as f64 / self.games as f64;
        if share < 1.0 { self.from * libm::pow(self.to / self.from, share) } else { self.to }
    }
}

/// alpha goes from one value to another over a number of games, in equal ratios: long enough at every size, where nobody knows
/// which sizes matter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exponential {
    /// The settings.
    pub settings: ExponentialSettings,
    /// The games learnt so far.
    pub games: u64,
}

impl StepSize for Exponential {
    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        scale(self.rate(0), advice.sum, change);
        self.games += 1;
    }

    fn rate(&self, _index: usize) -> f64 {
        self.settings.after(self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_arrives_and_stays() {
        let way = ExponentialSettings { from: 0.1, to: 0.001, games: 200 };
        assert_eq!(way.after(0), 0.1);
        assert!((way.after(100) - 0.01).abs() < 1e-15);
        assert_eq!((way.after(200), way.after(9999)), (0.001, 0.001));
    }
}
