//! The network: exact gradients, candidates as if they were alone, and files that come back as they were.

use game::Dice;
use tdleaf_eval::network::{
    Candidates, Gammons, Gradient, Loss, Network, NetworkFile, OUTPUTS, Outlook, Precision, SEEN_BY_SECOND, Teacher,
    WITHOUT_GAMMON_LOSS, WITHOUT_GAMMON_WIN,
};
use tdleaf_eval::{Inputs, Model};

const INPUTS: usize = 12;

fn pairs(dice: &mut Dice) -> Vec<(u32, f32)> {
    let mut list = Vec::new();
    for input in 0..INPUTS as u32 {
        if dice.below(2) == 0 {
            list.push((input, (dice.unit() * 2.0 - 0.5) as f32));
        }
    }
    list
}

/// Larger weights than a new network has, so that every unit bends.
fn network(hidden: usize, seed: u64) -> Network {
    let small = Network::random(INPUTS, hidden, seed);
    let doubles: Vec<f64> = small.doubles().iter().map(|w| w * 8.0).collect();
    Network::from_doubles(small.model(), &doubles)
}

fn doubles(pairs: &[(u32, f32)], set: u32) -> Inputs {
    Inputs { pairs: pairs.iter().map(|&(input, amount)| (input, f64::from(amount))).collect(), set }
}

fn chance(v: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-v))
}

#[test]
fn fast_and_general_network_predict_alike() {
    let mut dice = Dice::new(1, 1);
    for hidden in [1, 7, 8, 20, 40] {
        let network = network(hidden, hidden as u64);
        let (model, weights) = (network.model(), network.doubles());
        for _ in 0..20 {
            let pairs = pairs(&mut dice);
            for (gammons, set) in [
                (Gammons::ALL, 0),
                (Gammons { won: false, lost: true }, WITHOUT_GAMMON_WIN),
                (Gammons { won: true, lost: false }, WITHOUT_GAMMON_LOSS),
            ] {
                let fast = network.outlook(&pairs, gammons);
                let mut values = [0.0; OUTPUTS];
                model.values(&weights, &doubles(&pairs, set), &mut values);
                for (fast, v) in fast.0.iter().zip(values) {
                    assert!((f64::from(*fast) - chance(v)).abs() < 1e-5, "{fast} {}", chance(v));
                }
                model.values(&weights, &doubles(&pairs, set | SEEN_BY_SECOND), &mut values);
                for (fast, v) in fast.flipped().0.iter().zip(values) {
                    assert!((f64::from(*fast) - chance(v)).abs() < 1e-5, "flipped {fast} {}", chance(v));
                }
            }
        }
    }
}

#[test]
fn gradients_of_the_general_network_are_those_of_small_differences() {
    let mut dice = Dice::new(2, 1);
    let network = network(9, 3);
    let (model, weights) = (network.model(), network.doubles());
    for set in 0..8 {
        let inputs = doubles(&pairs(&mut dice), set);
        let errors: Vec<f64> = (0..OUTPUTS).map(|_| dice.unit() - 0.5).collect();
        let mut gradient = vec![0.0; model.size()];
        model.backprop(&weights, &inputs, &errors, &mut gradient);
        let value = |weights: &[f64]| {
            let mut values = [0.0; OUTPUTS];
            model.values(weights, &inputs, &mut values);
            values.iter().zip(&errors).filter(|(v, _)| **v > -1e8).map(|(v, e)| v * e).sum::<f64>()
        };
        for i in 0..weights.len() {
            let (mut more, mut less) = (weights.clone(), weights.clone());
            more[i] += 1e-5;
            less[i] -= 1e-5;
            let found = (value(&more) - value(&less)) / 2e-5;
            assert!((gradient[i] - found).abs() < 1e-8, "set {set}, weight {i}: {} and {found}", gradient[i]);
        }
    }
}

/// The gradient of the loss by the weights, with the general network, which the test above has checked.
fn expected(network: &Network, pairs: &[(u32, f32)], set: u32, difference: &Outlook, loss: Loss) -> Vec<f64> {
    let (model, weights, inputs) = (network.model(), network.doubles(), doubles(pairs, set));
    let mut values = [0.0; OUTPUTS];
    model.values(&weights, &inputs, &mut values);
    let mut errors = [0.0; OUTPUTS];
    for k in 0..OUTPUTS {
        let p = chance(values[k]);
        let slope = if loss == Loss::Squared { p * (1.0 - p) } else { 1.0 };
        errors[k] = f64::from(difference.0[k]) * slope;
    }
    let mut gradient = vec![0.0; model.size()];
    model.backprop(&weights, &inputs, &errors, &mut gradient);
    gradient
}

#[test]
fn steps_and_sums_follow_the_exact_gradient() {
    let mut dice = Dice::new(4, 1);
    for hidden in [5, 16, 27] {
        for loss in [Loss::Squared, Loss::Entropy] {
            let before = network(hidden, 7);
            let mut teacher = Teacher::default();
            let mut sum = Gradient::zero(&before);
            let mut wanted = vec![0.0; before.doubles().len()];
            for (gammons, set) in [(Gammons::ALL, 0), (Gammons { won: false, lost: true }, WITHOUT_GAMMON_WIN)] {
                let pairs = pairs(&mut dice);
                let outlook = before.outlook(&pairs, gammons);
                let mut target = Outlook(std::array::from_fn(|_| dice.unit() as f32));
                if set != 0 {
                    (target.0[1], target.0[2]) = (0.0, 0.0);
                }
                let difference = Outlook(std::array::from_fn(|k| target.0[k] - outlook.0[k]));
                let gradient = expected(&before, &pairs, set, &difference, loss);
                teacher.gather(&before, &pairs, gammons, &difference, (loss, 0.5), &mut sum);
                wanted.iter_mut().zip(&gradient).for_each(|(sum, g)| *sum += 0.5 * g);
                let mut after = before.clone();
                assert_eq!(teacher.step(&mut after, &pairs, gammons, &target, (loss, 0.25)), outlook);
                compare(&before, &after, &gradient, 0.25);
                assert_eq!(teacher.predict(&before, &pairs, gammons), outlook);
            }
            let mut after = before.clone();
            sum.apply(&mut after, 2.0);
            compare(&before, &after, &wanted, 2.0);
            sum.apply(&mut after.clone(), 2.0);
            assert_eq!(sum, Gradient::zero(&before), "a sum that was applied begins anew");
        }
    }
}

fn compare(before: &Network, after: &Network, gradient: &[f64], rate: f64) {
    for ((before, after), g) in before.doubles().iter().zip(after.doubles()).zip(gradient) {
        assert!((after - before - rate * g).abs() < 2e-6, "{before} to {after}, not by {}", rate * g);
    }
    // Nothing but the weights has changed: what fills the last eight is still zero.
    assert_eq!(&Network::from_doubles(after.model(), &after.doubles()), after);
}

#[test]
fn candidates_are_evaluated_as_if_alone() {
    let mut dice = Dice::new(5, 1);
    for hidden in [13, 80, 300] {
        let network = network(hidden, 2);
        let common = pairs(&mut dice);
        let (mut candidates, mut alone, mut found) = (Candidates::default(), Vec::new(), Vec::new());
        for _ in 0..10 {
            let own = pairs(&mut dice);
            let gammons = Gammons { won: dice.below(2) == 0, lost: dice.below(2) == 0 };
            alone.push(network.outlook(&own, gammons));
            candidates.add(gammons, |list| {
                list.extend(common.iter().map(|&(input, amount)| (input, -amount)));
                list.extend(&own);
            });
        }
        network.outlooks(&common, &candidates, &mut found);
        assert_eq!((found.len(), candidates.len()), (10, 10));
        for (found, alone) in found.iter().zip(&alone) {
            for k in 0..OUTPUTS {
                assert!((found.0[k] - alone.0[k]).abs() < 1e-5, "{found:?} {alone:?}");
            }
        }
    }
}

fn file() -> NetworkFile {
    let networks = vec![network(20, 1), network(8, 2)];
    NetworkFile { game: "toy".into(), inputs: "numbers".into(), lineage: "a test".into(), networks }
}

#[test]
fn files_come_back_as_they_were() {
    let file = file();
    assert_eq!(NetworkFile::parse(&file.bytes(Precision::Single)).unwrap(), file);
    let half = NetworkFile::parse(&file.bytes(Precision::Half)).unwrap();
    for (half, whole) in half.networks.iter().zip(&file.networks) {
        for (half, whole) in half.doubles().iter().zip(whole.doubles()) {
            assert!((half - whole).abs() <= whole.abs() / 2000.0 + 1e-7, "{half} {whole}");
        }
    }
    // What has 16 bits stays as it is.
    let again = NetworkFile::parse(&half.bytes(Precision::Half)).unwrap();
    assert_eq!(again, half);
}

#[test]
fn other_files_are_refused_with_both_names() {
    let bytes = file().bytes(Precision::Single);
    let parsed = || NetworkFile::parse(&bytes).unwrap();
    assert_eq!(parsed().fit("toy", "numbers", INPUTS, 2).unwrap(), file().networks);
    for (game, inputs, count, classes) in [
        ("go", "numbers", INPUTS, 2),
        ("toy", "letters", INPUTS, 2),
        ("toy", "numbers", 11, 2),
        ("toy", "numbers", INPUTS, 1),
    ] {
        let error = parsed().fit(game, inputs, count, classes).unwrap_err().to_string();
        for part in [
            "toy with the inputs numbers (12 of them, networks: 2)",
            &format!("{game} with the inputs {inputs} ({count}"),
        ] {
            assert!(error.contains(part), "{error}");
        }
    }
    let changed = |from: &str, to: &str| {
        assert_eq!(from.len(), to.len());
        let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).expect(from);
        let mut bytes = bytes.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        NetworkFile::parse(&bytes).unwrap_err().to_string()
    };
    assert!(changed("tdleaf-network-1", "tdleaf-network-9").contains("expected 'tdleaf-network-1'"));
    assert!(changed("\"F32\"", "\"I32\"").contains("expected F32 or F16"));
    assert!(changed("[12,20]", "[12,21]").contains("shape"));
    assert!(changed("\"game\"", "\"name\"").contains("'game'"));
    for length in [0, 7, 8, 200, bytes.len() - 1] {
        assert!(NetworkFile::parse(&bytes[..length]).is_err(), "cut at {length}");
    }
    let mut infinite = bytes.clone();
    let last = infinite.len() - 4;
    infinite[last..].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert!(NetworkFile::parse(&infinite).unwrap_err().to_string().contains("not finite"));
}
