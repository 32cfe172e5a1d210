//! Kills, power cuts and several processes at one file lose nothing.

mod common;

use common::{batch, create};
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tdleaf_store::{Run, StoreError};

const CHILD: &str = "TDLEAF_STORE_TEST_CHILD";

/// Not a test by itself: the process that the others kill. Commits batches of ten games for ever.
#[test]
fn child() {
    let Some(path) = std::env::var_os(CHILD) else { return };
    let mut run = Run::open(PathBuf::from(path)).unwrap();
    loop {
        let done = run.checkpoint().unwrap().map_or(0, |c| c.games);
        run.commit(&batch(done + 1, done + 10)).unwrap();
        // A commit takes about as long, so half of the kills hit one, and readers find a gap.
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn start(path: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child"]).env(CHILD, path).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn games(path: &Path) -> u64 {
    Run::read(path).unwrap().checkpoint().unwrap().map_or(0, |c| c.games)
}

fn wait_for_games(path: &Path, more_than: u64) {
    for _ in 0..2000 {
        if games(path) > more_than {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the child does not write");
}

/// All games up to the checkpoint are there, and nothing else.
fn assert_whole(run: &Run) {
    let done = run.checkpoint().unwrap().map_or(0, |c| c.games);
    let numbers: Vec<u64> = run.games(0..=u64::MAX).unwrap().iter().map(|g| g.number).collect();
    assert_eq!(numbers, (1..=done).collect::<Vec<_>>());
    assert_eq!(run.snapshot_count().unwrap(), done / 10);
}

#[test]
fn killed_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    drop(create(&path).unwrap());
    for round in 0..12 {
        let before = games(&path);
        let mut child = start(&path);
        wait_for_games(&path, before);
        std::thread::sleep(Duration::from_micros(3137 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        // In turn, the first to come after the kill is a reader or a writer.
        assert_whole(&if round % 2 == 0 { Run::read(&path).unwrap() } else { Run::open(&path).unwrap() });
    }
}

#[test]
fn one_writer_and_many_readers() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    drop(create(&path).unwrap());
    let mut child = start(&path);
    wait_for_games(&path, 0);
    let reader = Run::read(&path).unwrap();
    for _ in 0..20 {
        let seen = games(&path);
        assert!(matches!(Run::open(&path), Err(StoreError::Busy(_))));
        assert!(matches!(create(&path), Err(StoreError::Exists(_))));
        assert!(reader.games(1..=seen).unwrap().len() as u64 == seen);
        // Neither readers nor refused writers disturb the owner.
        wait_for_games(&path, seen);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_whole(&Run::open(&path).unwrap());
}

#[test]
fn two_writers_in_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.run");
    let mut first = create(&path).unwrap();
    let message = Run::open(&path).unwrap_err().to_string();
    assert!(message.contains("in use by another process"), "{message}");
    first.commit(&batch(1, 10)).unwrap();
    assert!(matches!(Run::open(&path), Err(StoreError::Busy(_))));
    drop(first);
    assert_whole(&Run::open(&path).unwrap());
}

#[test]
fn a_power_cut_within_a_commit_is_rolled_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, journal) = (folder.path().join("a.run"), folder.path().join("a.run-journal"));
    let mut run = create(&path).unwrap();
    run.commit(&batch(1, 2000)).unwrap();
    drop(run);
    for name in ["read", "write"] {
        let db = Connection::open(&path).unwrap();
        // With a cache this small, changes reach the file long before they are committed.
        db.execute_batch("PRAGMA cache_size = 1; BEGIN; UPDATE game SET moves = 'garbage', result = 0").unwrap();
        let copy = folder.path().join(name);
        fs::copy(&path, &copy).unwrap();
        fs::copy(&journal, folder.path().join(format!("{name}-journal"))).unwrap();
        drop(db);
        assert!(fs::read(&copy).unwrap().windows(7).any(|w| w == b"garbage"));
        let run = if name == "read" { Run::read(&copy).unwrap() } else { Run::open(&copy).unwrap() };
        assert!(run.games(1..=2000).unwrap().iter().all(|g| g.moves == "left right"));
        assert!(!folder.path().join(format!("{name}-journal")).exists());
    }
}
