//! Players, games between them, matches, and what a match proves.

mod adjudication;
mod book;
mod budget;
mod clock;
mod contest;
mod epd;
mod opening;
pub mod pgn;
mod player;
mod referee;
mod schedule;
pub mod statistics;
mod thinker;
mod transcripts;

pub use adjudication::{DrawRule, Opinions, Resign};
pub use book::{Fault, Order, from_epd, from_pgn, order, replayed};
pub use budget::{Budget, Timekeeper};
pub use clock::{Clock, Clocks, GRACE, Pace, TimeControl};
pub use contest::Contest;
pub use epd::Epd;
pub use opening::{Balance, Opening, random_opening};
pub use player::{Choice, Failure, Opinion, Player, RandomPlayer, Turn};
pub use referee::{Ended, Note, Opposition, Reason, Record, Rules, play, play_unless, referee};
pub use schedule::{Form, Pairing, Schedule};
pub use statistics::{Elo, Score};
pub use thinker::{SearchPlayer, opinion};
pub use transcripts::{read_games, record_endings, write_games};
