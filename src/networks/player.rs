//! Networks as players.

use super::Backgammoner;
use arena::{Choice, Failure, Player, Turn};
use eval::network::Bench;
use game::{Dice, Diced};
use games::backgammon::{Backgammon, Board};
use search::Expectimax;
use std::sync::Arc;

/// The ending of files with networks.
pub const FILE: &str = "safetensors";

/// How a network plays: who it is and how far it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// 1 or 2.
    pub plies: u32,
    /// At two plies, how many moves are looked at further, the best by one ply.
    pub filter: Option<usize>,
}

/// A network at the table.
pub struct NetworkPlayer {
    judge: Arc<Backgammoner>,
    seat: Seat,
    bench: Bench<Board>,
    search: Expectimax<Board>,
}

impl NetworkPlayer {
    /// A player.
    pub fn new(judge: Arc<Backgammoner>, seat: Seat) -> NetworkPlayer {
        NetworkPlayer { judge, seat, bench: Bench::default(), search: Expectimax::new(seat.filter) }
    }
}

impl Player<Backgammon> for NetworkPlayer {
    fn choose(&mut self, turn: &Turn<Backgammon>, _: &mut Dice) -> Result<Choice<Backgammon>, Failure> {
        let position = turn.position();
        let roll =
            position.thrown().ok_or_else(|| Failure("there is nothing to choose before the roll".to_string()))?;
        let board = position.seen();
        let best = match self.seat.plies {
            1 => self.judge.choose(&board, roll, &mut self.bench).board,
            _ => self.search.think(&self.judge, &board, roll).board,
        };
        let mv = position.leading_to(&best).ok_or_else(|| Failure("no play leads to the chosen board".to_string()))?;
        Ok(Choice { mv, thought: None, opinion: None })
    }
}
