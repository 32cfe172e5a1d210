//! Look-ahead on random values (appendix E), as an experiment.

use super::chart;
use crate::published::{numbers, percent};
use crate::random_eval::{Board, Horizon, Kind};
use crate::report::{Report, Row, SCORE, Table};
use crate::{BLOCK, Error, Estimate, Figure, Measurement, Runner};
use arena::Score;
use lab::report::{Chart, Line};
use serde_json::json;

/// Tables E.1 to E.3.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let mut tables = Vec::new();
    let mut lines = Vec::new();
    for (kind, source) in Kind::ALL.into_iter().zip(["E.1", "E.2", "E.3"]) {
        let [random, zero] = kind.names();
        let mut table = Table::new(format!("Percent scored by {random} against {zero} (table {source})"));
        let mut own = ["published", "ends unseen", "ends seen"]
            .map(|name| Line { name: format!("{random}, {name}"), ..Line::default() });
        for depth in runner.depths(1..=5) {
            let printed = numbers(&format!("/{source}/values/{}", depth - 1));
            let games = runner.scaled(printed[0] as u64, BLOCK);
            let published = percent(printed[1], printed[2], printed[3]);
            let mut point = |at: usize, found: Option<Estimate>| {
                own[at].points.extend(found.map(|found| (f64::from(depth), found.value)));
            };
            point(0, published);
            for (at, (horizon, name)) in
                [(Horizon::Unseen, "mates on the horizon unseen"), (Horizon::Seen, "seen")].into_iter().enumerate()
            {
                let found = Estimate::percent(play(runner, kind, depth, horizon, games)?);
                point(at + 1, found);
                table.rows.push(Row::new(format!("depth {depth}, {name}"), SCORE, published, found));
            }
        }
        lines.push(own);
        tables.push(table);
    }
    let note = "The appendix says that an end of the game on the last ply is seen; its shares of draws say that it is not. \
                Both are here.";
    Ok(Report { tables, figures: figures(lines), notes: vec![note.to_string()] })
}

/// Figures E.1 and E.2: the published lines are dashed.
fn figures(kinds: Vec<[Line; 3]>) -> Vec<Figure> {
    if kinds.iter().flatten().any(|line| line.points.is_empty()) {
        return Vec::new();
    }
    let drawing = |lines: Vec<Line>| Chart {
        lines,
        along: "depth",
        reach: Some((0.0, 100.0)),
        references: vec![(0, 50.0)],
        ..Chart::new("Scores by depth", "percent")
    };
    let colour = |hue: usize, line: &Line| Line { hue, ..line.clone() };
    // From 8 on colours are dashed.
    let first = [(8, 0), (1, 1), (2, 2)].map(|(hue, at)| colour(hue, &kinds[0][at]));
    let all =
        kinds.iter().enumerate().flat_map(|(kind, lines)| [colour(kind + 9, &lines[0]), colour(kind + 1, &lines[1])]);
    vec![
        chart("Look-ahead on random values against zero, by depth (figure E.1)", drawing(first.to_vec())),
        chart("The same with captures and with material, ends unseen (figure E.2)", drawing(all.collect())),
    ]
}

fn play(runner: &mut Runner, kind: Kind, depth: u32, horizon: Horizon, games: u64) -> Result<Score, Error> {
    let name = format!("random-eval {} depth {depth}, horizon {horizon:?}, played on", kind.names()[0]);
    let block = |number: u64| Measurement {
        key: format!("{name}, block {number}"),
        class: name.clone(),
        units: BLOCK as f64,
        outside: false,
        measure: Box::new(move || {
            let mut board = Board::new(kind, depth, horizon);
            let mut score = Score::default();
            for game in number * BLOCK..(number + 1) * BLOCK {
                score.add((2.0 * board.game(game, 1)) as i32 - 1);
            }
            Ok(json!([score.wins, score.draws, score.losses]))
        }),
    };
    let items: Vec<Measurement> = (0..games / BLOCK).map(block).collect();
    let found = runner.measure(&name, &items)?;
    Ok(crate::playing::sum(found.iter().flatten()))
}
