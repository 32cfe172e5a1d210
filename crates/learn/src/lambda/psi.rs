//! The lambda whose powers describe best how agreement fades with distance (equation 8.8).

/// A row of the table: the distance d, the mean agreement at that distance, and the weight of the row.
pub type Row = (usize, f64, f64);

/// What [`psi`] minimises: the sum over the rows of count x (Qbar_d - psi^d)^2.
pub fn error(rows: &[Row], psi: f64) -> f64 {
    Powers::new(psi).zip(rows).map(|(power, &(_, mean, count))| count * (mean - power) * (mean - power)).sum()
}

/// The scan goes from 0 to 1 in this many steps.
const STEPS: usize = 1000;

/// The psi in [0, 1] with the smallest [`error`]: the global minimum, found by a scan in steps of 0.001 and bisection
/// of the derivative. Rows are in the order of their distances, which are 1 or more. None if there is no row.
pub fn psi(rows: &[Row]) -> Option<f64> {
    if rows.is_empty() {
        return None;
    }
    let best = scan(rows);
    let (mut low, mut high) = (grid(best.saturating_sub(1)), grid((best + 1).min(STEPS)));
    if best == STEPS && slope(rows, high) <= 0.0 {
        return Some(high);
    }
    // 80 halvings of 0.002 go below the spacing of doubles, except next to 0, where what is left is 0.
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if slope(rows, middle) >= 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(if high < 1e-20 { 0.0 } else { high })
}

fn grid(i: usize) -> f64 {
    i as f64 / STEPS as f64
}

/// The point of the grid with the smallest error. Eight points at a time keep the processor busy: a scan for each
/// game must not cost more than the game's other learning.
fn scan(rows: &[Row]) -> usize {
    const LANES: usize = 8;
    let mut best = (0, f64::INFINITY);
    for first in (0..=STEPS).step_by(LANES) {
        let psi: [f64; LANES] = std::array::from_fn(|lane| grid((first + lane).min(STEPS)));
        let (mut power, mut sum, mut reached) = ([1.0; LANES], [0.0; LANES], 0);
        for &(distance, mean, count) in rows {
            while reached < distance {
                (0..LANES).for_each(|lane| power[lane] *= psi[lane]);
                reached += 1;
            }
            // The last lane has the largest power. What is left cannot lift one point of the grid over the next.
            if power[LANES - 1] < 1e-16 {
                break;
            }
            // The error less what it is at psi = 0.
            (0..LANES).for_each(|lane| sum[lane] += count * power[lane] * (power[lane] - 2.0 * mean));
        }
        for (lane, &error) in sum.iter().enumerate() {
            if error < best.1 {
                best = ((first + lane).min(STEPS), error);
            }
        }
    }
    best.0
}

/// Half of psi times the derivative of the error: the same sign, and no special case at distance 1.
fn slope(rows: &[Row], psi: f64) -> f64 {
    let mut sum = 0.0;
    for (power, &(distance, mean, count)) in Powers::new(psi).zip(rows) {
        if power < NOTHING {
            break;
        }
        sum += count * distance as f64 * power * (power - mean);
    }
    sum
}

/// Powers below this cannot change a sum that began with psi itself, unless that is tiny, too.
const NOTHING: f64 = 1e-40;

/// psi^d for every row in turn.
struct Powers {
    psi: f64,
    power: f64,
    reached: usize,
}

impl Powers {
    fn new(psi: f64) -> Powers {
        Powers { psi, power: 1.0, reached: 0 }
    }

    fn zip(mut self, rows: &[Row]) -> impl Iterator<Item = (f64, &Row)> {
        rows.iter().map(move |row| {
            while self.reached < row.0 {
                self.power *= self.psi;
                self.reached += 1;
            }
            (self.power, row)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_tables_give_their_base() {
        for base in [0.0, 0.2, 0.5, 0.95, 1.0] {
            let rows: Vec<Row> = (1..30).map(|d| (d, libm::pow(base, d as f64), 7.0)).collect();
            assert!((psi(&rows).unwrap() - base).abs() < 1e-12, "{base}");
        }
        assert_eq!(psi(&[]), None);
    }

    #[test]
    fn disagreement_gives_nothing() {
        assert_eq!(psi(&[(1, -0.2, 3.0), (2, -0.5, 2.0)]), Some(0.0));
    }
}
