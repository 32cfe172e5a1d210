//! Laws of learning as properties: they hold for any game.

use eval::{Inputs, LinearModel, Model};
use proptest::prelude::*;
use tdleaf_learn::lambda::LambdaSettings;
use tdleaf_learn::step::*;
use tdleaf_learn::{Episode, Leaf, LearnError, Learner, Lesson, Rule, Settings, Source, Squash, State, Step};

const SHAPE: LinearModel = LinearModel { features: 4, sets: 2 };
const SIZE: usize = 8;
const SQUASHES: [Squash; 3] = [Squash::Logistic, Squash::Tanh, Squash::Identity];

fn steps() -> Vec<StepSettings> {
    let dbd = |mode| DeltaBarDeltaSettings { kappa: 0.01, phi: 0.3, theta: 0.7, eps0: 0.03, mode };
    vec![
        StepSettings::Fixed(FixedSettings { alpha: 0.1 }),
        StepSettings::Harmonic(HarmonicSettings { alpha0: 0.1, tau: 3.0 }),
        StepSettings::Exponential(ExponentialSettings { from: 0.1, to: 0.01, games: 20 }),
        StepSettings::Linear(LinearSettings { from: 0.1, to: 0.01, games: 5 }),
        StepSettings::Classes(ClassesSettings { alpha0: 0.1, decay: ClassDecay::Geometric, tau: 10.0, rho: 0.9 }),
        StepSettings::Coherence(CoherenceSettings { c: 0.1 }),
        StepSettings::DeltaBarDelta(dbd(Mode::Compound)),
        StepSettings::DeltaBarDelta(dbd(Mode::CompoundStep)),
        StepSettings::Adam(AdamSettings { alpha: 0.01, tau: 50.0, beta1: 0.9, beta2: 0.999, eps: 1e-8 }),
    ]
}

fn inputs() -> impl Strategy<Value = Inputs> {
    (prop::collection::vec(-2.0..2.0f64, 4), 0..2u32).prop_map(|(amounts, set)| {
        let pairs = amounts.into_iter().enumerate().map(|(i, amount)| (i as u32, amount)).collect();
        Inputs { pairs, set }
    })
}

fn leaf() -> impl Strategy<Value = Leaf> {
    prop_oneof![
        4 => inputs().prop_map(Leaf::one),
        2 => (inputs(), inputs()).prop_map(|(a, b)| Leaf::Static(vec![(0.25, a), (0.75, b)])),
        1 => inputs().prop_map(|a| Leaf::Mixed(vec![(0.5, a)], vec![(0.25, 1), (0.25, -1)])),
        1 => (-1..=1).prop_map(Leaf::Over),
        1 => Just(Leaf::Unknown),
    ]
}

fn episode() -> impl Strategy<Value = Episode> {
    let step = (leaf(), inputs(), any::<bool>()).prop_map(|(leaf, root, predicted)| Step { leaf, root, predicted });
    (prop::collection::vec(step, 1..10), -1..=1, any::<bool>()).prop_map(|(steps, result, second)| Episode {
        number: 7,
        steps,
        result,
        second,
        own_rating: Some(1500.0),
        opponent_rating: Some(1400.0),
        ..Episode::default()
    })
}

fn weights() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-1.0..1.0f64, SIZE)
}

fn learn(settings: &Settings, w: &[f64], episode: &Episode) -> Lesson {
    Learner::new(settings.clone(), SHAPE, w).unwrap().learn(episode, w).unwrap()
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * b.abs().max(1.0)
}

/// sum_t error_t dP_t/dw, the derivatives taken from predictions with slightly other weights.
fn numeric_sum(lesson: &Lesson, lambda: f64, outputs: usize, predict: impl Fn(f64) -> Vec<f64>) -> f64 {
    let h = 1e-5;
    let (up, down) = (predict(h), predict(-h));
    let mut errors = vec![0.0; lesson.td.len()];
    for i in (0..errors.len()).rev() {
        errors[i] = lesson.td[i] + lambda * errors.get(i + outputs).copied().unwrap_or(0.0);
    }
    (0..errors.len()).map(|i| errors[i] * (up[i] - down[i]) / (2.0 * h)).sum()
}

proptest! {
    #[test]
    fn gradients_are_those_of_small_differences(game in episode(), w in weights(), lambda in 0.0..=1.0f64,
            squash in prop::sample::select(&SQUASHES[..]), source in prop::sample::select(&[Source::Root, Source::Leaf, Source::RootStrap][..])) {
        // What a search teaches its own root is no matter of lambda.
        let lambda = if source.temporal() { lambda } else { 0.0 };
        let learn_beta = squash != Squash::Identity;
        let lambda_settings = LambdaSettings::Fixed { lambda };
        let settings = Settings { source, squash, beta: 0.7, learn_beta, ..Settings::default() };
        let settings = Settings { lambda: lambda_settings, ..settings };
        let lesson = learn(&settings, &w, &game);
        for i in 0..SIZE {
            let expected = numeric_sum(&lesson, lambda, 1, |h| {
                let mut w = w.clone();
                w[i] += h;
                learn(&settings, &w, &game).predictions
            });
            prop_assert!(close(lesson.sum[i], expected, 1e-6), "weight {i}: {} {expected}", lesson.sum[i]);
        }
        if learn_beta {
            let expected = numeric_sum(&lesson, lambda, 1, |h| {
                learn(&Settings { beta: 0.7 + h, ..settings.clone() }, &w, &game).predictions
            });
            prop_assert!(close(lesson.sum[SIZE], expected, 1e-6), "beta: {} {expected}", lesson.sum[SIZE]);
        }
    }

    #[test]
    fn forward_and_backward_view_agree(game in episode(), w in weights(), lambda in 0.0..=1.0f64,
            rule in prop::sample::select(&Rule::NAMES[..])) {
        let lambda = LambdaSettings::Fixed { lambda };
        let forward = Settings { rule: rule.1, learn_beta: true, lambda, ..Settings::default() };
        let backward = Settings { step: StepSettings::Coherence(CoherenceSettings { c: 1.0 }), ..forward.clone() };
        let (a, b) = (learn(&forward, &w, &game), learn(&backward, &w, &game));
        prop_assert!(a.sum.iter().zip(&b.sum).all(|(a, b)| close(*a, *b, 1e-12)), "{:?} {:?}", a.sum, b.sum);
    }

    #[test]
    fn a_restored_learner_goes_on_as_if_nothing_had_happened(
            games in prop::collection::vec(episode(), 8), w in weights()) {
        let policies = [LambdaSettings::Decay {}, LambdaSettings::ForgettingDecay { memory: 0.9, start: 0.3, most: 1.0 }];
        for (step, lambda) in steps().into_iter().zip(policies.into_iter().cycle()) {
            let settings = Settings { step, lambda, learn_beta: true, update_every: 3, ..Settings::default() };
            let mut whole = Learner::new(settings.clone(), SHAPE, &w).unwrap();
            let mut parts = whole.clone();
            for game in &games {
                let frozen = whole.weights().to_vec();
                whole.learn(game, &frozen).unwrap();
                parts.learn(game, &frozen).unwrap();
                let saved = serde_json::to_string(parts.state()).unwrap();
                parts = Learner::new(settings.clone(), SHAPE, &w).unwrap();
                parts.restore(serde_json::from_str::<State>(&saved).unwrap()).unwrap();
            }
            prop_assert_eq!(whole.state(), parts.state());
        }
    }

    #[test]
    fn updates_are_summed_and_then_applied(games in prop::collection::vec(episode(), 3), w in weights()) {
        for step in steps().into_iter().filter(|step| !matches!(step, StepSettings::Adam(_))) {
            let settings = Settings { step, update_every: 3, ..Settings::default() };
            let mut learner = Learner::new(settings, SHAPE, &w).unwrap();
            let mut expected = w.clone();
            for (k, game) in games.iter().enumerate() {
                prop_assert_eq!(learner.weights(), &w[..]);
                let lesson = learner.learn(game, &w).unwrap();
                prop_assert_eq!(lesson.applied, k == 2);
                expected.iter_mut().zip(&lesson.delta).for_each(|(w, delta)| *w += delta);
            }
            prop_assert!(learner.weights().iter().zip(&expected).all(|(a, b)| close(*a, *b, 1e-12)));
            prop_assert!(learner.state().pending.iter().all(|x| *x == 0.0));
        }
    }

    #[test]
    fn fixed_weights_stay_and_others_move_at_most_by_the_cap(
            games in prop::collection::vec(episode(), 4), w in weights()) {
        for step in steps() {
            let settings = Settings { step, fixed: vec![2], cap: Some(0.001), ..Settings::default() };
            let mut learner = Learner::new(settings, SHAPE, &w).unwrap();
            for game in &games {
                let before = learner.weights().to_vec();
                let lesson = learner.learn(game, &before).unwrap();
                prop_assert!(lesson.largest <= 0.001);
                for (i, (a, b)) in before.iter().zip(learner.weights()).enumerate() {
                    prop_assert!((a - b).abs() <= 0.001 + 1e-15);
                    prop_assert!(i % SHAPE.features != 2 || a == b);
                }
            }
            prop_assert_eq!((learner.rates()[2], learner.rates()[6]), (0.0, 0.0));
        }
    }

    #[test]
    fn unknown_leaves_are_left_out(game in episode(), w in weights()) {
        let known = |step: &Step| step.leaf != Leaf::Unknown;
        let mut shorter = game.clone();
        shorter.steps.retain(known);
        let settings = Settings::default();
        let (a, b) = (learn(&settings, &w, &game), learn(&settings, &w, &shorter));
        prop_assert_eq!(a, b);
    }

    #[test]
    fn rules_see_the_game_from_the_learners_side(game in episode(), w in weights()) {
        let settings = Settings { rule: Rule::PosAlways, squash: Squash::Tanh, ..Settings::default() };
        for second in [false, true] {
            let lesson = learn(&settings, &w, &Episode { second, ..game.clone() });
            let gain = |d: f64| if second { d < 0.0 } else { d > 0.0 };
            for (raw, d) in lesson.td_raw.iter().zip(&lesson.td) {
                prop_assert_eq!(*d, if gain(*raw) { 0.0 } else { *raw });
            }
        }
    }
}

/// A game of positions with one feature of these amounts, the first player winning.
fn won(amounts: &[f64]) -> Episode {
    let step = |amount: &f64| {
        let inputs = Inputs { pairs: vec![(0, *amount)], set: 0 };
        Step { leaf: Leaf::one(inputs.clone()), root: inputs, predicted: true }
    };
    Episode { steps: amounts.iter().map(step).collect(), result: 1, ..Episode::default() }
}

#[test]
fn decided_positions_teach_nothing_but_pass_on_what_followed() {
    let settings = Settings { lambda: LambdaSettings::Fixed { lambda: 0.5 }, ..Settings::default() };
    let narrow = Settings { decided: Some(2.0), ..settings.clone() };
    let w = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let sum = |settings: &Settings, amounts: &[f64]| learn(settings, &w, &won(amounts)).sum[0];
    assert_eq!(sum(&narrow, &[3.0, -2.5]), 0.0);
    assert_eq!(sum(&narrow, &[1.0, -2.0]), sum(&settings, &[1.0, -2.0]), "at the border it is still open");
    // Without the second step's own part, the first learns as before: from the prediction that followed, and the result.
    let part = sum(&settings, &[1.0, 3.0]) - sum(&narrow, &[1.0, 3.0]);
    let p = |v: f64| 1.0 / (1.0 + (-v).exp());
    assert!(close(part, (1.0 - p(3.0)) * p(3.0) * (1.0 - p(3.0)) * 3.0, 1e-12), "{part}");
}

#[test]
fn weights_are_drawn_to_where_they_began_by_positions_that_teach() {
    let step = StepSettings::Fixed(FixedSettings { alpha: 0.5 });
    let settings = Settings { step, pull: 0.1, decided: Some(2.0), ..Settings::default() };
    let start = [1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 7.0];
    let mut learner = Learner::new(settings.clone(), SHAPE, &start).unwrap();
    let mut moved = start;
    (moved[1], moved[7]) = (0.9, 3.0);
    // Three positions, one of them decided; the other set has seen nothing.
    let lesson = learner.learn(&won(&[0.1, 0.2, 5.0]), &moved).unwrap();
    assert!(close(lesson.delta[1], 0.5 * 0.1 * 2.0 * (0.5 - 0.9), 1e-12), "{:?}", lesson.delta);
    assert_eq!(lesson.delta[7], 0.0);
    // However many positions there are, a game draws them no farther than to where they began.
    let many = learner.learn(&won(&[0.1; 50]), &moved).unwrap();
    assert!(close(many.delta[1], 0.5 * (0.5 - 0.9), 1e-12), "{:?}", many.delta);
    // A restored learner remembers where it began.
    let mut other = Learner::new(settings, SHAPE, &moved).unwrap();
    other.restore(learner.state().clone()).unwrap();
    let game = won(&[0.3]);
    assert_eq!(other.learn(&game, &moved).unwrap().delta, learner.learn(&game, &moved).unwrap().delta);
}

#[test]
fn a_finished_leaf_predicts_its_outcome_and_teaches_nothing() {
    let over = |points| Step { leaf: Leaf::Over(points), root: Inputs::default(), predicted: true };
    let game = Episode { steps: vec![over(1), over(-1)], result: 1, ..Episode::default() };
    let lesson = learn(&Settings::default(), &[0.3; SIZE], &game);
    assert_eq!((lesson.predictions, lesson.td), (vec![1.0, 0.0], vec![-1.0, 1.0]));
    assert_eq!(lesson.delta, [0.0; SIZE]);
}

#[test]
fn a_game_that_broke_off_leaves_its_last_prediction_alone() {
    let value = |amount: f64| Inputs { pairs: vec![(0, amount)], set: 0 };
    let steps: Vec<Step> = [0.0, 1.0]
        .map(|amount| Step { leaf: Leaf::one(value(amount)), root: Inputs::default(), predicted: true })
        .to_vec();
    let game = Episode { steps, result: -1, open: true, ..Episode::default() };
    let lesson = learn(&Settings::default(), &[1.0; SIZE], &game);
    assert_eq!(lesson.td, [lesson.predictions[1] - 0.5, 0.0]);
    assert_eq!(lesson.outcome, [lesson.predictions[1]]);
    let nothing = Episode { open: true, ..Episode::default() };
    assert!(learn(&Settings::default(), &[1.0; SIZE], &nothing).td.is_empty());
}

#[test]
fn blunders_of_the_weak_teach_less_on_a_sliding_scale() {
    let step = |predicted| Step { leaf: Leaf::one(Inputs::default()), root: Inputs::default(), predicted };
    let td = |own, opponent, predicted| {
        let (own_rating, opponent_rating) = (Some(own), Some(opponent));
        let game =
            Episode { steps: vec![step(predicted)], result: 1, own_rating, opponent_rating, ..Episode::default() };
        let settings = Settings { rule: Rule::PosUnpredicted, ramp_scale: Some(400.0), ..Settings::default() };
        learn(&settings, &[0.0; SIZE], &game).td[0]
    };
    assert_eq!([td(1500.0, 1600.0, false), td(1500.0, 1500.0, false)], [0.5, 0.5]);
    assert!((td(1500.0, 1100.0, false) - 1.0 / 11.0).abs() < 1e-12);
    assert_eq!(td(1500.0, 1100.0, true), 0.5, "what was expected teaches in full");
}

#[test]
fn an_unknown_reply_was_predicted_only_if_all_its_moves_were() {
    let one = |leaf, predicted| Step { leaf, root: Inputs::default(), predicted };
    let known = || Leaf::one(Inputs::default());
    let settings = Settings { rule: Rule::AllUnpredicted, ..Settings::default() };
    for (first, second) in [(true, true), (true, false), (false, true)] {
        let steps = vec![one(known(), first), one(Leaf::Unknown, second)];
        let lesson = learn(&settings, &[0.0; SIZE], &Episode { steps, result: 1, ..Episode::default() });
        assert_eq!(lesson.td, [if first && second { 0.5 } else { 0.0 }]);
    }
}

#[test]
fn a_runaway_names_its_game_and_changes_nothing() {
    let huge = Inputs { pairs: vec![(0, 1e200)], set: 0 };
    let step = Step { leaf: Leaf::one(huge), root: Inputs::default(), predicted: true };
    let game = Episode { number: 42, steps: vec![step], result: 1, ..Episode::default() };
    for step in steps() {
        let settings = Settings { squash: Squash::Identity, step, update_every: 2, ..Settings::default() };
        for start in [0.0, 1e200] {
            let mut learner = Learner::new(settings.clone(), SHAPE, &[start; SIZE]).unwrap();
            let before = learner.state().clone();
            match learner.learn(&game, &[start; SIZE]) {
                Ok(_) => assert_eq!(start, 0.0, "an infinite prediction must be refused"),
                Err(error) => {
                    assert!(matches!(error, LearnError::NotFinite { game: 42, .. }), "{error}");
                    assert_eq!(learner.state(), &before);
                }
            }
        }
    }
    assert!(Learner::new(Settings::default(), SHAPE, &[f64::NAN; SIZE]).is_err());
    let mut learner = Learner::new(Settings::default(), SHAPE, &[0.0; SIZE]).unwrap();
    assert!(matches!(learner.learn(&game, &[0.0; 3]), Err(LearnError::Length { .. })));
}

#[test]
fn a_state_of_other_settings_is_refused() {
    let all: Vec<_> = steps();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            let make = |step| Learner::new(Settings { step, ..Settings::default() }, SHAPE, &[0.0; SIZE]).unwrap();
            assert_eq!(make(*a).restore(make(*b).state().clone()).is_ok(), i == j);
        }
    }
}

/// Five outputs, each a product of two weights and an amount: the smallest model that is not linear.
struct Products;

impl Model for Products {
    fn size(&self) -> usize {
        10
    }
    fn outputs(&self) -> usize {
        5
    }
    fn values(&self, w: &[f64], inputs: &Inputs, out: &mut [f64]) {
        (0..5).for_each(|k| out[k] = w[k] * w[5 + k] * inputs.pairs[k % 4].1);
    }
    fn backprop(&self, w: &[f64], inputs: &Inputs, errors: &[f64], gradient: &mut [f64]) {
        for k in 0..5 {
            gradient[k] += errors[k] * w[5 + k] * inputs.pairs[k % 4].1;
            gradient[5 + k] += errors[k] * w[k] * inputs.pairs[k % 4].1;
        }
    }
}

proptest! {
    #[test]
    fn several_outputs_learn_together(game in episode(), w in prop::collection::vec(-1.0..1.0f64, 10),
            points in -3..=3, lambda in 0.0..=1.0f64) {
        let game = Episode { result: points, ..game };
        let settings = Settings { lambda: LambdaSettings::Fixed { lambda }, ..Settings::default() };
        let learn = |settings: &Settings, w: &[f64]| {
            Learner::new(settings.clone(), Products, w).unwrap().learn(&game, w).unwrap()
        };
        let lesson = learn(&settings, &w);
        // A win by n points is n events; a loss by n is the n - 1 events beyond losing.
        let events = if points > 0 { points } else { (-points - 1).max(0) };
        prop_assert_eq!(lesson.outcome.iter().sum::<f64>(), f64::from(events));
        let coherent = Settings { step: StepSettings::Coherence(CoherenceSettings { c: 1.0 }), ..settings.clone() };
        for (a, b) in lesson.sum.iter().zip(&learn(&coherent, &w).sum) {
            prop_assert!(close(*a, *b, 1e-12));
        }
        for i in 0..10 {
            let expected = numeric_sum(&lesson, lambda, 5, |h| {
                let mut w = w.clone();
                w[i] += h;
                learn(&settings, &w).predictions
            });
            prop_assert!(close(lesson.sum[i], expected, 1e-6), "weight {i}: {} {expected}", lesson.sum[i]);
        }
    }
}
