//! Alpha-beta below the root. At open windows nothing is cut off by memory, so the principal line is always complete.

use crate::line::{End, Lines, MAX_PLY};
use crate::table::{Bound, Hit, Table};
use crate::thought::{LARGEST_STATIC, clamp};
use crate::{Options, outcome_value};
use eval::{Evaluator, Value};
use game::{Ending, Game, Root};

/// Larger than every value.
pub(crate) const INFINITE: Value = 1_000_000_000;

/// Orders the move from the table before all others, then noisy moves, then quiet ones by history.
const FIRST: i32 = i32::MAX;
const NOISY: i32 = 1 << 28;

/// What a search keeps between moves: all memory that it needs, so that no node allocates.
pub(crate) struct Memory<M> {
    pub table: Option<Table<M>>,
    pub history: Vec<i32>,
    pub lines: Lines<M>,
    pub moves: Vec<(i32, M)>,
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
        game.noisy(|mv| self.memory.moves.push((NOISY + game.rank(mv), mv)));
        let preferred = hit.and_then(|hit| hit.best);
        let mut quiet_listed = false;
        if let Some(mv) = preferred
            && !self.prefer(start, mv)
        {
            self.list_quiet(game, start);
            quiet_listed = true;
            self.prefer(start, mv);
        }
        self.memory.keys.push(key);
        let low = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = 0;
        let mut next = start;
        loop {
            if next == self.memory.moves.len() {
                if quiet_listed {
                    break;
                }
                quiet_listed = true;
                if frontier && self.evaluator.flat() && skippable(ending, alpha) {
                    // No quiet move changes the value: one comparison speaks for all of them.
                    let bound = side.view(clamp(self.evaluator.value(game, state, &self.root)));
                    if bound <= alpha && (next > start || game.can_move()) {
                        best = best.max(bound);
                        tried += 1;
                        break;
                    }
                }
                self.list_quiet(game, next);
                continue;
            }
            let mv = self.pick(next);
            next += 1;
            let child_state = self.evaluator.advance(game, mv, state, &self.root);
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
        game.noisy(|mv| self.memory.moves.push((game.rank(mv), mv)));
        let mut next = start;
        while next < self.memory.moves.len() {
            let mv = self.pick(next);
            next += 1;
            let child_state = self.evaluator.advance(game, mv, state, &self.root);
            if foresight {
                let bound = side.view(clamp(self.evaluator.value(game, &child_state, &self.root)));
                if bound <= alpha {
                    best = best.max(bound);
                    continue;
                }
            }
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

    fn list_quiet(&mut self, game: &G, start: usize) {
        let Memory { moves, history, .. } = &mut *self.memory;
        debug_assert!(start <= moves.len());
        game.quiet(|mv| {
            let score = if G::SLOTS > 0 { history[game.slot(mv)] } else { 0 };
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
    fn pick(&mut self, next: usize) -> G::Move {
        let moves = &mut self.memory.moves;
        let mut best = next;
        for i in next + 1..moves.len() {
            if moves[i].0 > moves[best].0 {
                best = i;
            }
        }
        moves.swap(next, best);
        moves[next].1
    }

    fn reward(&mut self, game: &G, mv: G::Move, depth: u32, at: usize) {
        if G::SLOTS > 0 && self.memory.moves[at].0 < NOISY {
            let score = &mut self.memory.history[game.slot(mv)];
            *score = (*score + (depth * depth) as i32).min(NOISY - 1);
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
