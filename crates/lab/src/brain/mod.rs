//! The brain: where games were lost, and what a deeper search has found there since (Baxter, Tridgell and Weaver 1998, section 5).
//!
//! [`over`](Brain::over) finds the position in which a game was lost and keeps it with its two successors; [`tidy`](Brain::tidy)
//! searches new and contradictory positions until none is left. What was searched with the weights of now enters the table before
//! each search ([`known`](Brain::known)). Whatever was searched with other weights is not believed.

mod lost;
mod tidy;

pub use lost::Lost;
pub(crate) use lost::on_the_board;
pub use tidy::{Study, Think, Tidied};

use crate::trainer::Error;
use eval::{Evaluator, Linear, Value, Weights, fingerprint};
use game::{Features, Game, Side};
use lost::Past;
use search::{Known, MOST_DEPTH, WIN};
use std::collections::HashMap;
use std::path::Path;
use store::{BrainFile, BrainRow};

/// Positions are searched to this depth at least.
pub const LEAST: u32 = 7;

/// No value is larger.
const LARGEST: u32 = 3 * WIN as u32;

/// Who searches: values of other judges do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judge {
    /// A hash of the weights and of what they belong to.
    pub weights: u64,
    /// What a pawn is worth.
    pub unit: Value,
}

/// Who has these weights.
pub fn judge<G: Game, F: Features<G>>(features: &F, weights: &Weights) -> Judge {
    let (name, sets) = (features.name(), weights.sets.name());
    let bytes = weights.values.iter().flat_map(|weight| weight.to_bits().to_le_bytes());
    let hash = fingerprint(name.bytes().chain([0]).chain(sets.bytes()).chain([0]).chain(bytes));
    let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
    Judge { weights: hash, unit: Evaluator::<G>::yardstick(&evaluator).max(1) }
}

/// A position of a brain.
#[derive(Clone, Debug)]
pub struct Entry<G: Game> {
    /// The position.
    pub position: G,
    /// The side that the program played.
    pub own: Side,
    /// Moves before it when it was met.
    pub ply: u32,
    /// Plies to which it is to be searched; 0 if nothing is to be done.
    pub wanted: u32,
    /// What was found there, if it has been searched.
    pub found: Option<Found<G::Move>>,
}

/// What a search has found in a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<M> {
    /// Plies searched.
    pub depth: u32,
    /// The value for the side to move.
    pub value: Value,
    /// The best move.
    pub best: M,
    /// Who searched.
    pub judge: Judge,
}

impl<G: Game> Entry<G> {
    /// What was found there, if it can be believed: also while it waits to be searched again.
    pub fn trusted(&self, judge: Judge) -> Option<&Found<G::Move>> {
        self.found.as_ref().filter(|found| found.judge.weights == judge.weights)
    }

    fn depth(&self) -> u32 {
        self.found.map_or(0, |found| found.depth)
    }

    /// True if the other one was searched deeper with the same weights, or this one was not searched.
    fn loses_to(&self, other: &Found<G::Move>) -> bool {
        self.found.is_none_or(|own| own.judge.weights == other.judge.weights && own.depth < other.depth)
    }

    fn row(&self) -> BrainRow {
        let found = self.found.as_ref();
        BrainRow {
            position: self.position.to_string(),
            second: self.own == Side::Second,
            ply: self.ply,
            wanted: self.wanted,
            depth: found.map_or(0, |found| found.depth),
            value: found.map_or(0, |found| found.value),
            unit: found.map_or(0, |found| found.judge.unit),
            best: found.map_or(String::new(), |found| self.position.write_move(found.best)),
            weights: found.map_or(String::new(), |found| format!("{:016x}", found.judge.weights)),
        }
    }

    fn read(row: &BrainRow) -> Result<Entry<G>, String> {
        let position = G::read(&row.position)?;
        let found = match row.depth {
            0 => None,
            depth if depth > MOST_DEPTH || row.value.unsigned_abs() > LARGEST || row.unit < 0 => {
                return Err(format!("no search has found the value {} at depth {depth}", row.value));
            }
            depth => {
                let best = position.read_move(&row.best)?;
                let weights = u64::from_str_radix(&row.weights, 16).map_err(|_| "no hash of weights".to_string())?;
                Some(Found { depth, value: row.value, best, judge: Judge { weights, unit: row.unit } })
            }
        };
        let own = if row.second { Side::Second } else { Side::First };
        // What has not been searched is to be searched, whatever the file says.
        let wanted = if found.is_none() { row.wanted.max(LEAST) } else { row.wanted };
        let wanted = wanted.min(MOST_DEPTH);
        Ok(Entry { position, own, ply: row.ply, wanted, found })
    }
}

/// A brain that is at work.
pub struct Brain<G: Game> {
    file: BrainFile,
    version: i64,
    /// False if it is only used, and neither grows nor changes.
    grows: bool,
    entries: Vec<Entry<G>>,
    index: HashMap<(u64, Side), usize>,
    /// What was thought in the game that is being played.
    thoughts: Vec<Past<G>>,
    /// How often contradictions have sent a position back: a few that search cannot settle must not keep it busy for ever.
    sent_back: HashMap<(u64, Side, u64), u32>,
}

impl<G: Game> Brain<G> {
    /// Opens a brain; one that may grow is made if it is not there.
    pub fn open(path: &Path, grows: bool) -> Result<Brain<G>, Error> {
        let file = if grows { BrainFile::open(path, G::NAME)? } else { BrainFile::read(path)? };
        let game = file.game()?;
        if game != G::NAME {
            return Err(Error::Settings(format!("{} is a brain for {game}, not for {}", path.display(), G::NAME)));
        }
        let mut brain = Brain {
            version: 0,
            file,
            grows,
            entries: Vec::new(),
            index: HashMap::new(),
            thoughts: Vec::new(),
            sent_back: HashMap::new(),
        };
        brain.load()?;
        Ok(brain)
    }

    fn load(&mut self) -> Result<(), Error> {
        let version = self.file.version()?;
        let path = self.file.path().display();
        let read = |row: BrainRow| {
            let wrong = |why| Error::Settings(format!("{path}: position '{}': {why}", row.position));
            Entry::<G>::read(&row).map_err(wrong)
        };
        let entries: Vec<Entry<G>> = self.file.rows()?.into_iter().map(read).collect::<Result<_, _>>()?;
        (self.version, self.entries, self.index) = (version, Vec::new(), HashMap::new());
        for entry in entries {
            let key = (entry.position.key(), entry.own);
            match self.index.get(&key) {
                // The same position in other words, by another hand: what is known best counts.
                Some(at) if self.entries[*at].depth() < entry.depth() => self.entries[*at] = entry,
                Some(_) => {}
                None => {
                    self.add(entry);
                }
            }
        }
        Ok(())
    }

    /// Takes over what other processes have found out meanwhile; true if there was something.
    pub fn reload(&mut self) -> Result<bool, Error> {
        let changed = self.file.version()? != self.version;
        if changed {
            self.load()?;
        }
        Ok(changed)
    }

    /// The positions.
    pub fn entries(&self) -> &[Entry<G>] {
        &self.entries
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What this judge may believe, for its table.
    pub fn known(&self, judge: Judge) -> Vec<Known> {
        let known = |entry: &Entry<G>| {
            let Found { depth, value, best, .. } = *entry.trusted(judge)?;
            Some(Known { key: entry.position.key(), program: entry.own, depth, value, tag: G::tag(best) })
        };
        self.entries.iter().filter_map(known).collect()
    }

    /// Takes over positions of another brain: those that are new, and those that it has searched deeper with the same weights.
    /// How many there were of each.
    pub fn merge(&mut self, other: &Brain<G>) -> Result<(usize, usize), Error> {
        let (mut added, mut replaced) = (Vec::new(), Vec::new());
        for entry in &other.entries {
            match self.at(&entry.position, entry.own) {
                Some(at) if entry.found.is_some_and(|found| self.entries[at].loses_to(&found)) => {
                    let own = &mut self.entries[at];
                    own.found = entry.found;
                    if own.wanted <= own.depth() {
                        own.wanted = 0;
                    }
                    replaced.push(at);
                }
                Some(_) => {}
                None => {
                    added.push(self.add(entry.clone()));
                }
            }
        }
        let rows = self.rows(&[added.as_slice(), replaced.as_slice()].concat());
        self.file.put(&rows)?;
        Ok((added.len(), replaced.len()))
    }

    fn add(&mut self, entry: Entry<G>) -> usize {
        self.index.insert((entry.position.key(), entry.own), self.entries.len());
        self.entries.push(entry);
        self.entries.len() - 1
    }

    fn at(&self, position: &G, own: Side) -> Option<usize> {
        self.index.get(&(position.key(), own)).copied()
    }

    /// Asks for a search of a position, to this depth or as deep as the last one; nothing is written yet.
    fn want(&mut self, position: &G, own: Side, ply: u32, depth: u32) -> usize {
        let new = || Entry { position: position.without_past(), own, ply, wanted: 0, found: None };
        let at = self.at(position, own).unwrap_or_else(|| self.add(new()));
        let entry = &mut self.entries[at];
        entry.wanted = entry.wanted.max(depth).max(entry.depth()).clamp(LEAST, MOST_DEPTH);
        at
    }

    /// What the file says of positions.
    fn rows(&self, places: &[usize]) -> Vec<BrainRow> {
        places.iter().map(|at| self.entries[*at].row()).collect()
    }
}
