//! Step sizes: how far the weights go in the recommended direction. One file each, with the settings and the state.

mod adam;
mod classes;
mod coherence;
mod delta_bar_delta;
mod exponential;
mod fixed;
mod harmonic;
mod linear;
mod settings;
mod state;

pub use adam::{Adam, AdamSettings};
pub use classes::{ClassDecay, Classes, ClassesSettings};
pub use coherence::{Coherence, CoherenceSettings};
pub use delta_bar_delta::{DeltaBarDelta, DeltaBarDeltaSettings, Mode};
pub use exponential::{Exponential, ExponentialSettings};
pub use fixed::{Fixed, FixedSettings};
pub use harmonic::{Harmonic, HarmonicSettings};
pub use linear::{Linear, LinearSettings};
pub use settings::StepSettings;
pub use state::StepState;

/// What one game recommends. r_{i,t} = d_t x (the trace of dP/dw_i at step t), without a learning rate.
#[derive(Clone, Copy, Debug)]
pub struct Advice<'a> {
    /// The sum over the steps of r_{i,t}.
    pub sum: &'a [f64],
    /// The sum over the steps of |r_{i,t}|; empty unless the step size wants steps.
    pub absolute: &'a [f64],
    /// The weight sets that evaluated some position of the game.
    pub sets: &'a [bool],
}

/// A step size with its memory.
pub trait StepSize {
    /// True if [`StepSize::see`] wants r_{i,t} for every step. It costs a pass over all weights for each step.
    fn wants_steps(&self) -> bool {
        false
    }

    /// Shows r_{i,t} of one step, in order.
    fn see(&mut self, _r: &[f64]) {}

    /// Ends a game: writes its weight change to `change` and advances the rates.
    fn finish(&mut self, advice: Advice<'_>, change: &mut [f64]);

    /// True if `finish` only passes the sum on, and [`StepSize::apply`] makes the change when an update is applied.
    fn late(&self) -> bool {
        false
    }

    /// Turns the sum over all games of an update into the weight change, where that is done late.
    fn apply(&mut self, _change: &mut [f64]) {}

    /// The learning rate of a weight that the next game will meet.
    fn rate(&self, index: usize) -> f64;
}
