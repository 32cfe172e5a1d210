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

/// How long to wait for somebody who is just reading or just committing.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes a new file with `fill`, which runs inside the first transaction. Leaves nothing behind if that fails.
pub fn create(path: &Path, fill: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> Result<Connection, StoreError> {
    // SQLite would open what is there already; the file system refuses it, and without a race.
    OpenOptions::new().write(true).create_new(true).open(path).map_err(|cause| match cause.kind() {
        std::io::ErrorKind::NotFound => StoreError::Io { path: path.to_path_buf(), cause: no_folder(path) },
        _ => StoreError::io(path, cause),
    })?;
    let made = connect(path).and_then(|db| {
        let make = || {
            db.execute_batch(&format!(
                "PRAGMA synchronous = FULL; BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; \
                 PRAGMA user_version = {FORMAT};"
            ))?;
            db.execute_batch(include_str!("schema.sql"))?;
            fill(&db)?;
            db.execute_batch("COMMIT; BEGIN IMMEDIATE")
        };
        make().map_err(|e| StoreError::sql(path, e))?;
        Ok(db)
    });
    if made.is_err() {
        // Best effort: the error that matters is the first.
        let _ = fs::remove_file(path);
    }
    made
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
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let db = Connection::open_with_flags(plain(path), flags)?;
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
