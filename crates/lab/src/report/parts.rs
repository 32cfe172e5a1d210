//! The parts of a report that are words, numbers and bars.

use super::data::ReportData;
use super::summary::{Summary, feature_name};
use super::text::{article, duration, escape, fixed, short, thousands};

/// Marks that tell comparisons apart where colour cannot.
const MARKS: [&str; 4] = ["tick", "diamond", "ring", "cross"];

/// At most so many rows in the table of all weights.
const ROWS: usize = 400;

/// The few numbers that describe the run.
pub fn tiles(data: &ReportData) -> String {
    let rate = |seconds: f64| match seconds > 0.0 && data.games > 0 {
        true => short(data.games as f64 / seconds),
        false => "–".to_string(),
    };
    let weights = data.names.len() * data.sets.len().max(1);
    let sets = match data.sets.len() {
        0 | 1 => data.features.clone(),
        count => format!("{count} sets of {}", data.names.len()),
    };
    let plies = if data.mean_plies > 0.0 { fixed(data.mean_plies, 1) } else { "–".to_string() };
    let tiles = [
        (thousands(data.games), "games", format!("of {}", data.game)),
        (thousands(weights as u64), "weights", sets),
        (duration(data.seconds), "of learning", format!("{} of processor time", duration(data.cpu_seconds))),
        (rate(data.seconds), "games a second", format!("{} per processor second", rate(data.cpu_seconds))),
        (plies, "plies a game", "on average".to_string()),
    ];
    let tile = |(number, what, more): &(String, &str, String)| {
        format!("<div class=\"tile\"><b>{}</b><span>{what}</span><small>{}</small></div>", escape(number), escape(more))
    };
    format!("<div class=\"tiles\">{}</div>\n", tiles.iter().map(tile).collect::<String>())
}

/// Remarks, and what the numbers cannot say.
pub fn notes(data: &ReportData, summary: &Summary) -> String {
    let strength = data.match_result.iter().map(|text| format!("<p class=\"note strength\">{}</p>\n", escape(text)));
    let warnings = data.notes.iter().chain(&summary.unit_note);
    strength.chain(warnings.map(|text| format!("<p class=\"note\">{}</p>\n", escape(text)))).collect()
}

/// The final values as bars, with marks where others put them.
pub fn bars(data: &ReportData, summary: &Summary) -> String {
    let size = summary.divisor();
    let others = || data.comparisons.iter().filter(|_| summary.unit_note.is_none());
    let all =
        summary.finals.iter().map(|f| f.mean / size).chain(others().flat_map(|c| c.values.iter().flatten().copied()));
    let (low, high) = all.filter(|v| v.is_finite()).fold((0.0, 0.0), |(l, h): (f64, f64), v| (l.min(v), h.max(v)));
    let span = if high > low { high - low } else { 1.0 };
    let percent = |v: f64| (v - low) / span * 100.0;
    let mut out = "<div class=\"bars\">".to_string();
    for (k, f) in summary.finals.iter().enumerate() {
        let value = f.mean / size;
        let shown = if value.is_finite() { value } else { 0.0 };
        let (from, to) = (percent(shown.min(0.0)), percent(shown.max(0.0)));
        let mut marks = String::new();
        for (other, mark) in others().zip(MARKS.iter().cycle()) {
            if let Some(v) = other.values.get(k).copied().flatten().filter(|v| v.is_finite()) {
                let says = format!("{}: {}", escape(&other.name), short(v));
                marks += &format!("<i class=\"{mark}\" style=\"left:{:.2}%\" title=\"{says}\"></i>", percent(v));
            }
        }
        let number = if summary.unit.is_some() { fixed(value, 2) } else { summary.raw(value) };
        out += &format!(
            "<span class=\"who\">{}</span><span class=\"track\">\
             <i class=\"bar h{}\" style=\"left:{from:.2}%;width:{:.2}%\"></i>\
             {marks}</span><b>{number}</b>\n",
            escape(&f.name),
            k % 8,
            to - from
        );
    }
    out += "</div>";
    let keys = others().zip(MARKS.iter().cycle()).map(|(c, mark)| {
        let note = if c.note.is_empty() { String::new() } else { format!(" <small>{}</small>", escape(&c.note)) };
        format!("<span><i class=\"{mark}\"></i>{}{note}</span>", escape(&c.name))
    });
    let keys: String = keys.collect();
    if keys.is_empty() { out } else { format!("{out}<p class=\"keys\">{keys}</p>\n") }
}

/// The final values in numbers.
pub fn values(data: &ReportData, summary: &Summary) -> String {
    let others: Vec<_> = data.comparisons.iter().filter(|_| summary.unit_note.is_none()).collect();
    let unit = summary.unit.as_ref();
    let shown = |v: f64| if unit.is_some() { fixed(v, 2) } else { summary.raw(v) };
    let mut out = "<div class=\"scroll\"><table><thead><tr><th></th>".to_string();
    out += &unit.map_or(String::new(), |(name, _)| format!("<th>in {}s</th><th>±</th>", escape(name)));
    out += "<th>raw</th><th>±</th>";
    out += &others.iter().map(|c| format!("<th>{}</th>", escape(&c.name))).collect::<String>();
    out += "</tr></thead><tbody>\n";
    for (k, f) in summary.finals.iter().enumerate() {
        out += &format!("<tr><th>{}</th>", escape(&f.name));
        if let Some((_, size)) = unit {
            let (value, spread) = (fixed(f.mean / size, 2), fixed(f.spread / size, 2));
            out += &format!("<td><b>{value}</b></td><td class=\"dim\">{spread}</td>");
        }
        out += &format!(
            "<td>{}</td><td class=\"dim\">{}</td>",
            summary.raw_finer(f.mean, 1),
            summary.raw_finer(f.spread, 1)
        );
        for other in &others {
            let value = other.values.get(k).copied().flatten();
            out += &format!("<td>{}</td>", value.map_or("–".to_string(), shown));
        }
        out += "</tr>\n";
    }
    out + "</tbody></table></div>\n"
}

/// How the games ended.
pub fn results(data: &ReportData) -> String {
    let total = |r: (u64, u64, u64)| r.0 + r.1 + r.2;
    let mut out = result_bar("all games", data.results);
    if total(data.recent) > 0 && total(data.recent) < total(data.results) {
        out += &result_bar(&format!("the last {}", thousands(total(data.recent))), data.recent);
    }
    out
}

fn result_bar(title: &str, (first, draws, second): (u64, u64, u64)) -> String {
    let total = (first + draws + second).max(1) as f64;
    let part = |class: &str, n: u64| {
        let share = n as f64 / total * 100.0;
        let inside = if share >= 7.0 { format!("{share:.0}%") } else { String::new() };
        match n {
            0 => String::new(),
            _ => format!("<i class=\"{class}\" style=\"flex:{share:.3}\">{inside}</i>"),
        }
    };
    let words = |n: u64, what: &str| format!("{} {what}", thousands(n));
    format!(
        "<div class=\"result\"><p><b>{}</b> {} · {} · {}</p><div>{}{}{}</div></div>\n",
        escape(title),
        words(first, "won by the first player"),
        words(draws, "drawn"),
        words(second, "won by the second"),
        part("first", first),
        part("draw", draws),
        part("second", second)
    )
}

/// All weights, folded away; the largest ones only if there are very many.
pub fn all_weights(data: &ReportData, summary: &Summary) -> String {
    let count = summary.weights.len();
    // The headline has shown them already if it has as many.
    if count <= summary.finals.len() || data.names.is_empty() {
        return String::new();
    }
    let mut order: Vec<usize> = (0..count).collect();
    if count > ROWS {
        order.sort_by(|a, b| summary.weights[*b].abs().total_cmp(&summary.weights[*a].abs()).then(a.cmp(b)));
        order.truncate(ROWS);
    }
    let which = if count > ROWS {
        format!("The {ROWS} largest of {} weights", thousands(count as u64))
    } else {
        format!("All {count} weights")
    };
    let most =
        order.iter().map(|i| summary.weights[*i].abs()).filter(|w| w.is_finite()).fold(0.0, f64::max).max(1e-300);
    let row = |i: &usize| {
        let (set, feature, weight) = (i / data.names.len(), i % data.names.len(), summary.weights[*i]);
        let set = match data.sets.get(set).filter(|_| data.sets.len() > 1) {
            Some(set) => format!("<small>{}</small> ", escape(&set.name)),
            None => String::new(),
        };
        let share = if weight.is_finite() { (weight.abs() / most).sqrt() * 100.0 } else { 0.0 };
        let sign = if weight < 0.0 { "bad" } else { "good" };
        let name = escape(&feature_name(data, feature));
        format!(
            "<li><span>{set}{name}</span><i class=\"{sign}\" style=\"--w:{share:.0}%\"></i><b>{}</b></li>\n",
            short(weight)
        )
    };
    let rows: String = order.iter().map(row).collect();
    format!(
        "<details><summary>{which}</summary><p class=\"dim\">Averages over the last fifth, raw; bars by the \
         square root, so that small ones show.</p><ul class=\"weights\">{rows}</ul></details>\n"
    )
}

/// How to do it again.
pub fn again(data: &ReportData) -> String {
    let row =
        |(name, value): &(String, String)| format!("<tr><th>{}</th><td>{}</td></tr>\n", escape(name), escape(value));
    let command = match data.command.is_empty() {
        true => String::new(),
        false => format!("<pre class=\"command\"><code>{}</code></pre>\n", escape(&data.command)),
    };
    format!(
        "{command}<div class=\"scroll\"><table class=\"settings\"><tbody>\n\
         {}</tbody></table></div>\n",
        data.settings.iter().map(row).collect::<String>()
    )
}

/// What the values are, under the heading.
pub fn meaning(summary: &Summary) -> String {
    let unit = match &summary.unit {
        Some((name, size)) => format!(
            " Averaged first, then divided by the average value of {}, which is {} raw.",
            escape(&article(name)),
            short(*size)
        ),
        None => String::new(),
    };
    format!("<p class=\"dim\">Averages over the last fifth of the run; ± is the standard deviation there.{unit}</p>\n")
}
