//! Learning rates that set themselves, in chess (8.6).

use super::material::{match_games, values_over_games};
use super::{PIECES, TEXTBOOK, basic, chart, column, finals, material_match, means, normalised, over_seeds};
use crate::published::percent;
use crate::report::{PLAIN, Report, Row, SCORE, Style, Table};
use crate::{Error, Estimate, Learnt, Runner};
use game::Dice;
use lab::policy;
use lab::report::{Chart, Line};

/// A way to set the rates: its name, the step size and lambda.
const WAYS: [(&str, &str, &str); 5] = [
    ("fixed 0.05", "fixed:0.05", "0.95"),
    ("delta-bar-delta", "delta-bar-delta:0.035,0.333,0.7,0.05", "0.95"),
    ("coherence, decay", "coherence:0.25", "decay"),
    ("coherence, 0.95", "coherence:0.25", "0.95"),
    ("coherence, our decay", "coherence:0.25", "forgetting-decay:0.98,0.95,0.95"),
];

/// Samples of the seeds, for the interval of when runs settle.
const RESAMPLED: usize = 400;

/// Temporal coherence with a lambda that does not move.
const PLAIN_COHERENCE: usize = 3;

/// A run has settled when all its values stay this close to where they end, relatively.
const CLOSE: f64 = 0.15;

/// Figures 8.9 to 8.15.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(2_000, 10);
    let mut all = Vec::new();
    for (name, step, lambda) in WAYS {
        let run = |seed| {
            let mut run = basic(seed, games);
            run.learn.step = policy::step(step).expect("a step size");
            run.learn.lambda = policy::lambda(lambda).expect("a lambda");
            run
        };
        all.push(over_seeds(runner, &format!("learning: {name}"), 10, run)?);
    }
    let complete = |runs: &[Learnt]| !runs.is_empty() && runs.iter().all(Learnt::complete);
    let done: Vec<bool> = all.iter().map(|runs| complete(runs)).collect();
    // Shorter runs cannot have settled late, and one or two say nothing of their spread.
    let full = all.iter().all(|runs| runs.len() > 2 && runs.iter().all(|run| run.settings.games >= 2_000));
    let mut speed = Table::new("Games until the mean of the runs stays within 15 % of its end in every value");
    let mut ends = Table::new("The queen in pawns at the end (the last fifth)");
    let mut rough = Table::new(
        "Roughness: how much the queen moves from one point of the trace to the next, in hundredths of a pawn",
    );
    let said = ["more than 900", "more than 900", "about 900", "", ""];
    let settled: Vec<Option<Settled>> = (0..WAYS.len()).map(|at| done[at].then(|| Settled::of(&all[at]))).collect();
    for (at, (name, ..)) in WAYS.iter().enumerate() {
        let settled = settled[at].as_ref();
        let mut row = match said[at] {
            "" => Row::new(*name, Style::digits(0), None, settled.map(|settled| Estimate::bare(settled.games))),
            said => {
                let late = said.starts_with("more");
                let right = |games: f64| if late { games > 900.0 } else { (600.0..=1200.0).contains(&games) };
                let words = settled.map(|settled| (right(settled.games), format!("{:.0}", settled.games)));
                Row::claim(*name, said, words).unless_too_few(full)
            }
        };
        row.interval = settled.filter(|_| all[at].len() > 2).map_or(String::new(), Settled::interval);
        speed.rows.push(row);
        let finals = finals(&all[at]);
        ends.rows.push(Row::new(*name, PLAIN, None, normalised(&finals, 4).filter(|_| done[at])));
        let each: Vec<f64> = all[at].iter().map(roughness).collect();
        rough.rows.push(Row::new(*name, PLAIN, None, Estimate::mean(&each).filter(|_| done[at])));
    }
    for way in [2, PLAIN_COHERENCE] {
        let sooner = settled[0].as_ref().zip(settled[way].as_ref()).map(|(fixed, other)| {
            let share = other.sooner(fixed);
            (share, format!("in {:.0} % of samples of the seeds", 100.0 * share))
        });
        let told = full && sooner.as_ref().is_none_or(|(share, _)| !(0.05..=0.95).contains(share));
        let what = format!("{} settles before the fixed rate", WAYS[way].0);
        let sooner = sooner.map(|(share, words)| (share > 0.95, words));
        speed.rows.push(of_way(way, Row::claim(what, "yes", sooner).unless_too_few(told)));
    }
    let smoothest = done.iter().all(|done| *done).then(|| {
        let means: Vec<f64> =
            all.iter().map(|runs| runs.iter().map(roughness).sum::<f64>() / runs.len() as f64).collect();
        (
            means[2] < means[0] && means[2] < means[1],
            format!("{:.1}; fixed {:.1}, dbd {:.1}", means[2], means[0], means[1]),
        )
    });
    rough.rows.push(Row::claim("coherence with decay is the smoothest", "yes", smoothest).unless_too_few(full));
    for way in [2, PLAIN_COHERENCE] {
        for (piece, name) in PIECES.iter().enumerate().skip(1) {
            let end = |at: usize| normalised(&finals(&all[at]), piece).filter(|_| done[at]);
            let same = end(0).zip(end(way)).map(|(a, b)| {
                ((a.value - b.value).abs() <= a.error.hypot(b.error), format!("{:.2} and {:.2}", a.value, b.value))
            });
            let what = format!("{name}: fixed rate and {} end alike", WAYS[way].0);
            ends.rows.push(of_way(way, Row::claim(what, "not significantly different", same).unless_too_few(full)));
        }
    }
    let mut score = Table::new("Values learnt with coherence against 1:3:3:5:9, four plies (8.6.3)");
    let played = match_games(runner);
    let mut bouts = Vec::new();
    for (at, runs) in all.iter().enumerate() {
        let finals = finals(runs);
        bouts.push(done[at].then(|| material_match(&means(&finals), &TEXTBOOK, 4, played)));
    }
    let scores = runner.play("matches at depth 4", &bouts)?;
    for (at, ((name, ..), found)) in WAYS.iter().zip(scores).enumerate() {
        // Won 1,119, lost 781, drawn 100 (8.6.3).
        let published = if at == 2 { percent(1119.0, 781.0, 100.0) } else { None };
        score.rows.push(Row::new(*name, SCORE, published, found.and_then(Estimate::percent)));
    }
    let mut figures = Vec::new();
    if done.iter().all(|done| *done) {
        figures.push(chart("Progress of the mean of the runs towards where it ends (figure 8.15)", progress(&all)));
        for (at, title) in [(0, "figure 8.9"), (1, "figure 8.11"), (2, "figure 8.10")] {
            figures.push(chart(format!("{}: run 1 ({title})", WAYS[at].0), values_over_games(&all[at][0])));
        }
        for (at, title) in [(0, "figure 8.12"), (1, "figure 8.13"), (2, "figure 8.14"), (PLAIN_COHERENCE, "ours")] {
            figures.push(chart(format!("{}: the mean of the runs ({title})", WAYS[at].0), mean_values(&all[at])));
        }
    }
    let note =
        format!("Up to {games} games in each run, {} runs of each kind, {played} games of a match.", all[0].len());
    Ok(Report { tables: vec![speed, ends, rough, score], figures, notes: vec![note] })
}

/// What was published is said of coherence with prediction decay.
fn of_way(way: usize, claim: Row) -> Row {
    if way == PLAIN_COHERENCE { claim.not_comparable("published with prediction decay") } else { claim }
}

/// The mean of the runs at every point, in pawns of the end of that mean.
fn mean_trace(runs: &[Learnt]) -> Vec<(f64, Vec<f64>)> {
    let finals = finals(runs);
    let pawn = column(&finals, 0).iter().sum::<f64>() / finals.len() as f64;
    let points = runs[0].trace.iter().enumerate().map(|(point, first)| {
        let mean = |piece: usize| {
            let sum: f64 = runs.iter().filter_map(|run| run.trace.get(point)).map(|point| point.weights[piece]).sum();
            sum / runs.len() as f64 / pawn
        };
        (first.game as f64, (0..5).map(mean).collect())
    });
    points.collect()
}

/// The mean of the runs over the games.
fn mean_values(runs: &[Learnt]) -> Chart {
    let trace = mean_trace(runs);
    let mut drawing = values_over_games(&runs[0]);
    for (piece, (line, end)) in drawing.lines.iter_mut().zip(end(runs)).enumerate() {
        line.points = trace.iter().map(|(game, values)| (*game, values[piece])).collect();
        line.ends = vec![format!("{end:.1}")];
    }
    drawing
}

/// Where the mean of the runs ends, in pawns.
fn end(runs: &[Learnt]) -> Vec<f64> {
    let finals = finals(runs);
    (0..5).map(|at| normalised(&finals, at).map_or(f64::NAN, |value| value.value)).collect()
}

/// When several runs have settled: the number of games after which all values of their mean stay close to where they end.
struct Settled {
    games: f64,
    /// The same for runs drawn anew from these. Where two kinds have equally many runs, equal places have the same seeds.
    drawn: Vec<f64>,
}

impl Settled {
    fn of(runs: &[Learnt]) -> Settled {
        let (ends, count) = (finals(runs), runs.len());
        // While a plan is made, runs that are not there yet have a single point.
        let points = runs.iter().map(|run| run.trace.len()).min().unwrap_or(0);
        let games = |chosen: &[usize]| {
            let end = |piece: usize| chosen.iter().map(|run| ends[*run][piece]).sum::<f64>();
            let ends: [f64; 5] = std::array::from_fn(end);
            let far = |point: &usize| {
                let value =
                    |piece: usize| chosen.iter().map(|run| runs[*run].trace[*point].weights[piece]).sum::<f64>();
                // In pawns of the end.
                (0..5).any(|piece| (value(piece) / ends[piece] - 1.0).abs() > CLOSE)
            };
            (0..points).rev().find(far).map_or(0.0, |point| runs[0].trace[point].game as f64)
        };
        let mut dice = Dice::new(1, 1);
        let drawn = (0..RESAMPLED).map(|_| games(&(0..count).map(|_| dice.below(count)).collect::<Vec<_>>()));
        Settled { games: games(&(0..count).collect::<Vec<_>>()), drawn: drawn.collect() }
    }

    fn interval(&self) -> String {
        let mut sorted = self.drawn.clone();
        sorted.sort_by(f64::total_cmp);
        format!("{:.0} to {:.0}", sorted[RESAMPLED / 40], sorted[RESAMPLED * 39 / 40])
    }

    /// The share of samples in which these runs settle before those.
    fn sooner(&self, other: &Settled) -> f64 {
        let pairs = self.drawn.iter().zip(&other.drawn);
        pairs.filter(|(own, other)| own < other).count() as f64 / self.drawn.len() as f64
    }
}

/// The mean step of the queen between points of the second half of a trace, in hundredths of a pawn.
fn roughness(run: &Learnt) -> f64 {
    let Some(weights) = run.last(0.2) else { return f64::NAN };
    let queens: Vec<f64> = run.trace.iter().skip(run.trace.len() / 2).map(|p| p.weights[4] / weights[0]).collect();
    let steps: f64 = queens.windows(2).map(|pair| (pair[1] - pair[0]).abs()).sum();
    100.0 * steps / (queens.len() - 1).max(1) as f64
}

/// The thesis' measure of progress: 1 at the end, 0 at the start, by the squared distance over all values.
fn progress(all: &[Vec<Learnt>]) -> Chart {
    let line = |(hue, runs): (usize, &Vec<Learnt>)| {
        let end = end(runs);
        let distance = |values: &[f64]| -> f64 { values.iter().zip(&end).map(|(v, e)| (v - e) * (v - e)).sum() };
        let start = distance(&[1.0; 5]);
        let points = mean_trace(runs).into_iter().map(|(game, values)| (game, 1.0 - distance(&values) / start));
        Line { name: WAYS[hue].0.to_string(), hue, points: points.collect(), ends: Vec::new() }
    };
    Chart { lines: all.iter().enumerate().map(line).collect(), ..Chart::new("Progress over the games", "progress") }
}
