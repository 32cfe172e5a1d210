//! The hash table: several slots are probed, the least valuable one is replaced (thesis 4.2.5).

use crate::Bound;
use eval::Value;

#[derive(Clone, Copy, Debug)]
struct Entry<M> {
    tag: u32,
    value: Value,
    best: Option<M>,
    depth: u8,
    bound: Bound,
    /// Entries of other generations count as empty, so that a new game needs no clearing and still repeats exactly.
    generation: u16,
}

/// What a probe found.
#[derive(Clone, Copy, Debug)]
pub struct Hit<M> {
    pub value: Value,
    pub best: Option<M>,
    pub depth: u32,
    pub bound: Bound,
}

/// A table of searched positions.
#[derive(Clone, Debug)]
pub struct Table<M> {
    entries: Vec<Entry<M>>,
    mask: usize,
    probes: usize,
    generation: u16,
}

impl<M: Copy> Table<M> {
    /// A table of `2^bits` entries that probes `probes` consecutive slots.
    pub fn new(bits: u32, probes: usize) -> Table<M> {
        let size = (1usize << bits).max(probes.next_power_of_two());
        let empty = Entry { tag: 0, value: 0, best: None, depth: 0, bound: Bound::Exact, generation: 0 };
        Table { entries: vec![empty; size], mask: size - 1, probes, generation: 1 }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.iter_mut().for_each(|entry| entry.generation = 0);
            self.generation = 1;
        }
    }

    /// The first slot of a key. Powers of two probe within one aligned group, which shares cache lines.
    #[inline]
    fn first(&self, key: u64) -> usize {
        let slot = key as usize & self.mask;
        if self.probes.is_power_of_two() { slot & !(self.probes - 1) } else { slot }
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Hit<M>> {
        let (first, tag) = (self.first(key), (key >> 32) as u32);
        for i in 0..self.probes {
            let entry = &self.entries[(first + i) & self.mask];
            if entry.tag == tag && entry.generation == self.generation {
                return Some(Hit {
                    value: entry.value,
                    best: entry.best,
                    depth: u32::from(entry.depth),
                    bound: entry.bound,
                });
            }
        }
        None
    }

    #[inline]
    pub fn store(&mut self, key: u64, hit: Hit<M>) {
        let (first, tag) = (self.first(key), (key >> 32) as u32);
        let mut victim = None;
        let mut lowest = u32::MAX;
        for i in 0..self.probes {
            let slot = (first + i) & self.mask;
            let entry = &self.entries[slot];
            if entry.generation != self.generation {
                if lowest > 0 {
                    (victim, lowest) = (Some(slot), 0);
                }
            } else if entry.tag == tag {
                victim = Some(slot);
                break;
            } else if u32::from(entry.depth) + 1 < lowest {
                (victim, lowest) = (Some(slot), u32::from(entry.depth) + 1);
            }
        }
        if let Some(slot) = victim {
            let entry = &mut self.entries[slot];
            let same = entry.tag == tag && entry.generation == self.generation;
            // Within a search depth, newer is better; a deeper entry of another position stays.
            if !same && entry.generation == self.generation && u32::from(entry.depth) > hit.depth {
                return;
            }
            let best = hit.best.or(if same { entry.best } else { None });
            *entry = Entry {
                tag,
                value: hit.value,
                best,
                depth: hit.depth as u8,
                bound: hit.bound,
                generation: self.generation,
            };
        }
    }
}
