//! Delta-bar-delta (Jacobs 1988): a rate for every weight grows by steps while signs agree and shrinks by factors
//! when not.

use super::{Advice, StepSize};
use serde::{Deserialize, Serialize};

/// When the rates change within a game, and which of them the weights move by. The thesis does not settle it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The rate changes at every step; the weights move by the rate before the game.
    #[default]
    Compound,
    /// As compound, but every decrease is a share of the rate before the game. Clamped at 0.
    Additive,
    /// As compound, but the weights move by the rate after the game: Jacobs's own order.
    CompoundNew,
    /// As compound, but every step moves the weights by the rate of that moment.
    CompoundStep,
    /// One change of the rate for each game, by the sign of the sum.
    PerSequence,
}

/// Settings of [`DeltaBarDelta`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeltaBarDeltaSettings {
    /// Added to a rate when the signs agree.
    pub kappa: f64,
    /// The share of a rate that is taken away when they do not.
    pub phi: f64,
    /// How much of the average of past changes is kept at each step.
    pub theta: f64,
    /// The first rate.
    pub eps0: f64,
    /// The reading.
    #[serde(default)]
    pub mode: Mode,
}

/// Rates and averages of past recommended changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeltaBarDelta {
    /// The settings.
    pub settings: DeltaBarDeltaSettings,
    /// The rates.
    pub eps: Vec<f64>,
    /// The exponential averages of the recommended changes.
    pub bar: Vec<f64>,
    /// Within a game: the rates to come, and what the steps moved so far. Empty between games.
    #[serde(skip)]
    next: Vec<f64>,
    #[serde(skip)]
    moved: Vec<f64>,
}

impl DeltaBarDelta {
    /// The start: every rate is eps0.
    pub fn new(settings: DeltaBarDeltaSettings, size: usize) -> DeltaBarDelta {
        let (next, moved) = (Vec::new(), Vec::new());
        DeltaBarDelta { settings, eps: vec![settings.eps0; size], bar: vec![0.0; size], next, moved }
    }

    fn observe(&mut self, r: &[f64]) {
        let DeltaBarDeltaSettings { kappa, phi, theta, mode, .. } = self.settings;
        for (i, &delta) in r.iter().enumerate() {
            let agreement = self.bar[i] * delta;
            if agreement > 0.0 {
                self.next[i] += kappa;
            } else if agreement < 0.0 {
                self.next[i] -= phi * if mode == Mode::Additive { self.eps[i] } else { self.next[i] };
            }
            self.bar[i] = (1.0 - theta) * delta + theta * self.bar[i];
        }
    }

    fn begin(&mut self) {
        if self.next.is_empty() {
            self.next.clone_from(&self.eps);
            self.moved = vec![0.0; self.eps.len()];
        }
    }
}

impl StepSize for DeltaBarDelta {
    fn wants_steps(&self) -> bool {
        true
    }

    fn see(&mut self, r: &[f64]) {
        if self.settings.mode == Mode::PerSequence {
            return;
        }
        self.begin();
        self.observe(r);
        if self.settings.mode == Mode::CompoundStep {
            for ((moved, eps), r) in self.moved.iter_mut().zip(&self.next).zip(r) {
                *moved += eps * r;
            }
        }
    }

    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]) {
        self.begin();
        if self.settings.mode == Mode::PerSequence {
            self.observe(advice.sum);
        }
        for (i, change) in change.iter_mut().enumerate() {
            self.next[i] = self.next[i].max(0.0);
            *change = match self.settings.mode {
                Mode::Compound | Mode::Additive | Mode::PerSequence => self.eps[i] * advice.sum[i],
                Mode::CompoundNew => self.next[i] * advice.sum[i],
                Mode::CompoundStep => self.moved[i],
            };
        }
        self.eps = std::mem::take(&mut self.next);
        self.moved.clear();
    }

    fn rate(&self, index: usize) -> f64 {
        self.eps[index]
    }
}
