//! What evaluation terms are tested against: a term of the same size that knows nothing (thesis 7.4.1).
//!
//! To beat an evaluation without a term proves little, because even a random term beats none (thesis, appendix E). A term that
//! beats a random one of the same size measures something.

use game::{Dice, Features, Game};
use std::fmt;
use std::str::FromStr;

/// What stands in place of all weights but the core ones, the piece values of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Random numbers from the range of the weights that they replace, others for each opening.
    RandomTerm,
    /// Zeros.
    ZeroTerm,
}

/// Keeps what the terms are drawn with apart from what openings and games are played with.
const TERMS: u64 = 0x7465_726d_7321;

impl Control {
    /// The weights of the control in games of this opening.
    pub fn term<G: Game, F: Features<G>>(self, features: &F, weights: &[f64], seed: u64, opening: u64) -> Vec<f64> {
        match self {
            Control::RandomTerm => random_term::<G, F>(features, weights, &mut Dice::new(seed ^ TERMS, opening)),
            Control::ZeroTerm => zero_term::<G, F>(features, weights),
        }
    }

    /// What a score against the control means, in one line.
    pub fn meaning(self) -> &'static str {
        match self {
            Control::RandomTerm => "above 50 %: what was replaced says more than noise of the same size",
            Control::ZeroTerm => "above 50 %: what was replaced is better than nothing, but noise may be that, too",
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Control::RandomTerm => "random-term",
            Control::ZeroTerm => "zero-term",
        })
    }
}

impl FromStr for Control {
    type Err = String;
    fn from_str(text: &str) -> Result<Control, String> {
        match text {
            "random-term" => Ok(Control::RandomTerm),
            "zero" | "zero-term" => Ok(Control::ZeroTerm),
            _ => Err("expected random-term or zero".to_string()),
        }
    }
}

/// The same core weights, and for each other one a number drawn evenly from the range of those on the same board, which are
/// the squares of one piece; where a weight is on no board, it is drawn from between its negative and itself. Each weight set by itself.
pub fn random_term<G: Game, F: Features<G>>(features: &F, weights: &[f64], dice: &mut Dice) -> Vec<f64> {
    weights.chunks(features.count()).flat_map(|own| random_set::<G, F>(features, own, dice)).collect()
}

/// The same for one weight set.
fn random_set<G: Game, F: Features<G>>(features: &F, weights: &[f64], dice: &mut Dice) -> Vec<f64> {
    let core = features.core();
    let mut ranges: Vec<(f64, f64)> = weights.iter().map(|weight| (-weight.abs(), weight.abs())).collect();
    for map in features.maps() {
        let own: Vec<usize> = map.rows.into_iter().flatten().flatten().filter(|index| *index >= core).collect();
        let of_map = range(own.iter().copied(), weights);
        own.iter().for_each(|index| ranges[*index] = of_map);
    }
    let mut term = weights.to_vec();
    for (weight, (low, high)) in term.iter_mut().zip(ranges).skip(core) {
        *weight = low + (high - low) * dice.unit();
    }
    term
}

/// The same core weights, and zeros.
pub fn zero_term<G: Game, F: Features<G>>(features: &F, weights: &[f64]) -> Vec<f64> {
    let mut term = weights.to_vec();
    term.chunks_mut(features.count()).for_each(|own| own[features.core()..].fill(0.0));
    term
}

fn range(indices: impl Iterator<Item = usize>, weights: &[f64]) -> (f64, f64) {
    let of_weights = indices.map(|index| weights[index]);
    of_weights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), weight| (low.min(weight), high.max(weight)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Conditions, against_control};
    use games::chess::{Chess, HalfBoard, Material, PieceSquares, Positional, Rings};
    use search::Options;
    use std::sync::Arc;

    /// Piece values, and for each piece weights in a range of its own.
    fn weights() -> (PieceSquares<Rings>, Vec<f64>) {
        let features = PieceSquares::<Rings>::new();
        let names = ["pawn ", "knight ", "bishop ", "rook ", "queen "];
        let value = |index| {
            let label = Features::<Chess>::label(&features, index);
            let piece = names.iter().position(|name| label.starts_with(name)).unwrap_or(0);
            if index < 5 { 1.0 + index as f64 } else { piece as f64 + (index % 4) as f64 / 10.0 }
        };
        let weights = (0..Features::<Chess>::count(&features)).map(value).collect();
        (features, weights)
    }

    #[test]
    fn a_random_term_has_the_range_of_each_piece() {
        let (features, weights) = weights();
        let mut dice = Dice::new(3, 0);
        let (mut low, mut high) = (vec![f64::MAX; weights.len()], vec![f64::MIN; weights.len()]);
        for _ in 0..300 {
            let term = random_term::<Chess, _>(&features, &weights, &mut dice);
            assert_eq!(term[..5], weights[..5]);
            for (index, weight) in term.into_iter().enumerate() {
                (low[index], high[index]) = (low[index].min(weight), high[index].max(weight));
            }
        }
        for index in 5..weights.len() {
            let base = weights[index].floor();
            assert!((base..base + 0.02).contains(&low[index]), "{index}: {}", low[index]);
            assert!((base + 0.28..=base + 0.3).contains(&high[index]), "{index}: {}", high[index]);
        }
    }

    #[test]
    fn what_is_on_no_board_keeps_its_size() {
        let weights: Vec<f64> = (0..Positional.count()).map(|index| index as f64 / 1000.0).collect();
        let term = random_term::<Chess, _>(&Positional, &weights, &mut Dice::new(3, 0));
        let on_board: Vec<usize> = Positional.maps().into_iter().flat_map(|map| map.rows).flatten().flatten().collect();
        let free: Vec<usize> = (Positional.core()..weights.len()).filter(|index| !on_board.contains(index)).collect();
        assert!(free.len() > 400 && free.iter().all(|index| term[*index].abs() <= weights[*index]));
        assert!(free.iter().filter(|index| term[**index] < 0.0).count() > 100);
    }

    #[test]
    fn terms_depend_on_the_opening_and_the_seed() {
        let (features, weights) = weights();
        let term = |control: Control, seed, opening| control.term::<Chess, _>(&features, &weights, seed, opening);
        assert_eq!(term(Control::RandomTerm, 1, 4), term(Control::RandomTerm, 1, 4));
        assert_ne!(term(Control::RandomTerm, 1, 4), term(Control::RandomTerm, 1, 5));
        assert_ne!(term(Control::RandomTerm, 1, 4), term(Control::RandomTerm, 2, 4));
        let zero = term(Control::ZeroTerm, 1, 4);
        assert_eq!(zero[..5], weights[..5]);
        assert!(zero[5..].iter().all(|weight| *weight == 0.0));
        let material = PieceSquares::<Material>::new();
        assert_eq!(random_term::<Chess, _>(&material, &[1.0; 5], &mut Dice::new(1, 1)), [1.0; 5], "nothing to draw");
    }

    #[test]
    fn every_weight_set_has_its_own_ranges() {
        let (features, weights) = weights();
        let count = weights.len();
        let two: Vec<f64> = weights.iter().copied().chain(weights.iter().map(|weight| weight + 100.0)).collect();
        let term = random_term::<Chess, _>(&features, &two, &mut Dice::new(3, 0));
        assert_eq!((&term[..5], &term[count..count + 5]), (&two[..5], &two[count..count + 5]));
        assert!(term[5..count].iter().all(|weight| *weight < 10.0));
        assert!(term[count + 5..].iter().all(|weight| *weight >= 100.0));
        let zero = zero_term::<Chess, _>(&features, &two);
        assert_eq!(zero.iter().filter(|weight| **weight != 0.0).count(), 10);
    }

    #[test]
    fn learnt_weights_beat_their_controls() {
        let features = PieceSquares::<HalfBoard>::new();
        let presets = Features::<Chess>::presets(&features);
        let learnt = presets.into_iter().find(|preset| preset.name == "learnt").unwrap().into();
        let play = |control, threads| {
            let search = Options { noise: 0.1, ..Options::exact(1) };
            let stop = Arc::default();
            let conditions = Conditions { games: 24, search, nodes: None, opening: 8, threads, seed: 7, stop };
            against_control::<Chess, _>(&features, &learnt, control, &conditions, |_| true)
        };
        let random = play(Control::RandomTerm, 1);
        assert!(random.mean() > 0.6, "{random}");
        assert_eq!(play(Control::RandomTerm, 3), random, "threads change no game");
        assert!(play(Control::ZeroTerm, 2).mean() > 0.6);
    }

    #[test]
    fn controls_have_names() {
        for control in [Control::RandomTerm, Control::ZeroTerm] {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
        assert_eq!("zero".parse(), Ok(Control::ZeroTerm));
        assert!("zeros".parse::<Control>().unwrap_err().contains("random-term"));
    }
}
