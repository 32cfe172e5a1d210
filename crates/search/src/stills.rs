//! Static values that were computed already, for evaluators that take their time.

use eval::Value;

/// The number of values that are kept; a later one takes the place of an earlier one.
const SLOTS: usize = 1 << 15;

/// A memory of static values by key. It changes nothing but the time: a key stands for one value in one search.
pub(crate) struct Stills {
    slots: Vec<(u64, Value)>,
    search: u64,
}

impl Stills {
    /// Empty, and without memory until it is needed.
    pub fn new() -> Stills {
        Stills { slots: Vec::new(), search: 0 }
    }

    /// A new search begins, perhaps with other weights: all that is known is out of date.
    pub fn forget(&mut self) {
        self.search = self.search.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    /// The value that belongs to a key, computed if it is not known.
    #[inline]
    pub fn of(&mut self, key: u64, compute: impl FnOnce() -> Value) -> Value {
        if self.slots.is_empty() {
            // No key is the complement of its own place.
            self.slots = (0..SLOTS as u64).map(|place| (!place, 0)).collect();
        }
        let key = key ^ self.search;
        let slot = &mut self.slots[key as usize % SLOTS];
        if slot.0 != key {
            *slot = (key, compute());
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_once_until_it_forgets() {
        let mut stills = Stills::new();
        for key in [0, 1, u64::MAX, 1 << 15] {
            assert_eq!(stills.of(key, || 7), 7);
            assert_eq!(stills.of(key, || 8), 7);
        }
        assert_eq!(stills.of(0, || 9), 9, "another key has taken the place");
        stills.forget();
        assert_eq!(stills.of(0, || 10), 10);
    }
}
