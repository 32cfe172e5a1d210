//! Several weight sets: how often each was used, what it learnt, and with which rate.

use super::board;
use super::chart::{Chart, Line};
use super::data::{ReportData, TracePoint};
use super::summary::{Summary, feature_name};
use super::text::{escape, fixed, short, thousands};

/// Charts and boards show the sets that were used most, up to this many.
const SHOWN: usize = 6;
/// A longer name does not fit beside a line.
const LABEL: usize = 14;

/// The sets to draw, in their own order: the most used ones, if there are many.
pub fn shown(data: &ReportData) -> Vec<usize> {
    let used = |set: &usize| data.sets[*set].positions + data.sets[*set].taught;
    let mut order: Vec<usize> = (0..data.sets.len()).filter(|set| used(set) > 0).collect();
    order.sort_by_key(|set| (std::cmp::Reverse((data.sets[*set].positions, data.sets[*set].taught)), *set));
    order.truncate(SHOWN);
    order.sort_unstable();
    order
}

/// For each feature the mean over the sets, each as much as its positions occurred: a set that no game reached still has the
/// weights of the start, and they mean nothing.
pub fn mean(data: &ReportData, weights: &[f64]) -> Vec<f64> {
    let (features, sets) = (data.names.len(), data.sets.len());
    if sets <= 1 || weights.len() != features * sets {
        return weights.to_vec();
    }
    let shares = data.shares();
    (0..features).map(|i| (0..sets).map(|set| shares[set] * weights[set * features + i]).sum()).collect()
}

/// How often each set occurred and was taught, and its rate where sets have rates of their own. Of many sets, those used most
/// come first and the others are folded away.
pub fn table(data: &ReportData) -> String {
    if data.sets.len() <= 1 {
        return String::new();
    }
    let first = shown(data);
    let used = |set: &usize| data.sets[*set].positions + data.sets[*set].taught > 0;
    let more: Vec<usize> = (0..data.sets.len()).filter(|set| used(set) && !first.contains(set)).collect();
    let unused = data.sets.len() - first.len() - more.len();
    let mut out =
        "<p class=\"dim\">Positions: those of the games in the last fifth of the run. Taught: steps of the whole run \
                   whose prediction came from the set.</p>\n"
            .to_string();
    out += &rows(data, &first);
    if !more.is_empty() {
        let (count, inside) = (more.len(), rows(data, &more));
        out += &format!("<details><summary>{count} more that were used less</summary>{inside}</details>\n");
    }
    match unused {
        0 => out,
        1 => out + "<p class=\"dim\">One set never occurred.</p>\n",
        _ => out + &format!("<p class=\"dim\">{unused} sets never occurred.</p>\n"),
    }
}

fn rows(data: &ReportData, sets: &[usize]) -> String {
    let rates = data.trace.last().and_then(|point| local_rates(data, point));
    let shares = data.shares();
    let row = |at: &usize| {
        let set = &data.sets[*at];
        let rate = rates.as_ref().map_or(String::new(), |rates| format!("<td>{}</td>", short(rates[*at])));
        format!(
            "<tr><th>{}</th><td>{}</td><td class=\"dim\">{} %</td><td>{}</td>{rate}</tr>\n",
            escape(&set.name),
            thousands(set.positions),
            fixed(100.0 * shares[*at], 1),
            thousands(set.taught)
        )
    };
    let rate = if rates.is_some() { "<th>learning rate</th>" } else { "" };
    format!(
        "<div class=\"scroll\"><table><thead><tr><th></th><th>positions</th><th></th><th>taught</th>{rate}</tr></thead>\
         <tbody>\n{}</tbody></table></div>\n",
        sets.iter().map(row).collect::<String>()
    )
}

/// The rate of each set, if all weights of a set have the same.
fn local_rates(data: &ReportData, point: &TracePoint) -> Option<Vec<f64>> {
    let features = data.names.len();
    if features == 0 || point.rates.len() != features * data.sets.len() {
        return None;
    }
    // Frozen weights have a rate of 0 in every set.
    let rate = |own: &[f64]| own.iter().copied().fold(0.0, f64::max);
    let same = |own: &[f64]| own.iter().all(|r| *r == 0.0 || *r == rate(own));
    let sets = point.rates.chunks(features);
    sets.clone().all(same).then(|| sets.map(rate).collect())
}

/// The rates of the sets over the games, where they differ.
pub fn rates(data: &ReportData, points: &[&TracePoint]) -> Option<Chart> {
    if data.sets.len() <= 1 {
        return None;
    }
    let per_point: Vec<Vec<f64>> = points.iter().map(|point| local_rates(data, point)).collect::<Option<_>>()?;
    let differ = per_point.iter().any(|rates| rates.iter().any(|rate| *rate != rates[0]));
    let line = |(hue, set): (usize, usize)| Line {
        name: label(data, set),
        hue,
        points: points.iter().zip(&per_point).map(|(point, rates)| (point.game as f64, rates[set])).collect(),
        ends: Vec::new(),
    };
    let lines = shown(data).into_iter().enumerate().map(line).collect();
    differ.then(|| Chart { lines, log: true, ..Chart::new("Learning rates of the weight sets", "learning rate") })
}

/// One chart for each watched feature, with a line for each set (Baxter, Tridgell and Weaver 2000, figure 7).
pub fn traces(data: &ReportData, summary: &Summary) -> String {
    if data.sets.len() <= 1 || data.set_values.is_empty() {
        return String::new();
    }
    let sets = shown(data);
    let title = summary.unit.as_ref().map_or("raw value".to_string(), |(unit, _)| format!("{unit}s"));
    let size = summary.divisor();
    let mut out = String::new();
    for (k, index) in data.watched.iter().enumerate() {
        let name = feature_name(data, *index);
        let line = |(hue, set): (usize, &usize)| {
            let value = |sets: &Vec<Vec<f64>>| sets.get(*set).and_then(|own| own.get(k)).copied().unwrap_or(f64::NAN);
            let points = data.trace.iter().zip(&data.set_values);
            Line {
                name: label(data, *set),
                hue,
                points: points.map(|(point, sets)| (point.game as f64, value(sets) / size)).collect(),
                ends: Vec::new(),
            }
        };
        let about = format!("{name} in each weight set");
        let chart = Chart { lines: sets.iter().enumerate().map(line).collect(), ..Chart::new(&about, &title) };
        let svg = chart.svg(480.0, 260.0, "class=\"chart\"");
        out += &format!("<figure><figcaption>{}</figcaption>{svg}</figure>\n", escape(&name));
    }
    format!("<div class=\"smalls\">{out}</div>\n")
}

/// The boards of the sets that were used most, folded away.
pub fn boards(data: &ReportData, summary: &Summary) -> String {
    let features = data.names.len();
    if data.sets.len() <= 1 || summary.weights.len() != features * data.sets.len() {
        return String::new();
    }
    let one = |set: usize| {
        let maps = board::maps(&data.maps, &summary.weights[set * features..][..features], summary.unit.as_ref());
        let name = escape(&data.sets[set].name);
        format!("<details><summary>{name}</summary><div class=\"boards\">{maps}</div></details>\n")
    };
    shown(data).into_iter().map(one).collect()
}

/// A name that fits beside a line: its first word, if it is long.
fn label(data: &ReportData, set: usize) -> String {
    let name = &data.sets[set].name;
    let first = name.split_whitespace().next().unwrap_or_default();
    if name.chars().count() <= LABEL { name.clone() } else { first.to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::{ReportData, WeightSet, html, sample};
    use super::*;

    /// A run with these sets and positions; set s has s times the weights of the first, and a rate of its own.
    fn data(positions: &[u64]) -> ReportData {
        let mut data = sample::chess();
        let set = |(at, positions): (usize, &u64)| WeightSet {
            name: format!("{} <a set with a long name>", at + 1),
            positions: *positions,
            taught: positions * 5,
        };
        data.sets = positions.iter().enumerate().map(set).collect();
        let count = positions.len();
        for point in &mut data.trace {
            let one = point.weights.clone();
            point.weights = (0..count).flat_map(|set| one.iter().map(move |w| w * (set + 1) as f64)).collect();
            point.rates = (0..count).flat_map(|set| vec![0.1 / (set + 1) as f64; one.len()]).collect();
            let values = |set: usize| one[..5].iter().map(|w| w * (set + 1) as f64).collect();
            data.watched = data.headline.clone();
            data.set_values.push((0..count).map(values).collect());
        }
        data
    }

    #[test]
    fn the_mean_is_over_positions_not_over_sets() {
        let data = data(&[30, 0, 10]);
        let weights = data.trace[400].weights.clone();
        let found = mean(&data, &weights);
        assert!((found[4] - (0.75 * weights[4] + 0.25 * weights[2 * 157 + 4])).abs() < 1e-12);
        assert_eq!(found.len(), 157);
        let nothing = ReportData { sets: vec![WeightSet::default(); 3], ..data };
        assert!((mean(&nothing, &weights)[4] - 2.0 * weights[4]).abs() < 1e-12, "no games: all alike");
        assert!(shown(&nothing).is_empty());
    }

    #[test]
    fn the_sets_in_use_are_shown_by_name() {
        let data = data(&[30, 0, 10]);
        assert_eq!(shown(&data), [0, 2]);
        let page = html(&data);
        assert!(page.contains("One set never occurred") && page.contains("<td>0.0333</td>"));
        assert!(page.contains("1 &lt;a set with a long name&gt;") && !page.contains("<a set"));
        assert_eq!(page.matches("<figure><figcaption>").count(), 5, "a chart for each piece");
        assert_eq!(page.matches("class=\"board\"").count(), 15, "the mean and two sets of five pieces");
        let chart = traces(&data, &Summary::of(&data));
        assert_eq!(chart.matches("data-name=\"3\"").count(), 5);
        assert!(!chart.contains("data-name=\"2\""));
    }

    #[test]
    fn of_many_sets_the_most_used_are_drawn() {
        let positions: Vec<u64> = (0..33).map(|set| (set * 7) % 33).collect();
        let data = data(&positions);
        let drawn = shown(&data);
        assert_eq!(drawn.len(), 6);
        assert!(drawn.iter().all(|set| positions[*set] >= 27), "{drawn:?}");
        assert!(drawn.is_sorted());
        let page = html(&data);
        assert!(page.len() < 2_000_000, "{}", page.len());
        assert_eq!(page.matches("class=\"board\"").count(), 35);
        assert!(page.contains("26 more that were used less") && page.contains("One set never occurred"));
        assert!(!traces(&data, &Summary::of(&data)).contains("dashed"), "six lines need no second round of colours");
    }
}
