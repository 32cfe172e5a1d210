//! The leaf law and the minimax law, over thousands of random positions, weights and switches.

use eval::{Evaluator, Linear};
use game::{Dice, Features, Game, Single, Status, repeats};
use games::chess::{Chess, FullBoard, HalfBoard, Layout, Material, PieceSquares, Rings};
use tdleaf_search::{Options, Searcher, Verdict, minimax};

/// A game of random moves up to a random ply that is not over.
fn random_line<G: Game>(start: &G, dice: &mut Dice, most: usize) -> Vec<G> {
    loop {
        let mut line = vec![start.clone()];
        for _ in 0..dice.below(most) {
            let list = line[line.len() - 1].move_list();
            if list.is_empty() {
                break;
            }
            line.push(line[line.len() - 1].after(list[dice.below(list.len())]));
        }
        let last = &line[line.len() - 1];
        if matches!(last.status(&mut Vec::new()), Status::Turn(_)) && repeats(&line) < 2 {
            return line;
        }
    }
}

/// Weights that make equal values common (whole numbers) or rare.
fn random_weights(count: usize, dice: &mut Dice) -> Vec<f64> {
    let coarse = dice.below(2) == 0;
    let mut weights: Vec<f64> =
        (0..count).map(|_| if coarse { dice.below(4) as f64 - 1.0 } else { 2.0 * dice.unit() - 0.5 }).collect();
    for (weight, piece) in weights.iter_mut().zip([1.0, 3.0, 3.0, 5.0, 9.0]) {
        *weight += piece;
    }
    weights
}

/// Searches random positions with every scheme and compares with plain minimax.
fn obeys_minimax<L: Layout>(seed: u64, positions: usize, depth: u32, start: &Chess, most: usize) {
    let features = PieceSquares::<L>::new();
    let mut dice = Dice::new(seed, 0);
    for _ in 0..positions {
        let mut line = random_line(start, &mut dice, most);
        let evaluator = Linear::new(features, Single, &random_weights(Features::<Chess>::count(&features), &mut dice));
        let no_quiescence = dice.below(4) == 0;
        for (repetition, horizon_mate) in [(false, false), (true, false), (true, true)] {
            let plain = Options { repetition, horizon_mate, quiescence: !no_quiescence, ..Options::exact(depth) };
            let wanted = minimax(&evaluator, &mut line, &plain);
            // The table is promised to be exact only where draws do not depend on the path.
            let tables: &[Option<u32>] = if repetition { &[None] } else { &[None, Some(4), Some(12)] };
            for (table_bits, foresight) in tables.iter().flat_map(|bits| [(*bits, false), (*bits, true)]) {
                let options = Options { table_bits, foresight, ..plain };
                let thought = Searcher::new(options).think(&evaluator, &line, &mut dice).unwrap();
                let position = &line[line.len() - 1];
                assert_eq!(thought.value, wanted, "{position} {options:?} {:?}", evaluator.weights());
                let verdict = thought.verify(position, &evaluator);
                assert!(matches!(verdict, Verdict::Static | Verdict::Over), "{verdict:?} {position} {options:?}");
            }
        }
    }
}

/// An endgame in which mates, stalemates, promotions and dead positions are near.
const ENDGAME: &str = "8/5P1k/8/6K1/8/8/p7/8 w - - 0 1";
const MATES: &str = "6k1/5ppp/8/8/8/1q6/5PPP/R5K1 w - - 0 1";

#[test]
fn minimax_law_material() {
    obeys_minimax::<Material>(1, 600, 1, &Chess::start(), 120);
    obeys_minimax::<Material>(2, 20, 2, &Chess::start(), 120);
}

#[test]
fn minimax_law_squares() {
    obeys_minimax::<HalfBoard>(3, 15, 2, &Chess::start(), 120);
    obeys_minimax::<Rings>(4, 300, 1, &Chess::start(), 120);
    obeys_minimax::<FullBoard>(5, 300, 1, &Chess::start(), 120);
}

#[test]
fn minimax_law_endgames() {
    for (seed, fen) in [(6, ENDGAME), (7, MATES)] {
        let start = Chess::read(fen).unwrap();
        obeys_minimax::<Material>(seed, 40, 3, &start, 30);
        obeys_minimax::<HalfBoard>(seed, 20, 3, &start, 30);
    }
}

/// Plays whole games as learning does, with noise and repetition and the table kept from move to move.
fn obeys_leaf_law<L: Layout>(seed: u64, games: usize, options: Options) {
    let features = PieceSquares::<L>::new();
    let mut dice = Dice::new(seed, 1);
    let mut searcher = Searcher::new(options);
    let (mut leaves, mut ends) = (0, 0);
    for _ in 0..games {
        let evaluator = Linear::new(features, Single, &random_weights(Features::<Chess>::count(&features), &mut dice));
        searcher.forget();
        let mut line = vec![Chess::start()];
        while line.len() < 300 && repeats(&line) < 2 {
            let Some(thought) = searcher.think(&evaluator, &line, &mut dice) else { break };
            let position = &line[line.len() - 1];
            match thought.verify(position, &evaluator) {
                Verdict::Static => leaves += 1,
                Verdict::Over => ends += 1,
                verdict => panic!("{verdict:?} in {position}: {:?}", thought.line),
            }
            line.push(position.after(thought.best));
        }
    }
    assert!(leaves > 0 && ends > 0, "{leaves} static leaves, {ends} ends: the games were too tame to show anything");
}

#[test]
fn leaf_law_in_whole_games() {
    obeys_leaf_law::<Material>(1, 60, Options::exact(1));
    obeys_leaf_law::<Material>(2, 60, Options::exact(2));
    obeys_leaf_law::<HalfBoard>(3, 40, Options { noise: 0.1, ..Options::exact(2) });
    obeys_leaf_law::<HalfBoard>(4, 10, Options { noise: 0.1, ..Options::exact(3) });
    obeys_leaf_law::<Material>(5, 4, Options::exact(4));
}

#[test]
fn a_searcher_that_forgot_is_like_a_new_one() {
    let evaluator = Linear::new(PieceSquares::<HalfBoard>::new(), Single, &random_weights(157, &mut Dice::new(9, 9)));
    let mut used = Searcher::new(Options::exact(3));
    let mut dice = Dice::new(1, 1);
    let mut counts = Vec::new();
    for n in 0..30 {
        let line = random_line(&Chess::start(), &mut dice, 80);
        used.forget();
        let old = used.think(&evaluator, &line, &mut Dice::new(5, n)).unwrap();
        let new = Searcher::new(Options::exact(3)).think(&evaluator, &line, &mut Dice::new(5, n)).unwrap();
        assert_eq!((old.nodes, old.value, old.line), (new.nodes, new.value, new.line));
        counts.push(old.nodes);
    }
    assert!(counts.iter().any(|nodes| *nodes > 100));
}

#[test]
fn equal_moves_are_chosen_evenly() {
    // Nothing can be won: all of White's first moves are equal, at every depth.
    let evaluator = Linear::new(PieceSquares::<Material>::new(), Single, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    for depth in [1, 2] {
        let mut searcher = Searcher::new(Options::exact(depth));
        let mut seen = std::collections::HashMap::new();
        for n in 0..2_000 {
            let thought = searcher.think(&evaluator, &[Chess::start()], &mut Dice::new(3, n)).unwrap();
            *seen.entry(thought.best.to_string()).or_insert(0u32) += 1;
        }
        // Chi-squared with 19 degrees of freedom exceeds 43.8 once in a thousand.
        let chi: f64 = seen.values().map(|n| (f64::from(*n) - 100.0).powi(2) / 100.0).sum();
        assert!(seen.len() == 20 && chi < 43.8, "depth {depth}: chi-squared {chi}, {seen:?}");
    }
}

#[test]
fn noise_stays_below_its_bound_and_the_leaf_is_the_chosen_moves() {
    let evaluator = Linear::new(PieceSquares::<HalfBoard>::new(), Single, &random_weights(157, &mut Dice::new(4, 2)));
    let pawn = Evaluator::<Chess>::yardstick(&evaluator);
    let mut searcher = Searcher::new(Options { noise: 0.5, ..Options::exact(2) });
    let mut dice = Dice::new(8, 8);
    let mut below = 0;
    for _ in 0..300 {
        let mut line = random_line(&Chess::start(), &mut dice, 60);
        searcher.forget();
        let thought = searcher.think(&evaluator, &line, &mut dice).unwrap();
        let best = minimax(&evaluator, &mut line, &Options { repetition: true, ..Options::exact(2) });
        assert!(thought.value <= best && best - thought.value <= pawn / 2 + 1, "{} {best} {pawn}", thought.value);
        below += u32::from(thought.value < best);
    }
    assert!(pawn > 0 && below > 20, "noise changed {below} choices");
}

#[test]
fn the_skip_at_the_frontier_does_not_overlook_a_draw() {
    // White is hopelessly behind and saves itself by perpetual check: the last move of the line repeats a position.
    let mut line = vec![Chess::read("8/6pk/8/7Q/8/8/rrq5/6K1 b - - 0 1").unwrap()];
    for text in ["h7g8", "h5e8"] {
        let last = &line[line.len() - 1];
        line.push(last.after(last.read_move(text).unwrap()));
    }
    let evaluator = Linear::new(PieceSquares::<Material>::new(), Single, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    for foresight in [false, true] {
        let options = Options { foresight, ..Options::exact(2) };
        let thought = Searcher::new(options).think(&evaluator, &line, &mut Dice::new(1, 1)).unwrap();
        assert_eq!(thought.value, 0, "foresight {foresight}");
        assert_eq!(thought.verify(&line[line.len() - 1], &evaluator), Verdict::Over);
        assert_eq!(minimax(&evaluator, &mut line, &options), 0);
    }
}
