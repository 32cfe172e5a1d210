//! What can go wrong with an experiment.

use std::path::PathBuf;
use thiserror::Error;

/// Why an experiment did not come to its end. What was finished before is safe.
#[derive(Debug, Error)]
pub enum Error {
    /// Somebody stopped it.
    #[error("stopped")]
    Stopped,
    /// What was asked for makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The file of results.
    #[error("{path}: {why}")]
    Ledger {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Work that could not be done.
    #[error("{0}")]
    Failed(String),
    /// A learning run.
    #[error(transparent)]
    Learning(#[from] lab::Error),
}
