//! Learning runs from settings to reports: the loop of self-play and learning, and what is told about it.

pub mod brain;
mod control;
pub mod diced;
mod listener;
mod live;
mod measure;
mod occupancy;
pub mod policy;
mod pool;
mod records;
pub mod report;
mod selfplay;
mod settings;
mod sparring;
mod summary;
mod trainer;
mod workers;

pub use brain::{Brain, Judge, judge};
pub use control::{Control, random_term, zero_term};
pub use live::{LESSON, Live, Taught};
pub use measure::{Conditions, against, against_control};
pub use occupancy::{Occupancy, occupancy, typical};
pub use pool::{GivenUp, LEARNER, Opponent, PoolSettings};
pub use records::{RecordSettings, Recorded, Records, Replay};
pub use selfplay::{Played, SelfPlay};
pub use settings::{Method, Moves, RunSettings, Warmup, differences};
pub use summary::{last_fifth, report_data, run_sets, trace};
pub use trainer::{Error, Event, Inspector, Rival, Trainer};
