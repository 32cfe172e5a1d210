//! Heat maps: a board for each piece, coloured by how much better or worse than its average each square is.

use super::data::ReportData;
use super::sets;
use super::summary::Summary;
use super::text::{escape, fixed, round_number, short, signed};
use game::SquareMap;

const CELL: usize = 42;
const EDGE: usize = 20;

/// All boards. With several weight sets they show the mean of the sets.
pub fn boards(data: &ReportData, summary: &Summary) -> String {
    maps(&data.maps, &sets::mean(data, &summary.weights), summary.unit.as_ref())
}

/// A board for each map, in units of this name and size if there are any.
pub fn maps(maps: &[SquareMap], weights: &[f64], unit: Option<&Unit>) -> String {
    maps.iter().filter_map(|map| board(map, weights, unit)).collect()
}

/// The name of a unit and its size.
type Unit = (String, f64);

/// One board; `None` if no square has a weight.
fn board(map: &SquareMap, weights: &[f64], unit: Option<&Unit>) -> Option<String> {
    let value = |square: &Vec<usize>| -> Option<f64> {
        let sum: f64 = square.iter().map(|i| weights.get(*i).copied().unwrap_or(f64::NAN)).sum();
        (!square.is_empty() && sum.is_finite()).then_some(sum)
    };
    let squares: Vec<Vec<Option<f64>>> = map.rows.iter().map(|row| row.iter().map(value).collect()).collect();
    let known: Vec<f64> = squares.iter().flatten().flatten().copied().collect();
    if known.is_empty() {
        return None;
    }
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    // In units a square is shown in hundredths of one, which chess players know as centipawns; raw, in whatever power
    // of ten leaves whole numbers of two or three digits.
    let most = known.iter().map(|v| (v - mean).abs()).fold(0.0, f64::max);
    let per = match unit {
        Some((_, size)) => size / 100.0,
        None if most > 0.0 && !(10.0..1000.0).contains(&most) => 10f64.powf(most.log10().floor() - 1.0),
        None => 1.0,
    };
    let most = most / per;
    let times = match unit.is_some() || per == 1.0 {
        true => String::new(),
        false => format!(" <small>× {}</small>", round_number(per)),
    };

    let columns = map.rows.iter().map(Vec::len).max().unwrap_or(0);
    let (width, height) = (EDGE + columns * CELL + 2, map.rows.len() * CELL + EDGE + 2);
    let mut out = format!(
        "<figure class=\"board\"><figcaption>{}{times}</figcaption><svg viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"Values of the squares: {0}\">\n",
        escape(&map.title)
    );
    for (r, row) in squares.iter().enumerate() {
        let rank = map.ranks.get(r).cloned().unwrap_or_else(|| (map.rows.len() - r).to_string());
        let y = r * CELL + 1;
        out += &format!("<text class=\"edge\" x=\"{}\" y=\"{}\">{rank}</text>", EDGE / 2 - 2, y + CELL / 2 + 4);
        for (c, square) in row.iter().enumerate() {
            let x = EDGE + c * CELL;
            let place = format!("{}{rank}", column_name(map, c));
            out += &match square {
                Some(v) => cell(x, y, (v - mean) / per, most, &tip(map, &place, *v, mean, unit)),
                None => format!("<rect class=\"none\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"),
            };
        }
        out.push('\n');
    }
    for c in 0..columns {
        let x = EDGE + c * CELL + CELL / 2;
        out += &format!("<text class=\"edge\" x=\"{x}\" y=\"{}\">{}</text>", height - 5, column_name(map, c));
    }
    let legend = format!(
        "</svg><div class=\"legend\"><span>{}</span><i></i><span>{}</span></div></figure>\n",
        signed(-most, 0),
        signed(most, 0)
    );
    Some(out + &legend)
}

fn cell(x: usize, y: usize, value: f64, most: f64, tip: &str) -> String {
    // Slightly bent, so that small differences show beside one large one.
    let share = if most > 0.0 { (value.abs() / most).powf(0.8) } else { 0.0 };
    let class = if value < 0.0 { "bad" } else { "good" };
    let strong = if share > 0.55 { " strong" } else { "" };
    format!(
        "<g class=\"cell {class}{strong}\" style=\"--p:{:.0}%\">\
         <rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>\
         <text x=\"{}\" y=\"{}\">{}</text><title>{}</title></g>",
        share * 100.0,
        x + CELL / 2,
        y + CELL / 2 + 4,
        signed(value, 0),
        escape(tip)
    )
}

fn tip(map: &SquareMap, place: &str, value: f64, mean: f64, unit: Option<&Unit>) -> String {
    match unit {
        Some((unit, size)) => format!(
            "{} on {place}: {} {unit}s against the average square, {} in all",
            map.title,
            signed((value - mean) / size, 2),
            fixed(value / size, 2)
        ),
        None => {
            let (title, more) = (&map.title, short(value - mean));
            format!("{title} on {place}: {more} against the average square, {} in all", short(value))
        }
    }
}

fn column_name(map: &SquareMap, column: usize) -> String {
    map.columns.get(column).cloned().unwrap_or_else(|| char::from(b'a' + (column % 26) as u8).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_without_weights_and_maps_without_squares() {
        let summary = Summary { finals: vec![], unit: None, unit_note: None, weights: vec![1.0, 3.0], tail: 0 };
        let map = SquareMap {
            title: "<R>".to_string(),
            rows: vec![vec![vec![0], vec![], vec![0, 1]]],
            ..SquareMap::default()
        };
        let html = board(&map, &summary.weights, summary.unit.as_ref()).unwrap();
        assert_eq!((html.matches("class=\"cell").count(), html.matches("class=\"none\"").count()), (2, 1));
        assert!(["&lt;R&gt;", ">−15<", ">+15<", "× 0.1"].iter().all(|part| html.contains(part)), "{html}");
        let nowhere = SquareMap { rows: vec![vec![vec![9], vec![]]], ..SquareMap::default() };
        assert!(board(&nowhere, &summary.weights, summary.unit.as_ref()).is_none());
    }
}
