//! What our `Game` costs on top of the boards that it is built on: perft without bulk counting, both in one run, turn by turn.

use cpu_time::ProcessTime;
use game::Game;
use games::chess::Chess;
use games::shogi::Shogi;
use std::time::Duration;

/// Texts, depths and counts.
type Positions = &'static [(&'static str, u32, u64)];

const CHESS: Positions = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
];
const SHOGI: Positions = &[
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 4, 719_731),
    ("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 3, 4_809_015),
    ("ln1gkg1nl/6+P2/2sppps1p/2p3p2/p8/P1P1P3P/2NP1PP2/3s1KSR1/L1+b2G1NL w R2Pbgp 42", 3, 1_555_342),
];

/// Every position is reached: nothing is counted in bulk.
fn ours<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    game.moves(|mv| {
        let mut child = game.clone();
        child.play(mv);
        count += ours(&child, depth - 1);
    });
    count
}

fn cozy_chess(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            count += cozy_chess(&child, depth - 1);
        }
        false
    });
    count
}

fn haitaka(board: &haitaka::Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            count += haitaka(&child, depth - 1);
        }
        false
    });
    count
}

fn compare<G: Game>(positions: Positions, name: &str, alone: impl Fn(&G, u32) -> u64) {
    let mut sums = [Duration::ZERO; 2];
    for _ in 0..5 {
        for (text, depth, count) in positions {
            let game = G::read(text).expect("the position is right");
            let begin = ProcessTime::now();
            assert_eq!(ours(&game, *depth), *count);
            sums[0] += begin.elapsed();
            let begin = ProcessTime::now();
            assert_eq!(alone(&game, *depth), *count);
            sums[1] += begin.elapsed();
        }
    }
    let nodes = 5.0 * positions.iter().map(|(_, _, count)| *count as f64).sum::<f64>();
    let speed = |time: Duration| nodes / time.as_secs_f64() / 1e6;
    println!("{:<10} {:6.1} million positions per CPU-second", G::NAME, speed(sums[0]));
    println!("{name:<10} {:6.1} million positions per CPU-second", speed(sums[1]));
    println!("{} takes {:.2} times as long\n", G::NAME, sums[0].as_secs_f64() / sums[1].as_secs_f64());
}

fn main() {
    compare::<Chess>(CHESS, "cozy-chess", |game, depth| cozy_chess(game.board(), depth));
    compare::<Shogi>(SHOGI, "haitaka", |game, depth| haitaka(game.board(), depth));
}
