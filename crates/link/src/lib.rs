//! The outside world: other programs as players, and our engine for other programs, over the protocols that they speak.

mod engine;
mod serve;

pub use engine::{EnginePlayer, EngineSpec, end_all};
pub use serve::{
    Account, Api, Archive, BRAIN_MODES, Ics, IcsRules, LichessGame, LichessRules, Loader, MOST_HASH, Mind, Patience,
    Requests, Settings, Setup, Tell, Thinker, Trouble, answer_boards, follow, prepare, serve, visit,
};
