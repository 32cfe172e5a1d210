//! What a network sees of a board: Tesauro's 198 inputs in both published readings, and hand-made ones if wanted.

use super::board::{Board, Men};
use super::handmade;
use game::Encoding;

/// How the men on a point are shown by four inputs. Both readings are in print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// At least one, at least two, at least three, and half of those above three.
    A,
    /// Exactly one, at least two, exactly three, and half of those above three.
    B,
}

/// The inputs of a network.
///
/// For each side, first the one that has just moved: four for each of its points, seen by itself (192 together); then the men on
/// the bar, by two, the men off, by fifteen, and who has just moved, which is always the first. Hand-made inputs follow, and with
/// them boards without contact have a network of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// How points are shown.
    pub reading: Reading,
    /// True with hand-made inputs.
    pub handmade: bool,
}

/// The number of raw inputs, and where those begin that are not points.
const RAW: usize = 198;
const ON_BAR: u32 = 192;
const BORNE_OFF: u32 = 194;
const HAS_MOVED: u32 = 196;

impl Inputs {
    /// The inputs of this name: `raw-a`, `raw-b`, `handmade-a` or `handmade-b`.
    pub fn named(name: &str) -> Option<Inputs> {
        let all = [(Reading::A, false), (Reading::B, false), (Reading::A, true), (Reading::B, true)];
        all.map(|(reading, handmade)| Inputs { reading, handmade }).into_iter().find(|inputs| inputs.name() == name)
    }

    /// Pushes the inputs that differ between the men of a side before and after.
    #[inline]
    fn men(&self, side: u32, before: Men, after: Men, pairs: &mut Vec<(u32, f32)>) {
        // In two halves: numbers of 128 bits cost several instructions for each step.
        let (old, new) = (before.bits(), after.bits());
        for half in 0..2 {
            let (old, new) = ((old >> (64 * half)) as u64, (new >> (64 * half)) as u64);
            let mut differ = old ^ new;
            while differ != 0 {
                let shift = differ.trailing_zeros() & !3;
                differ &= !(15 << shift);
                let count = |men: u64| (men >> shift & 15) as usize;
                self.place(side, 16 * half + shift / 4, (count(old), count(new)), pairs);
            }
        }
    }

    /// Pushes what changes with the men on a place.
    #[inline(always)]
    fn place(&self, side: u32, place: u32, (old, new): (usize, usize), pairs: &mut Vec<(u32, f32)>) {
        const BAR: u32 = super::board::BAR as u32;
        let by = new as f32 - old as f32;
        match place {
            0 => pairs.push((BORNE_OFF + side, by / 15.0)),
            BAR => pairs.push((ON_BAR + side, by / 2.0)),
            _ => {
                let change = &CHANGES[self.reading as usize][old][new];
                let first = 96 * side + 4 * (place - 1);
                pairs.extend(change.list[..change.count].iter().map(|&(unit, by)| (first + unit, by)));
            }
        }
    }
}

impl Encoding<Board> for Inputs {
    type Prepared = Option<Box<handmade::List>>;

    fn name(&self) -> String {
        let reading = if self.reading == Reading::A { "a" } else { "b" };
        format!("{}-{reading}", if self.handmade { "handmade" } else { "raw" })
    }

    fn count(&self) -> usize {
        RAW + if self.handmade { handmade::COUNT } else { 0 }
    }

    fn classes(&self) -> usize {
        if self.handmade { 2 } else { 1 }
    }

    #[inline]
    fn class(&self, board: &Board) -> usize {
        usize::from(self.handmade && board.race())
    }

    #[inline]
    fn prepare(&self, board: &Board) -> Self::Prepared {
        self.handmade.then(|| Box::new(handmade::inputs(board)))
    }

    fn all(&self, board: &Board, pairs: &mut Vec<(u32, f32)>) {
        self.men(0, Men::NONE, board.own, pairs);
        self.men(1, Men::NONE, board.other, pairs);
        pairs.push((HAS_MOVED, 1.0));
        if self.handmade {
            let list = handmade::inputs(board);
            let numbered = list.iter().enumerate().map(|(i, x)| ((RAW + i) as u32, *x));
            pairs.extend(numbered.filter(|(_, x)| *x != 0.0));
        }
    }

    #[inline]
    fn change(&self, before: &Board, prepared: &Self::Prepared, after: &Board, pairs: &mut Vec<(u32, f32)>) {
        self.men(0, before.own, after.own, pairs);
        self.men(1, before.other, after.other, pairs);
        if let Some(old) = prepared {
            let new = handmade::inputs(after);
            for (i, (new, old)) in new.iter().zip(old.iter()).enumerate() {
                if new != old {
                    pairs.push(((RAW + i) as u32, new - old));
                }
            }
        }
    }
}

/// The four inputs of a point by the number of men.
const fn units(reading: Reading, men: usize) -> [f32; 4] {
    let (one, three) = match reading {
        Reading::A => (men >= 1, men >= 3),
        Reading::B => (men == 1, men == 3),
    };
    let more = if men > 3 { (men - 3) as f32 / 2.0 } else { 0.0 };
    [one as u8 as f32, (men >= 2) as u8 as f32, three as u8 as f32, more]
}

/// How the four inputs of a point change with its men.
#[derive(Clone, Copy)]
struct Change {
    count: usize,
    list: [(u32, f32); 4],
}

/// By reading, men before and men after.
static CHANGES: [[[Change; 16]; 16]; 2] = {
    let readings = [Reading::A, Reading::B];
    let mut table = [[[Change { count: 0, list: [(0, 0.0); 4] }; 16]; 16]; 2];
    let mut at = 0;
    while at < 2 * 16 * 16 {
        let (reading, before, after) = (at / 256, at / 16 % 16, at % 16);
        let (old, new) = (units(readings[reading], before), units(readings[reading], after));
        let change = &mut table[reading][before][after];
        let mut unit = 0;
        while unit < 4 {
            if old[unit] != new[unit] {
                change.list[change.count] = (unit as u32, new[unit] - old[unit]);
                change.count += 1;
            }
            unit += 1;
        }
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::Roll;
    use game::Dice;

    const ALL: [&str; 4] = ["raw-a", "raw-b", "handmade-a", "handmade-b"];

    fn dense(inputs: &Inputs, board: &Board) -> Vec<f32> {
        let (mut pairs, mut list) = (Vec::new(), vec![0.0; inputs.count()]);
        inputs.all(board, &mut pairs);
        for (index, amount) in pairs {
            assert_eq!(list[index as usize], 0.0, "an input comes once");
            list[index as usize] = amount;
        }
        list
    }

    #[test]
    fn the_start_is_encoded_as_published() {
        for name in ["raw-a", "raw-b"] {
            let list = dense(&Inputs::named(name).unwrap(), &Board::START);
            assert_eq!(list.len(), 198);
            let one = |x: bool| f32::from(u8::from(x));
            let a = name == "raw-a";
            for side in [0, 96] {
                // 5 on 6, 3 on 8, 5 on 13, 2 on 24.
                assert_eq!(list[side + 20..side + 24], [one(a), 1.0, one(a), 1.0]);
                assert_eq!(list[side + 28..side + 32], [one(a), 1.0, 1.0, 0.0]);
                assert_eq!(list[side + 92..side + 96], [one(a), 1.0, 0.0, 0.0]);
            }
            assert_eq!(list[192..], [0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
        }
    }

    #[test]
    fn blots_bar_and_off_are_shown() {
        let own =
            Men::new(|place| [(3, 1), (25, 2)].iter().find(|(at, _)| *at == place).map_or(0, |(_, n)| *n)).unwrap();
        let other = Men::new(|place| u8::from(place == 1)).unwrap();
        let list = dense(&Inputs::named("raw-b").unwrap(), &Board { own, other });
        assert_eq!(list[8..12], [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(list[96..100], [1.0, 0.0, 0.0, 0.0]);
        assert_eq!(list[192..], [1.0, 0.0, 12.0 / 15.0, 14.0 / 15.0, 1.0, 0.0]);
    }

    #[test]
    fn changes_are_the_differences_in_thousands_of_positions() {
        let mut dice = Dice::new(1, 1);
        for name in ALL {
            let inputs = Inputs::named(name).unwrap();
            assert_eq!(inputs.name(), name);
            let mut board = Board::START;
            let mut pairs = Vec::new();
            for _ in 0..400 {
                let mut replies = Vec::new();
                board.replies(Roll::throw(&mut dice), |_, next| replies.push(next));
                let (before, prepared) = (dense(&inputs, &board), inputs.prepare(&board));
                for next in &replies {
                    pairs.clear();
                    inputs.change(&board, &prepared, next, &mut pairs);
                    let mut sum = before.clone();
                    pairs.iter().for_each(|&(index, by)| sum[index as usize] += by);
                    for (sum, x) in sum.iter().zip(dense(&inputs, next)) {
                        assert!((sum - x).abs() < 1e-5, "{name}: {sum} and {x}");
                        assert!((-4.0..=6.0).contains(&x), "{name}: {x} is too large");
                    }
                }
                board = replies[dice.below(replies.len())].swapped();
                if board.points().is_some() {
                    board = Board::START;
                }
            }
        }
    }
}
