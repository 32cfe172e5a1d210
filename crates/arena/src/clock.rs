//! Time controls and clocks.

use std::time::Duration;

/// How much time a player gets: `moves` moves in `base` (the whole game if `None`), and `increment` for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the start, and again after every `moves` moves.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves to be played in `base`; the whole game if `None`.
    pub moves: Option<u32>,
}

/// What a player sees on the clock when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The player's own time.
    pub own: Duration,
    /// The opponent's time.
    pub other: Duration,
    /// Added to the own time after each move.
    pub own_increment: Duration,
    /// Added to the opponent's time after each move.
    pub other_increment: Duration,
    /// Moves until the next time control, where there is one.
    pub moves_to_go: Option<u32>,
}
