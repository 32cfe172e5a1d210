//! The searcher: memory that lasts for a game, iterative deepening, several lines, several threads, and the principal leaf.

use crate::busy::Busy;
use crate::driver::{Found, RootMove, Top};
use crate::line::End;
use crate::table::Table;
use crate::tree::{Memory, Tree};
use crate::{Bound, Leaf, Limits, Options, Progress, Thought, Unwatched, WIN, Watch};
use eval::{Evaluator, Value};
use game::{Dice, Game, Outcome, Root};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A search with its memory, which lasts for a game.
pub struct Searcher<G: Game> {
    options: Options,
    table: Option<Table>,
    /// One for each thread.
    workers: Vec<Worker<G::Move>>,
}

/// What a thread owns.
struct Worker<M> {
    memory: Memory<M>,
    moves: Vec<RootMove<M>>,
}

/// What all threads of a search share.
struct Job<'a, G: Game, E> {
    evaluator: &'a E,
    options: &'a Options,
    table: Option<&'a Table>,
    line: &'a [G],
    limits: &'a Limits<G::Move>,
    root: Root,
    busy: Option<Busy>,
    /// Nodes of the helping threads.
    helped: AtomicU64,
    done: AtomicBool,
}

/// A line that an iteration has found.
struct Line<M> {
    value: Value,
    depth: u32,
    moves: Vec<M>,
    end: End,
}

impl<G: Game> Searcher<G> {
    /// A searcher with all its memory.
    pub fn new(options: Options) -> Searcher<G> {
        let worker = |_| Worker { memory: Memory::new(G::SLOTS, &options), moves: Vec::with_capacity(256) };
        Searcher { options, table: Table::new(&options), workers: (0..options.threads.max(1)).map(worker).collect() }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets all that was learnt about positions. Needed for a new game and whenever the weights have changed; after it
    /// the searcher behaves exactly like a new one.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.forget();
        }
        self.workers.iter_mut().for_each(|worker| worker.memory.past.forget());
    }

    /// Chooses a move in the last position of `line`, the game so far. `None` if there is no move.
    pub fn think<E: Evaluator<G>>(&mut self, evaluator: &E, line: &[G], dice: &mut Dice) -> Option<Thought<G>> {
        self.think_within(evaluator, line, &Limits::default(), dice, &Unwatched)
    }

    /// The same within limits, and under the eyes of someone who may stop it.
    pub fn think_within<E: Evaluator<G>, W: Watch<G>>(
        &mut self,
        evaluator: &E,
        line: &[G],
        limits: &Limits<G::Move>,
        dice: &mut Dice,
        watch: &W,
    ) -> Option<Thought<G>> {
        let game = line.last()?;
        let moves = &mut self.workers[0].moves;
        list(game, &self.options, evaluator.yardstick(), dice, moves);
        if !limits.only.is_empty() {
            moves.retain(|entry| limits.only.contains(&entry.mv));
        }
        if moves.is_empty() {
            return None;
        }
        if let Some(table) = &mut self.table {
            table.grow_older();
        }
        let job = Job {
            evaluator,
            options: &self.options,
            table: self.table.as_ref(),
            line,
            limits,
            root: evaluator.root(game),
            busy: (self.workers.len() > 1).then(Busy::new),
            helped: AtomicU64::new(0),
            done: AtomicBool::new(false),
        };
        let (first, helpers) = self.workers.split_first_mut()?;
        for helper in helpers.iter_mut() {
            helper.moves.clone_from(&first.moves);
        }
        if self.options.selective() {
            run::<G, E, W, true>(&job, first, helpers, watch)
        } else {
            run::<G, E, W, false>(&job, first, helpers, watch)
        }
    }
}

/// Searches on all threads; the first one decides.
fn run<G: Game, E: Evaluator<G>, W: Watch<G>, const SELECTIVE: bool>(
    job: &Job<G, E>,
    first: &mut Worker<G::Move>,
    helpers: &mut [Worker<G::Move>],
    watch: &W,
) -> Option<Thought<G>> {
    std::thread::scope(|scope| {
        for (number, helper) in helpers.iter_mut().enumerate() {
            scope.spawn(move || {
                let seen = std::cell::Cell::new(0);
                let stop = |nodes: u64| {
                    job.helped.fetch_add(nodes - seen.replace(nodes), Relaxed);
                    job.done.load(Relaxed)
                };
                let mut go_on = |_, _| !job.done.load(Relaxed);
                deepen::<G, E, SELECTIVE>(job, helper, number + 1, &stop, &mut |_| {}, &mut go_on)
            });
        }
        let most = job.limits.nodes.unwrap_or(u64::MAX);
        let stop = |nodes: u64| nodes + job.helped.load(Relaxed) >= most || watch.stop();
        let mut found = |progress: &Progress<G::Move>| watch.found(progress);
        let mut go_on = |depth: u32, steady: u32| watch.deepen(depth, steady);
        let thought = deepen::<G, E, SELECTIVE>(job, first, 0, &stop, &mut found, &mut go_on);
        job.done.store(true, Relaxed);
        thought
    })
}

/// Iterative deepening by one thread. Helping threads (`number` above 0) differ in where they begin, so that they do not all
/// do the same at the same time.
fn deepen<G: Game, E: Evaluator<G>, const SELECTIVE: bool>(
    job: &Job<G, E>,
    worker: &mut Worker<G::Move>,
    number: usize,
    stop: &dyn Fn(u64) -> bool,
    found: &mut dyn FnMut(&Progress<G::Move>),
    go_on: &mut dyn FnMut(u32, u32) -> bool,
) -> Option<Thought<G>> {
    let game = job.line.last()?;
    let Worker { memory, moves } = worker;
    let salt = job.evaluator.salt(&job.root);
    let reach = game.reversible().min(job.line.len() - 1);
    memory.keys.clear();
    memory.keys.extend(job.line[job.line.len() - 1 - reach..].iter().map(|position| position.key() ^ salt));
    memory.past.fade();
    memory.moves.clear();
    memory.vain.clear();
    memory.levels.fill(crate::tree::Level::EMPTY);
    let state = job.evaluator.fresh(game, &job.root);
    memory.levels[0].value = game.side().view(crate::thought::clamp(job.evaluator.value(game, &state, &job.root)));
    let tree = Tree::<G, E, SELECTIVE> {
        evaluator: job.evaluator,
        options: job.options,
        root: job.root,
        salt,
        table: job.table,
        busy: job.busy.as_ref(),
        memory,
        // Weights that make pawns worthless must not make margins vanish.
        unit: job.evaluator.yardstick().max(100),
        nodes: 0,
        deepest: 0,
        nominal: 0,
        previous: 0,
        most: if number == 0 { job.limits.nodes.unwrap_or(u64::MAX) } else { u64::MAX },
        stop,
        look_at: u64::MAX,
        stopped: false,
    };
    let mut top = Top { tree, game, state, moves };
    let target = job.options.depth.min(job.limits.depth.unwrap_or(u32::MAX)).max(1);
    let width = job.limits.lines.clamp(1, top.moves.len());
    let forced = top.moves.len() == 1;
    let key = game.key() ^ salt;
    let start = first_depth(job, &mut top, key, target);
    let mut lines: Vec<Line<G::Move>> = Vec::with_capacity(width);
    let mut steady = 0;
    // The plain tree skips depths of the other parity: their values differ by the last move.
    for depth in (start..=target).filter(|depth| SELECTIVE || depth % 2 == target % 2) {
        for rank in 0..width {
            let guess = lines.get(rank).map(|line| line.value);
            let report = |tree: &Tree<G, E, SELECTIVE>, value, bound, moves: &[G::Move]| Progress {
                depth,
                deepest: tree.deepest.max(depth as usize) as u32,
                rank: rank + 1,
                value,
                bound,
                line: moves.to_vec(),
                nodes: tree.nodes + job.helped.load(Relaxed),
                full: job.table.map_or(0, Table::full),
            };
            let result = top.iterate(depth, guess, rank, &mut |tree, Found { value, bound, .. }| {
                if let Some(line) = lines.get(rank) {
                    found(&report(tree, value, bound, &line.moves));
                }
            });
            if let Some(Found { value, bound, at }) = result {
                let (moves, end) = top.tree.memory.lines.at(0);
                let line = Line { value, depth, moves: moves.to_vec(), end };
                // A bound without a line says nothing unless it names another move.
                if bound != Bound::Upper {
                    found(&report(&top.tree, value, bound, &line.moves));
                    if rank == 0 {
                        steady = if at == 0 { steady + 1 } else { 0 };
                    }
                    if rank < lines.len() {
                        lines[rank] = line;
                    } else {
                        lines.push(line);
                    }
                }
            }
            if top.tree.stopped {
                break;
            }
            // There is a move now, so the search may be stopped.
            top.tree.look_at = top.tree.look_at.min(top.tree.nodes + 1);
        }
        if top.tree.stopped {
            break;
        }
        let Some(line) = lines.first() else { continue };
        if let (Some(table), true) = (job.table, job.options.resume) {
            table.store(key, depth, line.value, Bound::Exact, G::tag(line.moves[0]), 0);
        }
        let mate = job.limits.mate.is_some_and(|moves| line.value > WIN - 2 * moves as Value);
        if mate || !go_on(depth, if forced { u32::MAX } else { steady }) {
            break;
        }
    }
    let nodes = top.tree.nodes + job.helped.load(Relaxed);
    let first = top.moves[0].mv;
    let best = lines.into_iter().next();
    // Stopped before anything was known: any legal move is better than none.
    let best = best.unwrap_or_else(|| Line { value: 0, depth: 0, moves: vec![first], end: End::Unknown });
    let leaf = leaf(game, &best.moves, best.end);
    Some(Thought {
        best: best.moves[0],
        value: best.value,
        line: best.moves,
        leaf,
        root: job.root,
        depth: best.depth,
        nodes,
    })
}

/// The depth of the first iteration: 1, or where the table's knowledge of the root ends (KnightCap).
fn first_depth<G: Game, E: Evaluator<G>, const SELECTIVE: bool>(
    job: &Job<G, E>,
    top: &mut Top<G, E, SELECTIVE>,
    key: u64,
    target: u32,
) -> u32 {
    let hit = if job.options.resume { job.table.and_then(|table| table.probe(key)) } else { None };
    let Some(hit) = hit.filter(|hit| hit.tag != 0 && hit.depth() >= 2) else { return 1 };
    if let Some(at) = top.moves.iter().position(|entry| G::tag(entry.mv) == hit.tag) {
        top.moves[..=at].rotate_right(1);
    }
    let settled = hit.lower == hit.upper && hit.lower_depth == hit.upper_depth;
    (hit.depth() as u32 + u32::from(settled)).min(target)
}

/// Lists the root moves, each with its bonus, highest rank first: then hardly any later move beats the leader by rank.
fn list<G: Game>(game: &G, options: &Options, yardstick: Value, dice: &mut Dice, list: &mut Vec<RootMove<G::Move>>) {
    list.clear();
    if game.over().is_some() {
        return;
    }
    if !options.shuffle {
        game.noisy(|mv| list.push(RootMove { mv, bonus: 0, rank: 0 }));
        list.sort_by_key(|entry| -game.rank(entry.mv));
        game.quiet(|mv| list.push(RootMove { mv, bonus: 0, rank: 0 }));
        if options.noise == 0.0 {
            return;
        }
    } else {
        game.moves(|mv| list.push(RootMove { mv, bonus: 0, rank: 0 }));
        dice.shuffle(list);
    }
    let steps = (f64::from(yardstick) * options.noise).round() as usize + 1;
    let count = list.len();
    for (at, entry) in list.iter_mut().enumerate() {
        entry.rank = if options.shuffle { count - at } else { 0 };
        entry.bonus = if steps > 1 { dice.below(steps) as Value } else { 0 };
    }
}

/// Replays the principal line.
fn leaf<G: Game>(game: &G, moves: &[G::Move], end: End) -> Leaf<G> {
    let last = moves.iter().fold(game.clone(), |position, mv| position.after(*mv));
    match end {
        End::Unknown => Leaf::Unknown,
        End::Static => Leaf::Static(last),
        // By rule, by having no move, or else by repetition.
        End::Over => {
            Leaf::Over(last.over().unwrap_or_else(|| if last.can_move() { Outcome::DRAW } else { last.stuck() }))
        }
    }
}
