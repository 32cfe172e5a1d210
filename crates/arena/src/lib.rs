//! Players, games between them, matches, and what a match proves.

mod budget;
mod clock;
mod contest;
mod player;
mod referee;
mod statistics;

pub use budget::{Budget, Timekeeper};
pub use clock::{Clock, TimeControl};
pub use contest::{Contest, Pairing};
pub use player::{Choice, Failure, Opinion, Player, RandomPlayer, SearchPlayer, Turn};
pub use referee::{Ended, Reason, Record, Rules, play, random_opening, referee};
pub use statistics::{Elo, Score};
