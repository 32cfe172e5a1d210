//! The bounded random walk, learnt by the same loop as every game: how close the predictions are to the truth, averaged over
//! a run, must agree with an independent program's figures (100 seeds each, other walks).

use games::walk::{Visits, Walk, closeness};
use learn::lambda::LambdaSettings;
use learn::step::StepSettings;
use tdleaf_lab::{Event, RunSettings, Trainer};

/// The mean of g over the 1,000 sequences of a run.
fn run(seed: u64, step: &str, lambda: &str) -> f64 {
    let mut settings = RunSettings::new::<Walk, Visits>(&Visits);
    settings.seed = seed;
    settings.learn.step = serde_json::from_str::<StepSettings>(step).unwrap();
    settings.learn.lambda = serde_json::from_str::<LambdaSettings>(lambda).unwrap();
    assert_eq!((settings.games, settings.batch), (1000, 1));
    let mut trainer = Trainer::<Walk, Visits>::in_memory(Visits, settings).unwrap();
    let mut sum = 0.0;
    trainer
        .run(
            1,
            || false,
            |event| {
                if let Event::Learnt { learner, .. } = event {
                    sum += closeness(learner.weights());
                }
            },
        )
        .unwrap();
    sum / 1000.0
}

/// Mean and standard error over seeds.
fn over_seeds(step: &str, lambda: &str) -> (f64, f64) {
    let all: Vec<f64> = (1..=100).map(|seed| run(seed, step, lambda)).collect();
    let mean = all.iter().sum::<f64>() / 100.0;
    let variance = all.iter().map(|g| (g - mean) * (g - mean)).sum::<f64>() / 99.0;
    (mean, (variance / 100.0).sqrt())
}

#[test]
fn agrees_with_the_reference_on_a_hundred_seeds() {
    let dbd = |mode: &str| {
        let constants = r#""kind":"delta-bar-delta","kappa":0.01,"phi":0.333,"theta":0.7,"eps0":0.03"#;
        format!(r#"{{{constants},"mode":"{mode}"}}"#)
    };
    let (fixed3, decay) = (r#"{"kind":"fixed","lambda":0.3}"#, r#"{"kind":"decay"}"#);
    for (step, lambda, expected, error) in [
        (r#"{"kind":"fixed","alpha":0.1}"#, fixed3, 0.9146, 0.0013),
        (r#"{"kind":"fixed","alpha":0.01}"#, fixed3, 0.9248, 0.0004),
        (r#"{"kind":"fixed","alpha":0.03}"#, fixed3, 0.9561, 0.0006),
        (r#"{"kind":"harmonic","alpha0":0.2,"tau":20.0}"#, fixed3, 0.9811, 0.0008),
        (r#"{"kind":"coherence","c":0.1}"#, fixed3, 0.9797, 0.0010),
        (r#"{"kind":"coherence","c":0.1}"#, decay, 0.9632, 0.0025),
        (r#"{"kind":"coherence","c":0.2}"#, decay, 0.9623, 0.0024),
        (&dbd("compound"), fixed3, 0.9463, 0.0009),
        (&dbd("per_sequence"), fixed3, 0.9592, 0.0008),
        (&dbd("additive"), fixed3, 0.9397, 0.0011),
    ] {
        let (mean, own) = over_seeds(step, lambda);
        let margin = 3.0 * (own * own + error * error).sqrt();
        println!("{step} {lambda}: {mean:.4} ± {own:.4}, reference {expected:.4} ± {error:.4}");
        assert!((mean - expected).abs() <= margin, "{step} {lambda}: {mean:.4} ± {own:.4}, expected {expected:.4}");
    }
}
