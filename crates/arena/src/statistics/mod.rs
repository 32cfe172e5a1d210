//! What a number of games proves: pure functions, in the formulas that the field's programs use.
//!
//! Games are counted one by one ([`Score`]) or in pairs of the same opening with both colours ([`Pairs`]). Pairs tell
//! more: part of the luck of an opening cancels, so that the same games give narrower intervals.

mod glicko;
mod pairs;
mod points;
mod ratings;
mod sample;
mod score;
mod sprt;

pub use glicko::{Glicko, Met};
pub use pairs::{Pairs, Tally};
pub use points::Points;
pub use ratings::{Meeting, Rating, ratings};
pub use sample::{Elo, Sample};
pub use score::Score;
pub use sprt::{Model, Sprt, Verdict};

/// The half width of a 95 % interval in standard errors.
pub const WIDTH: f64 = 1.959_963_984_540_054;

/// What a score (points per game) stands for as a rating difference, and back.
pub fn elo_of_score(score: f64) -> f64 {
    // Adding 0 turns -0 into 0.
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// The expected points per game at a rating difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
