//! A game of self-play by networks.

use super::DicedSettings;
use crate::Method;
use eval::network::{Bench, Judge};
use game::{Dice, Encoding, Turns};
use learn::network::{Trail, TrailTurn};
use search::Expectimax;
use store::GameRow;

/// How learning games are played.
#[derive(Clone, Debug)]
pub struct DicedPlay {
    seed: u64,
    method: Method,
}

/// Memory for one thread.
#[derive(Clone, Debug)]
pub struct Room<B> {
    bench: Bench<B>,
    search: Expectimax<B>,
}

impl<B: Turns> Room<B> {
    /// Room for games by these settings.
    pub fn new(settings: &DicedSettings) -> Room<B> {
        Room { bench: Bench::default(), search: Expectimax::new(settings.filter) }
    }
}

impl DicedPlay {
    /// Games by these settings.
    pub fn new(settings: &DicedSettings) -> DicedPlay {
        DicedPlay { seed: settings.seed, method: settings.method }
    }

    /// Plays game `number`, which depends on nothing but that and the networks.
    pub fn game<B: Turns, E: Encoding<B>>(
        &self,
        judge: &Judge<B, E>,
        number: u64,
        room: &mut Room<B>,
    ) -> (Trail<B>, GameRow) {
        let mut dice = Dice::new(self.seed, number);
        let (mut board, mut turns) = (B::start(), Vec::with_capacity(64));
        let before = room.bench.judged + room.search.judged();
        let points = loop {
            let turn = self.turn(judge, &board, B::throw(&mut dice, turns.is_empty()), room);
            if let Some(points) = turn.board.points() {
                break Some(if turns.len() % 2 == 0 { points } else { -points });
            }
            board = turn.board.swapped();
            turns.push(turn);
            if turns.len() >= B::LONGEST {
                break None;
            }
        };
        let reason = match points.map(i32::abs) {
            None => "given up",
            Some(1) => "single game",
            Some(2) => "gammon",
            Some(_) => "backgammon",
        };
        let row = GameRow {
            number,
            result: points.unwrap_or(0),
            plies: turns.len() as u32 + 1,
            reason: reason.to_string(),
            nodes: room.bench.judged + room.search.judged() - before,
            start: None,
            // The seed and the number say them: thousands of games a second would fill the disk.
            moves: String::new(),
        };
        (Trail { number, turns, points }, row)
    }

    #[inline]
    fn turn<B: Turns, E: Encoding<B>>(
        &self,
        judge: &Judge<B, E>,
        board: &B,
        roll: B::Roll,
        room: &mut Room<B>,
    ) -> TrailTurn<B> {
        if self.method == Method::Td {
            let reply = judge.choose(board, roll, &mut room.bench);
            return TrailTurn { board: reply.board, outlook: reply.outlook, leaves: Vec::new() };
        }
        let found = room.search.think(judge, board, roll);
        if self.method == Method::Tdleaf || found.leaves.is_empty() {
            return TrailTurn { board: found.board, outlook: found.outlook, leaves: found.leaves };
        }
        // TD-directed: the search has chosen, the board itself predicts.
        TrailTurn { board: found.board, outlook: judge.outlook(&found.board), leaves: Vec::new() }
    }
}
