//! The network as the general learner sees it: doubles, and predictions from the first player's view.

use super::{Network, OUTPUTS};
use crate::{Inputs, Model};

/// Added to [`Inputs::set`]: the inputs show the board as the second player sees it.
pub const SEEN_BY_SECOND: u32 = 1;
/// The side that sees the board can win no gammon any more.
pub const WITHOUT_GAMMON_WIN: u32 = 2;
/// It can lose none.
pub const WITHOUT_GAMMON_LOSS: u32 = 4;

/// The value before the sigmoid of what cannot happen.
const NEVER: f64 = -1e9;

/// The shape of a network, with all rules, step sizes and policies of the general learner to teach it.
///
/// Its weights are those of [`Network::doubles`]: for each input its weights to the hidden units, their thresholds, then for each
/// output its weights from the hidden units, and the outputs' thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetworkModel {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of hidden units.
    pub hidden: usize,
}

impl NetworkModel {
    fn hidden(&self, weights: &[f64], inputs: &Inputs) -> Vec<f64> {
        let mut sums = weights[self.inputs * self.hidden..][..self.hidden].to_vec();
        for &(input, amount) in &inputs.pairs {
            let row = &weights[input as usize * self.hidden..][..self.hidden];
            sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += amount * w);
        }
        sums.iter_mut().for_each(|sum| *sum = 1.0 / (1.0 + libm::exp(-*sum)));
        sums
    }

    /// Where the output weights begin.
    fn second(&self) -> usize {
        (self.inputs + 1) * self.hidden
    }
}

/// For each output of the first player's view, which output of the seen view it is and with which sign; none if it cannot happen.
fn views(set: u32) -> [Option<(usize, f64)>; OUTPUTS] {
    let possible = |k: usize| match k {
        1 | 2 => set & WITHOUT_GAMMON_WIN == 0,
        3 | 4 => set & WITHOUT_GAMMON_LOSS == 0,
        _ => true,
    };
    let seen = if set & SEEN_BY_SECOND == 0 { [0, 1, 2, 3, 4] } else { [0, 3, 4, 1, 2] };
    let sign = |k: usize| if k == 0 && set & SEEN_BY_SECOND != 0 { -1.0 } else { 1.0 };
    seen.map(|k| possible(k).then(|| (k, sign(k))))
}

impl Model for NetworkModel {
    fn size(&self) -> usize {
        self.second() + OUTPUTS * (self.hidden + 1)
    }

    fn outputs(&self) -> usize {
        OUTPUTS
    }

    fn values(&self, weights: &[f64], inputs: &Inputs, out: &mut [f64]) {
        let hidden = self.hidden(weights, inputs);
        let (second, thresholds) = (self.second(), self.size() - OUTPUTS);
        for (out, view) in out.iter_mut().zip(views(inputs.set)) {
            *out = view.map_or(NEVER, |(k, sign)| {
                let row = &weights[second + k * self.hidden..][..self.hidden];
                let sum: f64 = row.iter().zip(&hidden).map(|(w, h)| w * h).sum();
                sign * (sum + weights[thresholds + k])
            });
        }
    }

    fn backprop(&self, weights: &[f64], inputs: &Inputs, errors: &[f64], gradient: &mut [f64]) {
        let hidden = self.hidden(weights, inputs);
        let (second, thresholds) = (self.second(), self.size() - OUTPUTS);
        let mut deltas = vec![0.0; self.hidden];
        for (error, view) in errors.iter().zip(views(inputs.set)) {
            let Some((k, sign)) = view else { continue };
            let error = sign * error;
            let at = second + k * self.hidden;
            for j in 0..self.hidden {
                deltas[j] += error * weights[at + j];
                gradient[at + j] += error * hidden[j];
            }
            gradient[thresholds + k] += error;
        }
        deltas.iter_mut().zip(&hidden).for_each(|(delta, h)| *delta *= h * (1.0 - h));
        let bias = (self.inputs as u32, 1.0);
        for &(input, amount) in inputs.pairs.iter().chain([&bias]) {
            let row = &mut gradient[input as usize * self.hidden..][..self.hidden];
            row.iter_mut().zip(&deltas).for_each(|(sum, delta)| *sum += amount * delta);
        }
    }
}

impl Network {
    /// The shape, for the general learner.
    pub fn model(&self) -> NetworkModel {
        NetworkModel { inputs: self.inputs(), hidden: self.hidden() }
    }

    /// All weights, in the order that [`NetworkModel`] tells.
    pub fn doubles(&self) -> Vec<f64> {
        let mut list = Vec::with_capacity(self.model().size());
        let mut copy = self.clone();
        copy.each(|w| list.push(f64::from(*w)));
        list
    }

    /// The network with these weights, rounded.
    pub fn from_doubles(shape: NetworkModel, weights: &[f64]) -> Network {
        assert_eq!(weights.len(), shape.size(), "weights for another shape");
        let mut network = Network::zero(shape.inputs, shape.hidden);
        let mut list = weights.iter();
        network.each(|w| *w = *list.next().expect("the lengths are equal") as f32);
        network
    }

    /// Visits all weights in the order that [`NetworkModel`] tells.
    pub(super) fn each(&mut self, mut visit: impl FnMut(&mut f32)) {
        for input in 0..=self.inputs() {
            (0..self.hidden()).for_each(|unit| visit(self.hidden_weight(input, unit)));
        }
        for output in 0..OUTPUTS {
            (0..self.hidden()).for_each(|unit| visit(self.output_weight(output, unit)));
        }
        (0..OUTPUTS).for_each(|output| visit(self.threshold(output)));
    }
}
