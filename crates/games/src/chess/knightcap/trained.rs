//! Weights that tdleaf has learnt from games of its own, beginning with those made by hand.

use game::{Preset, Sets};

/// Numbers, and lines with `#` that say where they come from.
const WEIGHTS: &str = include_str!("trained.txt");

/// The shipped weights.
pub fn preset() -> Preset {
    let numbers = WEIGHTS.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    Preset {
        name: "trained",
        about: "learnt by tdleaf from 'handmade' and 35,627 games of its own; docs/training-log.md has the commands",
        sets: Sets::Stages,
        weights: numbers.map(|number| number.parse().expect("the file has numbers only")).collect(),
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
