//! What the tests share: a small run to write.
#![allow(dead_code)]

use std::path::Path;
use tdleaf_store::{Batch, Checkpoint, EventRow, GameRow, Meta, RatingRow, Run, Snapshot, StoreError};

/// A run before its first game.
pub fn create(path: &Path) -> Result<Run, StoreError> {
    Run::create(path, &meta(), &Batch::default())
}

pub fn meta() -> Meta {
    Meta {
        game: "walk".to_string(),
        features: "states".to_string(),
        settings: serde_json::json!({"rate": 0.1, "rule": "td-lambda", "list": [1, 2.5]}),
        seed: u64::MAX - 1,
        version: "0.1.0".to_string(),
        names: vec!["A".to_string(), "B <&>".to_string(), "C".to_string()],
        sets: 2,
        snapshot_every: 1,
    }
}

/// Doubles that text, or a careless SQL column, would lose.
pub const HARD: [f64; 6] = [-0.0, 5e-324, -2.5e-310, 0.1 + 0.2, -1.797e308, 1.0 / 3.0];

pub fn game(number: u64) -> GameRow {
    GameRow {
        number,
        result: [1, 0, -1, 3][number as usize % 4],
        plies: 10 + (number % 5) as u32,
        reason: "end".to_string(),
        nodes: 1000 * number,
        start: number.is_multiple_of(2).then(|| "C".to_string()),
        moves: "left right".to_string(),
    }
}

/// Games `from..=to` with a snapshot, an event and a rating at the end.
pub fn batch(from: u64, to: u64) -> Batch {
    Batch {
        games: (from..=to).map(game).collect(),
        snapshots: vec![Snapshot { game: to, weights: HARD.to_vec(), rates: vec![0.25; 6], lambda: 0.7 }],
        events: vec![EventRow { game: to, kind: "note".to_string(), text: "something <happened>".to_string() }],
        ratings: vec![RatingRow { game: to, player: "learner".to_string(), rating: 1500.5, deviation: 30.0 }],
        checkpoint: Checkpoint { games: to, state: format!("{{\"games\":{to}}}"), seconds: 1.5, cpu_seconds: 2.5 },
        remember: false,
    }
}
