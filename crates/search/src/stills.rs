//! Static values that were computed already, for evaluators that take their time.

use eval::Value;
use prefetch_index::prefetch_index;

/// The number of values that are kept; a later one takes the place of an earlier one.
const SLOTS: usize = 1 << 16;

/// A memory of static values by key: a key stands for one value in one search. It changes nothing but the time, or tells the
/// value where a bound would do.
pub(crate) struct Stills {
    slots: Vec<Slot>,
    /// True while nothing is to be remembered.
    pub frozen: bool,
    /// The number of the search; 0 is none.
    search: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    search: u32,
    value: Value,
}

impl Stills {
    /// Empty, and without memory until it is needed.
    pub fn new() -> Stills {
        Stills { slots: Vec::new(), frozen: false, search: 1 }
    }

    /// A new search begins, perhaps with other weights: all that is known is out of date.
    pub fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            *self = Stills::new();
        }
    }

    /// Brings near a value that will be asked for soon.
    #[inline(always)]
    pub fn fetch(&self, key: u64) {
        prefetch_index(&self.slots, key as usize % SLOTS);
    }

    /// The value that belongs to a key, computed if it is not known.
    #[inline]
    pub fn of(&mut self, key: u64, compute: impl FnOnce() -> Value) -> Value {
        self.within(key, || (compute(), true))
    }

    /// The same where a bound may do: what is computed is kept only if it is said to be the value.
    #[inline]
    pub fn within(&mut self, key: u64, compute: impl FnOnce() -> (Value, bool)) -> Value {
        if self.slots.is_empty() {
            self.slots = vec![Slot { key: 0, search: 0, value: 0 }; SLOTS];
        }
        let slot = &mut self.slots[key as usize % SLOTS];
        if (slot.key, slot.search) == (key, self.search) {
            return slot.value;
        }
        let (value, exact) = compute();
        if exact && !self.frozen {
            *slot = Slot { key, search: self.search, value };
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_once_until_it_forgets() {
        let mut stills = Stills::new();
        for key in [0, 1, u64::MAX, 1 << 16] {
            assert_eq!(stills.of(key, || 7), 7);
            assert_eq!(stills.of(key, || 8), 7);
        }
        assert_eq!(stills.of(0, || 9), 9, "another key has taken the place");
        assert_eq!(stills.within(5, || (3, false)), 3);
        assert_eq!(stills.of(5, || 4), 4, "a bound is not kept");
        stills.frozen = true;
        assert_eq!(stills.of(6, || 4), 4);
        stills.frozen = false;
        assert_eq!(stills.of(6, || 5), 5, "nothing was kept");
        stills.forget();
        assert_eq!(stills.of(0, || 10), 10);
        stills.search = u32::MAX;
        stills.forget();
        assert_eq!(stills.of(0, || 11), 11, "numbers begin anew");
    }

    #[test]
    fn nothing_comes_back_from_another_search() {
        // The keys of a position under the salts of different programs, stages and sets, in many searches.
        let mut stills = Stills::new();
        for search in 0..8000u64 {
            stills.forget();
            let salt = (2002 + search % 2).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            assert_eq!(stills.of(0x1234_5678 ^ salt, || search as Value), search as Value);
        }
    }
}
