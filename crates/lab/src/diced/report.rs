//! The page of a network's run: how it came to play as it does.

use super::{DicedSettings, curve};
use crate::report::{Chart, Line, both_sizes, escape, page as whole, section};
use eval::network::Outlook;
use store::{Meta, Run, StoreError};

/// A board to look at, and what the network expects there.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The roll and the play.
    pub title: String,
    /// The board after it, as SVG.
    pub drawing: String,
    /// What the side that has just moved may expect.
    pub outlook: Outlook,
}

/// The page.
pub fn page(
    run: &Run,
    meta: &Meta,
    settings: &DicedSettings,
    openings: &[Opening],
    command: &str,
) -> Result<String, StoreError> {
    let points = curve(run)?;
    let (results, lengths) = (run.results()?, run.lengths()?);
    let games = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    let title = format!("{} · {}", meta.game, meta.features);
    let last = points.last().map_or("nothing measured yet".to_string(), |(_, mean, error)| {
        format!("{mean:+.3} ± {error:.3} points per game against pubeval")
    });
    let mut body = format!(
        "<header><p class=\"over\">{}</p><h1>{} games of self-play: {}</h1></header>\n",
        escape(&title),
        games,
        escape(&last)
    );
    if !points.is_empty() {
        let mut chart = Chart::new("Points per game over the games", "points per game");
        let line = |(game, mean, _): &(u64, f64, f64)| (*game as f64, *mean);
        let ends = vec![points.last().map_or(String::new(), |(_, mean, _)| format!("{mean:+.2}"))];
        let name = "averaged weights".to_string();
        chart.lines.push(Line { name, hue: 0, points: points.iter().map(line).collect(), ends });
        chart.band = points.iter().map(|(game, mean, e)| (*game as f64, mean - 2.0 * e, mean + 2.0 * e)).collect();
        let about = format!(
            "<p>Against pubeval, by one ply, {} games each time; the band is two standard errors. One point is a single game.</p>\n",
            settings.test_games
        );
        body += &section("Strength over the games", "wide-part", &(about + &both_sizes(&chart, 420.0)));
    }
    let drawn: Vec<String> = openings.iter().map(opening).collect();
    body += &section("How it opens now", "", &drawn.join("\n"));
    let ended = format!(
        "<p>First player won {}, lost {}; {:.1} plies in the mean.</p>\n",
        results.first, results.second, lengths.mean
    );
    body += &section("How the games ended", "", &ended);
    body += &section("Do it again", "", &format!("<pre class=\"command\"><code>{}</code></pre>\n", escape(command)));
    let footer = format!("tdleaf {} · {} · {}", meta.version, meta.game, meta.features);
    Ok(whole(&title, &body, &footer))
}

fn opening(opening: &Opening) -> String {
    let [win, gammon, backgammon, lost_gammon, lost_backgammon] = opening.outlook.0.map(|p| 100.0 * p);
    format!(
        "<figure>{}<figcaption><b>{}</b> equity {:+.3}: wins {win:.1} % (gammons {gammon:.1}, backgammons {backgammon:.1}), \
         loses gammons {lost_gammon:.1}, backgammons {lost_backgammon:.1}</figcaption></figure>",
        opening.drawing,
        escape(&opening.title),
        opening.outlook.equity()
    )
}
