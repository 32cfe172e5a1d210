//! Glicko-2: a rating that knows how sure it is (Glickman 2013, "Example of the Glicko-2 system").
//!
//! Whom a learner meets depends on its rating, so the functions are those of `libm`: the same on every machine.

use libm::{exp, log, sqrt};
use std::f64::consts::PI;

/// A rating, how uncertain it is, and how much it tends to change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// How far it is expected to move from period to period, in units of 173.7178 points.
    pub volatility: f64,
}

/// A game against somebody with a known rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    /// The opponent's rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The points: 1, 0.5 or 0.
    pub score: f64,
}

/// Rating points for one unit of the formulas.
const SCALE: f64 = 173.7178;
/// How readily the volatility changes; Glickman's example has 0.5.
const TAU: f64 = 0.5;
/// How exactly the volatility is found.
const EXACT: f64 = 1e-6;

impl Glicko {
    /// Somebody of whom nothing is known but a guess.
    pub fn new(rating: f64) -> Glicko {
        Glicko { rating, deviation: 350.0, volatility: 0.06 }
    }

    /// After a period with these games.
    pub fn after(&self, games: &[Met]) -> Glicko {
        let phi = self.deviation / SCALE;
        if games.is_empty() {
            return Glicko { deviation: SCALE * sqrt(phi * phi + self.volatility * self.volatility), ..*self };
        }
        let (mut information, mut surprise) = (0.0, 0.0);
        for met in games {
            let other = met.deviation / SCALE;
            let g = 1.0 / sqrt(1.0 + 3.0 * other * other / (PI * PI));
            let expected = 1.0 / (1.0 + exp(-g * (self.rating - met.rating) / SCALE));
            information += g * g * expected * (1.0 - expected);
            surprise += g * (met.score - expected);
        }
        let volatility = self.volatility(phi, 1.0 / information, surprise / information);
        let before = phi * phi + volatility * volatility;
        let square = 1.0 / (1.0 / before + information);
        Glicko { rating: self.rating + SCALE * square * surprise, deviation: SCALE * sqrt(square), volatility }
    }

    /// The new volatility: where a function that falls has its zero, by the Illinois method.
    fn volatility(&self, phi: f64, v: f64, delta: f64) -> f64 {
        let a = log(self.volatility * self.volatility);
        let f = |x: f64| {
            let (e, rest) = (exp(x), phi * phi + v + exp(x));
            e * (delta * delta - rest) / (2.0 * rest * rest) - (x - a) / (TAU * TAU)
        };
        let (mut low, mut high) = (a, a - TAU);
        if delta * delta > phi * phi + v {
            high = log(delta * delta - phi * phi - v);
        } else {
            while f(high) < 0.0 {
                high -= TAU;
            }
        }
        let (mut f_low, mut f_high) = (f(low), f(high));
        while (high - low).abs() > EXACT {
            let middle = low + (low - high) * f_low / (f_high - f_low);
            let f_middle = f(middle);
            if f_middle * f_high <= 0.0 {
                (low, f_low) = (high, f_high);
            } else {
                f_low /= 2.0;
            }
            (high, f_high) = (middle, f_middle);
        }
        exp(low / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glickmans_example() {
        let before = Glicko { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let met = |rating, deviation, score| Met { rating, deviation, score };
        let after = before.after(&[met(1400.0, 30.0, 1.0), met(1550.0, 100.0, 0.0), met(1700.0, 300.0, 0.0)]);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn a_period_without_games_makes_less_sure() {
        let before = Glicko { rating: 1700.0, deviation: 50.0, volatility: 0.06 };
        let after = before.after(&[]);
        assert_eq!(after.rating, 1700.0);
        assert!(after.deviation > 50.0 && after.deviation < 53.0, "{after:?}");
    }

    #[test]
    fn results_lead_to_the_strength_that_they_come_from() {
        // Three of four points against 1600 are 1791.
        let mut glicko = Glicko::new(1500.0);
        for game in 0..400 {
            let score = if game % 4 == 0 { 0.0 } else { 1.0 };
            glicko = glicko.after(&[Met { rating: 1600.0, deviation: 0.0, score }]);
        }
        assert!((glicko.rating - 1791.0).abs() < 2.0 * glicko.deviation, "{glicko:?}");
        // It never gets very sure: every game is a period of its own, after which the strength may have changed.
        assert!((50.0..70.0).contains(&glicko.deviation), "{glicko:?}");
    }

    #[test]
    fn a_great_surprise_raises_the_volatility() {
        let sure = Glicko { rating: 2500.0, deviation: 30.0, volatility: 0.06 };
        let lost = Met { rating: 1000.0, deviation: 30.0, score: 0.0 };
        assert!(sure.after(&[lost; 5]).volatility > 0.06);
    }
}
