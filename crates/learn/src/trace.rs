//! The sequence of predictions of an episode, and the gradients along it.

use crate::squash::targets;
use crate::step::StepSize;
use crate::{Episode, Leaf, LearnError, Settings, Source};
use eval::{Inputs, Model};
use std::ops::Range;

/// The known steps of an episode, predicted with frozen weights.
pub(crate) struct Trace<'a, M> {
    model: &'a M,
    settings: &'a Settings,
    weights: &'a [f64],
    beta: f64,
    parts: Vec<Part<'a>>,
    /// Values and predictions of the parts, `outputs` numbers each.
    values: Vec<f64>,
    squashed: Vec<f64>,
    points: Vec<Range<usize>>,
    predicted: Vec<bool>,
    /// With RootStrap, what the searches predicted, `outputs` numbers for each step.
    goals: Vec<f64>,
    /// P_t, `outputs` numbers for each step.
    pub predictions: Vec<f64>,
    /// What should have been predicted.
    pub outcome: Vec<f64>,
}

/// One of the positions that a prediction is the weighted mean of.
struct Part<'a> {
    share: f64,
    inputs: &'a Inputs,
}

impl<'a, M: Model> Trace<'a, M> {
    pub fn new(model: &'a M, settings: &'a Settings, weights: &'a [f64], beta: f64, episode: &'a Episode) -> Self {
        let outputs = model.outputs();
        let mut trace = Trace {
            model,
            settings,
            weights,
            beta,
            parts: Vec::new(),
            values: Vec::new(),
            squashed: Vec::new(),
            points: Vec::new(),
            predicted: Vec::new(),
            goals: Vec::new(),
            predictions: Vec::new(),
            outcome: target(settings, model, episode.result),
        };
        for step in &episode.steps {
            let first = trace.parts.len();
            let mut prediction = vec![0.0; outputs];
            if settings.source.searched() && step.leaf == Leaf::Unknown {
                // The difference before this step now spans two moves: it was predicted only if both were.
                if let Some(before) = trace.predicted.last_mut() {
                    *before &= step.predicted;
                }
                continue;
            }
            if settings.source.searched() {
                trace.leaf(&step.leaf, &mut prediction);
            }
            if settings.source == Source::RootStrap {
                // What the leaf predicts is a fixed goal: it has no gradient.
                trace.goals.append(&mut prediction);
                trace.parts.truncate(first);
                trace.values.truncate(first * outputs);
                trace.squashed.truncate(first * outputs);
                prediction.resize(outputs, 0.0);
            }
            if settings.source != Source::Leaf {
                trace.part(1.0, &step.root, &mut prediction);
            }
            trace.points.push(first..trace.parts.len());
            trace.predicted.push(step.predicted);
            trace.predictions.extend(prediction);
        }
        if episode.open && !trace.predictions.is_empty() {
            trace.outcome = trace.predictions[trace.predictions.len() - outputs..].to_vec();
        }
        trace
    }

    /// What a leaf predicts; one that is not known, nothing.
    fn leaf(&mut self, leaf: &'a Leaf, prediction: &mut [f64]) {
        match leaf {
            Leaf::Static(parts) => {
                parts.iter().for_each(|(share, inputs)| self.part(*share, inputs, prediction));
            }
            Leaf::Mixed(parts, over) => {
                parts.iter().for_each(|(share, inputs)| self.part(*share, inputs, prediction));
                over.iter().for_each(|&(share, points)| self.over(share, points, prediction));
            }
            Leaf::Over(points) => self.over(1.0, *points, prediction),
            Leaf::Unknown => {}
        }
    }

    fn part(&mut self, share: f64, inputs: &'a Inputs, prediction: &mut [f64]) {
        let first = self.values.len();
        self.values.resize(first + prediction.len(), 0.0);
        self.model.values(self.weights, inputs, &mut self.values[first..]);
        for (v, prediction) in self.values[first..].iter().zip(prediction) {
            let p = self.settings.squash.value(self.beta, *v);
            self.squashed.push(p);
            *prediction += share * p;
        }
        self.parts.push(Part { share, inputs });
    }

    fn over(&mut self, share: f64, points: i32, prediction: &mut [f64]) {
        for (target, prediction) in target(self.settings, self.model, points).iter().zip(prediction) {
            *prediction += share * target;
        }
    }

    /// The number of known steps.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// The first prediction that is no number.
    pub fn check(&self, game: u64) -> Result<(), LearnError> {
        match self.predictions.iter().position(|p| !p.is_finite()) {
            None => Ok(()),
            Some(at) => {
                let (index, value) = (at / self.model.outputs(), self.predictions[at]);
                Err(LearnError::NotFinite { game, what: "prediction", index, value })
            }
        }
    }

    /// The temporal differences; with RootStrap those from the position to its own search, and with TreeStrap, which has many
    /// for each step, none.
    pub fn differences(&self) -> Vec<f64> {
        let less = |(wanted, found): (&f64, &f64)| wanted - found;
        match self.settings.source {
            Source::Leaf | Source::Root => {
                let later = self.predictions.iter().skip(self.model.outputs()).chain(&self.outcome);
                later.zip(&self.predictions).map(less).collect()
            }
            Source::RootStrap => self.goals.iter().zip(&self.predictions).map(less).collect(),
            Source::TreeStrap => Vec::new(),
        }
    }

    /// The temporal differences after the rule.
    pub fn censored(&self, raw: &[f64], episode: &Episode) -> Vec<f64> {
        let censor = self.settings.censor(episode.lead());
        // The rules speak of the learner's gains, the differences of the first player's.
        let view = if episode.second { -1.0 } else { 1.0 };
        let outputs = self.model.outputs();
        let one = |(i, d): (usize, &f64)| {
            let t = i / outputs;
            view * censor.apply(view * d, self.predicted[t], t + 1 == self.len())
        };
        raw.iter().enumerate().map(one).collect()
    }

    /// True if a part is the value of a position where nothing is open any more.
    fn decided(&self, at: usize) -> bool {
        self.settings.decided.is_some_and(|most| self.values[at * self.model.outputs()].abs() > most)
    }

    /// How many positions each weight set has evaluated, without those that teach nothing.
    pub fn taught(&self) -> Vec<u64> {
        let mut seen = vec![0; self.model.size().div_ceil(self.model.features())];
        for (_, part) in self.parts.iter().enumerate().filter(|(at, _)| !self.decided(*at)) {
            // A network may have one set of weights and use the number as just another input.
            if let Some(seen) = seen.get_mut(part.inputs.set as usize) {
                *seen += 1;
            }
        }
        seen
    }

    /// Adds the gradient of sum_k errors[k] P_{t,k} to `gradient`, whose last element is for the steepness if it is
    /// learnt.
    pub fn gradient(&self, t: usize, errors: &[f64], gradient: &mut [f64]) {
        let (outputs, size) = (errors.len(), self.model.size());
        let mut raw = vec![0.0; outputs];
        for at in self.points[t].clone().filter(|at| !self.decided(*at)) {
            let Part { share, inputs } = self.parts[at];
            for k in 0..outputs {
                let (v, p) = (self.values[at * outputs + k], self.squashed[at * outputs + k]);
                raw[k] = errors[k] * share * self.settings.squash.slope(self.beta, p);
                if self.settings.learn_beta {
                    gradient[size] += errors[k] * share * self.settings.squash.slope_beta(v, p);
                }
            }
            self.model.backprop(self.weights, inputs, &raw, &mut gradient[..size]);
        }
    }

    /// The forward view: one backprop for each step, with all later differences discounted.
    pub fn forward(&self, td: &[f64], lambda: f64, sum: &mut [f64]) {
        let outputs = self.model.outputs();
        let mut errors = vec![0.0; outputs];
        for t in (0..self.len()).rev() {
            for (error, d) in errors.iter_mut().zip(&td[t * outputs..]) {
                *error = d + lambda * *error;
            }
            self.gradient(t, &errors, sum);
        }
    }

    /// The backward view: what every single step recommends, shown to the step size; and the sums.
    pub fn backward(&self, td: &[f64], lambda: f64, step: &mut impl StepSize, sum: &mut [f64], absolute: &mut [f64]) {
        let outputs = self.model.outputs();
        let mut traces = vec![vec![0.0; sum.len()]; outputs];
        let mut unit = vec![0.0; outputs];
        let mut r = vec![0.0; sum.len()];
        for t in 0..self.len() {
            r.fill(0.0);
            for (k, trace) in traces.iter_mut().enumerate() {
                trace.iter_mut().for_each(|x| *x *= lambda);
                unit.fill(0.0);
                unit[k] = 1.0;
                self.gradient(t, &unit, trace);
                let d = td[t * outputs + k];
                r.iter_mut().zip(trace).for_each(|(r, x)| *r += d * *x);
            }
            for ((sum, absolute), r) in sum.iter_mut().zip(&mut *absolute).zip(&r) {
                *sum += r;
                *absolute += r.abs();
            }
            step.see(&r);
        }
    }
}

fn target(settings: &Settings, model: &impl Model, points: i32) -> Vec<f64> {
    targets(settings.squash, points, model.outputs())
        .expect("the number of outputs was checked when the learner was made")
}
