//! Policies for lambda: how far back a surprise is felt.

mod psi;
mod q;
mod settings;
mod state;
mod table;

pub use psi::{Row, error, psi};
pub use q::{BORDER, knee, q};
pub use settings::LambdaSettings;
pub use state::LambdaState;
pub use table::Table;
