//! Opening: recognises our files, and lets one process write while others read.

use crate::StoreError;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// "tdlf": tells our files from those of other programs.
const APPLICATION: i64 = 0x7464_6c66;

/// The format that this version writes.
pub const FORMAT: i64 = 1;

/// How files are opened.
const WRITING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// How long to wait for somebody who is just reading or just committing.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes a new file with `fill`. It has its name only when it is complete: where the file system has links, nothing that
/// interrupts this is in the way of beginning again.
pub fn create(path: &Path, fill: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> Result<Connection, StoreError> {
    // Not worth the work if the name is taken; whether it is free in the end, the file system says.
    if path.symlink_metadata().is_ok() {
        return Err(StoreError::Exists(path.to_path_buf()));
    }
    let free = |number: u32| {
        let draft = path.with_file_name(format!(".tdleaf-{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&draft) {
            // A process of the same number has left it, or is writing it: it may be on another machine.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => None,
            made => Some(made.map(|_| draft)),
        }
    };
    let draft = (0..).find_map(free).expect("numbers do not end");
    let draft = draft.map_err(|cause| match cause.kind() {
        std::io::ErrorKind::NotFound => StoreError::Io { path: path.to_path_buf(), cause: no_folder(path) },
        _ => StoreError::io(path, cause),
    })?;
    let made = write_draft(&draft, fill)
        .map_err(|error| StoreError::sql(path, error))
        .and_then(|()| name_draft(&draft, path).map_err(|cause| StoreError::io(path, cause)));
    // Best effort: it has another name now, or the error that matters is the first.
    let _ = fs::remove_file(&draft);
    made?;
    write(path)
}

fn write_draft(draft: &Path, fill: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> rusqlite::Result<()> {
    let db = Connection::open_with_flags(plain(draft), WRITING)?;
    // What is not complete is not wanted, so there need be no journal from which it could be mended.
    db.execute_batch(&format!(
        "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL; BEGIN; PRAGMA application_id = {APPLICATION}; \
         PRAGMA user_version = {FORMAT};"
    ))?;
    db.execute_batch(include_str!("schema.sql"))?;
    fill(&db)?;
    db.execute_batch("COMMIT")
}

/// Gives a draft its name, if nobody has it.
fn name_draft(draft: &Path, path: &Path) -> std::io::Result<()> {
    fs::hard_link(draft, path).or_else(|error| {
        if error.kind() == std::io::ErrorKind::AlreadyExists {
            return Err(error);
        }
        // Some file systems have no links: the name is taken first, and then the file is put in its place.
        OpenOptions::new().write(true).create_new(true).open(path)?;
        fs::rename(draft, path).inspect_err(|_| {
            // Best effort, as above.
            let _ = fs::remove_file(path);
        })
    })
}

/// Opens a run to write on. The connection always holds a write transaction: see [`claim`].
pub fn write(path: &Path) -> Result<Connection, StoreError> {
    let db = recognise(path)?;
    let sql = |e| StoreError::sql(path, e);
    if db.is_readonly(rusqlite::MAIN_DB).map_err(sql)? {
        return Err(StoreError::ReadOnly(path.to_path_buf()));
    }
    claim(&db).map_err(sql)?;
    let check: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(sql)?;
    if check != "ok" {
        return Err(StoreError::Corrupt { path: path.to_path_buf(), why: check });
    }
    Ok(db)
}

/// Opens a run to look at it, also while another process writes it.
pub fn read(path: &Path) -> Result<Connection, StoreError> {
    let db = recognise(path)?;
    db.execute_batch("PRAGMA query_only = ON").map_err(|e| StoreError::sql(path, e))?;
    Ok(db)
}

/// Takes the right to write, and keeps it from now on.
///
/// A writer keeps a transaction open, also when it has nothing to write, and begins the next at once after each commit.
/// The lock that this holds keeps other writers out and lets readers in, and the system releases it if the process is
/// killed. Between a commit and the next transaction there is an instant without it. Whoever gets in there must let go
/// again and come back: by then the owner has the lock, or there is no owner.
fn claim(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch("PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK")?;
    sleep(Duration::from_millis(30));
    db.execute_batch("BEGIN IMMEDIATE")?;
    db.busy_timeout(PATIENCE)
}

/// Opens a file and makes sure, without changing it, that it is a run of a known format.
fn recognise(path: &Path) -> Result<Connection, StoreError> {
    let about = fs::metadata(path).map_err(|e| StoreError::io(path, e))?;
    let not_a_run = |why: &str| StoreError::NotARun { path: path.to_path_buf(), why: why.to_string() };
    if about.is_dir() {
        return Err(not_a_run("it is a folder"));
    }
    if !about.is_file() {
        return Err(not_a_run("it is not a regular file"));
    }
    if about.len() == 0 {
        return Err(not_a_run("it is empty"));
    }
    let db = connect(path)?;
    let number = |name: &str| {
        db.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0)).map_err(|e| StoreError::sql(path, e))
    };
    match (number("application_id")?, number("user_version")?) {
        (APPLICATION, FORMAT) => Ok(db),
        (APPLICATION, found) if found > FORMAT => {
            Err(StoreError::Newer { path: path.to_path_buf(), found, known: FORMAT })
        }
        (APPLICATION, _) => Err(StoreError::Corrupt { path: path.to_path_buf(), why: "no format number".to_string() }),
        _ => Err(not_a_run("an SQLite file of another program")),
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    // Readers too ask for writing: only so can they roll back what a killed writer left half done. Where writing is not
    // allowed SQLite falls back to reading by itself.
    let open = || {
        let db = Connection::open_with_flags(plain(path), WRITING)?;
        db.busy_timeout(PATIENCE)?;
        Ok(db)
    };
    open().map_err(|e| StoreError::sql(path, e))
}

/// The full path: SQLite takes some names, such as ":memory:", for something else than files.
fn plain(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

fn no_folder(path: &Path) -> std::io::Error {
    let folder = path.parent().unwrap_or(path).display();
    std::io::Error::new(std::io::ErrorKind::NotFound, format!("there is no folder {folder}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_file_has_its_name_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.run");
        let broken = create(&path, |_| {
            assert!(!path.exists(), "whoever is killed here leaves no run");
            Err(rusqlite::Error::InvalidQuery)
        });
        assert!(broken.is_err() && names(folder.path()).is_empty(), "nor does an error: {:?}", names(folder.path()));
        drop(create(&path, |_| Ok(())).unwrap());
        assert_eq!(names(folder.path()), ["a.run"]);
        drop(write(&path).unwrap());
    }

    #[test]
    fn drafts_of_others_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.run");
        let other = folder.path().join(format!(".tdleaf-{}-0.tmp", std::process::id()));
        fs::write(&other, "half written").unwrap();
        drop(create(&path, |_| Ok(())).unwrap());
        assert_eq!(fs::read(&other).unwrap(), b"half written");
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn who_comes_second_overwrites_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.run");
        let late = create(&path, |_| {
            fs::write(&path, "somebody was faster").unwrap();
            Ok(())
        });
        assert!(matches!(late, Err(StoreError::Exists(_))), "{late:?}");
        assert_eq!(fs::read(&path).unwrap(), b"somebody was faster");
        assert_eq!(names(folder.path()), ["a.run"]);
    }
}
