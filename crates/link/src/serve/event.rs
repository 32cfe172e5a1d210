//! What the main loop waits for.

use game::Game;
use std::time::Duration;

/// Something happened.
pub enum Event<G: Game> {
    /// A command arrived, trimmed.
    Line(String),
    /// A line arrived that no command is as long as.
    TooLong,
    /// No more commands will come.
    End,
    /// A search or a count has ended.
    Done(Done<G>),
    /// The search thread has done something else that it was asked for.
    Ready,
}

/// What a search came to.
pub struct Done<G: Game> {
    /// Where it began.
    pub position: G,
    /// The chosen move; always legal. `None` if there is none.
    pub best: Option<G::Move>,
    /// The expected reply.
    pub reply: Option<G::Move>,
    /// The value for the side to move, in hundredths of a pawn; large for a forced win.
    pub value: Option<i32>,
    /// How long it took.
    pub time: Duration,
}
