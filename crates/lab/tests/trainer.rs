//! What the learning loop tells and keeps to.

use games::chess::{Chess, HalfBoard, Material, PieceSquares};
use tdleaf_lab::{Event, RunSettings, Trainer};

#[test]
fn a_collapse_into_draws_is_told_once() {
    let features = PieceSquares::<Material>::new();
    // Games of two plies are all drawn.
    let settings = RunSettings {
        longest: 2,
        depth: 1,
        games: 450,
        ..RunSettings::new::<Chess, PieceSquares<Material>>(&features)
    };
    let mut trainer = Trainer::<Chess, _>::in_memory(features, settings).unwrap();
    let mut told = Vec::new();
    let watch = |event: Event<'_>| {
        if let Event::Warning { games, text } = event {
            told.push((games, text));
        }
    };
    assert!(trainer.run(1, || false, watch).unwrap());
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(told[0].0, 200);
    assert!(told[0].1.contains("--opening"), "it says what to do: {}", told[0].1);
}

#[test]
fn the_warm_up_teaches_only_the_pieces() {
    let features = PieceSquares::<HalfBoard>::new();
    let mut settings = RunSettings::new::<Chess, PieceSquares<HalfBoard>>(&features);
    (settings.depth, settings.games, settings.warmup.games) = (1, 30, 20);
    let mut trainer = Trainer::<Chess, _>::in_memory(features, settings).unwrap();
    let mut checked = (0, 0);
    let watch = |event: Event<'_>| {
        if let Event::Learnt { games, learner, .. } = event {
            let weights = learner.weights();
            let squares = weights[5..].iter().any(|weight| *weight != 0.0);
            assert_eq!(squares, games > 20, "after {games} games");
            assert!(weights[..5].iter().any(|weight| *weight != 1.0), "after {games} games");
            if games > 20 { checked.1 += 1 } else { checked.0 += 1 }
        }
    };
    trainer.run(1, || false, watch).unwrap();
    assert!(checked.0 > 1 && checked.1 > 0);
}

#[test]
fn what_waits_at_the_end_of_the_warm_up_is_applied() {
    let features = PieceSquares::<HalfBoard>::new();
    let mut settings = RunSettings::new::<Chess, PieceSquares<HalfBoard>>(&features);
    (settings.depth, settings.batch, settings.games, settings.warmup.games) = (1, 1, 12, 6);
    settings.learn.update_every = 4;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut trainer = Trainer::<Chess, _>::create(&path, features, settings, "test").unwrap();
    let mut weights = vec![trainer.weights().to_vec()];
    trainer
        .run(
            1,
            || false,
            |event| {
                if let Event::Learnt { learner, .. } = event {
                    weights.push(learner.weights().to_vec());
                }
            },
        )
        .unwrap();
    let moved: Vec<usize> = (1..=12).filter(|at| weights[*at] != weights[at - 1]).collect();
    assert_eq!(moved, [4, 6, 10], "after four games, after the last of the warm-up, and after four more");
    drop(trainer);
    let kept = store::Run::read(&path).unwrap().snapshots().unwrap();
    assert_eq!(kept.iter().map(|kept| kept.weights.clone()).collect::<Vec<_>>(), weights);
}

#[test]
fn every_feature_sets_own_settings_are_sound() {
    struct Check;
    impl games::list::Visitor for Check {
        type Output = ();
        fn visit<G: game::Game, F: game::Features<G>>(self, features: F) {
            RunSettings::new::<G, F>(&features).check().unwrap();
        }
    }
    for (game, sets) in games::list::names() {
        sets.iter().for_each(|set| games::list::with(game, Some(set), Check).unwrap());
    }
}

#[test]
fn unhurried_games_are_won_by_who_is_ahead_when_they_are_stopped() {
    let results = |unhurried: bool| -> Vec<i32> {
        let features = PieceSquares::<Material>::new();
        let mut settings = RunSettings::new::<Chess, PieceSquares<Material>>(&features);
        (settings.depth, settings.batch, settings.games, settings.longest) = (1, 1, 12, 40);
        (settings.opening, settings.warmup.games, settings.unhurried) = (0, 0, unhurried);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let mut trainer = Trainer::<Chess, _>::create(&path, features, settings, "test").unwrap();
        trainer.run(1, || false, |_| {}).unwrap();
        let games = store::Run::read(&path).unwrap().games(1..=u64::MAX).unwrap();
        games.iter().filter(|row| row.plies == 40).map(|row| row.result).collect()
    };
    let drawn = results(false);
    assert!(!drawn.is_empty() && drawn.iter().all(|result| *result == 0));
    let stopped = results(true);
    assert!(stopped.contains(&1) && stopped.contains(&-1), "{stopped:?}");
}

#[test]
fn nothing_is_left_to_chance_if_the_profile_says_so() {
    let weights = |seed: u64, profile: &str| {
        let features = PieceSquares::<Material>::new();
        let mut settings = RunSettings::new::<Chess, PieceSquares<Material>>(&features);
        (settings.depth, settings.batch, settings.games, settings.warmup.games) = (1, 1, 3, 0);
        (settings.opening, settings.noise, settings.seed) = (0, 0.0, seed);
        (settings.profile, settings.start) = (profile.to_string(), "textbook".to_string());
        let mut trainer = Trainer::<Chess, _>::in_memory(features, settings).unwrap();
        trainer.run(1, || false, |_| {}).unwrap();
        trainer.weights().to_vec()
    };
    assert_ne!(weights(1, "exact"), weights(2, "exact"), "equal moves are chosen among");
    assert_ne!(weights(1, "strong"), weights(2, "strong"), "in learning also where a profile for play does not");
    let off = weights(1, "exact shuffle=off");
    assert_eq!(off, weights(2, "exact shuffle=off"));
    assert_eq!(off, weights(3, "exact shuffle=on shuffle=no"), "the last word counts, however it is written");
}

#[test]
fn noise_in_a_profile_is_refused() {
    let (profile, features) = ("exact noise=0.1".to_string(), PieceSquares::<Material>::new());
    let noisy = RunSettings { profile, ..RunSettings::new::<Chess, PieceSquares<Material>>(&features) };
    assert!(noisy.check().unwrap_err().contains("--noise"), "it would have no effect");
}
