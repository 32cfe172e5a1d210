//! Finished games as PGN, each safe on the disk before anybody learns from it.

use arena::pgn::{Heading, write};
use arena::{Opposition, Record};
use game::{Game, Side};
use std::fs::OpenOptions;
use std::io::{Result, Write};
use std::path::PathBuf;

/// A file to which games are added.
#[derive(Clone, Debug)]
pub struct Archive {
    /// The file.
    pub path: PathBuf,
    /// What the games belong to.
    pub event: String,
    /// The date of today.
    pub date: fn() -> String,
    /// The program's name among players.
    pub name: String,
}

impl Archive {
    /// Adds a game in which the program played a side.
    pub fn add<G: Game>(&self, record: &Record<G>, own: Side, opposition: &Opposition) -> Result<()> {
        let mut names = [self.name.clone(), opposition.name.clone().unwrap_or_else(|| "?".to_string())];
        let mut ratings = [opposition.own_rating, opposition.rating];
        if own == Side::Second {
            names.reverse();
            ratings.reverse();
        }
        let tag = |name: &str, rating: Option<f64>| rating.map(|rating| (name.to_string(), format!("{rating:.0}")));
        let more = [tag("WhiteElo", ratings[0]), tag("BlackElo", ratings[1])].into_iter().flatten().collect();
        let (event, date, round) = (self.event.clone(), (self.date)(), "-".to_string());
        let text = write(&Heading { event, date, round, names, more }, record);
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    }
}
