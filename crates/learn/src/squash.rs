//! From values to predictions, and from results to what should have been predicted.

use serde::{Deserialize, Serialize};

/// The function that turns a value `v` into a prediction, with steepness `beta`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Squash {
    /// P = 1 / (1 + exp(-beta v)): the probability of winning.
    #[default]
    Logistic,
    /// P = tanh(beta v): from -1 (lost) to 1 (won).
    Tanh,
    /// P = v; beta is ignored.
    Identity,
}

impl Squash {
    /// The prediction for a value.
    pub fn value(self, beta: f64, v: f64) -> f64 {
        match self {
            Squash::Logistic => 1.0 / (1.0 + libm::exp(-beta * v)),
            Squash::Tanh => libm::tanh(beta * v),
            Squash::Identity => v,
        }
    }

    /// dP/dv, where the prediction is `p`.
    pub fn slope(self, beta: f64, p: f64) -> f64 {
        match self {
            Squash::Logistic => beta * p * (1.0 - p),
            Squash::Tanh => beta * (1.0 - p * p),
            Squash::Identity => 1.0,
        }
    }

    /// dP/dbeta, where the value is `v` and the prediction `p`.
    pub fn slope_beta(self, v: f64, p: f64) -> f64 {
        match self {
            Squash::Logistic => v * p * (1.0 - p),
            Squash::Tanh => v * (1.0 - p * p),
            Squash::Identity => 0.0,
        }
    }

    /// What a game with this result should have been predicted as, where there is one output. Squashed predictions
    /// cannot tell a gammon from a simple win.
    pub fn outcome(self, points: i32) -> f64 {
        match self {
            Squash::Logistic => (f64::from(points.clamp(-1, 1)) + 1.0) / 2.0,
            Squash::Tanh => f64::from(points.clamp(-1, 1)),
            Squash::Identity => f64::from(points),
        }
    }

    /// A prediction as a probability of winning, for [`crate::lambda::q()`]. Where it can leave [0, 1] it is clipped.
    pub fn probability(self, p: f64) -> f64 {
        match self {
            Squash::Logistic | Squash::Identity => p.clamp(0.0, 1.0),
            Squash::Tanh => ((1.0 + p) / 2.0).clamp(0.0, 1.0),
        }
    }
}

/// What every output should have predicted: one output as [`Squash::outcome`]; five are backgammon's, the first
/// player's win, gammon, backgammon, lost gammon and lost backgammon. None if there is no meaning for that number of
/// outputs.
pub fn targets(squash: Squash, points: i32, outputs: usize) -> Option<Vec<f64>> {
    let event = |happened: bool| match squash {
        Squash::Tanh => squash.outcome(if happened { 1 } else { -1 }),
        Squash::Logistic | Squash::Identity => f64::from(u8::from(happened)),
    };
    match outputs {
        1 => Some(vec![squash.outcome(points)]),
        5 => Some([points > 0, points > 1, points > 2, points < -1, points < -2].map(event).to_vec()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Squash; 3] = [Squash::Logistic, Squash::Tanh, Squash::Identity];

    #[test]
    fn slopes_are_those_of_small_differences() {
        let h = 1e-6;
        for squash in ALL {
            for beta in [0.255, 1.0, 2.0] {
                for v in [-3.0, -0.4, 0.0, 0.1, 2.5] {
                    let p = squash.value(beta, v);
                    let by_v = (squash.value(beta, v + h) - squash.value(beta, v - h)) / (2.0 * h);
                    let by_beta = (squash.value(beta + h, v) - squash.value(beta - h, v)) / (2.0 * h);
                    assert!((squash.slope(beta, p) - by_v).abs() < 1e-8, "{squash:?} {beta} {v}");
                    assert!((squash.slope_beta(v, p) - by_beta).abs() < 1e-8, "{squash:?} {beta} {v}");
                }
            }
        }
    }

    #[test]
    fn extreme_values_stay_finite() {
        for squash in [Squash::Logistic, Squash::Tanh] {
            for v in [-1e9, 1e9] {
                assert!(squash.value(1.0, v).is_finite());
                assert_eq!(squash.slope(1.0, squash.value(1.0, v)), 0.0);
            }
        }
    }

    #[test]
    fn a_lost_gammon_is_two_events() {
        assert_eq!(targets(Squash::Logistic, -2, 5), Some(vec![0.0, 0.0, 0.0, 1.0, 0.0]));
        assert_eq!(targets(Squash::Tanh, 3, 5), Some(vec![1.0, 1.0, 1.0, -1.0, -1.0]));
        assert_eq!(targets(Squash::Logistic, -2, 1), Some(vec![0.0]));
        assert_eq!(targets(Squash::Logistic, 1, 2), None);
    }
}
