//! A policy for lambda at work, which can be saved.

use super::{LambdaSettings, Table, psi};
use crate::step::LinearSettings;
use serde::{Deserialize, Serialize};

/// A policy with what it remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LambdaState {
    /// The settings.
    pub settings: LambdaSettings,
    /// Lambda for the next game.
    pub lambda: f64,
    /// The games seen.
    pub games: u64,
    /// Agreement by distance; empty where the policy does not ask.
    pub table: Table,
}

impl LambdaState {
    /// The start.
    pub fn new(settings: LambdaSettings) -> LambdaState {
        let lambda = match settings {
            LambdaSettings::Fixed { lambda } => lambda,
            LambdaSettings::Decay {} => 1.0,
            LambdaSettings::ForgettingDecay { start, .. } => start,
            LambdaSettings::Linear { from, .. } => from,
        };
        LambdaState { settings, lambda, games: 0, table: Table::default() }
    }

    /// True if [`LambdaState::finish`] wants the predictions of the game.
    pub fn wants_predictions(&self) -> bool {
        matches!(self.settings, LambdaSettings::Decay {} | LambdaSettings::ForgettingDecay { .. })
    }

    /// Ends a game, whose predictions are in [0, 1] with the outcome as the last.
    pub fn finish(&mut self, predictions: &[f64]) {
        self.games += 1;
        match self.settings {
            LambdaSettings::Fixed { .. } => {}
            LambdaSettings::Linear { from, to, games } => {
                self.lambda = LinearSettings { from, to, games }.after(self.games);
            }
            LambdaSettings::Decay {} => {
                self.table.add(predictions);
                self.lambda = psi(&self.table.rows()).unwrap_or(self.lambda);
            }
            LambdaSettings::ForgettingDecay { memory, most, .. } => {
                self.table.fade(memory);
                self.table.add_decided(predictions);
                self.lambda = psi(&self.table.rows()).unwrap_or(self.lambda).min(most);
            }
        }
    }
}
