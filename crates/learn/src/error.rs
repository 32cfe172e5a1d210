//! What can go wrong in learning.

use thiserror::Error;

/// Why nothing was learnt. The learner is left as it was.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LearnError {
    /// A setting does not make sense.
    #[error("{field}: {problem}")]
    Setting {
        /// The name of the setting.
        field: String,
        /// What was expected and what was found.
        problem: String,
    },
    /// Learning ran away.
    #[error("game {game}: {what} {index} became {value}; the learning rate is probably too large")]
    NotFinite {
        /// The number of the game.
        game: u64,
        /// What it happened to: a prediction or a weight.
        what: &'static str,
        /// Which one.
        index: usize,
        /// The value: NaN or infinite.
        value: f64,
    },
    /// Networks ran away; when is not known, because they are looked at now and then only.
    #[error("the weights of the networks became no numbers; the learning rate is probably too large")]
    RanAway,
    /// A list has the wrong length.
    #[error("{what}: expected {expected} numbers, found {found}")]
    Length {
        /// Which list.
        what: &'static str,
        /// The right length.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// A saved state belongs to other settings.
    #[error("the saved state was made with other settings: {0}")]
    Restore(String),
}

/// Shorthand for a bad setting.
pub(crate) fn setting(field: &str, problem: impl Into<String>) -> LearnError {
    LearnError::Setting { field: field.to_string(), problem: problem.into() }
}
