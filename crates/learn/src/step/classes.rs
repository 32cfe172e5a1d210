//! A rate for every class of positions, which falls with the games in which the class occurred (FUSc#).

use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// How the rate of a class falls with its count n. The paper gives no formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClassDecay {
    /// alpha0 / (1 + n / tau).
    #[default]
    Harmonic,
    /// alpha0 x rho^n. The total movement is bounded, so it can freeze too early.
    Geometric,
}

/// Settings of [`Classes`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassesSettings {
    /// The rate of a class that has not occurred yet.
    pub alpha0: f64,
    /// The formula.
    #[serde(default)]
    pub decay: ClassDecay,
    /// Harmonic: after this many games with the class its rate has halved.
    #[serde(default = "tau")]
    pub tau: f64,
    /// Geometric: the factor for each game with the class.
    #[serde(default = "rho")]
    pub rho: f64,
}

fn tau() -> f64 {
    10.0
}

fn rho() -> f64 {
    0.95
}

/// Local rates. The game is learnt with the rates before it; then they fall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Classes {
    /// The settings.
    pub settings: ClassesSettings,
    /// The number of weights of a class.
    pub features: usize,
    /// In how many games each class occurred. A learnt steepness counts as one more class that occurs in every game.
    pub counts: Vec<u64>,
}

impl Classes {
    /// The rate of a class.
    pub fn class_rate(&self, class: usize) -> f64 {
        let (ClassesSettings { alpha0, decay, tau, rho }, n) = (self.settings, self.counts[class] as f64);
        match decay {
            ClassDecay::Harmonic => alpha0 / (1.0 + n / tau),
            ClassDecay::Geometric => alpha0 * libm::pow(rho, n),
        }
    }
}

impl StepSize for Classes {
    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        for class in 0..self.counts.len() {
            let rate = self.class_rate(class);
            let from = class * self.features;
            let to = (from + self.features).min(change.len());
            super::fixed::scale(rate, &advice.sum[from..to], &mut change[from..to]);
        }
        for (class, count) in self.counts.iter_mut().enumerate() {
            *count += u64::from(advice.sets.get(class).copied().unwrap_or(true));
        }
    }

    fn rate(&self, index: usize) -> f64 {
        self.class_rate(index / self.features)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_falls_only_with_games_of_its_own_class() {
        let settings = ClassesSettings { alpha0: 1.0, decay: ClassDecay::Harmonic, tau: 10.0, rho: 0.95 };
        let mut step = Classes { settings, features: 1, counts: vec![0; 3] };
        let mut change = vec![0.0; 3];
        for game in 0..5 {
            // The first class occurs in every game, the second in the last one only, the third never.
            let sets = [true, game == 4, false];
            step.finish(Advice { sum: &[2.0, 2.0, 2.0], absolute: &[], sets: &sets }, &mut change);
        }
        // The fifth game was learnt with 1 / (1 + 4/10), 1 and 1; then the rates fell.
        assert!((change[0] - 2.0 / 1.4).abs() < 1e-15 && change[1..] == [2.0, 2.0], "{change:?}");
        let rates = [0, 1, 2].map(|class| step.rate(class));
        assert!((rates[0] - 2.0 / 3.0).abs() < 1e-15 && (rates[1] - 10.0 / 11.0).abs() < 1e-15, "{rates:?}");
        assert_eq!(rates[2], 1.0);
    }
}
