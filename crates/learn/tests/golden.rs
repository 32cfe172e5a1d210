//! The learning law: every rule, step size and policy for lambda gives the golden values.

use eval::LinearModel;
use serde_json::{Map, Value, json};
use tdleaf_learn::fit::{self, Setup};
use tdleaf_learn::lambda::{self, Row, Table};
use tdleaf_learn::online::{Autostep, Tidbd, true_online};
use tdleaf_learn::step::StepState;
use tdleaf_learn::{Learner, Lesson};

fn load(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn items(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    items(value).iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Compares numbers, lists and lists of lists.
fn same(found: &Value, expected: &Value, place: &str) {
    match (found, expected) {
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}: lengths");
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                same(a, b, &format!("{place}[{i}]"));
            }
        }
        _ => {
            let (a, b) = (found.as_f64().unwrap(), expected.as_f64().unwrap());
            assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{place}: {a}, expected {b}");
        }
    }
}

/// The settings file for a config: the fields of the step size move into `step`.
fn setup(config: &Value, kind: &str) -> Setup {
    let step_fields =
        ["alpha", "alpha0", "c", "kappa", "phi", "theta", "eps0", "mode", "decay", "tau", "rho", "classes"];
    let (mut top, mut step) = (Map::new(), Map::new());
    step.insert("kind".into(), json!(kind));
    for (key, value) in config.as_object().unwrap() {
        let target = if step_fields.contains(&key.as_str()) { &mut step } else { &mut top };
        target.insert(key.clone(), value.clone());
    }
    top.insert("step".into(), Value::Object(step));
    Setup::parse(&Value::Object(top).to_string()).unwrap()
}

/// Learns the games one after the other and shows the learner, its lesson and the trace line after each.
fn run(setup: &Setup, games: &[Value], mut after: impl FnMut(usize, &Learner<LinearModel>, &Lesson, &Value)) {
    let mut learner = setup.learner().unwrap();
    for (k, game) in games.iter().enumerate() {
        let episode = setup.episode(k as u64 + 1, &game.to_string()).unwrap();
        let frozen = learner.weights().to_vec();
        let lesson = learner.learn(&episode, &frozen).unwrap();
        after(k, &learner, &lesson, &fit::trace(setup, &learner, &lesson));
    }
}

#[test]
fn tdleaf() {
    let file = load("tdleaf");
    let games = items(&file["games"]);
    for variant in items(&file["variants"]) {
        let (name, setup) = (&variant["name"], setup(&variant["config"], "fixed"));
        run(&setup, games, |k, learner, lesson, trace| {
            let place = format!("{name} game {}", k + 1);
            if k == 0 {
                let first = &variant["game1"];
                same(&json!(lesson.outcome[0]), &first["outcome"], &format!("{place} outcome"));
                same(&json!(lesson.predictions), &first["predictions"], &format!("{place} predictions"));
                same(&json!(lesson.td_raw), &first["td_raw"], &format!("{place} td_raw"));
                same(&json!(lesson.td), &first["td_after_rule"], &format!("{place} td_after_rule"));
                same(&json!(lesson.delta), &first["delta"], &format!("{place} delta"));
            }
            same(&trace["weights"], &variant["weights_after_game"][k], &format!("{place} weights"));
            if k + 1 == games.len() {
                same(&json!(learner.state().pending), &variant["pending_delta"], &format!("{place} pending"));
                assert_eq!(items(&variant["weights_after_game"]).len(), games.len());
            }
        });
    }
}

/// Compares every field of `after_game` with the trace line, or with the lesson.
fn compare_after_games(file: &Value, kind: &str) {
    let games = items(&file["games"]);
    for variant in items(&file["variants"]) {
        assert_eq!(items(&variant["after_game"]).len(), games.len());
        run(&setup(&variant["config"], kind), games, |k, _, lesson, trace| {
            for (field, expected) in variant["after_game"][k].as_object().unwrap() {
                let found = match field.as_str() {
                    "r_sum" => json!(lesson.sum),
                    "r_abs_sum" => json!(lesson.absolute),
                    other => trace[other].clone(),
                };
                same(&found, expected, &format!("{} game {} {field}", variant["name"], k + 1));
            }
        });
    }
}

#[test]
fn fusc() {
    compare_after_games(&load("fusc"), "classes");
}

#[test]
fn temporal_coherence() {
    compare_after_games(&load("tc"), "coherence");
}

#[test]
fn delta_bar_delta() {
    compare_after_games(&load("dbd"), "delta-bar-delta");
}

#[test]
fn q_grid() {
    let file = load("q_grid");
    same(&json!(lambda::BORDER), &file["s"], "s");
    let p = numbers(&file["p"]);
    for (i, &later) in p.iter().enumerate() {
        same(&json!(lambda::knee(later)), &file["knee"][i], &format!("knee[{i}]"));
        for (j, &earlier) in p.iter().enumerate() {
            same(&json!(lambda::q(later, earlier)), &file["q"][i][j], &format!("q[{i}][{j}]"));
        }
    }
}

fn rows(value: &Value) -> Vec<Row> {
    items(value).iter().map(numbers).map(|row| (row[0] as usize, row[1], row[2])).collect()
}

#[test]
fn psi() {
    let file = load("psi");
    for table in items(&file["tables"]) {
        let (name, rows) = (&table["name"], rows(&table["rows"]));
        let psi = lambda::psi(&rows).unwrap();
        same(&json!(psi), &table["psi"], &format!("{name} psi"));
        same(&json!(lambda::error(&rows, psi)), &table["error"], &format!("{name} error"));
        let grid: Vec<f64> = (0..=1000).map(|i| lambda::error(&rows, f64::from(i) / 1000.0)).collect();
        let lowest = |i: usize| (i == 0 || grid[i - 1] > grid[i]) && (i == 1000 || grid[i + 1] > grid[i]);
        let minima = (0..=1000).filter(|i| lowest(*i)).count();
        assert_eq!(json!(minima), table["local_minima"], "{name} local minima");
    }
    let mut table = Table::default();
    for (k, sequence) in items(&file["sequences"]).iter().enumerate() {
        let mut predictions = numbers(&sequence["predictions"]);
        predictions.push(sequence["outcome"].as_f64().unwrap());
        predictions.iter_mut().for_each(|p| *p = p.clamp(0.0, 1.0));
        table.add(&predictions);
        let after = &file["after_sequence"][k];
        same(&json!(table.rows()), &after["rows"], &format!("rows after sequence {}", k + 1));
        same(&json!(lambda::psi(&table.rows()).unwrap()), &after["psi"], &format!("psi after sequence {}", k + 1));
    }
}

/// A walk such as "DCBCDEFG": the states visited, B = 0, and the outcome.
fn walk(text: &Value) -> (Vec<usize>, i32) {
    let (states, end) = text.as_str().unwrap().split_at(text.as_str().unwrap().len() - 1);
    (states.bytes().map(|b| usize::from(b - b'B')).collect(), i32::from(end == "G"))
}

fn goodness(w: &[f64]) -> f64 {
    let truth = |i: usize| (i + 1) as f64 / 6.0;
    let error = |w: &dyn Fn(usize) -> f64| (0..5).map(|i| (w(i) - truth(i)) * (w(i) - truth(i))).sum::<f64>();
    1.0 - error(&|i| w[i]) / error(&|_| 0.5)
}

#[test]
fn random_walk_learnt_at_the_end() {
    let file = load("random_walk");
    let game = |text: &Value| {
        let (states, result) = walk(text);
        let positions: Vec<Value> = states.iter().map(|s| json!({"leaf": [[s, 1.0]]})).collect();
        json!({"positions": positions, "result": result})
    };
    let games: Vec<Value> = items(&file["sequences"]).iter().map(game).collect();
    let mut methods = 0;
    for method in items(&file["methods"]) {
        let name = method["name"].as_str().unwrap();
        let kind = match name.split('_').next().unwrap() {
            "fixed" => "fixed",
            "tc" => "coherence",
            "dbd" => "delta-bar-delta",
            _ => continue,
        };
        methods += 1;
        let mut config = method["params"].clone();
        config["w0"] = file["w0"].clone();
        config["squash"] = json!("identity");
        config["lam"] = config["lam"].clone();
        let mut marks = items(&method["trace"]).iter().peekable();
        run(&setup(&config, kind), &games, |k, learner, _, trace| {
            let Some(mark) = marks.next_if(|mark| mark["sequence"] == json!(k + 1)) else { return };
            for (field, expected) in mark.as_object().unwrap() {
                let found = match field.as_str() {
                    "sequence" => continue,
                    "g" => json!(goodness(learner.weights())),
                    other => trace[other].clone(),
                };
                same(&found, expected, &format!("{name} sequence {} {field}", k + 1));
            }
        });
        assert!(marks.next().is_none(), "{name}: not all marks were reached");
    }
    assert_eq!(methods, 7);
}

/// Changes the weights by a walk and its outcome.
type OnTheWay<'a> = Box<dyn FnMut(&mut [f64], &[usize], f64) + 'a>;

#[test]
fn random_walk_learnt_on_the_way() {
    let file = load("random_walk");
    let mut methods = 0;
    for method in items(&file["methods"]) {
        let name = method["name"].as_str().unwrap();
        let p = |field: &str| method["params"][field].as_f64().unwrap();
        let mut learn: OnTheWay<'_> = match name {
            "true_online" => Box::new(|w, walk, z| true_online(w, walk, z, p("alpha"), p("lam"))),
            "tidbd" => {
                let mut state = Tidbd::new(p("theta"), p("a0"), p("lam"), 5);
                Box::new(move |w, walk, z| state.learn(w, walk, z))
            }
            "autostep" => {
                let mut state = Autostep::new(p("theta"), p("a0"), p("lam"), p("tau"), 5);
                Box::new(move |w, walk, z| state.learn(w, walk, z))
            }
            _ => continue,
        };
        methods += 1;
        let mut w = numbers(&file["w0"]);
        let mut marks = items(&method["trace"]).iter().peekable();
        for (k, text) in items(&file["sequences"]).iter().enumerate() {
            let (states, outcome) = walk(text);
            learn(&mut w, &states, f64::from(outcome));
            if let Some(mark) = marks.next_if(|mark| mark["sequence"] == json!(k + 1)) {
                same(&json!(w), &mark["weights"], &format!("{name} sequence {} weights", k + 1));
                same(&json!(goodness(&w)), &mark["g"], &format!("{name} sequence {} g", k + 1));
            }
        }
        assert!(marks.next().is_none(), "{name}: not all marks were reached");
    }
    assert_eq!(methods, 3);
}

#[test]
fn a_wrong_number_is_noticed() {
    let file = load("tc");
    let mut broken = file.clone();
    let number = &mut broken["variants"][3]["after_game"][19]["N"][4];
    *number = json!(number.as_f64().unwrap() + 1e-6);
    assert!(std::panic::catch_unwind(|| compare_after_games(&broken, "coherence")).is_err());
    let setup = setup(&file["variants"][0]["config"], "coherence");
    assert!(matches!(setup.learner().unwrap().state().step, StepState::Coherence(_)));
}
