//! A game as programs are told it: a first position and moves, in writing.

use arena::Turn;
use game::Game;

/// A first position and the moves from there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Story {
    /// The first position in the game's notation.
    pub first: String,
    /// The variant of the game.
    pub variant: Option<&'static str>,
    /// True if the first position is the one in which games start.
    pub ordinary: bool,
    /// The moves, as `write` has written them.
    pub moves: Vec<String>,
}

impl Story {
    /// The game of `turn`. Where some moves are not known, it begins with the first position after them.
    pub fn of<G: Game>(turn: &Turn<G>, write: impl Fn(&G, G::Move) -> String) -> Story {
        let line = &turn.line[turn.line.len().saturating_sub(turn.moves.len() + 1)..];
        let first = &line[0];
        let (start, text) = (G::start(), first.to_string());
        Story {
            ordinary: first.variant() == start.variant() && text == start.to_string(),
            first: text,
            variant: first.variant(),
            moves: line.iter().zip(turn.moves).map(|(position, mv)| write(position, *mv)).collect(),
        }
    }

    /// The moves that lead from `earlier` to this, if it is the same game further on.
    pub fn since(&self, earlier: &Story) -> Option<&[String]> {
        let same = (&self.first, self.variant) == (&earlier.first, earlier.variant);
        self.moves.strip_prefix(earlier.moves.as_slice()).filter(|_| same)
    }
}
