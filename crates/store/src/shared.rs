//! Files that several processes may read and write at once, each in short transactions.

use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// How long to wait for another process that is just writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// What files of a kind have in common.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// Tells them from those of other programs.
    pub application: i64,
    /// The format that this version writes.
    pub format: i64,
    /// Makes the tables.
    pub schema: &'static str,
}

/// Why a file could not be opened.
#[derive(Debug)]
pub enum Refused {
    /// It is of another kind.
    Other,
    /// It is of another format.
    Format(i64),
    /// SQLite says so.
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for Refused {
    fn from(error: rusqlite::Error) -> Refused {
        Refused::Sql(error)
    }
}

impl Kind {
    /// Opens a file, or makes it if `create` says so.
    ///
    /// # Errors
    /// If it cannot be opened or is of another kind or format.
    pub fn open(&self, path: &Path, create: bool) -> Result<Connection, Refused> {
        // The full path: SQLite takes some names, such as ":memory:", for something else than files.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let create = if create { OpenFlags::SQLITE_OPEN_CREATE } else { OpenFlags::empty() };
        let db = Connection::open_with_flags(path, flags | create)?;
        db.busy_timeout(PATIENCE)?;
        let number = |name: &str| db.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
        let tables = || db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0));
        if !create.is_empty() && (number("application_id")?, tables()?) == (0, 0) {
            // Another process may be making the same new file: the second one finds it made.
            db.execute_batch("BEGIN IMMEDIATE")?;
            if tables()? == 0 {
                let Kind { application, format, schema } = self;
                let name = format!("PRAGMA application_id = {application}; PRAGMA user_version = {format};");
                db.execute_batch(&format!("{name}{schema}"))?;
            }
            db.execute_batch("COMMIT")?;
        }
        match (number("application_id")?, number("user_version")?) {
            (kind, found) if kind == self.application && found == self.format => {
                db.execute_batch("PRAGMA synchronous = FULL")?;
                Ok(db)
            }
            (kind, found) if kind == self.application => Err(Refused::Format(found)),
            _ => Err(Refused::Other),
        }
    }
}
