//! The weight traces as a picture by itself, for a README.

use super::data::ReportData;
use super::summary::Summary;
use super::text::{escape, thousands};
use super::traces;

/// A stand-alone SVG, 960 x 420, of the headline values over the games. It brings its own light background, so that it
/// can be read on a page of any colour.
pub fn picture(data: &ReportData) -> String {
    let summary = Summary::of(data);
    let mut chart = traces::weights(data, &summary);
    // Nobody can switch axes in a picture.
    chart.axes.truncate(1);
    let sentence = summary.sentence(data);
    let heading = if sentence.chars().count() <= 96 { &sentence } else { &data.title };
    let dashed = match data.comparisons.first() {
        Some(other) if !chart.references.is_empty() => format!(" · dashed: {}", other.name),
        _ => String::new(),
    };
    let below = format!("{} · {} · {} games{dashed}", data.game, data.features, thousands(data.games));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"960\" height=\"420\" viewBox=\"0 0 960 420\">\n\
         <style>{}</style>\n\
         <rect x=\".5\" y=\".5\" width=\"959\" height=\"419\" rx=\"12\" fill=\"#fdfcf9\" stroke=\"#d9d5cb\"/>\n\
         <text class=\"title\" x=\"26\" y=\"40\">{}</text>\n\
         <text class=\"below\" x=\"26\" y=\"62\">{}</text>\n{}</svg>\n",
        include_str!("picture.css"),
        escape(heading),
        escape(&below),
        chart.svg(920.0, 336.0, "x=\"20\" y=\"78\" width=\"920\" height=\"336\"")
    )
}
