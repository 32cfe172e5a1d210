//! The course of a game: where it began, the moves, and every position on the way.

use super::moves::legal_moves;
use arena::{Ended, referee};
use game::Game;

/// A game so far. There is always a position.
#[derive(Clone)]
pub struct Course<G: Game> {
    line: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Game> Course<G> {
    /// A game that begins with `start`.
    pub fn new(start: G) -> Course<G> {
        Course { line: vec![start], moves: Vec::new() }
    }

    /// Reads a position, `None` for the usual start, as one of `variant`.
    pub fn read(text: Option<&str>, variant: Option<&str>) -> Result<Course<G>, String> {
        let position = text.map_or(Ok(G::start()), G::read)?;
        // A position that only makes sense in a variant stays there.
        let variant = variant.or(position.variant());
        let position = position.in_variant(variant).ok_or_else(|| format!("no variant {variant:?}"))?;
        Ok(Course::new(position))
    }

    /// The position now.
    pub fn position(&self) -> &G {
        self.line.last().expect("there is always a position")
    }

    /// All positions.
    pub fn line(&self) -> &[G] {
        &self.line
    }

    /// All moves.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Reads a move. Moves are legal also where the game is drawn by a rule that nobody has claimed.
    pub fn find(&self, text: &str) -> Result<G::Move, String> {
        let position = self.position();
        position.read_move(text).or_else(|error| {
            let named = |mv: &G::Move| position.write_move(*mv) == text || position.record_move(*mv) == text;
            let open = position.over().is_some();
            legal_moves(position).into_iter().filter(|_| open).find(named).ok_or(error)
        })
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.line.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Takes back so many moves; false, and nothing done, if there are not that many.
    pub fn take_back(&mut self, count: usize) -> bool {
        let enough = self.moves.len() >= count;
        if enough {
            self.line.truncate(self.line.len() - count);
            self.moves.truncate(self.moves.len() - count);
        }
        enough
    }

    /// The referee's word, if the game is over.
    pub fn ended(&self) -> Option<Ended> {
        referee(&self.line, &mut Vec::new()).err()
    }
}
