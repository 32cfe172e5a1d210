//! The searcher: memory that lasts for a game, iterative deepening, several lines, several threads, and the principal leaf.

use crate::busy::Busy;
use crate::driver::{Found, RootMove, Top};
use crate::known::{self, Known};
use crate::line::End;
use crate::table::Table;
use crate::thought::{Counts, clamp};
use crate::tree::{At, Level, Memory, Tree, Witness};
use crate::{Bound, Leaf, Limits, Null, Options, Progress, Searched, Thought, Unwatched, WIN, Watch};
use eval::{Evaluator, Value};
use game::{Dice, Game, Outcome, Root};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// The first iteration is not stopped before this many nodes, so that there is a move.
const FIRST_LOOK: u64 = 10_000;
/// Keeps the table's entries for the two sides of the program apart.
const PROGRAM: u64 = 0xd1b5_4a32_d192_ed03;

/// A search with its memory, which lasts for a game.
pub struct Searcher<G: Game> {
    options: Options,
    table: Option<Table>,
    /// One for each thread.
    workers: Vec<Worker<G::Move>>,
    known: Vec<Known>,
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
    salt: u64,
    busy: Option<Busy>,
    /// The deepest iteration that any thread has finished.
    lead: Lead<G::Move>,
    /// Nodes of the helping threads.
    helped: AtomicU64,
    done: AtomicBool,
}

/// The deepest iteration that any thread has finished: the others give theirs up and go on from there.
struct Lead<M> {
    depth: AtomicU32,
    line: Mutex<Option<Line<M>>>,
}

impl<M: Copy> Lead<M> {
    /// A thread has finished an iteration.
    fn offer(&self, line: &Line<M>) {
        let mut best = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| best.depth < line.depth) {
            *best = Some(line.clone());
            self.depth.store(line.depth, Relaxed);
        }
    }

    fn line(&self) -> Option<Line<M>> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A line that an iteration has found.
#[derive(Clone)]
struct Line<M> {
    value: Value,
    bound: Bound,
    depth: u32,
    moves: Vec<M>,
    end: End,
}

impl<G: Game> Searcher<G> {
    /// A searcher with all its memory.
    pub fn new(options: Options) -> Searcher<G> {
        let worker = |_| Worker { memory: Memory::new(G::SLOTS, &options), moves: Vec::with_capacity(256) };
        let workers = (0..options.threads.max(1)).map(worker).collect();
        Searcher { options, table: Table::new(&options), workers, known: Vec::new() }
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

    /// Enters this into the table before each search, until it is told something else. Selective searches believe it.
    pub fn know(&mut self, known: Vec<Known>) {
        self.known = known;
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
        let own = evaluator.root(game);
        let root = Root { program: limits.program.unwrap_or(own.program), ..own };
        let salt = salt_of(evaluator, &self.options, &root);
        if let Some(table) = &self.table {
            let other = salt_of(evaluator, &self.options, &Root { program: root.program.other(), ..root });
            known::enter(&self.known, table, salt, |program| program == root.program || other == salt);
        }
        let job = Job {
            evaluator,
            options: &self.options,
            table: self.table.as_ref(),
            line,
            limits,
            root,
            salt,
            busy: (self.workers.len() > 1).then(Busy::new),
            lead: Lead { depth: AtomicU32::new(0), line: Mutex::new(None) },
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

/// Searches on all threads; the first one tells what was found.
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
                deepen::<G, E, SELECTIVE>(job, helper, number + 1, &stop, None, &mut |_| {}, &mut go_on)
            });
        }
        let most = job.limits.nodes.unwrap_or(u64::MAX);
        let stop = |nodes: u64| nodes + job.helped.load(Relaxed) >= most || watch.stop();
        let mut found = |progress: &Progress<G::Move>| watch.found(progress);
        let mut go_on = |depth: u32, steady: u32| watch.deepen(depth, steady);
        let tell = |node: &Searched<'_, G>| watch.searched(node);
        let witness: Option<Witness<'_, G>> = if watch.listens() { Some(&tell) } else { None };
        let _done = Done(&job.done);
        deepen::<G, E, SELECTIVE>(job, first, 0, &stop, witness, &mut found, &mut go_on)
    })
}

/// Tells the helping threads that the search is over, even if it ends by a panic.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Iterative deepening by one thread; `number` is 0 for the one that tells.
fn deepen<G: Game, E: Evaluator<G>, const SELECTIVE: bool>(
    job: &Job<G, E>,
    worker: &mut Worker<G::Move>,
    number: usize,
    stop: &dyn Fn(u64) -> bool,
    witness: Option<Witness<'_, G>>,
    found: &mut dyn FnMut(&Progress<G::Move>),
    go_on: &mut dyn FnMut(u32, u32) -> bool,
) -> Option<Thought<G>> {
    let game = job.line.last()?;
    let mut top = plant::<G, E, SELECTIVE>(job, worker, number, stop, witness)?;
    let target = job.options.depth.min(job.limits.depth.unwrap_or(u32::MAX)).max(1);
    let width = job.limits.lines.clamp(1, top.moves.len());
    let forced = top.moves.len() == 1;
    let known = recall(job, &top);
    let (start, mut guess) = remember(job, &mut top, target);
    let mut lines: Vec<Line<G::Move>> = Vec::with_capacity(width);
    let mut steady = 0;
    // The plain tree skips depths of the other parity: their values differ by the last move.
    for mut depth in (start..=target).filter(|depth| SELECTIVE || depth % 2 == target % 2) {
        if lines.first().is_some_and(|line| line.depth >= depth) {
            continue;
        }
        let before = lines.first().map(|line| line.moves[0]);
        let mut done = 0;
        for rank in 0..width {
            guess = lines.get(rank).map(|line| line.value).or(guess.filter(|_| rank == 0));
            let old = lines.get(rank).map(|line| line.moves.clone()).unwrap_or_default();
            let result = top.iterate(depth, guess, rank, &mut |tree, Found { value, bound }| {
                // A move that is better than expected is named by itself, one that is worse by its old line.
                let line = if bound == Bound::Lower { tree.memory.lines.at(0).0 } else { &old };
                found(&report(job, tree, depth, rank, value, bound, line));
            });
            // A bound without a move says nothing.
            if let Some(Found { value, bound, .. }) = result.filter(|found| found.bound != Bound::Upper) {
                let (moves, end) = top.tree.memory.lines.at(0);
                let line = Line { value, bound, depth, moves: moves.to_vec(), end };
                if rank < lines.len() {
                    lines[rank] = line;
                } else {
                    lines.push(line);
                }
                done += 1;
            }
            if top.tree.overtaken
                && let Some(line) = job.lead.line()
            {
                depth = line.depth;
                top.adopt(line.moves[0]);
                (lines, done) = (vec![line], 1);
            }
            if top.tree.stopped {
                break;
            }
            if top.tree.lead.is_some()
                && let Some(line) = lines.first().filter(|line| line.bound == Bound::Exact)
            {
                job.lead.offer(line);
            }
            // There is a move now, so the search may be stopped at once.
            top.tree.look_at = top.tree.look_at.min(top.tree.nodes + 1);
        }
        sort(&mut lines[..done], top.moves);
        for (rank, line) in lines[..done].iter().enumerate() {
            found(&report(job, &top.tree, line.depth, rank, line.value, line.bound, &line.moves));
        }
        if top.tree.stopped {
            break;
        }
        let Some(line) = lines.first() else { continue };
        if line.bound == Bound::Exact {
            let at = At { ply: 0, depth, alpha: line.value, beta: line.value };
            top.tree.tell(game, &top.state, &at, line.value, line.bound);
        }
        steady = if before == Some(line.moves[0]) { steady + 1 } else { 0 };
        if let (Some(table), true, true) = (job.table, SELECTIVE, job.limits.only.is_empty()) {
            table.store(game.key() ^ top.tree.salt, depth, line.value, line.bound, G::tag(line.moves[0]), 0);
        }
        let mate = job.limits.mate.is_some_and(|moves| line.value > WIN - 2 * moves as Value);
        if mate || !go_on(depth, if forced { u32::MAX } else { steady }) {
            break;
        }
    }
    let counts = top.tree.counts();
    // Another thread may have finished an iteration just before the search was stopped.
    if top.tree.lead.is_some()
        && let Some(line) = job.lead.line().filter(|line| lines.first().is_none_or(|own| own.depth < line.depth))
    {
        lines = vec![line];
    }
    // What was known before the search may be deeper than all of it.
    if let Some(line) = known.filter(|line| lines.first().is_none_or(|own| own.depth < line.depth)) {
        found(&report(job, &top.tree, line.depth, 0, line.value, line.bound, &line.moves));
        lines = vec![line];
    }
    let nodes = top.tree.nodes + job.helped.load(Relaxed);
    let first = top.moves[0].mv;
    // Stopped before anything was known: any legal move is better than none.
    let unknown = || Line { value: 0, bound: Bound::Lower, depth: 0, moves: vec![first], end: End::Unknown };
    let Line { value, depth, moves, end, .. } = lines.into_iter().next().unwrap_or_else(unknown);
    let (root, leaf) = (job.root, leaf(game, &moves, end));
    let contempt = top.tree.contempt;
    Some(Thought { best: moves[0], value, leaf, line: moves, root, contempt, depth, nodes, counts })
}

/// What keys of the table are changed by. Where the search treats the program's side unlike the other, the table must keep
/// them apart.
fn salt_of<G: Game, E: Evaluator<G>>(evaluator: &E, options: &Options, root: &Root) -> u64 {
    let asymmetric =
        options.asymmetric || options.calm_asymmetric || options.contempt != 0.0 || options.null == Null::Verified;
    evaluator.salt(root) ^ if asymmetric { PROGRAM * root.program.index() as u64 } else { 0 }
}

/// The tree of a search, before its first node.
fn plant<'a, 'b, G: Game, E: Evaluator<G>, const SELECTIVE: bool>(
    job: &'a Job<G, E>,
    worker: &'b mut Worker<G::Move>,
    number: usize,
    stop: &'a dyn Fn(u64) -> bool,
    witness: Option<Witness<'a, G>>,
) -> Option<Top<'a, 'b, G, E, SELECTIVE>>
where
    'b: 'a,
{
    let game = job.line.last()?;
    let Worker { memory, moves } = worker;
    let options = job.options;
    let salt = job.salt;
    let reach = game.reversible().min(job.line.len() - 1);
    let known = job.line[job.line.len() - 1 - reach..].iter();
    memory.path.begin(known.map(|position| (position.key() ^ salt, G::PERPETUAL && position.in_check())));
    memory.past.fade();
    memory.moves.clear();
    memory.vain.clear();
    memory.levels.fill(Level::EMPTY);
    memory.stills.forget();
    let state = job.evaluator.fresh(game, &job.root);
    memory.levels[0].value = game.side().view(clamp(job.evaluator.value(game, &state, &job.root)));
    let tree = Tree::<G, E, SELECTIVE> {
        evaluator: job.evaluator,
        options,
        even: options.even(),
        root: job.root,
        salt,
        table: job.table,
        busy: job.busy.as_ref(),
        lead: (job.busy.is_some() && job.limits.lines <= 1).then_some(&job.lead.depth),
        overtaken: false,
        memory,
        // Weights that make pawns worthless must not make margins vanish.
        unit: job.evaluator.yardstick().max(100),
        contempt: (f64::from(job.evaluator.yardstick().max(100)) * options.contempt) as Value,
        nodes: 0,
        generated: 0,
        detection: Counts::default(),
        deepest: 0,
        nominal: 0,
        previous: None,
        most: if number == 0 { job.limits.nodes.unwrap_or(u64::MAX) } else { u64::MAX },
        stop,
        witness,
        look_at: FIRST_LOOK,
        stopped: false,
    };
    Some(Top { tree, game, state, moves })
}

/// The move that was known to be best in the position at the root before the search, unless it repeats a position.
fn recall<G: Game, E: Evaluator<G>, const SELECTIVE: bool>(
    job: &Job<G, E>,
    top: &Top<G, E, SELECTIVE>,
) -> Option<Line<G::Move>> {
    // Several lines are to be compared, so all must be searched.
    let hit = job.table.filter(|_| SELECTIVE && job.limits.lines <= 1)?.probe(top.game.key() ^ job.salt)?;
    let (value, depth) = hit.known(1, 0)?;
    let mv = top.moves.iter().find(|entry| G::tag(entry.mv) == hit.tag)?.mv;
    let again = top.game.after(mv).key() ^ job.salt;
    let repeats = top.tree.memory.path.contains(again);
    (!repeats).then(|| Line { value, bound: Bound::Exact, depth, moves: vec![mv], end: End::Unknown })
}

/// Tries the table's move at the root first. The depth of the first iteration and a guess at its value: 1 and nothing, or
/// where the table's knowledge of the root ends (KnightCap).
fn remember<G: Game, E: Evaluator<G>, const SELECTIVE: bool>(
    job: &Job<G, E>,
    top: &mut Top<G, E, SELECTIVE>,
    target: u32,
) -> (u32, Option<Value>) {
    let key = top.game.key() ^ top.tree.salt;
    let hit = if SELECTIVE { job.table.and_then(|table| table.probe(key)) } else { None };
    let Some(hit) = hit.filter(|hit| hit.tag != 0) else { return (1, None) };
    if let (Some(at), false) = (top.moves.iter().position(|entry| G::tag(entry.mv) == hit.tag), job.options.shuffle) {
        top.moves[..=at].rotate_right(1);
    }
    if !job.options.resume || hit.depth() < 2 {
        return (1, None);
    }
    let settled = hit.lower == hit.upper && hit.lower_depth == hit.upper_depth;
    let value = if hit.lower_depth >= hit.upper_depth { hit.lower } else { hit.upper };
    ((hit.depth() as u32 + u32::from(settled)).min(target), Some(value))
}

/// Brings lines, and their moves at the root, into the order of their values.
fn sort<M: Copy + Eq>(lines: &mut [Line<M>], moves: &mut [RootMove<M>]) {
    if lines.len() < 2 {
        return;
    }
    lines.sort_by_key(|line| -line.value);
    for (rank, line) in lines.iter().enumerate() {
        if let Some(at) = moves.iter().position(|entry| entry.mv == line.moves[0])
            && at > rank
        {
            moves[rank..=at].rotate_right(1);
        }
    }
}

fn report<G: Game, E: Evaluator<G>, const SELECTIVE: bool>(
    job: &Job<G, E>,
    tree: &Tree<G, E, SELECTIVE>,
    depth: u32,
    rank: usize,
    value: Value,
    bound: Bound,
    line: &[G::Move],
) -> Progress<G::Move> {
    Progress {
        depth,
        deepest: tree.deepest.max(depth as usize) as u32,
        rank: rank + 1,
        value,
        bound,
        line: line.to_vec(),
        nodes: tree.nodes + job.helped.load(Relaxed),
        full: job.table.map_or(0, Table::full),
    }
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
