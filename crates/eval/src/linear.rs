//! The linear evaluator: master weights in doubles, a fixed-point copy for the search.

use crate::{Evaluator, Inputs, LinearModel, Value};
use game::{Features, Game, Root, Sets};

/// Units of the fixed-point values: one ten-thousandth of a weight's unit (a logit, or a reference pawn).
pub const SCALE: f64 = 10_000.0;

/// Fixed-point weights are cut off here, so that sums stay far below the values of won games.
const LARGEST: f64 = 900_000.0;

/// value = sum of weight x amount, with one weight vector for each weight set.
#[derive(Clone, Debug)]
pub struct Linear<F> {
    features: F,
    sets: Sets,
    model: LinearModel,
    weights: Vec<f64>,
    fixed: Vec<Value>,
    /// Two weights in one number, where features have pairs of them.
    pairs: Vec<i64>,
    yardstick: Value,
    /// The most that late features can be worth, for each set.
    late: Vec<Value>,
}

impl<F> Linear<F> {
    /// An evaluator with the given weights, set after set.
    ///
    /// # Panics
    /// If the number of weights is not features x sets.
    pub fn new<G: Game>(features: F, sets: Sets, weights: &[f64]) -> Linear<F>
    where
        F: Features<G>,
    {
        let model = LinearModel { features: features.count(), sets: sets.count::<G>() };
        assert_eq!(weights.len(), model.features * model.sets, "weights of another layout");
        let fixed: Vec<Value> =
            (0..weights.len()).map(|i| fixed(weights[i], features.unit(i % model.features))).collect();
        // Several sets have one yardstick: what the search allows for is measured once and for all.
        let sum: f64 = weights.chunks(model.features).map(|own| features.yardstick(own)).sum();
        let yardstick = fixed_positive(sum / model.sets as f64);
        let late = fixed.chunks(model.features).map(|own| features.late_worth(own)).collect();
        let pairs =
            if F::PAIRED { fixed.chunks_exact(2).map(|two| pair(two[0], two[1])).collect() } else { Vec::new() };
        Linear { features, sets, model, weights: weights.to_vec(), fixed, pairs, yardstick, late }
    }

    /// The master weights.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The features.
    pub fn features(&self) -> &F {
        &self.features
    }

    /// How positions choose among the weight sets.
    pub fn sets(&self) -> Sets {
        self.sets
    }

    /// What each feature that is present adds to the value: its index, its amount and its part, in the evaluator's units and
    /// from the first player's view. The parts sum to the value exactly.
    pub fn parts<G: Game>(&self, game: &G, root: &Root) -> Vec<(usize, i32, Value)>
    where
        F: Features<G>,
    {
        let mut amounts = vec![0; self.model.features];
        self.features.each(game, &self.features.prepare(game, root), |index, amount| amounts[index] += amount);
        let fixed = self.own(game, root);
        let present = amounts.into_iter().enumerate().filter(|(_, amount)| *amount != 0);
        present.map(|(index, amount)| (index, amount, fixed[index] * amount)).collect()
    }

    /// The weight set that values a position in a search with this root.
    #[inline(always)]
    pub fn set<G: Game>(&self, game: &G, root: &Root) -> usize {
        if self.sets.at_root() { root.set } else { self.sets.of(game) }
    }

    /// The shape that the learner works with.
    pub fn model(&self) -> LinearModel {
        self.model
    }
}

/// A weight in fixed point, for amounts in this unit.
fn fixed(weight: f64, unit: f64) -> Value {
    // `round` is exact on every machine; NaN becomes 0 and never gets here: the learner refuses it.
    (weight * unit * SCALE).round().clamp(-LARGEST * unit, LARGEST * unit) as Value
}

/// Two numbers that are multiplied and summed as one.
fn pair(first: Value, second: Value) -> i64 {
    (i64::from(first) << 32) + i64::from(second)
}

/// The two sums of a sum of pairs.
#[inline(always)]
fn apart(sum: i64) -> [Value; 2] {
    let second = sum as Value;
    [((sum - i64::from(second)) >> 32) as Value, second]
}

fn fixed_positive(weight: f64) -> Value {
    fixed(weight.max(0.0), 1.0)
}

impl<G: Game, F: Features<G>> Evaluator<G> for Linear<F> {
    /// The running sum, where the features keep one.
    type State = Value;

    fn root(&self, game: &G) -> Root {
        Root::of(game, self.sets)
    }

    fn fresh(&self, game: &G, root: &Root) -> Value {
        if self.foresees_inner::<G>() { self.sum(game, root) } else { 0 }
    }

    #[inline]
    fn advance(&self, before: &G, mv: G::Move, state: &Value, root: &Root) -> Value {
        if !self.foresees_inner::<G>() {
            return 0;
        }
        let fixed = self.own(before, root);
        let mut sum = *state;
        self.features.change(before, mv, root, |index, amount| sum += fixed[index] * amount);
        sum
    }

    #[inline]
    fn value(&self, game: &G, state: &Value, root: &Root) -> Value {
        if self.foresees_inner::<G>() { *state } else { self.sum(game, root) }
    }

    #[inline]
    fn within(&self, game: &G, state: &Value, root: &Root, low: Value, high: Value) -> (Value, bool) {
        let late = self.late[self.set(game, root)];
        if late == 0 || self.foresees_inner::<G>() {
            return (self.value(game, state, root), true);
        }
        let (fixed, prepared) = (self.own(game, root), self.features.prepare(game, root));
        let mut sum = 0;
        self.features.early(game, &prepared, |index, amount| sum += fixed[index] * amount);
        if sum - late >= high {
            return (sum - late, false);
        }
        if sum + late <= low {
            return (sum + late, false);
        }
        self.features.late(game, &prepared, |index, amount| sum += fixed[index] * amount);
        (sum, true)
    }

    #[inline]
    fn foresees(&self) -> bool {
        self.foresees_inner::<G>()
    }

    #[inline]
    fn flat(&self) -> bool {
        F::FLAT && self.foresees_inner::<G>()
    }

    fn asymmetric(&self) -> bool {
        F::ASYMMETRIC
    }

    fn salt(&self, root: &Root) -> u64 {
        let program = if F::ASYMMETRIC { root.program.index() as u64 } else { 0 };
        let stage = if F::STAGED { root.stage as u64 } else { 0 };
        (2 * (root.set as u64 + 1000 * stage) + program).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn inputs(&self, game: &G, root: &Root) -> Inputs {
        let mut amounts = vec![0i32; self.model.features];
        self.features.each(game, &self.features.prepare(game, root), |index, amount| amounts[index] += amount);
        let pairs = amounts.iter().enumerate().filter(|(_, amount)| **amount != 0);
        let pairs = pairs.map(|(i, amount)| (i as u32, f64::from(*amount) * self.features.unit(i))).collect();
        Inputs { pairs, set: self.set(game, root) as u32 }
    }

    fn yardstick(&self) -> Value {
        self.yardstick
    }
}

impl<F> Linear<F> {
    #[inline(always)]
    fn own<G: Game>(&self, game: &G, root: &Root) -> &[Value] {
        let base = self.set(game, root) * self.model.features;
        &self.fixed[base..base + self.model.features]
    }

    /// Counted afresh.
    fn sum<G: Game>(&self, game: &G, root: &Root) -> Value
    where
        F: Features<G>,
    {
        let prepared = self.features.prepare(game, root);
        if F::PAIRED {
            let pairs = &self.pairs[self.set(game, root) * (self.model.features / 2)..];
            let mut sum = 0;
            let shares = self.features.pairs(game, &prepared, |index, amount| sum += pairs[index] * i64::from(amount));
            let [first, second] = apart(sum);
            return first * shares[0] + second * shares[1];
        }
        let fixed = self.own(game, root);
        let mut sum = 0;
        self.features.each(game, &prepared, |index, amount| sum += fixed[index] * amount);
        sum
    }

    /// A running sum is kept where the features change cheaply and every position of a search uses the same weight set.
    #[inline(always)]
    fn foresees_inner<G: Game>(&self) -> bool
    where
        F: Features<G>,
    {
        F::INCREMENTAL && self.sets.at_root()
    }
}
