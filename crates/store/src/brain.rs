//! Brain files: positions in which games were lost, and what a search has found there. Several processes may use one at once.

use crate::StoreError;
use crate::shared::{Kind, Refused};
use rusqlite::{Connection, Row, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

const KIND: Kind = Kind {
    // "tdbr"
    application: 0x7464_6272,
    format: 1,
    schema: include_str!("brain.sql"),
};

/// How long to wait for another process that is just writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// A brain in its file.
#[derive(Debug)]
pub struct BrainFile {
    db: Connection,
    path: PathBuf,
}

/// A position of a brain. What was found there means nothing while `depth` is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrainRow {
    /// The position as the game writes it.
    pub position: String,
    /// True if the program played the second side.
    pub second: bool,
    /// Moves before it when it was met.
    pub ply: u32,
    /// Plies to which it is to be searched; 0 if nothing is to be done.
    pub wanted: u32,
    /// Plies searched.
    pub depth: u32,
    /// The value for the side to move.
    pub value: i32,
    /// What a pawn was worth then.
    pub unit: i32,
    /// The best move.
    pub best: String,
    /// The weights that were used, by their hash.
    pub weights: String,
}

impl BrainFile {
    /// Opens the brain of a game, or makes an empty one.
    ///
    /// # Errors
    /// If it cannot be opened, is not a brain, or one of another game.
    pub fn open(path: &Path, game: &str) -> Result<BrainFile, StoreError> {
        let file = BrainFile::connect(path, true)?;
        let sql = |error| StoreError::sql(path, error);
        file.db.execute("INSERT OR IGNORE INTO brain VALUES (1, ?1)", [game]).map_err(sql)?;
        let found = file.game()?;
        if found != game {
            let why = format!("it is a brain for {found}, not for {game}");
            return Err(StoreError::NotABrain { path: path.to_path_buf(), why });
        }
        Ok(file)
    }

    /// Opens a brain that is there, to look at it.
    ///
    /// # Errors
    /// If it is not there or is not a brain.
    pub fn read(path: &Path) -> Result<BrainFile, StoreError> {
        let missing = |_| StoreError::NotABrain { path: path.to_path_buf(), why: "there is no such file".to_string() };
        std::fs::metadata(path).map_err(missing)?;
        let file = BrainFile::connect(path, false)?;
        file.db.execute_batch("PRAGMA query_only = ON").map_err(|error| StoreError::sql(path, error))?;
        Ok(file)
    }

    fn connect(path: &Path, create: bool) -> Result<BrainFile, StoreError> {
        let not = |why: String| StoreError::NotABrain { path: path.to_path_buf(), why };
        let open = || {
            let db = KIND.open(path, create)?;
            // Games wait for the brain, so nobody may keep it for long.
            db.busy_timeout(PATIENCE)?;
            Ok(db)
        };
        let db = open().map_err(|refused| match refused {
            Refused::Other => not("it is something else".to_string()),
            Refused::Format(found) => not(format!("its format is {found}; this tdleaf knows format {}", KIND.format)),
            Refused::Sql(error) => match StoreError::sql(path, error) {
                StoreError::NotARun { why, .. } => not(why),
                other => other,
            },
        })?;
        Ok(BrainFile { db, path: path.to_path_buf() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of its game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn game(&self) -> Result<String, StoreError> {
        self.db.query_row("SELECT game FROM brain", [], |row| row.get(0)).map_err(|e| StoreError::sql(&self.path, e))
    }

    /// A number that is another one after another process has changed the file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn version(&self) -> Result<i64, StoreError> {
        let version = self.db.query_row("PRAGMA data_version", [], |row| row.get(0));
        version.map_err(|e| StoreError::sql(&self.path, e))
    }

    /// All positions, those that were met first in their games first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn rows(&self) -> Result<Vec<BrainRow>, StoreError> {
        let read = || {
            let mut query = self.db.prepare(
                "SELECT position, own, ply, wanted, depth, value, unit, best, weights FROM position
                 ORDER BY ply, position, own",
            )?;
            query.query_map([], row)?.collect()
        };
        let rows: rusqlite::Result<Vec<BrainRow>> = read();
        rows.map_err(|e| StoreError::sql(&self.path, e))
    }

    /// Writes what was found in positions, unless something deeper is there that was found with the same weights: all of it
    /// or, after an error, nothing.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put(&mut self, rows: &[BrainRow]) -> Result<(), StoreError> {
        self.write(
            rows,
            "SET ply = min(ply, excluded.ply), wanted = excluded.wanted, depth = excluded.depth, value = excluded.value,
                 unit = excluded.unit, best = excluded.best, weights = excluded.weights
             WHERE excluded.weights <> weights OR excluded.depth >= depth",
        )
    }

    /// Asks for searches of positions, which are added if they are new; what was found there stays.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn want(&mut self, rows: &[BrainRow]) -> Result<(), StoreError> {
        self.write(rows, "SET wanted = max(wanted, excluded.wanted)")
    }

    fn write(&mut self, rows: &[BrainRow], known: &str) -> Result<(), StoreError> {
        let mut write = || {
            let transaction = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            {
                let mut put = transaction.prepare_cached(&format!(
                    "INSERT INTO position VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                     ON CONFLICT (position, own) DO UPDATE {known}"
                ))?;
                for row in rows {
                    let BrainRow { position, second, ply, wanted, depth, value, unit, best, weights } = row;
                    put.execute(params![position, second, ply, wanted, depth, value, unit, best, weights])?;
                }
            }
            transaction.commit()
        };
        write().map_err(|e| match StoreError::sql(&self.path, e) {
            StoreError::Busy(path) => StoreError::Locked(path),
            other => other,
        })
    }
}

fn row(row: &Row) -> rusqlite::Result<BrainRow> {
    Ok(BrainRow {
        position: row.get(0)?,
        second: row.get(1)?,
        ply: row.get(2)?,
        wanted: row.get(3)?,
        depth: row.get(4)?,
        value: row.get(5)?,
        unit: row.get(6)?,
        best: row.get(7)?,
        weights: row.get(8)?,
    })
}
