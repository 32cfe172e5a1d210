//! When a published figure counts as reproduced.

use arena::Score;
use std::fmt;

/// A figure, and how far it may be off with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Half of its interval; not finite if nothing is known of it.
    pub error: f64,
}

/// With an error above this share of the published figure, agreement says nothing.
const WIDE: f64 = 0.2;

/// How a published figure and ours compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They agree within their errors, or a claim holds.
    Reproduced,
    /// They do not.
    Differs,
    /// They are not figures of the same thing.
    NotComparable(&'static str),
    /// Nothing was published.
    New,
    /// Ours is too uncertain to say.
    TooFew,
    /// We have none yet.
    Missing,
}

impl Verdict {
    /// Agreement: the difference is within the error of the difference.
    pub fn of(published: Estimate, ours: Estimate) -> Verdict {
        // A published figure without an error is taken as it is: the question is whether it lies in our interval.
        let known = if published.error.is_finite() { published.error } else { 0.0 };
        if !ours.error.is_finite() {
            return Verdict::TooFew;
        }
        if (published.value - ours.value).abs() > known.hypot(ours.error) + 1e-9 {
            return Verdict::Differs;
        }
        // An interval that holds nearly everything agrees with nearly everything.
        let wide = ours.error > (WIDE * published.value.abs()).max(known);
        if wide { Verdict::TooFew } else { Verdict::Reproduced }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Reproduced => f.write_str("reproduced"),
            Verdict::Differs => f.write_str("differs"),
            Verdict::NotComparable(why) => write!(f, "not comparable: {why}"),
            Verdict::New => f.write_str("new"),
            Verdict::TooFew => f.write_str("too few"),
            Verdict::Missing => f.write_str("not run"),
        }
    }
}

impl Estimate {
    /// A figure without an error that we know.
    pub fn bare(value: f64) -> Estimate {
        Estimate { value, error: f64::NAN }
    }

    /// The mean of a sample, if there is one; a single number has no error that we know.
    pub fn mean(sample: &[f64]) -> Option<Estimate> {
        let count = sample.len() as f64;
        let value = sample.iter().sum::<f64>() / count;
        (count > 0.0).then(|| Estimate { value, error: student(sample.len()) * deviation(sample) / count.sqrt() })
    }

    /// A mean that was published with the standard deviation of `count` runs.
    pub fn published(mean: f64, deviation: f64, count: usize) -> Estimate {
        Estimate { value: mean, error: student(count) * deviation / (count as f64).sqrt() }
    }

    /// The score of a match in percent; nothing before it has games.
    pub fn percent(score: Score) -> Option<Estimate> {
        (score.games() > 0).then(|| Estimate { value: 100.0 * score.mean(), error: 196.0 * score.error() })
    }
}

/// The standard deviation of a sample.
pub fn deviation(sample: &[f64]) -> f64 {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let squares: f64 = sample.iter().map(|x| (x - mean) * (x - mean)).sum();
    if sample.len() > 1 { (squares / (count - 1.0)).sqrt() } else { f64::NAN }
}

/// Student's t for 95 % of both sides, by the size of the sample.
fn student(count: usize) -> f64 {
    const T: [f64; 20] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086,
    ];
    match count {
        0 | 1 => f64::NAN,
        2..=21 => T[count - 2],
        // Close to the true values from here on.
        _ => 1.96 + 2.4 / (count - 1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_the_errors_of_textbooks() {
        // Table 5.1: the pawn of five runs.
        let pawn = Estimate::mean(&[0.60, 0.58, 0.53, 0.58, 0.57]).unwrap();
        assert!((pawn.value - 0.572).abs() < 1e-12);
        assert!((pawn.error - 2.776 * 0.025_884 / 5f64.sqrt()).abs() < 1e-4, "{pawn:?}");
        assert!(Estimate::mean(&[]).is_none());
        assert!(Estimate::mean(&[1.0]).unwrap().error.is_nan());
    }

    #[test]
    fn verdicts_follow_the_errors() {
        let at = |value, error| Estimate { value, error };
        assert_eq!(Verdict::of(at(58.0, 2.0), at(60.0, 1.0)), Verdict::Reproduced);
        assert_eq!(Verdict::of(at(58.0, 2.0), at(61.0, 1.0)), Verdict::Differs);
        assert_eq!(Verdict::of(at(58.0, f64::NAN), at(58.5, 1.0)), Verdict::Reproduced);
        assert_eq!(Verdict::of(at(58.0, 2.0), at(60.0, 12.0)), Verdict::TooFew);
        assert_eq!(Verdict::of(at(58.0, 2.0), at(90.0, 12.0)), Verdict::Differs, "wide, and yet beyond doubt");
        assert_eq!(Verdict::of(at(58.0, 2.0), at(60.0, f64::NAN)), Verdict::TooFew);
        assert_eq!(Verdict::of(at(0.3, 4.7), at(1.0, 2.0)), Verdict::Reproduced);
        let score = Score { wins: 1116, draws: 102, losses: 782 };
        let percent = Estimate::percent(score).unwrap();
        assert!((percent.value - 58.35).abs() < 1e-9 && (percent.error - 2.1).abs() < 0.1, "{percent:?}");
    }
}
