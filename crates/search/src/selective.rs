//! What a selective search leaves out: passing, razoring, margins, late moves, and less depth for moves that come late.

use crate::Null;
use crate::extension::Extend;
use crate::ordering::{FIRST_QUIET, Rest, noisy};
use crate::table::{Entry, from_table};
use crate::thought::decided;
use crate::tree::{At, Tree};
use eval::{Evaluator, Value};
use game::Game;

/// Up to this depth, a position that is this many pawns for each ply above the window is not searched.
const CALM_DEPTH: u32 = 7;
const CALM_MARGIN: f64 = 0.75;
/// Up to this depth, quiet moves are left out if the position is this many pawns below the window: for each ply, and once.
const QUIET_DEPTH: u32 = 6;
const QUIET_MARGIN: f64 = 0.9;
const QUIET_BASE: f64 = 0.5;
/// What the past of a move counts for at most.
const MOST_PAST: i32 = 1 << 15;
/// From this depth on, a pass that is good enough is confirmed by a search without it: having to move may be a misfortune.
const CONFIRM_DEPTH: u32 = 10;
/// Up to this depth, late moves are left out, and so are moves that lose more than this by exchange, in hundredths for each ply.
const LATE_DEPTH: u32 = 6;
const QUIET_LOSS: i32 = -50;
const NOISY_LOSS: i32 = -100;

impl<G: Game, E: Evaluator<G>, const SELECTIVE: bool> Tree<'_, G, E, SELECTIVE> {
    /// Notes the static value of the position; false in check, where it says little.
    fn estimate(&mut self, game: &G, state: &E::State, ply: usize, in_check: bool) -> bool {
        self.memory.levels[ply].value = if in_check {
            // What it was two plies ago, so that nothing seems to have improved.
            self.memory.levels[ply.saturating_sub(2)].value
        } else {
            self.still(game, state)
        };
        !in_check
    }

    /// True if the side to move is better off than at its move before.
    fn improves(&self, ply: usize) -> bool {
        ply >= 2 && self.memory.levels[ply].value > self.memory.levels[ply - 2].value
    }

    /// All that a selective node does before it looks at moves: a value if none needs to be searched, else what to extend.
    pub(crate) fn prepare<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        at: &mut At,
        excluded: Option<G::Move>,
        hit: Option<Entry>,
        extend: &mut Extend<G::Move>,
    ) -> Option<Value> {
        self.memory.levels[at.ply + 2].killers = [None, None];
        let calm = self.estimate(game, state, at.ply, extend.in_check);
        if excluded.is_some() {
            return None;
        }
        if calm && let Some(value) = self.shortcut::<OPEN>(game, state, at, extend) {
            return Some(value);
        }
        if self.options.unguided && at.depth >= 4 && hit.is_none_or(|hit| hit.tag == 0) {
            at.depth -= 1;
        }
        let before = self.counts().main();
        extend.singular = self.singular::<OPEN>(game, state, at, hit);
        self.detection.singular += self.counts().main() - before;
        None
    }

    /// A value that makes searching the moves needless.
    fn shortcut<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        at: &At,
        extend: &mut Extend<G::Move>,
    ) -> Option<Value> {
        let &At { ply, depth, alpha, beta } = at;
        let still = self.memory.levels[ply].value;
        let margin = self.options.razoring;
        if margin > 0.0 && depth == 1 && still < alpha - self.pawns(margin) && !self.memory.levels[ply - 1].extended {
            return Some(self.quiesce::<OPEN>(game, state, ply, alpha, beta));
        }
        if OPEN {
            return None;
        }
        if self.options.futility && depth <= CALM_DEPTH && decided(beta) == 0 {
            let plies = f64::from(depth) - f64::from(u8::from(self.improves(ply)));
            if still - self.pawns(CALM_MARGIN * plies) >= beta {
                return Some(still);
            }
        }
        self.pass(game, at, still, extend)
    }

    /// Null move: if even passing is good enough, some move is. If passing gets mated, there is a threat.
    fn pass(&mut self, game: &G, at: &At, still: Value, extend: &mut Extend<G::Move>) -> Option<Value> {
        let &At { ply, depth, beta, .. } = at;
        let null = self.options.null;
        // Nobody mates by passing. That a pass escapes mate proves too little for the strong searches. The thesis' rule has no
        // such doubt, and where a mate has been found most of the work is to show that other moves give none.
        let hopeless = if matches!(null, Null::Fixed(_)) { decided(beta) > 0 } else { decided(beta) != 0 };
        // Two passes in a row would lead back to the same position.
        if null == Null::Off || hopeless || self.last(ply).is_none() {
            return None;
        }
        let reduction = match null {
            Null::Fixed(reduction) => reduction,
            Null::Adaptive => {
                if still < beta || depth < 2 {
                    return None;
                }
                let surplus = (still - beta) / (2 * self.unit).max(1);
                3 + depth / 4 + surplus.clamp(0, 3) as u32
            }
            _ => 3,
        };
        let passed = game.pass()?;
        let state = self.evaluator.fresh(&passed, &self.root);
        self.memory.levels[ply].mv = None;
        self.memory.levels[ply].extended = false;
        self.memory.levels[ply].gain = 0;
        self.memory.path.push(game.key() ^ self.salt, G::PERPETUAL && game.in_check());
        let mut value = -self.node::<false>(&passed, &state, ply + 1, less(depth, reduction), -beta, 1 - beta);
        if null == Null::Verified && value >= beta && game.side() == self.root.program && !self.stopped {
            value = -self.node::<false>(&passed, &state, ply + 1, less(depth, 2), -beta, 1 - beta);
        }
        self.memory.path.pop();
        extend.mate_threat = decided(value) < 0;
        if null == Null::Adaptive && depth >= CONFIRM_DEPTH && value >= beta && !self.stopped {
            value = value.min(self.unpassed(game, at, less(depth, reduction)));
        }
        // A mate that needs a pass is no mate.
        (value >= beta).then(|| if decided(value) > 0 { beta } else { value })
    }

    /// The value of a search in which passing is not allowed here.
    fn unpassed(&mut self, game: &G, at: &At, depth: u32) -> Value {
        let state = self.evaluator.fresh(game, &self.root);
        let (own, before) = (self.memory.levels[at.ply], self.memory.levels[at.ply - 1].mv.take());
        let value = self.node::<false>(game, &state, at.ply, depth, at.beta - 1, at.beta);
        (self.memory.levels[at.ply], self.memory.levels[at.ply - 1].mv) = (own, before);
        value
    }

    /// True if the move, or all quiet ones from it on, are not worth a look near the horizon: then they are off the list.
    pub(crate) fn gives_up(
        &mut self,
        game: &G,
        score: i64,
        mv: G::Move,
        at: &At,
        best: &mut Value,
        rest: &mut Rest,
    ) -> bool {
        // A quiet move that is first after others have been tried is one that mates, found below.
        if decided(at.alpha) != 0 || score == FIRST_QUIET {
            return false;
        }
        let (late_moves, near) = (self.options.late_moves, at.depth <= LATE_DEPTH);
        if !noisy(score) {
            let most = (4 + at.depth * at.depth) / if self.improves(at.ply) { 1 } else { 2 };
            let late = late_moves && near && rest.place() >= most.max(3);
            let reach = self.pawns(QUIET_MARGIN * f64::from(at.depth) + QUIET_BASE);
            let most = self.memory.levels[at.ply].value + reach;
            let futile = self.options.futility && at.depth <= QUIET_DEPTH && most <= at.alpha;
            if futile {
                // As much as they could have been worth.
                *best = most.max(*best);
            }
            if late || futile {
                self.drop_quiets(rest.next);
                if G::SUDDEN
                    && let Some(mate) = mate(game)
                {
                    self.memory.moves.push((FIRST_QUIET, mate));
                }
                return true;
            }
        }
        let loss = if noisy(score) { NOISY_LOSS } else { QUIET_LOSS };
        let loses =
            late_moves && near && !(G::SUDDEN && game.may_mate(mv)) && !game.exchange(mv, loss * at.depth as i32);
        rest.next += usize::from(loses);
        loses
    }

    /// How much less deep a move is searched at first.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn reduction<const OPEN: bool>(
        &self,
        game: &G,
        child: &G,
        mv: G::Move,
        score: i64,
        at: &At,
        tried: u32,
    ) -> u32 {
        let &At { ply, depth, .. } = at;
        let early = if OPEN { 3 } else { 2 };
        if !self.options.reductions || depth < 3 || tried < early || score >= NOISY_OR_KILLER {
            return 0;
        }
        let (d, t) = (depth.min(63) as usize, tried.min(63) as usize);
        let mut less = 1 + LOGARITHMS[d] * LOGARITHMS[t] / 2_250_000 + i32::from(!self.improves(ply));
        if noisy(score) {
            less /= 2;
        } else if G::SLOTS > 0 {
            less -= self.memory.past.score(game.slot(mv), self.before(ply)).clamp(-MOST_PAST, MOST_PAST) / 8192;
        }
        less -= i32::from(OPEN) + i32::from(child.in_check());
        less.clamp(0, depth as i32 - 2) as u32
    }

    /// Enhanced transposition cut-off: a child that the table knows to be good enough.
    pub(crate) fn child_cut(&mut self, game: &G, start: usize, at: &At) -> Option<Value> {
        let &At { ply, depth, beta, .. } = at;
        let table = self.table?;
        if depth < 2 || !self.options.ettc {
            return None;
        }
        let key = game.key() ^ self.salt;
        let mut best: Option<Value> = None;
        for at in start..self.memory.moves.len() {
            let mv = self.memory.moves[at].1;
            let child = game.after(mv);
            let Some(hit) = table.probe(child.key() ^ self.salt) else { continue };
            let fits = hit.upper_depth == depth as i32 - 1 || (self.options.deeper && hit.upper_depth >= depth as i32);
            if !fits {
                continue;
            }
            let value = -from_table(hit.upper, ply + 1);
            if value < beta || best.is_some_and(|best| best >= value) {
                continue;
            }
            // What the table says does not hold if the game ends there.
            self.memory.path.push(key, G::PERPETUAL && game.in_check());
            let ends = child.over().is_some() || (self.options.repetition && self.repeated(&child).is_some());
            self.memory.path.pop();
            if !ends {
                best = Some(value);
            }
        }
        best
    }
}

/// A quiet move that mates.
fn mate<G: Game>(game: &G) -> Option<G::Move> {
    let mut found = None;
    game.quiet_checks(|mv| {
        let mates = |child: G| child.in_check() && !child.can_move();
        if found.is_none() && mates(game.after(mv)) {
            found = Some(mv);
        }
    });
    found
}

/// Moves with such scores are never reduced: good captures, the table's move and killers.
const NOISY_OR_KILLER: i64 = 1 << 39;

/// 1000 times the natural logarithms of 0 to 63.
const LOGARITHMS: [i32; 64] = [
    0, 0, 693, 1099, 1386, 1609, 1792, 1946, 2079, 2197, 2303, 2398, 2485, 2565, 2639, 2708, 2773, 2833, 2890, 2944,
    2996, 3045, 3091, 3135, 3178, 3219, 3258, 3296, 3332, 3367, 3401, 3434, 3466, 3497, 3526, 3555, 3584, 3611, 3638,
    3664, 3689, 3714, 3738, 3761, 3784, 3807, 3829, 3850, 3871, 3892, 3912, 3932, 3951, 3970, 3989, 4007, 4025, 4043,
    4060, 4078, 4094, 4111, 4127, 4143,
];

/// The depth after a move, and `reduction` less.
pub(crate) fn less(depth: u32, reduction: u32) -> u32 {
    depth.saturating_sub(1 + reduction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for (n, stored) in LOGARITHMS.iter().enumerate().skip(1) {
            assert_eq!(*stored, (1000.0 * (n as f64).ln()).round() as i32, "ln {n}");
        }
    }
}
