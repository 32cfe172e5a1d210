//! Temporal coherence (Beal and Smith): a weight whose recommended changes agree moves fast, one that is torn moves
//! slowly.

use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// Settings of [`Coherence`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoherenceSettings {
    /// The rate of a weight that nothing is known about.
    pub c: f64,
}

/// Change = c alpha_i sum, with alpha_i = |N_i| / A_i; then N_i += sum, A_i += sum of absolute values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Coherence {
    /// The settings.
    pub settings: CoherenceSettings,
    /// N: all recommended changes so far, summed.
    pub n: Vec<f64>,
    /// A: their absolute values, summed.
    pub a: Vec<f64>,
}

impl Coherence {
    /// alpha_i: 1 until something was recommended, then the share of changes that did not cancel out.
    pub fn alpha(&self, index: usize) -> f64 {
        if self.a[index] > 0.0 { self.n[index].abs() / self.a[index] } else { 1.0 }
    }
}

impl StepSize for Coherence {
    fn wants_steps(&self) -> bool {
        true
    }

    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        for (i, change) in change.iter_mut().enumerate() {
            // The rate before this game counts: the order of the text.
            *change = self.settings.c * self.alpha(i) * advice.sum[i];
            self.n[i] += advice.sum[i];
            self.a[i] += advice.absolute[i];
        }
    }

    fn rate(&self, index: usize) -> f64 {
        self.settings.c * self.alpha(index)
    }
}
