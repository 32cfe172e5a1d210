//! RootStrap and TreeStrap in whole runs: they learn, and they repeat.

use games::chess::{Chess, Material, PieceSquares};
use tdleaf_lab::{Method, RunSettings, Trainer};

fn settings(method: Method, games: u64) -> RunSettings {
    let features = PieceSquares::<Material>::new();
    let defaults = RunSettings::new::<Chess, PieceSquares<Material>>(&features);
    RunSettings { method, games, depth: 2, start: "zero".to_string(), ..defaults }.resolved()
}

fn weights(settings: RunSettings, threads: usize) -> Vec<f64> {
    let mut trainer = Trainer::<Chess, _>::in_memory(PieceSquares::<Material>::new(), settings).unwrap();
    assert!(trainer.run(threads, || false, |_| {}).unwrap());
    trainer.weights().to_vec()
}

#[test]
fn they_order_the_pieces_from_nothing() {
    for method in [Method::Rootstrap, Method::Treestrap] {
        let learnt = weights(settings(method, 200), 1);
        let [pawn, knight, bishop, rook, queen] = learnt[..] else { panic!("five pieces") };
        let ordered = 0.0 < pawn && pawn < knight.min(bishop) && knight.max(bishop) < rook && rook < queen;
        assert!(ordered, "{method:?}: {learnt:?}");
    }
}

#[test]
fn threads_and_restarts_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for method in [Method::Rootstrap, Method::Treestrap] {
        let settings = RunSettings { batch: 4, ..settings(method, 24) };
        let one = weights(settings.clone(), 1);
        assert!(one.iter().any(|weight| *weight != 0.0), "{method:?}");
        assert_eq!(one, weights(settings.clone(), 2), "{method:?}");

        let (features, path) = (PieceSquares::<Material>::new(), folder.path().join(format!("{method:?}.tdrun")));
        let half = RunSettings { games: 12, ..settings.clone() };
        Trainer::<Chess, _>::create(&path, features, half, "0").unwrap().run(1, || false, |_| {}).unwrap();
        let mut rest = Trainer::<Chess, _>::resume(&path, features, settings).unwrap();
        rest.run(1, || false, |_| {}).unwrap();
        assert_eq!(one, rest.weights(), "{method:?}");
    }
}
