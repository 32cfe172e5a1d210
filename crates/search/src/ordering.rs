//! The order in which moves are tried: the table's, captures, killers, refutations, then by history; losing captures last.

use crate::busy;
use crate::tree::{At, Memory, Tree};
use crate::{History, Options};
use eval::{Evaluator, Value};
use game::Game;

/// The table's move, if it is noisy or quiet.
pub(crate) const FIRST: i64 = i64::MAX;
pub(crate) const FIRST_QUIET: i64 = FIRST - 1;
/// Noisy moves, by rank.
pub(crate) const NOISY: i64 = 1 << 60;
/// Killers and the refutation.
const KILLER: i64 = 1 << 40;
/// Noisy moves that lose material; below every quiet move.
pub(crate) const LOSING: i64 = -(1 << 40);

/// Moves that another thread is searching come last: their scores are lowered by this, and raised again when their turn comes.
const PUT_OFF: i64 = 1 << 62;

/// History scores stay between plus and minus this.
const MOST: i32 = 1 << 14;

/// True if a move with this score is noisy.
#[inline(always)]
pub(crate) fn noisy(score: i64) -> bool {
    (score >= NOISY && score != FIRST_QUIET) || score < LOSING / 2
}

/// The score that a move had before it was put off, and whether it was.
#[inline(always)]
pub(crate) fn resumed(score: i64) -> (i64, bool) {
    if score < -PUT_OFF / 2 { (score + PUT_OFF, true) } else { (score, false) }
}

/// The part of the list of moves that belongs to a node.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    pub start: usize,
    /// The next move to try.
    pub next: usize,
    /// Moves that have been tried.
    pub tried: u32,
    /// Moves that have been put off, because another thread is searching them.
    pub put_off: u32,
    /// The quiet moves are listed, too.
    pub complete: bool,
}

impl Rest {
    /// How many moves come before the next one, wherever those are that were put off.
    #[inline]
    pub fn place(&self) -> u32 {
        self.tried + self.put_off
    }
}

/// What past searches say of quiet moves.
pub(crate) struct Past<M> {
    slots: usize,
    /// By slot.
    history: Vec<i32>,
    /// By the slot of the move before, then by slot; empty if not wanted.
    answers: Vec<i16>,
    /// By the slot of the move before.
    refutations: Vec<Option<M>>,
}

impl<M: Copy> Past<M> {
    pub fn new(slots: usize, answers: bool) -> Past<M> {
        let answers = if answers { vec![0; slots * slots] } else { Vec::new() };
        Past { slots, history: vec![0; slots], answers, refutations: vec![None; slots] }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.history.fill(0);
        self.answers.fill(0);
        self.refutations.fill(None);
    }

    /// A new search begins: the past fades.
    pub fn fade(&mut self) {
        self.history.iter_mut().for_each(|score| *score /= 2);
    }

    /// The score of a quiet move, by its slot and that of the move before.
    #[inline]
    pub fn score(&self, slot: usize, before: Option<usize>) -> i32 {
        let answer = match before {
            Some(before) if !self.answers.is_empty() => i32::from(self.answers[before * self.slots + slot]),
            _ => 0,
        };
        self.history[slot] + answer
    }

    fn learn(&mut self, slot: usize, before: Option<usize>, bonus: i32) {
        // The nearer to the limit, the smaller the step.
        let step = |score: i32| score + bonus - score * bonus.abs() / MOST;
        self.history[slot] = step(self.history[slot]);
        if let (Some(before), false) = (before, self.answers.is_empty()) {
            let answer = &mut self.answers[before * self.slots + slot];
            *answer = step(i32::from(*answer)) as i16;
        }
    }
}

impl<G: Game, E: Evaluator<G>, const SELECTIVE: bool> Tree<'_, G, E, SELECTIVE> {
    /// The history slot of the move before the one at `ply`.
    #[inline]
    pub(crate) fn before(&self, ply: usize) -> Option<usize> {
        let level = &self.memory.levels[ply - 1];
        (SELECTIVE && level.mv.is_some()).then_some(level.slot)
    }

    pub(crate) fn list_noisy(&mut self, game: &G) {
        let moves = &mut self.memory.moves;
        game.noisy(|mv| moves.push((NOISY + i64::from(game.rank(mv)), mv)));
    }

    /// Lists the noisy moves and, if it needs them to find the move of this tag, the quiet ones. That move will be first.
    pub(crate) fn list(&mut self, game: &G, ply: usize, tag: u16) -> Rest {
        let start = self.memory.moves.len();
        let mut rest = Rest { start, next: start, tried: 0, put_off: 0, complete: false };
        self.list_noisy(game);
        if tag != 0 && !self.prefer(start, tag) {
            self.complete(&mut rest, game, ply);
            self.prefer(start, tag);
        }
        rest
    }

    /// Lists the quiet moves if they are not listed yet.
    pub(crate) fn complete(&mut self, rest: &mut Rest, game: &G, ply: usize) {
        if !rest.complete {
            rest.complete = true;
            self.list_quiet(game, ply);
        }
    }

    /// Lists those quiet moves that may mate; the others are done with.
    pub(crate) fn complete_checks(&mut self, rest: &mut Rest, game: &G) {
        rest.complete = true;
        let moves = &mut self.memory.moves;
        game.quiet_checks(|mv| moves.push((0, mv)));
    }

    pub(crate) fn list_quiet(&mut self, game: &G, ply: usize) {
        let before = self.before(ply);
        let Memory { moves, past, levels, .. } = &mut *self.memory;
        let &Options { killers, refutation, history, .. } = self.options;
        let special = SELECTIVE && (killers || refutation);
        let refuting = before.and_then(|slot| past.refutations.get(slot).copied().flatten()).filter(|_| refutation);
        let [first, second] = if killers { levels[ply].killers } else { [None, None] };
        game.quiet(|mv| {
            let score = if special && Some(mv) == first {
                KILLER
            } else if special && Some(mv) == second {
                KILLER - 1
            } else if special && Some(mv) == refuting {
                KILLER - 2
            } else if G::SLOTS > 0 && (!SELECTIVE || history != History::Off) {
                i64::from(past.score(game.slot(mv), before))
            } else {
                0
            };
            moves.push((score, mv));
        });
    }

    /// Marks the move with this tag to be tried first; false if it is not listed from `start` on.
    pub(crate) fn prefer(&mut self, start: usize, tag: u16) -> bool {
        let listed = self.memory.moves[start..].iter_mut().find(|entry| G::tag(entry.1) == tag);
        listed.map(|entry| entry.0 = if noisy(entry.0) { FIRST } else { FIRST_QUIET }).is_some()
    }

    /// Brings the best of the moves from `next` on to `next`; of equals, the one that was listed first.
    #[inline]
    pub(crate) fn pick(&mut self, next: usize) -> (i64, G::Move) {
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

    /// Moves a capture that loses material to the end; false if the move is none.
    #[inline]
    pub(crate) fn later(&mut self, game: &G, score: i64, mv: G::Move, ply: usize, rest: &mut Rest) -> bool {
        if !self.options.order_losing || !(NOISY..FIRST_QUIET).contains(&score) || game.exchange(mv, 0) {
            return false;
        }
        self.complete(rest, game, ply);
        self.memory.moves[rest.next].0 = LOSING + (score - NOISY);
        true
    }

    /// Puts off the next move if another thread is searching it.
    #[inline]
    pub(crate) fn put_off(&mut self, game: &G, at: &At, key: u64, rest: &mut Rest) -> bool {
        let Some(busy) = self.busy.filter(|_| at.depth >= busy::SHALLOWEST) else { return false };
        if !busy.has(key, G::tag(self.memory.moves[rest.next].1)) {
            return false;
        }
        self.complete(rest, game, at.ply);
        self.memory.moves[rest.next].0 -= PUT_OFF;
        rest.put_off += 1;
        true
    }

    /// Does a search of which the other threads know, unless it is the first of its node: that one they all need.
    #[inline]
    pub(crate) fn busily(
        &mut self,
        at: &At,
        key: u64,
        mv: G::Move,
        tried: u32,
        search: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let Some(busy) = self.busy.filter(|_| tried > 0 && at.depth >= busy::SHALLOWEST) else { return search(self) };
        busy.enter(key, G::tag(mv));
        let value = search(self);
        busy.leave(key, G::tag(mv));
        value
    }

    /// Takes the quiet moves from `next` on off the list.
    pub(crate) fn drop_quiets(&mut self, next: usize) {
        let moves = &mut self.memory.moves;
        let mut keep = next;
        for at in next..moves.len() {
            if noisy(moves[at].0) {
                moves.swap(keep, at);
                keep += 1;
            }
        }
        moves.truncate(keep);
    }

    /// A quiet move has cut off, after the quiet moves from `vain` on have not.
    pub(crate) fn reward(&mut self, game: &G, mv: G::Move, ply: usize, depth: u32, vain: usize) {
        if G::SLOTS == 0 {
            return;
        }
        let (slot, before) = (game.slot(mv), self.before(ply));
        let Memory { past, levels, vain: tried, .. } = &mut *self.memory;
        if !SELECTIVE || self.options.history == History::Cutoffs {
            past.history[slot] = past.history[slot].saturating_add((depth * depth) as i32);
        } else if self.options.history == History::Answers {
            let bonus = (150 * depth as i32).min(1500);
            past.learn(slot, before, bonus);
            for slot in &tried[vain..] {
                past.learn(*slot, before, -bonus);
            }
        }
        if SELECTIVE {
            let killers = &mut levels[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            if let Some(before) = before {
                past.refutations[before] = Some(mv);
            }
        }
    }
}
