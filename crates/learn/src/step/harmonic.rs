//! A rate that falls like 1/k with the number of games.

use super::fixed::scale;
use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// Settings of [`Harmonic`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HarmonicSettings {
    /// The rate of the first game.
    pub alpha0: f64,
    /// After this many games the rate has halved.
    pub tau: f64,
}

/// alpha = alpha0 / (1 + k / tau) after k games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Harmonic {
    /// The settings.
    pub settings: HarmonicSettings,
    /// k.
    pub games: u64,
}

impl StepSize for Harmonic {
    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        scale(self.rate(0), advice.sum, change);
        self.games += 1;
    }

    fn rate(&self, _index: usize) -> f64 {
        self.settings.alpha0 / (1.0 + self.games as f64 / self.settings.tau)
    }
}
