//! Keeping a brain clean: new positions are searched, and those that contradict each other are searched again.

use super::{Brain, Found, Judge, LEAST};
use crate::trainer::Error;
use game::{Game, Side};
use search::{Known, Thought};
use std::cmp::Reverse;
use std::fmt;
use std::time::{Duration, Instant};

/// Values that differ by less than this, in pawns, do not contradict each other.
const TOLERANCE: f64 = 0.07;
/// So often is a position searched again because of contradictions.
const MOST_SEARCHES: u32 = 4;
/// Stale positions are searched in groups of this size: those that a game has left behind.
const GROUP: usize = 3;

/// What tidying has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tidied {
    /// Searches.
    pub searched: usize,
    /// Positions that still wait for one.
    pub left: usize,
    /// Positions that were searched with other weights, and are not believed.
    pub stale: usize,
}

impl fmt::Display for Tidied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} positions searched", self.searched)?;
        if self.left > 0 {
            write!(f, ", {} still to be searched", self.left)?;
        }
        if self.stale > 0 {
            write!(f, ", {} of other weights are not used", self.stale)?;
        }
        Ok(())
    }
}

/// A position to search.
pub struct Study<'a, G> {
    /// The position.
    pub position: &'a G,
    /// The side that the program plays.
    pub own: Side,
    /// Plies wanted.
    pub depth: u32,
    /// What is known of other positions.
    pub known: Vec<Known>,
    /// How many wait for a search, with this one: each should get its share of the time.
    pub waiting: usize,
}

/// Searches a position, as deep as wanted or as effort allows; `None` if there is no time for any more.
pub type Think<'a, G> = &'a mut dyn FnMut(Study<'_, G>) -> Option<Thought<G>>;

/// How a search of a position went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Went {
    Well,
    /// It was not deep enough to count.
    TooShort,
    /// No more searches.
    Stopped,
}

impl<G: Game> Brain<G> {
    /// Searches until the brain is clean: no position waits for a search, none contradicts another. Then positions that were
    /// searched with other weights are searched again, as long as `patience` lasts. A position is written as soon as it has
    /// been searched.
    pub fn tidy(&mut self, judge: Judge, patience: Option<Duration>, think: Think<G>) -> Result<Tidied, Error> {
        let begin = Instant::now();
        let mut tidied = Tidied::default();
        if self.grows && self.clean(judge, think, &mut tidied)? {
            let mut stale: Vec<usize> = (0..self.len()).filter(|at| self.is_stale(*at, judge)).collect();
            // What comes early in games is most likely to be met again; of one game, what came last is searched first.
            stale.sort_by_key(|at| self.entries()[*at].ply);
            'groups: for group in stale.chunks(GROUP) {
                if patience.is_some_and(|patience| begin.elapsed() >= patience) {
                    break;
                }
                for at in group.iter().rev() {
                    let depth = self.entries[*at].depth();
                    if self.search(*at, depth, 1, judge, think, &mut tidied)? == Went::Stopped {
                        break 'groups;
                    }
                }
            }
            self.clean(judge, think, &mut tidied)?;
        }
        tidied.left = self.entries.iter().filter(|entry| entry.wanted > 0).count();
        tidied.stale = (0..self.len()).filter(|at| self.is_stale(*at, judge)).count();
        Ok(tidied)
    }

    fn is_stale(&self, at: usize, judge: Judge) -> bool {
        self.entries[at].found.is_some_and(|found| found.judge.weights != judge.weights)
    }

    /// Searches all that waits, the last of a game first, until nothing is left to do; false if it was interrupted.
    fn clean(&mut self, judge: Judge, think: Think<G>, tidied: &mut Tidied) -> Result<bool, Error> {
        loop {
            let mut waiting: Vec<usize> = (0..self.len()).filter(|at| self.entries[*at].wanted > 0).collect();
            if waiting.is_empty() {
                if self.check(judge)? == 0 {
                    return Ok(true);
                }
                continue;
            }
            waiting.sort_by_key(|at| Reverse(self.entries[*at].ply));
            let before = tidied.searched;
            for (number, at) in waiting.iter().enumerate() {
                let (depth, left) = (self.entries[*at].wanted, waiting.len() - number);
                if self.search(*at, depth, left, judge, think, tidied)? == Went::Stopped {
                    return Ok(false);
                }
            }
            if tidied.searched == before {
                return Ok(false);
            }
        }
    }

    /// Searches a position and writes what was found. A search that effort or time has ended counts if it is deep enough for
    /// a brain, and not shallower than the one before.
    fn search(
        &mut self,
        at: usize,
        depth: u32,
        waiting: usize,
        judge: Judge,
        think: Think<G>,
        tidied: &mut Tidied,
    ) -> Result<Went, Error> {
        let entry = &self.entries[at];
        // What was known of the position itself must not answer.
        let key = entry.position.key();
        let known = self.known(judge).into_iter().filter(|known| known.key != key).collect();
        let study = Study { position: &entry.position, own: entry.own, depth, known, waiting };
        let Some(thought) = think(study) else { return Ok(Went::Stopped) };
        let Thought { best, value, depth: reached, .. } = thought;
        let before = entry.trusted(judge).map_or(0, |found| found.depth);
        if reached < depth && reached < before.max(LEAST) {
            return Ok(Went::TooShort);
        }
        let mut entry = entry.clone();
        (entry.wanted, entry.found) = (0, Some(Found { depth: reached, value, best, judge }));
        self.file.put(&[entry.row()])?;
        self.entries[at] = entry;
        tidied.searched += 1;
        Ok(Went::Well)
    }

    /// Looks two plies ahead from every position: what contradicts it there sends both back to be searched. The number of
    /// positions that are sent back.
    fn check(&mut self, judge: Judge) -> Result<usize, Error> {
        let tolerance = (f64::from(judge.unit) * TOLERANCE) as i32;
        let mut back = Vec::new();
        for at in 0..self.len() {
            let entry = &self.entries[at];
            let Some(&Found { depth, value, best, .. }) = entry.trusted(judge) else { continue };
            let (key, own, ply) = (entry.position.key(), entry.own, entry.ply);
            let next = entry.position.after(best);
            let contradicts = match self.at(&next, own) {
                Some(second) => {
                    let second = self.entries[second].trusted(judge);
                    second.is_some_and(|second| (second.value + value).abs() > tolerance)
                }
                None => self.refuted(&next, own, value - tolerance, judge),
            };
            let sent = self.sent_back.entry((key, own, judge.weights)).or_default();
            if contradicts && *sent < MOST_SEARCHES {
                *sent += 1;
                // A check may make the first search a ply longer: then it needs the second as deep as itself.
                back.push((self.entries[at].position.clone(), own, ply, depth));
                back.push((next, own, ply + 1, depth));
            }
        }
        let places: Vec<usize> =
            back.iter().map(|(position, own, ply, depth)| self.want(position, *own, *ply, *depth)).collect();
        let rows = self.rows(&places);
        self.file.want(&rows)?;
        Ok(places.len())
    }

    /// True if a move leads to a known position that is worse than `value` for the side to move there.
    fn refuted(&self, position: &G, own: Side, value: i32, judge: Judge) -> bool {
        if position.over().is_some() {
            return false;
        }
        let mut found = false;
        position.moves(|mv| {
            let third = self.at(&position.after(mv), own).and_then(|third| self.entries[third].trusted(judge));
            found |= third.is_some_and(|third| third.value < value);
        });
        found
    }
}
