//! How strong somebody is who has played others of known ratings.

use crate::Estimate;
use arena::Score;

/// What a rating point is in the logistic curve of expected scores.
const POINT: f64 = std::f64::consts::LN_10 / 400.0;

/// The rating that makes scores against opponents of known ratings likeliest, with the error that the numbers of games leave.
/// One drawn game more against each keeps it finite.
pub(crate) fn rating(scores: &[(f64, Score)]) -> Estimate {
    let expected = |own: f64, other: f64| 1.0 / (1.0 + (POINT * (other - own)).exp());
    let surplus = |own: f64| -> f64 {
        let one = |(other, score): &(f64, Score)| {
            let (games, points) = (score.games() as f64 + 1.0, score.mean() * score.games() as f64 + 0.5);
            points - games * expected(own, *other)
        };
        scores.iter().map(one).sum()
    };
    let (mut low, mut high) = (-4000.0, 8000.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if surplus(middle) > 0.0 { low = middle } else { high = middle }
    }
    let value = (low + high) / 2.0;
    let information = |(other, score): &(f64, Score)| {
        let chance = expected(value, *other);
        score.games() as f64 * chance * (1.0 - chance) * POINT * POINT
    };
    Estimate { value, error: 1.96 / scores.iter().map(information).sum::<f64>().sqrt() }
}

/// The rating difference of a match; nothing before it has games.
pub(crate) fn difference(score: Score) -> Option<Estimate> {
    let elo = score.elo();
    // Near 0 and 100 % there is one bound only; that one is as far away as can be said.
    let error = match (elo.low.is_finite(), elo.high.is_finite()) {
        (true, false) => elo.difference - elo.low,
        (false, true) => elo.high - elo.difference,
        _ => (elo.high - elo.low) / 2.0,
    };
    (score.games() > 0).then_some(Estimate { value: elo.difference, error })
}

/// The mean of matches, with the error of the seeds or of the games, whichever is larger: three seeds may agree by chance.
pub(crate) fn together(matches: Vec<Estimate>) -> Option<Estimate> {
    if let [one] = matches[..] {
        return Some(one);
    }
    let mean = Estimate::mean(&matches.iter().map(|one| one.value).collect::<Vec<_>>())?;
    let games = matches.iter().map(|one| one.error.powi(2)).sum::<f64>().sqrt() / matches.len() as f64;
    // A match that was won to the last game has no bounds at all.
    let error = if games.is_finite() { mean.error.max(games) } else { mean.error };
    Some(Estimate { error, ..mean })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_fit_the_scores() {
        let score = |wins, draws, losses| Score { wins, draws, losses };
        assert!(rating(&[(0.0, score(50, 0, 50))]).value.abs() < 1e-6);
        // 75 % against 0 is 191; one more draw pulls it down a little.
        let fit = rating(&[(0.0, score(750, 0, 250))]);
        assert!((fit.value - 190.8).abs() < 0.5, "{fit:?}");
        // The variance of a rating is 1 / (n p q) in natural units.
        assert!((fit.error - 1.96 / (POINT * (1000.0f64 * 0.75 * 0.25).sqrt())).abs() < 0.2, "{fit:?}");
        let both = rating(&[(-400.0, score(90, 0, 9)), (0.0, score(50, 0, 50))]).value;
        assert!((-30.0..30.0).contains(&both), "{both}");
        assert!(rating(&[(0.0, score(100, 0, 0))]).value.is_finite());
        assert!(difference(score(0, 0, 0)).is_none());
        let even = difference(score(40, 20, 40)).unwrap();
        assert!(even.value.abs() < 1e-9 && (40.0..80.0).contains(&even.error), "{even:?}");
        for lopsided in [score(197, 0, 3), score(3, 0, 197)] {
            let lopsided = difference(lopsided).unwrap();
            assert!((100.0..400.0).contains(&lopsided.error), "{lopsided:?}");
        }
    }

    #[test]
    fn seeds_that_agree_by_chance_do_not_hide_the_error_of_the_games() {
        let estimate = |value, error| Estimate { value, error };
        let agreed = together(vec![estimate(50.0, 6.0); 4]).unwrap();
        assert_eq!((agreed.value, agreed.error), (50.0, 3.0), "6 over the root of 4");
        let apart = together(vec![estimate(20.0, 1.0), estimate(80.0, 1.0)]).unwrap();
        assert!(apart.value == 50.0 && apart.error > 30.0, "{apart:?}");
        let swept = together(vec![estimate(20.0, 1.0), estimate(80.0, f64::INFINITY)]).unwrap();
        assert_eq!(swept.error, apart.error, "the seeds still say something");
        assert_eq!(together(vec![estimate(7.0, 2.0)]).unwrap().error, 2.0);
    }
}
