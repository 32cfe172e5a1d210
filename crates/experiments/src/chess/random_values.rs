//! Look-ahead on random values (appendix E), as an experiment.

use crate::published::{numbers, percent};
use crate::random_eval::{Board, Horizon, Kind};
use crate::report::{Report, Row, SCORE, Table};
use crate::{BLOCK, Error, Estimate, Measurement, Runner};
use arena::Score;
use serde_json::json;

/// Tables E.1 to E.3.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let mut tables = Vec::new();
    for (kind, source) in Kind::ALL.into_iter().zip(["E.1", "E.2", "E.3"]) {
        let [random, zero] = kind.names();
        let mut table = Table::new(format!("Percent scored by {random} against {zero} (table {source})"));
        for depth in runner.depths(1..=5) {
            let printed = numbers(&format!("/{source}/values/{}", depth - 1));
            let games = runner.scaled(printed[0] as u64, BLOCK);
            let published = percent(printed[1], printed[2], printed[3]);
            for (horizon, name) in [(Horizon::Unseen, "mates on the horizon unseen"), (Horizon::Seen, "seen")] {
                let score = play(runner, kind, depth, horizon, games)?;
                let what = format!("depth {depth}, {name}");
                table.rows.push(Row::new(what, SCORE, published, Estimate::percent(score)));
            }
        }
        tables.push(table);
    }
    let note = "The appendix says that an end of the game on the last ply is seen; its shares of draws say that it is not. \
                Both are here.";
    Ok(Report { tables, figures: Vec::new(), notes: vec![note.to_string()] })
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
