//! Counting how often a position has occurred.

use crate::Game;

/// How many earlier positions of `line` equal its last one. `line` ends with the position in question.
pub fn repeats<G: Game>(line: &[G]) -> usize {
    let Some((last, earlier)) = line.split_last() else { return 0 };
    let key = last.key();
    earlier.iter().rev().take(last.reversible()).filter(|position| position.key() == key).count()
}
