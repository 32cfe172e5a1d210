//! The leaf law and the minimax law, over thousands of random positions, weights and switches.

mod common;

use common::laws::{audited, leaf_law, minimax_law, random_weights, schemes};
use common::random_line;
use eval::{Evaluator, Linear};
use game::{Dice, Game, Sets};
use games::chess::{Chess, FullBoard, HalfBoard, KnightCap, Layout, Material, PieceSquares, Positional, Rings};
use tdleaf_search::{Limits, Null, Options, Progress, Searcher, Unwatched, Verdict, WIN, Watch, minimax};

/// Searches random positions with every scheme and compares with plain minimax.
fn obeys_minimax<L: Layout>(seed: u64, positions: usize, depth: u32, start: &Chess, most: usize) {
    minimax_law(PieceSquares::<L>::new(), Sets::One, seed, positions, depth, start, most);
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

#[test]
fn minimax_law_under_weight_sets() {
    for (seed, sets) in Sets::ALL.into_iter().enumerate() {
        let seed = seed as u64;
        minimax_law(KnightCap, sets, seed, 12, 1, &Chess::start(), 120);
        minimax_law(KnightCap, sets, 10 + seed, 1, 2, &Chess::start(), 120);
        minimax_law(PieceSquares::<Rings>::new(), sets, 20 + seed, 6, 2, &Chess::start(), 120);
        minimax_law(KnightCap, sets, 30 + seed, 10, 2, &Chess::read(MATES).unwrap(), 30);
    }
}

#[test]
fn leaf_law_under_weight_sets() {
    for (seed, sets) in Sets::ALL.into_iter().enumerate() {
        leaf_law(Positional, sets, 20 + seed as u64, 3, Options { noise: 0.1, ..Options::exact(2) });
        leaf_law(KnightCap, sets, seed as u64, 3, Options { noise: 0.1, ..Options::exact(2) });
        leaf_law(PieceSquares::<Rings>::new(), sets, seed as u64, 10, Options::exact(2));
    }
}

/// Plays whole games as learning does, with noise and repetition and the table kept from move to move.
fn obeys_leaf_law<L: Layout>(seed: u64, games: usize, options: Options) {
    leaf_law(PieceSquares::<L>::new(), Sets::One, seed, games, options);
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
fn leaf_law_of_every_driver() {
    for (seed, scheme) in schemes(Options::exact(2)).into_iter().enumerate() {
        obeys_leaf_law::<HalfBoard>(seed as u64, 4, scheme);
    }
}

#[test]
fn selective_searches_never_claim_a_wrong_leaf() {
    let nodes = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    for (seed, limits) in [(1, nodes(2_000)), (2, depth(5))] {
        let (unknown, ends) = audited(PieceSquares::<HalfBoard>::new(), seed, 12, Options::strong(), &limits);
        assert!(unknown <= 0.05 && ends > 0.0, "{unknown} unknown, {ends} ends");
        let (unknown, _) = audited(Positional, seed, 6, Options::strong(), &limits);
        assert!(unknown <= 0.05, "{unknown} unknown");
        let (unknown, _) = audited(PieceSquares::<HalfBoard>::new(), seed, 8, Options::knightcap(), &limits);
        assert!(unknown < 0.5, "{unknown} unknown");
        let verified = Options { null: Null::Verified, calm_evasions: true, ..Options::strong() };
        audited(PieceSquares::<HalfBoard>::new(), seed, 8, verified, &limits);
    }
}

#[test]
fn a_draw_is_worth_less_to_a_program_with_contempt() {
    // The king must take the queen, and bare kings remain.
    let position = Chess::read("k7/8/8/8/8/8/1q6/K7 w - - 0 1").unwrap();
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(9, 9)));
    for contempt in [0.0, 0.5] {
        let mut searcher = Searcher::new(Options { contempt, ..Options::strong() });
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let line = std::slice::from_ref(&position);
        let thought = searcher.think_within(&evaluator, line, &limits, &mut Dice::new(1, 1), &Unwatched).unwrap();
        let unit = f64::from(Evaluator::<Chess>::yardstick(&evaluator).max(100));
        assert_eq!(thought.value, -(contempt * unit) as i32);
        assert_eq!(thought.verify(&position, &evaluator), Verdict::Over);
    }
}

#[test]
fn threads_help_and_do_not_mislead() {
    for profile in [Options::strong(), Options::knightcap(), Options::exact(4)] {
        let options = Options { threads: 3, table_bits: Some(12), ..profile };
        let limits = Limits { depth: Some(6), nodes: Some(60_000), ..Limits::default() };
        audited(PieceSquares::<HalfBoard>::new(), 7, 1, options, &limits);
    }
}

#[test]
fn several_lines_are_the_best_ones_in_order() {
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(9, 9)));
    for seed in 0..20 {
        let mut line = random_line(&Chess::start(), &mut Dice::new(seed, 4), 60);
        let position = line[line.len() - 1].clone();
        let mut worth: Vec<i32> = Vec::new();
        for mv in position.move_list() {
            let only = vec![mv];
            let options = Options { table_bits: None, ..Options::exact(2) };
            let limits = Limits { only, ..Limits::default() };
            let thought =
                Searcher::new(options).think_within(&evaluator, &line, &limits, &mut Dice::new(1, 1), &Unwatched);
            worth.push(thought.unwrap().value);
        }
        worth.sort_unstable_by_key(|value| -value);
        assert_eq!(worth[0], minimax(&evaluator, &mut line, &Options::exact(2)));
        let told = Lines(std::cell::RefCell::new(Vec::new()));
        let limits = Limits { lines: 4, ..Limits::default() };
        let options = Options { table_bits: None, shuffle: false, ..Options::exact(2) };
        Searcher::new(options).think_within(&evaluator, &line, &limits, &mut Dice::new(1, 1), &told);
        let told = told.0.into_inner();
        let wanted = worth.len().min(4);
        assert_eq!(told.iter().map(|(rank, ..)| *rank).collect::<Vec<_>>(), (1..=wanted).collect::<Vec<_>>());
        assert_eq!(told.iter().map(|(_, value, _)| *value).collect::<Vec<_>>(), worth[..wanted]);
        let mut moves: Vec<String> = told.into_iter().map(|(.., mv)| mv).collect();
        moves.sort();
        moves.dedup();
        assert_eq!(moves.len(), wanted, "each line begins with another move");
    }
}

/// Notes every line: its rank, value and first move.
struct Lines(std::cell::RefCell<Vec<(usize, i32, String)>>);

impl Watch<Chess> for Lines {
    fn found(&self, progress: &Progress<<Chess as Game>::Move>) {
        self.0.borrow_mut().push((progress.rank, progress.value, progress.line[0].to_string()));
    }
}

#[test]
fn limits_are_kept() {
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(9, 9)));
    let mut searcher = Searcher::new(Options::strong());
    let line = [Chess::start()];
    let mut think = |limits: &Limits<<Chess as Game>::Move>| {
        searcher.think_within(&evaluator, &line, limits, &mut Dice::new(1, 1), &Unwatched).unwrap()
    };
    let thought = think(&Limits { nodes: Some(5_000), ..Limits::default() });
    assert!((4_000..=5_000).contains(&thought.nodes), "{} nodes", thought.nodes);
    assert_eq!(think(&Limits { depth: Some(5), ..Limits::default() }).depth, 5);
    let only = vec![Chess::start().read_move("a2a3").unwrap()];
    let thought = think(&Limits { depth: Some(3), only: only.clone(), ..Limits::default() });
    assert_eq!(thought.best, only[0]);
    // Mate in two: found, and the search ends by itself.
    let line = [Chess::read("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").unwrap()];
    let limits = Limits { mate: Some(2), ..Limits::default() };
    let thought = searcher.think_within(&evaluator, &line, &limits, &mut Dice::new(1, 1), &Unwatched).unwrap();
    assert_eq!((thought.value, line[0].write_move(thought.best).as_str()), (WIN - 3, "a1a6"));
}

/// Stops at the first question.
struct Impatient;

impl Watch<Chess> for Impatient {
    fn stop(&self) -> bool {
        true
    }
}

#[test]
fn every_search_can_be_stopped() {
    // Capture trees that no iteration ends: not even the first one may go on when it is told to stop.
    let line = [Chess::read("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1").unwrap()];
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(9, 9)));
    for profile in [Options::strong(), Options::knightcap(), Options::exact(4)] {
        let mut searcher = Searcher::new(profile);
        let limits = Limits::default();
        let thought = searcher.think_within(&evaluator, &line, &limits, &mut Dice::new(1, 1), &Impatient).unwrap();
        assert!(line[0].move_list().contains(&thought.best) && thought.nodes < 20_000, "{} nodes", thought.nodes);
    }
}

#[test]
fn lines_come_in_the_order_of_their_values() {
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(9, 9)));
    let limits = Limits { depth: Some(6), lines: 4, ..Limits::default() };
    for seed in 0..10 {
        let line = random_line(&Chess::start(), &mut Dice::new(seed, 4), 40);
        let told = Lines(std::cell::RefCell::new(Vec::new()));
        let thought =
            Searcher::new(Options::strong()).think_within(&evaluator, &line, &limits, &mut Dice::new(1, 1), &told);
        let told = told.0.into_inner();
        let last: Vec<&(usize, i32, String)> = told[told.len() - told.len().min(4)..].iter().collect();
        let starts = last.iter().position(|(rank, ..)| *rank == 1).unwrap();
        assert!(last[starts..].windows(2).all(|pair| pair[0].1 >= pair[1].1), "{last:?}");
        assert_eq!(thought.unwrap().best.to_string(), last[starts].2, "the best line is played");
    }
}

#[test]
fn the_same_position_twice_gives_the_same_nodes() {
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(9, 9)));
    for profile in [Options::strong(), Options::knightcap()] {
        let options = Options { depth: 7, table_bits: Some(14), ..profile };
        let mut searcher = Searcher::new(options);
        for seed in 0..5 {
            let line = random_line(&Chess::start(), &mut Dice::new(seed, 3), 60);
            let mut search = || {
                searcher.forget();
                let thought = searcher.think(&evaluator, &line, &mut Dice::new(1, 1)).unwrap();
                (thought.nodes, thought.value, thought.line)
            };
            assert_eq!(search(), search());
        }
    }
}

#[test]
fn a_searcher_that_forgot_is_like_a_new_one() {
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(9, 9)));
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
    let evaluator = Linear::new(PieceSquares::<Material>::new(), Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
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
    let evaluator =
        Linear::new(PieceSquares::<HalfBoard>::new(), Sets::One, &random_weights(157, &mut Dice::new(4, 2)));
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
    let evaluator = Linear::new(PieceSquares::<Material>::new(), Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    for foresight in [false, true] {
        let options = Options { foresight, ..Options::exact(2) };
        let thought = Searcher::new(options).think(&evaluator, &line, &mut Dice::new(1, 1)).unwrap();
        assert_eq!(thought.value, 0, "foresight {foresight}");
        assert_eq!(thought.verify(&line[line.len() - 1], &evaluator), Verdict::Over);
        assert_eq!(minimax(&evaluator, &mut line, &options), 0);
    }
}
