//! Twenty results, judged by a calculation in another language that shares no method with ours where there is a choice:
//! `data/independent.py` wrote `data/match_statistics.json`.

use serde_json::Value;
use tdleaf_arena::statistics::{Model, Pairs, Sample, Score, Sprt};

fn near(found: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().unwrap_or_else(|| panic!("{what}: no number"));
    let tolerance = 1e-6 * (1.0 + expected.abs());
    assert!((found - expected).abs() < tolerance, "{what}: {found}, but the independent calculation says {expected}");
}

fn compare<const N: usize>(sample: &Sample<N>, expected: &Value, what: &str) {
    let elo = sample.elo();
    near(sample.mean(), &expected["mean"], &format!("{what}: mean"));
    near(elo.difference, &expected["elo"], &format!("{what}: elo"));
    near(elo.low, &expected["low"], &format!("{what}: low"));
    near(elo.high, &expected["high"], &format!("{what}: high"));
    near(sample.superiority(), &expected["superiority"], &format!("{what}: superiority"));
    let normalised = sample.normalised().unwrap();
    near(normalised.difference, &expected["normalised"], &format!("{what}: normalised Elo"));
    let margin = (normalised.high - normalised.low) / 2.0;
    near(margin, &expected["normalised_margin"], &format!("{what}: its margin"));
    for (elo0, elo1) in [(0.0, 5.0), (-3.0, 1.0)] {
        for (model, name) in [(Model::Logistic, "logistic"), (Model::Normalised, "normalised")] {
            let name = format!("llr_{name}_{elo0}_{elo1}");
            let llr = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }.llr_of(sample);
            near(llr, &expected[&name], &format!("{what}: {name}"));
        }
    }
}

#[test]
fn an_independent_calculation_agrees() {
    let results: Value = serde_json::from_str(include_str!("data/match_statistics.json")).unwrap();
    let results = results.as_array().unwrap();
    assert_eq!(results.len(), 20);
    for result in results {
        let count = |name: &str| result[name].as_u64().unwrap();
        let score = Score { wins: count("wins"), draws: count("draws"), losses: count("losses") };
        let pairs: Vec<u64> = result["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let pairs = Pairs(pairs.try_into().unwrap());
        assert!(pairs.complete(&score));
        compare(&score.sample(), &result["by_game"], &format!("{score:?}"));
        compare(&pairs.sample(), &result["by_pair"], &format!("{pairs:?}"));
    }
}
