//! The thesis' tables.

use crate::verdict::Estimate;
use arena::Score;
use serde_json::Value;
use std::sync::OnceLock;

/// A place in the tables, as "/5.3/values/0/1".
pub fn value(place: &str) -> &'static Value {
    static TABLES: OnceLock<Value> = OnceLock::new();
    let read = || serde_json::from_str(include_str!("../data/thesis_tables.json")).expect("the tables are JSON");
    TABLES.get_or_init(read).pointer(place).unwrap_or_else(|| panic!("the thesis' tables have no {place}"))
}

/// A number.
pub fn number(place: &str) -> f64 {
    value(place).as_f64().unwrap_or_else(|| panic!("{place} is no number"))
}

/// A list of numbers.
pub fn numbers(place: &str) -> Vec<f64> {
    let list = value(place).as_array().unwrap_or_else(|| panic!("{place} is no list"));
    list.iter().map(|number| number.as_f64().unwrap_or(f64::NAN)).collect()
}

/// The score of a match, given as wins, losses and draws in this order, in percent.
pub fn percent(wins: f64, losses: f64, draws: f64) -> Option<Estimate> {
    Estimate::percent(Score { wins: wins as u64, draws: draws as u64, losses: losses as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_there() {
        assert_eq!(number("/5.3/values/0/1"), 1116.0);
        assert_eq!(numbers("/5.1/values/4"), [0.57, 1.47, 1.78, 2.92, 6.36]);
        assert!((percent(1116.0, 782.0, 102.0).unwrap().value - 58.35).abs() < 1e-9);
    }
}
