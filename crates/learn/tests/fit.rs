//! The file formats of `tdleaf fit`: what is accepted, and what a message says.

use serde_json::{Value, json};
use tdleaf_learn::fit::{self, Setup};
use tdleaf_learn::lambda::LambdaSettings;
use tdleaf_learn::{Leaf, Rule, Settings};

fn settings() -> Value {
    json!({"squash": "tanh", "lam": 0.7, "w0": [1.0, 0.0, 0.0], "step": {"kind": "fixed", "alpha": 0.5}})
}

fn game() -> Value {
    json!({
        "positions": [{"leaf": [[0, 1.0], [2, -0.5]]}, {"leaf": [], "root": [[1, 2]], "class": 3}],
        "result": 1, "predicted": [true, false], "own_rating": 1500, "opponent_rating": 1400.5, "note": "round 3",
    })
}

/// `value` with one field changed; a pointer such as `/positions/0/leaf`. Null removes the field.
fn with(mut value: Value, pointer: &str, new: Value) -> Value {
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    let parent = value.pointer_mut(parent).unwrap();
    match (parent, new) {
        (Value::Object(map), Value::Null) => drop(map.remove(field)),
        (Value::Object(map), new) => drop(map.insert(field.to_string(), new)),
        (Value::Array(list), new) => list[field.parse::<usize>().unwrap()] = new,
        _ => panic!("no field {pointer}"),
    }
    value
}

#[test]
fn what_teaches_and_what_holds_back_can_be_set() {
    let text = with(with(settings(), "/decided", json!(5)), "/pull", json!(0.001)).to_string();
    let setup = Setup::parse(&text).unwrap();
    assert_eq!((setup.settings.decided, setup.settings.pull), (Some(5.0), 0.001));
    assert!(Setup::parse(&with(settings(), "/pull", json!(2)).to_string()).is_err());
}

#[test]
fn missing_fields_have_the_usual_defaults() {
    let setup = Setup::parse(&settings().to_string()).unwrap();
    let expected = Settings { squash: setup.settings.squash, step: setup.settings.step, ..Settings::default() };
    let expected = Settings { lambda: LambdaSettings::Fixed { lambda: 0.7 }, ..expected };
    assert_eq!(setup.settings, expected);
    assert_eq!((setup.settings.beta, setup.settings.rule, setup.settings.update_every), (1.0, Rule::None, 1));
    assert_eq!((setup.model.features, setup.model.sets, setup.nested), (3, 1, false));
}

#[test]
fn every_kind_of_lambda_and_step_is_read() {
    for lam in [
        json!(1),
        json!({"kind": "fixed", "lambda": 0.5}),
        json!({"kind": "decay"}),
        json!({"kind": "forgetting-decay"}),
        json!({"kind": "forgetting-decay", "memory": 0.9, "start": 0.5}),
        json!({"kind": "linear", "from": 0.9, "to": 0.5, "games": 100}),
    ] {
        Setup::parse(&with(settings(), "/lam", lam).to_string()).unwrap();
    }
    let decay = settings().to_string().replace("0.7", "null");
    assert_eq!(Setup::parse(&decay).unwrap().settings.lambda, LambdaSettings::Decay {});
    for step in [
        json!({"kind": "harmonic", "alpha0": 0.2, "tau": 20}),
        json!({"kind": "linear", "from": 0.05, "to": 0.002, "games": 3000}),
        json!({"kind": "coherence", "c": 0.1}),
        json!({"kind": "delta-bar-delta", "kappa": 0.035, "phi": 0.333, "theta": 0.7, "eps0": 0.05}),
        json!({"kind": "adam", "alpha": 0.01}),
    ] {
        Setup::parse(&with(settings(), "/step", step).to_string()).unwrap();
    }
}

#[test]
fn classes_are_lists_of_lists() {
    let step = json!({"kind": "classes", "alpha0": 1.0, "decay": "geometric", "tau": 10.0, "rho": 0.9, "classes": 2});
    let text = with(with(settings(), "/step", step), "/w0", json!([[1, 2, 3], [4, 5, 6]]));
    let setup = Setup::parse(&text.to_string()).unwrap();
    let classed = with(with(game(), "/positions/0/class", json!(1)), "/positions/1/class", json!(1));
    let episode = setup.episode(1, &classed.to_string()).unwrap();
    let mut learner = setup.learner().unwrap();
    let lesson = learner.learn(&episode, &setup.w0).unwrap();
    let trace = fit::trace(&setup, &learner, &lesson);
    assert_eq!((&trace["counts"], &trace["weights"][0]), (&json!([0, 1]), &json!([1.0, 2.0, 3.0])));
    assert_eq!(trace["rates"], json!([1.0, 0.9]));
    let error = setup.episode(1, &with(classed, "/positions/1/class", json!(2)).to_string()).unwrap_err();
    assert_eq!(error.to_string(), "positions[1].class: class 2 is out of range (2 classes)");
    let error = setup.episode(1, &game().to_string()).unwrap_err();
    assert_eq!(error.to_string(), "positions[0].class: missing, expected the class of the position");
}

#[test]
fn leaves_may_be_over_or_unknown() {
    let setup = Setup::parse(&settings().to_string()).unwrap();
    let text = with(game(), "/positions/0/over", json!(-1));
    let text = with(text, "/positions/1", json!({"leaf": null}));
    let leaves: Vec<Leaf> = setup.episode(1, &text.to_string()).unwrap().steps.into_iter().map(|s| s.leaf).collect();
    assert_eq!(leaves, [Leaf::Over(-1), Leaf::Unknown]);
    let root = Setup::parse(&with(settings(), "/source", json!("root")).to_string()).unwrap();
    assert!(root.episode(1, &game().to_string()).unwrap_err().to_string().starts_with("positions[0].root: missing"));
}

#[test]
fn pending_changes_are_told() {
    let setup = Setup::parse(&with(settings(), "/batch", json!(2)).to_string()).unwrap();
    let mut learner = setup.learner().unwrap();
    for n in 1..=2 {
        let frozen = learner.weights().to_vec();
        learner.learn(&setup.episode(n, &game().to_string()).unwrap(), &frozen).unwrap();
        let result = fit::result(&setup, &learner);
        assert_eq!(result.get("pending").is_some(), n == 1);
        assert_eq!(result["weights"] == json!(setup.w0), n == 1);
    }
}

#[test]
fn bad_settings_are_refused_by_name() {
    for (pointer, new, message) in [
        ("/squash", Value::Null, "squash: missing"),
        ("/lam", Value::Null, "lam: missing"),
        ("/w0", Value::Null, "w0: missing"),
        ("/step", Value::Null, "step: missing"),
        ("/squash", json!("relu"), "squash: expected one of \"tanh\", \"logistic\", \"identity\", found \"relu\""),
        ("/lam", json!(1.5), "lam: expected a number from 0 to 1, found 1.5"),
        ("/lam", json!({"kind": "forgetting-decay", "memory": 2}), "lam.memory: expected a number from 0 to 1"),
        ("/w0", json!([1, "a"]), "w0[1]: expected a number, found \"a\""),
        ("/w0", json!([[1], [1, 2]]), "w0[1]: expected 1 number"),
        ("/w0", json!([]), "w0: expected"),
        ("/beta", json!(0), "beta: expected a number above 0, found 0"),
        ("/fixed", json!([3]), "fixed[0]: index 3 is out of range (3 features)"),
        ("/fixed", json!([0, 0]), "fixed[1]: index 0 is there twice"),
        ("/batch", json!(0), "batch: expected at least 1 game, found 0"),
        ("/cap", json!(-1), "cap: expected a number above 0"),
        ("/rule", json!("some"), "rule: expected one of \"none\""),
        ("/ramp_terminal", json!(1), "ramp_terminal: expected true or false, found 1"),
        ("/alpha", json!(1), "alpha: unknown field"),
        ("/step", json!({"kind": "fixed"}), "step.alpha: missing"),
        ("/step", json!({"kind": "fixed", "alpha": -1}), "step.alpha: expected a number not below 0"),
        ("/step", json!({"kind": "fixed", "alpha": 1, "c": 1}), "step.c: unknown field"),
        ("/step", json!({"kind": "classes", "alpha0": 1}), "w0: expected a list of lists"),
    ] {
        let error = Setup::parse(&with(settings(), pointer, new).to_string()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}\nexpected {message}");
    }
}

#[test]
fn bad_games_are_refused_by_name() {
    let strict = with(settings(), "/rule", json!("pos_unpredicted_weaker"));
    let setup = Setup::parse(&strict.to_string()).unwrap();
    setup.episode(1, &game().to_string()).unwrap();
    for (pointer, new, message) in [
        ("/positions", Value::Null, "positions: missing"),
        ("/positions", json!([]), "positions: a game needs at least one position"),
        ("/positions/0", json!(1), "positions[0]: expected an object"),
        ("/positions/0/leef", json!([]), "positions[0].leef: unknown field"),
        ("/positions/0/leaf", Value::Null, "positions[0].leaf: missing"),
        ("/positions/0/leaf", json!([[0, 1], [3, 1]]), "positions[0].leaf[1]: index 3 is out of range (3 features)"),
        ("/positions/0/leaf", json!([[0, 1], [0, 1]]), "positions[0].leaf: index 0 is there twice"),
        ("/positions/0/leaf", json!([[0]]), "positions[0].leaf[0]: expected a pair [index, value]"),
        ("/positions/0/leaf", json!([[0.5, 1]]), "positions[0].leaf[0]: index: expected a whole number, found 0.5"),
        ("/positions/0/leaf", json!([[0, "1"]]), "positions[0].leaf[0]: value: expected a number, found \"1\""),
        ("/positions/1/root", json!(7), "positions[1].root: expected a list"),
        ("/positions/1/over", json!(2), "positions[1].over: expected -1, 0 or 1, found 2"),
        ("/positions/1/class", json!("x"), "positions[1].class: expected a whole number"),
        ("/result", Value::Null, "result: missing"),
        ("/result", json!(0.5), "result: expected -1, 0 or 1, found 0.5"),
        ("/predicted", Value::Null, "predicted: missing, but the rule asks for it"),
        ("/predicted", json!([true]), "predicted: expected 2 values, one for each position, found 1"),
        ("/predicted/1", json!(0), "predicted[1]: expected true or false, found 0"),
        ("/own_rating", json!("strong"), "own_rating: expected a number"),
        ("/opponent_rating", Value::Null, "opponent_rating: missing, but the rule asks for it"),
        ("/winner", json!(1), "winner: unknown field"),
    ] {
        let error = setup.episode(1, &with(game(), pointer, new).to_string()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}\nexpected {message}");
    }
    for (text, message) in [
        ("{\"result\": 1e999}", "not valid JSON at column 16: number out of range (numbers must be finite"),
        ("{\"result\": NaN}", "not valid JSON at column 12: expected value (numbers must be finite"),
        ("{\"result\": 1", "not valid JSON at column 12: EOF"),
        ("[]", "expected an object {...}, found a list of 0"),
    ] {
        let error = setup.episode(1, text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}\nexpected {message}");
    }
}
