//! Shogi: thirteen values from self-play, from all men being worth the same (thesis, chapter 6).

use crate::published::{number, numbers, percent};
use crate::report::{PLAIN, Report, Row, SCORE, Table};
use crate::runs::{chart, column, finals, means, over_seeds};
use crate::{BLOCK, Bout, Error, Estimate, Learnt, Rival, Runner};
use game::Features;
use games::shogi::{MATERIAL, Men, Shogi};
use lab::report::{Axis, Chart, Line};
use lab::{Moves, RunSettings, policy};

const MEN: [&str; 13] = [
    "pawn",
    "lance",
    "knight",
    "silver",
    "gold",
    "bishop",
    "rook",
    "promoted pawn",
    "promoted lance",
    "promoted knight",
    "promoted silver",
    "promoted bishop",
    "promoted rook",
];
const ROOK: usize = 6;
/// The last third of a run is what counts.
const LAST: f64 = 1.0 / 3.0;
/// The published sets that learnt values meet, as they are called in the tables.
const RIVALS: [(&str, &str); 3] = [("YSS", "yss"), ("Gnu", "gnu"), ("Beginner", "beginner")];
/// How a run's rate falls, over the first half of its games.
const RATES: [(&str, f64, f64); 2] = [("rate as published", 0.05, 0.002), ("smaller rate", 0.01, 0.002)];

/// The thesis' search: mates are seen at the horizon, captures followed for eight plies. Up to
/// three plies null move would only cost time.
fn profile(depth: u32) -> &'static str {
    if depth > 3 { "exact horizon-mate=on quiescence=8 null=2" } else { "exact horizon-mate=on quiescence=8" }
}

/// A learning run of the thesis (6.4), with a rate that falls in a straight line.
fn basic(seed: u64, games: u64, depth: u32, (from, to): (f64, f64)) -> RunSettings {
    let mut run = RunSettings::new::<Shogi, Men<true>>(&MATERIAL);
    run.warmup.games = 0;
    (run.seed, run.games, run.depth, run.batch) = (seed, games, depth, 1);
    (run.noise, run.opening, run.profile) = (0.0, 0, profile(depth).to_string());
    run.learn.step = policy::step(&format!("linear:{from},{to},{}", games / 2)).expect("a step size");
    run.learn.lambda = policy::lambda("0.95").expect("a lambda");
    run.learn.beta = 1.0;
    run
}

fn preset(name: &str) -> Vec<f64> {
    let found = MATERIAL.presets().into_iter().find(|preset| preset.name == name);
    found.expect("experiments name presets that there are").weights
}

fn bout(first: &[f64], second: &[f64], depth: u32, games: u64) -> Bout {
    let sides = [first, second].map(|weights| Rival::Weights(weights.to_vec()));
    let (features, unhurried) = ("material".to_string(), false);
    Bout { game: "shogi", features, sides, depth, profile: profile(depth), noise: 0.0, unhurried, games }
}

/// Tables 6.1 to 6.5.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let mut report = Report::default();
    for depth in runner.depths(1..=4) {
        // Five seeds take hours at depth 3, and a night at depth 4.
        let (seeds, games, match_games) = match depth {
            1 | 2 => (5, 6_000, 2_000),
            3 => (1, 6_000, 2_000),
            _ => (1, 1_500, 400),
        };
        let match_games = runner.scaled(match_games, BLOCK);
        let games = runner.scaled(games, 20);
        for (name, from, to) in RATES {
            // Deep runs are made once, with the rate that works.
            if depth > 2 && name != RATES[1].0 {
                continue;
            }
            let stage = format!("learning at depth {depth}, {name}");
            let runs = over_seeds(runner, &stage, seeds, |seed| basic(seed, games, depth, (from, to)))?;
            let finals = finals(&runs, LAST);
            let title = format!("Values at depth {depth}, rook = 5, {name} (table 6.4)");
            report.tables.push(values(title, &finals, &runs, depth));
            let complete = !finals.is_empty() && runs.iter().all(Learnt::complete);
            let mean = means(&finals);
            let bouts = RIVALS.map(|(_, rival)| complete.then(|| bout(&mean, &preset(rival), depth, match_games)));
            let scores = runner.play(&format!("matches at depth {depth}, {name}"), &bouts)?;
            let mut table =
                Table::new(format!("Mean of the runs against published sets, depth {depth}, {name} (table 6.5)"));
            for (at, ((rival, _), score)) in RIVALS.iter().zip(scores).enumerate() {
                let published = Estimate::bare(number(&format!("/6.5/values/{}/{at}", depth - 1)));
                table.rows.push(Row::new(*rival, SCORE, Some(published), score.and_then(Estimate::percent)));
            }
            report.tables.push(table);
            if let Some(run) = runs.first().filter(|run| run.complete()) {
                let caption = format!("Depth {depth}, {name}: run 1, in fifths of the final rook");
                report.figures.push(chart(caption, over_games(run)));
                report.notes.push(format!(
                    "Depth {depth}, {name}: {} runs of {games} games, the rate falls from {from} to {to} over the first half.",
                    runs.len()
                ));
            }
            if depth == 2 && name == RATES[1].0 {
                report.tables.push(single_runs(runner, &finals, match_games)?);
                report.tables.push(tournament(runner, match_games)?);
            }
        }
    }
    Ok(report)
}

/// Each value beside table 6.4, and whether all runs have the order.
fn values(title: String, finals: &[Vec<f64>], runs: &[Learnt], depth: u32) -> Table {
    let mut table = Table::new(title);
    let row = depth - 1;
    let printed = |at: usize| match at {
        0..7 => number(&format!("/6.4/main/{row}/{at}")),
        // Gold never promotes: its column is empty.
        _ => numbers(&format!("/6.4/promoted/{row}"))[[0, 1, 2, 3, 5, 6][at - 7]],
    };
    for (at, man) in MEN.iter().enumerate().filter(|(at, _)| *at != ROOK) {
        let published = Estimate::bare(5.0 * printed(at) / printed(ROOK));
        let ours = crate::runs::ratio(finals, at, ROOK)
            .map(|ratio| Estimate { value: 5.0 * ratio.value, error: 5.0 * ratio.error });
        table.rows.push(Row::new(*man, PLAIN, Some(published), ours));
    }
    let raw = Estimate::mean(&column(finals, ROOK)).filter(|_| !finals.is_empty());
    table.rows.push(Row::new("rook, raw", PLAIN, Some(Estimate::bare(printed(ROOK))), raw));
    let order = runs.iter().all(Learnt::complete).then(|| {
        let mean = means(finals);
        let ordered = |run: &[f64]| run[..7].windows(2).all(|pair| pair[0] < pair[1]);
        let count = finals.iter().filter(|run| ordered(run)).count();
        let words = format!("mean {}, {count} of {} runs", if ordered(&mean) { "yes" } else { "no" }, finals.len());
        (ordered(&mean), words)
    });
    table.rows.push(Row::claim("pawn < lance < knight < silver < gold < bishop < rook", "yes", order));
    table
}

/// Table 6.3, at depth 2: the thesis played it at its greatest depth.
fn single_runs(runner: &mut Runner, finals: &[Vec<f64>], games: u64) -> Result<Table, Error> {
    let bouts: Vec<_> = finals.iter().map(|run| Some(bout(run, &preset("yss"), 2, games))).collect();
    let scores = runner.play("matches of single runs", &bouts)?;
    let mut table = Table::new("Single runs against YSS, ours at depth 2 (table 6.3)");
    for (at, score) in scores.into_iter().enumerate() {
        let printed = (at < 5).then(|| numbers(&format!("/6.3/values/{at}")));
        let published = printed.and_then(|row| percent(row[1], row[2], row[3]));
        let row = Row::new(format!("run {}", at + 1), SCORE, published, score.and_then(Estimate::percent));
        table.rows.push(row.not_comparable("another depth"));
    }
    Ok(table)
}

/// The published sets among themselves, at depth 2.
fn tournament(runner: &mut Runner, games: u64) -> Result<Table, Error> {
    // Which sets, and the row of table 6.1 in which they meet.
    let pairs = [("YSS", "Beginner", 3), ("YSS", "Gnu", 4), ("Gnu", "Beginner", 5)];
    let of = |name: &str| preset(&name.to_lowercase());
    let bouts = pairs.map(|(first, second, _)| Some(bout(&of(first), &of(second), 2, games)));
    let scores = runner.play("matches of published sets", &bouts)?;
    let mut table = Table::new("Published sets among themselves, ours at depth 2 (tables 6.1, 6.2)");
    for ((first, second, row), score) in pairs.iter().zip(scores) {
        let printed = numbers(&format!("/6.1/values/{row}"));
        let published = percent(printed[1], printed[2], printed[3]);
        let row = Row::new(format!("{first} against {second}"), SCORE, published, score.and_then(Estimate::percent));
        table.rows.push(row.not_comparable("another depth"));
    }
    Ok(table)
}

/// What is learnt without search (6.8).
pub fn no_search(runner: &mut Runner) -> Result<Report, Error> {
    let (games, match_games) = (runner.scaled(6_000, 20), runner.scaled(2_000, BLOCK));
    let quiet = "exact quiescence=off";
    let kinds: [(&str, &dyn Fn(RunSettings) -> RunSettings); 3] = [
        ("moves at random", &|run| RunSettings { moves: Moves::Random, ..run }),
        ("captures only", &|run| RunSettings { moves: Moves::Captures, ..run }),
        ("one ply without captures", &|run| RunSettings { profile: quiet.to_string(), ..run }),
    ];
    let mut report = Report::default();
    let said = ["nothing sensible", "slow and erratic", "slow and erratic"];
    let mut table =
        Table::new("Learnt without search: the order of the seven main values, and the score against YSS at depth 2");
    for ((name, change), said) in kinds.into_iter().zip(said) {
        let (_, from, to) = RATES[1];
        let stage = format!("learning: {name}");
        let runs = over_seeds(runner, &stage, 3, |seed| change(basic(seed, games, 1, (from, to))))?;
        let finals = finals(&runs, LAST);
        let complete = !finals.is_empty() && runs.iter().all(Learnt::complete);
        let mean = means(&finals);
        let played = complete.then(|| bout(&mean, &preset("yss"), 2, match_games));
        let score = runner.play(&format!("match: {name}"), &[played])?[0].and_then(Estimate::percent);
        let ordered = finals.iter().filter(|run| run[..=ROOK].is_sorted()).count();
        let words = score.map(|score| {
            let words = format!("in order in {ordered} of {}, {:.1} %", finals.len(), score.value);
            (ordered < finals.len(), words)
        });
        let enough = runs.len() > 1 && runs.iter().all(|run| run.settings.games >= 2_000);
        table.rows.push(Row::claim(name, said, words).unless_too_few(enough));
        if let Some(run) = runs.first().filter(|run| run.complete()) {
            report.figures.push(chart(format!("{name}: run 1"), over_games(run)));
        }
    }
    report.tables.push(table);
    let runs = *runner.seeds(3).end();
    report.notes.push(format!("{runs} runs of {games} games each. Values are sensible if every run has their order."));
    Ok(report)
}

/// The main values over the games of a run, in fifths of its final rook, with YSS's to compare.
fn over_games(run: &Learnt) -> Chart {
    let unit = run.last(LAST).map_or(1.0, |weights| weights[ROOK] / 5.0);
    let line = |at: usize| Line {
        name: MEN[at].to_string(),
        hue: at,
        points: run.trace.iter().map(|point| (point.game as f64, point.weights[at] / unit)).collect(),
        ends: run.last(LAST).map(|weights| format!("{:.1}", weights[at] / unit)).into_iter().collect(),
    };
    Chart {
        lines: (0..7).map(line).collect(),
        axes: vec![Axis { class: "", divisor: 1.0, title: "rook = 5".to_string() }],
        references: preset("yss")[..7].iter().copied().enumerate().collect(),
        ..Chart::new("Values over the games", "rook = 5")
    }
}
