//! Published experiments, each a small definition over the library: run again, kept in one file, and shown beside what was
//! published.

mod catalog;
mod chess;
mod encounter;
mod error;
mod gammon;
mod learning;
mod ledger;
mod measuring;
mod networks;
mod page;
mod players;
mod playing;
mod probes;
mod published;
mod random_eval;
mod report;
mod runner;
mod runs;
mod shogi;
mod strength;
mod verdict;
mod walk;

pub use catalog::{Experiment, LIST, find};
pub use encounter::{Encounter, Foe};
pub use error::Error;
pub use learning::{Learnt, Rated};
pub use ledger::{Asked, Cost, Ledger, Point, Saved};
pub use measuring::Measurement;
pub use networks::{Course, Networks, Schooled, Yardstick, against_pubeval};
pub use page::body;
pub use players::Players;
pub use playing::{BLOCK, Bout, Rival};
pub use report::{Figure, PERCENT, PLAIN, Report, Row, SCORE, Style, Table};
pub use runner::{Mode, Plan, Progress, Runner};
pub use verdict::{Estimate, Verdict};
