//! The settings file of `tdleaf fit`.

use super::FitError;
use super::read::{At, boolean, expected, list, number, one_of, only, parse, quoted, whole};
use crate::lambda::LambdaSettings;
use crate::step::StepSettings;
use crate::{LearnError, Learner, Rule, Settings, Source, Squash};
use eval::LinearModel;
use serde_json::{Map, Value, json};

/// What the settings file says: how to learn, and where the weights start.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The settings of the learner.
    pub settings: Settings,
    /// The first weights, class after class.
    pub w0: Vec<f64>,
    /// The number of features and classes.
    pub model: LinearModel,
    /// True if the weights are written as a list of lists, one for each class; positions then have a class.
    pub nested: bool,
}

const FIELDS: [&str; 15] = [
    "source",
    "squash",
    "beta",
    "lam",
    "w0",
    "rule",
    "ramp_factor",
    "ramp_terminal",
    "fixed",
    "batch",
    "cap",
    "decided",
    "pull",
    "learn_beta",
    "step",
];

/// What a field of `step` or `lam` may be.
#[derive(Clone, Copy)]
enum Kind {
    Number,
    Whole,
    OneOf(&'static [&'static str]),
}

/// Name, what it may be, and whether it must be there.
type Field = (&'static str, Kind, bool);

const MODES: &[&str] = &["compound", "additive", "compound_new", "compound_step", "per_sequence"];

const STEPS: [(&str, &[Field]); 8] = [
    ("fixed", &[("alpha", Kind::Number, true)]),
    ("harmonic", &[("alpha0", Kind::Number, true), ("tau", Kind::Number, true)]),
    ("linear", &[("from", Kind::Number, true), ("to", Kind::Number, true), ("games", Kind::Whole, true)]),
    ("exponential", &[("from", Kind::Number, true), ("to", Kind::Number, true), ("games", Kind::Whole, true)]),
    (
        "classes",
        &[
            ("alpha0", Kind::Number, true),
            ("decay", Kind::OneOf(&["harmonic", "geometric"]), false),
            ("tau", Kind::Number, false),
            ("rho", Kind::Number, false),
            ("classes", Kind::Whole, false),
        ],
    ),
    ("coherence", &[("c", Kind::Number, true)]),
    (
        "delta-bar-delta",
        &[
            ("kappa", Kind::Number, true),
            ("phi", Kind::Number, true),
            ("theta", Kind::Number, true),
            ("eps0", Kind::Number, true),
            ("mode", Kind::OneOf(MODES), false),
        ],
    ),
    (
        "adam",
        &[
            ("alpha", Kind::Number, true),
            ("beta1", Kind::Number, false),
            ("beta2", Kind::Number, false),
            ("eps", Kind::Number, false),
        ],
    ),
];

const LAMBDAS: [(&str, &[Field]); 4] = [
    ("fixed", &[("lambda", Kind::Number, true)]),
    ("decay", &[]),
    ("forgetting-decay", &[("memory", Kind::Number, false), ("start", Kind::Number, false)]),
    ("linear", &[("from", Kind::Number, true), ("to", Kind::Number, true), ("games", Kind::Whole, true)]),
];

impl Setup {
    /// Reads and checks the text of a settings file.
    pub fn parse(text: &str) -> Result<Setup, FitError> {
        let map = parse(text)?;
        only(&map, &FIELDS, "")?;
        let (w0, sets) = weights(required(&map, "w0", "the list of the first weights")?)?;
        let model = LinearModel { features: w0.len() / sets.unwrap_or(1), sets: sets.unwrap_or(1) };
        let mut settings = Settings::default();
        let name = |field: &'static str| move || field.to_string();
        if let Some(value) = map.get("source") {
            settings.source = source(value).at(name("source"))?;
        }
        let squashes = ["tanh", "logistic", "identity"];
        let squash = required(&map, "squash", &format!("one of {}", quoted(&squashes)))?;
        settings.squash =
            [Squash::Tanh, Squash::Logistic, Squash::Identity][one_of(squash, &squashes).at(name("squash"))?];
        if let Some(value) = map.get("rule") {
            settings.rule = Rule::NAMES[one_of(value, &Rule::NAMES.map(|(name, _)| name)).at(name("rule"))?].1;
        }
        let numbers =
            [("beta", &mut settings.beta), ("ramp_factor", &mut settings.ramp_factor), ("pull", &mut settings.pull)];
        for (field, target) in numbers {
            if let Some(value) = map.get(field) {
                *target = number(value).at(name(field))?;
            }
        }
        let flags = [("ramp_terminal", &mut settings.ramp_terminal), ("learn_beta", &mut settings.learn_beta)];
        for (field, target) in flags {
            if let Some(value) = map.get(field) {
                *target = boolean(value).at(name(field))?;
            }
        }
        if let Some(value) = map.get("batch") {
            settings.update_every = whole(value).at(name("batch"))?;
        }
        for (field, target) in [("cap", &mut settings.cap), ("decided", &mut settings.decided)] {
            if let Some(value) = map.get(field).filter(|value| !value.is_null()) {
                *target = Some(number(value).at(name(field))?);
            }
        }
        if let Some(value) = map.get("fixed") {
            settings.fixed = fixed(value, model.features)?;
        }
        settings.step =
            step(required(&map, "step", "an object such as {\"kind\": \"fixed\", \"alpha\": 0.05}")?, sets)?;
        settings.lambda = match map.get("lam") {
            Some(_) if !settings.source.temporal() => {
                return Err(FitError::new("lam", "has no part in \"rootstrap\": leave it out"));
            }
            None if !settings.source.temporal() => LambdaSettings::Fixed { lambda: 0.0 },
            _ => lambda(required(&map, "lam", LAM)?)?,
        };
        settings.check(&model).map_err(rename)?;
        Ok(Setup { settings, w0, model, nested: sets.is_some() })
    }

    /// A learner with these settings.
    pub fn learner(&self) -> Result<Learner<LinearModel>, LearnError> {
        Learner::new(self.settings.clone(), self.model, &self.w0)
    }
}

const LAM: &str = "a number from 0 to 1, null for prediction decay, or an object such as {\"kind\": \"decay\"}";

fn required<'a>(map: &'a Map<String, Value>, field: &str, what: &str) -> Result<&'a Value, FitError> {
    map.get(field).ok_or_else(|| FitError::new(field, format!("missing, expected {what}")))
}

fn source(value: &Value) -> Result<Source, String> {
    if value == "treestrap" {
        return Err(
            "\"treestrap\" needs every node of every search, and game lines hold the principal leaf only: use \
                    \"rootstrap\", or tdleaf learn"
                .to_string(),
        );
    }
    let sources = [("leaf", Source::Leaf), ("root", Source::Root), ("rootstrap", Source::RootStrap)];
    Ok(sources[one_of(value, &sources.map(|(name, _)| name))?].1)
}

/// The weights, class after class, and the number of classes if they are a list of lists.
fn weights(value: &Value) -> Result<(Vec<f64>, Option<usize>), FitError> {
    let what = "a list of numbers, or a list of such lists, one for each class";
    let items = list(value, what).at(|| "w0".to_string())?;
    let Some(first) = items.first() else {
        return Err(FitError::new("w0", format!("expected {what}, found an empty list")));
    };
    let Some(row) = first.as_array() else {
        let numbers = items.iter().enumerate().map(|(i, item)| number(item).at(|| format!("w0[{i}]")));
        return Ok((numbers.collect::<Result<_, _>>()?, None));
    };
    let mut flat = Vec::new();
    for (class, item) in items.iter().enumerate() {
        let numbers = list(item, "a list of numbers").at(|| format!("w0[{class}]"))?;
        if numbers.len() != row.len() || numbers.is_empty() {
            let problem =
                format!("expected {} numbers as in the first class (at least 1), found {}", row.len(), numbers.len());
            return Err(FitError::new(format!("w0[{class}]"), problem));
        }
        for (i, item) in numbers.iter().enumerate() {
            flat.push(number(item).at(|| format!("w0[{class}][{i}]"))?);
        }
    }
    Ok((flat, Some(items.len())))
}

fn fixed(value: &Value, features: usize) -> Result<Vec<usize>, FitError> {
    let mut indices = Vec::new();
    for (i, item) in list(value, "a list of feature indices").at(|| "fixed".to_string())?.iter().enumerate() {
        let index = whole(item).at(|| format!("fixed[{i}]"))? as usize;
        if index >= features || indices.contains(&index) {
            let why =
                if index >= features { format!("out of range ({features} features)") } else { "there twice".into() };
            return Err(FitError::new(format!("fixed[{i}]"), format!("index {index} is {why}")));
        }
        indices.push(index);
    }
    Ok(indices)
}

fn step(value: &Value, sets: Option<usize>) -> Result<StepSettings, FitError> {
    let mut map = kinds(value, "step", &STEPS)?;
    if map["kind"] == "classes" {
        let Some(sets) = sets else {
            return Err(FitError::new(
                "w0",
                "expected a list of lists, one for each class, because step is of kind \"classes\"",
            ));
        };
        if let Some(classes) = map.remove("classes").filter(|classes| whole(classes) != Ok(sets as u64)) {
            return Err(FitError::new(
                "step.classes",
                format!("expected {sets}, the number of lists in w0, found {classes}"),
            ));
        }
    }
    serde_json::from_value(Value::Object(map)).map_err(|error| FitError::new("step", error.to_string()))
}

fn lambda(value: &Value) -> Result<LambdaSettings, FitError> {
    match value {
        Value::Null => Ok(LambdaSettings::Decay {}),
        Value::Number(_) => Ok(LambdaSettings::Fixed { lambda: number(value).at(|| "lam".to_string())? }),
        Value::Object(_) => {
            let map = kinds(value, "lam", &LAMBDAS)?;
            serde_json::from_value(Value::Object(map)).map_err(|error| FitError::new("lam", error.to_string()))
        }
        other => Err(FitError::new("lam", expected(LAM, other))),
    }
}

/// Checks an object with a kind against the table of kinds; the fields come back in their plainest form.
fn kinds(value: &Value, name: &str, table: &[(&str, &[Field])]) -> Result<Map<String, Value>, FitError> {
    let names: Vec<&str> = table.iter().map(|(kind, _)| *kind).collect();
    let what = format!("an object whose kind is one of {}", quoted(&names));
    let map = value.as_object().ok_or_else(|| expected(&what, value)).at(|| name.to_string())?;
    let field = |field: &str| format!("{name}.{field}");
    let kind =
        map.get("kind").ok_or_else(|| format!("missing, expected one of {}", quoted(&names))).at(|| field("kind"))?;
    let (_, fields) = table[one_of(kind, &names).at(|| field("kind"))?];
    let allowed: Vec<&str> = ["kind"].into_iter().chain(fields.iter().map(|(name, ..)| *name)).collect();
    only(map, &allowed, &format!("{name}."))?;
    let mut plain = Map::from_iter([("kind".to_string(), kind.clone())]);
    for (key, kind, needed) in fields {
        let Some(value) = map.get(*key) else {
            if *needed {
                return Err(FitError::new(field(key), "missing, expected a number"));
            }
            continue;
        };
        let value = match kind {
            Kind::Number => number(value).map(|x| json!(x)),
            Kind::Whole => whole(value).map(|x| json!(x)),
            Kind::OneOf(names) => one_of(value, names).map(|_| value.clone()),
        };
        plain.insert(key.to_string(), value.at(|| field(key))?);
    }
    Ok(plain)
}

/// The learner's names of settings in the words of the file.
fn rename(error: LearnError) -> FitError {
    match error {
        LearnError::Setting { field, problem } => {
            let field = match field.as_str() {
                "update_every" => "batch".to_string(),
                other => other.replacen("lambda", "lam", usize::from(other.starts_with("lambda"))),
            };
            FitError::new(field, problem)
        }
        other => FitError::new("", other.to_string()),
    }
}
