//! The bounded random walk (8.5): five states, 1,000 sequences, and the ways to set a learning rate.

use crate::report::{Report, Row, Style, Table};
use crate::{Error, Estimate, Figure, Learnt, Runner};
use games::walk::{Visits, Walk, closeness};
use lab::report::{Chart, Line};
use lab::{RunSettings, policy};

/// A way to set the rates: its name, the step size and lambda.
const WAYS: [(&str, &str, &str); 6] = [
    ("fixed 0.1", "fixed:0.1", "0.3"),
    ("fixed 0.01", "fixed:0.01", "0.3"),
    ("delta-bar-delta", "delta-bar-delta:0.01,0.333,0.7,0.03", "0.3"),
    ("coherence, decay", "coherence:0.1", "decay"),
    ("coherence, 0.3", "coherence:0.1", "0.3"),
    ("coherence, our decay", "coherence:0.1", "forgetting-decay"),
];
/// The thesis' temporal coherence.
const COHERENCE: usize = 3;

/// Figure 8.7.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    // A trace has a point every ten sequences.
    let games = runner.scaled(1_000, 10);
    let seeds: Vec<u64> = runner.seeds(10).collect();
    let mut all: Vec<Vec<Learnt>> = Vec::new();
    for (name, step, lambda) in WAYS {
        let run = |seed: &u64| {
            let mut run = RunSettings::new::<Walk, Visits>(&Visits);
            (run.seed, run.games, run.batch) = (*seed, games, 1);
            run.learn.step = policy::step(step).expect("a step size");
            run.learn.lambda = policy::lambda(lambda).expect("a lambda");
            run
        };
        all.push(runner.learn(&format!("walks: {name}"), &seeds.iter().map(run).collect::<Vec<_>>())?);
    }
    let done = all.iter().flatten().all(Learnt::complete);
    // Those that are being run on may be of different lengths.
    let games = all.iter().flatten().map(|run| run.settings.games).min().unwrap_or(games);
    let (early, full) = (50.min(games), games >= 1_000);
    let style = Style::digits(4);
    let mut start = Table::new(format!("g after {early} sequences: 1 is perfect (figure 8.7)"));
    let mut end = Table::new("g over the last fifth");
    let mut whole = Table::new("g over all sequences");
    for ((name, ..), runs) in WAYS.iter().zip(&all) {
        let of = |from: u64, to: u64| Estimate::mean(&over(runs, from, to)).filter(|_| done);
        start.rows.push(Row::new(*name, style, None, of(early, early)));
        end.rows.push(Row::new(*name, style, None, of(games - games / 5 + 1, games)));
        whole.rows.push(Row::new(*name, style, None, of(1, games)));
    }
    let claim = |better: &dyn Fn(&[f64]) -> bool, from: u64, to: u64| {
        done.then(|| {
            let mean = |runs: &Vec<Learnt>| Estimate::mean(&over(runs, from, to)).map_or(0.0, |mean| mean.value);
            let better = better(&all.iter().map(mean).collect::<Vec<_>>());
            (better, if better { "yes" } else { "no" }.to_string())
        })
    };
    let fast = claim(&|g| g[COHERENCE] > 0.9 * g[0] && g[COHERENCE] > g[1], early, early);
    start.rows.push(Row::claim("coherence starts about as fast as 0.1", "yes", fast).unless_too_few(full));
    let close = claim(&|g| (0..3).all(|at| g[COHERENCE] > g[at]), games - games / 5 + 1, games);
    end.rows.push(Row::claim("coherence ends closest", "yes", close).unless_too_few(full));
    let line = |(hue, runs): (usize, &Vec<Learnt>)| {
        let points = runs[0].trace.iter().map(|point| {
            let values = over(runs, point.game, point.game);
            (point.game as f64, values.iter().sum::<f64>() / values.len() as f64)
        });
        Line { name: WAYS[hue].0.to_string(), hue, points: points.collect(), ends: Vec::new() }
    };
    let mut figures = Vec::new();
    if done {
        let chart = Chart {
            lines: all.iter().enumerate().map(line).collect(),
            along: "sequences",
            ..Chart::new("Closeness to the true values", "g")
        };
        figures.push(Figure::Chart(format!("Mean of {} seeds (figure 8.7)", seeds.len()), Box::new(chart)));
        for (at, title) in [(0, "8.3"), (1, "8.4"), (COHERENCE, "8.5"), (2, "8.6")] {
            let caption = format!("The five weights with {}, seed 1, and the true values (figure {title})", WAYS[at].0);
            figures.push(Figure::Chart(caption, Box::new(weights(&all[at][0]))));
        }
    }
    let note = format!("{games} sequences, {} seeds; errors are over seeds.", seeds.len());
    Ok(Report { tables: vec![start, end, whole], figures, notes: vec![note] })
}

/// The weights of a run over its sequences.
fn weights(run: &Learnt) -> Chart {
    let line = |state: usize| Line {
        name: char::from(b'B' + state as u8).to_string(),
        hue: state,
        points: run.trace.iter().map(|point| (point.game as f64, point.weights[state])).collect(),
        ends: Vec::new(),
    };
    Chart {
        lines: (0..5).map(line).collect(),
        references: (0..5).map(|state| (state, (state + 1) as f64 / 6.0)).collect(),
        reach: Some((0.0, 1.0)),
        along: "sequences",
        ..Chart::new("Weights over the sequences", "predicted outcome")
    }
}

/// The mean closeness of each run between two numbers of sequences.
fn over(runs: &[Learnt], from: u64, to: u64) -> Vec<f64> {
    let mean = |run: &Learnt| {
        let points: Vec<f64> =
            run.trace.iter().filter(|p| (from..=to).contains(&p.game)).map(|p| closeness(&p.weights)).collect();
        points.iter().sum::<f64>() / points.len() as f64
    };
    runs.iter().map(mean).collect()
}
