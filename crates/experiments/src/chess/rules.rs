//! A comparison of learning rules on equal terms: the same engine, features, start, games and seeds.

use super::{chart, over_seeds};
use crate::report::{Report, Row, Style, Table};
use crate::{BLOCK, Bout, Error, Estimate, Learnt, Rival, Runner};
use arena::Score;
use game::{Features, Game};
use games::chess::{Chess, HalfBoard, PieceSquares};
use lab::report::{Chart, Line};
use lab::{Method, RunSettings, policy};

/// The rules, and for each of the three ways to set the step its constant: the best of those tried with seed 100.
const RULES: [(&str, Method, [&str; 3]); 5] = [
    ("TD", Method::Td, ["fixed:0.05", "coherence:0.25", "adam:0.003"]),
    ("TD-directed", Method::TdDirected, ["fixed:0.05", "coherence:0.25", "adam:0.003"]),
    ("TDLeaf", Method::Tdleaf, ["fixed:0.05", "coherence:0.25", "adam:0.003"]),
    ("RootStrap", Method::Rootstrap, ["fixed:0.05", "coherence:0.25", "adam:0.003"]),
    ("TreeStrap", Method::Treestrap, ["fixed:0.05", "coherence:0.25", "adam:0.003"]),
];
/// The ways to set the step.
const STEPS: [&str; 3] = ["fixed", "coherence", "Adam"];

/// Games of learning.
const GAMES: u64 = 1600;
/// Where strength is measured.
const POINTS: [u64; 6] = [50, 100, 200, 400, 800, 1600];
/// Search depth of learning and of the matches.
const DEPTH: u32 = 3;
/// Games against each of the two anchors at each point, and between the anchors.
const ANCHOR_GAMES: u64 = 100;
const BETWEEN: u64 = 1000;

fn run(method: Method, step: &str, seed: u64, games: u64) -> RunSettings {
    let features = PieceSquares::<HalfBoard>::new();
    let mut run = RunSettings::new::<Chess, PieceSquares<HalfBoard>>(&features);
    run.warmup.games = 0;
    (run.method, run.depth, run.games, run.seed, run.batch) = (method, DEPTH, games, seed, 1);
    (run.noise, run.opening) = (0.1, 8);
    run.learn.step = policy::step(step).expect("a step size");
    run.learn.lambda = policy::lambda("0.7").expect("a lambda");
    run.resolved()
}

/// Weights of a preset of the half-board features.
fn preset(name: &str) -> Vec<f64> {
    let presets = Features::<Chess>::presets(&PieceSquares::<HalfBoard>::new());
    presets.into_iter().find(|preset| preset.name == name).map(|preset| preset.weights).unwrap_or_default()
}

fn bout(first: Vec<f64>, second: Vec<f64>, games: u64) -> Bout {
    let sides = [Rival::Weights(first), Rival::Weights(second)];
    Bout { game: Chess::NAME, features: "half-board".to_string(), sides, depth: DEPTH, noise: 0.1, games }
}

/// How strong a run was at a point.
#[derive(Clone, Copy)]
struct Strength {
    games: f64,
    /// Processor seconds.
    seconds: f64,
    elo: f64,
}

/// One way of learning: its name, its runs, and the strength of each run at each point.
struct Way {
    rule: usize,
    step: usize,
    runs: Vec<Learnt>,
    strength: Vec<Vec<Strength>>,
}

impl Way {
    fn name(&self) -> String {
        format!("{}, {}", RULES[self.rule].0, STEPS[self.step])
    }

    /// The strength of each run after the last point.
    fn last(&self) -> Vec<f64> {
        self.strength.iter().filter_map(|run| run.last()).map(|point| point.elo).collect()
    }

    /// Processor seconds of each run.
    fn seconds(&self) -> Vec<f64> {
        self.strength.iter().filter_map(|run| run.last()).map(|point| point.seconds).collect()
    }

    /// The strength of each run after so many processor seconds: a straight line between two points.
    fn after(&self, seconds: f64) -> Vec<f64> {
        let one = |run: &Vec<Strength>| {
            let at = run.iter().position(|point| point.seconds >= seconds)?;
            let after = run[at];
            let before = run[at.saturating_sub(1)];
            let share = (seconds - before.seconds) / (after.seconds - before.seconds);
            Some(if at == 0 { after.elo } else { before.elo + (after.elo - before.elo) * share })
        };
        self.strength.iter().filter_map(one).collect()
    }

    /// The mean strength over the runs, along `axis`.
    fn line(&self, hue: usize, axis: fn(&Strength) -> f64) -> Line {
        let count = self.strength.iter().map(Vec::len).min().unwrap_or(0);
        let mean = |at: usize, of: &dyn Fn(&Strength) -> f64| {
            self.strength.iter().map(|run| of(&run[at])).sum::<f64>() / self.strength.len() as f64
        };
        let points = (0..count).map(|at| (mean(at, &axis), mean(at, &|point| point.elo)));
        Line { name: self.name(), hue, points: points.collect(), ends: Vec::new() }
    }
}

/// The comparison.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(GAMES, 50);
    let anchors = [preset("textbook"), preset("learnt")];
    let between = runner.scaled(BETWEEN, BLOCK);
    let gap = runner.play("the anchors", &[Some(bout(anchors[1].clone(), anchors[0].clone(), between))])?;
    let gap = gap[0].filter(|score| score.games() > 0).map(|score| score.elo().difference);
    let mut ways = Vec::new();
    for (rule, (name, method, steps)) in RULES.iter().enumerate() {
        for (step, text) in steps.iter().enumerate() {
            let stage = format!("learning: {name}, {}", STEPS[step]);
            let runs = over_seeds(runner, &stage, 3, |seed| run(*method, text, seed, games))?;
            let strength = strengths(runner, &stage, &runs, &anchors, gap)?;
            ways.push(Way { rule, step, runs, strength });
        }
    }
    let whole = ways.iter().all(|way| way.runs.iter().all(Learnt::complete) && !way.strength.is_empty());
    let elo = Style(0, "");
    let mut by_games = Table::new(format!("Elo after {games} games, the shipped weights being 0"));
    let mut by_time = Table::new("Elo after equal processor time: that of the quickest way");
    let mut cost = Table::new("Processor seconds of a run");
    let budget = ways.iter().flat_map(Way::seconds).fold(f64::MAX, f64::min);
    for way in &ways {
        by_games.rows.push(Row::new(way.name(), elo, None, Estimate::mean(&way.last()).filter(|_| whole)));
        by_time.rows.push(Row::new(way.name(), elo, None, Estimate::mean(&way.after(budget)).filter(|_| whole)));
        cost.rows.push(Row::new(way.name(), elo, None, Estimate::mean(&way.seconds()).filter(|_| whole)));
    }
    let mut figures = Vec::new();
    if whole {
        // The best step of each rule: fifteen lines could not be told apart.
        let best: Vec<&Way> = (0..RULES.len()).filter_map(|rule| best(&ways, rule)).collect();
        let draw = |axis: fn(&Strength) -> f64, along| Chart {
            lines: best.iter().enumerate().map(|(hue, way)| way.line(hue, axis)).collect(),
            along,
            ..Chart::new("Strength of the rules", "Elo")
        };
        figures.push(chart("Elo over games, each rule with its best step", draw(|point| point.games, "games")));
        figures.push(chart("Elo over processor time", draw(|point| point.seconds, "seconds of processor time")));
    }
    let seeds = ways.first().map_or(0, |way| way.runs.len());
    let note = format!(
        "{seeds} seeds; depth {DEPTH}; {ANCHOR_GAMES} games against each of two anchors, 1:3:3:5:9 without squares and the shipped \
         weights, at each of {} points.",
        POINTS.len()
    );
    Ok(Report { tables: vec![by_games, by_time, cost], figures, notes: vec![note] })
}

fn best(ways: &[Way], rule: usize) -> Option<&Way> {
    let mean = |way: &Way| way.last().iter().sum::<f64>() / way.strength.len() as f64;
    ways.iter().filter(|way| way.rule == rule).max_by(|a, b| mean(a).total_cmp(&mean(b)))
}

/// The strength of each run at each point; nothing as long as some of it is not known.
fn strengths(
    runner: &mut Runner,
    stage: &str,
    runs: &[Learnt],
    anchors: &[Vec<f64>; 2],
    gap: Option<f64>,
) -> Result<Vec<Vec<Strength>>, Error> {
    let mut bouts = Vec::new();
    for run in runs {
        for at in POINTS.iter().filter(|at| **at <= run.settings.games) {
            let point = run.trace.iter().rfind(|point| point.game <= *at).filter(|_| run.complete());
            bouts.extend(anchors.iter().map(|anchor| Some(bout(point?.weights.clone(), anchor.clone(), ANCHOR_GAMES))));
        }
    }
    let scores = runner.play(&stage.replace("learning", "matches"), &bouts)?;
    let mut pairs = scores.chunks(2);
    let mut all = Vec::new();
    for run in runs {
        let mut strength = Vec::new();
        for at in POINTS.iter().filter(|at| **at <= run.settings.games) {
            let Some([Some(weak), Some(strong)]) = pairs.next() else { return Ok(Vec::new()) };
            let point = run.trace.iter().rfind(|point| point.game <= *at);
            let (Some(point), Some(gap)) = (point, gap) else { return Ok(Vec::new()) };
            if weak.games() == 0 || strong.games() == 0 {
                return Ok(Vec::new());
            }
            let elo = likeliest(&[(-gap, *weak), (0.0, *strong)]);
            strength.push(Strength { games: *at as f64, seconds: point.cpu, elo });
        }
        all.push(strength);
    }
    Ok(all)
}

/// The rating that makes scores against opponents of known ratings likeliest. One drawn game more against each keeps it
/// finite.
fn likeliest(scores: &[(f64, Score)]) -> f64 {
    let surplus = |rating: f64| -> f64 {
        let one = |(other, score): &(f64, Score)| {
            let (games, points) = (score.games() as f64 + 1.0, score.mean() * score.games() as f64 + 0.5);
            points - games / (1.0 + 10f64.powf((other - rating) / 400.0))
        };
        scores.iter().map(one).sum()
    };
    let (mut low, mut high) = (-4000.0, 4000.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if surplus(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_fit_the_scores() {
        let score = |wins, draws, losses| Score { wins, draws, losses };
        assert!(likeliest(&[(0.0, score(50, 0, 50))]).abs() < 1e-6);
        // 75 % against 0 is 191; one more draw pulls it down a little.
        let fit = likeliest(&[(0.0, score(750, 0, 250))]);
        assert!((fit - 190.8).abs() < 0.5, "{fit}");
        let both = likeliest(&[(-400.0, score(90, 0, 9)), (0.0, score(50, 0, 50))]);
        assert!((-30.0..30.0).contains(&both), "{both}");
        assert!(likeliest(&[(0.0, score(100, 0, 0))]).is_finite());
    }

    #[test]
    fn strength_between_points_is_interpolated() {
        let at = |games, seconds, elo| Strength { games, seconds, elo };
        let strength = vec![vec![at(50.0, 1.0, -300.0), at(100.0, 3.0, -100.0)]];
        let way = Way { rule: 2, step: 1, runs: Vec::new(), strength };
        assert_eq!(way.after(2.0), [-200.0]);
        assert_eq!(way.after(0.5), [-300.0]);
        assert!(way.after(9.0).is_empty());
        assert_eq!(way.name(), "TDLeaf, coherence");
    }
}
