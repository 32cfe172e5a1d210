//! Learning from others: a pool of rated opponents, who is met next, and the learner's own rating.

use arena::statistics::{Glicko, Met};
use game::{Dice, Side};
use serde::{Deserialize, Serialize};
use store::{GameRow, RatingRow};

/// The learner's name among ratings.
pub const LEARNER: &str = "learner";

/// Keeps the choice of opponents apart from what their games are played with.
const PAIRING: u64 = 0x7061_6972_696e_6721;

/// Somebody to play against.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// A short name, different from all others.
    pub name: String,
    /// The player, as `tdleaf match` reads it.
    pub player: String,
    /// Its rating.
    pub rating: f64,
}

/// What a game counts for that was not played to its end: a resignation, or a loss on time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GivenUp {
    /// Its result.
    #[default]
    Result,
    /// Nothing: the last prediction is taken to be right (KnightCap's program).
    Nothing,
}

/// The opponents, and how they are met.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoolSettings {
    /// Where the list of opponents comes from, for people.
    pub list: String,
    /// Who may be met.
    pub opponents: Vec<Opponent>,
    /// How near ratings must be: an opponent at this distance is met 0.6 times as often as an equal one, at twice the distance
    /// 0.14 times, and so on along the bell curve.
    pub spread: f64,
    /// The learner's rating before its first game.
    pub rating: f64,
    /// The first games find the rating and teach nothing.
    pub trial: u64,
    /// What a game that was given up counts for.
    pub given_up: GivenUp,
}

impl PoolSettings {
    /// Usual conditions with the opponents of a list.
    pub fn new(list: &str, opponents: Vec<Opponent>) -> PoolSettings {
        let (list, given_up) = (list.to_string(), GivenUp::Result);
        PoolSettings { list, opponents, spread: 150.0, rating: 1500.0, trial: 0, given_up }
    }

    /// Refuses what cannot be played, naming the option.
    pub fn check(&self) -> Result<(), String> {
        if self.opponents.is_empty() {
            return Err("--pool: there are no opponents".to_string());
        }
        if let Some(other) = self.opponents.iter().find(|other| !(-10_000.0..=10_000.0).contains(&other.rating)) {
            let (name, rating) = (&other.name, other.rating);
            return Err(format!("--pool: {name} has a rating of {rating}, expected one from -10000 to 10000"));
        }
        for (at, opponent) in self.opponents.iter().enumerate() {
            if opponent.name == LEARNER || self.opponents[..at].iter().any(|other| other.name == opponent.name) {
                return Err(format!("--pool: two players are called '{}'", opponent.name));
            }
        }
        if !(self.spread > 0.0 && self.spread.is_finite()) {
            return Err(format!("--spread must be above 0 rating points, not {}", self.spread));
        }
        if !(-10_000.0..=10_000.0).contains(&self.rating) {
            return Err(format!("--rating must be from -10000 to 10000, not {}", self.rating));
        }
        Ok(())
    }

    /// Whom a learner with this rating meets in a game: an index of `opponents`. `attempt` counts from 0 after games that
    /// could not be finished.
    pub fn pair(&self, rating: f64, seed: u64, number: u64, attempt: u64) -> usize {
        let mut dice = Dice::new(seed ^ PAIRING, number + (attempt << 32));
        let distance = |opponent: &Opponent| (opponent.rating - rating) / self.spread;
        // From the nearest on, so that somebody is met even if all are far away.
        let nearest = self.opponents.iter().map(|other| distance(other).abs()).fold(f64::MAX, f64::min);
        let bell = |d: f64| libm::exp((nearest * nearest - d * d) / 2.0);
        let weights: Vec<f64> = self.opponents.iter().map(|opponent| bell(distance(opponent))).collect();
        let sum: f64 = weights.iter().sum();
        dice.pick(weights.iter().map(|weight| weight / sum))
    }

    /// The learner's rating after these games, each rated by itself.
    pub fn rate(&self, games: &[GameRow], ratings: &[RatingRow]) -> Glicko {
        let met = ratings.iter().filter(|row| row.player != LEARNER);
        met.fold(Glicko::new(self.rating), |glicko, row| match games.iter().find(|game| game.number == row.game) {
            Some(game) => glicko.after(&[result(game, row)]),
            None => glicko,
        })
    }
}

/// Whose moves the learner makes: it has both colours in turn.
pub fn side(number: u64) -> Side {
    if number % 2 == 1 { Side::First } else { Side::Second }
}

/// A game as the learner's rating sees it.
pub fn result(game: &GameRow, opponent: &RatingRow) -> Met {
    let points = side(game.number).view(game.result.signum());
    let score = (1.0 + f64::from(points)) / 2.0;
    Met { rating: opponent.rating, deviation: opponent.deviation, score }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool() -> PoolSettings {
        let opponent = |rating: f64| Opponent { name: format!("r{rating}"), player: "random".to_string(), rating };
        PoolSettings::new("five", [1000.0, 1200.0, 1400.0, 1600.0, 2400.0].map(opponent).to_vec())
    }

    #[test]
    fn near_opponents_are_met_often() {
        let pool = pool();
        let count = |rating: f64| {
            let mut met = [0; 5];
            (0..2000).for_each(|number| met[pool.pair(rating, 1, number, 0)] += 1);
            met
        };
        let met = count(1400.0);
        assert!(met[2] > met[1] && met[1] > met[0] && met[4] == 0, "{met:?}");
        assert!((0.6..0.9).contains(&(f64::from(met[1] + met[3]) / f64::from(met[2]))), "{met:?}");
        assert!(count(1e4)[4] > 1990, "somebody is always there");
        assert_eq!(pool.pair(1400.0, 1, 7, 0), pool.pair(1400.0, 1, 7, 0));
        let again = |number| pool.pair(1300.0, 1, number, 0) != pool.pair(1300.0, 1, number, 1);
        assert!((0..50).any(again), "a second attempt may be somebody else's");
    }

    #[test]
    fn ratings_are_found_again_from_the_games() {
        let pool = pool();
        let row = |number: u64, result| GameRow {
            number,
            result,
            plies: 1,
            reason: String::new(),
            nodes: 0,
            start: None,
            moves: String::new(),
        };
        let rating =
            |game, player: &str, rating| RatingRow { game, player: player.to_string(), rating, deviation: 0.0 };
        // Won as the first player, lost as the second, drawn.
        let games = [row(1, 1), row(2, 1), row(3, 0)];
        let mut ratings = Vec::new();
        for game in 1..=3 {
            ratings.extend([rating(game, "a", 1600.0), rating(game, LEARNER, 1.0)]);
        }
        let met = |score| Met { rating: 1600.0, deviation: 0.0, score };
        let mut expected = Glicko::new(1500.0);
        for score in [1.0, 0.0, 0.5] {
            expected = expected.after(&[met(score)]);
        }
        assert_eq!(pool.rate(&games, &ratings), expected);
    }

    #[test]
    fn senseless_pools_are_refused() {
        assert_eq!(pool().check(), Ok(()));
        let wrong = |change: fn(&mut PoolSettings)| {
            let mut pool = pool();
            change(&mut pool);
            pool.check().unwrap_err()
        };
        assert!(wrong(|pool| pool.opponents.clear()).contains("no opponents"));
        assert!(wrong(|pool| pool.opponents[1].name = "r1000".to_string()).contains("r1000"));
        assert!(wrong(|pool| pool.opponents[1].name = LEARNER.to_string()).contains(LEARNER));
        assert!(wrong(|pool| pool.opponents[0].rating = f64::NAN).contains("r1000"));
        assert!(wrong(|pool| pool.spread = 0.0).contains("--spread"));
        assert!(wrong(|pool| pool.rating = f64::INFINITY).contains("--rating"));
    }
}
