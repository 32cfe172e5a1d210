//! The positions that led to where a search is, by their keys.

/// Slots of the filter; a power of two.
const SLOTS: usize = 4096;

/// Keys of the game so far and of the line that is being searched. In shogi no move is irreversible, so most of the game would
/// have to be looked through at every node: a filter tells nearly always that there is nothing to find.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// How many of the keys fall on each slot.
    filter: Box<[u16; SLOTS]>,
}

impl Path {
    pub fn new() -> Path {
        Path { keys: Vec::with_capacity(1024), filter: Box::new([0; SLOTS]) }
    }

    /// Forgets all, and begins with these.
    pub fn begin(&mut self, keys: impl Iterator<Item = u64>) {
        self.keys.clear();
        self.filter.fill(0);
        keys.for_each(|key| self.push(key));
    }

    #[inline]
    pub fn push(&mut self, key: u64) {
        self.filter[key as usize % SLOTS] += 1;
        self.keys.push(key);
    }

    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetition_is_seen_within_reach_and_by_the_same_side() {
        let mut path = Path::new();
        path.begin([7, 8, 9, 10].into_iter());
        assert!(path.repeats(9, 4) && path.repeats(7, 4));
        assert!(!path.repeats(7, 3), "out of reach");
        assert!(!path.repeats(10, 4) && !path.repeats(8, 4), "the other side was to move");
        assert!(!path.repeats(7 + SLOTS as u64, 4), "another key of the same slot");
        path.push(11);
        assert!(path.repeats(10, 5) && !path.repeats(9, 5));
        path.pop();
        path.pop();
        assert!(path.repeats(8, 3) && !path.repeats(9, 3));
        path.begin([1].into_iter());
        assert!(!path.repeats(8, 9));
    }
}
