//! The outside world as players: a person at a terminal, and other programs over the protocols that they speak.

mod engine;
mod terminal;

pub use engine::{EnginePlayer, EngineSpec};
pub use terminal::Terminal;
