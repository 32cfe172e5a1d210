//! The resolved settings of a network's learning run.

use crate::Method;
use learn::lambda::LambdaSettings;
use learn::network::{NetworkSettings, Update};
use learn::step::{ExponentialSettings, StepSettings};
use serde::{Deserialize, Serialize};

/// Everything that decides what is learnt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DicedSettings {
    /// The game.
    pub game: String,
    /// What the networks see.
    pub inputs: String,
    /// Hidden units of the network of each class of boards; the last number goes for the rest.
    pub hidden: Vec<usize>,
    /// Where the weights come from: `random`, or in words.
    pub start: String,
    /// The number of games.
    pub games: u64,
    /// Games played with the same weights.
    pub batch: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// Which positions predict: `td`, `td-directed` or `tdleaf`.
    pub method: Method,
    /// How far moves are looked ahead: 1 or 2.
    pub plies: u32,
    /// At two plies, how many moves are looked at further, the best by one ply; `None`: all.
    pub filter: Option<usize>,
    /// How to learn.
    pub learn: NetworkSettings,
    /// The yardstick is met after every so many games; 0: never.
    pub test_every: u64,
    /// Games of such a match.
    pub test_games: u64,
}

impl DicedSettings {
    /// What is used unless told otherwise, for a run of so many games.
    pub fn new(game: &str, inputs: String, games: u64) -> DicedSettings {
        let learn = NetworkSettings {
            step: StepSettings::Exponential(ExponentialSettings { from: 0.1, to: 0.003, games }),
            lambda: LambdaSettings::Fixed { lambda: 0.7 },
            loss: eval::network::Loss::Entropy,
            update: Update::Position,
            window: 0.1,
        };
        DicedSettings {
            game: game.to_string(),
            inputs,
            hidden: vec![80, 32],
            start: "random".to_string(),
            games,
            batch: 1,
            seed: 1,
            method: Method::Td,
            plies: 1,
            filter: None,
            learn,
            test_every: games.div_ceil(20),
            test_games: 1000,
        }
    }

    /// True if predictions come from the leaves of searches.
    pub fn leaves(&self) -> bool {
        self.method == Method::Tdleaf
    }

    /// Refuses what cannot be run, naming the option.
    pub fn check(&self) -> Result<(), String> {
        let searched = match self.method {
            Method::Td => false,
            Method::TdDirected | Method::Tdleaf => true,
            _ => return Err("--method: a network learns by td, td-directed or tdleaf".to_string()),
        };
        match (searched, self.plies) {
            (false, 1) | (true, 2) => {}
            (false, plies) => return Err(format!("--plies {plies}: td moves by one ply; see --method td-directed")),
            (true, plies) => {
                return Err(format!("--plies {plies}: --method tdleaf and td-directed look two plies ahead"));
            }
        }
        if let Some(filter) = self.filter.filter(|_| !searched) {
            return Err(format!(
                "--filter {filter}: --method td looks one ply ahead, so no move is looked at further; see td-directed"
            ));
        }
        if self.filter == Some(0) {
            return Err(
                "--filter is the number of moves, at least 1, that are looked at further at two plies".to_string()
            );
        }
        if self.hidden.is_empty() || self.hidden.iter().any(|hidden| !(1..=4096).contains(hidden)) {
            return Err("--hidden must be from 1 to 4096 units".to_string());
        }
        if self.games == 0 {
            return Err("--games must be at least 1".to_string());
        }
        if self.batch == 0 || self.batch > 100_000 {
            return Err(format!("--batch must be from 1 to 100000, not {}", self.batch));
        }
        Ok(())
    }
}
