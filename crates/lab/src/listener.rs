//! TreeStrap in self-play: hears of every node of a search and hands it on in the learner's words.

use eval::{Evaluator, LinearModel, SCALE};
use game::{Game, Root, Side};
use learn::{Claim, Goal, Harvest};
use search::{Bound, Searched, Watch, points};
use std::cell::RefCell;

/// Gathers what the last iteration of a search says of its calm nodes.
pub(crate) struct Listener<'a, E> {
    evaluator: &'a E,
    root: Root,
    depth: u32,
    harvest: RefCell<&'a mut Harvest<LinearModel>>,
}

impl<'a, E> Listener<'a, E> {
    /// A listener to a search of `depth` plies.
    pub fn new(evaluator: &'a E, root: Root, depth: u32, harvest: &'a mut Harvest<LinearModel>) -> Listener<'a, E> {
        Listener { evaluator, root, depth, harvest: RefCell::new(harvest) }
    }
}

impl<G: Game, E: Evaluator<G>> Watch<G> for Listener<'_, E> {
    fn deepen(&self, depth: u32, _steady: u32) -> bool {
        // What a shallower iteration found is known better now.
        if depth < self.depth {
            self.harvest.borrow_mut().forget();
        }
        true
    }

    fn listens(&self) -> bool {
        true
    }

    fn searched(&self, node: &Searched<'_, G>) {
        // Where something hangs the static value is never used, and what the search finds there is not its fault: a piece
        // that has taken a guarded one would learn that taking is bad.
        if !node.calm {
            return;
        }
        let side = node.position.side();
        // What is a gain for the second player is a loss for the first.
        let claim = match (node.bound, side) {
            (Bound::Exact, _) => Claim::Exact,
            (Bound::Lower, Side::First) | (Bound::Upper, Side::Second) => Claim::AtLeast,
            _ => Claim::AtMost,
        };
        let goal = match points(side.view(node.value)) {
            Some(points) => Goal::Over(points),
            None => Goal::Value(f64::from(side.view(node.value)) / SCALE),
        };
        let still = f64::from(side.view(node.still)) / SCALE;
        self.harvest.borrow_mut().see(still, goal, claim, || self.evaluator.inputs(node.position, &self.root));
    }
}
