//! Points per game where a game may be worth more than one: gammons and backgammons.

/// Sums over games and over pairs of games with the same rolls and exchanged seats.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Points {
    /// Games won by one, two, three points.
    pub won: [u64; 3],
    /// Games lost by one, two, three points.
    pub lost: [u64; 3],
    games: u64,
    sum: i64,
    squares: i64,
    pairs: u64,
    pair_sum: i64,
    pair_squares: i64,
}

impl Points {
    /// Counts a game by its points.
    pub fn add(&mut self, points: i32) {
        let size = points.unsigned_abs().min(3) as usize;
        match points.signum() {
            1 => self.won[size - 1] += 1,
            -1 => self.lost[size - 1] += 1,
            _ => {}
        }
        self.games += 1;
        self.sum += i64::from(points);
        self.squares += i64::from(points * points);
    }

    /// Counts a pair by the sum of its points. Its games are counted by themselves too.
    pub fn add_pair(&mut self, points: i32) {
        self.pairs += 1;
        self.pair_sum += i64::from(points);
        self.pair_squares += i64::from(points * points);
    }

    /// Points per game; 0 without games.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.games.max(1) as f64
    }

    /// The standard error of the mean: by pairs if all games are in pairs, because then part of the luck cancels.
    pub fn error(&self) -> f64 {
        let error = |n: u64, sum: i64, squares: i64| {
            let (n, sum, squares) = (n as f64, sum as f64, squares as f64);
            ((squares - sum * sum / n) / (n - 1.0) / n).sqrt()
        };
        match (2 * self.pairs == self.games, self.pairs, self.games) {
            // The mean of a pair is half its sum.
            (true, 2.., _) => error(self.pairs, self.pair_sum, self.pair_squares) / 2.0,
            (_, _, 2..) => error(self.games, self.sum, self.squares),
            _ => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_errors_are_those_of_the_textbook() {
        let mut points = Points::default();
        assert!(points.error().is_infinite());
        for game in [1, -2, 3, 0, -1] {
            points.add(game);
        }
        // The sample variance of 1, -2, 3, 0, -1 is 3.7.
        assert!((points.mean() - 0.2).abs() < 1e-12);
        assert!((points.error() - (3.7f64 / 5.0).sqrt()).abs() < 1e-12);
        assert_eq!((points.won, points.lost), ([1, 0, 1], [1, 1, 0]));
        let mut paired = Points::default();
        for pair in [[1, -1], [2, -2], [1, 1], [-3, 1]] {
            pair.into_iter().for_each(|game| paired.add(game));
            paired.add_pair(pair.into_iter().sum());
        }
        // Half sums 0, 0, 1, -1 have a sample variance of 2/3.
        assert!((paired.error() - (2.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
