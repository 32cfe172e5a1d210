//! The choice of a policy for lambda, as files write it: `{"kind": "fixed", "lambda": 0.7}`.

use crate::LearnError;
use crate::check::share;
use crate::error::setting;
use serde::{Deserialize, Serialize};

/// A policy for lambda and its settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LambdaSettings {
    /// Always the same.
    Fixed {
        /// Lambda.
        lambda: f64,
    },
    /// Prediction decay as published: 1 for the first game, then the fit to all agreement ever seen.
    Decay {},
    /// Prediction decay in which only decided predictions confirm earlier ones ([`super::Table::add_decided`]) and old
    /// agreement fades. The published form begins near 1, because a predictor that knows nothing agrees with itself;
    /// this one begins low and rises with what the predictor knows.
    ForgettingDecay {
        /// What remains of old agreement after each game.
        #[serde(default = "memory")]
        memory: f64,
        /// Lambda for the first game.
        #[serde(default = "start")]
        start: f64,
        /// Lambda at most. In long games predictions agree over so many moves that the fit comes out near 1, where
        /// updates are mostly noise.
        #[serde(default = "most")]
        most: f64,
    },
    /// In a straight line from one value to another, and there it stays.
    Linear {
        /// Lambda for the first game.
        from: f64,
        /// Lambda at the end.
        to: f64,
        /// The number of games that the way takes.
        games: u64,
    },
}

fn memory() -> f64 {
    0.98
}

fn start() -> f64 {
    0.3
}

fn most() -> f64 {
    0.95
}

impl Default for LambdaSettings {
    fn default() -> LambdaSettings {
        LambdaSettings::Fixed { lambda: 0.95 }
    }
}

impl LambdaSettings {
    /// Refuses numbers that make no sense. The error names the field.
    pub fn check(&self) -> Result<(), LearnError> {
        match *self {
            LambdaSettings::Fixed { lambda } => share("lambda", lambda),
            LambdaSettings::Decay {} => Ok(()),
            LambdaSettings::ForgettingDecay { memory, start, most } => {
                share("lambda.memory", memory).and(share("lambda.start", start)).and(share("lambda.most", most))
            }
            LambdaSettings::Linear { from, to, games } => {
                share("lambda.from", from).and(share("lambda.to", to))?;
                if games > 0 { Ok(()) } else { Err(setting("lambda.games", "expected at least 1")) }
            }
        }
    }
}
