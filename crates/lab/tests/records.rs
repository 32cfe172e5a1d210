//! Recorded games as teachers: what is read, what is skipped, and that learning from them repeats.

use game::{Features, Side};
use games::chess::{Chess, KnightCap, Material, PieceSquares};
use learn::Rule;
use tdleaf_lab::{Records, RunSettings, Trainer};

const GAMES: &str = r#"[White "Ann"]
[Black "Bob"]
[WhiteElo "1500"]
[BlackElo "1400"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Bob"]
[Black "Ann"]

1. e4 {good} e5 2. Qh5 Nc6 (2... g6) 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Ann"]
[Black "Cid"]

1. e4 e5 2. Ke2 Ke7 1/2-1/2

[White "Ann"]
[Black "Bob"]

1. e4 e5 2. Kd4 1-0

[White "Ann"]
[Black "Bob"]

1. f3 e5 2. g4 Qh4# 1-0

[White "Ann"]
[Black "Bob"]

1. e4 *

[White "Ann"]
[Black "Bob"]

1. e4 e5"#;

fn records(player: Option<&str>) -> Records<Chess> {
    Records::read("games.pgn", GAMES.as_bytes(), player)
}

#[test]
fn broken_games_are_skipped_with_their_line() {
    let found = records(None);
    assert_eq!(found.games.len(), 3);
    let results: Vec<i32> = found.games.iter().map(|game| game.result).collect();
    assert_eq!(results, [-1, 1, 0]);
    assert_eq!(found.games[0].ratings, [Some(1500.0), Some(1400.0)]);
    assert_eq!((found.games[0].at, found.games[1].at), (1, 8));
    let told: Vec<(usize, &str)> = found.skipped.iter().map(|fault| (fault.line, fault.why.as_str())).collect();
    assert_eq!(told.len(), 4, "{told:?}");
    for ((line, why), (at, word)) in told.iter().zip([(21, "Kd4"), (26, "1-0"), (28, "no result"), (33, "ends before")])
    {
        assert!(*line == at && why.contains(word), "{line}: {why}");
    }
}

#[test]
fn one_player_may_be_asked_for() {
    let ann = records(Some("ann"));
    let sides: Vec<Option<Side>> = ann.games.iter().map(|game| game.side).collect();
    assert_eq!(sides, [Some(Side::First), Some(Side::Second), Some(Side::First)]);
    assert_eq!(records(Some("Cid")).games.len(), 1);
    assert!(records(Some("nobody")).games.is_empty() && records(Some("nobody")).skipped.is_empty());
}

fn settings<F: Features<Chess>>(features: &F, records: &Records<Chess>) -> RunSettings {
    let mut run = RunSettings::new::<Chess, F>(features);
    run.warmup.games = 0;
    (run.noise, run.opening, run.batch, run.depth) = (0.0, 0, 2, 2);
    run.games = records.games.len() as u64;
    run.records = Some(records.settings.clone());
    run
}

/// The weights after going through the games in parts of so many.
fn learnt<F: Features<Chess>>(features: F, player: Option<&str>, threads: usize, part: u64) -> Vec<f64> {
    let records = records(player);
    let run = settings(&features, &records);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.tdrun");
    let mut trainer = Trainer::create(&path, features.clone(), run.clone(), "test").unwrap();
    loop {
        trainer.study(records.games.clone());
        let end = trainer.games() + part;
        let count = std::cell::Cell::new(trainer.games());
        let done = trainer.run(
            threads,
            || count.get() >= end,
            |event| {
                if let tdleaf_lab::Event::Learnt { games, .. } = event {
                    count.set(games);
                }
            },
        );
        if done.unwrap() {
            return trainer.weights().to_vec();
        }
        drop(trainer);
        trainer = Trainer::resume(&path, features.clone(), run.clone()).unwrap();
    }
}

#[test]
fn learning_from_records_repeats() {
    for player in [None, Some("Ann")] {
        let once = learnt(PieceSquares::<Material>::new(), player, 1, 100);
        assert_eq!(once, learnt(PieceSquares::<Material>::new(), player, 2, 2), "threads and stops change nothing");
        assert!(once != PieceSquares::<Material>::new().presets()[0].weights, "something was learnt");
    }
    assert_eq!(learnt(KnightCap, None, 1, 100), learnt(KnightCap, None, 2, 2), "an episode for each side");
}

#[test]
fn the_result_teaches() {
    // White always wins with a queen less: the queen's value must fall.
    let text = "[FEN \"3qk3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Ke2 Ke7 2. Ke1 Ke8 3. Kf2 1-0\n\n".repeat(30);
    let records = Records::<Chess>::read("x", text.as_bytes(), None);
    assert_eq!((records.games.len(), records.skipped.len()), (30, 0), "{:?}", records.skipped);
    let features = PieceSquares::<Material>::new();
    let mut run = settings(&features, &records);
    run.start = "ones".to_string();
    let mut trainer = Trainer::in_memory(features, run).unwrap();
    let before = trainer.weights()[4];
    assert!(trainer.run(1, || false, |_| {}).is_err(), "the records are not there");
    trainer.study(records.games);
    assert!(trainer.run(1, || false, |_| {}).unwrap());
    assert!(trainer.weights()[4] < before - 0.01, "{:?}", trainer.weights());
}

#[test]
fn what_makes_no_sense_is_refused() {
    let records = records(None);
    let good = settings(&PieceSquares::<Material>::new(), &records);
    assert_eq!(good.check(), Ok(()));
    let wrong = |change: fn(&mut RunSettings)| {
        let mut run = good.clone();
        change(&mut run);
        run.check().unwrap_err()
    };
    assert!(wrong(|run| run.noise = 0.1).contains("--noise"));
    assert!(wrong(|run| run.opening = 4).contains("--opening"));
    assert!(wrong(|run| run.learn.rule = Rule::PosUnpredicted).contains("--as"));
    assert!(wrong(|run| run.method = tdleaf_lab::Method::Treestrap).contains("TreeStrap"));
}
