//! What a search tells of its nodes: every bound must hold for the value that plain minimax finds there.

mod common;

use common::random_line;
use eval::{Evaluator, Linear};
use game::{Dice, Features, Game, Sets};
use games::chess::{Chess, HalfBoard, KnightCap, Material, PieceSquares};
use games::connect4::{Connect4, Lines, Squares};
use std::cell::{Cell, RefCell};
use tdleaf_search::{
    Bound, Bounds, Driver, Limits, Options, Searched, Searcher, Thought, Unwatched, Watch, minimax, points,
};

/// A node with the depth of its iteration.
struct Heard<G> {
    position: G,
    still: i32,
    calm: bool,
    value: i32,
    bound: Bound,
    depth: u32,
    iteration: u32,
}

/// Notes every node.
struct Ear<G> {
    heard: RefCell<Vec<Heard<G>>>,
    old: Cell<usize>,
}

impl<G: Game> Watch<G> for Ear<G> {
    fn listens(&self) -> bool {
        true
    }

    fn searched(&self, node: &Searched<'_, G>) {
        let &Searched { position, still, value, bound, depth, calm } = node;
        let position = position.clone();
        self.heard.borrow_mut().push(Heard { position, still, calm, value, bound, depth, iteration: 0 });
    }

    fn deepen(&self, depth: u32, _steady: u32) -> bool {
        let mut heard = self.heard.borrow_mut();
        heard[self.old.get()..].iter_mut().for_each(|node| node.iteration = depth);
        self.old.set(heard.len());
        true
    }
}

fn listen<G: Game, E: Evaluator<G>>(evaluator: &E, line: &[G], options: Options) -> (Thought<G>, Vec<Heard<G>>) {
    let ear = Ear { heard: RefCell::default(), old: Cell::new(0) };
    let limits = Limits::default();
    let thought = Searcher::new(options).think_within(evaluator, line, &limits, &mut Dice::new(1, 1), &ear).unwrap();
    let quiet =
        Searcher::new(options).think_within(evaluator, line, &limits, &mut Dice::new(1, 1), &Unwatched).unwrap();
    assert_eq!((thought.nodes, thought.value), (quiet.nodes, quiet.value), "being heard changes nothing");
    (thought, ear.heard.into_inner())
}

/// The value of a capture tree in its plainest form.
fn settle<G: Game, E: Evaluator<G>>(evaluator: &E, position: &G, mut alpha: i32, beta: i32) -> i32 {
    let root = evaluator.root(position);
    alpha = alpha.max(position.side().view(evaluator.value(position, &evaluator.fresh(position, &root), &root)));
    let mut list = Vec::new();
    position.noisy(|mv| list.push(mv));
    list.sort_by_key(|mv| -position.rank(*mv));
    for mv in list {
        if alpha >= beta {
            break;
        }
        alpha = alpha.max(-settle(evaluator, &position.after(mv), -beta, -alpha));
    }
    alpha
}

/// How often each kind of bound was heard: lower, upper, exact, and decided games and restless positions among them.
type Tally = [u32; 5];

const PIECES: [f64; 5] = [1.0, 3.0, 3.0, 5.0, 9.0];

/// Every node of a search against plain minimax. Draws by repetition are off: they depend on the way to a position.
fn check<G: Game, F: Features<G>>(
    features: F,
    start: &G,
    pieces: &[f64],
    seed: u64,
    positions: u32,
    depth: u32,
    most: usize,
) -> Tally {
    let mut dice = Dice::new(seed, 0);
    let mut tally = [0; 5];
    for _ in 0..positions {
        let line = random_line(start, &mut dice, most);
        let mut weights: Vec<f64> = (0..features.count()).map(|_| 2.0 * dice.unit() - 0.5).collect();
        // Pieces worth less than nothing would let capture trees explode.
        weights.iter_mut().zip(pieces).for_each(|(weight, piece)| *weight += piece);
        let evaluator = Linear::new::<G>(features.clone(), Sets::One, &weights);
        let plain = Options { repetition: false, ..Options::exact(depth) };
        let mtd = Options { driver: Driver::Mtd, bounds: Bounds::Two, ..plain };
        let slow = Options { table_bits: None, foresight: false, ..plain };
        for options in [plain, mtd, slow] {
            let (thought, heard) = listen(&evaluator, &line, options);
            let last = heard.last().expect("the root is told at the end");
            assert_eq!((last.value, last.bound, last.depth), (thought.value, Bound::Exact, depth));
            for node in &heard {
                let state = evaluator.fresh(&node.position, &thought.root);
                let still = node.position.side().view(evaluator.value(&node.position, &state, &thought.root));
                assert_eq!(node.still, still, "{}", node.position);
                let settled = settle(&evaluator, &node.position, -i32::MAX, i32::MAX);
                assert_eq!(node.calm, settled == still, "{}", node.position);
                assert!(node.depth >= 1 && node.depth <= node.iteration);
                let mut value =
                    minimax(&evaluator, &mut vec![node.position.clone()], &Options { depth: node.depth, ..options });
                if let Some(points) = points(value) {
                    // Minimax counts from the node, the search from its root.
                    value -= points.signum() * (node.iteration - node.depth) as i32;
                    tally[3] += 1;
                }
                let holds = match node.bound {
                    Bound::Exact => node.value == value,
                    Bound::Lower => node.value <= value,
                    Bound::Upper => node.value >= value,
                };
                assert!(holds, "{:?} {} but {value}, depth {}: {}", node.bound, node.value, node.depth, node.position);
                tally[node.bound as usize] += 1;
                tally[4] += u32::from(!node.calm);
            }
        }
    }
    tally
}

#[test]
fn bounds_hold_in_connect_four() {
    let one = check(Squares, &Connect4::start(), &[], 1, 12, 3, 30);
    let two = check(Lines, &Connect4::start(), &[], 2, 6, 4, 36);
    let sum: Vec<u32> = one.iter().zip(two).map(|(a, b)| a + b).collect();
    assert!(sum[..4].iter().all(|count| *count > 20), "all kinds must have been heard: {sum:?}");
    assert_eq!(sum[4], 0, "there is nothing to take");
}

#[test]
fn bounds_hold_in_chess() {
    let middle = check(PieceSquares::<Material>::new(), &Chess::start(), &PIECES, 3, 4, 2, 80);
    let squares = check(PieceSquares::<HalfBoard>::new(), &Chess::start(), &PIECES, 4, 2, 2, 80);
    let mates = Chess::read("6k1/5ppp/8/8/8/1q6/5PPP/R5K1 w - - 0 1").unwrap();
    let ends = check(PieceSquares::<Material>::new(), &mates, &PIECES, 5, 2, 3, 12);
    let sum: Vec<u32> = (0..5).map(|at| middle[at] + squares[at] + ends[at]).collect();
    assert!(sum.iter().all(|count| *count > 20), "all kinds must have been heard: {sum:?}");
}

#[test]
fn a_strong_search_with_a_slow_evaluator_does_not_depend_on_being_heard() {
    let handmade = KnightCap.presets().into_iter().find(|preset| preset.name == "handmade").unwrap();
    let evaluator = Linear::new::<Chess>(KnightCap, handmade.sets, &handmade.weights);
    let mut dice = Dice::new(9, 0);
    for _ in 0..8 {
        let line = random_line(&Chess::start(), &mut dice, 40);
        listen(&evaluator, &line, Options { depth: 6, table_bits: Some(14), ..Options::strong() });
    }
}
