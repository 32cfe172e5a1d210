//! The learner: it combines a rule, a step size and a policy for lambda, and moves the weights.

use crate::error::setting;
use crate::lambda::LambdaState;
use crate::squash::targets;
use crate::step::{Advice, StepSize, StepState};
use crate::trace::Trace;
use crate::{Episode, LearnError, Lesson, Settings, Source};
use eval::Model;
use serde::{Deserialize, Serialize};

/// Turns episodes into weight changes.
#[derive(Clone, Debug)]
pub struct Learner<M> {
    settings: Settings,
    model: M,
    state: State,
}

/// All that a learner remembers. Restoring it and going on gives the same bits as never having stopped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The weights in force.
    pub weights: Vec<f64>,
    /// The steepness in force.
    pub beta: f64,
    /// The changes not applied yet; the last one is that of the steepness if it is learnt.
    pub pending: Vec<f64>,
    /// The games in `pending`.
    pub waiting: u64,
    /// The games learnt.
    pub games: u64,
    /// The step size.
    pub step: StepState,
    /// The policy for lambda.
    pub lambda: LambdaState,
    /// Where the weights began, if they are pulled there; else nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchor: Vec<f64>,
    /// With several weight sets, how many steps have taught each of them; else nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taught: Vec<u64>,
}

impl<M: Model> Learner<M> {
    /// A learner that starts from the weights `w0`.
    pub fn new(settings: Settings, model: M, w0: &[f64]) -> Result<Learner<M>, LearnError> {
        settings.check(&model)?;
        if w0.len() != model.size() {
            return Err(LearnError::Length { what: "w0", expected: model.size(), found: w0.len() });
        }
        if let Some(index) = w0.iter().position(|w| !w.is_finite()) {
            return Err(setting("w0", format!("weight {index} is {}, expected a finite number", w0[index])));
        }
        if targets(settings.squash, 0, model.outputs()).is_none() {
            return Err(setting("model", format!("expected 1 or 5 outputs, found {}", model.outputs())));
        }
        let size = model.size() + usize::from(settings.learn_beta);
        let sets = model.size().div_ceil(model.features().max(1));
        let state = State {
            weights: w0.to_vec(),
            beta: settings.beta,
            pending: vec![0.0; size],
            waiting: 0,
            games: 0,
            step: settings.step.start(size, model.features()),
            lambda: LambdaState::new(settings.lambda),
            anchor: if settings.pull > 0.0 { w0.to_vec() } else { Vec::new() },
            taught: vec![0; if sets > 1 { sets } else { 0 }],
        };
        Ok(Learner { settings, model, state })
    }

    /// Learns from a game that was played with the weights `frozen`, which also make the predictions and gradients.
    /// Pass a copy of [`Learner::weights`] to learn on-line; in a batch of games played with the same weights, pass
    /// those for each. (The steepness, which no move depends on, is always the one in force.) On an error nothing has
    /// changed.
    pub fn learn(&mut self, episode: &Episode, frozen: &[f64]) -> Result<Lesson, LearnError> {
        if frozen.len() != self.model.size() {
            return Err(LearnError::Length {
                what: "frozen weights",
                expected: self.model.size(),
                found: frozen.len(),
            });
        }
        let trace = Trace::new(&self.model, &self.settings, frozen, self.state.beta, episode);
        trace.check(episode.number)?;
        let td_raw = trace.differences();
        let td = trace.censored(&td_raw, episode);

        let (mut step, mut lambda) = (self.state.step.clone(), self.state.lambda.clone());
        let size = self.state.pending.len();
        // Where a search teaches its own positions, each step stands for itself.
        let temporal = self.settings.source.temporal();
        let lambda_used = if temporal { lambda.lambda } else { 0.0 };
        let (mut sum, mut absolute) = (vec![0.0; size], Vec::new());
        if step.wants_steps() {
            absolute.resize(size, 0.0);
        }
        if self.settings.source == Source::TreeStrap {
            gather(episode, &mut step, &mut sum, &mut absolute)?;
        } else if step.wants_steps() {
            trace.backward(&td, lambda_used, &mut step, &mut sum, &mut absolute);
        } else {
            trace.forward(&td, lambda_used, &mut sum);
        }
        let mut change = vec![0.0; size];
        let taught = match self.settings.source {
            Source::TreeStrap => self.taught_by_searches(episode),
            _ => trace.taught(),
        };
        self.pull(&taught, frozen, &mut sum);
        let sets: Vec<bool> = taught.iter().map(|steps| *steps > 0).collect();
        step.finish(Advice { sum: &sum, absolute: &absolute, sets: &sets }, &mut change);
        self.restrict(&mut change, !step.late());

        let applied = self.state.waiting + 1 == self.settings.update_every;
        let mut pending: Vec<f64> = self.state.pending.iter().zip(&change).map(|(pending, x)| pending + x).collect();
        if step.late() {
            change.fill(0.0);
            if applied {
                step.apply(&mut pending);
                self.restrict(&mut pending, true);
                change.clone_from(&pending);
            }
        }
        self.check_change(episode.number, &pending)?;
        if !temporal {
            // The policy stays where it is.
        } else if lambda.wants_predictions() {
            // Of several outputs the first says who wins, and lambda follows that one.
            let ends = trace.predictions.iter().step_by(self.model.outputs()).chain(&trace.outcome[..1]);
            let chances: Vec<f64> = ends.map(|p| self.settings.squash.probability(*p)).collect();
            lambda.finish(&chances);
        } else {
            lambda.finish(&[]);
        }

        let (predictions, outcome) = (trace.predictions, trace.outcome);
        self.commit(pending, applied);
        self.count_from(&taught);
        (self.state.step, self.state.lambda) = (step, lambda);
        let largest = change[..self.model.size()].iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        change.truncate(self.model.size());
        let (delta, lambda_next, number) = (change, self.lambda(), episode.number);
        Ok(Lesson {
            number,
            predictions,
            outcome,
            td_raw,
            td,
            sum,
            absolute,
            delta,
            largest,
            applied,
            lambda_used,
            lambda_next,
        })
    }

    /// Applies changes that wait for more games: whoever comes next has other settings, and would not know of them.
    pub fn settle(&mut self) -> Result<(), LearnError> {
        if self.state.waiting == 0 {
            return Ok(());
        }
        let mut pending = self.state.pending.clone();
        if self.state.step.late() {
            self.state.step.apply(&mut pending);
            self.restrict(&mut pending, true);
        }
        self.check_change(self.state.games, &pending)?;
        self.apply(&pending);
        Ok(())
    }

    /// Adds to the recommendations what draws the weights back to where they began.
    fn pull(&self, taught: &[u64], frozen: &[f64], sum: &mut [f64]) {
        let features = self.model.features().max(1);
        for (index, (anchor, weight)) in self.state.anchor.iter().zip(frozen).enumerate() {
            // Many positions in one game must not overshoot.
            let share = (self.settings.pull * taught[index / features] as f64).min(1.0);
            sum[index] += share * (anchor - weight);
        }
    }

    /// Takes over where the learner before this one began, if weights are drawn there.
    pub fn begun_like(&mut self, before: &State) {
        if self.state.anchor.len() == before.anchor.len() {
            self.state.anchor.clone_from(&before.anchor);
        }
    }

    /// How many searches recommend something to each weight set.
    fn taught_by_searches(&self, episode: &Episode) -> Vec<u64> {
        let (size, features) = (self.model.size(), self.model.features());
        let says = |set: &[f64]| set.iter().any(|r| *r != 0.0);
        let mut taught = vec![0; size.div_ceil(features)];
        for r in &episode.searches {
            taught.iter_mut().zip(r[..size].chunks(features)).for_each(|(steps, set)| *steps += u64::from(says(set)));
        }
        taught
    }

    /// Adds steps that have taught the weight sets: those of a learner that this one follows, say.
    pub fn count_from(&mut self, taught: &[u64]) {
        self.state.taught.iter_mut().zip(taught).for_each(|(all, steps)| *all += steps);
    }

    /// Discards the changes of fixed weights, and cuts the others at the cap.
    fn restrict(&self, change: &mut [f64], cap: bool) {
        let features = self.model.features();
        for index in &self.settings.fixed {
            change[..self.model.size()].iter_mut().skip(*index).step_by(features).for_each(|x| *x = 0.0);
        }
        if let (Some(largest), true) = (self.settings.cap, cap) {
            change.iter_mut().filter(|x| x.abs() > largest).for_each(|x| *x = largest.copysign(*x));
        }
    }

    fn check_change(&self, game: u64, pending: &[f64]) -> Result<(), LearnError> {
        let old = self.state.weights.iter().chain([&self.state.beta]);
        for (index, (weight, change)) in old.zip(pending).enumerate() {
            let value = weight + change;
            if !value.is_finite() {
                return Err(LearnError::NotFinite { game, what: "weight", index, value });
            }
        }
        Ok(())
    }

    fn commit(&mut self, pending: Vec<f64>, applied: bool) {
        let state = &mut self.state;
        state.games += 1;
        state.waiting += 1;
        state.pending = pending;
        if applied {
            let pending = std::mem::take(&mut state.pending);
            self.apply(&pending);
        }
    }

    /// Moves the weights; nothing waits any more.
    fn apply(&mut self, changes: &[f64]) {
        let state = &mut self.state;
        state.weights.iter_mut().zip(changes).for_each(|(weight, change)| *weight += change);
        if let (true, Some(change)) = (self.settings.learn_beta, changes.last()) {
            // A steepness of 0 or less would turn the world upside down: it at most halves.
            state.beta = (state.beta + change).max(state.beta / 2.0);
        }
        state.pending = vec![0.0; changes.len()];
        state.waiting = 0;
    }

    /// The weights in force.
    pub fn weights(&self) -> &[f64] {
        &self.state.weights
    }

    /// The steepness in force.
    pub fn beta(&self) -> f64 {
        self.state.beta
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The model.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// The learning rate of every weight for the next game; 0 for fixed ones.
    pub fn rates(&self) -> Vec<f64> {
        let mut rates: Vec<f64> = (0..self.model.size()).map(|i| self.state.step.rate(i)).collect();
        let features = self.model.features();
        for index in &self.settings.fixed {
            rates.iter_mut().skip(*index).step_by(features).for_each(|x| *x = 0.0);
        }
        rates
    }

    /// Lambda for the next game; 0 where it has no part.
    pub fn lambda(&self) -> f64 {
        if self.settings.source.temporal() { self.state.lambda.lambda } else { 0.0 }
    }

    /// All that the learner remembers.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes on from a state that was saved under the same settings.
    pub fn restore(&mut self, state: State) -> Result<(), LearnError> {
        let refuse = |what: &str| Err(LearnError::Restore(what.to_string()));
        if state.weights.len() != self.model.size()
            || state.pending.len() != self.state.pending.len()
            || state.taught.len() != self.state.taught.len()
            || state.anchor.len() != self.state.anchor.len()
        {
            return refuse("the number of weights differs");
        }
        if !state.weights.iter().chain(&state.pending).chain([&state.beta]).all(|x| x.is_finite()) {
            return refuse("a weight is not a finite number");
        }
        if !state.step.same_shape(&self.state.step) {
            return refuse("the step size differs");
        }
        if state.lambda.settings != self.state.lambda.settings {
            return refuse("the policy for lambda differs");
        }
        if state.waiting >= self.settings.update_every {
            return refuse("more games wait than an update has");
        }
        self.state = state;
        Ok(())
    }
}

/// TreeStrap: what the searches of a game recommend, one step for each; absolute values only where they are wanted.
fn gather(
    episode: &Episode,
    step: &mut impl StepSize,
    sum: &mut [f64],
    absolute: &mut [f64],
) -> Result<(), LearnError> {
    for r in &episode.searches {
        if r.len() != sum.len() {
            return Err(LearnError::Length { what: "what a search recommends", expected: sum.len(), found: r.len() });
        }
        sum.iter_mut().zip(r).for_each(|(sum, r)| *sum += r);
        absolute.iter_mut().zip(r).for_each(|(absolute, r)| *absolute += r.abs());
        if step.wants_steps() {
            step.see(r);
        }
    }
    Ok(())
}
