//! A search with its evaluator behind one door, so that weights of another feature set can take over while the program runs.

use arena::{Opposition, Record};
use eval::{Evaluator, Value};
use game::{Dice, Game, Side};
use search::{Known, Limits, Options, Progress, Searcher, Thought, Watch};
use std::cell::Cell;
use std::time::Duration;

/// A position is not studied any longer than this.
const MOST_NODES: u64 = 5_000_000;

/// How long it may take to put things in order; without a limit, as long as it takes.
pub struct Patience<'a> {
    /// For all that is to be done before the next game.
    pub most: Option<Duration>,
    /// For what can wait.
    pub usual: Option<Duration>,
    /// True if there is no time left at all.
    pub hurry: &'a dyn Fn() -> bool,
}

/// Whoever finds the moves.
pub trait Mind<G: Game>: Send {
    /// Takes over options for the search, with memory to match.
    fn configure(&mut self, options: Options);

    /// Forgets all positions, for a new game.
    fn forget(&mut self);

    /// Begins again with new memory, after something has gone wrong.
    fn recover(&mut self);

    /// Chooses a move in the last position of `line`; `None` if there is none.
    fn think(&mut self, line: &[G], limits: &Limits<G::Move>, watch: &dyn Watch<G>) -> Option<Thought<G>>;

    /// What a pawn is worth; always positive.
    fn yardstick(&self) -> Value;

    /// What was thought last became a move in a game. (Analysis does not.)
    fn gave(&mut self) {}

    /// A game is over. Who learns from it says so, a line for each thing.
    fn ended(&mut self, _record: &Record<G>, _opposition: &Opposition) -> Vec<String> {
        Vec::new()
    }

    /// Puts in order what was learnt, before the next game. Who had something to do says so in a line.
    fn tidy(&mut self, _patience: &Patience) -> Option<String> {
        None
    }
}

/// The search of this program with an evaluator.
pub struct Thinker<G: Game, E> {
    evaluator: E,
    options: Options,
    searcher: Option<Searcher<G>>,
    seed: u64,
    known: Vec<Known>,
}

impl<G: Game, E: Evaluator<G>> Thinker<G, E> {
    /// A mind that takes its memory when it is first needed.
    pub fn new(evaluator: E) -> Thinker<G, E> {
        Thinker { evaluator, options: Options::strong(), searcher: None, seed: 0, known: Vec::new() }
    }

    /// Other weights take over; what was thought with the old ones is forgotten.
    pub fn replace(&mut self, evaluator: E) {
        self.evaluator = evaluator;
        self.forget();
    }

    fn fresh(&mut self) {
        let mut searcher = Searcher::new(self.options);
        searcher.know(self.known.clone());
        self.searcher = Some(searcher);
    }

    /// Every search begins with this in its table; what was thought without it is forgotten.
    pub fn know(&mut self, known: Vec<Known>) {
        self.known = known;
        self.forget();
        if let Some(searcher) = &mut self.searcher {
            searcher.know(self.known.clone());
        }
    }

    /// Searches a position to a depth, with the program on a side, from an empty memory. Its depth is that of the last iteration
    /// that was finished before it was stopped or became too much effort.
    pub fn study(&mut self, position: &G, program: Side, depth: u32, stop: &dyn Fn() -> bool) -> Option<Thought<G>> {
        self.forget();
        let limits =
            Limits { depth: Some(depth), nodes: Some(MOST_NODES), program: Some(program), ..Limits::default() };
        let watch = Until { stop, finished: Cell::new(0) };
        let thought = self.think(std::slice::from_ref(position), &limits, &watch);
        self.forget();
        thought.map(|thought| Thought { depth: watch.finished.get(), ..thought })
    }

    /// Other choices between equal moves.
    pub fn seed(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// Notes how deep a search has got until somebody stops it.
struct Until<'a> {
    stop: &'a dyn Fn() -> bool,
    finished: Cell<u32>,
}

impl<G: Game> Watch<G> for Until<'_> {
    fn stop(&self) -> bool {
        (self.stop)()
    }
    fn deepen(&self, depth: u32, _: u32) -> bool {
        self.finished.set(depth);
        true
    }
}

/// Somebody else who watches: searches want to know their watcher's type.
struct Through<'a, G>(&'a dyn Watch<G>);

impl<G: Game> Watch<G> for Through<'_, G> {
    fn stop(&self) -> bool {
        self.0.stop()
    }
    fn found(&self, progress: &Progress<G::Move>) {
        self.0.found(progress);
    }
    fn deepen(&self, depth: u32, steady: u32) -> bool {
        self.0.deepen(depth, steady)
    }
}

impl<G: Game, E: Evaluator<G>> Mind<G> for Thinker<G, E> {
    fn configure(&mut self, options: Options) {
        if self.searcher.is_none() || options != self.options {
            self.options = options;
            self.recover();
        }
    }

    fn forget(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.forget();
        }
    }

    fn recover(&mut self) {
        // The old memory goes first: both together might not fit.
        self.searcher = None;
        self.fresh();
    }

    fn think(&mut self, line: &[G], limits: &Limits<G::Move>, watch: &dyn Watch<G>) -> Option<Thought<G>> {
        if self.searcher.is_none() {
            self.fresh();
        }
        let searcher = self.searcher.as_mut()?;
        // Chance by position: the same question gets the same answer.
        let mut dice = Dice::new(line.last()?.key(), self.seed);
        searcher.think_within(&self.evaluator, line, limits, &mut dice, &Through(watch))
    }

    fn yardstick(&self) -> Value {
        match self.evaluator.yardstick() {
            yardstick if yardstick > 0 => yardstick,
            _ => eval::SCALE as Value,
        }
    }
}
