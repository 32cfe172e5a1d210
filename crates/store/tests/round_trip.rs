//! What is written comes back, exactly.

mod common;

use common::{HARD, batch, create, game, meta};
use tdleaf_store::{Batch, Checkpoint, Lengths, Results, Run};

#[test]
fn everything_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut run = create(&path).unwrap();
    assert_eq!(run.meta().unwrap(), meta());
    assert_eq!(run.checkpoint().unwrap(), Some(Checkpoint::default()));
    assert_eq!(run.lengths().unwrap(), Lengths::default());
    assert_eq!(run.results().unwrap(), Results::default());
    run.commit(&batch(1, 8)).unwrap();
    run.commit(&batch(9, 10)).unwrap();
    drop(run);

    let mut run = Run::open(&path).unwrap();
    run.commit(&Batch { checkpoint: Checkpoint { seconds: 9.0, ..batch(1, 10).checkpoint }, ..Batch::default() })
        .unwrap();
    let run = Run::read(&path).unwrap();
    assert_eq!(run.meta().unwrap(), meta());
    let checkpoint = run.checkpoint().unwrap().unwrap();
    assert_eq!((checkpoint.games, checkpoint.seconds, checkpoint.state.as_str()), (10, 9.0, "{\"games\":10}"));
    assert_eq!(run.games(1..=u64::MAX).unwrap(), (1..=10).map(game).collect::<Vec<_>>());
    assert_eq!(run.games(3..=4).unwrap().len(), 2);
    assert_eq!(run.results().unwrap(), Results { first: 4, draws: 3, second: 3 });
    assert_eq!(run.recent_results(3).unwrap(), Results { first: 1, draws: 1, second: 1 });
    assert_eq!(run.lengths().unwrap(), Lengths { mean: 12.0, shortest: 10, longest: 14 });
    assert_eq!(run.snapshot_count().unwrap(), 2);
    assert_eq!(run.events().unwrap(), [batch(1, 8).events, batch(9, 10).events].concat());
    assert_eq!(run.ratings().unwrap(), [batch(1, 8).ratings, batch(9, 10).ratings].concat());
    for snapshot in run.snapshots().unwrap() {
        assert!(snapshot.weights.iter().zip(HARD).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}

#[test]
fn no_run_is_without_what_was_known_before_its_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    drop(Run::create(&path, &meta(), &batch(1, 0)).unwrap());
    let run = Run::open(&path).unwrap();
    assert_eq!(run.checkpoint().unwrap(), Some(batch(1, 0).checkpoint));
    assert_eq!(run.snapshot_count().unwrap(), 1);
}

#[test]
fn any_sql_tool_reads_the_weights() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut run = create(&path).unwrap();
    let mut rows = batch(1, 1);
    rows.snapshots[0].weights = vec![-0.1, 12.75, 3e15, 1.0 / 3.0, 0.0, -1.25e-9];
    run.commit(&rows).unwrap();
    let db = rusqlite::Connection::open(&path).unwrap();
    let mut query = db.prepare("SELECT name, value FROM weight WHERE game = 1 ORDER BY set_number, name").unwrap();
    let read = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let read: Vec<(String, f64)> = read.map(Result::unwrap).collect();
    let names = ["A", "B <&>", "C"].into_iter().cycle().map(str::to_string);
    assert_eq!(read, names.zip(rows.snapshots[0].weights.clone()).collect::<Vec<_>>());
}

#[test]
fn rows_beyond_the_checkpoint_are_refused_and_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut run = create(&path).unwrap();
    let early = Batch { checkpoint: Checkpoint { games: 4, ..Checkpoint::default() }, ..batch(1, 5) };
    let message = run.commit(&early).unwrap_err().to_string();
    assert!(message.ends_with("a row for game 5, but the checkpoint is at game 4"), "{message}");
    run.commit(&batch(1, 5)).unwrap();
    drop(run);

    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute("INSERT INTO game VALUES (6, 1, 1, '', 1, NULL, '')", []).unwrap();
    drop(db);
    let mut run = Run::open(&path).unwrap();
    assert_eq!(run.games(1..=100).unwrap().len(), 5);
    run.commit(&batch(6, 7)).unwrap();
    assert_eq!(run.games(1..=100).unwrap().len(), 7);
}

#[test]
fn games_can_be_undone_where_they_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tdrun");
    let mut run = create(&path).unwrap();
    let remember = |from, to| Batch { remember: true, ..batch(from, to) };
    run.commit(&remember(1, 2)).unwrap();
    let (state, games) = (run.checkpoint().unwrap(), run.games(1..=9).unwrap());
    run.commit(&batch(3, 3)).unwrap();
    run.commit(&remember(4, 5)).unwrap();
    let error = run.undo(3).unwrap_err().to_string();
    assert!(error.contains("after game 3"), "{error}");
    assert_eq!(run.games(1..=9).unwrap().len(), 5, "nothing was undone");
    run.undo(2).unwrap();
    let same = |a: &Checkpoint, b: &Checkpoint| (a.games, &a.state) == (b.games, &b.state);
    assert!(same(&run.checkpoint().unwrap().unwrap(), &state.unwrap()));
    assert_eq!(run.games(1..=9).unwrap(), games);
    assert!(run.snapshots().unwrap().iter().all(|snapshot| snapshot.game <= 2));
    assert!(run.undo(5).is_err(), "what was undone is gone");
    run.commit(&remember(3, 4)).unwrap();
    drop(run);
    assert!(Run::read(&path).unwrap().games(1..=9).unwrap().len() == 4);
}
