//! Step sizes and lambda policies as short texts: `coherence:0.25`, `fixed:0.05`, `linear:1,0.7,300`.

use learn::lambda::LambdaSettings;
use learn::step::StepSettings;
use serde_json::{Value, json};

/// A kind and its constants, some of them with defaults.
type Kind = (&'static str, &'static [(&'static str, Option<f64>)]);

/// For each kind of step size, its constants in the order of the short text, with defaults.
const STEPS: &[Kind] = &[
    ("fixed", &[("alpha", Some(0.05))]),
    ("coherence", &[("c", Some(0.25))]),
    ("harmonic", &[("alpha0", Some(0.2)), ("tau", Some(20.0))]),
    ("linear", &[("from", Some(0.05)), ("to", Some(0.002)), ("games", None)]),
    ("exponential", &[("from", Some(0.1)), ("to", Some(0.003)), ("games", None)]),
    ("classes", &[("alpha0", Some(1.0)), ("tau", Some(10.0)), ("rho", Some(0.95))]),
    ("delta-bar-delta", &[("kappa", Some(0.035)), ("phi", Some(0.333)), ("theta", Some(0.7)), ("eps0", Some(0.05))]),
    (
        "adam",
        &[("alpha", Some(0.01)), ("tau", Some(0.0)), ("beta1", Some(0.9)), ("beta2", Some(0.999)), ("eps", Some(1e-8))],
    ),
];

const LAMBDAS: &[Kind] = &[
    ("fixed", &[("lambda", None)]),
    ("decay", &[]),
    ("forgetting-decay", &[("memory", Some(0.98)), ("start", Some(0.3)), ("most", Some(0.95))]),
    ("linear", &[("from", None), ("to", None), ("games", None)]),
];

/// Reads a step size; whole JSON objects are understood too.
pub fn step(text: &str) -> Result<StepSettings, String> {
    let mut value = read("--step", text, STEPS)?;
    if value["kind"] == "delta-bar-delta" && value.get("mode").is_none() {
        value["mode"] = json!("compound");
    }
    if value["kind"] == "classes" {
        let object = value.as_object_mut().expect("it has a kind");
        object.entry("decay").or_insert(json!("harmonic"));
    }
    let step: StepSettings = serde_json::from_value(value).map_err(|error| format!("--step '{text}': {error}"))?;
    step.check().map_err(|error| format!("--step '{text}': {error}"))?;
    Ok(step)
}

/// Reads a lambda policy; a plain number is a fixed lambda.
pub fn lambda(text: &str) -> Result<LambdaSettings, String> {
    let value = match text.parse::<f64>() {
        Ok(number) if number.is_finite() => json!({"kind": "fixed", "lambda": number}),
        Ok(_) => return Err(format!("--lambda '{text}': expected a number from 0 to 1")),
        Err(_) => read("--lambda", text, LAMBDAS)?,
    };
    let lambda: LambdaSettings =
        serde_json::from_value(value).map_err(|error| format!("--lambda '{text}': {error}"))?;
    lambda.check().map_err(|error| format!("--lambda '{text}': {error}"))?;
    Ok(lambda)
}

fn read(option: &str, text: &str, kinds: &[Kind]) -> Result<Value, String> {
    if text.starts_with('{') {
        return serde_json::from_str(text).map_err(|error| format!("{option} '{text}': {error}"));
    }
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let Some((_, fields)) = kinds.iter().find(|(name, _)| *name == kind) else {
        let names: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
        return Err(format!("{option} '{text}' is unknown; kinds: {}", names.join(", ")));
    };
    let given: Vec<&str> = if rest.is_empty() { Vec::new() } else { rest.split(',').collect() };
    if given.len() > fields.len() {
        let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        return Err(format!("{option} '{text}' has too many numbers; {kind} has: {}", names.join(", ")));
    }
    let mut value = json!({ "kind": kind });
    for (at, (name, default)) in fields.iter().enumerate() {
        let number = match given.get(at).filter(|part| !part.is_empty()) {
            Some(part) => {
                let number = part.trim().parse::<f64>().ok().filter(|number| number.is_finite());
                number.ok_or(format!("{option} '{text}': '{part}' is no number"))?
            }
            None => default.ok_or(format!("{option} '{text}' needs a number for {name}"))?,
        };
        // Whole numbers stay whole: a number of games is one.
        let whole = *name == "games" && number.fract() == 0.0 && number >= 0.0;
        value[*name] = if whole { json!(number as u64) } else { json!(number) };
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_short_text() {
        for (kind, fields) in STEPS {
            let numbers = if fields.iter().any(|(_, default)| default.is_none()) { ":0.1,0.01,100" } else { "" };
            step(&format!("{kind}{numbers}")).unwrap();
        }
        assert_eq!(lambda("0.7").unwrap(), lambda("fixed:0.7").unwrap());
        assert_eq!(lambda("linear:1,0.7,300").unwrap(), LambdaSettings::Linear { from: 1.0, to: 0.7, games: 300 });
        lambda("decay").unwrap();
        lambda("forgetting-decay:0.9").unwrap();
        step(r#"{"kind":"coherence","c":1}"#).unwrap();
    }

    #[test]
    fn nonsense_is_told() {
        for (text, word) in [
            ("x", "kinds"),
            ("fixed:x", "no number"),
            ("fixed:1,2", "too many"),
            ("linear", "games"),
            ("fixed:-1", "alpha"),
        ] {
            assert!(step(text).unwrap_err().contains(word), "{text}: {:?}", step(text));
        }
        for (text, word) in [("1.5", "lambda"), ("linear:1", "needs"), ("nan", "from 0 to 1"), ("inf", "from 0 to 1")] {
            assert!(lambda(text).unwrap_err().contains(word), "{text}: {:?}", lambda(text));
        }
    }
}
