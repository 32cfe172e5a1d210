//! Reading JSON values with messages that say what was expected and what was found.

use serde_json::{Map, Value};
use thiserror::Error;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{problem}", field, if field.is_empty() { "" } else { ": " })]
pub struct FitError {
    /// The field, such as `positions[3].leaf[2]`; empty if the whole text is meant.
    pub field: String,
    /// What was expected and what was found.
    pub problem: String,
}

impl FitError {
    /// A problem with a field.
    pub fn new(field: impl Into<String>, problem: impl Into<String>) -> FitError {
        FitError { field: field.into(), problem: problem.into() }
    }
}

/// Adds the field to a problem.
pub(super) trait At<T> {
    /// The field is only worked out when something is wrong.
    fn at(self, field: impl FnOnce() -> String) -> Result<T, FitError>;
}

impl<T> At<T> for Result<T, String> {
    fn at(self, field: impl FnOnce() -> String) -> Result<T, FitError> {
        self.map_err(|problem| FitError::new(field(), problem))
    }
}

/// Parses a text whose outermost value is an object.
pub(super) fn parse(text: &str) -> Result<Map<String, Value>, FitError> {
    match serde_json::from_str(text) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(other) => Err(FitError::new("", expected("an object {...}", &other))),
        Err(error) => Err(FitError::new("", syntax(&error))),
    }
}

/// The parser's message. Game lines are one line each, whose number the caller knows better.
fn syntax(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let problem = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    let place = if line > 1 { format!("line {line} column {column}") } else { format!("column {column}") };
    let number = problem.starts_with("number out of range") || problem.starts_with("expected value");
    let hint = if number { " (numbers must be finite: JSON has no NaN or Infinity)" } else { "" };
    format!("not valid JSON at {place}: {problem}{hint}")
}

/// Refuses fields that are not in the list: a misspelt name would otherwise go unnoticed.
pub(super) fn only(map: &Map<String, Value>, allowed: &[&str], inside: &str) -> Result<(), FitError> {
    match map.keys().find(|key| !allowed.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(FitError::new(
            format!("{inside}{key}"),
            format!("unknown field, expected one of {}", allowed.join(", ")),
        )),
    }
}

pub(super) fn number(value: &Value) -> Result<f64, String> {
    value.as_f64().filter(|x| x.is_finite()).ok_or_else(|| expected("a number", value))
}

/// A whole number that is not negative. 2.0 is as good as 2.
pub(super) fn whole(value: &Value) -> Result<u64, String> {
    let rounded = value.as_f64().filter(|x| x.fract() == 0.0 && (0.0..9e15).contains(x)).map(|x| x as u64);
    value.as_u64().or(rounded).ok_or_else(|| expected("a whole number", value))
}

/// Points of a finished game.
pub(super) fn points(value: &Value) -> Result<i32, String> {
    match value.as_f64() {
        Some(x) if [-1.0, 0.0, 1.0].contains(&x) => Ok(x as i32),
        _ => Err(expected("-1, 0 or 1", value)),
    }
}

pub(super) fn boolean(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| expected("true or false", value))
}

pub(super) fn list<'a>(value: &'a Value, what: &str) -> Result<&'a Vec<Value>, String> {
    value.as_array().ok_or_else(|| expected(what, value))
}

pub(super) fn one_of(value: &Value, names: &[&str]) -> Result<usize, String> {
    let at = value.as_str().and_then(|text| names.iter().position(|name| *name == text));
    at.ok_or_else(|| expected(&format!("one of {}", quoted(names)), value))
}

pub(super) fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

pub(super) fn expected(what: &str, found: &Value) -> String {
    let found = match found {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".to_string(),
        Value::String(text) if text.chars().count() > 40 => "a long text".to_string(),
        simple => simple.to_string(),
    };
    format!("expected {what}, found {found}")
}
