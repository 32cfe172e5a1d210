//! The board as networks play with it.

use super::{Backgammon, Board, Move, Roll};
use game::{Dice, Diced, Game, Turns};

/// All rolls with their probabilities.
const ROLLS: [(Roll, f32); 21] = {
    let (mut rolls, mut at) = ([(Roll::ALL[0], 0.0); 21], 0);
    while at < 21 {
        let roll = Roll::ALL[at];
        rolls[at] = (roll, if at < Roll::OPENING { 2.0 / 36.0 } else { 1.0 / 36.0 });
        at += 1;
    }
    rolls
};

impl Turns for Board {
    type Roll = Roll;
    const NAME: &'static str = Backgammon::NAME;
    const LONGEST: usize = Backgammon::LONGEST / 2;

    fn start() -> Board {
        Board::START
    }

    #[inline]
    fn throw(dice: &mut Dice, first: bool) -> Roll {
        if first { Roll::throw_first(dice) } else { Roll::throw(dice) }
    }

    #[inline]
    fn rolls() -> &'static [(Roll, f32)] {
        &ROLLS
    }

    #[inline]
    fn replies(&self, roll: Roll, mut push: impl FnMut(Board)) {
        Board::replies(self, roll, |_, board| push(board));
    }

    #[inline]
    fn swapped(self) -> Board {
        Board::swapped(self)
    }

    #[inline]
    fn points(&self) -> Option<i32> {
        Board::points(self).map(i32::from)
    }

    #[inline]
    fn gammons(&self) -> (bool, bool) {
        (self.other.off() == 0, self.own.off() == 0)
    }

    #[inline]
    fn alike(&self, other: &Board) -> bool {
        self.own == other.own
    }
}

impl Diced for Backgammon {
    type Board = Board;

    fn seen(&self) -> Board {
        *self.board()
    }

    fn thrown(&self) -> Option<Roll> {
        self.roll()
    }

    fn leading_to(&self, wanted: &Board) -> Option<Move> {
        let mut found = None;
        self.board().replies(self.roll()?, |play, board| {
            if board == *wanted {
                found = Some(Move::Play(play));
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_certain_together_and_moves_are_found_again() {
        assert!((ROLLS.iter().map(|(_, p)| p).sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(ROLLS.iter().all(|(roll, p)| (*p > 0.05) != roll.double()));
        let game = Backgammon::start().after(Move::Roll(Roll::new(3, 1).unwrap()));
        assert_eq!(Backgammon::start().leading_to(&Board::START), None);
        for mv in game.move_list() {
            let after = game.after(mv).seen().swapped();
            assert_eq!(game.leading_to(&after), Some(mv));
        }
        assert_eq!(game.leading_to(&Board::START), None);
    }
}
