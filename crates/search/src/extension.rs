//! Moves that are searched a ply deeper, and how a child is searched: extended, reduced, or as it is.

use crate::ordering::Rest;
use crate::selective::less;
use crate::table::{Entry, from_table};
use crate::thought::decided;
use crate::tree::{At, Tree};
use crate::{Check, Options, Recapture, Singular};
use eval::{Evaluator, Value};
use game::Game;

/// What a node knows that may extend its moves.
#[derive(Clone, Copy)]
pub(crate) struct Extend<M> {
    /// All moves, because the side is in check.
    pub evading: bool,
    pub in_check: bool,
    /// Passing gets mated.
    pub mate_threat: bool,
    /// There is one legal move.
    pub single: bool,
    /// All others are clearly worse than this one.
    pub singular: Option<M>,
}

impl<M> Default for Extend<M> {
    fn default() -> Extend<M> {
        Extend { evading: false, in_check: false, mate_threat: false, single: false, singular: None }
    }
}

impl<M> Extend<M> {
    /// True if it matters whether there is but one legal move.
    pub fn single_wanted(&self, options: &Options) -> bool {
        self.in_check && options.single_reply && !self.evading
    }
}

/// Whether a move is searched a ply deeper.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deeper {
    No,
    Yes,
    /// If the ordinary search says something that is good for the program (KnightCap).
    Confirm,
    /// If a search of its own gives this value (the thesis' recapture).
    If(Value),
}

impl<G: Game, E: Evaluator<G>, const SELECTIVE: bool> Tree<'_, G, E, SELECTIVE> {
    /// The value of a child for the side that moved to it, by the rules of principal variation search.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn child<const OPEN: bool>(
        &mut self,
        game: &G,
        child: &G,
        state: &E::State,
        mv: G::Move,
        score: i64,
        at: &At,
        rest: &Rest,
        extend: &Extend<G::Move>,
    ) -> Value {
        let &At { ply, depth, alpha, .. } = at;
        let tried = rest.tried;
        let deeper = self.deeper(game, child, state, mv, at, extend);
        self.step(game, mv, ply, deeper == Deeper::Yes);
        // Evasions count nothing at depth 0 either.
        let plain = depth.saturating_sub(1);
        match deeper {
            Deeper::Yes => self.window::<OPEN>(child, state, At { depth, ..*at }, 0, tried),
            Deeper::No => {
                let less = self.reduction::<OPEN>(game, child, mv, score, at, rest.place());
                self.window::<OPEN>(child, state, At { depth: plain, ..*at }, less, tried)
            }
            Deeper::If(wanted) => {
                let before = self.counts().main();
                let returns = self.returns(child, state, ply, depth.saturating_sub(2), wanted);
                self.detection.recaptures += self.counts().main() - before;
                self.step(game, mv, ply, returns);
                self.window::<OPEN>(child, state, At { depth: if returns { depth } else { plain }, ..*at }, 0, tried)
            }
            Deeper::Confirm => {
                let value = self.window::<OPEN>(child, state, At { depth: plain, ..*at }, 0, tried);
                // Only news that is good for the program must be confirmed.
                if (game.side() == self.root.program) != (value > alpha) || self.stopped {
                    return value;
                }
                self.step(game, mv, ply, true);
                self.window::<OPEN>(child, state, At { depth, ..*at }, 0, tried)
            }
        }
    }

    /// True if a child is worth just this to the side that moved there.
    fn returns(&mut self, child: &G, state: &E::State, ply: usize, depth: u32, wanted: Value) -> bool {
        -self.node::<false>(child, state, ply + 1, depth, -wanted, 1 - wanted) >= wanted
            && -self.node::<false>(child, state, ply + 1, depth, -wanted - 1, -wanted) <= wanted
    }

    /// Searches a child to `at.depth` with a closed window first, unless it is the first of an open node.
    fn window<const OPEN: bool>(&mut self, child: &G, state: &E::State, at: At, less: u32, tried: u32) -> Value {
        let At { ply, depth, alpha, beta } = at;
        if OPEN && tried == 0 {
            return -self.node::<true>(child, state, ply + 1, depth, -beta, -alpha);
        }
        let mut value = -self.node::<false>(child, state, ply + 1, depth - less, -alpha - 1, -alpha);
        if less > 0 && value > alpha && !self.stopped {
            value = -self.node::<false>(child, state, ply + 1, depth, -alpha - 1, -alpha);
        }
        if OPEN && value > alpha && value < beta && !self.stopped {
            value = -self.node::<true>(child, state, ply + 1, depth, -beta, -alpha);
        }
        value
    }

    fn deeper(
        &mut self,
        game: &G,
        child: &G,
        state: &E::State,
        mv: G::Move,
        at: &At,
        extend: &Extend<G::Move>,
    ) -> Deeper {
        let &At { ply, depth, .. } = at;
        if extend.evading {
            return Deeper::Yes;
        }
        let options = self.options;
        if !self.may_extend(ply, depth) {
            return Deeper::No;
        }
        let last = self.memory.levels[ply - 1];
        if options.check == Check::Giving && child.in_check() && (!options.order_losing || game.exchange(mv, 0)) {
            return Deeper::Yes;
        }
        if extend.singular == Some(mv) {
            return Deeper::Yes;
        }
        if options.mate_threat && extend.mate_threat && last.mv.is_some() && !last.extended {
            return Deeper::Yes;
        }
        if let (Recapture::Thesis, Some(previous)) = (options.recapture, self.previous)
            && game.gain(mv) > 0
        {
            // The root's value from the view of the side to move here.
            let wanted = if ply.is_multiple_of(2) { previous } else { -previous };
            if -self.still(child, state) == wanted {
                return Deeper::If(wanted);
            }
        }
        // KnightCap's: none right after a pass.
        let Some(before) = last.mv else { return Deeper::No };
        let recapture = options.recapture == Recapture::KnightCap
            && !last.extended
            && game.recaptures(mv, before)
            && last.gain > 100
            && (game.gain(mv) - last.gain).abs() <= 50;
        let single = options.single_reply && extend.in_check && extend.single && !last.extended;
        let push = options.pawn_push && game.presses(mv);
        match (recapture || single || push, options.asymmetric) {
            (false, _) => Deeper::No,
            (true, false) => Deeper::Yes,
            (true, true) => Deeper::Confirm,
        }
    }

    /// The move that all others are clearly worse than, if there is one.
    pub(crate) fn singular<const OPEN: bool>(
        &mut self,
        game: &G,
        state: &E::State,
        at: &At,
        hit: Option<Entry>,
    ) -> Option<G::Move> {
        let &At { ply, depth, alpha, beta } = at;
        match self.options.singular {
            Singular::Off => None,
            Singular::Reduced(reduction) => {
                let shallow = depth.checked_sub(reduction).filter(|shallow| *shallow > 0)?;
                let known = |hit: &Entry| hit.tag != 0 && hit.lower_depth >= shallow as i32;
                let key = game.key() ^ self.salt;
                let hit = match hit.filter(known) {
                    Some(hit) => hit,
                    None => {
                        self.node::<OPEN>(game, state, ply, shallow, alpha, beta);
                        self.table?.probe(key).filter(known)?
                    }
                };
                self.alone(game, state, ply, shallow, from_table(hit.lower, ply), hit.tag)
            }
            Singular::Margin => {
                let hit = hit.filter(|hit| hit.tag != 0 && depth >= 7 && hit.lower_depth + 3 >= depth as i32)?;
                let value = from_table(hit.lower, ply);
                if decided(value) != 0 {
                    return None;
                }
                let target = value - self.pawns(0.03 * f64::from(depth));
                self.alone(game, state, ply, less(depth, 0) / 2, target, hit.tag)
            }
        }
    }

    /// The move of `tag` if all others are worth less than `target` to `depth` plies.
    fn alone(
        &mut self,
        game: &G,
        state: &E::State,
        ply: usize,
        depth: u32,
        target: Value,
        tag: u16,
    ) -> Option<G::Move> {
        if self.stopped {
            return None;
        }
        let mut found = None;
        game.moves(|mv| {
            if G::tag(mv) == tag {
                found = Some(mv);
            }
        });
        let mv = found?;
        // The search of the others uses this ply's notes, too.
        let level = self.memory.levels[ply];
        self.memory.levels[ply].excluded = Some(mv);
        let value = self.node::<false>(game, state, ply, depth.max(1), target - 1, target);
        self.memory.levels[ply] = level;
        (value < target && !self.stopped).then_some(mv)
    }
}
