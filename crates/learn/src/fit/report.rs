//! What `tdleaf fit` writes: the result, and the trace with one object for each game.

use super::Setup;
use crate::step::StepState;
use crate::{Learner, Lesson};
use eval::LinearModel;
use serde_json::{Map, Value, json};

/// The result: `weights`, `beta` if it is learnt, and `pending` if the games ended inside a batch.
pub fn result(setup: &Setup, learner: &Learner<LinearModel>) -> Value {
    let state = learner.state();
    let mut map = Map::new();
    map.insert("weights".into(), shaped(setup, learner.weights()));
    if setup.settings.learn_beta {
        map.insert("beta".into(), json!(learner.beta()));
    }
    if state.pending.iter().any(|x| *x != 0.0) {
        map.insert("pending".into(), shaped(setup, &state.pending));
    }
    Value::Object(map)
}

/// The state after a game: weights, lambda, and what the step size remembers.
pub fn trace(setup: &Setup, learner: &Learner<LinearModel>, lesson: &Lesson) -> Value {
    let mut map = Map::new();
    let mut put = |name: &str, value: Value| map.insert(name.to_string(), value);
    put("game", json!(lesson.number));
    put("weights", shaped(setup, learner.weights()));
    put("lambda_used", json!(lesson.lambda_used));
    put("lambda_next", json!(lesson.lambda_next));
    if setup.settings.learn_beta {
        put("beta", json!(learner.beta()));
    }
    match &learner.state().step {
        StepState::Coherence(step) => {
            put("N", shaped(setup, &step.n));
            put("A", shaped(setup, &step.a));
            put("alpha", shaped(setup, &(0..step.n.len()).map(|i| step.alpha(i)).collect::<Vec<_>>()));
        }
        StepState::DeltaBarDelta(step) => {
            put("eps", shaped(setup, &step.eps));
            put("bar", shaped(setup, &step.bar));
        }
        StepState::Classes(step) => {
            let sets = setup.model.sets;
            put("rates", json!((0..sets).map(|class| step.class_rate(class)).collect::<Vec<_>>()));
            put("counts", json!(&step.counts[..sets]));
        }
        StepState::Fixed(_)
        | StepState::Harmonic(_)
        | StepState::Linear(_)
        | StepState::Exponential(_)
        | StepState::Adam(_) => {}
    }
    Value::Object(map)
}

/// A number for each weight, as lists of lists if the settings wrote the weights so. What belongs to the steepness is
/// cut.
fn shaped(setup: &Setup, numbers: &[f64]) -> Value {
    let numbers = &numbers[..setup.model.features * setup.model.sets];
    if setup.nested { json!(numbers.chunks(setup.model.features).collect::<Vec<_>>()) } else { json!(numbers) }
}
