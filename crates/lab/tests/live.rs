//! Real games: what their endings teach.

use arena::{Ended, Opposition, Reason, Record};
use eval::Weights;
use game::{Dice, Features as _, Game, Outcome, Side};
use games::chess::{Chess, HalfBoard, PieceSquares};
use search::{Options, Searcher};
use tdleaf_lab::{Live, Taught};

type Features = PieceSquares<HalfBoard>;

/// What a game teaches that White, the program, has lost after ten moves for a reason that the server tells.
fn taught(reason: &str) -> Taught {
    let folder = tempfile::tempdir().unwrap();
    let features = Features::new();
    let preset = features.presets().into_iter().find(|preset| preset.name == "textbook");
    let weights = Weights::from(preset.unwrap());
    let settings = Live::<Chess, Features>::settings(&features, &weights, "textbook");
    let mut live =
        Live::<Chess, Features>::begin(&folder.path().join("run"), features, settings, &weights, "test").unwrap();
    let (mut searcher, mut dice) = (Searcher::new(Options::exact(2)), Dice::new(1, 1));
    let (mut line, mut moves) = (vec![Chess::start()], Vec::new());
    for ply in 0..20 {
        let position = line.last().unwrap().clone();
        let mv = if ply % 2 == 0 {
            let thought = searcher.think(&live.evaluator(), &line, &mut dice).unwrap();
            live.thought(&line, &thought);
            thought.best
        } else {
            position.move_list()[0]
        };
        moves.push(mv);
        line.push(position.after(mv));
    }
    let ended = Ended { outcome: Outcome::win(Side::Second), reason: Reason::Told(reason.to_string()) };
    let record = Record { notes: vec![None; moves.len()], line, moves, ended };
    live.over(&record, &Opposition::default()).unwrap().unwrap()
}

#[test]
fn a_result_that_was_not_reached_on_the_board_teaches_nothing() {
    let resigned = taught("Ann resigns");
    assert_eq!(resigned.positions, 10);
    assert_eq!(taught("Ann checkmated"), resigned);
    let lost_connection = taught("Ann forfeits by disconnection");
    assert_ne!(lost_connection.largest, resigned.largest);
    assert_eq!(taught("Ann forfeits on time"), lost_connection);
}
