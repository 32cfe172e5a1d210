//! The experiments in chess.

pub(crate) mod coherence;
pub(crate) mod companions;
pub(crate) mod extensions;
pub(crate) mod fusc;
pub(crate) mod knightcap;
pub(crate) mod material;
pub(crate) mod random_values;
pub(crate) mod rules;
mod sets;
pub(crate) mod squares;
pub(crate) mod table_probes;

use crate::playing::EXACT;
pub(crate) use crate::runs::{chart, column, means, over_seeds};
use crate::{Bout, Estimate, Learnt, Rival, runs};
use eval::Weights;
use game::Features;
use games::chess::{Chess, Material, PieceSquares};
use lab::{RunSettings, policy};

/// The five pieces with a value.
pub(crate) const PIECES: [&str; 5] = ["pawn", "knight", "bishop", "rook", "queen"];
/// What beginners learn.
pub(crate) const TEXTBOOK: [f64; 5] = [1.0, 3.0, 3.0, 5.0, 9.0];

/// The thesis' basic learning run (5.3.2): all pieces start at 1, four plies, alpha 0.05, lambda 0.95.
pub(crate) fn basic(seed: u64, games: u64) -> RunSettings {
    let mut run = RunSettings::new::<Chess, PieceSquares<Material>>(&PieceSquares::new());
    run.warmup.games = 0;
    (run.seed, run.games, run.depth, run.batch) = (seed, games, 4, 1);
    (run.noise, run.opening) = (0.0, 0);
    run.learn.step = policy::step("fixed:0.05").expect("a step size");
    run.learn.lambda = policy::lambda("0.95").expect("a lambda");
    run.learn.beta = 1.0;
    run
}

/// The weights of a preset.
pub(crate) fn preset<F: Features<Chess>>(features: &F, name: &str) -> Weights {
    let found = features.presets().into_iter().find(|preset| preset.name == name);
    found.expect("experiments name presets that there are").into()
}

/// A match of piece values at a depth. Moves of equal value are chosen at random, so no two games are alike.
pub(crate) fn material_match(first: &[f64], second: &[f64], depth: u32, games: u64) -> Bout {
    let sides = [first, second].map(|weights| Rival::Weights(weights.to_vec()));
    let (features, unhurried) = ("material".to_string(), false);
    Bout { game: "chess", features, sides, depth, profile: EXACT, noise: 0.0, unhurried, games }
}

/// The final values of runs that are complete: means over the last fifth.
pub(crate) fn finals(runs: &[Learnt]) -> Vec<Vec<f64>> {
    runs::finals(runs, 0.2)
}

/// Ratios of a weight to the pawn.
pub(crate) fn normalised(runs: &[Vec<f64>], at: usize) -> Option<Estimate> {
    runs::ratio(runs, at, 0)
}
