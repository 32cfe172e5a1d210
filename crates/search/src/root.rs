//! The root of a search: iterative deepening, an unbiased choice between equal moves, and the principal leaf.

use crate::alphabeta::{INFINITE, Memory, Tree};
use crate::line::{End, Lines};
use crate::table::Table;
use crate::{Bound, Leaf, Limits, Options, Progress, Thought, Unwatched, Watch};
use eval::{Evaluator, Value};
use game::{Dice, Game, Outcome};

/// A search with its memory, which lasts for a game.
pub struct Searcher<G: Game> {
    options: Options,
    memory: Memory<G::Move>,
    root_moves: Vec<RootMove<G::Move>>,
}

/// A move at the root. Moves are compared by value + bonus, then by rank; ranks are a random order.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    bonus: Value,
    rank: usize,
}

impl<G: Game> Searcher<G> {
    /// A searcher with all its memory.
    pub fn new(options: Options) -> Searcher<G> {
        let memory = Memory {
            table: options.table_bits.map(|bits| Table::new(bits, options.probes)),
            history: vec![0; G::SLOTS],
            lines: Lines::new(),
            moves: Vec::with_capacity(8192),
            keys: Vec::with_capacity(1024),
        };
        Searcher { options, memory, root_moves: Vec::with_capacity(256) }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Forgets all that was learnt about positions. Needed for a new game and whenever the weights have changed; after it
    /// the searcher behaves exactly like a new one.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.memory.table {
            table.forget();
        }
        self.memory.history.fill(0);
    }

    /// Chooses a move in the last position of `line`, the game so far. `None` if there is no move.
    pub fn think<E: Evaluator<G>>(&mut self, evaluator: &E, line: &[G], dice: &mut Dice) -> Option<Thought<G>> {
        self.think_within(evaluator, line, &Limits::default(), dice, &Unwatched)
    }

    /// The same within limits, and under the eyes of someone who may stop it. The first iteration is always finished.
    pub fn think_within<E: Evaluator<G>, W: Watch<G>>(
        &mut self,
        evaluator: &E,
        line: &[G],
        limits: &Limits<G::Move>,
        dice: &mut Dice,
        watch: &W,
    ) -> Option<Thought<G>> {
        let game = line.last()?;
        let root = evaluator.root(game);
        self.list(game, evaluator.yardstick(), dice);
        if !limits.only.is_empty() {
            self.root_moves.retain(|entry| limits.only.contains(&entry.mv));
        }
        if self.root_moves.is_empty() {
            return None;
        }
        let salt = evaluator.salt(&root);
        self.memory.keys.clear();
        self.memory
            .keys
            .extend(line[line.len() - 1 - game.reversible().min(line.len() - 1)..].iter().map(|g| g.key() ^ salt));
        self.memory.history.iter_mut().for_each(|score| *score /= 2);
        let state = evaluator.fresh(game, &root);
        let (stop, never) = (|| watch.stop(), || false);
        let mut tree = Tree {
            evaluator,
            options: &self.options,
            root,
            salt,
            memory: &mut self.memory,
            nodes: 0,
            most: u64::MAX,
            stop: &never,
            stopped: false,
        };
        let target = self.options.depth.min(limits.depth.unwrap_or(u32::MAX)).max(1);
        let (mut value, mut reached, mut steady) = (0, 0, 0);
        for depth in (1..=target).filter(|d| d % 2 == target % 2) {
            let mut best: Option<(usize, Value)> = None;
            for at in 0..self.root_moves.len() {
                let candidate = self.root_moves[at];
                let child = game.after(candidate.mv);
                let child_state = evaluator.advance(game, candidate.mv, &state, &root);
                let found = match best {
                    None => Some(-tree.node::<true>(&child, &child_state, 1, depth - 1, -INFINITE, INFINITE)),
                    Some((leader, leading)) => {
                        let leader = &self.root_moves[leader];
                        // What the candidate must exceed: to equal the leader is enough for a higher rank.
                        let alpha =
                            leading + leader.bonus - candidate.bonus - Value::from(candidate.rank > leader.rank);
                        let value = -tree.node::<false>(&child, &child_state, 1, depth - 1, -alpha - 1, -alpha);
                        let open = value > alpha;
                        let value =
                            open.then(|| -tree.node::<true>(&child, &child_state, 1, depth - 1, -INFINITE, -alpha));
                        value.filter(|value| *value > alpha)
                    }
                };
                if tree.stopped {
                    break;
                }
                if let Some(found) = found {
                    best = Some((at, found));
                    value = found;
                    reached = depth;
                    tree.memory.lines.extend(0, candidate.mv);
                }
            }
            if let Some((at, _)) = best {
                steady = if at == 0 { steady + 1 } else { 0 };
                self.root_moves[..=at].rotate_right(1);
                let line = tree.memory.lines.at(0).0.to_vec();
                let (rank, bound, nodes) = (1, Bound::Exact, tree.nodes);
                watch.found(&Progress { depth, deepest: depth, rank, value, bound, line, nodes, full: 0 });
            }
            if tree.stopped || !watch.deepen(depth, steady) {
                break;
            }
            // There is a move now, so the search may be stopped.
            (tree.stop, tree.most) = (&stop, limits.nodes.unwrap_or(u64::MAX));
        }
        let nodes = tree.nodes;
        let (moves, end) = self.memory.lines.at(0);
        let leaf = leaf(game, moves, end);
        Some(Thought { best: moves[0], value, line: moves.to_vec(), leaf, root, depth: reached, nodes })
    }

    /// Lists the root moves, each with its bonus, highest rank first: then hardly any later move beats the leader by rank.
    fn list(&mut self, game: &G, yardstick: Value, dice: &mut Dice) {
        self.root_moves.clear();
        if game.over().is_some() {
            return;
        }
        let list = &mut self.root_moves;
        game.moves(|mv| list.push(RootMove { mv, bonus: 0, rank: 0 }));
        dice.shuffle(list);
        let steps = (f64::from(yardstick) * self.options.noise).round() as usize + 1;
        let count = list.len();
        for (at, entry) in list.iter_mut().enumerate() {
            entry.rank = count - at;
            entry.bonus = if steps > 1 { dice.below(steps) as Value } else { 0 };
        }
    }
}

/// Replays the principal line.
fn leaf<G: Game>(game: &G, moves: &[G::Move], end: End) -> Leaf<G> {
    let last = moves.iter().fold(game.clone(), |position, mv| position.after(*mv));
    match end {
        End::Static => Leaf::Static(last),
        // By rule, by having no move, or else by repetition.
        End::Over => {
            Leaf::Over(last.over().unwrap_or_else(|| if last.can_move() { Outcome::DRAW } else { last.stuck() }))
        }
    }
}
