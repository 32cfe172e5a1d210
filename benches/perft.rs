//! What our `Game` costs on top of `cozy-chess`: perft without bulk counting, both in one run, turn by turn.

use cozy_chess::Board;
use cpu_time::ProcessTime;
use game::Game;
use games::chess::Chess;
use std::time::Duration;

const POSITIONS: [(&str, u32, u64); 3] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
];

/// Every position is reached: nothing is counted in bulk.
fn ours(game: &Chess, depth: u32) -> u64 {
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

fn alone(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            count += alone(&child, depth - 1);
        }
        false
    });
    count
}

fn main() {
    let mut sums = [Duration::ZERO; 2];
    for _ in 0..5 {
        for (fen, depth, count) in POSITIONS {
            let game = Chess::read(fen).expect("the position is right");
            let begin = ProcessTime::now();
            assert_eq!(ours(&game, depth), count);
            sums[0] += begin.elapsed();
            let begin = ProcessTime::now();
            assert_eq!(alone(game.board(), depth), count);
            sums[1] += begin.elapsed();
        }
    }
    let nodes = 5.0 * POSITIONS.iter().map(|(_, _, count)| *count as f64).sum::<f64>();
    let speed = |time: Duration| nodes / time.as_secs_f64() / 1e6;
    println!("tdleaf     {:6.1} million positions per CPU-second", speed(sums[0]));
    println!("cozy-chess {:6.1} million positions per CPU-second", speed(sums[1]));
    println!("tdleaf takes {:.2} times as long", sums[0].as_secs_f64() / sums[1].as_secs_f64());
}
