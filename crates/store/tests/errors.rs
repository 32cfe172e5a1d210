//! Every way in which a run file cannot be used has its own message.

mod common;

use common::{batch, create, meta};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use tdleaf_store::{Run, StoreError};

/// Both ways of opening refuse it, with this in the message.
fn refused(path: &Path, message: &str) {
    for error in [Run::open(path).unwrap_err(), Run::read(path).unwrap_err()] {
        let text = error.to_string();
        assert!(text.starts_with(&path.display().to_string()) && text.contains(message), "{text}");
    }
}

fn sample(folder: &Path) -> std::path::PathBuf {
    let path = folder.join("sample.run");
    let mut run = create(&path).unwrap();
    run.commit(&batch(1, 2000)).unwrap();
    path
}

#[test]
fn what_is_not_a_run_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    refused(&path("none"), "no such run file");
    refused(folder.path(), "not a tdleaf run file (it is a folder)");
    refused(Path::new("/dev/null"), "not a tdleaf run file (it is not a regular file)");
    for (name, content, message) in [
        ("empty", String::new(), "not a tdleaf run file (it is empty)"),
        ("short", "hello".to_string(), "not a tdleaf run file"),
        ("long", "hello\n".repeat(10_000), "not a tdleaf run file (not an SQLite file)"),
    ] {
        fs::write(path(name), &content).unwrap();
        refused(&path(name), message);
        assert_eq!(fs::read_to_string(path(name)).unwrap(), content);
    }
    let other = Connection::open(path("other")).unwrap();
    other.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE run (x)").unwrap();
    drop(other);
    let before = fs::read(path("other")).unwrap();
    refused(&path("other"), "not a tdleaf run file (an SQLite file of another program)");
    assert_eq!(fs::read(path("other")).unwrap(), before);
}

#[test]
fn a_run_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample(folder.path());
    let before = fs::read(&path).unwrap();
    assert!(matches!(create(&path), Err(StoreError::Exists(_))));
    assert!(matches!(create(folder.path()), Err(StoreError::Exists(_))));
    assert_eq!(fs::read(&path).unwrap(), before);
    let lost = folder.path().join("none").join("a.run");
    assert!(create(&lost).unwrap_err().to_string().contains("there is no folder"));
}

#[test]
fn newer_formats_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample(folder.path());
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 7").unwrap();
    refused(&path, "run file format 7, but this tdleaf knows formats up to 1");
}

#[test]
fn damage_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample(folder.path());
    let whole = fs::read(&path).unwrap();
    assert!(whole.len() > 50_000);
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(matches!(Run::open(&path), Err(StoreError::Corrupt { .. })));
    assert!(matches!(Run::read(&path).and_then(|run| run.games(1..=2000)), Err(StoreError::Corrupt { .. })));

    let mut holed = whole.clone();
    holed[8192..40_000].fill(0xa5);
    fs::write(&path, &holed).unwrap();
    assert!(matches!(Run::open(&path), Err(StoreError::Corrupt { .. })));
    let error = Run::read(&path).and_then(|run| Ok((run.games(1..=2000)?, run.meta()?))).unwrap_err();
    assert!(error.to_string().contains("the run file is damaged"), "{error}");
    assert!(!folder.path().join("sample.run-journal").exists());
}

#[test]
fn a_reader_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample(folder.path());
    let mut run = Run::read(&path).unwrap();
    assert!(matches!(run.commit(&batch(2001, 2002)), Err(StoreError::ReadOnly(_))));
    assert!(Run::open(&path).is_ok());
}

#[test]
fn names_that_mean_something_to_sqlite_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file:a?mode=memory");
    drop(create(&path).unwrap());
    assert!(fs::metadata(&path).unwrap().len() > 0);
    assert_eq!(Run::read(&path).unwrap().meta().unwrap(), meta());
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample(folder.path());
    let mut run = Run::open(&path).unwrap();
    // SQLite cannot make its journal: the same as in a folder without permission, which does not stop an administrator.
    fs::create_dir(folder.path().join("sample.run-journal")).unwrap();
    assert!(matches!(run.commit(&batch(2001, 2002)), Err(StoreError::Denied(_))));
    fs::remove_dir(folder.path().join("sample.run-journal")).unwrap();
    run.commit(&batch(2001, 2002)).unwrap();
}
