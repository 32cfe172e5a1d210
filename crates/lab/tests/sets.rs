//! Runs with several weight sets: they start alike, learn apart, repeat, and say what they did.

use game::{Features, Sets};
use games::chess::{Chess, HalfBoard, PieceSquares};
use games::connect4::{Connect4, Lines};
use games::walk::{Visits, Walk};
use store::Run;
use tdleaf_lab::{Event, Method, RunSettings, Trainer, occupancy, policy, report_data, typical};

fn connect4(sets: Sets, games: u64) -> RunSettings {
    RunSettings { sets, games, batch: 4, depth: 2, ..RunSettings::new::<Connect4, Lines>(&Lines) }
}

fn weights(settings: RunSettings, threads: usize) -> Vec<f64> {
    let mut trainer = Trainer::<Connect4, _>::in_memory(Lines, settings).unwrap();
    assert!(trainer.run(threads, || false, |_| {}).unwrap());
    trainer.weights().to_vec()
}

#[test]
fn settings_name_the_sets_only_where_there_are_several() {
    let text = serde_json::to_string(&connect4(Sets::One, 1)).unwrap();
    assert!(!text.contains("sets"), "old runs and ledgers stay equal: {text}");
    let settings = connect4(Sets::RootClasses, 1);
    let value = serde_json::to_value(&settings).unwrap();
    assert_eq!(value["sets"], "root-classes");
    assert_eq!(serde_json::from_value::<RunSettings>(value.clone()).unwrap(), settings);
    let unknown = value.to_string().replace("root-classes", "phases");
    let error = serde_json::from_str::<RunSettings>(&unknown).unwrap_err().to_string();
    assert!(error.contains("stages") && error.contains("'phases'"), "{error}");
}

#[test]
fn a_game_without_stages_has_no_sets() {
    let settings = RunSettings { sets: Sets::Stages, ..RunSettings::new::<Walk, Visits>(&Visits) };
    let error = Trainer::<Walk, _>::in_memory(Visits, settings).err().unwrap().to_string();
    assert!(error.contains("walk has no stages"), "{error}");
}

#[test]
fn stages_learn_apart_and_repeat() {
    let folder = tempfile::tempdir().unwrap();
    for method in [Method::Tdleaf, Method::Td, Method::Rootstrap, Method::Treestrap] {
        // A search that keeps the set of its root hears nothing of other sets: from zero the opening would stay there.
        let start = "learnt".to_string();
        let settings = RunSettings { method, start, ..connect4(Sets::Stages, 24) }.resolved();
        let one = weights(settings.clone(), 1);
        assert_eq!(one.len(), 8);
        let (open, filled) = one.split_at(4);
        let begin = Features::<Connect4>::presets(&Lines).pop().unwrap().weights;
        assert!(open != begin && filled != begin, "{method:?}: {one:?}");
        assert_ne!(open, filled, "{method:?}");
        assert_eq!(one, weights(settings.clone(), 3), "{method:?}");

        let path = folder.path().join(format!("{method:?}.tdrun"));
        let half = RunSettings { games: 12, ..settings.clone() };
        Trainer::<Connect4, _>::create(&path, Lines, half, "0").unwrap().run(1, || false, |_| {}).unwrap();
        let other = RunSettings { sets: Sets::One, ..settings.clone() };
        let error = Trainer::<Connect4, _>::resume(&path, Lines, other).err().unwrap().to_string();
        assert!(error.contains("sets is \"stages\" in the file and the usual in the command"), "{error}");
        let mut rest = Trainer::<Connect4, _>::resume(&path, Lines, settings).unwrap();
        rest.run(1, || false, |_| {}).unwrap();
        assert_eq!(one, rest.weights(), "{method:?}");
    }
}

#[test]
fn a_preset_is_copied_into_every_set() {
    let settings = RunSettings { start: "learnt".to_string(), ..connect4(Sets::Stages, 1) };
    let trainer = Trainer::<Connect4, _>::in_memory(Lines, settings).unwrap();
    let preset = Features::<Connect4>::presets(&Lines).pop().unwrap().weights;
    assert_eq!(trainer.weights(), preset.repeat(2));
}

#[test]
fn the_warm_up_freezes_the_squares_of_every_set_and_keeps_the_counts() {
    let features = PieceSquares::<HalfBoard>::new();
    let mut settings = RunSettings::new::<Chess, PieceSquares<HalfBoard>>(&features);
    (settings.depth, settings.games, settings.warmup.games, settings.batch) = (1, 30, 20, 10);
    settings.sets = Sets::Stages;
    let mut trainer = Trainer::<Chess, _>::in_memory(features, settings).unwrap();
    let mut taught = Vec::new();
    let watch = |event: Event<'_>| {
        if let Event::Learnt { games, learner, .. } = event {
            let squares = learner.weights().chunks(157).any(|own| own[5..].iter().any(|weight| *weight != 0.0));
            assert_eq!(squares, games > 20, "after {games} games");
            taught.push(learner.state().taught.clone());
        }
    };
    trainer.run(1, || false, watch).unwrap();
    assert_eq!(taught.len(), 3);
    let sums: Vec<u64> = taught.iter().map(|sets| sets.iter().sum()).collect();
    assert!(0 < sums[0] && sums[0] < sums[1] && sums[1] < sums[2], "{taught:?}");
}

#[test]
fn a_report_tells_how_often_each_set_was_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.tdrun");
    let mut settings = connect4(Sets::Stages, 20);
    settings.learn.step = policy::step("classes:0.5,10").unwrap();
    Trainer::<Connect4, _>::create(&path, Lines, settings, "0").unwrap().run(1, || false, |_| {}).unwrap();
    let run = Run::read(&path).unwrap();
    let data = report_data::<Connect4, _>(&Lines, &run, String::new()).unwrap();
    let plies: u64 = run.games(16..=20).unwrap().iter().map(|row| u64::from(row.plies)).sum();
    assert_eq!(data.sets.iter().map(|set| set.positions).sum::<u64>(), plies);
    assert!(data.sets.iter().all(|set| set.taught > set.positions));
    // Every game has the first stage, so its rate has fallen with each of them.
    let rates = &data.trace.last().unwrap().rates;
    assert!((rates[0] - 0.5 / 3.0).abs() < 1e-12, "{rates:?}");
    assert!(rates[4] >= rates[0]);
    let page = tdleaf_lab::report::html(&data);
    for word in ["The weight sets", ">open<", ">filled<", "learning rate", "<small>filled</small>"] {
        assert!(page.contains(word), "{word}");
    }
    // What is shown is the mean over positions.
    let (shares, sets, shown) = (data.shares(), data.set_values.last().unwrap(), data.headline_values.last().unwrap());
    assert!((shown[0] - shares[0] * sets[0][0] - shares[1] * sets[1][0]).abs() < 1e-12);
}

#[test]
fn squares_are_weighed_by_the_positions_of_their_own_set() {
    let features = PieceSquares::<HalfBoard>::new();
    let count = Features::<Chess>::count(&features);
    let (mut weights, mut seen) = (vec![0.0; 2 * count], vec![0.0; 2 * count]);
    // The first two squares of the pawn, in two sets: the same weights, occupied differently.
    for set in 0..2 {
        let at = set * count;
        (weights[at], weights[at + 5], weights[at + 6]) = (1.0, 0.1, 0.3);
        (seen[at + 5], seen[at + 6]) = if set == 0 { (1.0, 1.0) } else { (3.0, 1.0) };
    }
    let bare = typical::<Chess, _>(&features, &weights, &seen);
    assert!((bare[0] - 1.2).abs() < 1e-12 && (bare[count] - 1.15).abs() < 1e-12, "{} {}", bare[0], bare[count]);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.tdrun");
    let mut settings = RunSettings::new::<Chess, PieceSquares<HalfBoard>>(&features);
    (settings.depth, settings.games, settings.sets) = (1, 5, Sets::Stages);
    Trainer::<Chess, _>::create(&path, features, settings, "0").unwrap().run(1, || false, |_| {}).unwrap();
    let run = Run::read(&path).unwrap();
    let (all, apart) = (
        occupancy::<Chess, _>(&features, Sets::One, &run).unwrap(),
        occupancy::<Chess, _>(&features, Sets::Stages, &run).unwrap(),
    );
    let sum = |i: usize| apart.features.iter().skip(i).step_by(count).sum::<f64>();
    assert!((0..count).all(|i| sum(i) == all.features[i]));
    assert_eq!(apart.positions.iter().sum::<u64>(), all.positions[0]);
    assert!(apart.positions[0] > 0 && apart.positions[1] > 0);
}
