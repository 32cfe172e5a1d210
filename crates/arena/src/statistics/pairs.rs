//! Results of two games with the same opening and both colours: the pentanomial counts.

use super::{Points, Sample, Score};
use std::collections::BTreeMap;

/// How often a pair of games gave 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// The number of pairs.
    pub fn size(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The results as a sample of pairs.
    pub fn sample(&self) -> Sample<5> {
        Sample::new(self.0)
    }

    /// True if these are all the games of `score`.
    pub fn complete(&self, score: &Score) -> bool {
        2 * self.size() == score.games()
    }
}

/// The results of two players, game by game in any order.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// All games.
    pub score: Score,
    /// The complete pairs.
    pub pairs: Pairs,
    /// Points, for games in which more than one can be won.
    pub points: Points,
    /// Games whose partner has not ended: points by the number of the opening.
    open: BTreeMap<u64, i32>,
}

impl Tally {
    /// Counts a game with an opening by its points: positive, 0 or negative.
    pub fn add(&mut self, opening: u64, points: i32) {
        self.score.add(points);
        self.points.add(points);
        match self.open.remove(&opening) {
            Some(other) => {
                self.pairs.0[(2 + points.signum() + other.signum()) as usize] += 1;
                self.points.add_pair(points + other);
            }
            None => drop(self.open.insert(opening, points)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_pairs_count() {
        let mut tally = Tally::default();
        for (opening, points) in [(0, 1), (3, -1), (1, 1), (2, 0), (3, 1), (2, -1), (4, 0), (0, 2), (4, 0), (5, -1)] {
            tally.add(opening, points);
        }
        assert_eq!(tally.pairs, Pairs([0, 1, 2, 0, 1]));
        assert_eq!(tally.score, Score { wins: 4, draws: 3, losses: 3 });
        assert!(!tally.pairs.complete(&tally.score));
        assert!(tally.pairs.complete(&Score { wins: 3, draws: 3, losses: 2 }));
    }
}
