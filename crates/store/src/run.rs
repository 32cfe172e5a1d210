//! A run file that is being written or read.

use crate::{Batch, Checkpoint, Meta, StoreError, blob, open};
use rusqlite::{Connection, params};
use std::path::{Path, PathBuf};

/// A learning run in its file.
#[derive(Debug)]
pub struct Run {
    pub(crate) db: Connection,
    pub(crate) path: PathBuf,
    writable: bool,
}

impl Run {
    /// Begins a run in a new file with what is known before its first game, so that no run is without. Never overwrites one.
    ///
    /// # Errors
    /// If the file exists or cannot be made.
    pub fn create(path: impl AsRef<Path>, meta: &Meta, begun: &Batch) -> Result<Run, StoreError> {
        let path = path.as_ref().to_path_buf();
        let db = open::create(&path, |db| write_meta(db, meta).and_then(|()| write_batch(db, begun)))?;
        Ok(Run { db, path, writable: true })
    }

    /// Opens a run to go on with it. No other process can do so until this one is dropped.
    ///
    /// # Errors
    /// If it is not there, not a run, damaged, of a newer format, not writable or being written by another process.
    pub fn open(path: impl AsRef<Path>) -> Result<Run, StoreError> {
        let path = path.as_ref().to_path_buf();
        let mut run = Run { db: open::write(&path)?, path, writable: true };
        run.forget_unfinished()?;
        Ok(run)
    }

    /// Opens a run to look at it; it may be going on meanwhile.
    ///
    /// # Errors
    /// If it is not there, not a run, damaged or of a newer format.
    pub fn read(path: impl AsRef<Path>) -> Result<Run, StoreError> {
        let path = path.as_ref().to_path_buf();
        Ok(Run { db: open::read(&path)?, path, writable: false })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a batch: all of it or, after an error, nothing; it may then be tried again.
    ///
    /// # Errors
    /// If the disk is full, the run was opened for reading, or a row lies beyond the checkpoint.
    pub fn commit(&mut self, batch: &Batch) -> Result<(), StoreError> {
        if !self.writable {
            return Err(StoreError::ReadOnly(self.path.clone()));
        }
        if batch.last() > batch.checkpoint.games {
            let (row, checkpoint) = (batch.last(), batch.checkpoint.games);
            return Err(StoreError::Beyond { path: self.path.clone(), row, checkpoint });
        }
        self.transaction(|db| write_batch(db, batch))
    }

    /// Replaces the settings: a run may be given more games.
    ///
    /// # Errors
    /// As for [`Run::commit`].
    pub fn amend(&mut self, settings: &serde_json::Value) -> Result<(), StoreError> {
        if !self.writable {
            return Err(StoreError::ReadOnly(self.path.clone()));
        }
        self.transaction(|db| db.execute("UPDATE run SET settings = ?1", [settings.to_string()]).map(|_| ()))
    }

    /// Goes back to what was known after `games` games: all later rows are gone for good.
    ///
    /// # Errors
    /// As for [`Run::commit`], and if the run does not remember that game.
    pub fn undo(&mut self, games: u64) -> Result<(), StoreError> {
        if !self.writable {
            return Err(StoreError::ReadOnly(self.path.clone()));
        }
        let count = "SELECT count(*) FROM memory WHERE game = ?1";
        if self.one::<i64>(count, [games as i64])? == 0 {
            return Err(StoreError::Forgotten { path: self.path.clone(), games });
        }
        self.transaction(|db| {
            db.execute(
                "UPDATE checkpoint SET games = ?1, state = (SELECT state FROM memory WHERE game = ?1)",
                [games as i64],
            )?;
            db.execute("DELETE FROM memory WHERE game > ?1", [games as i64])?;
            remove_after(db, games)
        })
    }

    /// Runs `work` in the open transaction, commits it and begins the next.
    fn transaction(&mut self, work: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> Result<(), StoreError> {
        let written = self.begin().and_then(|()| work(&self.db)).and_then(|()| self.db.execute_batch("COMMIT"));
        if written.is_err() && !self.db.is_autocommit() {
            // SQLite itself rolls back after some errors, so this may have nothing to do.
            let _ = self.db.execute_batch("ROLLBACK");
        }
        let again = self.begin();
        written.and(again).map_err(|e| StoreError::sql(&self.path, e))
    }

    /// Makes sure that the transaction which keeps other writers out is open.
    fn begin(&self) -> rusqlite::Result<()> {
        if self.db.is_autocommit() { self.db.execute_batch("BEGIN IMMEDIATE") } else { Ok(()) }
    }

    /// Removes rows beyond the checkpoint, which resuming would write again. Commits cannot leave any behind; another
    /// program's hand in the file can.
    fn forget_unfinished(&mut self) -> Result<(), StoreError> {
        let games = self.checkpoint()?.map_or(0, |c| c.games);
        let beyond = "SELECT EXISTS (SELECT 1 FROM game WHERE number > ?1)
            OR EXISTS (SELECT 1 FROM snapshot WHERE game > ?1) OR EXISTS (SELECT 1 FROM rating WHERE game > ?1)";
        if !self.one::<bool>(beyond, [games as i64])? {
            return Ok(());
        }
        self.transaction(|db| remove_after(db, games))
    }
}

/// Removes the rows of later games.
fn remove_after(db: &Connection, games: u64) -> rusqlite::Result<()> {
    for (table, column) in [("game", "number"), ("snapshot", "game"), ("rating", "game"), ("event", "game")] {
        db.execute(&format!("DELETE FROM {table} WHERE {column} > ?1"), [games as i64])?;
    }
    Ok(())
}

fn write_meta(db: &Connection, meta: &Meta) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO run VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            meta.game,
            meta.features,
            meta.settings.to_string(),
            meta.seed.to_string(),
            meta.version,
            meta.sets as i64,
            meta.snapshot_every as i64
        ],
    )?;
    let mut insert = db.prepare("INSERT INTO feature VALUES (?1, ?2)")?;
    for (id, name) in meta.names.iter().enumerate() {
        insert.execute(params![id as i64, name])?;
    }
    Ok(())
}

fn write_batch(db: &Connection, batch: &Batch) -> rusqlite::Result<()> {
    let mut insert = db.prepare_cached("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for row in &batch.games {
        let (number, nodes) = (row.number as i64, row.nodes as i64);
        insert.execute(params![number, row.result, row.plies, row.reason, nodes, row.start, row.moves])?;
    }
    let mut insert = db.prepare_cached("INSERT INTO snapshot VALUES (?1, ?2, ?3, ?4)")?;
    for row in &batch.snapshots {
        insert.execute(params![row.game as i64, row.lambda, blob::pack(&row.weights), blob::pack(&row.rates)])?;
    }
    let mut insert = db.prepare_cached("INSERT INTO event VALUES (NULL, ?1, ?2, ?3)")?;
    for row in &batch.events {
        insert.execute(params![row.game as i64, row.kind, row.text])?;
    }
    let mut insert = db.prepare_cached("INSERT INTO rating VALUES (?1, ?2, ?3, ?4)")?;
    for row in &batch.ratings {
        insert.execute(params![row.game as i64, row.player, row.rating, row.deviation])?;
    }
    let Checkpoint { games, state, seconds, cpu_seconds } = &batch.checkpoint;
    db.prepare_cached("INSERT OR REPLACE INTO checkpoint VALUES (1, ?1, ?2, ?3, ?4)")?.execute(params![
        *games as i64,
        state,
        seconds,
        cpu_seconds
    ])?;
    if batch.remember {
        db.prepare_cached("INSERT OR REPLACE INTO memory VALUES (?1, ?2)")?.execute(params![*games as i64, state])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameRow;

    #[test]
    fn a_full_disk_costs_one_batch_and_can_be_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.run");
        let meta = Meta {
            game: "walk".to_string(),
            features: "states".to_string(),
            settings: serde_json::Value::Null,
            seed: 1,
            version: String::new(),
            names: Vec::new(),
            sets: 1,
            snapshot_every: 1,
        };
        let mut run = Run::create(&path, &meta, &Batch::default()).unwrap();
        let game = |number| GameRow {
            number,
            result: 0,
            plies: 1,
            reason: String::new(),
            nodes: 1,
            start: None,
            moves: "m".repeat(100),
        };
        let batch = |from, to| Batch {
            games: (from..=to).map(game).collect(),
            checkpoint: Checkpoint { games: to, ..Checkpoint::default() },
            ..Batch::default()
        };
        run.commit(&batch(1, 10)).unwrap();
        let pages: i64 = run.one("PRAGMA page_count", []).unwrap();
        run.db.pragma_update(None, "max_page_count", pages + 2).unwrap();
        assert!(matches!(run.commit(&batch(11, 1000)), Err(StoreError::Full(_))));
        assert_eq!(run.checkpoint().unwrap().unwrap().games, 10);
        assert_eq!(run.games(1..=u64::MAX).unwrap().len(), 10);
        assert!(matches!(Run::open(&path), Err(StoreError::Busy(_))), "still ours");
        run.db.pragma_update(None, "max_page_count", 1_000_000).unwrap();
        run.commit(&batch(11, 1000)).unwrap();
        assert_eq!(run.games(1..=u64::MAX).unwrap().len(), 1000);
    }
}
