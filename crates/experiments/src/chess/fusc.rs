//! FUSc#: 33 position classes, each with its own weights and its own rate (Block et al. 2008).

use super::knightcap::{ELO, NODES, against, rating_chart, run, weights};
use super::preset;
use crate::report::{Bar, Report, Row, Table};
use crate::strength::difference;
use crate::{BLOCK, Error, Estimate, Figure, Learnt, Runner};
use game::Sets;
use games::chess::{Chess, KnightCap};
use lab::RunSettings;
use lab::policy;
use learn::step::StepState;
use learn::{Rule, Squash};

/// Games in all, and those that teach; figure 2a shows the rates after the first few.
const GAMES: u64 = 119;
const TEACH: u64 = 72;
const FEW: u64 = 7;
/// The rate of every class at first: the paper's 1.0, in hundredths of a pawn.
const STEP: &str = "classes:0.01,10";
/// The steepness of tanh, that of KnightCap.
const BETA: f64 = 0.2554;

/// The paper's experiment: so many games that teach after those that do not.
fn settings(runner: &Runner, seed: u64, teach: u64) -> Result<RunSettings, Error> {
    let mut run = run(runner, seed, teach)?;
    let trial = GAMES - TEACH;
    run.games = trial + teach;
    (run.sets, run.start) = (Sets::Classes, "handmade".to_string());
    run.learn.step = policy::step(STEP).expect("a step size");
    run.learn.lambda = policy::lambda("0.7").expect("a lambda");
    (run.learn.squash, run.learn.beta, run.learn.rule) = (Squash::Tanh, BETA, Rule::None);
    if let Some(pool) = &mut run.pool {
        (pool.trial, pool.rating) = (trial, 1800.0);
    }
    Ok(run)
}

/// 119 games, of which 72 teach.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let teach = runner.scaled(TEACH, 1);
    let trial = GAMES - TEACH;
    let chosen: Vec<RunSettings> =
        runner.seeds(3).map(|seed| settings(runner, seed, teach)).collect::<Result<_, _>>()?;
    let runs = runner.learn("learning", &chosen)?;
    // Figure 2a wants the rates after a few games, which a finished run no longer knows: a run of its own.
    let few = runner.learn("the first games", &[few(runner)?])?;
    let at = |run: &Learnt, game: u64| run.ratings.iter().find(|rated| rated.game == game).map(|rated| rated.rating);
    let over = |of: &dyn Fn(&Learnt) -> Option<f64>| {
        let found: Vec<f64> = runs.iter().filter_map(of).collect();
        Estimate::mean(&found).filter(|_| found.len() == runs.len())
    };
    let mut among = Table::new("Rating among the pool");
    let server = "another server";
    let before = over(&|run| at(run, trial));
    among.rows.push(Row::new("before", ELO, Some(Estimate::bare(1800.0)), before).not_comparable(server));
    let after = over(&|run| at(run, trial + teach));
    among.rows.push(Row::new("after", ELO, Some(Estimate::bare(2016.0)), after).not_comparable(server));
    let gain = over(&|run| Some(at(run, trial + teach)? - at(run, trial)?));
    among.rows.push(Row::new("gain", ELO, Some(Estimate::bare(216.0)), gain));
    let start = preset::<KnightCap>(&KnightCap, "handmade").spread::<Chess>(Sets::Classes);
    let matches = runner.scaled(400, BLOCK);
    let encounters: Vec<_> = runs.iter().map(|run| against(weights(run), start.clone(), matches)).collect();
    let scores = runner.meet("matches against the start", &encounters)?;
    let mut own =
        Table::new(format!("Learnt against the start: Elo in {matches} games at equal positions, learning off"));
    for (run, score) in runs.iter().zip(scores) {
        own.rows.push(Row::new(format!("seed {}", run.settings.seed), ELO, None, score.and_then(difference)));
    }
    let mut figures = vec![rating_chart(&runs, trial)];
    figures.extend(few.first().and_then(rates));
    figures.extend(runs.first().and_then(counts));
    let note = format!(
        "{NODES} positions a move; {trial} games without learning, then {teach} that teach. Step {STEP}: the paper's rate of 1.0 is \
         taken to be hundredths of a pawn, and falls by half in ten games with the class (the paper has no formula)."
    );
    Ok(Report { tables: vec![among, own], figures, notes: vec![note] })
}

fn few(runner: &Runner) -> Result<RunSettings, Error> {
    let mut run = settings(runner, 1, FEW)?;
    // A longer run of the same seed has no memory of its beginning.
    run.seed = 1001;
    Ok(run)
}

/// Figure 2a: the rate of each class after few games.
fn rates(run: &Learnt) -> Option<Figure> {
    let StepState::Classes(classes) = &run.memory.as_ref()?.step else { return None };
    let rates = (0..classes.counts.len()).map(|class| (100.0 * classes.class_rate(class), 2));
    Some(bars(format!("The rate of each class after {FEW} games that taught, hundredths of a pawn (figure 2a)"), rates))
}

/// Figure 2b: how many positions taught each class.
fn counts(run: &Learnt) -> Option<Figure> {
    let taught = &run.memory.as_ref()?.taught;
    Some(bars(
        "Positions that taught each class (figure 2b)".to_string(),
        taught.iter().map(|count| (*count as f64, 0)),
    ))
}

/// A bar for each class, with so many digits.
fn bars(caption: String, values: impl Iterator<Item = (f64, usize)>) -> Figure {
    let bar = |(class, (ours, digits)): (usize, (f64, usize))| {
        let text = format!("{ours:.digits$}");
        Bar { name: format!("class {}", class + 1), ours, text, published: None }
    };
    Figure::Bars(caption, values.enumerate().map(bar).collect())
}
