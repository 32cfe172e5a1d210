//! Ratings of several players from all their games: the model of Bradley and Terry, a draw being half a win.

use super::{Score, WIDTH};

/// Results of two players, from the first one's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The two, by number.
    pub players: (usize, usize),
    /// Their games.
    pub score: Score,
}

/// A rating with half of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo.
    pub elo: f64,
    /// Half of the interval, relative to the anchor or else to the mean of all.
    pub margin: f64,
}

/// The most likely ratings of `count` players. The mean is 0, or `anchor` (a player and its rating) is kept. Where someone
/// has won or lost everything no ratings would be the most likely ones: then each two count one more draw.
///
/// The iteration is Hunter's (MM algorithms for generalized Bradley-Terry models, 2004). The intervals come from the
/// Fisher information, in which a game is won or lost; with many draws they are a little too wide.
pub fn ratings(count: usize, meetings: &[Meeting], anchor: Option<(usize, f64)>) -> Vec<Rating> {
    let mut points = vec![vec![0.0; count]; count];
    for Meeting { players: (a, b), score } in meetings {
        points[*a][*b] += score.wins as f64 + score.draws as f64 / 2.0;
        points[*b][*a] += score.losses as f64 + score.draws as f64 / 2.0;
    }
    if !connected(&points) {
        for (a, row) in points.iter_mut().enumerate() {
            row.iter_mut().enumerate().for_each(|(b, sum)| *sum += if a == b { 0.0 } else { 0.5 });
        }
    }
    let strengths = strengths(&points);
    let logs: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let zero = match anchor {
        Some((player, elo)) => logs[player] - elo,
        None => logs.iter().sum::<f64>() / count.max(1) as f64,
    };
    let covariance = covariance(&points, &strengths);
    let error = |i: usize| match anchor {
        Some((a, _)) => covariance[i][i] + covariance[a][a] - 2.0 * covariance[i][a],
        None => covariance[i][i],
    };
    let rating = |i: usize| Rating { elo: logs[i] - zero, margin: WIDTH * error(i).max(0.0).sqrt() };
    (0..count).map(rating).collect()
}

/// Ford's condition: whoever is split off, somebody of the others has scored against them.
fn connected(points: &[Vec<f64>]) -> bool {
    let reaches_all = |forward: bool| {
        let mut seen = vec![false; points.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                let scored = |to: &usize| if forward { points[at][*to] > 0.0 } else { points[*to][at] > 0.0 };
                open.extend((0..points.len()).filter(scored));
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    points.is_empty() || (reaches_all(true) && reaches_all(false))
}

/// Strengths whose ratios are odds.
fn strengths(points: &[Vec<f64>]) -> Vec<f64> {
    let count = points.len();
    let mut strengths = vec![1.0; count];
    for _ in 0..100_000 {
        let mut change: f64 = 0.0;
        for i in 0..count {
            let won: f64 = points[i].iter().sum();
            let games = |j: usize| points[i][j] + points[j][i];
            let sum: f64 = (0..count).filter(|j| *j != i).map(|j| games(j) / (strengths[i] + strengths[j])).sum();
            if sum > 0.0 {
                let next = won / sum;
                change = change.max((next / strengths[i]).ln().abs());
                strengths[i] = next;
            }
        }
        let mean = (strengths.iter().map(|s: &f64| s.ln()).sum::<f64>() / count as f64).exp();
        strengths.iter_mut().for_each(|strength| *strength /= mean);
        if change < 1e-12 {
            break;
        }
    }
    strengths
}

/// The covariance of the ratings when their mean is kept: the pseudo-inverse of the Fisher information.
fn covariance(points: &[Vec<f64>], strengths: &[f64]) -> Vec<Vec<f64>> {
    let n = points.len();
    let scale = std::f64::consts::LN_10 / 400.0;
    let mut information = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in (0..n).filter(|j| *j != i) {
            let chance = strengths[i] / (strengths[i] + strengths[j]);
            let part = (points[i][j] + points[j][i]) * chance * (1.0 - chance) * scale * scale;
            information[i][i] += part;
            information[i][j] -= part;
        }
    }
    // Adding the same to every entry fills the one direction that has no information; it is taken out again afterwards.
    let fill = (0..n).map(|i| information[i][i]).sum::<f64>().max(1e-12) / n as f64;
    information.iter_mut().flatten().for_each(|entry| *entry += fill / n as f64);
    let mut inverse = inverse(information);
    inverse.iter_mut().flatten().for_each(|entry| *entry -= 1.0 / (fill * n as f64));
    inverse
}

/// The inverse of a positive matrix, by Gauss and Jordan.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for at in 0..n {
        let pivot = (at..n).max_by(|a, b| matrix[*a][at].abs().total_cmp(&matrix[*b][at].abs())).unwrap_or(at);
        matrix.swap(at, pivot);
        inverse.swap(at, pivot);
        let factor = 1.0 / matrix[at][at];
        for rows in [&mut matrix, &mut inverse] {
            rows[at].iter_mut().for_each(|entry| *entry *= factor);
        }
        for row in (0..n).filter(|row| *row != at) {
            let factor = matrix[row][at];
            for rows in [&mut matrix, &mut inverse] {
                let line = rows[at].clone();
                rows[row].iter_mut().zip(line).for_each(|(entry, other)| *entry -= factor * other);
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(a: usize, b: usize, wins: u64, draws: u64, losses: u64) -> Meeting {
        Meeting { players: (a, b), score: Score { wins, draws, losses } }
    }

    #[test]
    fn the_example_of_the_encyclopedia() {
        // Wikipedia, "Bradley-Terry model", worked example: strengths 0.640, 1.043, 0.660, 2.270 (geometric mean 1).
        let meetings = [meeting(0, 1, 2, 0, 3), meeting(0, 3, 1, 0, 4), meeting(1, 2, 5, 0, 3), meeting(2, 3, 1, 0, 3)];
        let found = ratings(4, &meetings, None);
        for (rating, strength) in found.iter().zip([0.640, 1.043, 0.660, 2.270]) {
            assert!((10f64.powf(rating.elo / 400.0) - strength).abs() < 0.0006, "{found:?}");
        }
    }

    #[test]
    fn two_players_are_rated_by_their_score() {
        let found = ratings(2, &[meeting(0, 1, 50, 30, 20)], Some((1, 1900.0)));
        let elo = Score { wins: 50, draws: 30, losses: 20 }.elo().difference;
        assert!((found[0].elo - 1900.0 - elo).abs() < 1e-6 && (found[1].elo - 1900.0).abs() < 1e-9, "{found:?}");
        assert!(found[1].margin < 1e-6, "the anchor is certain");
        // The variance of a rating difference is 1 / (n p q) in natural units.
        let (p, scale) = (0.65, 400.0 / std::f64::consts::LN_10);
        let margin = WIDTH * scale / f64::sqrt(100.0 * p * (1.0 - p));
        assert!((found[0].margin - margin).abs() < 1e-6, "{found:?}, not {margin}");
    }

    #[test]
    fn a_clean_sweep_has_a_rating() {
        let found = ratings(3, &[meeting(0, 1, 10, 0, 0), meeting(0, 2, 10, 0, 0)], None);
        assert!(found.iter().all(|rating| rating.elo.is_finite() && rating.margin.is_finite()), "{found:?}");
        assert!(found[0].elo > found[1].elo && (found[1].elo - found[2].elo).abs() < 1e-6);
        assert!(ratings(2, &[], None).iter().all(|rating| rating.elo.abs() < 1e-9));
    }
}
