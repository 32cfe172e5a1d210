//! What the tests of engines share.

use arena::{Choice, Failure, Opening, Player, Reason, Record, Rules, Turn, play};
use game::{Dice, Game};
use games::chess::Chess;
use tdleaf_link::{EnginePlayer, EngineSpec};

/// A player from its string.
pub fn engine(text: &str) -> EnginePlayer {
    EnginePlayer::new(EngineSpec::parse(text).expect("a player string"))
}

/// A game from `start` with `engine` on one side.
pub fn game(start: Chess, players: [&mut dyn Player<Chess>; 2], longest: usize, seed: u64) -> Record<Chess> {
    let rules = Rules { longest, ..Rules::default() };
    play(Opening::at(start), players, &rules, &mut Dice::new(seed, 0))
}

/// Why a game failed, or nothing.
pub fn failure(record: &Record<Chess>) -> Option<&str> {
    match &record.ended.reason {
        Reason::Failure(text) => Some(text),
        _ => None,
    }
}

/// Plays random moves for some plies, then leaves the game to another player.
#[allow(dead_code, reason = "not every test file uses it")]
pub struct Opened<'a> {
    /// Plies to be played at random.
    pub plies: usize,
    /// Who plays then.
    pub player: &'a mut dyn Player<Chess>,
}

impl Player<Chess> for Opened<'_> {
    fn begin(&mut self) {
        self.player.begin();
    }

    fn choose(&mut self, turn: &Turn<Chess>, dice: &mut Dice) -> Result<Choice<Chess>, Failure> {
        if turn.moves.len() >= self.plies {
            return self.player.choose(turn, dice);
        }
        let list = turn.position().move_list();
        Ok(Choice { mv: list[dice.below(list.len())], thought: None, opinion: None })
    }
}
