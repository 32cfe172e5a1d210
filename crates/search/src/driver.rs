//! The two ways to close in on the root value: principal variation search with aspiration windows, and MTD(f).

use crate::thought::decided;
use crate::tree::{INFINITE, Tree};
use crate::{Bound, Driver};
use eval::{Evaluator, Value};
use game::Game;

/// KnightCap's first tests of MTD(f): this many pawns below the guess, until one holds. Its last three steps are 30 each.
const DROPS: [f64; 7] = [0.5, 2.0, 6.0, 13.0, 30.0, 60.0, 90.0];
/// KnightCap's smallest step of MTD(f), in pawns.
const STEP: f64 = 0.07;
/// Iterations from this depth on begin with a narrow window.
const NARROW_FROM: u32 = 4;

/// A move at the root. Moves are compared by value + bonus, then by rank; ranks are a random order.
#[derive(Clone, Copy)]
pub(crate) struct RootMove<M> {
    pub mv: M,
    pub bonus: Value,
    pub rank: usize,
}

/// The root of a tree.
pub(crate) struct Top<'a, 'b, G: Game, E: Evaluator<G>, const SELECTIVE: bool> {
    pub tree: Tree<'a, G, E, SELECTIVE>,
    pub game: &'a G,
    pub state: E::State,
    pub moves: &'b mut Vec<RootMove<G::Move>>,
}

/// What an iteration, or a part of it, has found: the line is in the tree's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub value: Value,
    pub bound: Bound,
}

impl<G: Game, E: Evaluator<G>, const SELECTIVE: bool> Top<'_, '_, G, E, SELECTIVE> {
    /// One iteration over the root moves from `from` on. The best one is brought to `from`. `None` if it was stopped before
    /// anything was known. `tell` hears of bounds on the way.
    pub fn iterate(
        &mut self,
        depth: u32,
        guess: Option<Value>,
        from: usize,
        tell: &mut dyn FnMut(&Tree<G, E, SELECTIVE>, Found),
    ) -> Option<Found> {
        let options = self.tree.options;
        self.tree.nominal = depth;
        self.tree.previous = guess;
        // A bonus would shift the tests of MTD(f).
        if options.driver == Driver::Mtd && options.noise == 0.0 {
            return self.mtd(depth, guess.unwrap_or(0), from);
        }
        let mut width = self.tree.pawns(options.aspiration);
        let (mut low, mut high) = (-INFINITE, INFINITE);
        if let Some(guess) = guess
            && width > 0
            && depth >= NARROW_FROM
            && decided(guess) == 0
        {
            (low, high) = (guess - width, guess + width);
        }
        let before = self.moves[from].mv;
        let mut raised = None;
        loop {
            let found = self.pvs(depth, low, high, from);
            if self.tree.stopped {
                // A move that was better than expected is played, even if nobody knows how good it is.
                return found
                    .or(raised.filter(|_| self.moves[from].mv != before).map(|value| self.guessed(value, from)));
            }
            let found = found?;
            width = width.saturating_mul(3);
            match found.bound {
                Bound::Upper if low > -INFINITE => {
                    high = (low + high) / 2;
                    low = if decided(found.value) != 0 { -INFINITE } else { (found.value - width).max(-INFINITE) };
                }
                Bound::Lower if high < INFINITE => {
                    raised = Some(found.value);
                    high = if decided(found.value) != 0 { INFINITE } else { (found.value + width).min(INFINITE) };
                }
                _ => return Some(found),
            }
            tell(&self.tree, found);
        }
    }

    /// Another thread was faster: goes on from the move that it has found.
    pub fn adopt(&mut self, best: G::Move) {
        self.tree.resume();
        if let Some(at) = self.moves.iter().position(|entry| entry.mv == best) {
            self.moves[..=at].rotate_right(1);
        }
    }

    /// The value of a root move for the side to move.
    fn child<const OPEN: bool>(&mut self, mv: G::Move, depth: u32, alpha: Value, beta: Value) -> Value {
        let child = self.game.after(mv);
        let state = self.tree.evaluator.advance(self.game, mv, &self.state, &self.tree.root);
        if SELECTIVE {
            self.tree.step(self.game, mv, 0, false);
        }
        -self.tree.node::<OPEN>(&child, &state, 1, depth - 1, -beta, -alpha)
    }

    /// All root moves from `from` on with the window from `low` to `high`. If it is stopped, what has been found so far.
    fn pvs(&mut self, depth: u32, low: Value, high: Value, from: usize) -> Option<Found> {
        let mut best: Option<(usize, Value)> = None;
        let mut most = -INFINITE;
        for at in from..self.moves.len() {
            let candidate = self.moves[at];
            let floor = match best {
                None => low,
                Some((leader, leading)) => {
                    let leader = &self.moves[leader];
                    // What the candidate must exceed: to equal the leader is enough for a higher rank.
                    low.max(leading + leader.bonus - candidate.bonus - Value::from(candidate.rank > leader.rank))
                }
            };
            let first = at == from;
            let mut value = if first { floor + 1 } else { self.child::<false>(candidate.mv, depth, floor, floor + 1) };
            if value > floor && !self.tree.stopped {
                value = self.child::<true>(candidate.mv, depth, floor, high);
            }
            if self.tree.stopped {
                break;
            }
            most = most.max(value);
            if value > floor {
                best = Some((at, value));
                if value >= high {
                    self.tree.memory.lines.guess(0, candidate.mv);
                    break;
                }
                self.tree.memory.lines.extend(0, candidate.mv);
            }
        }
        match best {
            Some((at, value)) => {
                self.moves[from..=at].rotate_right(1);
                Some(Found { value, bound: Bound::of(value, low, high) })
            }
            None if self.tree.stopped => None,
            None => Some(Found { value: most, bound: Bound::Upper }),
        }
    }

    /// Whether the root is worth at least `goal`: a bound by closed windows only. A move that is goes to the front.
    fn test(&mut self, depth: u32, goal: Value, from: usize) -> Value {
        let mut best = -INFINITE;
        for at in from..self.moves.len() {
            let value = self.child::<false>(self.moves[at].mv, depth, goal - 1, goal);
            if self.tree.stopped {
                break;
            }
            best = best.max(value);
            if value >= goal {
                self.moves[from..=at].rotate_right(1);
                break;
            }
        }
        best
    }

    /// MTD(f) (Plaat et al. 1996) with KnightCap's momentum, then one open search for the line.
    fn mtd(&mut self, depth: u32, guess: Value, from: usize) -> Option<Found> {
        let options = self.tree.options;
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let step = self.tree.pawns(STEP).max(1);
        let tolerance = self.tree.pawns(options.tolerance);
        let before = self.moves[from].mv;
        if options.momentum && decided(guess) == 0 {
            // A lower bound first: it guarantees a move.
            for drop in DROPS {
                let goal = guess - self.tree.pawns(drop);
                let value = self.test(depth, goal, from);
                if self.tree.stopped {
                    return None;
                }
                if value >= goal {
                    low = value;
                    break;
                }
                high = value;
            }
        }
        let (mut value, mut rising, mut falling) = (if low > -INFINITE { low } else { guess.min(high) }, 0, 0);
        let mut held = low > -INFINITE;
        while high - low > if decided(low) == 0 && decided(high) == 0 { tolerance } else { 0 } {
            let mut goal = if value == low { value + 1 } else { value };
            if options.momentum {
                let middle = ((i64::from(low) + i64::from(high)) / 2) as Value;
                if rising > 0 {
                    goal = goal.max((low + rising * rising * step).min(middle));
                } else if falling > 0 {
                    goal = goal.min((high - falling * falling * step).max(middle));
                }
            }
            goal = goal.clamp(low + 1, high);
            value = self.test(depth, goal, from);
            if self.tree.stopped {
                // Another move that has held a test is better than the last iteration's; else that one's line is known.
                return (held && self.moves[from].mv != before).then(|| self.guessed(low, from));
            }
            if value >= goal {
                (low, held) = (value, true);
                (rising, falling) = (rising + 1, 0);
            } else {
                high = value;
                (rising, falling) = (0, falling + 1);
            }
        }
        let mut found = self.pvs(depth, low.saturating_sub(1), high.max(low).saturating_add(1), from);
        if found.is_some_and(|found| found.bound != Bound::Exact) {
            // Draws by repetition depend on the path, and a selective search may change its mind: then the tests, which
            // believe the table, contradict the open search.
            let reach = if SELECTIVE { self.tree.unit / 2 } else { 2 * INFINITE };
            let (low, high) = (low.min(high).saturating_sub(reach), high.max(low).saturating_add(reach));
            found = self.pvs(depth, low.max(-INFINITE), high.min(INFINITE), from);
        }
        match found {
            Some(found) if found.bound == Bound::Exact => Some(found),
            // The selective search has changed its mind.
            _ => Some(self.guessed(low, from)),
        }
    }

    /// The move in front, with a value whose line is not known.
    fn guessed(&mut self, value: Value, from: usize) -> Found {
        let mv = self.moves[from].mv;
        self.tree.memory.lines.guess(0, mv);
        Found { value, bound: Bound::Lower }
    }
}
