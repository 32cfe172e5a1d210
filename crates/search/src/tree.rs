//! One search under way: what all its nodes share.

use crate::busy::Busy;
use crate::line::{End, Lines, MAX_PLY};
use crate::ordering::Past;
use crate::path::{Cycle, Path};
use crate::stills::Stills;
use crate::table::Table;
use crate::thought::{Counts, clamp};
use crate::{Bound, History, Options, Searched, outcome_value};
use eval::{Evaluator, Value};
use game::{Game, Outcome, Root, Side};

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Larger than every value.
pub(crate) const INFINITE: Value = 1_000_000_000;

/// Plies that extensions may add to the depth of an iteration (KnightCap's limit).
const MOST_EXTENSIONS: usize = 20;

/// Nodes between two looks at the stop-watch.
const LOOK_EVERY: u64 = 1024;

/// What the search knows of one ply of the line that it is at.
#[derive(Clone, Copy)]
pub(crate) struct Level<M> {
    /// The move that is being tried; `None` for a pass.
    pub mv: Option<M>,
    /// Its history slot.
    pub slot: usize,
    /// What it took, by reference values.
    pub gain: i32,
    /// It is searched a ply deeper.
    pub extended: bool,
    /// The static value for the side to move.
    pub value: Value,
    /// A move that is left out to see what the others are worth.
    pub excluded: Option<M>,
    /// Quiet moves that cut off at this ply.
    pub killers: [Option<M>; 2],
}

impl<M> Level<M> {
    pub const EMPTY: Level<M> =
        Level { mv: None, slot: 0, gain: 0, extended: false, value: 0, excluded: None, killers: [None, None] };
}

/// Where a node is, and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub ply: usize,
    pub depth: u32,
    pub alpha: Value,
    pub beta: Value,
}

/// What a thread keeps between moves: all memory that it needs, so that no node allocates.
pub(crate) struct Memory<M> {
    pub past: Past<M>,
    pub lines: Lines<M>,
    /// Moves still to be tried, of all nodes of the line, with their scores.
    pub moves: Vec<(i64, M)>,
    pub path: Path,
    pub levels: Vec<Level<M>>,
    /// History slots of the quiet moves that were tried in vain, of all nodes of the line.
    pub vain: Vec<usize>,
    pub stills: Stills,
}

impl<M: Copy> Memory<M> {
    pub fn new(slots: usize, options: &Options) -> Memory<M> {
        Memory {
            past: Past::new(slots, options.history == History::Answers),
            lines: Lines::new(),
            moves: Vec::with_capacity(8192),
            path: Path::new(),
            levels: vec![Level::EMPTY; MAX_PLY + 2],
            vain: Vec::with_capacity(4096),
            stills: Stills::new(),
        }
    }
}

/// Someone who is told what was found out about a node.
pub(crate) type Witness<'a, G> = &'a dyn Fn(&Searched<'_, G>);

/// One search under way. `SELECTIVE` trees know all switches; the plain tree is for learning.
pub(crate) struct Tree<'a, G: Game, E: Evaluator<G>, const SELECTIVE: bool> {
    pub evaluator: &'a E,
    pub options: &'a Options,
    /// [`Options::even`].
    pub even: bool,
    pub root: Root,
    pub salt: u64,
    pub table: Option<&'a Table>,
    /// What other threads are searching, if there are any.
    pub busy: Option<&'a Busy>,
    /// The deepest iteration that another thread has finished, if there are any: this one's is given up then.
    pub lead: Option<&'a AtomicU32>,
    pub overtaken: bool,
    pub memory: &'a mut Memory<G::Move>,
    /// One pawn, for margins.
    pub unit: Value,
    /// How much worse than an even position a draw is for the program.
    pub contempt: Value,
    pub nodes: u64,
    /// Those of capture trees at which captures were looked for.
    pub generated: u64,
    /// Of these, what detection took; `captures` is not kept here.
    pub detection: Counts,
    pub deepest: usize,
    /// The depth of this iteration, and the root's value in the one before.
    pub nominal: u32,
    pub previous: Option<Value>,
    /// The search ends at this many nodes, or when `stop`, which is told the nodes so far, says so.
    pub most: u64,
    pub stop: &'a dyn Fn(u64) -> bool,
    /// Whom to tell of every node that is done.
    pub witness: Option<Witness<'a, G>>,
    /// The nodes at which to look next.
    pub look_at: u64,
    /// Once true, all values that are returned mean nothing.
    pub stopped: bool,
}

impl<G: Game, E: Evaluator<G>, const SELECTIVE: bool> Tree<'_, G, E, SELECTIVE> {
    /// Counts a node; true if the search is over.
    #[inline(always)]
    pub(crate) fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.look_at = (self.nodes + LOOK_EVERY).min(self.most.max(self.nodes + 1));
            self.stopped |= self.nodes >= self.most || (self.stop)(self.nodes);
            if !self.stopped && self.lead.is_some_and(|lead| lead.load(Relaxed) >= self.nominal) {
                self.overtaken = true;
                self.stopped = true;
            }
        }
        self.stopped
    }

    /// Goes on after an iteration that was given up.
    pub fn resume(&mut self) {
        (self.stopped, self.overtaken) = (false, false);
        // A search that was to leave out a move may not have begun.
        self.memory.levels.iter_mut().for_each(|level| level.excluded = None);
    }

    /// Counts a node that is a finished game.
    #[inline]
    pub(crate) fn count_end(&mut self) {
        self.nodes += 1;
    }

    /// What the nodes so far were spent on.
    pub(crate) fn counts(&self) -> Counts {
        Counts { captures: self.generated, ..self.detection }
    }

    /// The position after a move. What is known of it is fetched from memory while other work goes on.
    #[inline(always)]
    pub(crate) fn after(&self, game: &G, mv: G::Move) -> G {
        let child = game.after(mv);
        let key = child.key() ^ self.salt;
        if let Some(table) = self.table {
            table.fetch(key);
        }
        if !self.evaluator.foresees() {
            self.memory.stills.fetch(key);
        }
        child
    }

    /// The static value for the side to move.
    #[inline(always)]
    pub(crate) fn still(&mut self, game: &G, state: &E::State) -> Value {
        let (evaluator, root) = (self.evaluator, &self.root);
        let value = if evaluator.foresees() {
            evaluator.value(game, state, root)
        } else {
            self.memory.stills.of(game.key() ^ self.salt, || evaluator.value(game, state, root))
        };
        game.side().view(clamp(value))
    }

    /// The static value for the side to move if it is inside the window, else the value or a bound of it on the same side. (A
    /// bound, not the border of the window: with that, searches need a sixth more nodes.)
    #[inline(always)]
    pub(crate) fn still_within(&mut self, game: &G, state: &E::State, alpha: Value, beta: Value) -> Value {
        let (evaluator, root, side) = (self.evaluator, &self.root, game.side());
        let value = if evaluator.foresees() {
            evaluator.value(game, state, root)
        } else {
            let (low, high) = if side == Side::First { (alpha, beta) } else { (-beta, -alpha) };
            self.memory.stills.within(game.key() ^ self.salt, || evaluator.within(game, state, root, low, high))
        };
        side.view(clamp(value))
    }

    /// Tells the witness, if there is one, of a node that is done.
    #[inline]
    pub(crate) fn tell(&mut self, game: &G, state: &E::State, at: &At, value: Value, bound: Bound) {
        if let Some(witness) = self.witness {
            // What is known of static values may decide whether a bound or a value is told.
            self.memory.stills.frozen = SELECTIVE;
            let (still, calm) = (self.still(game, state), self.calm(game, state, at.ply));
            self.memory.stills.frozen = false;
            witness(&Searched { position: game, still, calm, value, bound, depth: at.depth });
        }
    }

    /// True if quiescence stands pat. Leaves no trace: nobody's search depends on being heard.
    fn calm(&mut self, game: &G, state: &E::State, ply: usize) -> bool {
        let still = self.still(game, state);
        let before = (self.nodes, self.generated, self.deepest, self.look_at, self.table.take());
        // Nobody is asked whether to stop, because nodes that are not counted cannot be too many.
        self.look_at = u64::MAX;
        let value = self.quiesce::<false>(game, state, ply, still, still + 1);
        (self.nodes, self.generated, self.deepest, self.look_at, self.table) = before;
        value == still
    }

    /// The value of a finished game for the side to move.
    #[inline]
    pub(crate) fn over(&self, outcome: Outcome, side: Side, ply: usize) -> Value {
        match outcome {
            Outcome::DRAW if side == self.root.program => -self.contempt,
            Outcome::DRAW => self.contempt,
            _ => outcome_value(outcome, side, ply),
        }
    }

    #[inline]
    pub(crate) fn ended<const OPEN: bool>(&mut self, ply: usize, value: Value) -> Value {
        if OPEN {
            self.memory.lines.stop(ply, End::Over);
        }
        value
    }

    /// What it means that an equal position lies within reach of reversible moves, if one does: a draw. Only where the game would
    /// really be over, perpetual check counts.
    #[inline]
    pub(crate) fn repeated(&self, game: &G) -> Option<Outcome> {
        let (key, reach) = (game.key() ^ self.salt, game.reversible());
        if reach < 4 || !self.memory.path.repeats(key, reach) {
            return None;
        }
        if G::PERPETUAL {
            let Cycle { times, checked } = self.memory.path.cycle(key, reach, game.in_check());
            if times + 1 >= G::REPETITIONS && checked[0] != checked[1] {
                return Some(Outcome::win(if checked[0] { game.side() } else { game.side().other() }));
            }
        }
        Some(Outcome::DRAW)
    }

    /// A margin given in pawns.
    #[inline]
    pub(crate) fn pawns(&self, pawns: f64) -> Value {
        (f64::from(self.unit) * pawns) as Value
    }

    /// The move before the one at `ply`; `None` after a pass.
    #[inline]
    pub(crate) fn last(&self, ply: usize) -> Option<G::Move> {
        self.memory.levels[ply - 1].mv
    }

    /// Notes the move that is about to be tried at `ply`.
    #[inline]
    pub(crate) fn step(&mut self, game: &G, mv: G::Move, ply: usize, extended: bool) {
        let level = &mut self.memory.levels[ply];
        level.mv = Some(mv);
        level.extended = extended;
        if G::SLOTS > 0 {
            level.slot = game.slot(mv);
        }
        level.gain = game.gain(mv);
    }

    /// True while extensions are within their limit.
    #[inline]
    pub(crate) fn may_extend(&self, ply: usize, depth: u32) -> bool {
        ply + (depth as usize) < self.nominal as usize + MOST_EXTENSIONS && ply + 40 < MAX_PLY
    }
}
