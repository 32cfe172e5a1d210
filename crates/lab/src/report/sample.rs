//! Made-up runs to draw: plausible, and the same every time.

use super::{Comparison, ReportData, TracePoint};
use game::SquareMap;

/// Noise between -1 and 1 that depends on its arguments only.
fn noise(a: usize, b: usize) -> f64 {
    let mut x = (a as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (b as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    x ^= x >> 29;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 32;
    (x % 20_001) as f64 / 10_000.0 - 1.0
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| w.to_string()).collect()
}

/// Five pieces and half a board of squares for each, over 2,000 games.
pub fn chess() -> ReportData {
    let pieces = ["pawn", "knight", "bishop", "rook", "queen"];
    let mut names = strings(&pieces);
    let mut maps = Vec::new();
    let mut at = 5;
    for (piece, ranks) in pieces.iter().zip([6, 8, 8, 8, 8]) {
        names.extend(
            (0..ranks * 4).map(|i| format!("{piece} {}{}", ["a", "b", "c", "d"][i % 4], i / 4 + 1 + (8 - ranks) / 2)),
        );
        let square = |rank: usize, file: usize| match rank.checked_sub((8 - ranks) / 2) {
            Some(r) if r < ranks => vec![at + r * 4 + file.min(7 - file)],
            _ => Vec::new(),
        };
        let rows = (0..8).rev().map(|rank| (0..8).map(|file| square(rank, file)).collect()).collect();
        maps.push(SquareMap { title: piece.to_string(), rows, ..SquareMap::default() });
        at += ranks * 4;
    }
    let goal = |i: usize| -> f64 {
        let (piece, slot) = match i {
            0..5 => return [0.3, 0.81, 1.02, 1.5, 3.45][i],
            5..29 => (0, i - 5),
            _ => (1 + (i - 29) / 32, (i - 29) % 32),
        };
        let (rank, file) = ((slot / 4) as f64 + if piece == 0 { 1.0 } else { 0.0 }, (slot % 4) as f64);
        match piece {
            0 => 0.006 * (rank - 2.0).powi(2) + 0.012 * (file - 1.5) * (rank < 5.0) as u8 as f64,
            1 | 2 => 0.035 * file - 0.012 * (rank - 4.0).powi(2) + 0.05,
            3 => {
                if rank == 6.0 {
                    0.16
                } else {
                    0.01 * file - 0.02
                }
            }
            _ => 0.015 * file - 0.006 * (rank - 3.0).powi(2),
        }
    };
    let mut data = ReportData {
        title: "Chess from nothing".to_string(),
        game: "chess".to_string(),
        features: "half-board".to_string(),
        command: "tdleaf learn chess --features half-board --games 2000 --seed 7".to_string(),
        settings: vec![
            ("depth".into(), "2".into()),
            ("rule".into(), "td-leaf".into()),
            ("lambda".into(), "0.95".into()),
        ],
        seed: 7,
        version: "0.1.0".to_string(),
        names,
        headline: (0..5).collect(),
        comparisons: vec![
            Comparison {
                name: "textbook".into(),
                note: "1 : 3 : 3 : 5 : 9".into(),
                values: [1.0, 3.0, 3.0, 5.0, 9.0].map(Some).to_vec(),
            },
            Comparison {
                name: "thesis".into(),
                note: "after 2,000 games".into(),
                values: vec![Some(1.0), Some(2.9), Some(3.2), Some(4.8), None],
            },
        ],
        maps,
        results: (812, 561, 627),
        recent: (190, 152, 158),
        games: 2000,
        mean_plies: 135.2,
        seconds: 512.0,
        cpu_seconds: 1003.0,
        match_result: Some(
            "Against itself with textbook values, 400 games at depth 4: +171 =148 −81, 79 ± 27 Elo stronger.".into(),
        ),
        ..ReportData::default()
    };
    for step in 0..=400 {
        let game = step * 5;
        let grown = 1.0 - (-(game as f64) / 260.0).exp();
        let weight = |i: usize| {
            goal(i) * grown * (1.0 + 0.02 * noise(i, step)) + 0.006 * noise(i, step / 9) * (i < 5) as u8 as f64
        };
        let weights: Vec<f64> = (0..157).map(weight).collect();
        let rates = (0..157)
            .map(|i| 0.08 * (-(game as f64) / (700.0 + 300.0 * noise(i, 1))).exp() * (1.2 + noise(i, 2)) + 1e-4)
            .collect();
        let lambda = (0.6 + 0.35 * grown + 0.01 * noise(3, step)).min(1.0);
        data.headline_values.push(weights[..5].to_vec());
        data.trace.push(TracePoint { game: game as u64, weights, rates, lambda });
    }
    let tail = &data.headline_values[320..];
    data.unit = Some(("pawn".to_string(), tail.iter().map(|v| v[0]).sum::<f64>() / tail.len() as f64));
    data
}

/// Five states of a random walk, whose true values are known.
pub fn walk() -> ReportData {
    let truth = [1.0, 2.0, 3.0, 4.0, 5.0].map(|i| i / 6.0);
    let mut data = ReportData {
        title: "A random walk".to_string(),
        game: "walk".to_string(),
        features: "states".to_string(),
        command: "tdleaf learn walk".to_string(),
        version: "0.1.0".to_string(),
        names: strings(&["A", "B", "C", "D", "E"]),
        headline: (0..5).collect(),
        comparisons: vec![Comparison {
            name: "true values".into(),
            note: String::new(),
            values: truth.map(Some).to_vec(),
        }],
        results: (5020, 0, 4980),
        games: 10_000,
        mean_plies: 9.0,
        seconds: 0.4,
        cpu_seconds: 0.4,
        ..ReportData::default()
    };
    for step in 0..=200usize {
        let value = |k: usize| 0.5 + (truth[k] - 0.5) * (1.0 - (-(step as f64) / 20.0).exp()) + 0.02 * noise(k, step);
        let weights: Vec<f64> = (0..5).map(value).collect();
        data.headline_values.push(weights.clone());
        data.trace.push(TracePoint { game: step as u64 * 50, weights, rates: vec![0.05; 5], lambda: 0.3 });
    }
    data
}
