//! Learning from games that some other program recorded: the file formats of `tdleaf fit`. See `docs/fit.md`.

mod game;
mod read;
mod report;
mod setup;

pub use read::FitError;
pub use report::{result, trace};
pub use setup::Setup;
