//! The hash table: several slots are probed, the least valuable one is replaced. Several threads may use it at once.

use crate::{Bound, Bounds, Options, Replace};
use eval::Value;
use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// No result of this kind is stored.
const NONE: i32 = -1;

/// What the table knows of a position. A depth of -1 means that there is no such bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, by its tag; 0 if none is known.
    pub tag: u16,
    /// The value is at least this.
    pub lower: Value,
    /// Found by a search of this depth.
    pub lower_depth: i32,
    /// The value is at most this.
    pub upper: Value,
    /// Found by a search of this depth.
    pub upper_depth: i32,
    age: u8,
    /// It was known before the search began, and nothing deeper has been found since.
    known: bool,
}

impl Entry {
    const EMPTY: Entry =
        Entry { tag: 0, lower: 0, lower_depth: NONE, upper: 0, upper_depth: NONE, age: 0, known: false };

    /// The depth of the deeper bound.
    pub fn depth(&self) -> i32 {
        self.lower_depth.max(self.upper_depth)
    }

    /// A value that ends a search of `depth` plies with a closed window. `ply` is where wins are counted from.
    #[inline]
    pub fn cut(&self, depth: u32, deeper: bool, ply: usize, alpha: Value, beta: Value) -> Option<Value> {
        let fits = |found: i32| found == depth as i32 || (deeper && found > depth as i32);
        if fits(self.lower_depth) {
            let value = from_table(self.lower, ply);
            if value >= beta {
                return Some(value);
            }
        }
        if fits(self.upper_depth) {
            let value = from_table(self.upper, ply);
            if value <= alpha {
                return Some(value);
            }
        }
        None
    }

    /// The value and the depth, if they were known before the search and do for `depth` plies.
    #[inline]
    pub fn known(&self, depth: u32, ply: usize) -> Option<(Value, u32)> {
        (self.known && self.lower_depth >= depth as i32).then(|| (from_table(self.lower, ply), self.lower_depth as u32))
    }

    fn note(&mut self, value: Value, bound: Bound, depth: i32, bounds: Bounds, age: u8) {
        if bounds == Bounds::One {
            // Quiescence must not wipe out what a real search has found.
            if depth == 0 && self.depth() > 0 && self.age == age {
                return;
            }
            (self.lower_depth, self.upper_depth) = (NONE, NONE);
        }
        self.known &= depth < self.lower_depth;
        // A deeper bound of this search is worth more than a new shallow one.
        let stays = |old: i32, entry_age: u8| old > depth && entry_age == age;
        let (before, lower, upper) = (self.age, bound != Bound::Upper, bound != Bound::Lower);
        if lower && !stays(self.lower_depth, before) {
            (self.lower, self.lower_depth) = (value, depth);
            if !upper && self.upper_depth != NONE && self.upper < value {
                self.upper_depth = NONE;
            }
        }
        if upper && !stays(self.upper_depth, before) {
            (self.upper, self.upper_depth) = (value, depth);
            if !lower && self.lower_depth != NONE && self.lower > value {
                self.lower_depth = NONE;
            }
        }
        self.age = age;
    }
}

/// An entry in memory. The first word is the key combined with the other two: if two threads have written at once, it does
/// not fit, and nobody is misled (Hyatt and Mann, A lockless transposition table implementation for parallel search).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    values: AtomicU64,
    rest: AtomicU64,
}

/// A table of searched positions.
pub struct Table {
    slots: Vec<Slot>,
    mask: usize,
    probes: usize,
    aligned: bool,
    replace: Replace,
    bounds: Bounds,
    ageing: bool,
    /// Entries of other generations count as empty, so that a new game needs no clearing and still repeats exactly.
    generation: u16,
    age: u8,
}

impl Table {
    /// A table as the options want it; `None` if they want none.
    pub fn new(options: &Options) -> Option<Table> {
        let size = (1usize << options.table_bits?).max(options.probes.next_power_of_two()).max(2);
        let slots = (0..size).map(|_| Slot::default()).collect();
        let probes = if options.replace == Replace::TwoDeep { 2 } else { options.probes.max(1) };
        let &Options { replace, bounds, ageing, .. } = options;
        // Pairs of a deep and a recent entry stand side by side.
        let aligned = probes.is_power_of_two() && (!options.sliding || options.replace == Replace::TwoDeep);
        Some(Table { slots, mask: size - 1, probes, aligned, replace, bounds, ageing, generation: 1, age: 0 })
    }

    /// Bytes of one entry.
    pub const ENTRY: usize = size_of::<Slot>();

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.age = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.iter_mut().for_each(|slot| *slot = Slot::default());
            self.generation = 1;
        }
    }

    /// A new search begins.
    pub fn grow_older(&mut self) {
        if self.ageing {
            self.age = self.age.wrapping_add(1);
        }
    }

    /// Thousandths of the slots that hold results of this search, by a sample.
    pub fn full(&self) -> u32 {
        let sample = self.slots.len().min(1000);
        let used = self.slots[..sample].iter().filter_map(|slot| self.read(slot).1).filter(|e| e.age == self.age);
        (used.count() * 1000 / sample) as u32
    }

    /// The first slot of a key.
    #[inline]
    fn first(&self, key: u64) -> usize {
        let slot = key as usize & self.mask;
        if self.aligned { slot & !(self.probes - 1) } else { slot }
    }

    /// The key and the entry of a slot; no entry if it is of another generation.
    #[inline]
    fn read(&self, slot: &Slot) -> (u64, Option<Entry>) {
        let (values, rest) = (slot.values.load(Relaxed), slot.rest.load(Relaxed));
        let key = slot.check.load(Relaxed) ^ values ^ rest;
        if (rest >> 32) as u16 != self.generation {
            return (key, None);
        }
        let entry = Entry {
            tag: rest as u16,
            lower: values as u32 as Value,
            upper: (values >> 32) as u32 as Value,
            lower_depth: i32::from((rest >> 16) as u8) - 1,
            upper_depth: i32::from((rest >> 24) as u8) - 1,
            age: (rest >> 48) as u8,
            known: rest >> 56 != 0,
        };
        (key, Some(entry))
    }

    #[inline]
    fn write(&self, slot: &Slot, key: u64, entry: Entry) {
        let values = u64::from(entry.lower as u32) | u64::from(entry.upper as u32) << 32;
        let rest = u64::from(entry.tag)
            | ((entry.lower_depth + 1) as u64) << 16
            | ((entry.upper_depth + 1) as u64) << 24
            | u64::from(self.generation) << 32
            | u64::from(entry.age) << 48
            | u64::from(entry.known) << 56;
        slot.check.store(key ^ values ^ rest, Relaxed);
        slot.values.store(values, Relaxed);
        slot.rest.store(rest, Relaxed);
    }

    /// Brings near what is known of a position that will be asked for soon.
    #[inline(always)]
    pub fn fetch(&self, key: u64) {
        let first = self.first(key);
        prefetch_index(&self.slots, first);
        prefetch_index(&self.slots, first + self.probes - 1);
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let first = self.first(key);
        for i in 0..self.probes {
            if let (found, Some(entry)) = self.read(&self.slots[(first + i) & self.mask])
                && found == key
            {
                return Some(entry);
            }
        }
        None
    }

    /// Stores a result. The value is counted from `ply`.
    #[inline]
    pub fn store(&self, key: u64, depth: u32, value: Value, bound: Bound, tag: u16, ply: usize) {
        let (value, depth) = (to_table(value, ply), depth.min(250) as i32);
        let first = self.first(key);
        if self.replace == Replace::TwoDeep {
            return self.store_deep(&self.slots[first], &self.slots[first + 1], key, depth, value, bound, tag);
        }
        let mut victim = None;
        let mut lowest = i32::MAX;
        for i in 0..self.probes {
            let slot = &self.slots[(first + i) & self.mask];
            let (found, entry) = self.read(slot);
            let worth = match entry {
                Some(entry) if found == key => {
                    return self.write(slot, key, self.updated(entry, depth, value, bound, tag));
                }
                Some(entry) if entry.age == self.age => entry.depth() + 1,
                // The past counts less than the shallowest of the present.
                Some(entry) => entry.depth() - 1000,
                None => i32::MIN,
            };
            if worth < lowest {
                (victim, lowest) = (Some(slot), worth);
            }
        }
        // A deeper entry of another position stays.
        if let Some(slot) = victim
            && lowest <= depth + 1
        {
            self.write(slot, key, self.updated(Entry::EMPTY, depth, value, bound, tag));
        }
    }

    /// Stores what was known before the search, counted from the position itself: in the slot that is worth least, whatever
    /// that holds, but not instead of something deeper about the same position.
    pub fn know(&self, key: u64, depth: u32, value: Value, tag: u16) {
        let depth = depth.min(250) as i32;
        let entry = Entry {
            tag,
            lower: value,
            lower_depth: depth,
            upper: value,
            upper_depth: depth,
            age: self.age,
            known: true,
        };
        let first = self.first(key);
        let slots = (0..self.probes).map(|i| &self.slots[(first + i) & self.mask]);
        let worth = |slot: &&Slot| match self.read(slot) {
            (found, Some(_)) if found == key => i32::MIN,
            (_, None) => i32::MIN + 1,
            (_, Some(entry)) => entry.depth() + 1000 * i32::from(entry.age == self.age),
        };
        let Some(slot) = slots.min_by_key(worth) else { return };
        match self.read(slot) {
            (found, Some(old)) if found == key && old.depth() > depth => {}
            _ => self.write(slot, key, entry),
        }
    }

    fn updated(&self, mut entry: Entry, depth: i32, value: Value, bound: Bound, tag: u16) -> Entry {
        entry.note(value, bound, depth, self.bounds, self.age);
        if tag != 0 {
            entry.tag = tag;
        }
        entry
    }

    /// KnightCap's pairs: a new result goes to the deep slot unless a deeper one of this search is there; what it displaces
    /// moves to the other slot.
    #[allow(clippy::too_many_arguments)]
    fn store_deep(&self, deep: &Slot, last: &Slot, key: u64, depth: i32, value: Value, bound: Bound, tag: u16) {
        let (deep_key, deep_entry) = self.read(deep);
        let (last_key, last_entry) = self.read(last);
        let known = match (deep_entry, last_entry) {
            (Some(entry), _) if deep_key == key => Some(entry),
            (_, Some(entry)) if last_key == key => Some(entry),
            _ => None,
        };
        let new = self.updated(known.unwrap_or(Entry::EMPTY), depth, value, bound, tag);
        match deep_entry {
            Some(old) if deep_key != key && old.age == self.age && old.depth() > depth => self.write(last, key, new),
            old => {
                if let Some(old) = old
                    && deep_key != key
                {
                    self.write(last, deep_key, old);
                }
                self.write(deep, key, new);
            }
        }
    }
}

/// Wins are counted from the position in the table and from the root in the search.
#[inline]
fn to_table(value: Value, ply: usize) -> Value {
    value + crate::thought::decided(value) * ply as Value
}

#[inline]
pub(crate) fn from_table(value: Value, ply: usize) -> Value {
    value - crate::thought::decided(value) * ply as Value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_that_slide_overlap() {
        let kept = |sliding: bool| {
            let options = Options { table_bits: Some(4), probes: 4, sliding, ..Options::exact(4) };
            let table = Table::new(&options).unwrap();
            // Three positions before the seventh slot, then four at it: a group of four has no room for them.
            let keys = [4, 5, 6, 7, 7 + 16, 7 + 32, 7 + 48];
            keys.iter().for_each(|key| table.store(*key, 3, 1, Bound::Exact, 1, 0));
            keys.iter().filter(|key| table.probe(**key).is_some()).count()
        };
        assert_eq!((kept(true), kept(false)), (7, 4));
    }
}
