//! A network with one hidden layer, for games of chance: what each side may expect, from sparse inputs.

mod file;
mod general;
mod judge;
mod lanes;
mod net;
mod outlook;
mod teach;

pub use file::{NetworkFile, Precision};
pub use general::{NetworkModel, SEEN_BY_SECOND, WITHOUT_GAMMON_LOSS, WITHOUT_GAMMON_WIN};
pub use judge::{Bench, Judge, Reply, best};
pub use net::{Candidates, Network};
pub use outlook::{Gammons, OUTPUTS, Outlook};
pub use teach::{Gradient, Loss, Teacher};
