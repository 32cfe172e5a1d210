//! Values as other programs expect them: hundredths of a pawn, or moves to the end.

use eval::Value;
use search::WIN;

/// A value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A forced win in so many of the own moves, or a forced loss if negative. 0: lost already.
    Mate(i32),
}

/// Hundredths of a pawn stay between plus and minus this, clear of what programs take for a mate.
const LARGEST: i64 = 30_000;

impl Score {
    /// Translates a value of the search, for an evaluator to which a pawn is worth `yardstick`.
    pub fn of(value: Value, yardstick: Value) -> Score {
        match Score::plies(value) {
            Some(plies) => Score::Mate((plies + value.signum()) / 2),
            None => {
                let hundredths = i64::from(value) * 100 / i64::from(yardstick.max(1));
                Score::Centipawns(hundredths.clamp(-LARGEST, LARGEST) as i32)
            }
        }
    }

    /// The plies to a forced win, or to a forced loss if negative; `None` if there is neither.
    pub fn plies(value: Value) -> Option<i32> {
        // A win of several points counts as many times.
        let points = (value.abs() + WIN / 2) / WIN;
        (value.abs() > WIN / 2).then(|| value.signum() * (points * WIN - value.abs()))
    }

    /// One number for both: a mate is 100,000 and the number of moves, as xboard writes it.
    pub fn number(self) -> i32 {
        match self {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => 100_000 + moves,
            Score::Mate(moves) => -100_000 + moves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Outcome, Side};
    use search::outcome_value;

    #[test]
    fn values_are_pawns_and_wins_are_moves() {
        assert_eq!(Score::of(5_720, 5_720), Score::Centipawns(100));
        assert_eq!(Score::of(-8_580, 5_720), Score::Centipawns(-150));
        assert_eq!(Score::of(40_000_000, 1), Score::Centipawns(30_000));
        assert_eq!(Score::of(1, 0), Score::Centipawns(100), "weights of zero are no reason to fail");
        let won = |side, ply| Score::of(outcome_value(Outcome::win(side), Side::First, ply), 10_000);
        // The own move mates: one ply. Mate in two: three plies.
        assert_eq!((won(Side::First, 1), won(Side::First, 3)), (Score::Mate(1), Score::Mate(2)));
        assert_eq!((won(Side::Second, 2), won(Side::Second, 4)), (Score::Mate(-1), Score::Mate(-2)));
        assert_eq!(won(Side::Second, 0), Score::Mate(0));
        let plies = |side, ply| Score::plies(outcome_value(Outcome::win(side), Side::First, ply));
        assert_eq!((plies(Side::First, 3), plies(Side::Second, 4)), (Some(3), Some(-4)));
        assert_eq!(Score::plies(40_000), None);
        assert_eq!((Score::Mate(3).number(), Score::Mate(-3).number()), (100_003, -100_003));
    }
}
