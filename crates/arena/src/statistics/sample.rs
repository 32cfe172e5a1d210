//! Counts of equally spaced results, from nothing to full points: losses, draws and wins, or the five results of a pair.

use super::{WIDTH, elo_of_score};

/// How often each result occurred: `counts[0]` times no point, the last one times all points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample<const N: usize> {
    counts: [u64; N],
}

/// A rating difference with its 95 % interval. Infinite where all games were won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate.
    pub difference: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Normalised Elo of a score that is one standard deviation of a game above the half.
pub const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

impl<const N: usize> Sample<N> {
    /// A sample with these counts.
    pub fn new(counts: [u64; N]) -> Sample<N> {
        Sample { counts }
    }

    /// The counts.
    pub fn counts(&self) -> [u64; N] {
        self.counts
    }

    /// The number of results.
    pub fn size(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Games that one result stands for: one of three results is a game, one of five is a pair.
    pub fn games_each(&self) -> f64 {
        (N - 1) as f64 / 2.0
    }

    /// The points of result `at`, from 0 to 1.
    pub fn points(at: usize) -> f64 {
        at as f64 / (N - 1) as f64
    }

    /// The mean points, 0.5 without results.
    pub fn mean(&self) -> f64 {
        if self.size() == 0 {
            return 0.5;
        }
        let sum: f64 = self.counts.iter().enumerate().map(|(at, count)| *count as f64 * Self::points(at)).sum();
        sum / self.size() as f64
    }

    /// The variance of one result, as observed.
    pub fn variance(&self) -> f64 {
        let (n, mean) = (self.size() as f64, self.mean());
        let square = |at: usize| (Self::points(at) - mean) * (Self::points(at) - mean);
        let sum: f64 = self.counts.iter().enumerate().map(|(at, count)| *count as f64 * square(at)).sum();
        if n == 0.0 { 0.0 } else { sum / n }
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        let (n, variance) = (self.size() as f64, self.variance());
        if n == 0.0 {
            return 0.5;
        }
        if variance == 0.0 {
            // All results alike prove less than certainty: count one more of each kind, as Laplace did.
            let likely = (self.mean() * n + 1.0) / (n + 2.0);
            return (likely * (1.0 - likely) / n).sqrt();
        }
        (variance / n).sqrt()
    }

    /// The rating difference that the mean stands for.
    pub fn elo(&self) -> Elo {
        let (mean, margin) = (self.mean(), WIDTH * self.error());
        Elo { difference: elo_of_score(mean), low: elo_of_score(mean - margin), high: elo_of_score(mean + margin) }
    }

    /// The likelihood of superiority: how sure it is that the true mean is above the half.
    pub fn superiority(&self) -> f64 {
        if self.size() == 0 {
            return 0.5;
        }
        let z = (self.mean() - 0.5) / self.error();
        (1.0 + libm::erf(z / std::f64::consts::SQRT_2)) / 2.0
    }

    /// Normalised Elo (M. Van den Bergh): the distance from the half in standard deviations of one game, so that equal
    /// numbers need equally many games to be seen, whatever the share of draws. `None` if all results were alike.
    pub fn normalised(&self) -> Option<Elo> {
        let deviation = (self.games_each() * self.variance()).sqrt();
        let per = |score: f64| (score - 0.5) / deviation * NORMALISED;
        let (mean, margin) = (self.mean(), WIDTH * self.error());
        (deviation > 0.0).then(|| Elo { difference: per(mean), low: per(mean - margin), high: per(mean + margin) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (counts from nothing to full points, Elo and half its interval, normalised Elo and half its interval, LOS in
    /// percent): the tests of fastchess (app/tests/elo_test.cpp), which round to two places.
    type Published<const N: usize> = ([u64; N], Option<(f64, f64)>, (f64, f64), Option<f64>);

    fn agree<const N: usize>((counts, elo, normalised, superiority): Published<N>) {
        let sample = Sample::new(counts);
        let near = |(difference, half): (f64, f64), found: Elo| {
            let width = (found.high - found.low) / 2.0;
            assert!((found.difference - difference).abs() < 0.0051, "{counts:?}: {found:?}");
            assert!((width - half).abs() < 0.0051, "{counts:?}: {width}");
        };
        if let Some(elo) = elo {
            near(elo, sample.elo());
        }
        near(normalised, sample.normalised().unwrap());
        if let Some(percent) = superiority {
            assert!((100.0 * sample.superiority() - percent).abs() < 0.0051, "{counts:?}: {}", sample.superiority());
        }
    }

    #[test]
    fn fastchess_agrees() {
        agree(([89, 123, 76], None, (-20.76, 40.13), Some(15.53)));
        agree(([96, 111, 136], Some((40.70, 30.43)), (49.77, 36.77), Some(99.60)));
        agree(([356, 0, 34], None, (-508.44, 34.48), None));
        agree(([34, 54, 31 + 32, 64, 75], Some((55.58, 27.65)), (57.94, 28.28), Some(100.00)));
        agree(([332, 433, 457 + 41, 333, 334], Some((-8.64, 10.33)), (-9.17, 10.96), Some(5.05)));
        agree(([7895, 8757, 5485 + 200, 568, 9999], Some((-21.04, 2.95)), (-19.01, 2.65), None));
    }

    #[test]
    fn openbench_agrees() {
        // Results that engine authors published with their patches: pairs, Elo and half its interval.
        // (Small samples are left out: there it prints the wider half of an interval that is not symmetric.)
        for (counts, elo, half) in [
            ([214, 8992, 19871, 9102, 235], 0.69, 1.25),
            ([5, 942, 2469, 1050, 5], 4.20, 3.43),
            ([584, 11950, 25215, 11975, 596], 0.17, 1.15),
            ([78, 4150, 9069, 4080, 85], -0.56, 1.84),
        ] {
            let found = Sample::new(counts).elo();
            assert!((found.difference - elo).abs() < 0.0051, "{counts:?}: {found:?}");
            assert!(((found.high - found.low) / 2.0 - half).abs() < 0.0051, "{counts:?}: {found:?}");
        }
    }

    #[test]
    fn nothing_and_certainty() {
        let none = Sample::new([0; 5]);
        assert_eq!((none.mean(), none.superiority(), none.normalised()), (0.5, 0.5, None));
        let won = Sample::new([0, 0, 10]);
        assert!(won.elo().difference.is_infinite() && won.elo().low.is_finite());
        assert!(won.superiority() > 0.99 && won.superiority() < 1.0);
    }
}
