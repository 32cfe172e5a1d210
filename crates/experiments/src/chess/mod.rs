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

use crate::{Bout, Error, Estimate, Figure, Learnt, Rival, Runner};
use eval::Weights;
use game::Features;
use games::chess::{Chess, Material, PieceSquares};
use lab::report::Chart;
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
    Bout { game: "chess", features: "material".to_string(), sides, depth, noise: 0.0, games }
}

/// The final values of runs that are complete: means over the last fifth.
pub(crate) fn finals(runs: &[Learnt]) -> Vec<Vec<f64>> {
    runs.iter().filter_map(|run| run.last(0.2)).collect()
}

/// One weight of several runs.
pub(crate) fn column(runs: &[Vec<f64>], at: usize) -> Vec<f64> {
    runs.iter().map(|run| run[at]).collect()
}

/// Ratios of a weight to the pawn. Averages are normalised, never normalised values averaged; the error is that of the runs.
pub(crate) fn normalised(runs: &[Vec<f64>], at: usize) -> Option<Estimate> {
    let mean = |at| Estimate::mean(&column(runs, at)).map(|mean| mean.value);
    let each: Vec<f64> = runs.iter().map(|run| run[at] / run[0]).collect();
    Some(Estimate { value: mean(at)? / mean(0)?, error: Estimate::mean(&each)?.error })
}

/// A drawing of lines.
pub(crate) fn chart(caption: impl Into<String>, chart: Chart) -> Figure {
    Figure::Chart(caption.into(), Box::new(chart))
}

/// Learning runs that differ in their seeds.
pub(crate) fn over_seeds(
    runner: &mut Runner,
    stage: &str,
    seeds: u64,
    run: impl Fn(u64) -> RunSettings,
) -> Result<Vec<Learnt>, Error> {
    let runs: Vec<RunSettings> = runner.seeds(seeds).map(run).collect();
    runner.learn(stage, &runs)
}
