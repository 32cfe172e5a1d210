//! The outside world as players: a person at a terminal, and other programs over the protocols that they speak.

mod engine;
mod serve;
mod terminal;

pub use engine::{EnginePlayer, EngineSpec};
pub use serve::{Loader, Mind, Settings, Setup, Thinker, serve};
pub use terminal::Terminal;
