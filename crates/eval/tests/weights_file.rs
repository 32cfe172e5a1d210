//! Weights files come back bit for bit and are refused where they do not fit; weights move to other sets.

use game::{Preset, Sets};
use games::chess::Chess;
use games::connect4::{Connect4, Lines, Squares};
use games::walk::{Visits, Walk};
use tdleaf_eval::{FileError, Weights, WeightsFile};

fn some_weights(count: usize) -> Vec<f64> {
    (1..=count).map(|i| (i as f64 * 0.7).sin() * 3.0).collect()
}

fn by_stages(values: Vec<f64>) -> Weights {
    Weights { sets: Sets::Stages, values }
}

fn file() -> WeightsFile {
    WeightsFile::new::<Connect4, _>(&Lines, &by_stages(some_weights(8)), "100 games, seed 1".to_string())
}

#[test]
fn a_file_comes_back_bit_for_bit() {
    let awkward = [0.1 + 0.2, -0.0, 1e-300, -1.0 / 3.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e16 + 2.0];
    for weights in [awkward.to_vec(), some_weights(8)] {
        let file =
            WeightsFile::new::<Connect4, _>(&Lines, &by_stages(weights.clone()), "line\n\"quoted\" é".to_string());
        let back = WeightsFile::parse(&file.text()).unwrap();
        assert_eq!(back, file);
        let fitted = back.fit::<Connect4, _>(&Lines).unwrap();
        assert_eq!(fitted.sets, Sets::Stages);
        assert!(fitted.values.iter().zip(&weights).all(|(a, b)| a.to_bits() == b.to_bits()), "{fitted:?}");
        assert_eq!(back.text(), file.text());
    }
}

#[test]
fn another_game_or_feature_set_is_refused_with_both_names() {
    let refused = |result: Result<Weights, FileError>, found: &str, wanted: &str| {
        let message = result.unwrap_err().to_string();
        let (before, after) = message.split_once(", but ").unwrap();
        assert!(before.contains(found) && after.contains(wanted), "{message}");
    };
    let file = WeightsFile::parse(&file().text()).unwrap();
    refused(file.fit::<Walk, _>(&Visits), "connect4 / lines", "walk / states");
    refused(file.fit::<Connect4, _>(&Squares), "connect4 / lines", "connect4 / squares");
    // Another choice has another number of sets in this game.
    let classes = WeightsFile { chosen: Sets::Classes, ..file.clone() };
    refused(classes.fit::<Connect4, _>(&Lines), "weight sets classes: 2", "weight sets classes: 1");
    let one = WeightsFile { chosen: Sets::One, ..file.clone() };
    refused(one.fit::<Connect4, _>(&Lines), "weight sets one: 2", "weight sets one: 1");
    // The same names of game and set, but the features were renamed or reordered since.
    let mut older = file.clone();
    older.names.swap(0, 1);
    older.layout = "0123456789abcdef".to_string();
    refused(older.fit::<Connect4, _>(&Lines), "layout 0123456789abcdef", &file.layout);
}

#[test]
fn what_is_no_weights_file_is_refused() {
    let refused = |text: &str, reason: &str| {
        let error = WeightsFile::parse(text).unwrap_err();
        assert!(matches!(error, FileError::Format(_)), "{error}");
        let message = error.to_string();
        assert!(message.starts_with("not a tdleaf weights file: ") && message.contains(reason), "{message}");
    };
    let text = file().text();
    refused("", "EOF");
    refused("not JSON", "expected");
    refused("{}", "missing field `format`");
    refused(&text[..text.len() / 2], "EOF");
    refused(
        &text.replace("tdleaf-weights-1", "tdleaf-weights-9"),
        "format 'tdleaf-weights-9', expected 'tdleaf-weights-1'",
    );
    refused(&text.replace("\"stages\"", "\"phases\""), "one, stages, classes or root-classes, not 'phases'");
    refused(&text.replace("\"sets\": 2", "\"sets\": 3"), "8 weights for 4 features in 3 sets");

    let with_first = |weight: &str| {
        let first = file().weights[0].to_string();
        text.replacen(&first, weight, 1)
    };
    refused(&with_first("NaN"), "expected");
    refused(&with_first("1e999"), "number out of range");
    refused(&with_first("null"), "invalid type: null");
    let mut short = file();
    short.weights.pop();
    refused(&short.text(), "7 weights for 4 features in 2 sets");
    let mut spoiled = file();
    spoiled.weights[3] = f64::NAN;
    refused(&spoiled.text(), "invalid type: null");
}

#[test]
fn files_from_before_there_was_a_choice_have_one_set() {
    let one = Weights { sets: Sets::One, values: some_weights(4) };
    let text = WeightsFile::new::<Connect4, _>(&Lines, &one, String::new()).text();
    let older = text.replace("  \"chosen\": \"one\",\n", "");
    assert_ne!(older, text);
    assert_eq!(WeightsFile::parse(&older).unwrap().fit::<Connect4, _>(&Lines).unwrap(), one);
}

#[test]
fn one_set_is_copied_into_several_and_several_are_never_mixed() {
    let preset = Preset { name: "x", about: "", sets: Sets::One, weights: vec![1.0, 2.0] };
    let weights = Weights::from(preset);
    let spread = |sets| weights.clone().spread::<Chess>(sets).unwrap();
    assert_eq!(spread(Sets::One), weights);
    assert_eq!(spread(Sets::Stages), by_stages([1.0, 2.0].repeat(4)));
    assert_eq!(spread(Sets::Classes).values, [1.0, 2.0].repeat(33));
    let stages = spread(Sets::Stages);
    assert_eq!(stages.clone().spread::<Chess>(Sets::Stages), Some(stages.clone()));
    for other in [Sets::One, Sets::Classes, Sets::RootClasses] {
        assert_eq!(stages.clone().spread::<Chess>(other), None, "{other}");
    }
}
