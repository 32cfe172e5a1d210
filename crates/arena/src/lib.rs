//! Players, games between them, matches, and what a match proves.

mod contest;
mod player;
mod referee;
mod statistics;

pub use contest::{Contest, Pairing};
pub use player::{Choice, Failure, Player, RandomPlayer, SearchPlayer};
pub use referee::{Ended, Reason, Record, Rules, play, random_opening, referee};
pub use statistics::{Elo, Score};
