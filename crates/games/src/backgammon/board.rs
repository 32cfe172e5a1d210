//! Where the men of both sides stand.

use super::plays::{self, Play};
use super::roll::Roll;

/// The place of men that were borne off, and of men on the bar.
pub const OFF: usize = 0;
/// The place of men on the bar.
pub const BAR: usize = 25;
/// Men of a side.
pub const MEN: u8 = 15;

/// The fifteen men of a side from its own view: four bits for each place, which are the men off (0), the points 1 to 24 and
/// the bar (25). Men move from high points to low ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Men(pub(super) u128);

/// One man on each place, and as many as fit there.
pub(super) const ONE: [u128; 26] = {
    let (mut one, mut place) = ([0; 26], 0);
    while place < 26 {
        one[place] = 1 << (4 * place);
        place += 1;
    }
    one
};
/// The lowest bit of every place.
const LOW: u128 = u128::MAX / 15;

impl Men {
    /// The men at the start of a game.
    pub const START: Men = Men(5 * ONE[6] + 3 * ONE[8] + 5 * ONE[13] + 2 * ONE[24]);

    /// No men anywhere, not even off.
    pub(super) const NONE: Men = Men(0);

    /// From the counts of the places 1 to 25; the rest of the fifteen are off. `None` if there are more than fifteen.
    pub fn new(counts: impl Fn(usize) -> u8) -> Option<Men> {
        let (mut men, mut sum) = (0, 0u32);
        for (place, one) in ONE.iter().enumerate().skip(1) {
            let count = counts(place);
            sum += u32::from(count);
            if sum > u32::from(MEN) {
                return None;
            }
            men += u128::from(count) * one;
        }
        Some(Men(men + u128::from(u32::from(MEN) - sum)))
    }

    /// How many stand on a place.
    #[inline]
    pub fn count(self, place: usize) -> u8 {
        (self.0 >> (4 * place)) as u8 & 15
    }

    /// All of it in one number, four bits for each place: two such numbers differ (`^`) where men have moved.
    #[inline]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// A bit for each place from 1 to 25 with at least one man.
    #[inline]
    pub fn occupied(self) -> u32 {
        packed(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & !1
    }

    /// A bit for each place from 1 to 25 with at least two men.
    #[inline]
    pub fn made(self) -> u32 {
        packed(self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & !1
    }

    /// Men borne off.
    #[inline]
    pub fn off(self) -> u8 {
        self.0 as u8 & 15
    }

    /// Men on the bar.
    #[inline]
    pub fn bar(self) -> u8 {
        self.count(BAR)
    }

    /// The sum of what all men have still to go.
    pub fn pips(self) -> u32 {
        (1..=BAR).map(|place| place as u32 * u32::from(self.count(place))).sum()
    }

    /// The highest place with a man; 0 if all are off.
    #[inline]
    pub fn last(self) -> usize {
        self.occupied().checked_ilog2().unwrap_or(0) as usize
    }
}

/// The lowest bit of each place, side by side.
#[inline]
fn packed(men: u128) -> u32 {
    let low = men & LOW;
    let half = |mut bits: u64| {
        bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
        bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
        (bits | bits >> 24) as u32 & 0xffff
    };
    half(low as u64) | half((low >> 64) as u64) << 16
}

/// The points of one side as the other side counts them: point p is its point 25 - p. The bar has none.
#[inline]
pub(super) fn turned(points: u32) -> u32 {
    (points & 0x01ff_fffe).reverse_bits() >> 6
}

/// The men of both sides, seen by one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The men of the side whose view it is.
    pub own: Men,
    /// The men of the other, from the other's own view.
    pub other: Men,
}

impl Board {
    /// The start of a game.
    pub const START: Board = Board { own: Men::START, other: Men::START };

    /// The same board seen by the other side.
    #[inline]
    pub fn swapped(self) -> Board {
        Board { own: self.other, other: self.own }
    }

    /// Pushes every different board that `own` can reach with a roll, still seen by the side that has moved, with a play that
    /// leads there; if nothing can be played, the unchanged board with [`Play::PASS`].
    #[inline]
    pub fn replies(&self, roll: Roll, mut push: impl FnMut(Play, Board)) {
        let pushed = plays::each(self, roll, |play, own, hits| push(play, Board { own, other: hit(self.other, hits) }));
        if !pushed {
            push(Play::PASS, *self);
        }
    }

    /// The board after a play of `own`, still seen by that side.
    #[inline]
    pub fn after(&self, play: Play) -> Board {
        let Board { own: Men(mut own), mut other } = *self;
        for step in play.steps() {
            own = own - ONE[step.from] + ONE[step.to];
            // A blot of the other; whoever comes second finds the point empty.
            if step.to != OFF && other.count(25 - step.to) == 1 {
                other = hit(other, 1 << step.to);
            }
        }
        Board { own: Men(own), other }
    }

    /// True if the sides have passed each other, so that neither can hit or block any more.
    #[inline]
    pub fn race(&self) -> bool {
        self.own.last() + self.other.last() < 25
    }

    /// What the game is worth to the side whose view it is, if it is over: 1, 2 for a gammon, 3 for a backgammon, or less
    /// than 0 if the other has won.
    #[inline]
    pub fn points(&self) -> Option<i8> {
        if self.own.off() == MEN {
            Some(lost(self.other))
        } else if self.other.off() == MEN {
            Some(-lost(self.own))
        } else {
            None
        }
    }
}

/// Men after blots were hit on some points, as the side that hits counts them.
#[inline]
fn hit(mut men: Men, mut points: u32) -> Men {
    while points != 0 {
        let point = points.trailing_zeros() as usize;
        men.0 = men.0 - ONE[25 - point] + ONE[BAR];
        points &= points - 1;
    }
    men
}

/// What is lost by a side that has these men left.
fn lost(men: Men) -> i8 {
    if men.off() > 0 {
        1
    } else if men.last() < 19 {
        2
    } else {
        3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_counted() {
        let start = Men::START;
        assert_eq!((start.count(6), start.count(24), start.count(7), start.off(), start.bar()), (5, 2, 0, 0, 0));
        assert_eq!((start.pips(), start.last()), (167, 24));
        assert_eq!(start.occupied(), 1 << 6 | 1 << 8 | 1 << 13 | 1 << 24);
        let men = Men::new(|place| [1, 2, 3, 4][place % 4] * u8::from(place > 21)).unwrap();
        assert_eq!((men.count(22), men.count(23), men.count(24), men.count(25), men.off()), (3, 4, 1, 2, 5));
        assert_eq!((men.occupied() >> 22, men.made() >> 22), (0b1111, 0b1011));
        assert_eq!(turned(1 << 24 | 1 << 25 | 1 << 3), 1 << 1 | 1 << 22);
        assert_eq!(Men::new(|_| 1), None, "25 men");
        assert_eq!(Men::new(|_| 255), None);
        assert_eq!(Men::new(|_| 0).map(|men| (men.off(), men.last())), Some((15, 0)));
    }

    #[test]
    fn a_lost_game_costs_one_two_or_three() {
        let cases: [(&[usize], i8); 6] = [
            (&[1; 14], 1),
            (&[1; 15], 2),
            (&[18; 15], 2),
            (&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 19], 3),
            (&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 25], 3),
            (&[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 25], 1),
        ];
        let gone = Men::new(|_| 0).unwrap();
        for (places, points) in cases {
            let left = Men::new(|place| places.iter().filter(|at| **at == place).count() as u8).unwrap();
            let board = Board { own: gone, other: left };
            assert_eq!((board.points(), board.swapped().points()), (Some(points), Some(-points)), "{places:?}");
        }
        assert_eq!(Board::START.points(), None);
    }
}
