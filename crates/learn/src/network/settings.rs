//! What can be chosen about the learning of networks.

use crate::LearnError;
use crate::check::positive;
use crate::error::setting;
use crate::lambda::LambdaSettings;
use crate::step::StepSettings;
use eval::network::Loss;
use serde::{Deserialize, Serialize};

/// When the weights move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Update {
    /// After every position, the last of the game first.
    Position,
    /// Once for each game, by the sum over its positions. It needs much smaller rates.
    Game,
}

/// The settings of a network learner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkSettings {
    /// The step size.
    pub step: StepSettings,
    /// The policy for lambda.
    pub lambda: LambdaSettings,
    /// What errors are multiplied by.
    pub loss: Loss,
    /// When the weights move.
    pub update: Update,
    /// The share of all games so far over which the weights are averaged, for play.
    pub window: f64,
}

impl NetworkSettings {
    /// True if one rate goes for all weights, and the short way is taken.
    pub fn plain(&self) -> bool {
        use StepSettings as S;
        matches!(self.step, S::Fixed(_) | S::Harmonic(_) | S::Linear(_) | S::Exponential(_))
    }

    /// Refuses what makes no sense for this many networks.
    pub fn check(&self, networks: usize) -> Result<(), LearnError> {
        self.step.check()?;
        self.lambda.check()?;
        positive("window", self.window)?;
        if self.plain() {
            return Ok(());
        }
        let one = "expected one rate for all weights (fixed, harmonic, linear or exponential)";
        if networks > 1 {
            return Err(setting("step", format!("{one}, where there are several networks")));
        }
        if self.update != Update::Game || self.loss != Loss::Squared {
            return Err(setting("step", format!("{one}, or --update game and --loss squared")));
        }
        Ok(())
    }
}
