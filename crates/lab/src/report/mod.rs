//! Reports: what a run has learnt as one HTML file that needs nothing else, and as a picture.

mod board;
mod chart;
mod data;
mod labels;
mod parts;
mod picture;
mod rating;
#[cfg(test)]
mod sample;
mod scale;
mod sets;
mod summary;
mod text;
mod traces;

pub use board::maps;
pub use chart::{Axis, Chart, Line};
pub use data::{Comparison, RatedGame, ReportData, TracePoint, WeightSet};
pub use picture::picture;
pub use text::escape;

use summary::Summary;
use text::plain;

/// The report as one HTML page: no scripts, fonts or pictures from elsewhere.
pub fn html(data: &ReportData) -> String {
    let summary = Summary::of(data);
    let hero = format!(
        "<header><p class=\"over\">{}</p><h1>{}</h1>{}</header>\n{}",
        escape(&data.title),
        escape(&summary.sentence(data)),
        parts::tiles(data),
        parts::notes(data, &summary)
    );
    let mut body = hero;
    body += &section("Among others", "wide-part", &rating::part(data));
    if !data.trace.is_empty() {
        if !summary.finals.is_empty() {
            body += &section("How the values were found", "wide-part", &weight_traces(data, &summary));
            let inside = parts::meaning(&summary) + &parts::bars(data, &summary) + &parts::values(data, &summary);
            body += &section("What was learnt", "", &inside);
        }
        let by_set = sets::table(data) + &sets::traces(data, &summary);
        body += &section("The weight sets", "", &by_set);
        body += &squares(data, &summary);
    }
    if data.games > 0 {
        body += &section("How the games ended", "", &parts::results(data));
    }
    if !data.trace.is_empty() {
        body += &section("Learning rates and lambda", "", &learning(data, &summary));
        body += &section("Every weight", "", &parts::all_weights(data, &summary));
    }
    body += &section("Do it again", "", &parts::again(data));
    let footer = format!("tdleaf {} · {} · {}", data.version, data.game, data.features);
    page(&data.title, &body, &footer)
}

/// A page in the style of all reports, from its title, its body as HTML and its last line.
pub fn page(title: &str, body: &str, footer: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n\
         <body>\n<main>\n{body}<footer>{}</footer>\n</main>\n\
         <script>\n{}</script>\n</body>\n</html>\n",
        escape(title),
        include_str!("style.css"),
        escape(footer),
        include_str!("hover.js")
    )
}

/// A part of a page.
pub fn section(title: &str, class: &str, inside: &str) -> String {
    if inside.is_empty() {
        String::new()
    } else {
        format!("<section class=\"{class}\"><h2>{title}</h2>\n{inside}</section>\n")
    }
}

/// A chart twice: once for wide windows, once for phones, where shrunken letters could not be read.
pub fn both_sizes(chart: &Chart, height: f64) -> String {
    let wide = chart.svg(1000.0, height, "class=\"chart wide\"");
    wide + &chart.svg(400.0, (height * 0.9).min(360.0), "class=\"chart narrow\"")
}

fn weight_traces(data: &ReportData, summary: &Summary) -> String {
    let chart = traces::weights(data, summary);
    let choice = summary.unit.as_ref().map_or(String::new(), |(unit, _)| {
        format!(
            "<div class=\"choice\"><input type=\"radio\" name=\"axis\" id=\"in-units\" checked>\
             <label for=\"in-units\">{}s</label>\
             <input type=\"radio\" name=\"axis\" id=\"in-raw\"><label for=\"in-raw\">raw</label></div>\n",
            escape(unit)
        )
    });
    let dashed = match data.comparisons.first() {
        Some(other) if !chart.references.is_empty() => {
            format!("<p class=\"dim\">Dashed: {}.</p>\n", escape(&other.name))
        }
        _ => String::new(),
    };
    let class = if summary.unit.is_some() { "traces measured" } else { "traces" };
    let size = summary.divisor();
    format!("<div class=\"{class}\" data-unit=\"{size}\">{choice}{}{dashed}</div>\n", both_sizes(&chart, 460.0))
}

fn squares(data: &ReportData, summary: &Summary) -> String {
    let boards = board::boards(data, summary);
    if boards.is_empty() {
        return String::new();
    }
    let numbers = match &summary.unit {
        Some((unit, _)) => format!("in hundredths of {}", escape(&text::article(unit))),
        None => "raw".to_string(),
    };
    let sets = match data.sets.len() {
        0 | 1 => String::new(),
        count => format!(" Mean of the {count} weight sets, each as much as it was used; below, those used most."),
    };
    let intro = format!(
        "<p class=\"dim\">How much better <b class=\"good-word\">(+)</b> or worse \
         <b class=\"bad-word\">(−)</b> each square is \
         than the average square of the same board, {numbers}. Each board has its own colour scale.{sets}</p>\n"
    );
    let by_set = sets::boards(data, summary);
    section("Where things stand well", "", &format!("{intro}<div class=\"boards\">{boards}</div>\n{by_set}"))
}

fn learning(data: &ReportData, summary: &Summary) -> String {
    let mut words = Vec::new();
    let mut out = String::new();
    match traces::rates(data, summary) {
        Some(Ok(chart)) => {
            let shade = if chart.band.is_empty() { "" } else { " Shaded: the middle four fifths of all weights." };
            out += &format!("<p class=\"dim\">Learning rates, logarithmic.{shade}</p>\n{}", both_sizes(&chart, 320.0));
        }
        Some(Err(rate)) => words.push(format!("The learning rate was {} throughout.", plain(rate))),
        None => {}
    }
    match traces::lambda(data) {
        Some(Ok(chart)) => out += &format!("<p class=\"dim\">Lambda.</p>\n{}", both_sizes(&chart, 220.0)),
        Some(Err(lambda)) => words.push(format!("λ was {} throughout.", plain(lambda))),
        None => {}
    }
    if words.is_empty() { out } else { format!("{out}<p>{}</p>\n", words.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing in it that is not a number, comes from elsewhere or is left open.
    fn check(html: &str) {
        for word in ["NaN", "inf\"", "inf,", "src=", "href=", "@import", "url("] {
            assert!(!html.contains(word), "{word}");
        }
        for tag in ["section", "svg", "g", "table", "tr", "text", "div", "figure", "p", "ul", "li"] {
            let open = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
            assert_eq!(open, html.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }

    #[test]
    fn a_chess_run() {
        let data = sample::chess();
        let page = html(&data);
        check(&page);
        assert_eq!(page.matches("class=\"board\"").count(), 5);
        assert!(page.contains("a queen is worth 11.") && page.contains("textbook"));
        check(&picture(&data));
        assert!(page.len() < 1_000_000, "{}", page.len());
    }

    #[test]
    fn a_walk_without_unit_or_maps() {
        let page = html(&sample::walk());
        check(&page);
        assert!(page.contains("true values") && !page.contains("class=\"board\"") && !page.contains("id=\"in-raw"));
        check(&picture(&sample::walk()));
    }

    #[test]
    fn names_are_escaped() {
        let mut data = sample::walk();
        data.names[2] = "<script>&\"".to_string();
        data.title = "a<b".to_string();
        data.command = "tdleaf learn 'x' > y".to_string();
        data.notes.push("<i>".to_string());
        data.comparisons[0].name = "<u>".to_string();
        data.settings.push(("<k>".to_string(), "<v>".to_string()));
        let page = html(&data);
        assert_eq!(page.matches("<script>").count(), 1);
        for raw in ["a<b", "<i>", "<u>", "<k>", "<v>"] {
            assert!(!page.contains(raw) || raw == "<i>" && !page.contains("note\"><i>"), "{raw}");
        }
        check(&page);
        check(&picture(&data));
    }

    #[test]
    fn little_or_odd_data() {
        check(&html(&ReportData::default()));
        check(&picture(&ReportData::default()));
        let mut one = sample::chess();
        one.trace.truncate(1);
        one.headline_values.truncate(1);
        check(&html(&one));
        check(&picture(&one));
        let mut odd = sample::chess();
        odd.trace[3].weights[2] = f64::NAN;
        odd.trace[4].rates.clear();
        odd.trace[5].lambda = f64::INFINITY;
        odd.headline_values[7].truncate(1);
        odd.headline_values[8][0] = f64::NAN;
        odd.headline.push(999);
        odd.unit = Some(("pawn".to_string(), -0.1));
        let page = html(&odd);
        check(&page);
        assert!(page.contains("is negative"));
    }

    #[test]
    fn many_weights_in_many_sets() {
        let mut data = sample::chess();
        data.sets = vec![WeightSet { name: "x".to_string(), positions: 1, taught: 1 }; 33];
        for point in &mut data.trace {
            point.weights = point.weights.repeat(33);
            point.rates = point.rates.repeat(33);
        }
        let page = html(&data);
        check(&page);
        assert!(page.contains("The 400 largest of 5,181 weights") && page.contains("Mean of the 33 weight sets"));
        assert!(page.len() < 2_000_000, "{}", page.len());
    }
}
