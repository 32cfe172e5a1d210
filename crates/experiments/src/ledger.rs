//! The one file that keeps all results: what has been worked out once is never worked out again.

use crate::Error;
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{Kind, Refused, pack, unpack};

/// The format is raised, too, when searching or learning changes so that results of before and after must not be mixed.
const KIND: Kind = Kind {
    // "tdex"
    application: 0x7464_6578,
    format: 1,
    schema: include_str!("schema.sql"),
};

/// Results, learning runs and costs in an SQLite file. Several processes may use it at once.
#[derive(Debug)]
pub struct Ledger {
    db: Mutex<Connection>,
    path: PathBuf,
    version: String,
}

/// A learning run as far as it has got.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saved {
    /// Games learnt.
    pub games: u64,
    /// The learner's memory, as JSON.
    pub state: String,
    /// How often each feature has occurred in the positions of the games.
    pub seen: Vec<f64>,
    /// Processor seconds so far.
    pub cpu: f64,
}

/// The weights at one point of a learning run.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Games learnt.
    pub game: u64,
    /// The weights.
    pub weights: Vec<f64>,
    /// The steepness.
    pub beta: f64,
    /// Lambda.
    pub lambda: f64,
    /// Processor seconds so far.
    pub cpu: f64,
    /// How often each feature has occurred in the positions of the games.
    pub seen: Vec<f64>,
}

/// How much of an experiment there is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// The share of the published size.
    pub scale: f64,
    /// The number of seeds, if it is not the published one.
    pub seeds: Option<u64>,
    /// False if it has only been begun.
    pub finished: bool,
}

/// A piece of work that has been done: which kind, how much of it, how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Cost<'a> {
    /// The kind of work.
    pub class: &'a str,
    /// The amount.
    pub units: f64,
    /// Processor seconds.
    pub cpu: f64,
}

impl Ledger {
    /// Opens the file, or makes it. `version` is written beside every result.
    pub fn open(path: &Path, version: &str) -> Result<Ledger, Error> {
        let db = KIND.open(path, true).map_err(|refused| {
            let why = match refused {
                Refused::Sql(error) => return wrong(path, error),
                Refused::Other => "it is not a file of experiments".to_string(),
                Refused::Format(found) => {
                    let own = KIND.format;
                    format!("it has results of version {found}, which cannot be mixed with those of version {own}: use another --file")
                }
            };
            Error::Ledger { path: path.to_path_buf(), why }
        })?;
        Ok(Ledger { db: Mutex::new(db), path: path.to_path_buf(), version: version.to_string() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        work(&self.db()).map_err(|error| wrong(&self.path, error))
    }

    /// All or nothing.
    fn write(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> Result<(), Error> {
        self.work(|db| {
            db.execute_batch("BEGIN IMMEDIATE")?;
            let done = work(db).and_then(|()| db.execute_batch("COMMIT"));
            if done.is_err() && !db.is_autocommit() {
                // The first error is the one that matters.
                let _ = db.execute_batch("ROLLBACK");
            }
            done
        })
    }

    /// A single result.
    pub fn result(&self, key: &str) -> Result<Option<Value>, Error> {
        let text: Option<String> = self.work(|db| {
            db.prepare_cached("SELECT value FROM result WHERE key = ?1")?.query_row([key], |row| row.get(0)).optional()
        })?;
        text.map(|text| serde_json::from_str(&text).map_err(|error| wrong(&self.path, error))).transpose()
    }

    /// Keeps a single result and what it cost.
    pub fn put(&self, key: &str, value: &Value, cost: Cost) -> Result<(), Error> {
        self.write(|db| {
            insert(db, key, value, cost.cpu, &self.version)?;
            spend(db, cost)
        })
    }

    /// A learning run as far as it has got.
    pub fn run(&self, key: &str) -> Result<Option<Saved>, Error> {
        self.work(|db| {
            db.prepare_cached("SELECT games, state, seen, cpu FROM run WHERE key = ?1")?
                .query_row([key], |row| {
                    let seen: Vec<u8> = row.get(2)?;
                    let games: i64 = row.get(0)?;
                    Ok(Saved { games: games as u64, state: row.get(1)?, seen: numbers(&seen), cpu: row.get(3)? })
                })
                .optional()
        })
    }

    /// Keeps how far a learning run has got, with the new points of its trace. A process that comes too late with what
    /// another one has worked out already changes nothing.
    pub fn save(&self, key: &str, saved: &Saved, points: &[Point], cost: Cost) -> Result<(), Error> {
        self.write(|db| {
            db.prepare_cached(
                "INSERT INTO run (key, games, state, seen, cpu, version) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT (key) DO UPDATE SET games = excluded.games, state = excluded.state, seen = excluded.seen,
                 cpu = excluded.cpu, version = excluded.version WHERE excluded.games > games",
            )?
            .execute(params![
                key,
                saved.games as i64,
                saved.state,
                pack(&saved.seen),
                saved.cpu,
                self.version
            ])?;
            let id: i64 = db.query_row("SELECT id FROM run WHERE key = ?1", [key], |row| row.get(0))?;
            let mut insert = db.prepare_cached("INSERT OR IGNORE INTO snapshot VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
            for Point { game, weights, beta, lambda, cpu, seen } in points {
                insert.execute(params![id, *game as i64, pack(weights), beta, lambda, cpu, pack(seen)])?;
            }
            spend(db, cost)
        })
    }

    /// The trace of a learning run up to a number of games.
    pub fn trace(&self, key: &str, games: u64) -> Result<Vec<Point>, Error> {
        self.work(|db| {
            db.prepare_cached(
                "SELECT game, weights, beta, lambda, snapshot.cpu, snapshot.seen FROM snapshot JOIN run ON run.id = snapshot.run
                 WHERE key = ?1 AND game <= ?2 ORDER BY game",
            )?
            .query_map(params![key, games as i64], |row| {
                let (game, weights): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
                let (beta, lambda, cpu, seen): (_, _, _, Vec<u8>) = (row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?);
                Ok(Point { game: game as u64, weights: numbers(&weights), beta, lambda, cpu, seen: numbers(&seen) })
            })?
            .collect()
        })
    }

    /// Processor seconds for a unit of a kind of work, if any has been done.
    pub fn rate(&self, class: &str) -> Result<Option<f64>, Error> {
        let found: Option<(f64, f64)> = self.work(|db| {
            db.query_row("SELECT units, cpu FROM cost WHERE class = ?1", [class], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })?;
        Ok(found.filter(|(units, _)| *units > 0.0).map(|(units, cpu)| cpu / units))
    }

    /// Notes how an experiment was asked for, if it is the first time.
    pub fn ask(&self, experiment: &str, scale: f64, seeds: Option<u64>) -> Result<(), Error> {
        let seeds = seeds.map(|seeds| seeds as i64);
        self.write(|db| {
            db.execute("INSERT OR IGNORE INTO asked VALUES (?1, ?2, ?3)", params![experiment, scale, seeds]).map(|_| ())
        })
    }

    /// Notes that so much of an experiment is finished, or finished but for deeper searches (`whole` is false), unless more of it
    /// was: what counts is the scale times the number of seeds, `most`, which `seeds` may leave as published.
    pub fn finish(
        &self,
        experiment: &str,
        (scale, seeds): (f64, Option<u64>),
        most: u64,
        whole: bool,
    ) -> Result<(), Error> {
        let size = |scale: f64, most: u64| scale * most as f64;
        let key = finished(experiment, whole);
        if self.finished(&key)?.is_some_and(|(before, _, had)| size(before, had) > size(scale, most)) {
            return Ok(());
        }
        let value = serde_json::json!([scale, seeds, most]);
        self.write(|db| insert(db, &key, &value, 0.0, &self.version))
    }

    fn finished(&self, key: &str) -> Result<Option<(f64, Option<u64>, u64)>, Error> {
        let value = self.result(key)?;
        value.map(|value| serde_json::from_value(value).map_err(|error| wrong(&self.path, error))).transpose()
    }

    /// How much of an experiment there is to show: the most that is finished, be it but for deeper searches, or else what was asked
    /// for first.
    pub fn asked(&self, experiment: &str) -> Result<Option<Asked>, Error> {
        let [whole, shallow] = [true, false].map(|whole| self.finished(&finished(experiment, whole)));
        let size = |(scale, _, most): &(f64, Option<u64>, u64)| scale * *most as f64;
        match (whole?, shallow?) {
            (Some(whole), shallow) if shallow.is_none_or(|shallow| size(&shallow) <= size(&whole)) => {
                return Ok(Some(Asked { scale: whole.0, seeds: whole.1, finished: true }));
            }
            (_, Some(shallow)) => return Ok(Some(Asked { scale: shallow.0, seeds: shallow.1, finished: false })),
            _ => (),
        }
        self.work(|db| {
            db.query_row("SELECT scale, seeds FROM asked WHERE experiment = ?1", [experiment], |row| {
                let seeds = row.get::<_, Option<i64>>(1)?.map(|seeds| seeds as u64);
                Ok(Asked { scale: row.get(0)?, seeds, finished: false })
            })
            .optional()
        })
    }
}

fn spend(db: &Connection, Cost { class, units, cpu }: Cost) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO cost VALUES (?1, ?2, ?3)
         ON CONFLICT (class) DO UPDATE SET units = units + excluded.units, cpu = cpu + excluded.cpu",
    )?
    .execute(params![class, units, cpu])
    .map(|_| ())
}

fn insert(db: &Connection, key: &str, value: &Value, cpu: f64, version: &str) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO result VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![key, value.to_string(), cpu, version])
        .map(|_| ())
}

/// The key of the result that tells how much of an experiment is finished, wholly or but for deeper searches.
fn finished(experiment: &str, whole: bool) -> String {
    format!("finished {experiment}{}", if whole { "" } else { ", less deep" })
}

fn wrong(path: &Path, why: impl ToString) -> Error {
    Error::Ledger { path: path.to_path_buf(), why: why.to_string() }
}

/// Doubles again; what another program's hand has cut short is empty.
fn numbers(bytes: &[u8]) -> Vec<f64> {
    unpack(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const COST: Cost = Cost { class: "walk", units: 2.0, cpu: 1.0 };

    #[test]
    fn what_is_kept_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.tdexp");
        let ledger = Ledger::open(&path, "1").unwrap();
        ledger.put("a", &json!([1, 0.1]), COST).unwrap();
        let point =
            |game| Point { game, weights: vec![0.1, -1.0 / 3.0], beta: 1.0, lambda: 0.95, cpu: 0.5, seen: vec![7.0] };
        let saved = |games| Saved { games, state: "{}".to_string(), seen: vec![1.0], cpu: 2.0 };
        ledger.save("r", &saved(20), &[point(10), point(20)], COST).unwrap();
        ledger.save("r", &saved(10), &[point(10)], COST).unwrap();
        ledger.ask("walk", 0.5, None).unwrap();
        drop(ledger);
        let ledger = Ledger::open(&path, "1").unwrap();
        assert_eq!(ledger.result("a").unwrap(), Some(json!([1, 0.1])));
        assert_eq!(ledger.result("b").unwrap(), None);
        assert_eq!(ledger.run("r").unwrap(), Some(saved(20)), "what came too late changes nothing");
        assert_eq!(ledger.trace("r", 15).unwrap(), [point(10)]);
        assert_eq!(ledger.rate("walk").unwrap(), Some(0.5));
        assert_eq!(ledger.asked("walk").unwrap().unwrap().scale, 0.5);
        assert_eq!(ledger.asked("x").unwrap(), None);
    }

    #[test]
    fn the_most_that_is_finished_is_shown() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(&folder.path().join("x.tdexp"), "1").unwrap();
        let asked = || ledger.asked("walk").unwrap();
        ledger.ask("walk", 1.0, None).unwrap();
        assert_eq!(asked(), Some(Asked { scale: 1.0, seeds: None, finished: false }), "it has been begun");
        // Five seeds were published.
        let steps = [
            ((0.1, None), (0.1, None), "smaller, but finished"),
            ((0.1, Some(2)), (0.1, None), "less of it"),
            ((1.0, Some(3)), (1.0, Some(3)), "larger"),
            ((1.0, Some(2)), (1.0, Some(3)), "fewer seeds"),
            ((1.1, Some(1)), (1.0, Some(3)), "hardly larger, and far fewer seeds"),
            ((1.0, Some(7)), (1.0, Some(7)), "more seeds"),
            ((1.0, None), (1.0, Some(7)), "as published, which is fewer"),
        ];
        for ((scale, seeds), (shown, of), why) in steps {
            for (id, finished) in [("walk", true), ("depths", false)] {
                ledger.finish(id, (scale, seeds), seeds.unwrap_or(5), finished).unwrap();
                assert_eq!(ledger.asked(id).unwrap(), Some(Asked { scale: shown, seeds: of, finished }), "{why}");
            }
        }
        ledger.finish("depths", (0.1, None), 5, true).unwrap();
        assert_eq!(ledger.asked("depths").unwrap().unwrap().scale, 1.0, "less deep, but far more");
        ledger.finish("depths", (2.0, None), 5, true).unwrap();
        assert!(ledger.asked("depths").unwrap().unwrap().finished);
        ledger.ask("walk", 20.0, None).unwrap();
        assert_eq!(asked(), Some(Asked { scale: 1.0, seeds: Some(7), finished: true }), "begun only");
    }

    #[test]
    fn other_files_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        std::fs::write(&path, "hello, I am a text").unwrap();
        let error = Ledger::open(&path, "1").unwrap_err().to_string();
        assert!(error.contains("not a database"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), b"hello, I am a text");
        let empty = folder.path().join("z");
        std::fs::write(&empty, "").unwrap();
        assert!(Ledger::open(&empty, "1").is_ok(), "a process was killed before it could write anything");
        let other = folder.path().join("y");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        assert!(Ledger::open(&other, "1").unwrap_err().to_string().contains("not a file of experiments"));
    }
}
