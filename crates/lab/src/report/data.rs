//! What a report is made from: plain data, gathered by whoever has the run.

use game::SquareMap;

/// Everything a report shows.
#[derive(Clone, Debug, Default)]
pub struct ReportData {
    /// The name of the report.
    pub title: String,
    /// The name of the game.
    pub game: String,
    /// The name of the feature set.
    pub features: String,
    /// The command that repeats the run.
    pub command: String,
    /// The resolved settings, name and value.
    pub settings: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
    /// The names of the features.
    pub names: Vec<String>,
    /// The weight sets; at most one if all positions share their weights.
    pub sets: Vec<WeightSet>,
    /// With several sets: features to draw for each set.
    pub watched: Vec<usize>,
    /// For each trace point and each set, their values.
    pub set_values: Vec<Vec<Vec<f64>>>,
    /// What values are measured by, and its own value (a mean over the last fifth of the run): ("pawn", 0.31), say.
    pub unit: Option<(String, f64)>,
    /// The weights over time, earliest first.
    pub trace: Vec<TracePoint>,
    /// The features to show largest: the pieces, say.
    pub headline: Vec<usize>,
    /// For each trace point the values of the headline features, in the order of `headline`.
    pub headline_values: Vec<Vec<f64>>,
    /// Values to compare with.
    pub comparisons: Vec<Comparison>,
    /// Boards to draw.
    pub maps: Vec<SquareMap>,
    /// Games won by the first player, drawn, won by the second.
    pub results: (u64, u64, u64),
    /// The same for the latest games only.
    pub recent: (u64, u64, u64),
    /// The number of games.
    pub games: u64,
    /// The mean length of the games.
    pub mean_plies: f64,
    /// Seconds of learning.
    pub seconds: f64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// Warnings and remarks.
    pub notes: Vec<String>,
    /// How strong the result plays, in one sentence.
    pub match_result: Option<String>,
    /// Games against others, earliest first.
    pub rated: Vec<RatedGame>,
    /// The first of them, which taught nothing.
    pub trial: u64,
}

impl ReportData {
    /// For each weight set its share of the positions; the same for all if there are none.
    pub fn shares(&self) -> Vec<f64> {
        let all: u64 = self.sets.iter().map(|set| set.positions).sum();
        let share = |set: &WeightSet| match all {
            0 => 1.0 / self.sets.len() as f64,
            _ => set.positions as f64 / all as f64,
        };
        self.sets.iter().map(share).collect()
    }
}

/// A weight set in a run.
#[derive(Clone, Debug, Default)]
pub struct WeightSet {
    /// Its name.
    pub name: String,
    /// The positions of the latest games that belong to it.
    pub positions: u64,
    /// The steps of the whole run that taught it.
    pub taught: u64,
}

/// The learner at one moment.
#[derive(Clone, Debug, Default)]
pub struct TracePoint {
    /// Games learnt from.
    pub game: u64,
    /// The weights, set after set.
    pub weights: Vec<f64>,
    /// The learning rates, as many as there are.
    pub rates: Vec<f64>,
    /// The lambda in use.
    pub lambda: f64,
}

/// A game against somebody with a rating.
#[derive(Clone, Debug, Default)]
pub struct RatedGame {
    /// Its number.
    pub game: u64,
    /// The learner's rating after it.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// Against whom.
    pub opponent: String,
    /// With which rating.
    pub opponent_rating: f64,
    /// The learner's points: above 0 won, 0 drawn, below 0 lost.
    pub points: i32,
}

/// Values from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// What to call them: a word or two.
    pub name: String,
    /// Where they come from.
    pub note: String,
    /// In units where there is a unit, raw where there is none; in the order of `headline`.
    pub values: Vec<Option<f64>>,
}
