//! Learning runs of networks in games of dice: thousands of games a second, kept in the same run files.

mod memory;
mod play;
mod points;
mod report;
mod settings;
mod trainer;

pub use memory::{digits, networks};
pub use play::{DicedPlay, Room};
pub use points::{Chooser, Points, meet};
pub use report::{Opening, page};
pub use settings::DicedSettings;
pub use trainer::{DicedEvent, DicedTrainer, YARDSTICK, averages, curve};
