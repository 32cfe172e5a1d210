//! What an evaluation and its gradient cost, by feature set, on the six positions on which KnightCap was measured.

use criterion::{Criterion, criterion_group, criterion_main};
use eval::{Evaluator, Linear};
use game::{Features, Game};
use games::chess::knightcap::{KnightCap, Map};
use games::chess::{Chess, HalfBoard, Material, PieceSquares, Positional};
use std::hint::black_box;

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/PBN2N2/1P2QPPP/R1BR2K1 w - - 0 1",
    "r1bq1rk1/pppn1pbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 1",
    "8/5pk1/1p2p1p1/p1r5/P3PPP1/1P3K2/8/3R4 w - - 0 1",
];

fn positions() -> Vec<Chess> {
    POSITIONS.iter().map(|fen| Chess::read(fen).expect("a legal position")).collect()
}

fn evaluation<F: Features<Chess>>(criterion: &mut Criterion, features: F) {
    let name = features.name();
    let preset = features.presets().pop().expect("every set has weights");
    let linear = Linear::new::<Chess>(features, preset.sets, &preset.weights);
    let positions: Vec<_> = positions().into_iter().map(|game| (linear.root(&game), game)).collect();
    criterion.bench_function(&format!("evaluation {name}, six positions"), |bencher| {
        bencher.iter(|| {
            positions
                .iter()
                .map(|(root, game)| linear.value(black_box(game), &linear.fresh(game, root), root))
                .sum::<i32>()
        });
    });
    criterion.bench_function(&format!("gradient {name}, six positions"), |bencher| {
        bencher.iter(|| {
            positions.iter().map(|(root, game)| linear.inputs(black_box(game), root).pairs.len()).sum::<usize>()
        });
    });
}

fn all(criterion: &mut Criterion) {
    evaluation(criterion, PieceSquares::<Material>::new());
    evaluation(criterion, PieceSquares::<HalfBoard>::new());
    evaluation(criterion, KnightCap);
    evaluation(criterion, Positional);
    let positions = positions();
    criterion.bench_function("attack map, six positions", |bencher| {
        bencher.iter(|| {
            positions.iter().for_each(|game| {
                black_box(Map::new(black_box(game.board()), true));
            })
        });
    });
}

criterion_group!(benches, all);
criterion_main!(benches);
