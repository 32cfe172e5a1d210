//! How a game begins: some moves, or a position, that both players get with each colour once.

use crate::{Player, Turn, referee};
use game::{Dice, Game};

/// The beginning of a game. There is one position more than moves.
#[derive(Clone, Debug)]
pub struct Opening<G: Game> {
    /// The positions, the last one being where the players take over.
    pub line: Vec<G>,
    /// The moves between them.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// No moves: the players take over in `position`.
    pub fn at(position: G) -> Opening<G> {
        Opening { line: vec![position], moves: Vec::new() }
    }

    /// The position where the players take over.
    pub fn last(&self) -> &G {
        self.line.last().expect("an opening has at least one position")
    }

    /// Adds a legal move.
    pub fn push(&mut self, mv: G::Move) {
        self.line.push(self.last().after(mv));
        self.moves.push(mv);
    }
}

/// Up to `most` random plies that do not end the game.
pub fn random_opening<G: Game>(start: &G, most: usize, dice: &mut Dice) -> Opening<G> {
    loop {
        let plies = dice.below(most + 1);
        if let Some(opening) = random_plies(start, plies, dice) {
            return opening;
        }
    }
}

/// Exactly `plies` random plies, or `None` if they end the game.
fn random_plies<G: Game>(start: &G, plies: usize, dice: &mut Dice) -> Option<Opening<G>> {
    let mut list = Vec::new();
    let mut opening = Opening::at(start.clone());
    while opening.line.len() <= plies && referee(&opening.line, &mut list).is_ok() {
        let position = opening.last();
        let at = if position.chance() {
            dice.pick(list.iter().map(|roll| position.probability(*roll)))
        } else {
            dice.below(list.len())
        };
        opening.push(list[at]);
    }
    (opening.line.len() == plies + 1 && referee(&opening.line, &mut list).is_ok()).then_some(opening)
}

/// Random openings that a judge finds equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// Plies of each opening.
    pub plies: usize,
    /// How far from equal the judge may find it, in hundredths of a pawn; the largest number: the judge is not asked.
    pub limit: i32,
}

/// After so many openings that are not equal the most equal one is taken.
const TRIALS: usize = 200;

impl Balance {
    /// An opening that depends on nothing but the dice and the judge, who must search to a depth and not by the clock.
    pub fn opening<G: Game>(&self, start: &G, judge: &mut dyn Player<G>, dice: &mut Dice) -> Opening<G> {
        let mut best: Option<(i32, Opening<G>)> = None;
        for _ in 0..TRIALS {
            let Some(opening) = random_plies(start, self.plies, dice) else { continue };
            if self.limit == i32::MAX {
                return opening;
            }
            judge.begin();
            let turn = Turn { line: &opening.line, moves: &opening.moves, clock: None };
            let opinion = judge.choose(&turn, dice).ok().and_then(|choice| choice.opinion);
            let value = opinion.map_or(0, |opinion| opinion.value.saturating_abs());
            if value <= self.limit {
                return opening;
            }
            if best.as_ref().is_none_or(|(least, _)| value < *least) {
                best = Some((value, opening));
            }
        }
        best.map_or_else(|| random_opening(start, self.plies, dice), |(_, opening)| opening)
    }
}
