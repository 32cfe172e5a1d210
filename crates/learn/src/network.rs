//! Learning for networks that judge boards: the general learner's laws at the speed of thousands of games a second.
//!
//! Plain rates have a short way here, in single precision, with a step after every position or a sum over every game. All other
//! step sizes go through [`crate::Learner`], in doubles.

mod learner;
mod settings;
mod trail;

pub use learner::{NetworkLearner, NetworkState};
pub use settings::{NetworkSettings, Update};
pub use trail::{Trail, TrailTurn};
