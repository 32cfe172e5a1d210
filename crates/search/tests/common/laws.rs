//! The laws themselves, for any game.

use super::random_line;
use eval::Linear;
use game::{Dice, Features, Game, Sets, repeats};
use tdleaf_search::{
    Bounds, Driver, History, Limits, Options, Quiescence, Replace, Searcher, Unwatched, Verdict, minimax,
};

/// Weights that make equal values common (whole numbers) or rare.
pub fn random_weights(count: usize, dice: &mut Dice) -> Vec<f64> {
    let coarse = dice.below(2) == 0;
    let mut weights: Vec<f64> =
        (0..count).map(|_| if coarse { dice.below(4) as f64 - 1.0 } else { 2.0 * dice.unit() - 0.5 }).collect();
    for (weight, piece) in weights.iter_mut().zip([1.0, 3.0, 3.0, 5.0, 9.0]) {
        *weight += piece;
    }
    weights
}

/// All that may change the way to a value but not the value: drivers, table schemes, orders.
pub fn schemes(plain: Options) -> Vec<Options> {
    let mtd = Options { driver: Driver::Mtd, ..plain };
    let two = Options { bounds: Bounds::Two, ..plain };
    let ordered = Options { order_losing: true, killers: true, refutation: true, history: History::Answers, ..plain };
    let all = Options { bounds: Bounds::Two, replace: Replace::TwoDeep, ageing: true, ettc: true, ..ordered };
    let mut list = vec![
        Options { aspiration: 0.25, ..plain },
        Options { aspiration: 0.001, ..two },
        mtd,
        Options { momentum: false, ..mtd },
        two,
        Options { bounds: Bounds::Two, ..mtd },
        Options { replace: Replace::TwoDeep, ..plain },
        Options { replace: Replace::TwoDeep, bounds: Bounds::Two, ageing: true, ..mtd },
        Options { calm_table: true, ..plain },
        Options { calm_table: true, ..two },
        Options { horizon_table: true, ..plain },
        Options { horizon_table: true, replace: Replace::TwoDeep, ..two },
        Options { ettc: true, ..plain },
        Options { ettc: true, bounds: Bounds::Two, ..mtd },
        ordered,
        Options { history: History::Off, ..plain },
        all,
        Options { aspiration: 0.1, ..all },
        Options { driver: Driver::Mtd, ..all },
        Options { shuffle: false, ..all },
    ];
    list.extend([1, 2, 3, 8, 16].map(|probes| Options { probes, ..plain }));
    list.extend([2, 8].map(|probes| Options { probes, sliding: true, ..plain }));
    list
}

/// Searches random positions with every scheme and compares with plain minimax.
pub fn minimax_law<G: Game, F: Features<G>>(
    features: F,
    sets: Sets,
    seed: u64,
    positions: usize,
    depth: u32,
    start: &G,
    most: usize,
) {
    let mut dice = Dice::new(seed, 0);
    for _ in 0..positions {
        let mut line = random_line(start, &mut dice, most);
        let evaluator = random_evaluator::<G, F>(&features, sets, &mut dice);
        let quiescence = [Quiescence::Off, Quiescence::Plies(3), Quiescence::Full, Quiescence::Full][dice.below(4)];
        for (repetition, horizon_mate) in [(false, false), (true, false), (true, true)] {
            let plain = Options { repetition, horizon_mate, quiescence, ..Options::exact(depth) };
            let wanted = minimax(&evaluator, &mut line, &plain);
            // The table is promised to be exact only where draws do not depend on the path.
            let tables: &[Option<u32>] = if repetition { &[None] } else { &[None, Some(4), Some(12)] };
            let some = dice.below(4);
            let schemes =
                schemes(plain).into_iter().enumerate().filter(|(at, _)| at % 4 == some).map(|(_, scheme)| scheme);
            let schemes = [plain, Options { foresight: false, ..plain }].into_iter().chain(schemes);
            for (table_bits, scheme) in schemes.flat_map(|scheme| tables.iter().map(move |bits| (*bits, scheme))) {
                let options = Options { table_bits, ..scheme };
                let thought = Searcher::new(options).think(&evaluator, &line, &mut dice).unwrap();
                let position = &line[line.len() - 1];
                assert_eq!(thought.value, wanted, "{position} {options:?} {:?}", evaluator.weights());
                let verdict = thought.verify(position, &evaluator);
                assert!(matches!(verdict, Verdict::Static | Verdict::Over), "{verdict:?} {position} {options:?}");
            }
        }
    }
}

fn random_evaluator<G: Game, F: Features<G>>(features: &F, sets: Sets, dice: &mut Dice) -> Linear<F> {
    Linear::new(features.clone(), sets, &random_weights(features.count() * sets.count::<G>(), dice))
}

/// Plays whole games as learning does, with repetition and the table kept from move to move.
pub fn leaf_law<G: Game, F: Features<G>>(features: F, sets: Sets, seed: u64, games: usize, options: Options) {
    let mut dice = Dice::new(seed, 1);
    let mut searcher = Searcher::new(options);
    let (mut leaves, mut ends) = (0, 0);
    for _ in 0..games {
        let evaluator = random_evaluator::<G, F>(&features, sets, &mut dice);
        searcher.forget();
        let mut line = vec![G::start()];
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

/// Plays games with a selective profile. Returns the shares of unknown leaves and of ends.
pub fn audited<G: Game, F: Features<G>>(
    features: F,
    seed: u64,
    games: usize,
    options: Options,
    limits: &Limits<G::Move>,
) -> (f64, f64) {
    let mut dice = Dice::new(seed, 1);
    let mut searcher = Searcher::new(options);
    let mut counts = [0u32; 4];
    for _ in 0..games {
        let evaluator = random_evaluator::<G, F>(&features, Sets::One, &mut dice);
        searcher.forget();
        let mut line = random_line(&G::start(), &mut dice, 40);
        while line.len() < 200 && repeats(&line) < 2 {
            let thought = searcher.think_within(&evaluator, &line, limits, &mut dice, &Unwatched);
            let Some(thought) = thought else { break };
            let position = &line[line.len() - 1];
            assert!(position.move_list().contains(&thought.best));
            let verdict = thought.verify(position, &evaluator);
            assert_ne!(verdict, Verdict::Wrong, "{position}: {:?} {options:?}", thought.line);
            counts[verdict as usize] += 1;
            line.push(position.after(thought.best));
        }
    }
    let all = f64::from(counts.iter().sum::<u32>());
    (f64::from(counts[2]) / all, f64::from(counts[1]) / all)
}
