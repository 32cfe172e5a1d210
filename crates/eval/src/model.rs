//! What the learner sees of an evaluator: measured inputs go in, predictions and gradients come out.

/// The amounts that one position shows, sparse, from the first player's view, and the weight set that evaluates it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// (index, amount) pairs; an index occurs at most once.
    pub pairs: Vec<(u32, f64)>,
    /// The weight set.
    pub set: u32,
}

/// A function of inputs and weights with exact gradients. It has `outputs` values before squashing: one for the games
/// with a single prediction, several for backgammon.
pub trait Model {
    /// The number of weights, all sets together.
    fn size(&self) -> usize;

    /// The number of weights in one set: index i means the same thing in every set, at `set * features + i`.
    fn features(&self) -> usize {
        self.size()
    }

    /// The number of values.
    fn outputs(&self) -> usize {
        1
    }

    /// Computes the values before squashing.
    fn values(&self, weights: &[f64], inputs: &Inputs, out: &mut [f64]);

    /// Adds the gradient of `sum_k errors[k] * value_k` to `gradient`.
    fn backprop(&self, weights: &[f64], inputs: &Inputs, errors: &[f64], gradient: &mut [f64]);
}

/// The linear model: value = sum of weight x amount, with one weight vector of `features` for each of `sets`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinearModel {
    /// The number of features.
    pub features: usize,
    /// The number of weight sets.
    pub sets: usize,
}

impl LinearModel {
    #[inline]
    fn base(&self, inputs: &Inputs) -> usize {
        inputs.set as usize * self.features
    }
}

impl Model for LinearModel {
    fn size(&self) -> usize {
        self.features * self.sets
    }

    fn features(&self) -> usize {
        self.features
    }

    fn values(&self, weights: &[f64], inputs: &Inputs, out: &mut [f64]) {
        let own = &weights[self.base(inputs)..][..self.features];
        out[0] = inputs.pairs.iter().map(|&(index, amount)| own[index as usize] * amount).sum();
    }

    fn backprop(&self, _weights: &[f64], inputs: &Inputs, errors: &[f64], gradient: &mut [f64]) {
        let own = &mut gradient[self.base(inputs)..][..self.features];
        for &(index, amount) in &inputs.pairs {
            own[index as usize] += errors[0] * amount;
        }
    }
}
