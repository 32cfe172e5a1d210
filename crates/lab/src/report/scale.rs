//! From numbers to places on the paper, and the round numbers to mark there.

/// Maps `low..high` to `from..to`, linearly or by logarithm.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The number at `from`.
    pub low: f64,
    /// The number at `to`.
    pub high: f64,
    /// Where `low` is drawn.
    pub from: f64,
    /// Where `high` is drawn.
    pub to: f64,
    /// True if equal distances are equal factors.
    pub log: bool,
}

impl Scale {
    /// The place of a number.
    pub fn at(&self, x: f64) -> f64 {
        let bend = |x: f64| if self.log { x.max(f64::MIN_POSITIVE).ln() } else { x };
        let (low, high) = (bend(self.low), bend(self.high));
        let share = if high > low { (bend(x) - low) / (high - low) } else { 0.5 };
        self.from + share.clamp(-9.0, 9.0) * (self.to - self.from)
    }
}

/// Round numbers (1, 2 or 5 times a power of ten apart) within `low..=high`, about `wanted` of them.
pub fn ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    let span = high - low;
    if !(span.is_finite() && span > 0.0) {
        return if low.is_finite() { vec![low] } else { Vec::new() };
    }
    let rough = span / wanted.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough * 0.75).unwrap_or(power * 10.0);
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|i| i as f64 * step).collect()
}

/// Round whole numbers only.
pub fn whole_ticks(low: f64, high: f64, wanted: usize) -> Vec<f64> {
    ticks(low, high, wanted).into_iter().filter(|t| t.fract() == 0.0).collect()
}

/// Powers of ten within `low..=high`; also 2 and 5 times those where there are few.
pub fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    if !(low > 0.0 && high.is_finite() && high >= low) {
        return Vec::new();
    }
    let decades = (low.log10().floor() as i32)..=(high.log10().ceil() as i32);
    let of = |steps: &[f64]| -> Vec<f64> {
        let all = decades.clone().flat_map(|d| steps.iter().map(move |s| s * 10f64.powi(d)));
        all.filter(|t| *t >= low * 0.999 && *t <= high * 1.001).collect()
    };
    let powers = of(&[1.0]);
    match powers.len() {
        0..=2 => of(&[1.0, 2.0, 5.0]),
        n if n > 8 => powers.into_iter().step_by(n.div_ceil(8)).collect(),
        _ => powers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-0.3, 1.2, 4), [0.0, 0.5, 1.0]);
        assert_eq!(ticks(3.0, 3.0, 4), [3.0]);
        assert!(ticks(f64::NAN, 3.0, 4).is_empty());
        assert!(ticks(0.0, 1e-7, 5).len() >= 4);
        assert_eq!(whole_ticks(0.0, 3.0, 6), [0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn log_ticks_are_powers() {
        let close =
            |a: Vec<f64>, b: &[f64]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a / b - 1.0).abs() < 1e-9);
        assert!(close(log_ticks(0.001, 1.5), &[0.001, 0.01, 0.1, 1.0]));
        assert!(close(log_ticks(0.3, 3.0), &[0.5, 1.0, 2.0]));
        assert!(log_ticks(0.0, 1.0).is_empty());
        assert!(log_ticks(1e-30, 1.0).len() <= 8);
    }

    #[test]
    fn scales_never_leave_the_numbers() {
        let log = Scale { low: 0.01, high: 1.0, from: 100.0, to: 0.0, log: true };
        assert!((log.at(0.1) - 50.0).abs() < 1e-9);
        assert!(log.at(0.0).is_finite());
        let flat = Scale { low: 1.0, high: 1.0, from: 0.0, to: 10.0, log: false };
        assert_eq!(flat.at(1.0), 5.0);
    }
}
