//! The difference between a command that makes no sense (exit code 2) and one that failed (exit code 1).

use std::fmt;
use std::time::Duration;

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

/// What [`duration`] reads.
pub const TIME: &str = "a time from 1 ms to a day, such as 100 (milliseconds), 100ms or 0.1s";

/// Reads a time from a millisecond to a day: `100` (milliseconds), `100ms` or `0.1s`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => text.strip_suffix('s').map_or((text, 0.001), |number| (number, 1.0)),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("expected {TIME}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_with_and_without_a_unit() {
        for text in ["1500", "1500ms", "1.5s"] {
            assert_eq!(duration(text), Ok(Duration::from_millis(1500)), "{text}");
        }
        for text in ["", "0", "-1s", "x", "1h", "nan", "inf", "1e99", "86401s", "1ss"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
