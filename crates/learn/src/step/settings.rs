//! The choice of a step size, as files write it: `{"kind": "coherence", "c": 0.1}`.

use super::*;
use crate::LearnError;
use crate::check::{finite, not_negative, positive, share};
use crate::error::setting;
use serde::{Deserialize, Serialize};

/// A step size and its settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StepSettings {
    /// One rate.
    Fixed(FixedSettings),
    /// One rate, falling like 1/k.
    Harmonic(HarmonicSettings),
    /// One rate, falling in a straight line.
    Linear(LinearSettings),
    /// One rate, falling by the same factor with every game.
    Exponential(ExponentialSettings),
    /// A falling rate for every weight set.
    Classes(ClassesSettings),
    /// Temporal coherence.
    Coherence(CoherenceSettings),
    /// Delta-bar-delta.
    DeltaBarDelta(DeltaBarDeltaSettings),
    /// Adam.
    Adam(AdamSettings),
}

impl Default for StepSettings {
    fn default() -> StepSettings {
        StepSettings::Fixed(FixedSettings { alpha: 0.05 })
    }
}

impl StepSettings {
    /// Refuses numbers that make no sense. The error names the field.
    pub fn check(&self) -> Result<(), LearnError> {
        match self {
            StepSettings::Fixed(s) => not_negative("step.alpha", s.alpha),
            StepSettings::Harmonic(s) => not_negative("step.alpha0", s.alpha0).and(positive("step.tau", s.tau)),
            StepSettings::Linear(s) => {
                not_negative("step.from", s.from)?;
                not_negative("step.to", s.to)?;
                if s.games > 0 { Ok(()) } else { Err(setting("step.games", "expected at least 1")) }
            }
            StepSettings::Exponential(s) => {
                positive("step.from", s.from)?;
                positive("step.to", s.to)?;
                if s.games > 0 { Ok(()) } else { Err(setting("step.games", "expected at least 1")) }
            }
            StepSettings::Classes(s) => {
                not_negative("step.alpha0", s.alpha0)?;
                positive("step.tau", s.tau).and(share("step.rho", s.rho))
            }
            StepSettings::Coherence(s) => not_negative("step.c", s.c),
            StepSettings::DeltaBarDelta(s) => {
                finite("step.kappa", s.kappa)?;
                share("step.phi", s.phi)?;
                share("step.theta", s.theta).and(not_negative("step.eps0", s.eps0))
            }
            StepSettings::Adam(s) => {
                not_negative("step.alpha", s.alpha)?;
                not_negative("step.tau", s.tau)?;
                for (field, beta) in [("step.beta1", s.beta1), ("step.beta2", s.beta2)] {
                    share(field, beta)?;
                    if beta == 1.0 {
                        return Err(setting(field, "expected a number below 1, found 1"));
                    }
                }
                positive("step.eps", s.eps)
            }
        }
    }

    /// The state at the start, for `size` weights in sets of `features`.
    pub fn start(&self, size: usize, features: usize) -> StepState {
        let zeros = || vec![0.0; size];
        match *self {
            StepSettings::Fixed(settings) => StepState::Fixed(Fixed { settings }),
            StepSettings::Harmonic(settings) => StepState::Harmonic(Harmonic { settings, games: 0 }),
            StepSettings::Linear(settings) => StepState::Linear(Linear { settings, games: 0 }),
            StepSettings::Exponential(settings) => StepState::Exponential(Exponential { settings, games: 0 }),
            StepSettings::Classes(settings) => {
                StepState::Classes(Classes { settings, features, counts: vec![0; size.div_ceil(features)] })
            }
            StepSettings::Coherence(settings) => StepState::Coherence(Coherence { settings, n: zeros(), a: zeros() }),
            StepSettings::DeltaBarDelta(settings) => StepState::DeltaBarDelta(DeltaBarDelta::new(settings, size)),
            StepSettings::Adam(settings) => StepState::Adam(Adam::new(settings, size)),
        }
    }
}
