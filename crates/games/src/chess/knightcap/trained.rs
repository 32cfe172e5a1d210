//! Weights that tdleaf has learnt from games of its own, beginning with those made by hand.

use crate::chess::learnt::numbers;
use game::{Preset, Sets};

/// The shipped weights.
pub fn preset() -> Preset {
    Preset {
        name: "trained",
        about: "learnt by tdleaf from 'handmade' and 35,627 games of its own; docs/training-log.md has the commands",
        sets: Sets::Stages,
        weights: numbers(include_str!("trained.txt")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::knightcap::{COUNT, handmade};

    #[test]
    fn they_fit_and_are_not_what_they_came_from() {
        let weights = preset().weights;
        assert_eq!(weights.len(), 4 * COUNT);
        assert!(weights.iter().all(|weight| weight.is_finite()));
        for stage in weights.chunks(COUNT) {
            let moved = stage.iter().zip(handmade::weights()).filter(|(learnt, made)| (**learnt - made).abs() > 0.001);
            assert!(moved.count() > COUNT / 2);
        }
    }
}
