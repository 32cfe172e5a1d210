//! What a run file tells: to resume from, to report and to export.

use crate::{Checkpoint, EventRow, GameRow, Meta, RatingRow, Run, Snapshot, StoreError, blob};
use rusqlite::types::FromSql;
use rusqlite::{OptionalExtension, Params, Row};
use std::ops::RangeInclusive;

/// How games ended, from the first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games that the first player won.
    pub first: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that the second player won.
    pub second: u64,
}

/// How long games were, in plies; all 0 if there are none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lengths {
    /// The mean.
    pub mean: f64,
    /// The shortest.
    pub shortest: u32,
    /// The longest.
    pub longest: u32,
}

impl Run {
    /// What the run is.
    ///
    /// # Errors
    /// As every reading function: if the file is damaged, or another process keeps it from being read.
    pub fn meta(&self) -> Result<Meta, StoreError> {
        let names = self.all("SELECT name FROM feature ORDER BY id", [], |row| row.get(0))?;
        let sql = "SELECT game, features, settings, seed, version, sets, snapshot_every FROM run";
        let mut found = self.all(sql, [], |row| {
            let (settings, seed): (String, String) = (row.get(2)?, row.get(3)?);
            let meta = Meta {
                game: row.get(0)?,
                features: row.get(1)?,
                settings: serde_json::Value::Null,
                seed: 0,
                version: row.get(4)?,
                names: Vec::new(),
                sets: row.get::<_, i64>(5)? as usize,
                snapshot_every: row.get::<_, i64>(6)? as u64,
            };
            Ok((meta, settings, seed))
        })?;
        let (meta, settings, seed) = found.pop().ok_or_else(|| self.damaged("no row that says what the run is"))?;
        let settings = serde_json::from_str(&settings).map_err(|e| self.damaged(&format!("settings: {e}")))?;
        let seed = seed.parse().map_err(|e| self.damaged(&format!("seed: {e}")))?;
        Ok(Meta { names, settings, seed, ..meta })
    }

    /// Where to resume, if anything was committed.
    pub fn checkpoint(&self) -> Result<Option<Checkpoint>, StoreError> {
        let found = self.all("SELECT games, state, seconds, cpu_seconds FROM checkpoint", [], |row| {
            let games = row.get::<_, i64>(0)? as u64;
            Ok(Checkpoint { games, state: row.get(1)?, seconds: row.get(2)?, cpu_seconds: row.get(3)? })
        })?;
        Ok(found.into_iter().next())
    }

    /// The weights over time, earliest first.
    pub fn snapshots(&self) -> Result<Vec<Snapshot>, StoreError> {
        self.snapshots_by("SELECT game, weights, rates, lambda FROM snapshot ORDER BY game")
    }

    /// The number of snapshots.
    pub fn snapshot_count(&self) -> Result<u64, StoreError> {
        Ok(self.one::<i64>("SELECT count(*) FROM snapshot", [])? as u64)
    }

    /// How all games ended.
    pub fn results(&self) -> Result<Results, StoreError> {
        self.recent_results(u64::MAX >> 1)
    }

    /// How the last `n` games ended.
    pub fn recent_results(&self, n: u64) -> Result<Results, StoreError> {
        let sql = "SELECT total(result > 0), total(result = 0), total(result < 0)
            FROM (SELECT result FROM game ORDER BY number DESC LIMIT ?1)";
        let count = |row: &Row, i| row.get::<_, f64>(i).map(|n| n as u64);
        let found = self.all(sql, [n.min(i64::MAX as u64) as i64], |row| {
            Ok(Results { first: count(row, 0)?, draws: count(row, 1)?, second: count(row, 2)? })
        })?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// How long the games were.
    pub fn lengths(&self) -> Result<Lengths, StoreError> {
        let sql = "SELECT ifnull(avg(plies), 0.0), ifnull(min(plies), 0), ifnull(max(plies), 0) FROM game";
        let found =
            self.all(sql, [], |row| Ok(Lengths { mean: row.get(0)?, shortest: row.get(1)?, longest: row.get(2)? }))?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// The games with these numbers, in order.
    pub fn games(&self, numbers: RangeInclusive<u64>) -> Result<Vec<GameRow>, StoreError> {
        let sql = "SELECT number, result, plies, reason, nodes, start, moves FROM game
            WHERE number BETWEEN ?1 AND ?2 ORDER BY number";
        let top = i64::MAX as u64;
        let bounds = [(*numbers.start()).min(top) as i64, (*numbers.end()).min(top) as i64];
        self.all(sql, bounds, |row| {
            Ok(GameRow {
                number: row.get::<_, i64>(0)? as u64,
                result: row.get(1)?,
                plies: row.get(2)?,
                reason: row.get(3)?,
                nodes: row.get::<_, i64>(4)? as u64,
                start: row.get(5)?,
                moves: row.get(6)?,
            })
        })
    }

    /// The events, in the order they were written.
    pub fn events(&self) -> Result<Vec<EventRow>, StoreError> {
        self.all("SELECT game, kind, text FROM event ORDER BY id", [], |row| {
            Ok(EventRow { game: row.get::<_, i64>(0)? as u64, kind: row.get(1)?, text: row.get(2)? })
        })
    }

    /// The ratings, by game and player.
    pub fn ratings(&self) -> Result<Vec<RatingRow>, StoreError> {
        self.all("SELECT game, player, rating, deviation FROM rating ORDER BY game, player", [], |row| {
            let game = row.get::<_, i64>(0)? as u64;
            Ok(RatingRow { game, player: row.get(1)?, rating: row.get(2)?, deviation: row.get(3)? })
        })
    }

    fn snapshots_by(&self, sql: &str) -> Result<Vec<Snapshot>, StoreError> {
        let rows = self.all(sql, [], |row| {
            let numbers = |i| row.get::<_, Vec<u8>>(i).map(|bytes| blob::unpack(&bytes));
            Ok((row.get::<_, i64>(0)? as u64, numbers(1)?, numbers(2)?, row.get(3)?))
        })?;
        let whole = |(game, weights, rates, lambda)| Some(Snapshot { game, weights: weights?, rates: rates?, lambda });
        rows.into_iter().map(|row| whole(row).ok_or_else(|| self.damaged("a snapshot is cut off"))).collect()
    }

    /// The rows that a query finds.
    fn all<T>(
        &self,
        sql: &str,
        params: impl Params,
        each: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = || self.db.prepare_cached(sql)?.query_map(params, each)?.collect::<rusqlite::Result<Vec<T>>>();
        rows().map_err(|e| StoreError::sql(&self.path, e))
    }

    /// The one value that a query finds.
    pub(crate) fn one<T: FromSql>(&self, sql: &str, params: impl Params) -> Result<T, StoreError> {
        let found = self.db.query_row(sql, params, |row| row.get(0)).optional();
        found.map_err(|e| StoreError::sql(&self.path, e))?.ok_or_else(|| self.damaged("a row is missing"))
    }

    fn damaged(&self, why: &str) -> StoreError {
        StoreError::Corrupt { path: self.path.clone(), why: why.to_string() }
    }
}
