//! Temporal-difference learning: episodes in, weight changes out.
//!
//! A [`Learner`] combines a [`Rule`] (which surprises count), a step size ([`step`]) and a policy for lambda
//! ([`lambda`]) freely. It does no I/O, reads no clock and takes `exp`, `tanh` and `pow` from `libm`, so that the
//! same episodes give the same weights, bit for bit, on every machine.

mod check;
mod episode;
mod error;
pub mod fit;
mod harvest;
pub mod lambda;
mod learner;
mod lesson;
pub mod network;
pub mod online;
mod rule;
mod settings;
mod squash;
pub mod step;
mod trace;

pub use episode::{Episode, Leaf, Step};
pub use error::LearnError;
pub use harvest::{Claim, Goal, Harvest};
pub use learner::{Learner, State};
pub use lesson::Lesson;
pub use rule::{Censor, Rule};
pub use settings::{Settings, Source};
pub use squash::{Squash, targets};
