//! TreeStrap (Veness, Silver, Uther and Blair 2009): every node of a search teaches its own static value.

use crate::{Settings, Squash};
use eval::{Inputs, Model};

/// What a search has found out about a node, from the first player's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is worth this.
    Exact,
    /// It is worth this or more.
    AtLeast,
    /// It is worth this or less.
    AtMost,
}

/// What a node is said to be worth, from the first player's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// A value, before squashing.
    Value(f64),
    /// A finished game with these points.
    Over(i32),
}

/// Gathers what the nodes of a search recommend, with frozen weights.
#[derive(Clone, Debug)]
pub struct Harvest<M> {
    model: M,
    weights: Vec<f64>,
    squash: Squash,
    beta: f64,
    /// The recommended changes; the last one is that of the steepness if it is learnt.
    sum: Vec<f64>,
    /// The nodes that recommended something.
    nodes: u64,
}

impl<M: Model> Harvest<M> {
    /// Nothing yet. `weights` and `beta` are those that the games are played with.
    pub fn new(settings: &Settings, model: M, weights: &[f64], beta: f64) -> Harvest<M> {
        let sum = vec![0.0; model.size() + usize::from(settings.learn_beta)];
        Harvest { model, weights: weights.to_vec(), squash: settings.squash, beta, sum, nodes: 0 }
    }

    /// Adds what a node recommends: its static value `still` should be what the search found. A bound says something only if
    /// the static value is on the wrong side of it. `inputs` is asked for only if there is something to say.
    pub fn see(&mut self, still: f64, goal: Goal, claim: Claim, inputs: impl FnOnce() -> Inputs) {
        let p = self.squash.value(self.beta, still);
        let goal = match goal {
            Goal::Value(v) => self.squash.value(self.beta, v),
            Goal::Over(points) => self.squash.outcome(points),
        };
        let error = goal - p;
        let speaks = match claim {
            Claim::Exact => error != 0.0,
            Claim::AtLeast => error > 0.0,
            Claim::AtMost => error < 0.0,
        };
        if !speaks {
            return;
        }
        self.nodes += 1;
        let (size, slope) = (self.model.size(), self.squash.slope(self.beta, p));
        self.model.backprop(&self.weights, &inputs(), &[error * slope], &mut self.sum[..size]);
        if let Some(steepness) = self.sum.get_mut(size) {
            *steepness += error * self.squash.slope_beta(still, p);
        }
    }

    /// Drops what has been gathered.
    pub fn forget(&mut self) {
        self.sum.fill(0.0);
        self.nodes = 0;
    }

    /// What the search recommends, and begins anew: the mean over the nodes that recommended something. A sum would grow with
    /// the size of the tree, and no step size would suit two depths.
    pub fn take(&mut self) -> Vec<f64> {
        let nodes = self.nodes.max(1) as f64;
        let mean = self.sum.iter().map(|x| x / nodes).collect();
        self.forget();
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::LinearModel;

    const MODEL: LinearModel = LinearModel { features: 2, sets: 1 };

    fn harvest() -> Harvest<LinearModel> {
        let settings = Settings { learn_beta: true, ..Settings::default() };
        Harvest::new(&settings, MODEL, &[0.5, -1.0], 1.0)
    }

    fn inputs() -> Inputs {
        Inputs { pairs: vec![(0, 2.0), (1, 1.0)], set: 0 }
    }

    #[test]
    fn bounds_speak_only_against_a_static_value_on_the_wrong_side() {
        let cases = [
            (Claim::Exact, 1.0, true),
            (Claim::Exact, -1.0, true),
            (Claim::Exact, 0.0, false),
            (Claim::AtLeast, 1.0, true),
            (Claim::AtLeast, -1.0, false),
            (Claim::AtMost, 1.0, false),
            (Claim::AtMost, -1.0, true),
        ];
        for (claim, value, speaks) in cases {
            let mut harvest = harvest();
            let mut asked = false;
            harvest.see(0.0, Goal::Value(value), claim, || {
                asked = true;
                inputs()
            });
            let sum = harvest.take();
            assert_eq!(asked, speaks, "{claim:?} {value}");
            assert_eq!(sum[0] != 0.0, speaks, "{claim:?} {value}");
            assert!(sum[0] * value >= 0.0, "towards the value: {sum:?}");
        }
    }

    #[test]
    fn the_mean_of_two_nodes_computed_by_hand() {
        let mut harvest = harvest();
        // P = 1/2 and slope 1/4; the goal is 1/(1 + e^-1) = 0.7310585786300049.
        harvest.see(0.0, Goal::Value(1.0), Claim::Exact, inputs);
        // P = 0.7310585786300049 and slope P(1-P) = 0.19661193324148185; the goal is 0.
        harvest.see(1.0, Goal::Over(-1), Claim::AtMost, || Inputs { pairs: vec![(0, 2.0)], set: 0 });
        // Agrees already.
        harvest.see(1.0, Goal::Over(1), Claim::AtMost, inputs);
        let first = 0.2310585786300049 * 0.25;
        let second = -0.7310585786300049 * 0.19661193324148185;
        let expected = [(2.0 * first + 2.0 * second) / 2.0, first / 2.0, second / 2.0];
        for (found, expected) in harvest.take().iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(harvest.take(), [0.0; 3], "it begins anew");
    }
}
