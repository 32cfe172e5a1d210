//! What a player is, and the one that needs no thought.

use crate::Clock;
use game::{Dice, Game, Outcome};
use search::Thought;

/// What a player is shown when it is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a, G: Game> {
    /// All positions of the game, the last one being the one to move in.
    pub line: &'a [G],
    /// All moves of the game, one less than positions.
    pub moves: &'a [G::Move],
    /// The clock, if the game is played with one.
    pub clock: Option<Clock>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// The position to move in.
    pub fn position(&self) -> &'a G {
        self.line.last().expect("a game has at least one position")
    }
}

/// What a player thinks of its move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The value for the player in hundredths of the game's unit (a pawn).
    pub value: i32,
    /// The number of own moves to a forced win, negative for a forced loss.
    pub mate: Option<i32>,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// A chosen move, and the thought behind it where there was one.
#[derive(Clone, Debug)]
pub struct Choice<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The search that chose it.
    pub thought: Option<Thought<G>>,
    /// What the player thinks of the move.
    pub opinion: Option<Opinion>,
}

/// Why a player did not move. It loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

impl Failure {
    /// What a player that gives up says.
    pub const RESIGNED: &'static str = "resigned";
}

/// Someone who plays a game.
pub trait Player<G: Game>: Send {
    /// The next game is played from the opening of this number. Matches say so before [`Player::begin`], for players that
    /// change from opening to opening; both games of an opening must find the same player.
    fn round(&mut self, _opening: u64) {}

    /// A new game begins.
    fn begin(&mut self) {}

    /// Chooses a move in a position that is not over.
    fn choose(&mut self, turn: &Turn<G>, dice: &mut Dice) -> Result<Choice<G>, Failure>;

    /// The game has ended; `None` if it was given up, or decided by somebody's fault, so that the result means nothing.
    fn finish(&mut self, _outcome: Option<Outcome>) {}

    /// Who is ahead in `position` from the first player's view: positive, negative or 0. `None` if it has no opinion.
    fn opinion(&mut self, _position: &G) -> Option<i32> {
        None
    }
}

/// Plays any legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(&mut self, turn: &Turn<G>, dice: &mut Dice) -> Result<Choice<G>, Failure> {
        let list = turn.position().move_list();
        if list.is_empty() {
            return Err(Failure("there is no legal move".to_string()));
        }
        Ok(Choice { mv: list[dice.below(list.len())], thought: None, opinion: None })
    }
}
