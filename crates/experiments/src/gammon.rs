//! Backgammon: how networks improve by self-play, and whether learning at two plies finds better weights than at one (Baxter,
//! Tridgell and Weaver 2000, section 5).

use crate::networks::{read, write};
use crate::report::{Report, Row, Style, Table};
use crate::runs::chart;
use crate::{Course, Error, Estimate, Measurement, Networks, Runner, Schooled, Yardstick, against_pubeval};
use lab::diced::{DicedSettings, Points, digits};
use lab::report::{Chart, Line};
use lab::{Method, policy};
use learn::network::Update;

/// Points per game.
const POINTS: Style = Style::digits(3);
/// Half an interval of 95 %, in standard errors.
const SURE: f64 = 1.96;
/// Games of the matches that decide.
const LAST: u64 = 40_000;
/// What others report for 80 hidden units after 200,000 games (compgammon's "Benchmark 1", 2012, 10,000 games).
const PUBLISHED: f64 = 0.351;
/// What GNU Backgammon 1.07 makes against the same pubeval without looking ahead, in 30,000 games of ours.
const GNU: f64 = 0.619;
/// Networks: their name, their inputs and hidden units.
const SHAPES: [(&str, &str, [usize; 2]); 2] =
    [("198 inputs, 80 units", "raw-a", [80, 32]), ("250 inputs, 128 units", "handmade-a", [128, 32])];
/// The games of a curve.
const GAMES: u64 = 200_000;
/// The games of the networks whose limit is tested.
const LONG: u64 = 1_000_000;

/// A run that learns by TD(0.7) from nothing; the rate falls over the published number of games whatever is played of them.
fn from_nothing(shape: usize, seed: u64, games: u64, (to, over): (f64, u64)) -> DicedSettings {
    let (_, inputs, hidden) = SHAPES[shape];
    let mut settings = DicedSettings::new("backgammon", inputs.to_string(), games);
    (settings.hidden, settings.seed) = (hidden.to_vec(), seed);
    settings.learn.step = policy::step(&format!("exponential:0.1,{to},{over}")).expect("a step size");
    settings
}

/// Strength over the games.
pub fn curve(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(GAMES, 10_000);
    let seeds: Vec<u64> = runner.seeds(3).collect();
    let mut report = Report::default();
    let mut drawing = Chart::new("Points per game against pubeval over the games of learning", "points per game");
    for (shape, (name, ..)) in SHAPES.iter().enumerate() {
        let course = |seed: &u64| {
            let mut settings = from_nothing(shape, *seed, games, (0.003, GAMES));
            (settings.test_every, settings.test_games) = (10_000, 10_000);
            Course { settings, start: None, yardstick: Yardstick::Pubeval }
        };
        let courses: Vec<Course> = seeds.iter().map(course).collect();
        let runs = runner.school(&format!("learning, {name}"), &courses)?;
        let mut table = Table::new(format!("Points per game against pubeval, by one ply, {name}"));
        for after in
            (1..=games / 10_000).map(|n| n * 10_000).filter(|after| [1, 2, 5, 10, 15, 20].contains(&(after / 10_000)))
        {
            let found: Option<Vec<f64>> = runs.iter().map(|run| run.after(after).map(|points| points.mean)).collect();
            let ours = found.and_then(|found| Estimate::mean(&found));
            let published = (shape == 0 && after == GAMES).then(|| Estimate::bare(PUBLISHED));
            table.rows.push(Row::new(format!("after {after} games"), POINTS, published, ours));
        }
        // The last word has more games.
        let ends = finals(runner, &format!("the last match, {name}"), &runs, LAST)?;
        for (seed, end) in seeds.iter().zip(&ends) {
            let what = format!("seed {seed} in the end, 40,000 games");
            table.rows.push(Row::new(what, POINTS, None, end.map(|points| interval(&points))));
        }
        let all: Option<Vec<f64>> = ends.iter().map(|end| end.map(|points| points.mean)).collect();
        let published = (shape == 0 && games == GAMES).then(|| Estimate::bare(PUBLISHED));
        let mean = all.and_then(|all| Estimate::mean(&all));
        table.rows.push(Row::new("mean of the seeds", POINTS, published, mean));
        report.tables.push(table);
        drawing
            .lines
            .extend(runs.iter().enumerate().map(|(at, run)| line(run, shape, if at == 0 { name } else { "" })));
    }
    drawing.references = vec![(0, PUBLISHED), (1, GNU)];
    if drawing.lines.iter().all(|line| !line.points.is_empty()) {
        report
            .figures
            .push(chart("Each seed by itself; dashed: what was published for 80 units, and GNU Backgammon", drawing));
    }
    report.notes.push(format!(
        "{games} games each, TD(0.7), the rate falls from 0.1 to 0.003 over {GAMES} games; averaged weights play. Errors are over {} seeds.",
        seeds.len()
    ));
    Ok(report)
}

/// The matches that decide, with the networks at the end of runs.
fn finals(runner: &mut Runner, stage: &str, runs: &[Schooled], games: u64) -> Result<Vec<Option<Points>>, Error> {
    let mut items = Vec::new();
    for (run, networks) in runs.iter().filter_map(|run| Some((run, run.networks.as_ref()?))) {
        // By the networks themselves: plans are made with others under the same settings.
        let print = eval::fingerprint(digits(networks).bytes());
        let key = format!("networks {print:016x} against pubeval, {games} games");
        let seed = eval::fingerprint(key.bytes());
        items.push(Measurement {
            key,
            class: format!("pubeval {} {:?}", run.settings.inputs, run.settings.hidden),
            units: games as f64,
            outside: false,
            measure: Box::new(move || Ok(write(&against_pubeval(networks, games, seed, 1)))),
        });
    }
    let mut found = runner.measure(stage, &items)?.into_iter();
    Ok(runs.iter().map(|run| run.networks.as_ref().and_then(|_| found.next()?).map(|value| read(&value))).collect())
}

fn interval(points: &Points) -> Estimate {
    Estimate { value: points.mean, error: SURE * points.error }
}

/// The points of a run over its games.
fn line(run: &Schooled, hue: usize, name: &str) -> Line {
    let points = run.points.iter().map(|(games, points)| (*games as f64, points.mean)).collect();
    let ends = run.points.last().map(|(_, points)| format!("{:+.2}", points.mean)).filter(|_| !name.is_empty());
    Line { name: name.to_string(), hue, points, ends: ends.into_iter().collect() }
}

/// How networks go on that have learnt by TD: the name, the method and how far it looks ahead.
const WAYS: [(&str, Method, u32); 3] = [
    ("TDLeaf, two plies", Method::Tdleaf, 2),
    ("TD-directed, two plies", Method::TdDirected, 2),
    ("TD, one ply (control)", Method::Td, 1),
];

/// Two copies of networks go on learning at two plies; a third, which was not published, at one.
pub fn limit(runner: &mut Runner) -> Result<Report, Error> {
    let mut base = from_nothing(0, 1, runner.scaled(LONG, 10_000), (0.001, LONG));
    (base.test_every, base.test_games) = (0, 0);
    let course = Course { settings: base.clone(), start: None, yardstick: Yardstick::Pubeval };
    let teacher = runner.school("the networks to begin with", &[course])?;
    let mut report = Report::default();
    let games = runner.scaled(50_000, 5_000);
    let seeds: Vec<u64> = runner.seeds(1).collect();
    let words = format!("80 units after {} games of TD, seed 1", base.games);
    let runs = match &teacher[0].networks {
        Some(start) => further(runner, &words, start, games, &seeds)?,
        None => vec![Vec::new(); WAYS.len()],
    };
    let mut drawing = Chart::new("Points per game against the unmodified networks", "points per game");
    for (hue, ((name, ..), runs)) in WAYS.iter().zip(&runs).enumerate() {
        report.tables.push(checkpoints(name, runs, games));
        drawing.lines.extend(runs.iter().enumerate().map(|(at, run)| line(run, hue, if at == 0 { name } else { "" })));
    }
    drawing.references = vec![(0, 0.0)];
    if !drawing.lines.is_empty() && drawing.lines.iter().all(|line| !line.points.is_empty()) {
        report.figures.push(chart("Both sides look two plies ahead, 1,600 games at each point", drawing));
    }
    let mut table =
        Table::new("Against pubeval, by one ply, 40,000 games: what further learning did to play at one ply");
    let all: Vec<Schooled> = teacher.into_iter().chain(runs.into_iter().flatten()).collect();
    let mut ends = finals(runner, "matches with pubeval", &all, LAST)?.into_iter();
    let names = WAYS.iter().flat_map(|(name, ..)| seeds.iter().map(move |seed| format!("{name}, seed {seed}")));
    for what in std::iter::once("before".to_string()).chain(names) {
        table.rows.push(Row::new(what, POINTS, None, ends.next().flatten().map(|points| interval(&points))));
    }
    report.tables.push(table);
    report
        .notes
        .push(format!("Began with {words}; then lambda 0.7 and a fixed rate of {RATE}; averaged weights play."));
    Ok(report)
}

/// The rate of further learning, for squared errors.
const RATE: f64 = 0.03;

/// The further runs: for each way one for each seed.
fn further(
    runner: &mut Runner,
    words: &str,
    start: &Networks,
    games: u64,
    seeds: &[u64],
) -> Result<Vec<Vec<Schooled>>, Error> {
    let course = |(_, method, plies): (&str, Method, u32), seed: u64| {
        let mut settings = from_nothing(0, seed, games, (0.001, LONG));
        (settings.method, settings.plies, settings.start) = (method, plies, words.to_string());
        (settings.test_every, settings.test_games) = (5_000, 1_600);
        settings.learn.step = policy::step(&format!("fixed:{RATE}")).expect("a step size");
        (settings.learn.loss, settings.learn.update) = (eval::network::Loss::Squared, Update::Position);
        Course { settings, start: Some(start.clone()), yardstick: Yardstick::Start }
    };
    let courses: Vec<Course> = seeds.iter().flat_map(|seed| WAYS.map(|way| course(way, *seed))).collect();
    let found = runner.school("learning on", &courses)?;
    Ok((0..WAYS.len()).map(|way| found.iter().skip(way).step_by(WAYS.len()).cloned().collect()).collect())
}

/// The matches on the way of one method.
fn checkpoints(name: &str, runs: &[Schooled], games: u64) -> Table {
    let mut table = Table::new(format!("{name}: points per game against the unmodified networks, both at two plies"));
    let together = |points: &[Points]| Some(Points::together(points)).filter(|_| !points.is_empty());
    for after in (1..=games / 5_000).map(|n| n * 5_000) {
        let found: Option<Vec<Points>> = runs.iter().map(|run| run.after(after)).collect();
        let ours = found.and_then(|found| together(&found)).map(|points| interval(&points));
        table.rows.push(Row::new(format!("after {after} games"), POINTS, None, ours));
    }
    let complete = !runs.is_empty() && runs.iter().all(Schooled::complete);
    let all: Vec<Points> = runs.iter().flat_map(|run| run.points.iter().map(|(_, points)| *points)).collect();
    let mean = together(&all).filter(|_| complete);
    table.rows.push(Row::new("all matches", POINTS, None, mean.map(|points| interval(&points))));
    let odd = all.iter().filter(|points| points.mean.abs() > SURE * points.error).count();
    let verdict = mean.map(|mean| {
        let words = format!("{} of {} matches are beyond 95 %", odd, all.len());
        (mean.mean.abs() <= SURE * mean.error, words)
    });
    table.rows.push(Row::claim("around parity", "no significant change", verdict));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ledger, Mode};
    use eval::network::Judge;

    /// What is measured of the networks of a plan is not taken for that of others.
    #[test]
    fn matches_belong_to_their_networks() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(&folder.path().join("a"), "test").unwrap();
        let settings = DicedSettings { hidden: vec![4], ..DicedSettings::new("backgammon", "raw-a".to_string(), 1) };
        let inputs = games::backgammon::Inputs::named("raw-a").unwrap();
        let run = |seed| {
            let networks = Some(Judge::random(inputs, &[4], seed));
            vec![Schooled { settings: settings.clone(), networks, points: Vec::new() }]
        };
        let mut planner = Runner::new(&ledger, Mode::Plan, 1, (1.0, None), &|| false, &|_| {});
        assert!(finals(&mut planner, "matches", &run(1), 40).unwrap()[0].is_some(), "planning has measured it");
        let mut runner = Runner::new(&ledger, Mode::Look, 1, (1.0, None), &|| false, &|_| {});
        assert_eq!(finals(&mut runner, "matches", &run(2), 40).unwrap(), [None]);
    }
}
