//! What several tests of the search need; none needs all of it.
#![allow(dead_code)]

pub mod laws;

use game::{Dice, Game, Status, repeats};

/// A game of random moves up to a random ply that is not over.
pub fn random_line<G: Game>(start: &G, dice: &mut Dice, most: usize) -> Vec<G> {
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
