//! RootStrap and TreeStrap: a search teaches its own positions, and nothing else does.

use eval::{Inputs, LinearModel};
use serde_json::json;
use tdleaf_learn::fit::Setup;
use tdleaf_learn::lambda::LambdaSettings;
use tdleaf_learn::step::*;
use tdleaf_learn::{Episode, Leaf, LearnError, Learner, Lesson, Rule, Settings, Source, State, Step};

const MODEL: LinearModel = LinearModel { features: 2, sets: 1 };
const W: [f64; 2] = [0.5, -1.0];

fn inputs(pairs: &[(u32, f64)]) -> Inputs {
    Inputs { pairs: pairs.to_vec(), set: 0 }
}

fn steps() -> [StepSettings; 5] {
    [
        StepSettings::Fixed(FixedSettings { alpha: 0.1 }),
        StepSettings::Harmonic(HarmonicSettings { alpha0: 0.1, tau: 3.0 }),
        StepSettings::Coherence(CoherenceSettings { c: 0.1 }),
        StepSettings::DeltaBarDelta(DeltaBarDeltaSettings {
            kappa: 0.01,
            phi: 0.3,
            theta: 0.7,
            eps0: 0.03,
            mode: Mode::Compound,
        }),
        StepSettings::Adam(AdamSettings { alpha: 0.01, tau: 0.0, beta1: 0.9, beta2: 0.999, eps: 1e-8 }),
    ]
}

/// Three searches: one ends in a position, one in a won game, one does not know.
fn game(result: i32) -> Episode {
    let step = |leaf, root: &[(u32, f64)]| Step { leaf, root: inputs(root), predicted: false };
    let steps = vec![
        step(Leaf::one(inputs(&[(0, 2.0)])), &[(0, 2.0), (1, 1.0)]),
        step(Leaf::Over(1), &[(0, 1.0)]),
        step(Leaf::Unknown, &[(1, 3.0)]),
    ];
    let searches = vec![vec![0.5, -0.25], vec![-0.125, -0.25]];
    Episode { number: 1, steps, result, searches, ..Episode::default() }
}

fn learn(settings: Settings, episode: &Episode) -> Lesson {
    Learner::new(settings, MODEL, &W).unwrap().learn(episode, &W).unwrap()
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?} {expected:?}");
    let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(near, "{found:?}, expected {expected:?}");
}

/// By hand. The first root is worth 0.5 x 2 - 1 = 0, P = 1/2, slope 1/4; its leaf 0.5 x 2 = 1, P = 0.7310585786300049. The
/// second root is worth 0.5, P = 0.6224593312018546, slope 0.2350037122015945; its leaf is a won game, P = 1.
#[test]
fn rootstrap_computed_by_hand() {
    let coherence = StepSettings::Coherence(CoherenceSettings { c: 0.1 });
    for step in [StepSettings::Fixed(FixedSettings { alpha: 0.1 }), coherence] {
        let lesson = learn(Settings { source: Source::RootStrap, step, ..Settings::default() }, &game(-1));
        close(&lesson.predictions, &[0.5, 0.6224593312018546]);
        let errors = [0.2310585786300049, 0.3775406687981454];
        close(&lesson.td, &errors);
        close(&lesson.td_raw, &errors);
        let first = errors[0] * 0.25;
        let second = errors[1] * 0.2350037122015945;
        close(&lesson.sum, &[2.0 * first + second, first]);
        close(&lesson.delta, &[0.1 * (2.0 * first + second), 0.1 * first]);
        assert_eq!(lesson.lambda_used, 0.0);
    }
}

#[test]
fn treestrap_takes_what_the_searches_recommend() {
    let settings = Settings { source: Source::TreeStrap, ..Settings::default() };
    let step = StepSettings::Coherence(CoherenceSettings { c: 0.1 });
    let lesson = learn(Settings { step, ..settings.clone() }, &game(1));
    close(&lesson.sum, &[0.375, -0.5]);
    close(&lesson.absolute, &[0.625, 0.5]);
    close(&lesson.delta, &[0.0375, -0.05]);
    let lesson =
        learn(Settings { step: StepSettings::Fixed(FixedSettings { alpha: 1.0 }), ..settings.clone() }, &game(1));
    close(&lesson.delta, &[0.375, -0.5]);
    assert!(lesson.td.is_empty() && lesson.absolute.is_empty());
    let short = Episode { searches: vec![vec![1.0]], ..game(1) };
    let error = Learner::new(settings, MODEL, &W).unwrap().learn(&short, &W).unwrap_err();
    assert_eq!(error, LearnError::Length { what: "what a search recommends", expected: 2, found: 1 });
}

#[test]
fn neither_lambda_nor_the_result_has_a_part() {
    for source in [Source::RootStrap, Source::TreeStrap] {
        for step in steps() {
            let policies = [LambdaSettings::Fixed { lambda: 0.9 }, LambdaSettings::Decay {}];
            let lessons = policies.map(|lambda| {
                [1, -1].map(|result| {
                    let settings = Settings { source, step, lambda, ..Settings::default() };
                    let mut learner = Learner::new(settings, MODEL, &W).unwrap();
                    let lesson = learner.learn(&game(result), &W).unwrap();
                    assert_eq!((lesson.lambda_used, lesson.lambda_next, learner.lambda()), (0.0, 0.0, 0.0));
                    (lesson.delta, learner.weights().to_vec())
                })
            });
            assert!(lessons.iter().flatten().all(|lesson| *lesson == lessons[0][0]), "{source:?} {step:?}");
            assert!(lessons[0][0].0.iter().any(|x| *x != 0.0), "{source:?} {step:?}");
        }
    }
}

#[test]
fn a_restored_learner_goes_on_as_if_nothing_had_happened() {
    for source in [Source::RootStrap, Source::TreeStrap] {
        for step in steps() {
            let settings = Settings { source, step, update_every: 2, ..Settings::default() };
            let mut whole = Learner::new(settings.clone(), MODEL, &W).unwrap();
            let mut parts = whole.clone();
            for _ in 0..5 {
                let frozen = whole.weights().to_vec();
                whole.learn(&game(1), &frozen).unwrap();
                parts.learn(&game(1), &frozen).unwrap();
                let saved = serde_json::to_string(parts.state()).unwrap();
                parts = Learner::new(settings.clone(), MODEL, &W).unwrap();
                parts.restore(serde_json::from_str::<State>(&saved).unwrap()).unwrap();
            }
            assert_eq!(whole.state(), parts.state());
        }
    }
}

#[test]
fn rules_of_temporal_differences_are_refused() {
    for source in [Source::RootStrap, Source::TreeStrap] {
        let settings = Settings { source, rule: Rule::PosAlways, ..Settings::default() };
        assert!(Learner::new(settings, MODEL, &W).is_err());
    }
}

#[test]
fn fit_knows_rootstrap_and_says_why_not_treestrap() {
    let settings =
        json!({"squash": "logistic", "w0": W, "source": "rootstrap", "step": {"kind": "fixed", "alpha": 0.1}});
    let setup = Setup::parse(&settings.to_string()).unwrap();
    let line = json!({"positions": [
        {"leaf": [[0, 2.0]], "root": [[0, 2.0], [1, 1.0]]}, {"over": 1, "root": [[0, 1.0]]}, {"leaf": null, "root": []},
    ], "result": -1});
    let episode = setup.episode(1, &line.to_string()).unwrap();
    let lesson = setup.learner().unwrap().learn(&episode, &W).unwrap();
    let settings_by_hand = Settings { source: Source::RootStrap, step: setup.settings.step, ..Settings::default() };
    assert_eq!(lesson.delta, learn(settings_by_hand, &game(-1)).delta);
    let message = |settings: &serde_json::Value| Setup::parse(&settings.to_string()).unwrap_err().to_string();
    let with = |field: &str, value: serde_json::Value| {
        let mut settings = settings.clone();
        settings[field] = value;
        settings
    };
    let why = message(&with("source", json!("treestrap")));
    assert!(why.starts_with("source:") && why.contains("every node"), "{why}");
    let why = message(&with("lam", json!(0.7)));
    assert!(why.starts_with("lam:") && why.contains("leave it out"), "{why}");
    let rootless = json!({"positions": [{"leaf": []}], "result": 0}).to_string();
    assert!(setup.episode(1, &rootless).unwrap_err().to_string().contains("root"));
    let leafless = json!({"positions": [{"root": []}], "result": 0}).to_string();
    assert!(setup.episode(1, &leafless).unwrap_err().to_string().contains("leaf"));
}

#[test]
fn searches_count_for_the_sets_that_they_teach() {
    let model = LinearModel { features: 2, sets: 3 };
    let step = json!({"kind": "classes", "alpha0": 1.0, "tau": 10.0});
    let step = serde_json::from_value(step).unwrap();
    let settings = Settings { source: Source::TreeStrap, step, ..Settings::default() };
    let mut learner = Learner::new(settings, model, &[0.0; 6]).unwrap();
    // The root is of the first set; one search teaches nodes of the first two, the other of the second only.
    let root = Inputs { pairs: vec![(0, 1.0)], set: 0 };
    let step = Step { leaf: Leaf::Unknown, root, predicted: true };
    let searches = vec![vec![0.1, 0.0, 0.0, 0.2, 0.0, 0.0], vec![0.0, 0.0, 0.3, 0.0, 0.0, 0.0]];
    let episode = Episode { steps: vec![step.clone(), step], searches, ..Episode::default() };
    learner.learn(&episode, &[0.0; 6]).unwrap();
    assert_eq!(learner.state().taught, [1, 2, 0]);
    assert_eq!(learner.weights(), [0.1, 0.0, 0.3, 0.2, 0.0, 0.0]);
    let rates = learner.rates();
    assert!((rates[0] - 10.0 / 11.0).abs() < 1e-15 && (rates[2] - 10.0 / 11.0).abs() < 1e-15, "{rates:?}");
    assert_eq!(rates[4], 1.0);
}
