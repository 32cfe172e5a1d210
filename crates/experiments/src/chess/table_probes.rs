//! How entries share the hash table (4.2), as an experiment.

use super::chart;
use crate::probes::{BANDS, Cost, SIZES, Saving, Scheme, by_saturation, by_size, iterations, nodes, positions};
use crate::published::number;
use crate::report::{PERCENT, Report, Row, Style, Table};
use crate::{Error, Estimate, Figure, Measurement, Runner};
use lab::report::{Chart, Line};
use serde_json::json;

/// Tables 4.1 to 4.3.
pub fn experiment(runner: &mut Runner) -> Result<Report, Error> {
    let positions = positions();
    let count = (runner.scaled(positions.len() as u64, 1) as usize).min(positions.len());
    let positions = &positions[..count];
    let mut items = Vec::new();
    let mut names = Vec::new();
    for position in positions {
        for (bits, scheme) in SIZES.into_iter().flat_map(|bits| Scheme::ALL.map(|scheme| (bits, scheme))) {
            let depth = position.depth;
            items.push(Measurement {
                key: format!(
                    "tt-probes {} depth {depth}, 2^{bits} entries from the index on, {}",
                    position.id,
                    scheme.name()
                ),
                class: format!("tt-probes depth {depth}"),
                units: 1.0,
                outside: false,
                measure: Box::new(move || Ok(json!(nodes(&position.text, depth, bits, scheme).unwrap_or_default()))),
            });
            names.push((&position.id, bits, scheme));
        }
    }
    let found = runner.measure("searching the VSB positions", &items)?;
    let cost = |((id, bits, scheme), value): (&(&String, u32, Scheme), &serde_json::Value)| Cost {
        id: (*id).clone(),
        bits: *bits,
        scheme: *scheme,
        nodes: value.as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).collect(),
    };
    let costs: Vec<Cost> =
        names.iter().zip(&found).filter_map(|(name, value)| Some(cost((name, value.as_ref()?)))).collect();
    let whole = found.iter().all(Option::is_some);

    let mut totals = Table::new("Nodes for each position with a single probe, in millions (table 4.1)");
    for (at, bits) in SIZES.into_iter().enumerate() {
        let single = costs.iter().filter(|cost| cost.scheme == Scheme::SINGLE && cost.bits == bits);
        let counts: Vec<f64> = single.filter_map(|cost| cost.nodes.last()).map(|nodes| *nodes as f64 / 1e6).collect();
        let published = Estimate::bare(number(&format!("/4.1/values/{at}")) / 1e6);
        let row = Row::new(entries(bits), Style::digits(2), Some(published), Estimate::mean(&counts).filter(|_| whole));
        totals.rows.push(row.not_comparable("its evaluation is not published"));
    }
    let mut sizes = Table::new("What is saved of the nodes of a single probe, by size of the table (table 4.2)");
    let mut bands = Table::new("The same by saturation, nodes for each entry (table 4.3)");
    for (row, scheme) in Scheme::ALL.into_iter().skip(1).enumerate() {
        for (at, bits) in SIZES.into_iter().enumerate() {
            let place = |what: &str| number(&format!("/4.2/{what}/{row}/{at}"));
            let published = Estimate::published(place("mean"), place("sd"), 30);
            let ours = by_size(&costs, scheme, bits).filter(|_| whole).map(estimate);
            sizes.rows.push(Row::new(format!("{}, {}", scheme.name(), entries(bits)), PERCENT, Some(published), ours));
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
    let note = format!("{count} of 30 positions to their full depths.");
    let figures = if whole { vec![scatter(&costs), within_a_band(&costs)] } else { Vec::new() };
    Ok(Report { tables: vec![totals, sizes, bands], figures, notes: vec![note] })
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
