//! What else KnightCap's authors tried, and what they proposed: each run like the first experiment but for one thing.

use super::knightcap::{ELO, GAMES, MORE_GAMES, against, run, staged, weights};
use super::preset;
use crate::report::{Report, Row, SCORE, Table};
use crate::strength::{difference, together};
use crate::{BLOCK, Error, Estimate, Learnt, Runner};
use arena::Score;
use eval::Weights;
use games::chess::KnightCap;
use lab::{Method, RunSettings, policy};
use learn::Rule;

/// One thing that is different.
struct Companion {
    name: &'static str,
    /// Elo over the material start, where the papers say it.
    published: Option<f64>,
    seeds: u64,
    change: fn(&mut RunSettings),
}

const fn companion(name: &'static str, published: Option<f64>, seeds: u64, change: fn(&mut RunSettings)) -> Companion {
    Companion { name, published, seeds, change }
}

fn lambda(run: &mut RunSettings, text: &str) {
    run.learn.lambda = policy::lambda(text).expect("a lambda");
}

/// The first is the experiment itself. Ratings of the papers are told relative to 1650, that of the material start.
const COMPANIONS: [Companion; 15] = [
    companion("as in knightcap-1", Some(500.0), 3, |_| {}),
    companion("TD-directed", Some(200.0), 3, |run| run.method = Method::TdDirected),
    companion("self-play", None, 3, alone),
    companion("self-play, twice as many games", None, 3, twice),
    // Where nothing is left to chance, all seeds are one.
    companion("self-play, twice as many games, nothing left to chance", None, 1, |run| {
        twice(run);
        (run.opening, run.noise) = (0, 0.0);
        run.profile += " shuffle=off";
    }),
    companion("temporal coherence", None, 3, |run| {
        run.learn.step = policy::step("coherence:0.02").expect("a step size");
    }),
    companion("start: all zero", Some(-350.0), 1, |run| {
        run.start = "zero".to_string();
        // A frozen pawn would stay worthless.
        run.learn.fixed.clear();
    }),
    companion("start: everything a pawn", None, 1, |run| run.start = "pawns".to_string()),
    companion("start: made by hand", None, 1, |run| run.start = "handmade".to_string()),
    companion("gains after unexpected replies teach, too", None, 1, |run| run.learn.rule = Rule::None),
    companion("lambda 0", None, 1, |run| lambda(run, "0")),
    companion("lambda 0.3", None, 1, |run| lambda(run, "0.3")),
    companion("lambda 0.95", None, 1, |run| lambda(run, "0.95")),
    companion("lambda 1", None, 1, |run| lambda(run, "1")),
    companion("lambda 1 falling to 0.7", None, 1, |run| lambda(run, "linear:1,0.7,308")),
];
const TD_DIRECTED: usize = 1;
const SELF_PLAY: usize = 2;
const TWICE: usize = 3;
const SAME: usize = 4;
const PAWNS: usize = 7;
const HANDMADE: usize = 8;

/// Self-play: as many games teach, and each is one lesson, though both of its sides learn.
fn alone(run: &mut RunSettings) {
    run.games -= run.pool.take().map_or(0, |pool| pool.trial);
    run.learn.update_every = 2;
    run.learn.rule = Rule::None;
}

/// As many as the papers' copy had (2000, 4.2).
fn twice(run: &mut RunSettings) {
    alone(run);
    // Runs of their own: a longer run no longer knows where a shorter one ended.
    (run.games, run.seed) = (2 * run.games, run.seed + 10);
}

/// The companions.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(GAMES, 1);
    let start = |name| preset::<KnightCap>(&KnightCap, name);
    let played = runner.scaled(200, BLOCK);
    let mut table =
        Table::new(format!("Elo over the material start after {games} games: {played} games, equal positions"));
    let mut learnt: Vec<Vec<Option<Weights>>> = Vec::new();
    for Companion { name, published, seeds, change } in &COMPANIONS {
        let settings = (1..=*seeds.min(runner.seeds(*seeds).end())).map(|seed| {
            let mut run = run(runner, seed, games)?;
            change(&mut run);
            Ok(run.resolved())
        });
        let settings: Vec<RunSettings> = settings.collect::<Result<_, Error>>()?;
        let runs: Vec<Learnt> = runner.learn(&format!("learning: {name}"), &settings)?;
        let found: Vec<Option<Weights>> = runs.iter().map(weights).collect();
        let encounters: Vec<_> =
            found.iter().map(|own| against(own.clone(), Some(start("material")), played)).collect();
        let scores = runner.meet(&format!("matches: {name}"), &encounters)?;
        let row = Row::new(*name, ELO, published.map(Estimate::bare), over_seeds(&scores));
        let told = published.is_some();
        table.rows.push(if told {
            row.not_comparable("a rating on a server, not a match against the start")
        } else {
            row
        });
        learnt.push(found);
    }
    let pairs = |a: usize, b: usize| -> Vec<_> {
        learnt[a].iter().zip(&learnt[b]).map(|(a, b)| against(a.clone(), b.clone(), played)).collect()
    };
    let mut claims = Table::new(format!("Between them: score in percent, {played} games for each seed"));
    let copies = runner.meet("self-play against others", &pairs(SELF_PLAY, 0))?;
    claims.rows.push(Row::new("self-play against learnt from others", SCORE, None, percent(&copies)));
    let twice = runner.meet("more self-play against others", &pairs(TWICE, 0))?;
    let published = Some(Estimate::bare(11.0));
    claims.rows.push(Row::new("self-play, twice as many games, against them", SCORE, published, percent(&twice)));
    // The thesis' guess at why (3.6.1): the papers' copy chose its moves without chance, and its games were much alike.
    let all: Vec<_> = learnt[0].iter().map(|other| against(learnt[SAME][0].clone(), other.clone(), played)).collect();
    let same = runner.meet("self-play without chance against others", &all)?;
    claims.rows.push(Row::new("the same, nothing left to chance, against them", SCORE, published, percent(&same)));
    let directed = runner.meet("TD-directed against TDLeaf", &pairs(TD_DIRECTED, 0))?;
    claims.rows.push(Row::new("TD-directed against TDLeaf", SCORE, None, percent(&directed)));
    let by_hand = runner.meet("the hand-made start", &pairs(HANDMADE, 0))?;
    let better = percent(&by_hand).map(|score| (score.value > 50.0, words(score)));
    claims.rows.push(Row::claim("learnt from the hand-made start against from material", "better", better));
    let own: Vec<_> = learnt[0].iter().map(|own| against(own.clone(), Some(start("handmade")), played)).collect();
    let above = runner.meet("learnt from material against hand-made", &own)?;
    // 50 to 100 Elo.
    let published = Some(Estimate { value: 60.6, error: 3.4 });
    claims.rows.push(Row::new("learnt from material against hand-made", SCORE, published, percent(&above)));
    let games = runner.scaled(MORE_GAMES, 10);
    let more = runner.learn("learning: as in knightcap-2", &[staged(runner, 1, games)?])?;
    let own: Vec<_> = more.iter().map(|run| against(weights(run), Some(start("handmade")), played)).collect();
    let above = runner.meet("learnt by knightcap-2 against hand-made", &own)?;
    let what = format!("the same after {games} games in four stages (knightcap-2)");
    claims.rows.push(Row::new(what, SCORE, published, percent(&above)));
    let own = against(learnt[HANDMADE][0].clone(), Some(start("handmade")), played);
    let improved = runner.meet("learnt against hand-made", &[own])?;
    claims.rows.push(Row::new("learnt from the hand-made start against it", SCORE, None, percent(&improved)));
    let own = against(learnt[PAWNS][0].clone(), Some(start("pawns")), played);
    let risen = runner.meet("learnt against everything a pawn", &[own])?;
    // 1250 to 1550 in 1,000 games.
    let published = Some(Estimate::bare(84.9));
    let row = Row::new("learnt from everything a pawn against that start", SCORE, published, percent(&risen));
    claims.rows.push(row.not_comparable("1,000 games"));
    let note = "Intervals: over seeds where there are three, if that is more than the error of the games. Where nothing is left to \
        chance there is one run of self-play, which meets three that learnt from others."
        .to_string();
    let figures = table.bars("Elo over the material start, each way", |_| true).into_iter().collect();
    Ok(Report { tables: vec![table, claims], figures, notes: vec![note] })
}

/// Elo of the matches of several seeds.
fn over_seeds(scores: &[Option<Score>]) -> Option<Estimate> {
    together(scores.iter().map(|score| score.and_then(difference)).collect::<Option<_>>()?)
}

/// The same in percent.
fn percent(scores: &[Option<Score>]) -> Option<Estimate> {
    together(scores.iter().map(|score| score.and_then(Estimate::percent)).collect::<Option<_>>()?)
}

fn words(score: Estimate) -> String {
    format!("{:.1} % ± {:.1}", score.value, score.error)
}
