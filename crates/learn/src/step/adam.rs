//! Adam (Kingma and Ba 2015): one step for each applied update, on the summed recommendation.

use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// Settings of [`Adam`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdamSettings {
    /// The size of the first step.
    pub alpha: f64,
    /// Steps after which the size has halved: alpha / (1 + k / tau) for step k. 0: it stays.
    #[serde(default)]
    pub tau: f64,
    /// How much of the average is kept.
    #[serde(default = "beta1")]
    pub beta1: f64,
    /// How much of the average of squares is kept.
    #[serde(default = "beta2")]
    pub beta2: f64,
    /// Keeps the division safe.
    #[serde(default = "eps")]
    pub eps: f64,
}

fn beta1() -> f64 {
    0.9
}

fn beta2() -> f64 {
    0.999
}

fn eps() -> f64 {
    1e-8
}

/// Averages of recommendations and of their squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adam {
    /// The settings.
    pub settings: AdamSettings,
    /// The averages.
    pub m: Vec<f64>,
    /// The averages of squares.
    pub v: Vec<f64>,
    /// beta1 and beta2 to the power of the steps taken: what corrects the start from 0.
    pub powers: (f64, f64),
    /// The steps taken.
    pub steps: u64,
}

impl Adam {
    /// The start.
    pub fn new(settings: AdamSettings, size: usize) -> Adam {
        Adam { settings, m: vec![0.0; size], v: vec![0.0; size], powers: (1.0, 1.0), steps: 0 }
    }
}

impl Adam {
    /// The size of the next step.
    fn alpha(&self) -> f64 {
        let AdamSettings { alpha, tau, .. } = self.settings;
        if tau > 0.0 { alpha / (1.0 + self.steps as f64 / tau) } else { alpha }
    }
}

impl StepSize for Adam {
    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        change.copy_from_slice(advice.sum);
    }

    fn late(&self) -> bool {
        true
    }

    fn apply(&mut self, change: &mut [f64]) {
        let AdamSettings { beta1, beta2, eps, .. } = self.settings;
        let alpha = self.alpha();
        self.steps += 1;
        self.powers = (self.powers.0 * beta1, self.powers.1 * beta2);
        let correct = (1.0 / (1.0 - self.powers.0), 1.0 / (1.0 - self.powers.1));
        for ((change, m), v) in change.iter_mut().zip(&mut self.m).zip(&mut self.v) {
            *m = beta1 * *m + (1.0 - beta1) * *change;
            *v = beta2 * *v + (1.0 - beta2) * *change * *change;
            *change = alpha * (*m * correct.0) / ((*v * correct.1).sqrt() + eps);
        }
    }

    fn rate(&self, index: usize) -> f64 {
        let corrected = if self.powers.1 < 1.0 { self.v[index] / (1.0 - self.powers.1) } else { 1.0 };
        self.alpha() / (corrected.sqrt() + self.settings.eps)
    }
}
