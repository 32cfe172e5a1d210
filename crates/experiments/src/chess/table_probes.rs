//! How entries share the hash table (4.2), as an experiment.

use super::chart;
use crate::probes::{
    BANDS, Cost, Kept, Position, SIZES, Saving, Scheme, by_saturation, by_size, iterations, nodes, positions,
};
use crate::published::number;
use crate::report::{PERCENT, Report, Row, Style, Table};
use crate::{Error, Estimate, Figure, Measurement, Runner};
use lab::report::{Chart, Line};
use serde_json::json;

/// Tables 4.1 to 4.3; some of them once more with another reading of what is in the table.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let positions = positions();
    let count = (runner.scaled(positions.len() as u64, 1) as usize).min(positions.len());
    let mut report = reading(runner, &positions[..count], Kept::Inner, &SIZES, &Scheme::ALL)?;
    let some = [Scheme::SINGLE, Scheme::Probes(2), Scheme::Probes(8), Scheme::Twin];
    let Report { tables, notes, .. } = reading(runner, &positions[..count], Kept::All, &[14, 17, 20], &some)?;
    // By saturation all sizes are needed.
    report.tables.extend(tables.into_iter().take(2));
    report.notes.extend(notes);
    Ok(report)
}

/// One reading, for some sizes and schemes.
fn reading(
    runner: &mut Runner,
    positions: &[Position],
    kept: Kept,
    some_sizes: &[u32],
    some: &[Scheme],
) -> Result<Report, Error> {
    let (count, mut items, mut names) = (positions.len(), Vec::new(), Vec::new());
    let (key, title) = match kept {
        Kept::Inner => ("", ""),
        Kept::All => (", the horizon's too", ", positions at the horizon in the table, too"),
    };
    for position in positions {
        for (bits, scheme) in some_sizes.iter().flat_map(|bits| some.iter().map(|scheme| (*bits, *scheme))) {
            let depth = position.depth;
            items.push(Measurement {
                key: format!(
                    "tt-probes {} depth {depth}, 2^{bits} entries from the index on, {}{key}",
                    position.id,
                    scheme.name()
                ),
                class: format!("tt-probes depth {depth}"),
                units: 1.0,
                outside: false,
                measure: Box::new(move || {
                    Ok(json!(nodes(&position.text, depth, bits, scheme, kept).unwrap_or_default()))
                }),
            });
            names.push((&position.id, bits, scheme));
        }
    }
    let found = runner.measure(&format!("searching the VSB positions{title}"), &items)?;
    let cost = |((id, bits, scheme), value): (&(&String, u32, Scheme), &serde_json::Value)| Cost {
        id: (*id).clone(),
        bits: *bits,
        scheme: *scheme,
        nodes: value.as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).collect(),
    };
    let costs: Vec<Cost> =
        names.iter().zip(&found).filter_map(|(name, value)| Some(cost((name, value.as_ref()?)))).collect();
    let whole = found.iter().all(Option::is_some);

    let sizes = || SIZES.into_iter().enumerate().filter(|(_, bits)| some_sizes.contains(bits));
    let mut totals = Table::new(format!("Nodes for each position with a single probe, in millions (table 4.1){title}"));
    for (at, bits) in sizes() {
        let single = costs.iter().filter(|cost| cost.scheme == Scheme::SINGLE && cost.bits == bits);
        let counts: Vec<f64> = single.filter_map(|cost| cost.nodes.last()).map(|nodes| *nodes as f64 / 1e6).collect();
        let published = Estimate::bare(number(&format!("/4.1/values/{at}")) / 1e6);
        let row = Row::new(entries(bits), Style::digits(2), Some(published), Estimate::mean(&counts).filter(|_| whole));
        totals.rows.push(row.not_comparable("its evaluation is not published"));
    }
    let mut by_sizes =
        Table::new(format!("What is saved of the nodes of a single probe, by size of the table (table 4.2){title}"));
    let mut bands = Table::new("The same by saturation, nodes for each entry (table 4.3)");
    let schemes = Scheme::ALL.into_iter().skip(1).enumerate().filter(|(_, scheme)| some.contains(scheme));
    for (row, scheme) in schemes {
        for (at, bits) in sizes() {
            let place = |what: &str| number(&format!("/4.2/{what}/{row}/{at}"));
            let published = Estimate::published(place("mean"), place("sd"), 30);
            let ours = by_size(&costs, scheme, bits).filter(|_| whole).map(estimate);
            let name = format!("{}, {}", scheme.name(), entries(bits));
            by_sizes.rows.push(Row::new(name, PERCENT, Some(published), ours));
        }
        let mut from = 0.0;
        for (at, saving) in by_saturation(&costs, scheme).into_iter().enumerate() {
            let name = format!("{}, {from} to {}", scheme.name(), BANDS[at]);
            from = BANDS[at];
            let place = |what: &str| number(&format!("/4.3/{what}/{row}/{at}"));
            let published = Estimate::published(place("mean"), place("sd"), 30);
            bands.rows.push(Row::new(name, PERCENT, Some(published), saving.filter(|_| whole).map(estimate)));
        }
    }
    let done = found.iter().flatten().count();
    let note = format!("{done} of {} searches of {count} positions to their full depths{title}.", found.len());
    let figures = if whole && kept == Kept::Inner { vec![scatter(&costs), within_a_band(&costs)] } else { Vec::new() };
    Ok(Report { tables: vec![totals, by_sizes, bands], figures, notes: vec![note] })
}

/// Figure 4.1.
fn scatter(costs: &[Cost]) -> Figure {
    let shown = iterations(costs, Scheme::Probes(8)).filter(|(_, saturation, _)| (0.1..BANDS[3]).contains(saturation));
    let points = shown.map(|(_, saturation, saving)| (saturation.log10(), saving)).collect();
    let drawing = Chart {
        lines: vec![Line { name: "P=8".to_string(), hue: 1, points, ends: Vec::new() }],
        along: "nodes for each entry, as a power of ten",
        dots: true,
        ..Chart::new("Savings by saturation", "percent")
    };
    chart("What each iteration saves with eight probes, by saturation, all sizes (figure 4.1)", drawing)
}

/// Figure 4.2.
fn within_a_band(costs: &[Cost]) -> Figure {
    let line = |(hue, count): (usize, usize)| {
        let scheme = Scheme::Probes(count);
        let point = |bits: u32| {
            let of_size = iterations(costs, scheme).filter(|(cost, ..)| cost.bits == bits);
            let savings: Vec<f64> =
                of_size.filter(|found| (1.0..10.0).contains(&found.1)).map(|found| found.2).collect();
            (f64::from(bits), savings.iter().sum::<f64>() / savings.len() as f64)
        };
        Line { name: scheme.name(), hue, points: SIZES.map(point).to_vec(), ends: Vec::new() }
    };
    let drawing = Chart {
        lines: [2, 4, 8].into_iter().enumerate().map(line).collect(),
        along: "entries of the table, as a power of two",
        ..Chart::new("Savings by the size of the table", "percent")
    };
    chart("What is saved where there are 1 to 10 nodes for each entry, by size (figure 4.2)", drawing)
}

fn entries(bits: u32) -> String {
    format!("{}K entries", (1u32 << bits) / 1024)
}

fn estimate(saving: Saving) -> Estimate {
    Estimate::published(saving.mean, saving.deviation, saving.count)
}
