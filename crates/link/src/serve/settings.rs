//! What can be set while the program runs, by the names that the protocols use.

use search::{Options, Table};
use std::time::Duration;

/// The largest hash table, in megabytes.
pub const MOST_HASH: u32 = 4096;
/// The largest number of threads.
pub const MOST_THREADS: u32 = 256;

/// All settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The hash table in megabytes.
    pub hash: u32,
    /// Threads of a search.
    pub threads: u32,
    /// Lines to report.
    pub lines: u32,
    /// Think on the opponent's time. UCI programs say themselves when; xboard's `hard` and `easy` set it.
    pub ponder: bool,
    /// Castling and positions as in Chess960.
    pub chess960: bool,
    /// What each move loses between the search and the clock.
    pub overhead: Duration,
    /// Give up at so many hundredths of the unit against us, where the protocol has a word for it; 0: never.
    pub resign: u32,
    /// The name of the weights.
    pub weights: String,
    /// The run file in which games are learnt from; empty: nothing is learnt.
    pub learn: String,
    /// The file of the brain; empty: there is none.
    pub brain: String,
    /// What is done with it: one of [`BRAIN_MODES`].
    pub brain_mode: &'static str,
    /// How long others may have to wait while it is put in order; zero: as long as it takes.
    pub brain_time: Duration,
}

/// What can be done with a brain: use it and let it grow, use it as it is, or nothing.
pub const BRAIN_MODES: [&str; 3] = ["on", "read-only", "off"];

impl Settings {
    /// The usual settings with weights of this name.
    pub fn new(weights: String) -> Settings {
        let overhead = Duration::from_millis(10);
        Settings {
            hash: 64,
            threads: 1,
            lines: 1,
            ponder: false,
            chess960: false,
            overhead,
            resign: 0,
            weights,
            learn: String::new(),
            brain: String::new(),
            brain_mode: BRAIN_MODES[0],
            brain_time: Duration::from_secs(8),
        }
    }

    /// True if games change something: weights or a brain.
    pub fn remembers(&self) -> bool {
        !self.learn.is_empty() || self.has_brain()
    }

    /// True if there is a brain, and it is used.
    pub fn has_brain(&self) -> bool {
        !self.brain.is_empty() && self.brain_mode != "off"
    }

    /// True if games change the same things with the other settings.
    pub fn same_memory(&self, other: &Settings) -> bool {
        (&self.learn, &self.brain, self.brain_mode) == (&other.learn, &other.brain, other.brain_mode)
    }

    /// The variant in which positions are read.
    pub fn variant(&self) -> Option<&'static str> {
        self.chess960.then_some("chess960")
    }

    /// The options of a search.
    pub fn options(&self) -> Options {
        let threads = self.threads as usize;
        Options { table_bits: Some(table_bits(self.hash)), threads, ..Options::strong() }
    }
}

/// The largest table, as a power of two, that fits into so many megabytes.
fn table_bits(megabytes: u32) -> u32 {
    (u64::from(megabytes.clamp(1, MOST_HASH)) * (1 << 20) / Table::ENTRY as u64).ilog2()
}

/// A setting as it is offered to other programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
}

/// What a setting may be, with what it is now.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A whole number and its limits.
    Number(u32, u32, u32),
    /// On or off.
    Switch(bool),
    /// Any text.
    Text(String),
    /// One of several words.
    Choice(&'static str, &'static [&'static str]),
    /// Nothing: it does something.
    Button,
}

/// When to give up.
pub const RESIGN: &str = "Resign";
/// Forgets all positions.
pub const CLEAR: &str = "Clear Hash";
/// Tells how a game ended: UCI itself does not.
pub const RESULT: &str = "GameResult";

impl Settings {
    /// All settings with their values. `chess960` tells whether the game has that variant.
    pub fn list(&self, chess960: bool) -> Vec<Item> {
        let item = |name, kind| Item { name, kind };
        let mut list = vec![
            item("Hash", Kind::Number(self.hash, 1, MOST_HASH)),
            item("Threads", Kind::Number(self.threads, 1, MOST_THREADS)),
            item("MultiPV", Kind::Number(self.lines, 1, 256)),
            item("Ponder", Kind::Switch(self.ponder)),
            item("UCI_Chess960", Kind::Switch(self.chess960)),
            item("Move Overhead", Kind::Number(self.overhead.as_millis() as u32, 0, 5000)),
            item(RESIGN, Kind::Number(self.resign, 0, 100_000)),
            item("Weights", Kind::Text(self.weights.clone())),
            item("Learn", Kind::Text(self.learn.clone())),
            item("Brain", Kind::Text(self.brain.clone())),
            item("Brain Mode", Kind::Choice(self.brain_mode, &BRAIN_MODES)),
            item("Brain Time", Kind::Number(self.brain_time.as_secs() as u32, 0, 86_400)),
            item(RESULT, Kind::Text(String::new())),
            item(CLEAR, Kind::Button),
        ];
        list.retain(|item| chess960 || item.name != "UCI_Chess960");
        list
    }

    /// Sets what is called `name`, whatever its case. The weights are only named: loading them is another matter.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<&'static str, String> {
        let list = self.list(true);
        let Some(item) = list.iter().find(|item| item.name.eq_ignore_ascii_case(name)) else {
            let names: Vec<&str> = list.iter().map(|item| item.name).collect();
            return Err(format!("no option '{name}'; options: {}", names.join(", ")));
        };
        let value = value.unwrap_or_default();
        match item.kind {
            Kind::Number(_, least, most) => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                let number: u32 =
                    number.ok_or_else(|| format!("{} must be from {least} to {most}, not '{value}'", item.name))?;
                match item.name {
                    "Hash" => self.hash = number,
                    "Threads" => self.threads = number,
                    "MultiPV" => self.lines = number,
                    RESIGN => self.resign = number,
                    "Brain Time" => self.brain_time = Duration::from_secs(number.into()),
                    _ => self.overhead = Duration::from_millis(number.into()),
                }
            }
            Kind::Switch(_) => {
                let on = match value.to_ascii_lowercase().as_str() {
                    "true" | "1" | "on" => true,
                    "false" | "0" | "off" => false,
                    _ => return Err(format!("{} must be true or false, not '{value}'", item.name)),
                };
                if item.name == "Ponder" { self.ponder = on } else { self.chess960 = on }
            }
            Kind::Text(_) => match item.name {
                "Weights" => self.weights = value.to_string(),
                "Learn" => self.learn = text(value),
                "Brain" => self.brain = text(value),
                _ => {}
            },
            Kind::Choice(_, all) => {
                let found = all.iter().find(|one| one.eq_ignore_ascii_case(value));
                let expected = || format!("{} must be one of {}, not '{value}'", item.name, all.join(", "));
                self.brain_mode = found.ok_or_else(expected)?;
            }
            Kind::Button => {}
        }
        Ok(item.name)
    }
}

/// Programs write an empty text in different ways.
fn text(value: &str) -> String {
    if value == "<empty>" { String::new() } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits() {
        for megabytes in [1, 2, 16, 64, 100, MOST_HASH] {
            let bytes = (Table::ENTRY as u64) << table_bits(megabytes);
            let most = u64::from(megabytes) << 20;
            assert!(bytes <= most && 2 * bytes > most, "{megabytes}");
        }
        assert_eq!((table_bits(0), table_bits(u32::MAX)), (table_bits(1), table_bits(MOST_HASH)));
    }

    #[test]
    fn every_setting_has_a_name_and_limits() {
        let mut settings = Settings::new("textbook".to_string());
        for (name, value) in [
            ("hash", "128"),
            ("THREADS", "2"),
            ("multipv", "3"),
            ("ponder", "True"),
            ("uci_chess960", "true"),
            ("move overhead", "55"),
            ("resign", "1500"),
            ("Weights", "my file.tdw"),
            ("learn", "my run.tdrun"),
            ("brain", "my.tdbrain"),
            ("BRAIN MODE", "Read-only"),
            ("brain time", "99"),
        ] {
            settings.set(name, Some(value)).unwrap();
        }
        let overhead = Duration::from_millis(55);
        let weights = "my file.tdw".to_string();
        let learn = "my run.tdrun".to_string();
        let (brain, brain_mode, brain_time) = ("my.tdbrain".to_string(), "read-only", Duration::from_secs(99));
        let (hash, threads, lines, ponder, chess960) = (128, 2, 3, true, true);
        let wanted = Settings {
            hash,
            threads,
            lines,
            ponder,
            chess960,
            overhead,
            resign: 1500,
            weights,
            learn,
            brain,
            brain_mode,
            brain_time,
        };
        assert_eq!(settings, wanted);
        assert_eq!(settings.set("clear hash", None), Ok(CLEAR));
        for (name, value) in [("Hash", "0"), ("Hash", "1e9"), ("Threads", "-1"), ("Ponder", "maybe"), ("Elo", "1")] {
            assert!(settings.set(name, Some(value)).is_err(), "{name} {value}");
        }
        assert!(settings.set("Brain Mode", Some("sometimes")).unwrap_err().contains("on, read-only, off"));
        assert_eq!(settings, wanted, "what is refused changes nothing");
        assert_eq!(settings.list(false).len() + 1, settings.list(true).len());
    }
}
