//! A rate that falls (or rises) in a straight line and then stays.

use super::fixed::scale;
use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// Settings of [`Linear`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearSettings {
    /// The rate of the first game.
    pub from: f64,
    /// The rate at the end.
    pub to: f64,
    /// The number of games that the way takes.
    pub games: u64,
}

impl LinearSettings {
    /// The value after `games` games.
    pub fn after(&self, games: u64) -> f64 {
        let share = games as f64 / self.games as f64;
        if share < 1.0 { self.from + (self.to - self.from) * share } else { self.to }
    }
}

/// alpha goes from one value to another over a number of games, as in Beal and Smith's shogi runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Linear {
    /// The settings.
    pub settings: LinearSettings,
    /// The games learnt so far.
    pub games: u64,
}

impl StepSize for Linear {
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
        let line = LinearSettings { from: 0.05, to: 0.002, games: 3000 };
        assert_eq!(line.after(0), 0.05);
        assert!((line.after(1500) - 0.026).abs() < 1e-15);
        assert_eq!((line.after(3000), line.after(9999)), (0.002, 0.002));
    }
}
