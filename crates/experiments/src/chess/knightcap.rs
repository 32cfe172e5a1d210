//! KnightCap among others: a few hundred games against opponents of about its own strength (Baxter, Tridgell and Weaver 1998
//! and 2000).

use super::{chart, preset};
use crate::encounter::PROFILE;
use crate::report::{Report, Row, Style, Table};
use crate::strength::{difference, rating, together};
use crate::{BLOCK, Encounter, Error, Estimate, Figure, Foe, Learnt, Rated, Runner};
use arena::Score;
use eval::Weights;
use game::Sets;
use games::chess::{Chess, KnightCap};
use lab::report::{Chart, Line};
use lab::{Opponent, PoolSettings, RunSettings, policy};
use learn::Rule;

/// Positions for each move, in learning and in matches.
pub(crate) const NODES: u64 = 5000;
/// The positions are the limit, not the depth.
const DEEP: u32 = 20;
/// Games that only find the first rating.
pub(crate) const TRIAL: u64 = 25;
/// The papers' first experiment.
pub(crate) const GAMES: u64 = 308;
/// The papers' second experiment.
pub(crate) const MORE_GAMES: u64 = 1070;
/// The guess that the first rating starts from.
const GUESS: f64 = 1000.0;
/// The opponents, and those who measure.
const POOL: &str = "default";
const OUTSIDE: &str = "engines";
/// Games against each outside engine.
const OUTSIDE_GAMES: u64 = 40;
/// The size of a step, and lambda.
pub(crate) const STEP: &str = "adam:0.003";
pub(crate) const LAMBDA: &str = "0.7";

pub(crate) const ELO: Style = Style::digits(0);

/// The papers' conditions: one weight set, the material start, the pawn frozen, an update after each game, no gain from a reply
/// that was not expected.
pub(crate) fn run(runner: &Runner, seed: u64, games: u64) -> Result<RunSettings, Error> {
    let mut run = RunSettings::new::<Chess, KnightCap>(&KnightCap);
    run.profile = PROFILE.to_string();
    (run.nodes, run.depth) = (Some(NODES), DEEP);
    (run.seed, run.games, run.batch) = (seed, TRIAL + games, 1);
    run.learn.fixed = vec![0];
    run.learn.rule = Rule::PosUnpredicted;
    run.learn.step = policy::step(STEP).expect("a step size");
    run.learn.lambda = policy::lambda(LAMBDA).expect("a lambda");
    let mut pool = PoolSettings::new(POOL, runner.players()?.list(POOL).map_err(Error::Usage)?);
    (pool.trial, pool.rating) = (TRIAL, GUESS);
    run.pool = Some(pool);
    Ok(run)
}

/// What a run has learnt: the mean of its last fifth.
pub(crate) fn weights(run: &Learnt) -> Option<Weights> {
    run.last(0.2).map(|values| Weights { sets: run.settings.sets, values })
}

/// A match at equal positions between what was learnt, if it has been, and other weights.
pub(crate) fn against(own: Option<Weights>, foe: Option<Weights>, games: u64) -> Option<Encounter> {
    Some(Encounter { own: own?, foe: Foe::Weights(foe?), nodes: NODES, games })
}

/// The rating after a number of games that teach.
pub(crate) fn rated(run: &Learnt, games: u64) -> Option<&Rated> {
    run.ratings.iter().find(|rated| rated.game == TRIAL + games)
}

/// The ratings of runs after a number of games that teach.
fn ratings(runs: &[Learnt], games: u64) -> Option<Estimate> {
    let found: Vec<f64> = runs.iter().filter_map(|run| rated(run, games)).map(|rated| rated.rating).collect();
    Estimate::mean(&found).filter(|_| found.len() == runs.len())
}

/// How much the ratings of runs have risen after a number of games that teach.
fn gain(runs: &[Learnt], games: u64) -> Option<Estimate> {
    let one = |run: &Learnt| Some(rated(run, games)?.rating - rated(run, 0)?.rating);
    let found: Vec<f64> = runs.iter().filter_map(one).collect();
    Estimate::mean(&found).filter(|_| found.len() == runs.len())
}

/// The papers' figure 4: the rating over the games.
pub(crate) fn rating_chart(runs: &[Learnt], trial: u64) -> Figure {
    let line = |(hue, run): (usize, &Learnt)| {
        let points = run.ratings.iter().map(|rated| (rated.game as f64, rated.rating)).collect();
        let last = run.ratings.last().map(|rated| format!("{:.0}", rated.rating));
        Line { name: format!("seed {}", run.settings.seed), hue, points, ends: last.into_iter().collect() }
    };
    let lines = runs.iter().enumerate().map(line).collect();
    let mark = Some((0.0, trial as f64, "not learning".to_string()));
    chart(
        "The learner's rating over the games",
        Chart { lines, mark, ..Chart::new("The rating over the games", "rating") },
    )
}

const OTHER_SERVER: &str = "another server";

/// 308 games with one weight set.
pub fn first(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(GAMES, 1);
    let outside = outside(runner)?;
    let settings: Vec<RunSettings> = runner.seeds(3).map(|seed| run(runner, seed, games)).collect::<Result<_, _>>()?;
    let runs = runner.learn("learning", &settings)?;
    let mut among = Table::new("Rating among the pool");
    among.rows.push(
        Row::new("after 25 games without learning", ELO, bare(1650.0), ratings(&runs, 0)).not_comparable(OTHER_SERVER),
    );
    let what = format!("after {games} games");
    among.rows.push(Row::new(&what, ELO, bare(2150.0), ratings(&runs, games)).not_comparable(OTHER_SERVER));
    among.rows.push(Row::new("gain", ELO, bare(500.0), gain(&runs, games)));

    let start = preset::<KnightCap>(&KnightCap, "material");
    let own = against_start(runner, &runs)?;
    let on_the_way = on_the_way(runner, &runs)?;

    let mut before_after = Table::new("Rating against outside engines, learning off");
    let mut notes = vec![format!(
        "{} runs, {NODES} positions a move, search `{PROFILE}`, step {STEP}, lambda {LAMBDA}; ratings are Glicko-2 with the fixed ratings of the \
         pool `{POOL}`.",
        runs.len()
    )];
    match outside {
        Ok(outside) => {
            let measured = against_outside(runner, &outside, &start, &runs)?;
            before_after.rows.push(Row::new("before", ELO, None, measured[0]));
            let gains = measured[1..].iter().map(|after| {
                let (before, after) = (measured[0]?, (*after)?);
                Some(Estimate { value: after.value - before.value, ..after })
            });
            // All gains are from the same rating before, so its error does not average out.
            let shared = measured[0].map_or(0.0, |before| before.error);
            for (run, after) in runs.iter().zip(&measured[1..]) {
                before_after.rows.push(Row::new(format!("after, seed {}", run.settings.seed), ELO, None, *after));
            }
            by_seed(&mut before_after, &runs, &gains.collect::<Vec<_>>(), shared, Some(500.0));
            let games = runner.scaled(OUTSIDE_GAMES, BLOCK);
            notes.push(format!("{games} games against each of {} outside engines.", outside.len()));
        }
        Err(why) => notes.push(format!(
            "The rating against outside engines was left out: {why}. docs/opponents.md says how to install them."
        )),
    }
    let figures = vec![rating_chart(&runs, TRIAL)];
    Ok(Report { tables: vec![among, own, on_the_way, before_after], figures, notes })
}

/// The same after fewer games, with the weights as they were then: how soon is how much learnt?
fn on_the_way(runner: &mut Runner, runs: &[Learnt]) -> Result<Table, Error> {
    let start = preset::<KnightCap>(&KnightCap, "material");
    let matches = runner.scaled(60, BLOCK);
    let title = format!("Learnt on the way against the start: Elo, {matches} games for each seed, mean of the seeds");
    let mut table = Table::new(title);
    // Weights are kept after every 50 games, those of the trial included.
    for games in [50, 100, 200].map(|games| games - TRIAL) {
        let weights = |run: &Learnt| {
            let point = run.trace.iter().find(|point| point.game == TRIAL + games)?;
            Some(Weights { sets: run.settings.sets, values: point.weights.clone() })
        };
        let encounters: Vec<_> = runs.iter().map(|run| against(weights(run), Some(start.clone()), matches)).collect();
        if encounters.iter().any(Option::is_none) && runs.iter().all(Learnt::complete) {
            // A smaller scale ends before.
            continue;
        }
        let scores = runner.meet(&format!("matches after {games} games"), &encounters)?;
        let found: Option<Vec<Estimate>> = scores.into_iter().map(|score| score.and_then(difference)).collect();
        table.rows.push(Row::new(format!("after {games} games"), ELO, None, found.and_then(together)));
    }
    Ok(table)
}

/// Matches of what was learnt against the start.
fn against_start(runner: &mut Runner, runs: &[Learnt]) -> Result<Table, Error> {
    let start = preset::<KnightCap>(&KnightCap, "material");
    let matches = runner.scaled(400, BLOCK);
    let encounters: Vec<_> = runs.iter().map(|run| against(weights(run), Some(start.clone()), matches)).collect();
    let scores = runner.meet("matches against the start", &encounters)?;
    let found: Vec<Option<Estimate>> = scores.into_iter().map(|score| score.and_then(difference)).collect();
    let title = format!("Learnt against the start: Elo in {matches} games at equal positions, learning off");
    let mut table = Table::new(title);
    by_seed(&mut table, runs, &found, 0.0, None);
    Ok(table)
}

/// A row for what each seed has gained, and one for their mean. `shared` is an error that all of them have in common.
fn by_seed(table: &mut Table, runs: &[Learnt], gains: &[Option<Estimate>], shared: f64, published: Option<f64>) {
    let all = |gain: Estimate| Estimate { error: gain.error.hypot(shared), ..gain };
    for (run, gain) in runs.iter().zip(gains) {
        table.rows.push(Row::new(format!("gain, seed {}", run.settings.seed), ELO, None, gain.map(all)));
    }
    let mean = gains.iter().copied().collect::<Option<Vec<_>>>().and_then(together).map(all);
    table.rows.push(Row::new("mean gain", ELO, published.map(Estimate::bare), mean));
}

fn bare(value: f64) -> Option<Estimate> {
    Some(Estimate::bare(value))
}

/// The outside engines, or why they cannot be met.
fn outside(runner: &Runner) -> Result<Result<Vec<Opponent>, String>, Error> {
    let players = runner.players()?;
    let list = players.list(OUTSIDE).map_err(Error::Usage)?;
    if runner.looks() {
        return Ok(Ok(list));
    }
    let missing = list.iter().find_map(|engine| players.rival(&engine.player).err());
    Ok(missing.map_or(Ok(list), Err))
}

/// The ratings of the start and of what was learnt, by games against outside engines.
fn against_outside(
    runner: &mut Runner,
    engines: &[Opponent],
    start: &Weights,
    runs: &[Learnt],
) -> Result<Vec<Option<Estimate>>, Error> {
    let games = runner.scaled(OUTSIDE_GAMES, BLOCK);
    let all: Vec<Option<Weights>> = [Some(start.clone())].into_iter().chain(runs.iter().map(weights)).collect();
    let mut encounters = Vec::new();
    for own in &all {
        encounters.extend(engines.iter().map(|engine| {
            let foe = Foe::Player(engine.player.clone());
            Some(Encounter { own: own.clone()?, foe, nodes: NODES, games })
        }));
    }
    let scores = runner.meet("matches against outside engines", &encounters)?;
    let one = |scores: &[Option<Score>]| {
        let known: Option<Vec<(f64, Score)>> = engines
            .iter()
            .zip(scores)
            .map(|(engine, score)| score.filter(|score| score.games() > 0).map(|score| (engine.rating, score)))
            .collect();
        known.map(|known| rating(&known))
    };
    Ok(scores.chunks(engines.len()).map(one).collect())
}

/// A run of the papers' second experiment.
pub(crate) fn staged(runner: &Runner, seed: u64, games: u64) -> Result<RunSettings, Error> {
    let mut run = run(runner, seed, games)?;
    run.sets = Sets::Stages;
    run.learn.update_every = 4;
    Ok(run)
}

/// 1,070 games with four stages, an update after every fourth game.
pub fn second(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(MORE_GAMES, 10);
    let early = runner.scaled(300, 10);
    let settings: Vec<RunSettings> =
        runner.seeds(1).map(|seed| staged(runner, seed, games)).collect::<Result<_, _>>()?;
    let runs = runner.learn("learning", &settings)?;
    let mut among = Table::new("Rating among the pool");
    among.rows.push(
        Row::new("after 25 games without learning", ELO, bare(1650.0), ratings(&runs, 0)).not_comparable(OTHER_SERVER),
    );
    among.rows.push(Row::new(format!("gain after {early} games"), ELO, bare(350.0), gain(&runs, early)));
    among.rows.push(Row::new(format!("gain after {games} games"), ELO, bare(500.0), gain(&runs, games)));
    let own = against_start(runner, &runs)?;
    let note =
        format!("{NODES} positions a move, step {STEP}, lambda {LAMBDA}; the papers: just under 2000 after 300 games.");
    Ok(Report { tables: vec![among, own], figures: vec![rating_chart(&runs, TRIAL)], notes: vec![note] })
}
