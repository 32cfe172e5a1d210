//! What a player is, and the two that need no outside program.

use eval::Evaluator;
use game::{Dice, Game};
use search::{Options, Searcher, Thought};

/// A chosen move, and the thought behind it where there was one.
#[derive(Clone, Debug)]
pub struct Choice<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The search that chose it.
    pub thought: Option<Thought<G>>,
}

/// Why a player did not move. It loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(pub String);

/// Someone who plays a game.
pub trait Player<G: Game> {
    /// A new game begins.
    fn begin(&mut self) {}

    /// Chooses a move in the last position of `line`, which is not over.
    fn choose(&mut self, line: &[G], dice: &mut Dice) -> Result<Choice<G>, Failure>;

    /// Who is ahead in `position` from the first player's view: positive, negative or 0. `None` if it has no opinion.
    fn opinion(&mut self, _position: &G) -> Option<i32> {
        None
    }
}

/// Plays any legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomPlayer;

impl<G: Game> Player<G> for RandomPlayer {
    fn choose(&mut self, line: &[G], dice: &mut Dice) -> Result<Choice<G>, Failure> {
        let list = line.last().map(G::move_list).unwrap_or_default();
        if list.is_empty() {
            return Err(Failure("there is no legal move".to_string()));
        }
        Ok(Choice { mv: list[dice.below(list.len())], thought: None })
    }
}

/// Plays what a search with an evaluator finds.
pub struct SearchPlayer<G: Game, E> {
    evaluator: E,
    searcher: Searcher<G>,
}

impl<G: Game, E: Evaluator<G>> SearchPlayer<G, E> {
    /// A player with its own search memory.
    pub fn new(evaluator: E, options: Options) -> SearchPlayer<G, E> {
        SearchPlayer { evaluator, searcher: Searcher::new(options) }
    }
}

impl<G: Game, E: Evaluator<G>> Player<G> for SearchPlayer<G, E> {
    fn begin(&mut self) {
        self.searcher.forget();
    }

    fn choose(&mut self, line: &[G], dice: &mut Dice) -> Result<Choice<G>, Failure> {
        let thought = self.searcher.think(&self.evaluator, line, dice);
        let thought = thought.ok_or_else(|| Failure("there is no legal move".to_string()))?;
        Ok(Choice { mv: thought.best, thought: Some(thought) })
    }

    fn opinion(&mut self, position: &G) -> Option<i32> {
        let root = self.evaluator.root(position);
        let state = self.evaluator.fresh(position, &root);
        Some(self.evaluator.value(position, &state, &root).signum())
    }
}
