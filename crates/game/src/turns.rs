//! Games of dice in which a turn is one throw and one play: the short way for networks, which look at nothing but boards.

use crate::{Dice, Game};
use std::fmt::Debug;

/// A board seen by one side, in a game where a turn is one throw and one play.
pub trait Turns: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// What is thrown.
    type Roll: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// The name of the game.
    const NAME: &'static str;
    /// Games of more turns than this are given up.
    const LONGEST: usize;

    /// The start, seen by the side that begins.
    fn start() -> Self;

    /// Throws; the first throw of a game may have rules of its own.
    fn throw(dice: &mut Dice, first: bool) -> Self::Roll;

    /// What can be thrown, with probabilities that sum to 1. (The first throw of a game is never looked ahead to.)
    fn rolls() -> &'static [(Self::Roll, f32)];

    /// Pushes every different board that the side can reach with a roll, still seen by it; the board itself if it cannot play.
    fn replies(&self, roll: Self::Roll, push: impl FnMut(Self));

    /// The same board seen by the other side.
    fn swapped(self) -> Self;

    /// What the game is worth to the side, if it is over.
    fn points(&self) -> Option<i32>;

    /// Whether the side may still win, and lose, more than a single game.
    fn gammons(&self) -> (bool, bool);

    /// True if the side's own men stand as in `other`. Plays that lead to the same men are alike, wherever the other side is.
    fn alike(&self, other: &Self) -> bool;
}

/// What a network sees of a board.
pub trait Encoding<B>: Clone + Send + Sync + 'static {
    /// What is computed once of a board, to tell how others differ from it.
    type Prepared;

    /// The name in commands and files.
    fn name(&self) -> String;

    /// The number of inputs.
    fn count(&self) -> usize;

    /// The number of classes of boards: each has a network of its own.
    fn classes(&self) -> usize {
        1
    }

    /// The class of a board.
    fn class(&self, _board: &B) -> usize {
        0
    }

    /// What [`Encoding::change`] needs to know of the board before.
    fn prepare(&self, board: &B) -> Self::Prepared;

    /// Pushes all inputs that are not zero, as (index, amount). The board is seen by the side that has just moved.
    fn all(&self, board: &B, pairs: &mut Vec<(u32, f32)>);

    /// Pushes the inputs that differ between two boards, and by how much.
    fn change(&self, before: &B, prepared: &Self::Prepared, after: &B, pairs: &mut Vec<(u32, f32)>);
}

/// A game that has such boards.
pub trait Diced: Game {
    /// Its boards.
    type Board: Turns;

    /// The board as the side to move sees it.
    fn seen(&self) -> Self::Board;

    /// What was thrown, if anything was.
    fn thrown(&self) -> Option<<Self::Board as Turns>::Roll>;

    /// The move that leads to a board, which is seen by the side to move; `None` if there is none.
    fn leading_to(&self, board: &Self::Board) -> Option<Self::Move>;
}
