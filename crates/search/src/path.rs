//! The positions that led to where a search is, by their keys.

/// Slots of the filter; a power of two.
const SLOTS: usize = 4096;

/// Keys of the game so far and of the line that is being searched. In shogi no move is irreversible, so most of the game would
/// have to be looked through at every node: a filter tells nearly always that there is nothing to find.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// In which of them the side to move was in check, where that matters.
    checks: Vec<bool>,
    /// How many of the keys fall on each slot.
    filter: Box<[u16; SLOTS]>,
}

impl Path {
    pub fn new() -> Path {
        Path { keys: Vec::with_capacity(1024), checks: Vec::with_capacity(1024), filter: Box::new([0; SLOTS]) }
    }

    /// Forgets all, and begins with these.
    pub fn begin(&mut self, keys: impl Iterator<Item = (u64, bool)>) {
        self.keys.clear();
        self.checks.clear();
        self.filter.fill(0);
        keys.for_each(|(key, check)| self.push(key, check));
    }

    #[inline]
    pub fn push(&mut self, key: u64, check: bool) {
        self.filter[key as usize % SLOTS] += 1;
        self.keys.push(key);
        self.checks.push(check);
    }

    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.checks.pop();
            self.filter[key as usize % SLOTS] -= 1;
        }
    }

    /// True if a key is anywhere in it.
    pub fn contains(&self, key: u64) -> bool {
        self.keys.contains(&key)
    }

    /// True if a key is among the last `reach`, from the last but one on, in steps of two: only positions with the same side to
    /// move can be equal.
    #[inline]
    pub fn repeats(&self, key: u64, reach: usize) -> bool {
        self.filter[key as usize % SLOTS] > 0
            && self.keys.iter().rev().take(reach).skip(1).step_by(2).any(|earlier| *earlier == key)
    }
}

/// What is known of a position that has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cycle {
    /// How often it has occurred before.
    pub times: usize,
    /// Since the first time, the side to move has been in check whenever it was its turn; and the other side.
    pub checked: [bool; 2],
}

impl Path {
    /// The positions since a key occurred first among the last `reach`; `check` says if the side to move is in check now.
    pub fn cycle(&self, key: u64, reach: usize, check: bool) -> Cycle {
        let mut cycle = Cycle { times: 0, checked: [check, true] };
        let mut checked = cycle.checked;
        let last = self.keys.len().saturating_sub(reach);
        for at in (last..self.keys.len()).rev() {
            // The key now would come next.
            let own = (self.keys.len() - at).is_multiple_of(2);
            checked[usize::from(!own)] &= self.checks[at];
            if own && self.keys[at] == key {
                cycle = Cycle { times: cycle.times + 1, checked };
            }
        }
        cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetition_is_seen_within_reach_and_by_the_same_side() {
        let mut path = Path::new();
        path.begin([7, 8, 9, 10].map(|key| (key, false)).into_iter());
        assert!(path.repeats(9, 4) && path.repeats(7, 4));
        assert!(!path.repeats(7, 3), "out of reach");
        assert!(!path.repeats(10, 4) && !path.repeats(8, 4), "the other side was to move");
        assert!(!path.repeats(7 + SLOTS as u64, 4), "another key of the same slot");
        path.push(11, false);
        assert!(path.repeats(10, 5) && !path.repeats(9, 5));
        path.pop();
        path.pop();
        assert!(path.repeats(8, 3) && !path.repeats(9, 3));
        path.begin([(1, false)].into_iter());
        assert!(!path.repeats(8, 9));
    }

    #[test]
    fn who_was_in_check_all_the_time_is_known() {
        let mut path = Path::new();
        // The one who moves at 1 and 3 is in check there, but was not at 5, before the first time.
        path.begin([(5, false), (6, false), (1, true), (2, false), (3, true), (4, false)].into_iter());
        assert_eq!(path.cycle(1, 6, true), Cycle { times: 1, checked: [true, false] });
        assert_eq!(path.cycle(1, 6, false), Cycle { times: 1, checked: [false, false] });
        assert_eq!(path.cycle(5, 6, true), Cycle { times: 1, checked: [false, false] });
        assert_eq!(path.cycle(1, 3, true).times, 0, "out of reach");
        path.begin([(1, false), (2, true), (3, false), (2, true), (1, false), (2, true)].into_iter());
        assert_eq!(path.cycle(1, 6, false), Cycle { times: 2, checked: [false, true] });
    }
}
