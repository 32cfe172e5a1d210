//! What an experiment has shown: tables of published and own figures with verdicts, and drawings.

use crate::verdict::{Estimate, Verdict};
use game::SquareMap;
use lab::report::Chart;

/// Everything that an experiment has to show.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The tables.
    pub tables: Vec<Table>,
    /// The drawings.
    pub figures: Vec<Figure>,
    /// What should be known when reading them.
    pub notes: Vec<String>,
}

/// A drawing with its caption.
#[derive(Clone, Debug)]
pub enum Figure {
    /// Lines.
    Chart(String, Box<Chart>),
    /// A board for each map, coloured by weights, in pawns of this size.
    Boards(String, Vec<SquareMap>, Vec<f64>, f64),
    /// Bars, the longest of which is as wide as the page.
    Bars(String, Vec<Bar>),
}

/// A bar of ours, and where the published one ends.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is.
    pub name: String,
    /// Ours.
    pub ours: f64,
    /// Ours as text.
    pub text: String,
    /// What was published, if anything was.
    pub published: Option<f64>,
}

/// Published figures beside ours.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What it shows, and which table of the source it stands beside.
    pub title: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// One figure.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is.
    pub what: String,
    /// The published figure or claim.
    pub published: String,
    /// Ours.
    pub ours: String,
    /// The interval within which ours lies with 95 % confidence.
    pub interval: String,
    /// How they compare.
    pub verdict: Verdict,
    /// The published figure and ours as numbers, where they are.
    pub numbers: [Option<Estimate>; 2],
}

/// How numbers are shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    digits: usize,
    unit: &'static str,
    /// Intervals end here, whatever the error.
    limits: (f64, f64),
}

/// Numbers with two digits.
pub const PLAIN: Style = Style::digits(2);
/// Percentages of any size.
pub const PERCENT: Style = Style { digits: 1, unit: " %", limits: (f64::MIN, f64::MAX) };
/// Scores of matches.
pub const SCORE: Style = Style { limits: (0.0, 100.0), ..PERCENT };

impl Style {
    /// Plain numbers with so many digits.
    pub const fn digits(digits: usize) -> Style {
        Style { digits, unit: "", limits: (f64::MIN, f64::MAX) }
    }

    fn show(self, value: f64) -> String {
        // Adding 0 turns -0 into 0.
        format!("{:.*}{}", self.digits, value.clamp(self.limits.0, self.limits.1) + 0.0, self.unit)
    }
}

impl Row {
    /// A published figure beside ours.
    pub fn new(what: impl Into<String>, style: Style, published: Option<Estimate>, ours: Option<Estimate>) -> Row {
        let run = ours.is_some();
        let ours = ours.filter(|ours| ours.value.is_finite());
        let verdict = match (published, ours) {
            // Won to the last game, or divided by nothing: more games have a figure.
            (_, None) if run => Verdict::TooFew,
            (_, None) => Verdict::Missing,
            (None, Some(_)) => Verdict::New,
            (Some(published), Some(ours)) => Verdict::of(published, ours),
        };
        let interval = ours.filter(|ours| ours.error.is_finite());
        Row {
            what: what.into(),
            published: published.map_or(String::new(), |published| style.show(published.value)),
            ours: ours.map_or(String::new(), |ours| style.show(ours.value)),
            interval: interval.map_or(String::new(), |ours| {
                format!("{} to {}", style.show(ours.value - ours.error), style.show(ours.value + ours.error))
            }),
            verdict,
            numbers: [published, ours],
        }
    }

    /// Something that was said to hold, and whether it does; nothing if nobody knows yet.
    pub fn claim(what: impl Into<String>, published: &str, ours: Option<(bool, String)>) -> Row {
        let verdict = match &ours {
            None => Verdict::Missing,
            Some((true, _)) => Verdict::Reproduced,
            Some((false, _)) => Verdict::Differs,
        };
        let ours = ours.map_or(String::new(), |(_, words)| words);
        Row {
            what: what.into(),
            published: published.to_string(),
            ours,
            interval: String::new(),
            verdict,
            numbers: [None; 2],
        }
    }

    /// The same claim, where too little was run to judge it.
    pub fn unless_too_few(self, enough: bool) -> Row {
        let verdict = if enough || self.verdict == Verdict::Missing { self.verdict } else { Verdict::TooFew };
        Row { verdict, ..self }
    }

    /// The same row, unless fewer games taught than were published: then neither agreement nor a difference says much.
    pub fn unless_fewer(self, enough: bool) -> Row {
        let judged = matches!(self.verdict, Verdict::Reproduced | Verdict::Differs);
        self.unless_too_few(enough || !judged)
    }

    /// The same row, where the two figures cannot be compared, and why.
    pub fn not_comparable(self, why: &'static str) -> Row {
        let verdict = if self.verdict == Verdict::Missing { Verdict::Missing } else { Verdict::NotComparable(why) };
        Row { verdict, ..self }
    }
}

impl Report {
    /// True if nothing is left to be run.
    pub fn complete(&self) -> bool {
        self.tables.iter().flat_map(|table| &table.rows).all(|row| row.verdict != Verdict::Missing)
    }

    /// The same, run at a share of the published size, which is too little to judge by.
    pub fn at(mut self, scale: f64) -> Report {
        for row in self.tables.iter_mut().flat_map(|table| &mut table.rows) {
            *row = row.clone().unless_fewer(scale >= 1.0);
        }
        self
    }
}

impl Table {
    /// An empty table.
    pub fn new(title: impl Into<String>) -> Table {
        Table { title: title.into(), rows: Vec::new() }
    }

    /// A drawing of some of the rows, if all of those have figures of ours.
    pub fn bars(&self, caption: impl Into<String>, chosen: impl Fn(&Row) -> bool) -> Option<Figure> {
        let bar = |row: &Row| {
            let [published, ours] = row.numbers.map(|number| number.map(|number| number.value));
            Some(Bar { name: row.what.clone(), ours: ours?, text: row.ours.clone(), published })
        };
        let bars: Option<Vec<Bar>> = self.rows.iter().filter(|row| chosen(row)).map(bar).collect();
        bars.filter(|bars| !bars.is_empty()).map(|bars| Figure::Bars(caption.into(), bars))
    }

    /// The columns of the table as text.
    pub const HEAD: [&'static str; 5] = ["", "published", "ours", "95 %", "verdict"];

    /// The cells of the rows.
    pub fn cells(&self) -> Vec<[String; 5]> {
        let cells = |row: &Row| {
            let Row { what, published, ours, interval, verdict, .. } = row.clone();
            [what, published, ours, interval, verdict.to_string()]
        };
        self.rows.iter().map(cells).collect()
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let cells = self.cells();
        let width = |at: usize| {
            let rows = cells.iter().map(|row| row[at].chars().count());
            rows.chain([Table::HEAD[at].len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..5).map(width).collect();
        let line = |row: &[String; 5]| {
            let cell = |at: usize| {
                let (text, width) = (&row[at], widths[at]);
                if (1..4).contains(&at) { format!("{text:>width$}") } else { format!("{text:<width$}") }
            };
            (0..5).map(cell).collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
        };
        let head = line(&Table::HEAD.map(str::to_string));
        format!("{}\n{head}{}", self.title, cells.iter().map(line).collect::<String>())
    }

    /// For a page of documentation.
    pub fn markdown(&self) -> String {
        let line = |row: &[String; 5]| {
            format!("| {} |\n", row.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
        };
        let head = line(&Table::HEAD.map(str::to_string));
        let body: String = self.cells().iter().map(line).collect();
        format!("**{}**\n\n{head}|---|---:|---:|---:|---|\n{body}", self.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_scales_judge_nothing() {
        let estimate = |value| Some(Estimate { value, error: 0.1 });
        let mut table = Table::new("");
        table.rows.push(Row::new("far", PLAIN, estimate(1.0), estimate(2.0)));
        table.rows.push(Row::new("near", PLAIN, estimate(1.0), estimate(1.0)));
        table.rows.push(Row::new("ours", PLAIN, None, estimate(1.0)));
        let report = Report { tables: vec![table], ..Report::default() };
        let verdicts =
            |scale| report.clone().at(scale).tables[0].rows.iter().map(|row| row.verdict).collect::<Vec<_>>();
        assert_eq!(verdicts(1.0), [Verdict::Differs, Verdict::Reproduced, Verdict::New]);
        assert_eq!(verdicts(0.1), [Verdict::TooFew, Verdict::TooFew, Verdict::New]);
    }
}
