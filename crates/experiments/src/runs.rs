//! What is done with several learning runs that differ in their seeds.

use crate::{Error, Estimate, Figure, Learnt, Runner};
use lab::RunSettings;
use lab::report::Chart;

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

/// The final values of runs that are complete: means over the last share of the games.
pub(crate) fn finals(runs: &[Learnt], share: f64) -> Vec<Vec<f64>> {
    runs.iter().filter_map(|run| run.last(share)).collect()
}

/// One weight of several runs.
pub(crate) fn column(runs: &[Vec<f64>], at: usize) -> Vec<f64> {
    runs.iter().map(|run| run[at]).collect()
}

/// The mean of each weight over the runs; nothing without runs.
pub(crate) fn means(runs: &[Vec<f64>]) -> Vec<f64> {
    let mean = |at| column(runs, at).iter().sum::<f64>() / runs.len() as f64;
    (0..runs.first().map_or(0, Vec::len)).map(mean).collect()
}

/// The ratio of a weight to another. Averages are normalised, never normalised values averaged; the error is that of the runs.
pub(crate) fn ratio(runs: &[Vec<f64>], at: usize, by: usize) -> Option<Estimate> {
    let mean = |at| Estimate::mean(&column(runs, at)).map(|mean| mean.value);
    let each: Vec<f64> = runs.iter().map(|run| run[at] / run[by]).collect();
    Some(Estimate { value: mean(at)? / mean(by)?, error: Estimate::mean(&each)?.error })
}

/// A drawing of lines.
pub(crate) fn chart(caption: impl Into<String>, chart: Chart) -> Figure {
    Figure::Chart(caption.into(), Box::new(chart))
}
