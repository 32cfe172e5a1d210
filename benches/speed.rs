//! How fast searching, self-play and learning are. `cargo bench` compares with the last run on the same machine.

use arena::random_opening;
use criterion::{Criterion, criterion_group, criterion_main};
use eval::{Linear, LinearModel};
use game::{Dice, Game, Sets};
use games::chess::{Chess, HalfBoard, Layout, Material, PieceSquares};
use lab::{Moves, SelfPlay};
use learn::{Learner, Settings, Source};
use search::{Options, Searcher};
use std::hint::black_box;

const PIECES: [f64; 5] = [0.57, 1.56, 1.94, 2.84, 6.57];

/// Learnt piece values; squares that differ a little.
fn evaluator<L: Layout>(count: usize) -> Linear<PieceSquares<L>> {
    let mut weights: Vec<f64> = (0..count).map(|i| (i * 37 % 11) as f64 / 100.0).collect();
    weights[..5].copy_from_slice(&PIECES);
    Linear::new::<Chess>(PieceSquares::new(), Sets::One, &weights)
}

fn searches<L: Layout>(criterion: &mut Criterion, count: usize) {
    let evaluator = evaluator::<L>(count);
    let mut dice = Dice::new(1, 1);
    let lines: Vec<Vec<Chess>> = (0..10).map(|_| random_opening(&Chess::start(), 40, &mut dice).line).collect();
    for depth in [2, 4] {
        let mut searcher = Searcher::new(Options::exact(depth));
        criterion.bench_function(&format!("search {} depth {depth}, ten positions", L::NAME), |bencher| {
            bencher.iter(|| {
                for line in &lines {
                    searcher.forget();
                    black_box(searcher.think(&evaluator, line, &mut Dice::new(2, 2)));
                }
            });
        });
    }
}

fn games(criterion: &mut Criterion) {
    let search = Options::exact(2);
    let game = SelfPlay {
        nodes: None,
        search,
        moves: Moves::Search,
        source: Source::Leaf,
        harvest: None,
        opening: 0,
        longest: 400,
        unhurried: false,
        seed: 1,
    };
    let evaluator = evaluator::<Material>(5);
    let mut searcher = Searcher::new(search);
    let mut number = 0;
    criterion.bench_function("game of self-play, material depth 2", |bencher| {
        bencher.iter(|| {
            number = number % 20 + 1;
            black_box(game.play(number, &evaluator, &mut searcher, |_, _| {}))
        });
    });
    let played = game.play(1, &evaluator, &mut searcher, |_, _| {});
    let model = LinearModel { features: 5, sets: 1 };
    let mut learner = Learner::new(Settings::default(), model, &PIECES).expect("the settings are right");
    criterion.bench_function("learning from a game, five weights", |bencher| {
        bencher.iter(|| black_box(learner.learn(&played.episodes[0], &PIECES).is_ok()));
    });
    criterion.bench_function("perft 4", |bencher| bencher.iter(|| game::perft(&Chess::start(), black_box(4))));
}

fn all(criterion: &mut Criterion) {
    searches::<Material>(criterion, 5);
    searches::<HalfBoard>(criterion, 157);
    games(criterion);
}

criterion_group!(benches, all);
criterion_main!(benches);
