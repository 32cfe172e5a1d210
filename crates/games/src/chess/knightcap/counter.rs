//! How many men attack each square, for all squares at once: one binary digit of all 64 counts in each word.

use cozy_chess::{BitBoard, Square};

/// A count from 0 to 15 for every square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter([u64; 4]);

impl Counter {
    /// Nothing counted.
    pub const ZERO: Counter = Counter([0; 4]);

    /// Counts one more on every square of the set. Fifteen stay fifteen.
    #[inline(always)]
    pub fn add(&mut self, set: BitBoard) {
        let mut carry = set.0;
        for digit in &mut self.0 {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
        self.0.iter_mut().for_each(|digit| *digit |= carry);
    }

    /// The count on a square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> u32 {
        (0..4).map(|digit| ((self.0[digit] >> square as u32 & 1) as u32) << digit).sum()
    }

    /// Where this count is larger than the other one, and where it is equal.
    #[inline(always)]
    pub fn against(&self, other: &Counter) -> (BitBoard, BitBoard) {
        let (mut more, mut same) = (0, !0);
        for digit in (0..4).rev() {
            more |= same & self.0[digit] & !other.0[digit];
            same &= !(self.0[digit] ^ other.0[digit]);
        }
        (BitBoard(more), BitBoard(same))
    }

    /// The squares whose count is not 0.
    #[inline(always)]
    pub fn any(&self) -> BitBoard {
        BitBoard(self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Dice;

    #[test]
    fn counts_as_on_paper() {
        let mut dice = Dice::new(5, 0);
        for _ in 0..200 {
            let (mut counters, mut plain) = ([Counter::default(); 2], [[0u32; 64]; 2]);
            for _ in 0..dice.below(40) {
                let side = dice.below(2);
                let set = BitBoard((0..64).fold(0, |set, bit| set | u64::from(dice.below(2) == 1) << bit));
                counters[side].add(set);
                set.into_iter().for_each(|square| {
                    let count = &mut plain[side][square as usize];
                    *count = (*count + 1).min(15);
                });
            }
            let (more, same) = counters[0].against(&counters[1]);
            for square in Square::ALL {
                let (a, b) = (plain[0][square as usize], plain[1][square as usize]);
                assert_eq!((counters[0].at(square), counters[1].at(square)), (a, b));
                assert_eq!((more.has(square), same.has(square)), (a > b, a == b));
                assert_eq!(counters[0].any().has(square), a > 0);
            }
        }
    }
}
