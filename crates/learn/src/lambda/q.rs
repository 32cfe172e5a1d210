//! How well an earlier prediction agrees with a later one (Smith's thesis, equations 8.6 and 8.7, restored).

/// Where the knee's formula changes: 2s^2 + s - 2 = 0.
pub const BORDER: f64 = 0.780_776_406_404_415_1;

/// The distance at which agreement turns into disagreement, for a later prediction `p` in [0, 1].
pub fn knee(p: f64) -> f64 {
    let p = p.max(1.0 - p);
    if p <= BORDER {
        let root = 4.0 * p * p - 2.0 * p * (1.0 + p) * (2.0 * p * p - 2.0 * p + 1.0);
        (2.0 * p - root.max(0.0).sqrt()) / (2.0 * (1.0 + p))
    } else {
        let (a, b, c) = (1.0 + p, 2.0 - 2.0 * p - p * p, (1.0 - p) * (1.0 - p));
        (-b + (b * b + 4.0 * a * c).sqrt()) / (2.0 * a)
    }
}

/// Q: 1 if the two predictions are equal, -1 if they are opposite certainties, 0 on average over all earlier
/// predictions. Not symmetric. Both are in [0, 1].
pub fn q(later: f64, earlier: f64) -> f64 {
    Later::new(later).q(earlier)
}

/// A later prediction with what depends on it alone, so that comparing it with many earlier ones is cheap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Later {
    p: f64,
    knee: f64,
    beyond: f64,
}

impl Later {
    pub(super) fn new(p: f64) -> Later {
        let strong = p.max(1.0 - p);
        let knee = knee(p);
        Later { p, knee, beyond: -strong / (strong - knee) }
    }

    #[inline]
    pub(super) fn q(&self, earlier: f64) -> f64 {
        // F(1-p, 1-p') of the formula needs the distance only, which is the same.
        let r = (self.p - earlier).abs();
        if r <= self.knee { 1.0 - r / self.knee } else { self.beyond * (r - self.knee) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_mean() {
        assert_eq!((q(1.0, 0.0), q(0.0, 1.0), q(0.3, 0.3)), (-1.0, -1.0, 1.0));
        assert!((q(0.5, 1.0) + 0.5).abs() < 1e-15 && q(1.0, 0.5).abs() < 1e-15);
        for i in 0..=50 {
            let p = f64::from(i) / 50.0;
            let n = 20_000;
            let mean = (0..n).map(|j| q(p, (f64::from(j) + 0.5) / f64::from(n))).sum::<f64>() / f64::from(n);
            assert!(mean.abs() < 1e-7, "{p}: {mean}");
        }
    }
}
