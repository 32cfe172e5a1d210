//! Quiescence: captures until the position is calm. The side to move may always stand pat.

use crate::line::{End, MAX_PLY};
use crate::ordering::{FIRST_QUIET, NOISY};
use crate::table::Entry;
use crate::thought::{LARGEST_STATIC, clamp};
use crate::tree::{INFINITE, Tree};
use crate::{Bound, Quiescence};
use eval::{Evaluator, Value};
use game::Game;

impl<G: Game, E: Evaluator<G>, const SELECTIVE: bool> Tree<'_, G, E, SELECTIVE> {
    /// The value at the horizon for the side to move, if the table has it or may keep it.
    #[inline(always)]
    pub(crate) fn horizon<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let Some(table) = self.table.filter(|_| SELECTIVE && self.options.horizon_table) else {
            return self.quiesce::<OPEN>(game, state, ply, alpha, beta);
        };
        let key = game.key() ^ self.salt;
        if let Some(value) = self.known_enough::<OPEN>(table.probe(key), ply, alpha, beta) {
            self.count();
            return value;
        }
        let value = self.quiesce::<OPEN>(game, state, ply, alpha, beta);
        if !self.stopped {
            table.store(key, 0, value, Bound::of(value, alpha, beta), 0, ply);
        }
        value
    }

    /// The value for the side to move where captures only are followed.
    pub(crate) fn quiesce<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        self.follow::<OPEN>(game, state, ply, self.options.quiescence.plies(), alpha, beta)
    }

    /// The value for the side to move, with so many plies to follow. Knows no rules but how pieces move.
    fn follow<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        ply: usize,
        plies: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        if self.count() {
            return 0;
        }
        if SELECTIVE {
            self.deepest = self.deepest.max(ply);
            if self.options.calm_evasions && ply + 8 < MAX_PLY && game.in_check() {
                return self.evade::<OPEN>(game, state, ply, plies, alpha, beta);
            }
        }
        // With few plies to follow, a value is that of so many plies: it is exact for others only where quiescence begins.
        let all = self.options.quiescence.plies();
        let same = plies == all || self.options.quiescence == Quiescence::Full || self.options.deeper;
        let remembers = SELECTIVE && self.options.calm_table && plies > 0 && same;
        let key = if remembers { game.key() ^ self.salt } else { 0 };
        // The table is asked before an evaluator that takes its time, and after one that does not.
        let slow = !self.evaluator.foresees();
        let mut hit = None;
        if remembers && slow {
            hit = self.table.and_then(|table| table.probe(key));
            if let Some(value) = self.known_enough::<OPEN>(hit, ply, alpha, beta) {
                return value;
            }
        }
        // Margins need the value itself.
        let within = SELECTIVE && !OPEN && self.options.calm_margin == 0.0;
        let mut best = if within { self.still_within(game, state, alpha, beta) } else { self.still(game, state) };
        if OPEN {
            self.memory.lines.stop(ply, End::Static);
        }
        if best >= beta || plies == 0 || ply >= MAX_PLY {
            return best;
        }
        if remembers && !slow {
            hit = self.table.and_then(|table| table.probe(key));
            if let Some(value) = self.known_enough::<OPEN>(hit, ply, alpha, beta) {
                return value;
            }
        }
        self.generated += 1;
        let low = alpha;
        alpha = alpha.max(best);
        let foresight = self.options.foresight && self.evaluator.foresees();
        let start = self.memory.moves.len();
        self.list_calm(game, state, ply, foresight, alpha, &mut best);
        if let Some(hit) = hit.filter(|hit| hit.tag != 0) {
            self.prefer(start, hit.tag);
        }
        let mut tag = 0;
        let mut next = start;
        while next < self.memory.moves.len() {
            let (score, mv) = self.pick(next);
            next += 1;
            if foresight && score < FIRST_QUIET && bound(score) <= alpha {
                // The list is in falling order: nothing better comes.
                best = best.max(bound(score));
                break;
            }
            let child_state = self.evaluator.advance(game, mv, state, &self.root);
            let child = self.after(game, mv);
            if SELECTIVE && self.skips(game, &child, mv, ply) {
                continue;
            }
            if SELECTIVE {
                self.step(game, mv, ply, false);
            }
            let value = -self.follow::<OPEN>(&child, &child_state, ply + 1, plies.saturating_sub(1), -beta, -alpha);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    tag = if remembers { G::tag(mv) } else { 0 };
                    if value >= beta {
                        break;
                    }
                    if OPEN {
                        self.memory.lines.extend(ply, mv);
                    }
                }
            }
        }
        self.memory.moves.truncate(start);
        if remembers
            && !self.stopped
            && let Some(table) = self.table
        {
            table.store(key, 0, best, Bound::of(best, low, beta), tag, ply);
        }
        best
    }

    /// What the table knows of a position at the horizon, if that settles it. Principal lines are never cut off.
    #[inline(always)]
    fn known_enough<const OPEN: bool>(
        &self,
        hit: Option<Entry>,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        hit.filter(|_| !OPEN)?.cut(0, self.options.deeper, ply, alpha, beta)
    }

    /// Every move of a side in check; having none is mate.
    fn evade<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        ply: usize,
        plies: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let start = self.memory.moves.len();
        self.list_noisy(game);
        self.list_quiet(game, ply);
        if OPEN {
            self.memory.lines.stop(ply, End::Over);
        }
        let mut best = -INFINITE;
        for next in start..self.memory.moves.len() {
            let (_, mv) = self.pick(next);
            let child_state = self.evaluator.advance(game, mv, state, &self.root);
            let child = self.after(game, mv);
            self.step(game, mv, ply, false);
            let value = -self.follow::<OPEN>(&child, &child_state, ply + 1, plies.saturating_sub(1), -beta, -alpha);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                    if OPEN {
                        self.memory.lines.extend(ply, mv);
                    }
                }
            }
        }
        let none = self.memory.moves.len() == start;
        self.memory.moves.truncate(start);
        if none { self.over(game.stuck(), game.side(), ply) } else { best }
    }

    /// Lists the noisy moves by their rank or, with foresight, by their static value: that is as much as they can be worth
    /// at the horizon, so those that cannot exceed `alpha` only raise the upper bound `best`.
    #[inline]
    fn list_calm(&mut self, game: &G, state: &E::State, ply: usize, foresight: bool, alpha: Value, best: &mut Value) {
        let (evaluator, root, moves) = (self.evaluator, &self.root, &mut self.memory.moves);
        let side = game.side();
        // Margins below the window: only what the opponent may not do is exempt.
        let margin = if SELECTIVE { self.options.calm_margin } else { 0.0 };
        let (reach, still) = if margin > 0.0 {
            let least = alpha.clamp(-LARGEST_STATIC, LARGEST_STATIC) - (f64::from(self.unit) * margin) as Value;
            (Some(least), *best)
        } else {
            (None, 0)
        };
        let exempt = self.options.calm_asymmetric && side != root.program;
        let last = if SELECTIVE && exempt { self.memory.levels[ply - 1].mv } else { None };
        let unit = i64::from(self.unit);
        game.noisy(|mv| {
            if SELECTIVE && let Some(least) = reach {
                let most = i64::from(still) + i64::from(game.gain(mv)) * unit / 100;
                let exempt =
                    exempt && (last.is_some_and(|last| game.recaptures(mv, last)) || game.after(mv).in_check());
                if most < i64::from(least) && !exempt {
                    *best = (most as Value).max(*best);
                    return;
                }
            }
            if foresight {
                let child = evaluator.advance(game, mv, state, root);
                let value = side.view(clamp(evaluator.value(game, &child, root)));
                if value > alpha {
                    moves.push((foreseen(value, game.rank(mv)), mv));
                } else {
                    *best = value.max(*best);
                }
            } else {
                moves.push((NOISY + i64::from(game.rank(mv)), mv));
            }
        });
    }

    /// True if a capture loses material and may be left out.
    #[inline]
    fn skips(&self, game: &G, child: &G, mv: G::Move, ply: usize) -> bool {
        if !self.options.calm_losing || game.exchange(mv, 0) {
            return false;
        }
        let exempt = self.options.calm_asymmetric && game.side() != self.root.program;
        !(exempt && (self.last(ply).is_some_and(|last| game.recaptures(mv, last)) || child.in_check()))
    }
}

/// Orders by static value, and equal ones by rank: where all pieces are worth the same, as at the start of learning, the
/// values alone would let capture trees explode.
#[inline(always)]
fn foreseen(bound: Value, rank: i32) -> i64 {
    (i64::from(bound) << 16) + i64::from(rank)
}

/// The static value in such a score. Ranks are far below the shift.
#[inline(always)]
fn bound(score: i64) -> Value {
    ((score + (1 << 15)) >> 16) as Value
}
