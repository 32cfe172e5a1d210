//! The table of agreement by distance that prediction decay is fitted to.

use super::psi::Row;
use super::q::Later;
use serde::{Deserialize, Serialize};

/// For every distance d = 1, 2, ...: the agreement of pairs of predictions that lie d apart. As long as the longest
/// distance seen.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Sums of Q.
    pub sums: Vec<f64>,
    /// Numbers of pairs; no whole numbers where pairs are weighted or forgotten.
    pub counts: Vec<f64>,
}

impl Table {
    /// Adds all pairs of a sequence of predictions in [0, 1]. The outcome is the last of them.
    pub fn add(&mut self, predictions: &[f64]) {
        self.add_weighted(predictions, |_| 1.0);
    }

    /// The same, where a pair counts as much as its later prediction is decided: (2p - 1)^2, which is 1 for a win or
    /// loss and 0 for an even position. A predictor that knows nothing and says 1/2 everywhere then does not agree
    /// with itself.
    pub fn add_decided(&mut self, predictions: &[f64]) {
        self.add_weighted(predictions, |p| (2.0 * p - 1.0) * (2.0 * p - 1.0));
    }

    fn add_weighted(&mut self, predictions: &[f64], weight: impl Fn(f64) -> f64) {
        let longest = predictions.len().saturating_sub(1).max(self.sums.len());
        self.sums.resize(longest, 0.0);
        self.counts.resize(longest, 0.0);
        for (at, &p) in predictions.iter().enumerate() {
            let (later, weight) = (Later::new(p), weight(p));
            let rows = self.sums.iter_mut().zip(&mut self.counts);
            for ((sum, count), &earlier) in rows.zip(predictions[..at].iter().rev()) {
                *sum += weight * later.q(earlier);
                *count += weight;
            }
        }
    }

    /// Multiplies the weight of everything seen so far.
    pub fn fade(&mut self, factor: f64) {
        self.sums.iter_mut().chain(&mut self.counts).for_each(|x| *x *= factor);
    }

    /// The rows that have something in them.
    pub fn rows(&self) -> Vec<Row> {
        let pairs = self.sums.iter().zip(&self.counts).enumerate();
        pairs.filter(|(_, (_, count))| **count > 1e-12).map(|(i, (sum, &count))| (i + 1, sum / count, count)).collect()
    }
}
