//! A step size at work, which can be saved.

use super::*;
use serde::{Deserialize, Serialize};

/// Any step size with its memory.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum StepState {
    /// One rate.
    Fixed(Fixed),
    /// One rate, falling like 1/k.
    Harmonic(Harmonic),
    /// One rate, falling in a straight line.
    Linear(Linear),
    /// One rate, falling by the same factor with every game.
    Exponential(Exponential),
    /// A falling rate for every weight set.
    Classes(Classes),
    /// Temporal coherence.
    Coherence(Coherence),
    /// Delta-bar-delta.
    DeltaBarDelta(DeltaBarDelta),
    /// Adam.
    Adam(Adam),
}

impl StepState {
    /// The settings that it was made with.
    pub fn settings(&self) -> StepSettings {
        match self {
            StepState::Fixed(s) => StepSettings::Fixed(s.settings),
            StepState::Harmonic(s) => StepSettings::Harmonic(s.settings),
            StepState::Linear(s) => StepSettings::Linear(s.settings),
            StepState::Exponential(s) => StepSettings::Exponential(s.settings),
            StepState::Classes(s) => StepSettings::Classes(s.settings),
            StepState::Coherence(s) => StepSettings::Coherence(s.settings),
            StepState::DeltaBarDelta(s) => StepSettings::DeltaBarDelta(s.settings),
            StepState::Adam(s) => StepSettings::Adam(s.settings),
        }
    }

    /// True if its lists are as long as those of `other`.
    pub(crate) fn same_shape(&self, other: &StepState) -> bool {
        let lengths = |state: &StepState| match state {
            StepState::Fixed(_) | StepState::Harmonic(_) | StepState::Linear(_) | StepState::Exponential(_) => (0, 0),
            StepState::Classes(s) => (s.counts.len(), s.features),
            StepState::Coherence(s) => (s.n.len(), s.a.len()),
            StepState::DeltaBarDelta(s) => (s.eps.len(), s.bar.len()),
            StepState::Adam(s) => (s.m.len(), s.v.len()),
        };
        self.settings() == other.settings() && lengths(self) == lengths(other)
    }

    fn any(&self) -> &dyn StepSize {
        match self {
            StepState::Fixed(s) => s,
            StepState::Harmonic(s) => s,
            StepState::Linear(s) => s,
            StepState::Exponential(s) => s,
            StepState::Classes(s) => s,
            StepState::Coherence(s) => s,
            StepState::DeltaBarDelta(s) => s,
            StepState::Adam(s) => s,
        }
    }

    fn any_mut(&mut self) -> &mut dyn StepSize {
        match self {
            StepState::Fixed(s) => s,
            StepState::Harmonic(s) => s,
            StepState::Linear(s) => s,
            StepState::Exponential(s) => s,
            StepState::Classes(s) => s,
            StepState::Coherence(s) => s,
            StepState::DeltaBarDelta(s) => s,
            StepState::Adam(s) => s,
        }
    }
}

impl StepSize for StepState {
    fn wants_steps(&self) -> bool {
        self.any().wants_steps()
    }

    fn see(&mut self, r: &[f64]) {
        self.any_mut().see(r);
    }

    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        self.any_mut().finish(advice, change);
    }

    fn late(&self) -> bool {
        self.any().late()
    }

    fn apply(&mut self, change: &mut [f64]) {
        self.any_mut().apply(change);
    }

    fn rate(&self, index: usize) -> f64 {
        self.any().rate(index)
    }
}
