//! The sequential probability ratio test: play until it is clear which of two rating differences is true.
//!
//! The ratio is the generalised one: for each hypothesis the most likely distribution of results that fits it (M. Van den
//! Bergh, "A practical introduction to the GSPRT", and "Normalized Elo", both of the Stockfish project).

use super::sample::NORMALISED;
use super::{Pairs, Sample, Score, score_of_elo};
use std::str::FromStr;

/// What the two hypotheses are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Elo.
    Logistic,
    /// Normalised Elo.
    Normalised,
}

impl FromStr for Model {
    type Err = String;
    fn from_str(text: &str) -> Result<Model, String> {
        match text {
            "logistic" => Ok(Model::Logistic),
            "normalised" | "normalized" => Ok(Model::Normalised),
            _ => Err("expected logistic or normalised".to_string()),
        }
    }
}

/// A test of "the difference is `elo0`" against "it is `elo1`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The first hypothesis.
    pub elo0: f64,
    /// The second one.
    pub elo1: f64,
    /// How often the second may be accepted if the first is true.
    pub alpha: f64,
    /// How often the first may be accepted if the second is true.
    pub beta: f64,
    /// What they are about.
    pub model: Model,
}

/// What a test has shown so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The difference is `elo0` rather.
    First,
    /// The difference is `elo1` rather.
    Second,
}

/// What stands for a result that has not occurred: a little, so that no logarithm is infinite. Fishtest's number.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// Below the first bound `elo0` is accepted, above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio: by pairs, or game by game as long as there is none. (Games whose partner has
    /// not ended are left out.)
    pub fn llr(&self, score: &Score, pairs: &Pairs) -> f64 {
        if pairs.size() > 0 { self.llr_of(&pairs.sample()) } else { self.llr_of(&score.sample()) }
    }

    /// The logarithm of the likelihood ratio of a sample.
    pub fn llr_of<const N: usize>(&self, sample: &Sample<N>) -> f64 {
        if sample.size() == 0 {
            return 0.0;
        }
        let counts = sample.counts().map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen: Vec<(f64, f64)> = (0..N).map(|at| (Sample::<N>::points(at), counts[at] / total)).collect();
        let likely = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, score_of_elo(elo)),
            // A pair has the deviation of one game divided by the root of two, in points per game.
            Model::Normalised => with_distance(&seen, elo / NORMALISED * sample.games_each().sqrt()),
        };
        let (first, second) = (likely(self.elo0), likely(self.elo1));
        let sum: f64 = seen.iter().zip(first.iter().zip(&second)).map(|((_, p), (a, b))| p * (b / a).ln()).sum();
        total * sum
    }

    /// What `llr` says.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (low, high) = self.bounds();
        match llr {
            _ if llr <= low => Verdict::First,
            _ if llr >= high => Verdict::Second,
            _ => Verdict::Open,
        }
    }
}

/// The most likely probabilities with which the points have this mean.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let shifted: Vec<f64> = seen.iter().map(|(points, _)| points - mean).collect();
    tilted(seen, &shifted)
}

/// The most likely probabilities with which the mean is `distance` standard deviations above the half. The condition is
/// not linear in them, so it is replaced by its tangent again and again.
fn with_distance(seen: &[(f64, f64)], distance: f64) -> Vec<f64> {
    let mut likely = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..100 {
        let mean: f64 = seen.iter().zip(&likely).map(|((points, _), p)| points * p).sum();
        let square = |points: f64| (points - mean) * (points - mean);
        let variance: f64 = seen.iter().zip(&likely).map(|((points, _), p)| square(*points) * p).sum();
        let deviation = variance.sqrt();
        let tangent = |points: f64| points - 0.5 - distance * deviation * (1.0 + square(points) / variance) / 2.0;
        let shifted: Vec<f64> = seen.iter().map(|(points, _)| tangent(*points)).collect();
        let next = tilted(seen, &shifted);
        let change = next.iter().zip(&likely).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        likely = next;
        if change < 1e-12 {
            break;
        }
    }
    likely
}

/// The most likely probabilities with which `amounts` have the mean 0: p / (1 + x amount), x by bisection.
fn tilted(seen: &[(f64, f64)], amounts: &[f64]) -> Vec<f64> {
    let (least, most) = amounts.iter().fold((f64::MAX, f64::MIN), |(low, high), a| (low.min(*a), high.max(*a)));
    if least >= 0.0 || most <= 0.0 {
        // No distribution has this mean; what was seen is as good as any.
        return seen.iter().map(|(_, p)| *p).collect();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = (low + high) / 2.0;
        let sum: f64 = seen.iter().zip(amounts).map(|((_, p), a)| p * a / (1.0 + x * a)).sum();
        // The sum falls as x grows.
        if sum > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    seen.iter().zip(amounts).map(|((_, p), a)| p / (1.0 + x * a)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[test]
    fn fastchess_agrees() {
        // app/tests/sprt_test.cpp of fastchess, which allows one percent. Its two samples with a single kind of result are
        // left out: it puts something else in the place of results that have not occurred.
        use Model::{Logistic, Normalised};
        let trinomial = [
            ((36433, 36027, 68692), (0.0, 2.0), Normalised, 0.92),
            ((10871, 10650, 20431), (-1.75, 0.25), Normalised, 2.30),
            ((21404, 21184, 40708), (0.5, 2.5), Logistic, -1.57),
            ((57433, 57030, 106593), (0.0, 2.0), Logistic, -2.59),
        ];
        for ((wins, losses, draws), (elo0, elo1), model, llr) in trinomial {
            let found = test(elo0, elo1, model).llr_of(&Score { wins, draws, losses }.sample());
            assert!((found - llr).abs() < 0.01 * (1.0 + f64::abs(llr)), "{wins} {losses} {draws}: {found}, not {llr}");
        }
        let pentanomial = [
            ([365, 16618, 36029 + 200, 16974, 390], (0.0, 2.0), Normalised, 2.25),
            ([127, 4883, 10311 + 401, 5150, 104], (-1.75, 0.25), Normalised, 3.01),
            ([223, 9863, 20279 + 1000, 10037, 246], (0.5, 2.5), Logistic, -3.07),
            ([871, 26175, 55003 + 980, 26678, 821], (0.0, 2.0), Logistic, -4.98),
            // Printed in pull request 783 of fastchess.
            ([379, 10170, 21828, 10640, 343], (0.0, 2.0), Normalised, 2.945_98),
        ];
        for (counts, (elo0, elo1), model, llr) in pentanomial {
            let found = test(elo0, elo1, model).llr_of(&Sample::new(counts));
            assert!((found - llr).abs() < 0.01 * (1.0 + f64::abs(llr)), "{counts:?}: {found}, not {llr}");
        }
    }

    #[test]
    fn openbench_agrees() {
        // Published with patches of PlentyChess, viridithas and chess-3; OpenBench tests normalised Elo.
        for (counts, elo0, elo1, llr) in [
            ([214, 8992, 19871, 9102, 235], 0.0, 2.5, 0.16),
            ([5, 942, 2469, 1050, 5], -3.0, 1.0, 2.90),
            ([78, 64, 64, 14, 4], 0.0, 5.0, -2.95),
            ([584, 11950, 25215, 11975, 596], 0.0, 3.0, -2.96),
            ([84, 290, 500, 369, 113], -5.0, 0.0, 2.97),
            ([44, 241, 590, 413, 71], 0.0, 3.0, 2.91),
        ] {
            let found = test(elo0, elo1, Model::Normalised).llr_of(&Sample::new(counts));
            assert!((found - llr).abs() < 0.0051, "{counts:?}: {found}, not {llr}");
        }
    }

    #[test]
    fn bounds_and_verdicts() {
        let test = test(0.0, 5.0, Model::Logistic);
        let (low, high) = test.bounds();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
        let verdicts = [-3.0, 0.0, 3.0].map(|llr| test.verdict(llr));
        assert_eq!(verdicts, [Verdict::First, Verdict::Open, Verdict::Second]);
        assert_eq!(test.llr(&Score::default(), &Pairs::default()), 0.0);
    }
}
