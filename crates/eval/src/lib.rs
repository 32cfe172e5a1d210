//! Evaluators with learnable weights: what the search asks for a value and the learner for a gradient, and the weights file.

mod evaluator;
mod file;
mod linear;
mod model;
pub mod network;
mod weights;

pub use evaluator::{Evaluator, Value};
pub use file::{FileError, WeightsFile, fingerprint};
pub use linear::{Linear, SCALE};
pub use model::{Inputs, LinearModel, Model};
pub use weights::{Weights, by_name};
