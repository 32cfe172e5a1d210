//! A comparison of learning rules on equal terms: the same engine, features, start, games and seeds.

use super::{chart, over_seeds};
use crate::playing::EXACT;
use crate::report::{Report, Row, Style, Table};
use crate::strength::rating;
use crate::{Bout, Error, Estimate, Learnt, Rival, Runner};
use game::Game;
use games::chess::{Chess, HalfBoard, PieceSquares};
use lab::report::{Chart, Line};
use lab::{Method, RunSettings, policy};

/// A rule, how many games it learns from, and its constant for each of the three ways to set the step. The constants are the
/// best of those in docs/experiments.md (400 games of seed 100).
struct Rule {
    name: &'static str,
    method: Method,
    games: u64,
    steps: [&'static str; 3],
}

const fn rule(name: &'static str, method: Method, games: u64, steps: [&'static str; 3]) -> Rule {
    Rule { name, method, games, steps }
}

/// The rules. TD does not search, so it plays more games in the same time.
const RULES: [Rule; 5] = [
    rule("TD", Method::Td, 51_200, ["fixed:0.03", "coherence:1", "adam:0.003"]),
    rule("TD-directed", Method::TdDirected, GAMES, ["fixed:0.03", "coherence:0.3", "adam:0.03"]),
    rule("TDLeaf", Method::Tdleaf, GAMES, ["fixed:0.1", "coherence:0.3", "adam:0.01"]),
    rule("RootStrap", Method::Rootstrap, GAMES, ["fixed:0.03", "coherence:1", "adam:0.01"]),
    rule("TreeStrap", Method::Treestrap, GAMES, ["fixed:0.03", "coherence:0.3", "adam:0.003"]),
];
/// The ways to set the step.
const STEPS: [&str; 3] = ["fixed", "coherence", "Adam"];

/// Games of learning that are compared.
const GAMES: u64 = 1600;
/// Strength is measured after this many games, and whenever they have doubled.
const FIRST: u64 = 50;
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
    super::preset(&PieceSquares::<HalfBoard>::new(), name).values
}

fn bout(first: Vec<f64>, second: Vec<f64>, games: u64) -> Bout {
    let sides = [Rival::Weights(first), Rival::Weights(second)];
    Bout {
        game: Chess::NAME,
        features: "half-board".to_string(),
        sides,
        depth: DEPTH,
        profile: EXACT,
        noise: 0.1,
        unhurried: false,
        games,
    }
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
        format!("{}, {}", RULES[self.rule].name, STEPS[self.step])
    }

    /// The strength of each run after so many games.
    fn at(&self, games: u64) -> Vec<f64> {
        let one = |run: &Vec<Strength>| run.iter().find(|point| point.games == games as f64).map(|point| point.elo);
        self.strength.iter().filter_map(one).collect()
    }

    /// Processor seconds of each run.
    fn seconds(&self) -> Vec<f64> {
        self.strength.iter().filter_map(|run| run.last()).map(|point| point.seconds).collect()
    }

    /// The strength of each run after so many processor seconds: a straight line between two points. The first point of every
    /// run is its start.
    fn after(&self, seconds: f64) -> Vec<f64> {
        let one = |run: &Vec<Strength>| {
            let pair = run.windows(2).find(|pair| pair[1].seconds >= seconds)?;
            let share = (seconds - pair[0].seconds) / (pair[1].seconds - pair[0].seconds);
            Some(pair[0].elo + (pair[1].elo - pair[0].elo) * share)
        };
        self.strength.iter().filter_map(one).collect()
    }

    /// The mean strength over the runs, along `axis`.
    fn line(&self, hue: usize, axis: fn(&Strength) -> f64, most: f64) -> Line {
        let count = self.strength.iter().map(Vec::len).min().unwrap_or(0);
        let mean = |at: usize, of: &dyn Fn(&Strength) -> f64| {
            self.strength.iter().map(|run| of(&run[at])).sum::<f64>() / self.strength.len() as f64
        };
        let points =
            (0..count).map(|at| (mean(at, &axis), mean(at, &|point| point.elo))).filter(|point| point.0 <= most);
        Line { name: self.name(), hue, points: points.collect(), ends: Vec::new() }
    }
}

/// The comparison.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(GAMES, FIRST);
    let anchors = [preset("textbook"), preset("learnt-one")];
    // The distance between the anchors is in every figure, so it is measured well at every scale.
    let gap = runner.play("the anchors", &[Some(bout(anchors[1].clone(), anchors[0].clone(), BETWEEN))])?;
    let gap = gap[0].filter(|score| score.games() > 0).map(|score| score.elo());
    let mut ways = Vec::new();
    for (rule, Rule { name, method, games, steps }) in RULES.iter().enumerate() {
        for (step, text) in steps.iter().enumerate() {
            let stage = format!("learning: {name}, {}", STEPS[step]);
            let games = runner.scaled(*games, FIRST);
            let runs = over_seeds(runner, &stage, 3, |seed| run(*method, text, seed, games))?;
            let strength = strengths(runner, &stage, &runs, &anchors, gap.map(|gap| gap.difference))?;
            ways.push(Way { rule, step, runs, strength });
        }
    }
    let whole = ways.iter().all(|way| way.runs.iter().all(Learnt::complete) && !way.strength.is_empty());
    let elo = Style::digits(0);
    let mut by_games = Table::new(format!("Elo after {games} games, the weights `learnt-one` being 0"));
    // The time that all runs have had.
    let budget = ways.iter().flat_map(Way::seconds).fold(f64::MAX, f64::min);
    let mut by_time = Table::new(format!("Elo after equal processor time, {budget:.0} seconds"));
    let mut cost =
        Table::new(format!("Processor seconds for a run ({} games of TD)", runner.scaled(RULES[0].games, FIRST)));
    for way in &ways {
        by_games.rows.push(Row::new(way.name(), elo, None, Estimate::mean(&way.at(games)).filter(|_| whole)));
        by_time.rows.push(Row::new(way.name(), elo, None, Estimate::mean(&way.after(budget)).filter(|_| whole)));
        cost.rows.push(Row::new(way.name(), Style::digits(1), None, Estimate::mean(&way.seconds()).filter(|_| whole)));
    }
    let mut figures = Vec::new();
    if whole {
        // The best step of each rule: fifteen lines could not be told apart.
        let best: Vec<&Way> = (0..RULES.len()).filter_map(|rule| best(&ways, rule, games)).collect();
        let draw = |axis: fn(&Strength) -> f64, most: f64, along| Chart {
            lines: best.iter().enumerate().map(|(hue, way)| way.line(hue, axis, most)).collect(),
            along,
            ..Chart::new("Strength of the rules", "Elo")
        };
        let (by_games, by_time) =
            (draw(|p| p.games, games as f64, "games"), draw(|p| p.seconds, f64::MAX, "processor seconds"));
        figures.push(chart("Elo over games, each rule with the step that did best in the end", by_games));
        figures.push(chart("Elo over processor time", by_time));
    }
    let seeds = ways.first().map_or(0, |way| way.runs.len());
    let gap = gap.map_or(String::new(), |gap| {
        format!(" The anchors are {:.0} Elo apart ({:.0} to {:.0}).", gap.difference, gap.low, gap.high)
    });
    let note = format!(
        "{seeds} seeds; depth {DEPTH}; at each point {ANCHOR_GAMES} games against each of two anchors, 1:3:3:5:9 without squares and \
         the shipped `learnt-one`.{gap} Intervals are over seeds."
    );
    Ok(Report { tables: vec![by_games, by_time, cost], figures, notes: vec![note] })
}

fn best(ways: &[Way], rule: usize, games: u64) -> Option<&Way> {
    let mean = |way: &Way| way.at(games).iter().sum::<f64>() / way.strength.len() as f64;
    ways.iter().filter(|way| way.rule == rule).max_by(|a, b| mean(a).total_cmp(&mean(b)))
}

/// Where the strength of a run is measured: at doubling numbers of games, where all rules are compared, and at its end.
fn points(games: u64, compared: u64) -> Vec<u64> {
    let doubled = std::iter::successors(Some(FIRST), |games| Some(2 * games)).take_while(|at| *at < games);
    let mut points: Vec<u64> = doubled.chain([compared.min(games), games]).collect();
    points.sort_unstable();
    points.dedup();
    points
}

/// The strength of each run at each point; nothing as long as some of it is not known.
fn strengths(
    runner: &mut Runner,
    stage: &str,
    runs: &[Learnt],
    anchors: &[Vec<f64>; 2],
    gap: Option<f64>,
) -> Result<Vec<Vec<Strength>>, Error> {
    let compared = runner.scaled(GAMES, FIRST);
    // The start has no run; every other point has the weights that were kept last before it.
    let start = [(0, 0.0, preset("ones"))];
    let known = |run: &Learnt| {
        let at = |games: u64| {
            let point = run.trace.iter().rfind(|point| point.game <= games)?;
            Some((games, point.cpu, point.weights.clone()))
        };
        start.iter().cloned().chain(points(run.settings.games, compared).into_iter().filter_map(at)).collect::<Vec<_>>()
    };
    let complete = runs.iter().all(Learnt::complete) && gap.is_some();
    let all: Vec<Vec<(u64, f64, Vec<f64>)>> = runs.iter().filter(|_| complete).map(known).collect();
    let bouts: Vec<Option<Bout>> = all
        .iter()
        .flatten()
        .flat_map(|(.., weights)| {
            anchors.iter().map(|anchor| Some(bout(weights.clone(), anchor.clone(), ANCHOR_GAMES)))
        })
        .collect();
    let scores = runner.play(&stage.replace("learning", "matches"), &bouts)?;
    let played = scores.iter().all(|score| score.is_some_and(|score| score.games() == ANCHOR_GAMES));
    let Some(gap) = gap.filter(|_| played) else { return Ok(Vec::new()) };
    let mut pairs = scores.chunks(2);
    let mut rate = |(games, seconds, _): &(u64, f64, Vec<f64>)| {
        let pair = pairs.next()?;
        let elo = rating(&[(-gap, pair[0]?), (0.0, pair[1]?)]).value;
        Some(Strength { games: *games as f64, seconds: *seconds, elo })
    };
    Ok(all.iter().map(|run| run.iter().filter_map(&mut rate).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_between_points_is_interpolated() {
        let at = |games, seconds, elo| Strength { games, seconds, elo };
        let strength = vec![vec![at(50.0, 1.0, -300.0), at(100.0, 3.0, -100.0)]];
        let way = Way { rule: 2, step: 1, runs: Vec::new(), strength };
        assert_eq!(way.after(2.0), [-200.0]);
        assert!(way.after(9.0).is_empty());
        assert_eq!(way.at(100), [-100.0]);
        assert_eq!(points(1600, 1600), [50, 100, 200, 400, 800, 1600]);
        assert_eq!(points(150, 50), [50, 100, 150]);
        assert_eq!(way.name(), "TDLeaf, coherence");
    }
}
