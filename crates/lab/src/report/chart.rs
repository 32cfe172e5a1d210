//! Line charts as SVG: direct labels instead of a legend, classes instead of colours so that the page decides those.

use super::labels::spread;
use super::scale::{Scale, log_ticks, ticks, whole_ticks};
use super::text::{escape, fixed, round_number, thousands};

/// A line over the games.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Which colour, by number.
    pub hue: usize,
    /// (games, value); values that are not numbers leave a gap.
    pub points: Vec<(f64, f64)>,
    /// Its value at the end, one text for each axis.
    pub ends: Vec<String>,
}

/// A way to read the vertical scale. With several, the page shows the one that is chosen.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The class of everything that belongs to it.
    pub class: &'static str,
    /// What values are divided by.
    pub divisor: f64,
    /// What the numbers are.
    pub title: String,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows, for those who cannot see it.
    pub about: String,
    /// The lines, the later ones on top.
    pub lines: Vec<Line>,
    /// The ways to read it; the first one is shown at first.
    pub axes: Vec<Axis>,
    /// Values to compare with: colour and value.
    pub references: Vec<(usize, f64)>,
    /// A stretch of games to mark, and what to write there.
    pub mark: Option<(f64, f64, String)>,
    /// A region behind the lines: (games, from, to).
    pub band: Vec<(f64, f64, f64)>,
    /// True for a logarithmic scale.
    pub log: bool,
    /// What the vertical scale must reach.
    pub reach: Option<(f64, f64)>,
    /// What the horizontal scale counts.
    pub along: &'static str,
    /// True if points stand for themselves, and no line joins them.
    pub dots: bool,
}

impl Chart {
    /// A chart over the games without lines yet: what it shows, and what its numbers are.
    pub fn new(about: &str, title: &str) -> Chart {
        Chart {
            about: about.to_string(),
            lines: Vec::new(),
            axes: vec![Axis { class: "", divisor: 1.0, title: title.to_string() }],
            references: Vec::new(),
            mark: None,
            band: Vec::new(),
            log: false,
            reach: None,
            along: "games",
            dots: false,
        }
    }

    /// The chart at a size, with further attributes for its element.
    pub fn svg(&self, width: f64, height: f64, attributes: &str) -> String {
        let wide = width > 600.0;
        let named = self.lines.iter().filter(|_| !self.dots);
        let longest = named.map(|l| self.label(l, 0).chars().count()).max().unwrap_or(0) as f64;
        let right = if longest > 0.0 { (longest * 8.6 + 24.0).min(width * 0.36) } else { 14.0 };
        let (x0, x1, y0, y1) = (46.0, width - right, height - 42.0, 24.0);
        let (first, last) = bounds(self.lines.iter().flat_map(|l| l.points.iter().map(|p| p.0))).unwrap_or((0.0, 1.0));
        // A single point is drawn at the right, where its label is.
        let x = Scale { low: if first < last { first } else { last - 1.0 }, high: last, from: x0, to: x1, log: false };
        let (low, high) = self.reaches();
        let y = Scale { low, high, from: y0, to: y1, log: self.log };
        let mut out = format!(
            "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" data-x=\"{},{},{x0},{x1}\" \
             data-y=\"{low},{high},{y0},{y1},{}\" {attributes}>\n",
            escape(&self.about),
            x.low,
            x.high,
            u8::from(self.log)
        );
        if let Some((from, to, words)) = &self.mark {
            let (a, b) = (x.at(*from), x.at(*to));
            out += &format!(
                "<rect class=\"mark\" x=\"{a:.1}\" y=\"{y1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                b - a,
                y0 - y1
            );
            if wide {
                // Not over the title of the axis, which stands at the left.
                let title = self.axes.first().map_or(0, |axis| axis.title.chars().count());
                let least = 20.0 + 7.0 * (title as f64 + words.chars().count() as f64 / 2.0);
                out += &format!(
                    "<text class=\"hint\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                    ((a + b) / 2.0).max(least),
                    y1 - 7.0,
                    escape(words)
                );
            }
        }
        for axis in &self.axes {
            out += &self.grid(axis, &y, (x0, x1), height);
        }
        for t in whole_ticks(x.low.max(0.0), x.high, if wide { 6 } else { 2 }) {
            let at = x.at(t);
            let anchor = if at > x1 - 12.0 { "end" } else { "middle" };
            out += &format!(
                "<text class=\"tick\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
                y0 + 18.0,
                thousands(t as u64)
            );
        }
        out += &format!("<text class=\"hint\" x=\"{x0}\" y=\"{:.1}\">{}</text>\n", y0 + 35.0, self.along);
        if !self.band.is_empty() {
            let there = self.band.iter().map(|(g, low, _)| format!("{:.1},{:.1}", x.at(*g), y.at(*low)));
            let back = self.band.iter().rev().map(|(g, _, high)| format!("{:.1},{:.1}", x.at(*g), y.at(*high)));
            out +=
                &format!("<polygon class=\"band\" points=\"{}\"/>\n", there.chain(back).collect::<Vec<_>>().join(" "));
        }
        for (hue, value) in self.references.iter().filter(|(_, v)| v.is_finite()) {
            let at = y.at(*value);
            out += &format!(
                "<line class=\"reference h{}\" x1=\"{x0}\" x2=\"{x1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\n",
                hue % 8
            );
        }
        for line in &self.lines {
            if self.dots {
                for (at, value) in line.points.iter().filter(|point| point.0.is_finite() && point.1.is_finite()) {
                    let (cx, cy, hue) = (x.at(*at), y.at(*value), line.hue % 8);
                    out += &format!("<circle class=\"dot h{hue}\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"1.6\"/>");
                }
                continue;
            }
            let path = path(&line.points, &x, &y, (x1 - x0) as usize);
            let dash = if line.hue >= 8 { " dashed" } else { "" };
            out += &format!(
                "<path class=\"line h{}{dash}\" data-name=\"{}\" d=\"{path}\"/>\n",
                line.hue % 8,
                escape(&line.name)
            );
        }
        if !self.dots {
            out += &self.end_labels(&x, &y);
        }
        out + "</svg>\n"
    }

    /// The vertical scale: all lines and references, a little room above, and zero where it is not far.
    fn reaches(&self) -> (f64, f64) {
        let lines = self.lines.iter().flat_map(|l| l.points.iter().map(|p| p.1));
        let all = lines.chain(self.references.iter().map(|r| r.1)).chain(self.band.iter().flat_map(|b| [b.1, b.2]));
        let reach = self.reach.iter().flat_map(|r| [r.0, r.1]);
        let (low, high) = bounds(all.chain(reach).filter(|v| !self.log || *v > 0.0)).unwrap_or((0.1, 1.0));
        if self.log {
            return if high > low * 1.2 { (low * 0.8, high * 1.25) } else { (low / 3.0, high * 3.0) };
        }
        let near = low <= high / 2.0 || low == high;
        let (low, high) = if near { (low.min(0.0), high.max(0.0)) } else { (low, high) };
        let room = if high > low { (high - low) * 0.04 } else { 1.0 };
        (if low == 0.0 { low } else { low - room }, high + room)
    }

    fn grid(&self, axis: &Axis, y: &Scale, (x0, x1): (f64, f64), height: f64) -> String {
        let marks = match self.log {
            true => log_ticks(y.low / axis.divisor, y.high / axis.divisor),
            false => ticks(y.low / axis.divisor, y.high / axis.divisor, (height / 52.0) as usize),
        };
        let step = marks.windows(2).map(|w| w[1] - w[0]).fold(f64::INFINITY, f64::min);
        let decimals = if step.is_finite() { (-step.log10().floor()).clamp(0.0, 9.0) as usize } else { 2 };
        let mut out = format!("<g class=\"axis {}\">", axis.class);
        for mark in marks {
            let at = y.at(mark * axis.divisor);
            let text = if self.log { round_number(mark) } else { fixed(mark, decimals) };
            let zero = if mark == 0.0 && !self.log { " zero" } else { "" };
            out += &format!(
                "<line class=\"grid{zero}\" x1=\"{x0}\" x2=\"{x1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"tick\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                x0 - 7.0,
                at + 4.0
            );
        }
        out + &format!("<text class=\"hint\" x=\"6\" y=\"{}\">{}</text></g>\n", y.to - 9.0, escape(&axis.title))
    }

    fn label(&self, line: &Line, axis: usize) -> String {
        let end = line.ends.get(axis).map_or("", String::as_str);
        if end.is_empty() { line.name.clone() } else { format!("{} {end}", line.name) }
    }

    fn end_labels(&self, x: &Scale, y: &Scale) -> String {
        let ended: Vec<(&Line, (f64, f64))> = self
            .lines
            .iter()
            .filter(|l| !l.name.is_empty())
            .filter_map(|l| l.points.iter().rev().find(|p| p.1.is_finite()).map(|p| (l, (x.at(p.0), y.at(p.1)))))
            .collect();
        let wanted: Vec<f64> = ended.iter().map(|(_, end)| end.1).collect();
        let places = spread(&wanted, 17.0, y.to, y.from);
        let mut out = String::new();
        for ((line, (ex, ey)), at) in ended.iter().zip(places) {
            let hue = line.hue % 8;
            out += &format!(
                "<path class=\"leader h{hue}\" d=\"M{:.1},{ey:.1}L{:.1},{at:.1}\"/>\
                 <circle class=\"dot h{hue}\" cx=\"{ex:.1}\" \
                 cy=\"{ey:.1}\" r=\"3.5\"/><text class=\"label h{hue}\" x=\"{:.1}\" y=\"{:.1}\">{}",
                ex + 4.0,
                x.to + 12.0,
                x.to + 16.0,
                at + 4.5,
                escape(&line.name)
            );
            for (axis, end) in self.axes.iter().zip(&line.ends) {
                out += &format!("<tspan class=\"end {}\"> {}</tspan>", axis.class, escape(end));
            }
            out += "</text>\n";
        }
        out
    }
}

/// The line as path data, with no more points than can be seen.
fn path(points: &[(f64, f64)], x: &Scale, y: &Scale, room: usize) -> String {
    let every = points.len().div_ceil(room.max(2)).max(1);
    let last = points.len().saturating_sub(1);
    let mut out = String::new();
    let mut pen = 'M';
    for (_, (game, value)) in points.iter().enumerate().filter(|(i, _)| i % every == 0 || *i == last) {
        if value.is_finite() && (!y.log || *value > 0.0) {
            out += &format!("{pen}{:.1},{:.2}", x.at(*game), y.at(*value));
            pen = 'L';
        } else {
            pen = 'M';
        }
    }
    out
}

fn bounds(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.filter(|v| v.is_finite()).fold(None, |found, v| match found {
        None => Some((v, v)),
        Some((low, high)) => Some((v.min(low), v.max(high))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_shown_where_it_is_not_far() {
        let reaches = |values: &[f64]| {
            let points = values.iter().map(|value| (0.0, *value)).collect();
            Chart { lines: vec![Line { points, ..Line::default() }], ..Chart::new("", "") }.reaches()
        };
        assert_eq!(reaches(&[1.0, 4.0]), (0.0, 4.16));
        assert_eq!(reaches(&[-1.0, 4.0]), (-1.2, 4.2));
        assert_eq!(reaches(&[1300.0, 1900.0]), (1276.0, 1924.0));
    }

    #[test]
    fn gaps_and_thinning() {
        let x = Scale { low: 0.0, high: 10.0, from: 0.0, to: 10.0, log: false };
        let points = [(0.0, 1.0), (1.0, f64::NAN), (2.0, 2.0), (3.0, 3.0)];
        assert_eq!(path(&points, &x, &x, 100), "M0.0,1.00M2.0,2.00L3.0,3.00");
        let many: Vec<(f64, f64)> = (0..1000).map(|i| (i as f64 / 100.0, 1.0)).collect();
        let thin = path(&many, &x, &x, 100);
        assert!(thin.matches('L').count() <= 101 && thin.ends_with("L10.0,1.00"), "{thin}");
    }
}
