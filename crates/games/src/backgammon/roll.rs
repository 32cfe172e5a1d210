//! A roll of two dice.

use game::Dice;
use std::fmt;

/// Two dice, the higher first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// The 21 rolls, the six doubles last.
    pub const ALL: [Roll; 21] = {
        let (mut all, mut at, mut high) = ([Roll { high: 1, low: 1 }; 21], 0, 1);
        while high <= 6 {
            all[14 + high as usize] = Roll { high, low: high };
            let mut low = 1;
            while low < high {
                all[at] = Roll { high, low };
                at += 1;
                low += 1;
            }
            high += 1;
        }
        all
    };

    /// The rolls that may begin a game: no doubles.
    pub const OPENING: usize = 15;

    /// The roll of two dice in any order, if both have from 1 to 6 eyes.
    pub fn new(one: u8, other: u8) -> Option<Roll> {
        let fits = |die| (1..=6).contains(&die);
        (fits(one) && fits(other)).then(|| Roll { high: one.max(other), low: one.min(other) })
    }

    /// The higher die.
    #[inline]
    pub fn high(self) -> u8 {
        self.high
    }

    /// The lower die.
    #[inline]
    pub fn low(self) -> u8 {
        self.low
    }

    /// True if both dice are the same, which is then played four times.
    #[inline]
    pub fn double(self) -> bool {
        self.high == self.low
    }

    /// How often in 36 throws.
    #[inline]
    pub fn weight(self) -> u8 {
        if self.double() { 1 } else { 2 }
    }

    /// Throws two dice.
    #[inline]
    pub fn throw(dice: &mut Dice) -> Roll {
        let at = dice.below(36);
        let (one, other) = ((at / 6) as u8 + 1, (at % 6) as u8 + 1);
        Roll { high: one.max(other), low: one.min(other) }
    }

    /// Throws the first roll of a game, which is no double.
    #[inline]
    pub fn throw_first(dice: &mut Dice) -> Roll {
        Roll::ALL[dice.below(Roll::OPENING)]
    }

    /// Reads `31`, `13`, `3-1` or `3 1`.
    pub fn read(text: &str) -> Result<Roll, String> {
        let dice: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b' ' | b'-' | b',')).collect();
        let roll = match dice[..] {
            [one, other] => Roll::new(one.wrapping_sub(b'0'), other.wrapping_sub(b'0')),
            _ => None,
        };
        roll.ok_or_else(|| format!("a roll is two dice from 1 to 6, such as 31, not '{text}'"))
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_all_different_and_doubles_come_last() {
        let total: u32 = Roll::ALL.iter().map(|roll| u32::from(roll.weight())).sum();
        assert_eq!(total, 36);
        for (at, roll) in Roll::ALL.iter().enumerate() {
            assert!(!Roll::ALL[..at].contains(roll));
            assert_eq!(roll.double(), at >= Roll::OPENING);
            assert_eq!(Roll::read(&roll.to_string()), Ok(*roll));
            assert_eq!(Roll::read(&format!("{}-{}", roll.low(), roll.high())), Ok(*roll));
        }
        for text in ["", "3", "07", "71", "3a", "311"] {
            assert!(Roll::read(text).unwrap_err().contains(&format!("'{text}'")));
        }
    }

    #[test]
    fn every_throw_is_as_frequent_as_its_weight() {
        let mut dice = Dice::new(1, 1);
        let mut seen = [0u32; 21];
        let place = |roll| Roll::ALL.iter().position(|other| *other == roll).unwrap();
        for _ in 0..36_000 {
            seen[place(Roll::throw(&mut dice))] += 1;
            assert!(!Roll::throw_first(&mut dice).double());
        }
        for (roll, count) in Roll::ALL.iter().zip(seen) {
            let expected = 1000.0 * f64::from(roll.weight());
            assert!((f64::from(count) - expected).abs() < 5.0 * expected.sqrt(), "{roll}: {count}");
        }
    }
}
