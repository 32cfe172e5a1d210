//! Counting the lines of play to a given depth: the classic test of a move generator.

use crate::Game;

/// The number of lines of exactly `depth` moves. As everywhere in this field, positions that are
/// drawn by counting (fifty moves, repetition, too little material) go on.
pub fn perft<G: Game>(game: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    if depth == 1 {
        game.moves(|_| count += 1);
    } else {
        game.moves(|mv| count += perft(&game.after(mv), depth - 1));
    }
    count
}
