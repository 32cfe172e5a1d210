//! What a run has learnt, in numbers and in one sentence: averages over the last fifth, normalised afterwards.

use super::data::ReportData;
use super::text::{article, decimals, fixed, list, short, thousands};

/// A headline feature at the end of the run.
#[derive(Clone, Debug)]
pub struct Final {
    /// Its name.
    pub name: String,
    /// Its mean over the last fifth.
    pub mean: f64,
    /// Its standard deviation there.
    pub spread: f64,
}

/// What follows from the data.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The headline features.
    pub finals: Vec<Final>,
    /// What values are measured by, if that makes sense.
    pub unit: Option<(String, f64)>,
    /// Why it makes none.
    pub unit_note: Option<String>,
    /// All weights, as means over the last fifth.
    pub weights: Vec<f64>,
    /// The first trace point of the last fifth.
    pub tail: usize,
}

impl Summary {
    /// Sums up a run.
    pub fn of(data: &ReportData) -> Summary {
        let last = data.trace.last().map_or(0, |p| p.game);
        let tail = data.trace.iter().position(|p| p.game.saturating_mul(5) >= last.saturating_mul(4)).unwrap_or(0);
        let finals: Vec<Final> = (0..data.headline.len())
            .map(|k| {
                let values = data.headline_values.iter().skip(tail).filter_map(|v| v.get(k).copied());
                let (mean, spread) = mean_and_spread(values);
                Final { name: feature_name(data, data.headline[k]), mean, spread }
            })
            .collect();
        let slots = data.trace.iter().map(|p| p.weights.len()).max().unwrap_or(0);
        let at = |i: usize| data.trace[tail..].iter().filter_map(move |p| p.weights.get(i).copied());
        let weights = (0..slots).map(|i| mean_and_spread(at(i)).0).collect();
        let (unit, unit_note) = usable_unit(data, &finals);
        Summary { finals, unit, unit_note, weights, tail }
    }

    /// What values are divided by before they are shown in units.
    pub fn divisor(&self) -> f64 {
        self.unit.as_ref().map_or(1.0, |u| u.1)
    }

    /// A raw headline value, with as many decimals as the largest of them needs.
    pub fn raw(&self, x: f64) -> String {
        self.raw_finer(x, 0)
    }

    /// The same with some decimals more.
    pub fn raw_finer(&self, x: f64, more: usize) -> String {
        let largest = self.finals.iter().map(|f| f.mean.abs()).filter(|x| x.is_finite()).fold(0.0, f64::max);
        if (0.001..1e4).contains(&largest) { fixed(x, decimals(largest) + more) } else { short(x) }
    }

    /// What was learnt, in words.
    pub fn sentence(&self, data: &ReportData) -> String {
        let after = format!("After {} game{}", thousands(data.games), if data.games == 1 { "" } else { "s" });
        let unit_name = self.unit.as_ref().map(|u| u.0.as_str());
        let mut shown: Vec<&Final> = self.finals.iter().filter(|f| f.mean.is_finite()).collect();
        if self.finals.is_empty() || shown.is_empty() {
            let count = data.names.len() * data.sets.len().max(1);
            return match data.trace.is_empty() {
                true => format!("{after}, nothing has been recorded yet."),
                false => format!("{after}, {} weights have been learnt.", thousands(count as u64)),
            };
        }
        shown.retain(|f| Some(f.name.as_str()) != unit_name);
        shown.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        let left_out = shown.len() > 6;
        shown.truncate(if left_out { 4 } else { 6 });
        let parts: Vec<String> = shown.iter().enumerate().map(|(i, f)| self.clause(f, i == 0)).collect();
        match parts.is_empty() {
            true => format!("{after}, {} is worth {}.", self.finals[0].name, self.raw(self.finals[0].mean)),
            false => format!("{after}, {}.", list(&parts)),
        }
    }

    fn clause(&self, f: &Final, first: bool) -> String {
        let name = article(&f.name);
        match (&self.unit, first) {
            (Some((unit, size)), true) => format!("{name} is worth {} {unit}s", fixed(f.mean / size, 1)),
            (Some((_, size)), false) => format!("{name} {}", fixed(f.mean / size, 1)),
            (None, true) => format!("{name} is worth {}", self.raw(f.mean)),
            (None, false) => format!("{name} {}", self.raw(f.mean)),
        }
    }
}

/// The name of a feature, or its number.
pub fn feature_name(data: &ReportData, index: usize) -> String {
    data.names.get(index).cloned().unwrap_or_else(|| format!("feature {index}"))
}

/// Mean and standard deviation of what is a number; NaN and 0 if nothing is.
pub fn mean_and_spread(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.filter(|x| x.is_finite()).collect();
    if values.is_empty() {
        return (f64::NAN, 0.0);
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt())
}

/// The unit, or why nothing can be measured by it.
fn usable_unit(data: &ReportData, finals: &[Final]) -> (Option<(String, f64)>, Option<String>) {
    let Some((name, size)) = &data.unit else { return (None, None) };
    if data.trace.is_empty() {
        return (None, None);
    }
    let largest = finals.iter().map(|f| f.mean.abs()).filter(|x| x.is_finite()).fold(0.0, f64::max);
    let why = match *size {
        s if !s.is_finite() => "is not a number",
        s if s < 0.0 => "is negative",
        s if s == 0.0 || s * 100.0 < largest => "is close to zero",
        _ => return (Some((name.clone(), *size)), None),
    };
    let note = format!(
        "The value of {} {why} ({}), so nothing can be measured by it: all values here are raw, and there is nothing \
         to compare them with.",
        article(name),
        short(*size)
    );
    (None, Some(note))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn says_what_was_learnt() {
        let mut data = sample::chess();
        let said = Summary::of(&data).sentence(&data);
        assert!(said.starts_with("After 2,000 games, a queen is worth 11."), "{said}");
        assert!(said.contains(", a rook 5.0, a bishop 3.4 and a knight 2.7."), "{said}");
        data.unit = None;
        assert!(Summary::of(&data).sentence(&data).starts_with("After 2,000 games, a queen is worth 3.4"));
    }

    #[test]
    fn averages_are_normalised_not_normalised_values_averaged() {
        let mut data = sample::chess();
        data.trace.truncate(2);
        (data.trace[0].game, data.trace[1].game) = (9, 10);
        data.headline_values = vec![vec![1.0, 2.0, 3.0, 4.0, 10.0], vec![3.0, 2.0, 3.0, 4.0, 30.0]];
        data.unit = Some(("pawn".to_string(), 2.0));
        let summary = Summary::of(&data);
        assert_eq!(summary.finals[4].mean / summary.divisor(), 10.0);
        assert_eq!((summary.finals[4].spread, summary.tail), (10.0, 0));
    }

    #[test]
    fn a_useless_unit_is_explained() {
        for (size, why) in [(-0.2, "is negative"), (1e-5, "is close to zero"), (f64::NAN, "is not a number")] {
            let data = ReportData { unit: Some(("pawn".to_string(), size)), ..sample::chess() };
            let summary = Summary::of(&data);
            assert_eq!(summary.unit, None);
            assert!(summary.unit_note.unwrap().contains(why));
        }
    }
}
