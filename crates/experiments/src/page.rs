//! What experiments have shown, as parts of a page.

use crate::Experiment;
use crate::report::{Bar, Figure, Report, Row, Table};
use crate::verdict::{Estimate, Verdict};
use lab::report::{both_sizes, escape, maps, section};

/// The whole page but its frame: what there is and how to read it, then each experiment.
pub fn body(shown: &[(&Experiment, Report)]) -> String {
    let mut out =
        "<header><p class=\"over\">experiments</p><h1>What was published, and what we find</h1></header>\n".to_string();
    out += &section("Contents", "", &contents(shown));
    for (Experiment { id, source, about, .. }, report) in shown {
        let title = format!("<a id=\"{id}\">{id}</a> <small>{}</small>", escape(source));
        out += &section(&title, "", &html(about, report));
    }
    out
}

/// What verdicts mean, and the key of the drawings beside the figures.
const KEY: &str = "<p class=\"dim\"><b>Reproduced</b>: the published figure and ours differ by no more than the error of the difference \
    (95 %, over runs or games), or what was claimed holds. <b>Differs</b>: by more. <b>Too few</b>: ours is too uncertain to say, or \
    not as many games as published. <b>Not comparable</b>: not figures of the same thing. <b>New</b>: nothing was published.</p>\n\
    <p class=\"keys\"><span><svg class=\"place\" viewBox=\"0 0 16 16\" width=\"16\" height=\"16\" aria-hidden=\"true\">\
    <circle class=\"line h0\" cx=\"8\" cy=\"8\" r=\"4.5\"/></svg>published</span>\
    <span><svg class=\"place\" viewBox=\"0 0 40 16\" width=\"40\" height=\"16\" aria-hidden=\"true\">\
    <path class=\"line h1\" d=\"M2 8H38\"/><circle class=\"dot h1\" cx=\"20\" cy=\"8\" r=\"3.5\"/></svg>ours with its interval</span></p>\n";

/// A line for each experiment, with how many of its figures have which verdict.
fn contents(shown: &[(&Experiment, Report)]) -> String {
    let counted = ["reproduced", "differs", "too few", "not comparable", "new", "not run"];
    let line = |(Experiment { id, about, .. }, report): &(&Experiment, Report)| {
        let rows = || report.tables.iter().flat_map(|table| &table.rows);
        let count = |what: &str| match rows().filter(|row| row.verdict.to_string().starts_with(what)).count() {
            0 => "<td></td>".to_string(),
            some => format!("<td>{some}</td>"),
        };
        let counts: String = counted.iter().map(|what| count(what)).collect();
        format!("<tr><th><a href=\"#{id}\">{id}</a></th><td>{}</td>{counts}</tr>\n", escape(about))
    };
    let head: String = counted.iter().map(|what| format!("<th>{what}</th>")).collect();
    format!(
        "{KEY}<div class=\"scroll\"><table class=\"contents\"><thead><tr><th></th><th></th>{head}</tr></thead><tbody>\n{}</tbody>\
         </table></div>\n",
        shown.iter().map(line).collect::<String>()
    )
}

/// The tables and drawings of an experiment.
fn html(about: &str, report: &Report) -> String {
    let mut out = format!("<p>{}</p>\n", escape(about));
    out += &report.tables.iter().map(table).collect::<String>();
    out += &report.figures.iter().map(figure).collect::<String>();
    out += &report.notes.iter().map(|note| format!("<p class=\"dim\">{}</p>\n", words(note))).collect::<String>();
    out
}

/// A text whose names are between backticks.
fn words(text: &str) -> String {
    let part = |(at, part): (usize, &str)| match at % 2 {
        0 => escape(part),
        _ => format!("<code>{}</code>", escape(part)),
    };
    text.split('`').enumerate().map(part).collect()
}

fn figure(figure: &Figure) -> String {
    match figure {
        Figure::Chart(caption, chart) => {
            format!("<p class=\"dim\">{}</p>\n{}", words(caption), both_sizes(chart, 380.0))
        }
        Figure::Boards(caption, squares, weights, pawn) => format!(
            "<p class=\"dim\">{}</p>\n<div class=\"boards\">{}</div>\n",
            escape(caption),
            maps(squares, weights, Some(&("pawn".to_string(), *pawn)))
        ),
        Figure::Bars(caption, list) => format!("<p class=\"dim\">{}</p>\n{}", escape(caption), bars(list)),
    }
}

/// Bars of ours from zero, with rings where the published ones end.
fn bars(bars: &[Bar]) -> String {
    let values =
        bars.iter().flat_map(|bar| [Some(bar.ours), bar.published]).flatten().filter(|value| value.is_finite());
    let (low, high) = values.fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
    let percent = |value: f64| 100.0 * (value - low) / if high > low { high - low } else { 1.0 };
    let bar = |bar: &Bar| {
        let (from, to) = (percent(bar.ours.min(0.0)), percent(bar.ours.max(0.0)));
        let ring = bar.published.map_or(String::new(), |published| {
            format!("<i class=\"ring\" style=\"left:{:.2}%\" title=\"published\"></i>", percent(published))
        });
        format!(
            "<span class=\"who\">{}</span><span class=\"track\"><i class=\"bar h1\" style=\"left:{from:.2}%;width:{:.2}%\"></i>\
             {ring}</span><b>{}</b>\n",
            escape(&bar.name),
            to - from,
            escape(&bar.text)
        )
    };
    let key = "<p class=\"keys\"><span><i class=\"ring\"></i>published</span></p>\n";
    let key = if bars.iter().any(|bar| bar.published.is_some()) { key } else { "" };
    format!("<div class=\"bars\">{}</div>\n{key}", bars.iter().map(bar).collect::<String>())
}

/// The longest cell that is never broken into lines, in letters: an interval in percent.
const LONGEST: usize = 18;

fn table(table: &Table) -> String {
    let reach = reach(&table.rows);
    let plot = if reach.is_some() { "<th></th>" } else { "" };
    let head: String = Table::HEAD.iter().map(|cell| format!("<th>{}</th>", escape(cell))).collect();
    let row = |(row, cells): (&Row, [String; 5])| {
        // Words may be broken into lines, numbers may not.
        let class = |cell: &str| if cell.chars().count() > LONGEST { " class=\"words\"" } else { "" };
        let numbers: String =
            cells[1..4].iter().map(|cell| format!("<td{}>{}</td>", class(cell), escape(cell))).collect();
        let class = match row.verdict {
            Verdict::Reproduced => " class=\"words good-word\"",
            Verdict::Differs => " class=\"words bad-word\"",
            _ => " class=\"words\"",
        };
        let plot = reach.map_or(String::new(), |reach| format!("<td>{}</td>", place(row, reach)));
        let (what, verdict) = (escape(&cells[0]), escape(&cells[4]));
        format!("<tr><th>{what}</th>{numbers}{plot}<td{class}>{verdict}</td></tr>\n")
    };
    let rows: String = table.rows.iter().zip(table.cells()).map(row).collect();
    let head = head.replacen("<th>verdict</th>", &format!("{plot}<th>verdict</th>"), 1);
    format!(
        "<p><b>{}</b></p>\n<div class=\"scroll\"><table class=\"compared\"><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n",
        words(&table.title)
    )
}

/// The ends of an estimate's interval.
fn ends(estimate: Estimate) -> [f64; 2] {
    let error = if estimate.error.is_finite() { estimate.error } else { 0.0 };
    [estimate.value - error, estimate.value + error]
}

/// From the smallest to the largest number of a table, if there are several.
fn reach(rows: &[Row]) -> Option<(f64, f64)> {
    let all = rows.iter().flat_map(|row| row.numbers).flatten().flat_map(ends).filter(|end| end.is_finite());
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    (low < high && rows.iter().any(|row| row.numbers[1].is_some())).then_some((low, high))
}

/// Where the two figures of a row lie: a ring for the published one, a dot with its interval for ours.
fn place(row: &Row, (low, high): (f64, f64)) -> String {
    let at = |value: f64| 6.0 + 148.0 * (value - low) / (high - low);
    let mut out =
        "<svg class=\"place\" viewBox=\"0 0 160 16\" width=\"160\" height=\"16\" aria-hidden=\"true\">".to_string();
    if let Some(ours) = row.numbers[1].filter(|ours| ours.value.is_finite()) {
        let [from, to] = ends(ours).map(at);
        out += &format!("<path class=\"line h1\" d=\"M{from:.1} 8H{to:.1}\"/>");
        out += &format!("<circle class=\"dot h1\" cx=\"{:.1}\" cy=\"8\" r=\"3.5\"/>", at(ours.value));
    }
    if let Some(published) = row.numbers[0].filter(|published| published.value.is_finite()) {
        out += &format!("<circle class=\"line h0\" cx=\"{:.1}\" cy=\"8\" r=\"4.5\"/>", at(published.value));
    }
    out + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::PLAIN;

    #[test]
    fn a_page_names_what_it_shows() {
        let estimate = |value, error| Some(Estimate { value, error });
        let mut table = Table::new("a < b");
        table.rows.push(Row::new("x", PLAIN, estimate(1.0, f64::NAN), estimate(2.0, 0.1)));
        table.rows.push(Row::new("y", PLAIN, None, estimate(3.0, f64::NAN)));
        table.rows.push(Row::claim("z", "yes", None));
        assert!(table.bars("z", |row| row.what == "z").is_none(), "there is nothing to draw");
        let figures = table.bars("a > b", |row| row.what != "z").into_iter().collect();
        let report = Report { tables: vec![table], figures, notes: vec!["as `a < b`".to_string()] };
        let page = html("about", &report);
        assert!(page.contains("a &lt; b") && page.contains("differs") && page.contains("not run"), "{page}");
        assert_eq!(page.matches("<svg").count(), 3);
        assert!(page.contains("a &gt; b") && page.contains("width:66.67%") && page.contains("width:100.00%"), "{page}");
        assert!(page.contains("class=\"ring\" style=\"left:33.33%\""), "{page}");
        assert!(!page.contains("NaN"), "{page}");
        assert!(page.contains("as <code>a &lt; b</code>"), "{page}");
        let page = body(&[(crate::find("walk").unwrap(), report)]);
        assert!(page.contains("href=\"#walk\"") && page.contains("id=\"walk\""), "{page}");
        assert!(page.contains("<td></td><td>1</td><td></td><td></td><td>1</td><td>1</td>"), "one each: {page}");
    }
}
