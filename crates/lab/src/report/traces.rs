//! The charts of a run: weights, learning rates and lambda over the games.

use super::chart::{Axis, Chart, Line};
use super::data::{ReportData, TracePoint};
use super::sets;
use super::summary::Summary;
use super::text::fixed;

/// More lines than this are not drawn: nobody could tell them apart.
const MOST: usize = 16;

/// The headline values over the games, to be read in units and raw.
pub fn weights(data: &ReportData, summary: &Summary) -> Chart {
    let mut axes = vec![Axis { class: "raw", divisor: 1.0, title: "raw value".to_string() }];
    if let Some((unit, size)) = &summary.unit {
        axes.insert(0, Axis { class: "unit", divisor: *size, title: format!("{unit}s") });
    }
    let lines = summary.finals.iter().enumerate().take(MOST).map(|(k, last)| {
        let points = data.trace.iter().zip(&data.headline_values);
        let points = points.map(|(p, v)| (p.game as f64, v.get(k).copied().unwrap_or(f64::NAN))).collect();
        let end = |axis: &Axis| {
            if axis.class == "unit" { fixed(last.mean / axis.divisor, 1) } else { summary.raw(last.mean) }
        };
        Line { name: last.name.clone(), hue: k, points, ends: axes.iter().map(end).collect() }
    });
    let lines = lines.collect();
    let references = match (data.comparisons.first(), summary.unit_note.is_some()) {
        (Some(other), false) => {
            let values = other.values.iter().enumerate().take(MOST);
            values.filter_map(|(k, v)| v.map(|v| (k, v * summary.divisor()))).collect()
        }
        _ => Vec::new(),
    };
    let tail = data.trace.get(summary.tail).map(|p| p.game as f64);
    let last = data.trace.last().map(|p| p.game as f64);
    let mark = tail.zip(last).filter(|(a, b)| a < b).map(|(a, b)| (a, b, "averaged".to_string()));
    let about = format!("Learnt values over {} games", data.games);
    Chart { lines, axes, references, mark, ..Chart::new(&about, "") }
}

/// The learning rates: those of the headline features before the middle four fifths of all. If they never differ there
/// is nothing to draw, and the one rate comes back instead; if there are none, nothing.
pub fn rates(data: &ReportData, summary: &Summary) -> Option<Result<Chart, f64>> {
    let points: Vec<&TracePoint> =
        thin(&data.trace).filter(|p| p.rates.iter().any(|r| r.is_finite() && *r > 0.0)).collect();
    let first = points.first()?.rates.iter().copied().find(|r| r.is_finite() && *r > 0.0)?;
    if points.iter().all(|p| p.rates.iter().all(|r| *r == first)) {
        return Some(Err(first));
    }
    if let Some(chart) = sets::rates(data, &points) {
        return Some(Ok(chart));
    }
    let of = |p: &TracePoint| sets::mean(data, &p.rates);
    let per_point: Vec<(f64, Vec<f64>)> = points.iter().map(|p| (p.game as f64, of(p))).collect();
    let one_for_all = per_point.iter().all(|(_, r)| r.len() == 1);
    let line = |k: usize, name: &str, feature: usize| Line {
        name: name.to_string(),
        hue: k,
        points: per_point.iter().map(|(g, r)| (*g, r.get(feature).copied().unwrap_or(f64::NAN))).collect(),
        ends: Vec::new(),
    };
    let named = || summary.finals.iter().zip(&data.headline).enumerate().take(MOST);
    let mut lines: Vec<Line> = named().map(|(k, (last, feature))| line(k, &last.name, *feature)).collect();
    if one_for_all {
        lines = vec![line(1, "all weights", 0)];
    }
    lines.retain(|l| l.points.iter().any(|p| p.1.is_finite() && p.1 > 0.0));
    let band = per_point.iter().filter_map(|(game, rates)| {
        let mut sorted: Vec<f64> = rates.iter().copied().filter(|r| r.is_finite() && *r > 0.0).collect();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted.get(((sorted.len() as f64 - 1.0) * share).round() as usize).copied();
        (sorted.len() > 8).then(|| Some((*game, at(0.1)?, at(0.9)?))).flatten()
    });
    let band = band.collect();
    Some(Ok(Chart { lines, band, log: true, ..Chart::new("Learning rates over the games", "learning rate") }))
}

/// Lambda over the games, or its value if it never changes.
pub fn lambda(data: &ReportData) -> Option<Result<Chart, f64>> {
    let first = data.trace.iter().map(|p| p.lambda).find(|l| l.is_finite())?;
    if data.trace.iter().all(|p| p.lambda == first || !p.lambda.is_finite()) {
        return Some(Err(first));
    }
    let points = thin(&data.trace).map(|p| (p.game as f64, p.lambda)).collect();
    let last = data.trace.iter().rev().map(|p| p.lambda).find(|l| l.is_finite()).unwrap_or(first);
    let line = Line { name: "λ".to_string(), hue: 1, points, ends: vec![fixed(last, 2)] };
    let reach = Some((0.0, 1.0));
    Some(Ok(Chart { lines: vec![line], reach, ..Chart::new("Lambda over the games", "lambda") }))
}

/// At most some hundreds of points, the last among them.
fn thin(trace: &[TracePoint]) -> impl Iterator<Item = &TracePoint> {
    let every = trace.len().div_ceil(400).max(1);
    let last = trace.len().saturating_sub(1);
    trace.iter().enumerate().filter(move |(i, _)| i % every == 0 || *i == last).map(|(_, p)| p)
}
