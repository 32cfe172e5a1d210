//! The two sides and how a game ended.

use std::fmt;

/// One of the two players. `First` moves first: White in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// White in chess, Black in shogi, the first mover elsewhere.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent of this side.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// Turns a number from the first player's view to this side's view, or back: the one place where views change.
    #[inline(always)]
    pub fn view(self, value: i32) -> i32 {
        match self {
            Side::First => value,
            Side::Second => -value,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// The result of a finished game in points for the first player: 1, 0 or -1; backgammon goes to 3 and -3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome(pub i8);

impl Outcome {
    /// Nobody won.
    pub const DRAW: Outcome = Outcome(0);

    /// A simple win of `side`.
    pub fn win(side: Side) -> Outcome {
        Outcome(side.view(1) as i8)
    }

    /// Points from `side`'s view.
    #[inline(always)]
    pub fn points(self, side: Side) -> i32 {
        side.view(i32::from(self.0))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "1/2-1/2",
            1.. => "1-0",
            _ => "0-1",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_opposite() {
        assert_eq!((Side::First.view(7), Side::Second.view(7)), (7, -7));
        for side in [Side::First, Side::Second] {
            assert_eq!(side.other().other(), side);
            assert_eq!(side.view(side.view(7)), 7);
            assert_eq!(Outcome::win(side).points(side), 1);
            assert_eq!(Outcome::win(side).points(side.other()), -1);
            assert_eq!(Outcome::DRAW.points(side), 0);
        }
        assert_eq!((Side::First.index(), Side::Second.index()), (0, 1));
    }

    #[test]
    fn outcomes_are_written_as_people_do() {
        let texts = [3, 1, 0, -1, -2].map(|points| Outcome(points).to_string());
        assert_eq!(texts, ["1-0", "1-0", "1/2-1/2", "0-1", "0-1"]);
        assert_eq!(Outcome(-3).points(Side::Second), 3);
    }
}
