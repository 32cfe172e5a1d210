//! The difference between a command that makes no sense (exit code 2) and one that failed (exit code 1).

use std::fmt;

/// The command asks for something that does not exist or cannot be.
#[derive(Debug)]
pub struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Turns a message into a usage error.
pub fn usage(text: impl Into<String>) -> anyhow::Error {
    Usage(text.into()).into()
}

/// The number of threads: as asked for, or all cores.
pub fn threads(asked: Option<usize>) -> anyhow::Result<usize> {
    match asked {
        Some(threads @ 1..=1024) => Ok(threads),
        Some(threads) => Err(usage(format!("--threads must be from 1 to 1024, not {threads}"))),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}
