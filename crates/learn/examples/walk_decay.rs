//! Compares policies for lambda on the bounded random walk, under temporal coherence with c = 0.1.
//!
//! `cargo run --release -p tdleaf-learn --example walk_decay [FIRST_SEED LAST_SEED]`: seeds 1 to 100 unless told. The
//! constants of the forgetting variant were chosen on seeds 1001 to 1020.

use eval::{Inputs, LinearModel};
use game::Dice;
use tdleaf_learn::lambda::LambdaSettings;
use tdleaf_learn::step::{CoherenceSettings, StepSettings};
use tdleaf_learn::{Episode, Leaf, Learner, Settings, Squash, Step};

const SEQUENCES: u64 = 1000;
const MARKS: [u64; 5] = [50, 100, 250, 500, 1000];

/// A walk from the middle of seven states; the five inner ones have a weight.
fn walk(seed: u64, number: u64) -> Episode {
    let mut dice = Dice::new(seed, number);
    let mut state = 3;
    let mut steps = Vec::new();
    while (1..=5).contains(&state) {
        let inputs = Inputs { pairs: vec![(state - 1, 1.0)], set: 0 };
        steps.push(Step { leaf: Leaf::one(inputs), root: Inputs::default(), predicted: true });
        state = if dice.below(2) == 0 { state - 1 } else { state + 1 };
    }
    Episode { number, steps, result: i32::from(state == 6), ..Episode::default() }
}

/// 1 if the weights are the true probabilities, 0 at the start.
fn goodness(w: &[f64]) -> f64 {
    let truth = |i: usize| (i + 1) as f64 / 6.0;
    let square = |x: f64| x * x;
    let error: f64 = (0..5).map(|i| square(w[i] - truth(i))).sum();
    1.0 - error / (0..5).map(|i| square(0.5 - truth(i))).sum::<f64>()
}

/// The mean goodness of one seed, then goodness and lambda at the marks.
fn run(seed: u64, lambda: LambdaSettings) -> Vec<f64> {
    let step = StepSettings::Coherence(CoherenceSettings { c: 0.1 });
    let settings = Settings { squash: Squash::Identity, step, lambda, ..Settings::default() };
    let mut learner = Learner::new(settings, LinearModel { features: 5, sets: 1 }, &[0.5; 5]).expect("good settings");
    let (mut total, mut marks, mut lambdas) = (0.0, Vec::new(), Vec::new());
    for number in 1..=SEQUENCES {
        let frozen = learner.weights().to_vec();
        learner.learn(&walk(seed, number), &frozen).expect("small rates stay finite");
        let g = goodness(learner.weights());
        total += g;
        if MARKS.contains(&number) {
            marks.push(g);
            lambdas.push(learner.lambda());
        }
    }
    [vec![total / SEQUENCES as f64], marks, lambdas].concat()
}

/// The mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}

fn main() {
    let seeds: Vec<u64> =
        std::env::args().skip(1).map(|text| text.parse().expect("a seed is a whole number")).collect();
    let (first, last) = if let [first, last] = seeds[..] { (first, last) } else { (1, 100) };
    let policies = [
        ("fixed 0.3", LambdaSettings::Fixed { lambda: 0.3 }),
        ("decay, as published", LambdaSettings::Decay {}),
        ("forgetting decay", LambdaSettings::ForgettingDecay { memory: 0.98, start: 0.3, most: 0.95 }),
    ];
    println!("{:22} mean of g (se)    minus fixed (se)   g at {MARKS:?}; lambda there", "");
    let mut reference: Option<Vec<Vec<f64>>> = None;
    for (name, policy) in policies {
        let rows: Vec<Vec<f64>> = (first..=last).map(|seed| run(seed, policy)).collect();
        let reference = reference.get_or_insert_with(|| rows.clone());
        let column = |k: usize| mean(&rows.iter().map(|row| row[k]).collect::<Vec<_>>());
        let difference =
            mean(&rows.iter().zip(reference.iter()).map(|(row, other)| row[0] - other[0]).collect::<Vec<_>>());
        let at = |from: usize, digits: usize| -> Vec<String> {
            (from..from + MARKS.len()).map(|k| format!("{:.digits$}", column(k).0)).collect()
        };
        let ((m, se), (d, dse)) = (column(0), difference);
        let (g, lambda) = (at(1, 4).join(" "), at(1 + MARKS.len(), 2).join(" "));
        println!("{name:22} {m:.4} ({se:.4})   {d:+.4} ({dse:.4})   {g}; {lambda}");
    }
}
