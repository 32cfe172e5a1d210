//! The one source of chance: a stream of random numbers that is the same for ever and on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random numbers of one game. `Dice::new(seed, n)` is the n-th independent stream of a seed, so that games can be
/// played in any order and on any thread.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Stream `number` of `seed`.
    pub fn new(seed: u64, number: u64) -> Dice {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        Dice(rng)
    }

    /// A whole number below `n`, which must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "a die needs at least one side");
        ((u128::from(self.0.next_u64()) * n as u128) >> 64) as usize
    }

    /// A number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Picks an index with the given probabilities, which sum to 1.
    pub fn pick(&mut self, probabilities: impl ExactSizeIterator<Item = f64>) -> usize {
        let last = probabilities.len() - 1;
        let mut left = self.unit();
        for (index, p) in probabilities.enumerate() {
            left -= p;
            if left < 0.0 {
                return index;
            }
        }
        last
    }

    /// Brings `items` into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_never_change() {
        // Every run file depends on these numbers, which a second implementation of ChaCha8 confirms.
        let mut dice = Dice::new(1, 2);
        let rolls: Vec<usize> = (0..12).map(|_| dice.below(6)).collect();
        assert_eq!(rolls, [5, 4, 2, 3, 5, 2, 0, 2, 5, 2, 0, 4]);
        assert_eq!(dice.bits(), 0x9fa8_c54c_130f_a3ab);
        assert_eq!(dice.unit(), 0.690_457_157_898_059_2);
        assert_eq!(Dice::new(1, 2).bits(), Dice::new(1, 2).bits());
        assert_ne!(Dice::new(1, 3).bits(), Dice::new(1, 2).bits());
        assert_ne!(Dice::new(2, 2).bits(), Dice::new(1, 2).bits());
    }

    #[test]
    fn below_is_even() {
        let mut dice = Dice::new(5, 0);
        let mut seen = [0; 6];
        for _ in 0..60_000 {
            seen[dice.below(6)] += 1;
        }
        assert!(seen.iter().all(|count| (9_600..10_400).contains(count)), "{seen:?}");
        assert_eq!(dice.below(1), 0);
    }

    #[test]
    fn unit_stays_below_one() {
        let mut dice = Dice::new(6, 0);
        let mut sum = 0.0;
        for _ in 0..10_000 {
            let unit = dice.unit();
            assert!((0.0..1.0).contains(&unit));
            sum += unit;
        }
        assert!((sum / 10_000.0 - 0.5).abs() < 0.02, "{sum}");
    }

    #[test]
    fn pick_follows_the_probabilities() {
        let mut dice = Dice::new(7, 0);
        let mut seen = [0; 3];
        for _ in 0..30_000 {
            seen[dice.pick([0.5, 0.2, 0.3].into_iter())] += 1;
        }
        for (count, expected) in seen.iter().zip([15_000.0, 6_000.0, 9_000.0]) {
            assert!((f64::from(*count) - expected).abs() < 400.0, "{seen:?}");
        }
        // Rounding may leave a little more than the sum: the last one takes it.
        assert_eq!(dice.pick([0.0, 0.0].into_iter()), 1);
    }

    #[test]
    fn shuffle_gives_every_order_equally_often() {
        let mut dice = Dice::new(8, 0);
        let mut seen = [0; 6];
        for _ in 0..6_000 {
            let mut items = [0, 1, 2];
            dice.shuffle(&mut items);
            // The place of 0 and whether 1 comes before 2 tell the order.
            let place = |wanted| items.iter().position(|item| *item == wanted).unwrap();
            seen[2 * place(0) + usize::from(place(1) < place(2))] += 1;
        }
        assert!(seen.iter().all(|count| (880..1120).contains(count)), "{seen:?}");
    }
}
