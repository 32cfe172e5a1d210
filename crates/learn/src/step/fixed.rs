//! The same rate for every weight, for ever.

use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// Settings of [`Fixed`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedSettings {
    /// The rate.
    pub alpha: f64,
}

/// Change = alpha x sum.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fixed {
    /// The settings.
    pub settings: FixedSettings,
}

impl StepSize for Fixed {
    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        scale(self.settings.alpha, advice.sum, change);
    }

    fn rate(&self, _index: usize) -> f64 {
        self.settings.alpha
    }
}

/// change = alpha x sum.
pub(super) fn scale(alpha: f64, sum: &[f64], change: &mut [f64]) {
    for (change, sum) in change.iter_mut().zip(sum) {
        *change = alpha * sum;
    }
}
