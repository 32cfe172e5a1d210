//! Weights that tdleaf has learnt from games of its own.

use crate::chess::learnt::numbers;
use game::{Preset, Sets};

/// The shipped weights.
pub fn preset() -> Preset {
    Preset {
        name: "learnt",
        about: "learnt by tdleaf from 16,984 games of its own (5,503 of them with half-board weights), beginning with 1:3:3:5:9; \
            docs/training-log.md has the commands",
        sets: Sets::One,
        weights: numbers(include_str!("learnt.txt")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::positional::COUNT;

    #[test]
    fn they_fit_and_pieces_have_their_order() {
        let weights = preset().weights;
        assert_eq!(weights.len(), 2 * COUNT);
        assert!(weights.iter().all(|weight| weight.is_finite()));
        for end in 0..2 {
            let value = |piece: usize| weights[2 * piece + end];
            assert!(value(0) < value(1) && value(1) < value(3) && value(2) < value(3) && value(3) < value(4));
        }
        assert!(weights.iter().filter(|weight| **weight != 0.0).count() > COUNT);
    }
}
