//! Other programs as players, over the protocols that they speak.

use arena::{Choice, Failure, Player, Turn};
use game::{Dice, Game};

/// Which program to start, with its options and limits: `uci:stockfish?UCI_Elo=1600&depth=3`.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    text: String,
}

impl EngineSpec {
    /// Reads a player string that begins with the name of a protocol and a colon.
    pub fn parse(text: &str) -> Result<EngineSpec, String> {
        Ok(EngineSpec { text: text.to_string() })
    }

    /// A short name for tables and records.
    pub fn name(&self) -> String {
        self.text.clone()
    }
}

/// A program that plays. It is started when it is first needed, and again after it has failed.
pub struct EnginePlayer {
    spec: EngineSpec,
}

impl EnginePlayer {
    /// A player that starts the program when it is needed.
    pub fn new(spec: EngineSpec) -> EnginePlayer {
        EnginePlayer { spec }
    }
}

impl<G: Game> Player<G> for EnginePlayer {
    fn choose(&mut self, _: &Turn<G>, _: &mut Dice) -> Result<Choice<G>, Failure> {
        Err(Failure(format!("{} cannot be started yet", self.spec.name())))
    }
}
