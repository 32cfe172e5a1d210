//! Learning runs of networks: the same bits whatever the threads and stops, and points that are counted right.

use eval::network::{Judge, Network};
use games::backgammon::{Board, Inputs, pubeval};
use learn::step::{FixedSettings, StepSettings};
use std::cell::Cell;
use tdleaf_lab::Method;
use tdleaf_lab::diced::{Chooser, DicedSettings, DicedTrainer, Points, averages, curve, meet};

fn settings(inputs: &str, games: u64, method: Method) -> DicedSettings {
    let mut settings = DicedSettings::new("backgammon", inputs.to_string(), games);
    (settings.hidden, settings.batch, settings.method) = (vec![12, 8], 4, method);
    (settings.test_every, settings.test_games) = (8, 2);
    if method != Method::Td {
        (settings.plies, settings.filter) = (2, Some(2));
    }
    settings
}

fn start(settings: &DicedSettings) -> DicedTrainer<Board, Inputs> {
    let inputs = Inputs::named(&settings.inputs).unwrap();
    DicedTrainer::in_memory(settings.clone(), Judge::random(inputs, &settings.hidden, settings.seed)).unwrap()
}

fn test(_: &Judge<Board, Inputs>, games: u64) -> Points {
    Points { games, mean: 0.25, error: 0.1, ..Points::default() }
}

fn all(trainer: &DicedTrainer<Board, Inputs>) -> Vec<Network> {
    let learner = trainer.learner();
    learner.judge().networks.iter().chain(&learner.average().networks).cloned().collect()
}

#[test]
fn threads_and_stops_leave_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("raw-a", 40, Method::Td),
        ("handmade-b", 24, Method::Td),
        ("raw-b", 8, Method::Tdleaf),
        ("handmade-a", 8, Method::TdDirected),
    ];
    for (inputs, games, method) in cases {
        let settings = settings(inputs, games, method);
        let mut one = start(&settings);
        assert!(one.run(1, || false, test, |_| ()).unwrap());
        let mut two = start(&settings);
        assert!(two.run(2, || false, test, |_| ()).unwrap());
        assert!(all(&one) == all(&two), "{inputs} with two threads");

        let path = folder.path().join(format!("{inputs}.tdrun"));
        let mut stopped = start(&settings).kept(&path, "test").unwrap();
        let batches = Cell::new(0);
        let enough = || batches.replace(batches.get() + 1) >= 1;
        assert!(!stopped.run(2, enough, test, |_| ()).unwrap());
        drop(stopped);
        let encoding = Inputs::named(inputs).unwrap();
        let mut resumed = DicedTrainer::resume(&path, settings.clone(), encoding).unwrap();
        assert_eq!(resumed.games(), 4);
        assert!(resumed.run(1, || false, test, |_| ()).unwrap());
        assert!(all(&one) == all(&resumed), "{inputs} after a stop");
        drop(resumed);
        let run = store::Run::read(&path).unwrap();
        assert_eq!(curve(&run).unwrap().len() as u64, games / 8);
        assert_eq!(run.games(1..=games).unwrap().len() as u64, games);
        let kept: Judge<Board, Inputs> = averages(&run, encoding).unwrap();
        assert!(kept.networks == one.learner().average().networks);
        let mut other = settings;
        other.learn.step = StepSettings::Fixed(FixedSettings { alpha: 0.01 });
        let error = DicedTrainer::resume(&path, other, encoding).err().unwrap().to_string();
        assert!(error.contains("learn.step"), "{error}");
    }
}

#[test]
fn points_are_counted_for_both_seats() {
    let pubeval = || -> Chooser<'static, Board> { Box::new(|board, roll| pubeval::choose(board, roll).1) };
    let even = meet(200, 7, 2, pubeval, pubeval);
    // Each sequence of dice is played from both seats by the same player.
    assert_eq!((even.games, even.mean, even.error), (200, 0.0, 0.0));
    assert_eq!((even.won, even.gammons.0 == even.gammons.1), (0.5, true));
    let last = || -> Chooser<'static, Board> {
        Box::new(|board, roll| {
            let mut last = *board;
            board.replies(roll, |_, next| last = next);
            last
        })
    };
    let better = meet(200, 7, 1, pubeval, last);
    assert!(better.mean > 1.0 && better.won > 0.9, "{better:?}");
    assert_eq!(better, meet(200, 7, 3, pubeval, last), "threads change nothing");
    assert!((better.mean + meet(200, 7, 1, last, pubeval).mean).abs() < 1e-12);
}

#[test]
fn it_learns() {
    let mut settings = settings("handmade-a", 1500, Method::Td);
    (settings.hidden, settings.batch, settings.test_every) = (vec![16, 8], 1, 0);
    let mut trainer = start(&settings);
    let against = |judge: &Judge<Board, Inputs>| {
        let own = || -> Chooser<'_, Board> {
            let mut bench = Default::default();
            Box::new(move |board, roll| judge.choose(board, roll, &mut bench).board)
        };
        meet(400, 1, 1, own, || Box::new(|board: &Board, roll| pubeval::choose(board, roll).1)).mean
    };
    let before = against(trainer.learner().average());
    assert!(trainer.run(1, || false, test, |_| ()).unwrap());
    let after = against(trainer.learner().average());
    assert!(before < -1.5 && after > -0.5, "from {before} to {after} points per game");
}
