//! Wins, draws and losses, and the rating difference that they stand for.

use super::{Elo, Sample};
use std::fmt;

/// Results from one player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Counts one game by its points for the player: positive, 0 or negative.
    pub fn add(&mut self, points: i32) {
        match points.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, a draw being half a point; 0.5 without games.
    pub fn mean(&self) -> f64 {
        self.sample().mean()
    }

    /// The results as a sample of single games.
    pub fn sample(&self) -> Sample<3> {
        Sample::new([self.losses, self.draws, self.wins])
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        self.sample().error()
    }

    /// The rating difference that the score stands for.
    pub fn elo(&self) -> Elo {
        self.sample().elo()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mean, error) = (100.0 * self.mean(), 100.0 * self.error());
        write!(f, "{mean:.1} % ± {error:.1} (+{} ={} -{}", self.wins, self.draws, self.losses)?;
        let Elo { difference, low, high } = self.elo();
        if difference.is_finite() && low.is_finite() && high.is_finite() {
            // Adding 0 turns -0 into 0.
            let [difference, low, high] = [difference, low, high].map(|elo| elo.round() + 0.0);
            write!(f, "; Elo {difference:+}, 95 %: {low:+} to {high:+}")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_textbook_match() {
        // Table 5.3 of the thesis, run A: 1116 won, 782 lost, 102 drawn of 2000.
        let score = Score { wins: 1116, draws: 102, losses: 782 };
        assert!((score.mean() - 0.5835).abs() < 1e-12);
        // Variance of one game: (1116 + 102/4)/2000 - 0.5835^2.
        let variance: f64 = (1116.0 + 25.5) / 2000.0 - 0.5835 * 0.5835;
        assert!((score.error() - (variance / 2000.0).sqrt()).abs() < 1e-12);
        let elo = score.elo();
        assert!((elo.difference - 58.570).abs() < 0.001, "{elo:?}");
        assert!(elo.low < elo.difference && elo.difference < elo.high);
    }

    #[test]
    fn known_rating_differences() {
        let elo = |wins, draws, losses| Score { wins, draws, losses }.elo().difference;
        assert_eq!(elo(5, 10, 5), 0.0);
        assert!((elo(75, 0, 25) - 190.848).abs() < 1e-3);
        assert!((elo(0, 50, 50) + 190.848).abs() < 1e-3);
        assert!(elo(10, 0, 0).is_infinite());
        assert_eq!(Score::default().mean(), 0.5);
    }
}
