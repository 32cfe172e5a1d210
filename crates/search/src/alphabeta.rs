//! Alpha-beta below the root. At open windows nothing is cut off by memory, so the principal line is always complete.

use crate::line::{End, Lines, MAX_PLY};
use crate::table::{Hit, Table};
use crate::thought::{LARGEST_STATIC, clamp};
use crate::{Bound, Options, outcome_value};
use eval::{Evaluator, Value};
use game::{Ending, Game, Root};

/// Larger than every value.
pub(crate) const INFINITE: Value = 1_000_000_000;

/// Orders the move from the table before all others, then noisy moves, then quiet ones by history.
const FIRST: i64 = i64::MAX;
const NOISY: i64 = 1 << 60;

/// What a search keeps between moves: all memory that it needs, so that no node allocates.
pub(crate) struct Memory<M> {
    pub table: Option<Table<M>>,
    pub history: Vec<i32>,
    pub lines: Lines<M>,
    pub moves: Vec<(i64, M)>,
    /// Keys of the game so far and of the line that is being searched.
    pub keys: Vec<u64>,
}

/// One search under way.
pub(crate) struct Tree<'a, G: Game, E: Evaluator<G>> {
    pub evaluator: &'a E,
    pub options: &'a Options,
    pub root: Root,
    pub salt: u64,
    pub memory: &'a mut Memory<G::Move>,
    pub nodes: u64,
    /// The search ends at this many nodes, or when `stop` says so: then all values that are returned mean nothing.
    pub most: u64,
    pub stop: &'a dyn Fn() -> bool,
    pub stopped: bool,
}

impl<G: Game, E: Evaluator<G>> Tree<'_, G, E> {
    /// The value of `game` for its side to move, exact inside the window. `OPEN` nodes keep the principal line.
    pub fn node<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        ply: usize,
        depth: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        if let Some(outcome) = game.over() {
            self.nodes += 1;
            return self.ended::<OPEN>(ply, outcome_value(outcome, game.side(), ply));
        }
        if self.options.repetition && self.repeated(game) {
            self.nodes += 1;
            return self.ended::<OPEN>(ply, 0);
        }
        if depth == 0 {
            if self.options.horizon_mate && game.in_check() && !game.can_move() {
                self.nodes += 1;
                return self.ended::<OPEN>(ply, outcome_value(game.stuck(), game.side(), ply));
            }
            return self.quiesce::<OPEN>(game, state, ply, alpha, beta);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) || self.nodes >= self.most {
            self.stopped |= self.nodes >= self.most || (self.stop)();
        }
        if self.stopped {
            return 0;
        }
        let key = game.key() ^ self.salt;
        let hit = self.memory.table.as_ref().and_then(|table| table.probe(key));
        if let Some(hit) = hit
            && !OPEN
            && hit.depth == depth
        {
            let value = from_table(hit.value, ply);
            match hit.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        // A move to the horizon is worth at most its static value: the opponent may stand pat there. It can be skipped
        // unless it might end the game.
        let frontier = depth == 1 && self.options.foresight && !self.options.horizon_mate && self.evaluator.foresees();
        let ending = if frontier { game.ending() } else { Ending::Any };
        let side = game.side();
        let start = self.memory.moves.len();
        game.noisy(|mv| self.memory.moves.push((NOISY + i64::from(game.rank(mv)), mv)));
        let preferred = hit.and_then(|hit| hit.best);
        let mut quiet_listed = false;
        if let Some(mv) = preferred
            && !self.prefer(start, mv)
        {
            self.list_quiet(game);
            quiet_listed = true;
            self.prefer(start, mv);
        }
        self.memory.keys.push(key);
        let low = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = 0;
        let mut next = start;
        let mut in_order = false;
        let flat = self.evaluator.flat();
        loop {
            if next == self.memory.moves.len() {
                if quiet_listed {
                    break;
                }
                quiet_listed = true;
                if frontier && flat && skippable(ending, alpha) {
                    // No quiet move changes the value: one comparison speaks for all of them.
                    let bound = side.view(clamp(self.evaluator.value(game, state, &self.root)));
                    if bound <= alpha && (self.memory.moves.len() > start || game.can_move()) {
                        best = best.max(bound);
                        tried += 1;
                        break;
                    }
                }
                self.list_quiet(game);
                continue;
            }
            // Once a score of 0 is the best, all that follow have it too.
            let (score, mv) = if in_order { self.memory.moves[next] } else { self.pick(next) };
            in_order = score == 0;
            next += 1;
            let child_state =
                if flat && score < NOISY { *state } else { self.evaluator.advance(game, mv, state, &self.root) };
            if frontier && skippable(ending, alpha) {
                let bound = side.view(clamp(self.evaluator.value(game, &child_state, &self.root)));
                if bound <= alpha {
                    best = best.max(bound);
                    tried += 1;
                    continue;
                }
            }
            let child = game.after(mv);
            let value = if OPEN && tried == 0 {
                -self.node::<true>(&child, &child_state, ply + 1, depth - 1, -beta, -alpha)
            } else {
                let value = -self.node::<false>(&child, &child_state, ply + 1, depth - 1, -alpha - 1, -alpha);
                if OPEN && value > alpha && value < beta {
                    -self.node::<true>(&child, &child_state, ply + 1, depth - 1, -beta, -alpha)
                } else {
                    value
                }
            };
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    if value >= beta {
                        self.reward(game, mv, depth, next - 1);
                        break;
                    }
                    if OPEN {
                        self.memory.lines.extend(ply, mv);
                    }
                }
            }
        }
        self.memory.keys.pop();
        self.memory.moves.truncate(start);
        if self.stopped {
            return 0;
        }
        if tried == 0 {
            return self.ended::<OPEN>(ply, outcome_value(game.stuck(), side, ply));
        }
        if let Some(table) = &mut self.memory.table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > low {
                Bound::Exact
            } else {
                Bound::Upper
            };
            table.store(key, Hit { value: to_table(best, ply), best: best_move, depth, bound });
        }
        best
    }

    /// Captures until the position is calm; the side to move may always stand pat. Knows no rules but how pieces move.
    fn quiesce<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        self.nodes += 1;
        let side = game.side();
        let mut best = side.view(clamp(self.evaluator.value(game, state, &self.root)));
        if OPEN {
            self.memory.lines.stop(ply, End::Static);
        }
        if best >= beta || !self.options.quiescence || ply >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        let foresight = self.options.foresight && self.evaluator.foresees();
        let start = self.memory.moves.len();
        self.list_noisy(game, state, foresight, alpha, &mut best);
        let mut next = start;
        while next < self.memory.moves.len() {
            let (score, mv) = self.pick(next);
            next += 1;
            if foresight && bound(score) <= alpha {
                // The list is in falling order: nothing better comes.
                best = best.max(bound(score));
                break;
            }
            let child_state = self.evaluator.advance(game, mv, state, &self.root);
            let child = game.after(mv);
            let value = -self.quiesce::<OPEN>(&child, &child_state, ply + 1, -beta, -alpha);
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
        self.memory.moves.truncate(start);
        best
    }

    #[inline]
    fn ended<const OPEN: bool>(&mut self, ply: usize, value: Value) -> Value {
        if OPEN {
            self.memory.lines.stop(ply, End::Over);
        }
        value
    }

    /// True if an equal position lies within reach of reversible moves.
    #[inline]
    fn repeated(&self, game: &G) -> bool {
        let reach = game.reversible();
        if reach < 4 {
            return false;
        }
        // Only positions with the same side to move can be equal.
        let key = game.key() ^ self.salt;
        self.memory.keys.iter().rev().take(reach).skip(1).step_by(2).any(|earlier| *earlier == key)
    }

    /// Lists the noisy moves by their rank or, with foresight, by their static value: that is as much as they can be worth
    /// at the horizon, so those that cannot exceed `alpha` only raise the upper bound `best`.
    #[inline]
    fn list_noisy(&mut self, game: &G, state: &E::State, foresight: bool, alpha: Value, best: &mut Value) {
        let (evaluator, root, moves) = (self.evaluator, &self.root, &mut self.memory.moves);
        let side = game.side();
        game.noisy(|mv| {
            if foresight {
                let child = evaluator.advance(game, mv, state, root);
                let value = side.view(clamp(evaluator.value(game, &child, root)));
                if value > alpha {
                    moves.push((foreseen(value, game.rank(mv)), mv));
                } else {
                    *best = value.max(*best);
                }
            } else {
                moves.push((i64::from(game.rank(mv)), mv));
            }
        });
    }

    fn list_quiet(&mut self, game: &G) {
        let Memory { moves, history, .. } = &mut *self.memory;
        game.quiet(|mv| {
            let score = if G::SLOTS > 0 { i64::from(history[game.slot(mv)]) } else { 0 };
            moves.push((score, mv));
        });
    }

    /// Marks `mv` to be tried first; false if it is not listed.
    fn prefer(&mut self, start: usize, mv: G::Move) -> bool {
        let listed = self.memory.moves[start..].iter_mut().find(|entry| entry.1 == mv);
        listed.map(|entry| entry.0 = FIRST).is_some()
    }

    /// Brings the best of the moves from `next` on to `next`; of equals, the one that was listed first.
    #[inline]
    fn pick(&mut self, next: usize) -> (i64, G::Move) {
        let rest = &mut self.memory.moves[next..];
        let mut best = 0;
        let mut score = rest[0].0;
        for (at, entry) in rest.iter().enumerate().skip(1) {
            if entry.0 > score {
                (best, score) = (at, entry.0);
            }
        }
        rest.swap(0, best);
        rest[0]
    }

    fn reward(&mut self, game: &G, mv: G::Move, depth: u32, at: usize) {
        if G::SLOTS > 0 && self.memory.moves[at].0 < NOISY {
            let score = &mut self.memory.history[game.slot(mv)];
            *score = score.saturating_add((depth * depth) as i32);
        }
    }
}

/// True if a move with a static value of at most `alpha` cannot beat it by ending the game either.
#[inline(always)]
fn skippable(ending: Ending, alpha: Value) -> bool {
    match ending {
        Ending::Never => true,
        Ending::Draw => alpha >= 0,
        Ending::Any => false,
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

/// Wins are counted from the position in the table and from the root in the search.
#[inline]
fn to_table(value: Value, ply: usize) -> Value {
    if value > LARGEST_STATIC {
        value + ply as Value
    } else if value < -LARGEST_STATIC {
        value - ply as Value
    } else {
        value
    }
}

#[inline]
fn from_table(value: Value, ply: usize) -> Value {
    if value > LARGEST_STATIC {
        value - ply as Value
    } else if value < -LARGEST_STATIC {
        value + ply as Value
    } else {
        value
    }
}
