//! A played game as a network learner sees it.

use crate::{Episode, Leaf, Step};
use eval::Inputs;
use eval::network::{Judge, Outlook, Reply, SEEN_BY_SECOND, WITHOUT_GAMMON_LOSS, WITHOUT_GAMMON_WIN};
use game::{Encoding, Turns};

/// A game: the boards after all turns but the one that ended it. Turns alternate, and the first player has the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail<B> {
    /// The number of the game.
    pub number: u64,
    /// The turns.
    pub turns: Vec<TrailTurn<B>>,
    /// Points of the first player; `None` if the game was given up.
    pub points: Option<i32>,
}

/// A turn.
#[derive(Clone, Debug, PartialEq)]
pub struct TrailTurn<B> {
    /// The board that it led to, seen by the side that has moved.
    pub board: B,
    /// What that side was predicted to expect, when it moved.
    pub outlook: Outlook,
    /// Where the prediction came from, if not from the board itself: answers of the other side, seen by that, with their
    /// probabilities.
    pub leaves: Vec<(f32, Reply<B>)>,
}

impl<B: Turns> Trail<B> {
    /// What the side that made the last turn here should have expected of it.
    pub(super) fn end(&self) -> Outlook {
        let last = self.turns.len().wrapping_sub(1);
        match self.points {
            Some(points) => Outlook::of(if last.is_multiple_of(2) { points } else { -points }),
            None => self.turns.last().map_or_else(Outlook::default, |turn| turn.outlook),
        }
    }

    /// What every turn should have been predicted, by all that was predicted and happened later; the last one first.
    pub fn targets(&self, lambda: f32) -> impl Iterator<Item = (&TrailTurn<B>, Outlook)> {
        let mut target = self.end();
        self.turns.iter().rev().map(move |turn| {
            let own = target;
            let mut mixed = Outlook::default();
            mixed.add(1.0 - lambda, &turn.outlook);
            mixed.add(lambda, &own);
            target = mixed.flipped();
            (turn, own)
        })
    }

    /// The game for the general learner.
    pub fn episode<E: Encoding<B>>(&self, judge: &Judge<B, E>) -> Episode {
        let mut pairs = Vec::new();
        let mut inputs = |board: &B, second: bool| {
            let (_, gammons) = judge.inputs(board, &mut pairs);
            let flag = |flag: u32, set: bool| if set { flag } else { 0 };
            let set = flag(SEEN_BY_SECOND, second)
                | flag(WITHOUT_GAMMON_WIN, !gammons.won)
                | flag(WITHOUT_GAMMON_LOSS, !gammons.lost);
            Inputs { pairs: pairs.iter().map(|&(index, amount)| (index, f64::from(amount))).collect(), set }
        };
        let mut steps = Vec::new();
        for (at, turn) in self.turns.iter().enumerate() {
            let second = at % 2 == 1;
            let root = inputs(&turn.board, second);
            let (mut open, mut over) = (Vec::new(), Vec::new());
            for (share, leaf) in &turn.leaves {
                // The leaf is seen by the other side.
                match leaf.board.points() {
                    Some(points) => over.push((f64::from(*share), if second { points } else { -points })),
                    None => open.push((f64::from(*share), inputs(&leaf.board, !second))),
                }
            }
            let leaf = if turn.leaves.is_empty() { Leaf::one(root.clone()) } else { Leaf::Mixed(open, over) };
            steps.push(Step { leaf, root, predicted: true });
        }
        let (number, open) = (self.number, self.points.is_none());
        Episode { number, steps, result: self.points.unwrap_or(0), open, ..Episode::default() }
    }
}
