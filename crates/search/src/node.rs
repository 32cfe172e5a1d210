//! Every node between the root and quiescence. At open windows nothing is cut off by memory, by passing or by a margin, so
//! the principal line is always complete and its leaf has the value of the root. The one exception are positions that were
//! known before the search began.

use crate::extension::Extend;
use crate::line::{End, MAX_PLY};
use crate::ordering::{noisy, resumed};
use crate::thought::{LARGEST_STATIC, clamp};
use crate::tree::{At, INFINITE, Tree};
use crate::{Bound, Check};
use eval::{Evaluator, Value};
use game::{Ending, Game};

/// Keys of searches that leave out a move are changed by this: what refutes the move's being singular has an entry of its own.
pub(crate) const WITHOUT: u64 = 0x5851_f42d_4c95_7f2d;

impl<G: Game, E: Evaluator<G>, const SELECTIVE: bool> Tree<'_, G, E, SELECTIVE> {
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
            self.count_end();
            return self.ended::<OPEN>(ply, self.over(outcome, game.side(), ply));
        }
        if self.options.repetition
            && let Some(outcome) = self.repeated(game)
        {
            self.count_end();
            return self.ended::<OPEN>(ply, self.over(outcome, game.side(), ply));
        }
        let in_check = SELECTIVE && game.in_check();
        let evading = in_check && self.options.check == Check::Evading && self.may_extend(ply, depth);
        if depth == 0 && !evading {
            if self.options.horizon_mate && game.in_check() && !game.can_move() {
                self.count_end();
                return self.ended::<OPEN>(ply, self.over(game.stuck(), game.side(), ply));
            }
            return self.horizon::<OPEN>(game, state, ply, alpha, beta);
        }
        if SELECTIVE && ply + 8 >= MAX_PLY {
            return self.quiesce::<OPEN>(game, state, ply, alpha, beta);
        }
        if self.count() {
            return 0;
        }
        let excluded = if SELECTIVE { self.memory.levels[ply].excluded.take() } else { None };
        let key = game.key() ^ self.salt;
        let entry_key = if excluded.is_some() { key ^ WITHOUT } else { key };
        let hit = self.table.and_then(|table| table.probe(entry_key));
        if let (Some(hit), false, None) = (hit, OPEN, excluded)
            && let Some(value) = hit.cut(depth, self.options.deeper, ply, alpha, beta)
        {
            return value;
        }
        // What was known before the search counts here too, or the first move that is tried would be searched as if nothing
        // were known of it. The line ends there.
        if SELECTIVE
            && OPEN
            && excluded.is_none()
            && let Some((value, _)) = hit.and_then(|hit| hit.known(depth, ply))
        {
            self.memory.lines.stop(ply, End::Unknown);
            return value;
        }
        let mut at = At { ply, depth, alpha, beta };
        let mut extend = Extend { evading, in_check, ..Extend::default() };
        if SELECTIVE {
            let shortcut = self.prepare::<OPEN>(game, state, &mut at, excluded, hit, &mut extend);
            if self.stopped {
                return 0;
            }
            if let Some(value) = shortcut {
                return value;
            }
        }
        let depth = at.depth;
        // A move to the horizon is worth at most its static value: the opponent may stand pat there. It can be skipped
        // unless it might end the game.
        let frontier = (!SELECTIVE || self.even) && depth == 1 && self.options.foresight && self.evaluator.foresees();
        let mates = self.options.horizon_mate;
        let ending = if frontier { game.ending() } else { Ending::Any };
        let side = game.side();
        let mut rest = self.list(game, ply, hit.map_or(0, |hit| hit.tag));
        if SELECTIVE && (extend.single_wanted(self.options) || self.options.ettc) {
            self.complete(&mut rest, game, ply);
            extend.single = self.memory.moves.len() == rest.start + 1;
            if !OPEN
                && excluded.is_none()
                && let Some(value) = self.child_cut(game, rest.start, &at)
            {
                self.memory.moves.truncate(rest.start);
                return value;
            }
        }
        self.memory.path.push(key, G::PERPETUAL && game.in_check());
        let vain = self.memory.vain.len();
        let low = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut in_order = false;
        let flat = self.evaluator.flat();
        loop {
            if rest.next == self.memory.moves.len() {
                if rest.complete {
                    break;
                }
                if frontier && flat && skippable(ending, alpha) {
                    // No quiet move changes the value: one comparison speaks for all of them.
                    let bound = side.view(clamp(self.evaluator.value(game, state, &self.root)));
                    if bound <= alpha && (self.memory.moves.len() > rest.start || game.can_move()) {
                        best = best.max(bound);
                        rest.tried += 1;
                        if !mates {
                            break;
                        }
                        self.complete_checks(&mut rest, game);
                        continue;
                    }
                }
                self.complete(&mut rest, game, ply);
                continue;
            }
            // Once a score of 0 is the best, all that follow have it too.
            let (score, mv) = if in_order { self.memory.moves[rest.next] } else { self.pick(rest.next) };
            in_order = !SELECTIVE && score == 0;
            let (score, put_off) = if SELECTIVE { resumed(score) } else { (score, false) };
            if SELECTIVE {
                at.alpha = alpha;
                if excluded == Some(mv) {
                    rest.next += 1;
                    continue;
                }
                let decent = !OPEN && rest.tried > 0 && best > -LARGEST_STATIC && !in_check;
                let changed = !put_off
                    && (self.later(game, score, mv, ply, &mut rest)
                        || (decent && self.gives_up(game, score, mv, &at, &mut best, &mut rest))
                        || (rest.tried > 0 && self.put_off(game, &at, key, &mut rest)));
                if changed {
                    continue;
                }
            }
            rest.next += 1;
            rest.put_off -= u32::from(put_off);
            let child_state =
                if flat && !noisy(score) { *state } else { self.evaluator.advance(game, mv, state, &self.root) };
            if frontier && skippable(ending, alpha) && !(mates && game.may_mate(mv)) {
                let bound = side.view(clamp(self.evaluator.value(game, &child_state, &self.root)));
                if bound <= alpha {
                    best = best.max(bound);
                    rest.tried += 1;
                    continue;
                }
            }
            let child = self.after(game, mv);
            let value = if SELECTIVE {
                self.busily(&at, key, mv, rest.tried, |tree| {
                    tree.child::<OPEN>(game, &child, &child_state, mv, score, &at, &rest, &extend)
                })
            } else if OPEN && rest.tried == 0 {
                -self.node::<true>(&child, &child_state, ply + 1, depth - 1, -beta, -alpha)
            } else {
                let value = -self.node::<false>(&child, &child_state, ply + 1, depth - 1, -alpha - 1, -alpha);
                if OPEN && value > alpha && value < beta {
                    -self.node::<true>(&child, &child_state, ply + 1, depth - 1, -beta, -alpha)
                } else {
                    value
                }
            };
            if self.stopped {
                break;
            }
            rest.tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    if value >= beta {
                        if !noisy(score) {
                            self.reward(game, mv, ply, depth, vain);
                        }
                        break;
                    }
                    if OPEN {
                        self.memory.lines.extend(ply, mv);
                    }
                }
            }
            if SELECTIVE && G::SLOTS > 0 && !noisy(score) {
                self.memory.vain.push(game.slot(mv));
            }
        }
        self.memory.path.pop();
        self.memory.moves.truncate(rest.start);
        self.memory.vain.truncate(vain);
        if self.stopped {
            return 0;
        }
        if rest.tried == 0 {
            if excluded.is_some() {
                // Nothing else can be played: nothing else is as good.
                return low;
            }
            return self.ended::<OPEN>(ply, self.over(game.stuck(), side, ply));
        }
        let bound = Bound::of(best, low, beta);
        if excluded.is_none() {
            self.tell(game, state, &At { ply, depth, alpha, beta }, best, bound);
        }
        if let Some(table) = self.table {
            table.store(entry_key, depth, best, bound, best_move.map_or(0, G::tag), ply);
        }
        best
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
