//! Piece values from self-play: the basic experiment, other depths, no search, and a learnt steepness (chapter 5, 7.6).

use super::{PIECES, TEXTBOOK, basic, chart, column, finals, material_match, means, normalised, over_seeds};
use crate::published::{number, numbers, percent};
use crate::report::{PLAIN, Report, Row, SCORE, Table};
use crate::verdict::deviation;
use crate::{BLOCK, Bout, Error, Estimate, Learnt, Runner};
use arena::Score;
use lab::report::{Axis, Chart, Line};
use lab::{Moves, RunSettings};
use std::ops::RangeInclusive;

/// Table 5.1 to 5.3, figure 5.2.
pub fn basic_experiment(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(10_000, 10);
    let runs = over_seeds(runner, "learning at depth 4", 5, |seed| basic(seed, games))?;
    let scores = matches(runner, &runs, 4)?;
    let finals = finals(&runs);
    let mut raw = Table::new("Values as learnt, averaged over the last fifth (table 5.1)");
    let mut ratios = Table::new("Values in pawns (table 5.2)");
    for (at, piece) in PIECES.iter().enumerate() {
        let printed: Vec<Vec<f64>> = (0..5).map(|run| numbers(&format!("/5.1/values/{run}"))).collect();
        let published = Estimate::mean(&column(&printed, at));
        raw.rows.push(Row::new(*piece, PLAIN, published, Estimate::mean(&column(&finals, at))));
        if at > 0 {
            ratios.rows.push(Row::new(*piece, PLAIN, normalised(&printed, at), normalised(&finals, at)));
        }
    }
    let mut score = Table::new("Learnt values against 1:3:3:5:9, four plies (table 5.3)");
    let (mut all, mut printed_all) = (Score::default(), Score::default());
    for run in 0..5 {
        let [wins, losses, draws] = [1, 2, 3].map(|column| number(&format!("/5.3/values/{run}/{column}")) as u64);
        printed_all = add(printed_all, Score { wins, draws, losses });
    }
    for (at, found) in scores.iter().enumerate() {
        let printed = (at < 5).then(|| numbers(&format!("/5.3/values/{at}")));
        all = add(all, found.unwrap_or_default());
        let published = printed.and_then(|row| percent(row[1], row[2], row[3]));
        score.rows.push(Row::new(format!("run {}", at + 1), SCORE, published, found.and_then(Estimate::percent)));
    }
    score.rows.push(Row::new("all runs", SCORE, Estimate::percent(printed_all), Estimate::percent(all)));
    let order = runs.iter().all(Learnt::complete).then(|| {
        let ordered = finals.iter().filter(|run| run.windows(2).all(|pair| pair[0] < pair[1])).count();
        (ordered == finals.len(), format!("in {ordered} of {} runs", finals.len()))
    });
    score.rows.push(Row::claim("pawn < knight < bishop < rook < queen", "in every run", order));
    let mut figures: Vec<_> = runs
        .first()
        .filter(|run| run.complete())
        .map(|run| chart("The values of run 1, in pawns of the last fifth (figure 5.2)", values_over_games(run)))
        .into_iter()
        .collect();
    let mut each = Table::new("");
    for (piece, name) in PIECES.iter().enumerate().skip(1) {
        for (run, values) in finals.iter().enumerate() {
            let published = (run < 5).then(|| Estimate::bare(number(&format!("/5.2/values/{run}/{piece}"))));
            let ours = Some(Estimate::bare(values[piece] / values[0]));
            each.rows.push(Row::new(format!("{name}, run {}", run + 1), PLAIN, published, ours));
        }
    }
    figures.extend(each.bars("The values of each run in pawns (figure 5.3)", |_| true));
    let note = format!("{} games of learning in each run, {} of a match.", games, match_games(runner));
    Ok(Report { tables: vec![raw, ratios, score], figures, notes: vec![note] })
}

/// Tables 5.4 to 5.6, with games that end by the laws of chess.
pub fn depths(runner: &mut Runner) -> Result<Report, Error> {
    by_depth(runner, 1..=6, false)
}

/// The thesis does not tell how its games of learning end. Of its matches it lists the ends (5.3.4): fifty moves without progress
/// are not among them, and who is ahead after 400 plies wins. So it may have been when learning.
pub fn endings(runner: &mut Runner) -> Result<Report, Error> {
    by_depth(runner, 1..=4, true)
}

fn by_depth(runner: &mut Runner, depths: RangeInclusive<u32>, unhurried: bool) -> Result<Report, Error> {
    let games = runner.scaled(10_000, 10);
    let mut raw = Table::new("Values as learnt by depth of search (table B.1)");
    let mut values = Table::new("Values in pawns by depth of search (tables 5.4, 5.5)");
    let mut scores = Table::new("Learnt values against 1:3:3:5:9, both at that depth (table 5.6)");
    let mut draws = Table::new("Drawn games of these matches (table 5.6)");
    let mut notes = Vec::new();
    for depth in runner.depths(depths) {
        let stage = format!("learning at depth {depth}");
        let runs = over_seeds(runner, &stage, 5, |seed| RunSettings { depth, unhurried, ..basic(seed, games) })?;
        let finals = finals(&runs);
        // A report may have deep searches from a run at a smaller scale.
        let all = runs.iter().all(|run| run.settings.games >= games);
        let (table, name) = (if depth % 2 == 1 { "5.4" } else { "5.5" }, format!("Depth {depth}"));
        for (at, piece) in PIECES.iter().enumerate() {
            let what = format!("depth {depth}: {piece}");
            let published = Estimate::mean(&numbers(&format!("/B.1/absolute/{name}/{at}")));
            let row = Row::new(&what, PLAIN, published, Estimate::mean(&column(&finals, at)));
            raw.rows.push(row.unless_fewer(all));
            if at > 0 {
                let place = |what: &str| number(&format!("/{table}/columns/{name}/{what}/{at}"));
                let published = Estimate::published(place("mean"), place("sd"), 5);
                values.rows.push(Row::new(what, PLAIN, Some(published), normalised(&finals, at)).unless_fewer(all));
            }
        }
        // The thesis plays one match for each depth; ours is of the mean of the runs.
        let complete = !finals.is_empty() && runs.iter().all(Learnt::complete);
        let bout = |finals| material_match(&means(finals), &TEXTBOOK, depth, match_games(runner));
        let bout = complete.then(|| Bout { unhurried, ..bout(&finals) });
        let score = runner.play(&format!("match at depth {depth}"), &[bout])?[0];
        let [wins, losses, drawn] = [0, 1, 2].map(|at| number(&format!("/5.6/values/{}/{at}", depth - 1)));
        let what = format!("depth {depth}");
        let published = percent(wins, losses, drawn);
        scores.rows.push(Row::new(&what, SCORE, published, score.and_then(Estimate::percent)).unless_fewer(all));
        // A share like a score: as if they had been won.
        let ours = score.and_then(|score| percent(score.draws as f64, (score.wins + score.losses) as f64, 0.0));
        draws.rows.push(Row::new(what, SCORE, percent(drawn, wins + losses, 0.0), ours).unless_fewer(all));
        if let (Some(run), Some(score)) = (runs.first().filter(|_| complete), score) {
            let games = run.settings.games;
            notes.push(format!(
                "Depth {depth}: {} runs of {games} games, {} games of a match.",
                runs.len(),
                score.games()
            ));
        }
    }
    let mut figures = Vec::new();
    for (name, odd) in [("1, 3 and 5 (figure 5.4)", true), ("2, 4 and 6 (figure 5.5)", false)] {
        let of_depth =
            |row: &Row| (1..=6).any(|depth| (depth % 2 == 1) == odd && row.what.starts_with(&format!("depth {depth}")));
        let found = |row: &Row| of_depth(row) && row.numbers[1].is_some();
        figures.extend(values.bars(format!("Values in pawns at depths {name}"), found));
    }
    Ok(Report { tables: vec![raw, values, scores, draws], figures, notes })
}

/// Section 5.5: what is learnt without search.
pub fn no_search(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(10_000, 10);
    let quiet = |run: RunSettings| RunSettings { profile: "exact quiescence=off".to_string(), ..run };
    let kinds: [(&str, &dyn Fn(RunSettings) -> RunSettings); 4] = [
        ("moves at random", &|run| RunSettings { moves: Moves::Random, ..run }),
        ("captures only", &|run| RunSettings { moves: Moves::Captures, ..run }),
        ("one ply without captures", &|run| quiet(RunSettings { depth: 1, ..run })),
        ("one ply and captures", &|run| RunSettings { depth: 1, ..run }),
    ];
    let said = ["no useful values", "slow and erratic", "slow and erratic", "useful values"];
    let mut table =
        Table::new("The queen in pawns, its spread over runs, and the score against 1:3:3:5:9 at depth 4 (5.5)");
    let mut figures = Vec::new();
    for ((name, change), said) in kinds.iter().zip(said) {
        let runs = over_seeds(runner, &format!("learning: {name}"), 5, |seed| change(basic(seed, games)))?;
        let finals = finals(&runs);
        let complete = !finals.is_empty() && runs.iter().all(Learnt::complete);
        let mean = means(&finals);
        let bout = complete.then(|| material_match(&mean, &TEXTBOOK, 4, match_games(runner)));
        let score = runner.play(&format!("match: {name}"), &[bout])?[0].and_then(Estimate::percent);
        let ordered = finals.iter().filter(|run| run.windows(2).all(|pair| pair[0] < pair[1])).count();
        let queens: Vec<f64> = finals.iter().map(|run| run[4] / run[0]).collect();
        let spread = (deviation(&queens) * finals.len() as f64 / queens.iter().sum::<f64>()).abs();
        let words = score.map(|score| {
            let words = format!(
                "queen {:.2} ± {:.0} %, in order in {ordered} of {}, {:.1} %",
                mean[4] / mean[0],
                100.0 * spread,
                finals.len(),
                score.value
            );
            // Useful: every run has the order, runs agree, and the values play well.
            let useful = ordered == finals.len() && spread < 0.25 && score.value > 45.0;
            (useful == (said == "useful values"), words)
        });
        let enough = runs.len() > 1 && runs.iter().all(|run| run.settings.games >= 2_000);
        table.rows.push(Row::claim(*name, said, words).unless_too_few(enough));
        if let Some(run) = runs.first().filter(|run| run.complete()) {
            figures.push(chart(format!("{name}: run 1"), values_over_games(run)));
        }
    }
    let note = format!(
        "Up to {games} games in each run. The thesis shows one trace (figure 5.6) and no figures; useful values are those whose \
         order is right in every run, whose queen varies by less than a quarter, and which score more than 45 %."
    );
    Ok(Report { tables: vec![table], figures, notes: vec![note] })
}

/// Figures from two starts that are no farther apart, in percent, are the same, if with their error they are within the other
/// number; and they differ if they are farther apart than both this and their error.
const SAME: f64 = 10.0;
const UNSURE: f64 = 20.0;

/// How far apart two starts have ended in percent, over runs of the same seed from both, as in the thesis.
fn apart(a: &[f64], b: &[f64]) -> Option<Estimate> {
    let each: Vec<f64> = a.iter().zip(b).map(|(a, b)| 200.0 * (a - b) / (a + b)).collect();
    Estimate::mean(&each)
}

/// Section 7.6: the steepness as one more weight.
pub fn steepness(runner: &mut Runner) -> Result<Report, Error> {
    let games = runner.scaled(2_000, 10);
    let starts = [1.0, 0.5];
    let mut all = Vec::new();
    for start in starts {
        let run = |seed| {
            let mut run = basic(seed, games);
            (run.learn.beta, run.learn.learn_beta) = (start, true);
            run
        };
        all.push(over_seeds(runner, &format!("learning with a steepness from {start}"), 3, run)?);
    }
    let mut table = Table::new("The learnt steepness and the values, from two starting points (figure 7.15)");
    let complete = all.iter().flatten().all(Learnt::complete);
    let finals: Vec<Vec<Vec<f64>>> = all.iter().map(|runs| finals(runs)).collect();
    let betas = |runs: &[Learnt]| -> Vec<f64> {
        let last = |run: &Learnt| {
            let games = run.settings.games;
            let tail: Vec<f64> = run.trace.iter().filter(|p| p.game > games - games / 5).map(|p| p.beta).collect();
            tail.iter().sum::<f64>() / tail.len() as f64
        };
        runs.iter().map(last).collect()
    };
    let found: Vec<Vec<f64>> = all.iter().map(|runs| betas(runs)).collect();
    for (start, betas) in starts.iter().zip(&found) {
        let ours = Estimate::mean(betas).filter(|_| complete);
        table.rows.push(Row::new(format!("final steepness from {start}"), PLAIN, None, ours));
    }
    let long = all.iter().flatten().all(|run| run.settings.games >= 2_000);
    let mut same =
        |what: String, a: &[f64], b: &[f64]| {
            let apart = complete.then(|| apart(a, b)).flatten();
            let words = apart.map(|Estimate { value, error }| {
                (value.abs() <= SAME, format!("{:.1} % apart (± {error:.1})", value.abs()))
            });
            let sure = apart.is_some_and(|Estimate { value, error }| {
                if value.abs() <= SAME { value.abs() + error <= UNSURE } else { error < value.abs() }
            });
            table.rows.push(Row::claim(what, "yes", words).unless_too_few(long && sure));
        };
    same("both steepnesses meet".to_string(), &found[0], &found[1]);
    for (at, piece) in PIECES.iter().enumerate().skip(1) {
        let values = |start: usize| -> Vec<f64> { finals[start].iter().map(|run| run[at] / run[0]).collect() };
        same(format!("{piece} in pawns is the same"), &values(0), &values(1));
    }
    let line = |at: usize| Line {
        name: format!("from {}", starts[at]),
        hue: at,
        points: all[at][0].trace.iter().map(|p| (p.game as f64, p.beta)).collect(),
        ends: Vec::new(),
    };
    let drawing = Chart { lines: vec![line(0), line(1)], ..Chart::new("Steepness over the games", "steepness") };
    let figures = if complete { vec![chart("The steepness of run 1 (figure 7.15)", drawing)] } else { Vec::new() };
    Ok(Report { tables: vec![table], figures, notes: vec![format!("{games} games in each run.")] })
}

/// The games of a match at this scale.
pub(super) fn match_games(runner: &Runner) -> u64 {
    runner.scaled(2_000, BLOCK)
}

/// Each run's final values against the textbook's.
fn matches(runner: &mut Runner, runs: &[Learnt], depth: u32) -> Result<Vec<Option<Score>>, Error> {
    let games = match_games(runner);
    let bout = |run: &Learnt| run.last(0.2).map(|weights| material_match(&weights, &TEXTBOOK, depth, games));
    runner.play(&format!("matches at depth {depth}"), &runs.iter().map(bout).collect::<Vec<_>>())
}

fn add(a: Score, b: Score) -> Score {
    Score { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses }
}

/// The piece values over the games of a run, in pawns of its last fifth, with the textbook's values to compare.
pub(super) fn values_over_games(run: &Learnt) -> Chart {
    let pawn = run.last(0.2).map_or(1.0, |weights| weights[0]);
    let line = |at: usize| Line {
        name: PIECES[at].to_string(),
        hue: at,
        points: run.trace.iter().map(|point| (point.game as f64, point.weights[at] / pawn)).collect(),
        ends: run.last(0.2).map(|weights| format!("{:.1}", weights[at] / pawn)).into_iter().collect(),
    };
    Chart {
        lines: (0..5).map(line).collect(),
        axes: vec![Axis { class: "", divisor: 1.0, title: "pawns".to_string() }],
        references: TEXTBOOK.iter().copied().enumerate().collect(),
        ..Chart::new("Piece values over the games", "pawns")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_starts_are_as_far_apart_as_the_mean_over_seeds() {
        let found = apart(&[1.1, 0.9, 1.0], &[1.0, 1.0, 1.0]).unwrap();
        assert!(found.value.abs() < 1.0, "{found:?}: one is above, one below");
        assert!(found.error > 10.0, "{found:?}: three seeds that disagree say little");
        let found = apart(&[1.5, 1.5], &[0.5, 0.5]).unwrap();
        assert_eq!((found.value, found.error), (100.0, 0.0));
        assert!(!apart(&[1.0], &[1.0]).unwrap().error.is_finite(), "one seed says nothing of its error");
    }
}
