//! The learner among others: its rating from game to game, and how it fared against each of them.

use super::text::{escape, thousands};
use super::{Chart, Line, ReportData, both_sizes};

/// The chart and the table; nothing for self-play.
pub fn part(data: &ReportData) -> String {
    let Some(last) = data.rated.last() else { return String::new() };
    let first = &data.rated[data.trial.min(data.rated.len() as u64 - 1) as usize];
    let trial = match data.trial {
        0 => String::new(),
        games => format!(" The first {games} games found the rating and taught nothing."),
    };
    let intro = format!(
        "<p class=\"dim\">From {:.0} to <b>{:.0} ± {:.0}</b> (a standard deviation; shaded: two). Glicko-2, each game rated \
         by itself, the opponents' ratings fixed.{trial}</p>\n",
        first.rating, last.rating, last.deviation
    );
    intro + &both_sizes(&chart(data), 380.0) + &table(data)
}

fn chart(data: &ReportData) -> Chart {
    let points = data.rated.iter().map(|game| (game.game as f64, game.rating)).collect();
    let last = data.rated.last().map_or(String::new(), |game| format!("{:.0}", game.rating));
    let line = Line { name: "the learner".to_string(), hue: 0, points, ends: vec![last] };
    // The first games know too little to be worth the room.
    let sure = data.rated.iter().skip_while(|game| game.deviation > 150.0);
    let band = sure.map(|game| {
        let reach = 2.0 * game.deviation;
        (game.game as f64, game.rating - reach, game.rating + reach)
    });
    let mark = (data.trial > 0).then(|| (0.0, data.trial as f64, "not learning".to_string()));
    Chart { lines: vec![line], band: band.collect(), mark, ..Chart::new("The rating over the games", "rating") }
}

fn table(data: &ReportData) -> String {
    let mut names: Vec<(&str, f64)> = Vec::new();
    for game in &data.rated {
        if !names.iter().any(|(name, _)| *name == game.opponent) {
            names.push((&game.opponent, game.opponent_rating));
        }
    }
    names.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let mut rows = String::new();
    for (name, rating) in names {
        let points: Vec<i32> = data.rated.iter().filter(|game| game.opponent == name).map(|game| game.points).collect();
        let count = |wanted: i32| points.iter().filter(|points| points.signum() == wanted).count() as u64;
        let (wins, draws, losses) = (count(1), count(0), count(-1));
        let share = (wins as f64 + draws as f64 / 2.0) / points.len() as f64;
        rows += &format!(
            "<tr><td>{}</td><td>{rating:.0}</td><td>{}</td><td>+{wins} ={draws} −{losses}</td><td>{:.0} %</td></tr>\n",
            escape(name),
            thousands(points.len() as u64),
            100.0 * share
        );
    }
    format!(
        "<table><thead><tr><th>opponent</th><th>rating</th><th>games</th><th>won, drawn, lost</th><th>score</th></tr>\
         </thead><tbody>\n{rows}</tbody></table>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::RatedGame;
    use super::*;

    #[test]
    fn shows_the_way_and_the_opponents() {
        let game = |game: u64, opponent: &str, points| RatedGame {
            game,
            rating: 1500.0 + 10.0 * game as f64,
            deviation: 300.0 / game as f64,
            opponent: opponent.to_string(),
            opponent_rating: 1600.0,
            points,
        };
        let rated = vec![game(1, "<a>", 1), game(2, "b", -1), game(3, "<a>", 0), game(4, "<a>", 1)];
        let data = ReportData { rated, trial: 2, ..ReportData::default() };
        let text = part(&data);
        assert!(text.contains("From 1530 to <b>1540 ± 75</b>"), "{text}");
        assert!(text.contains("first 2 games"));
        assert!(text.contains("<td>&lt;a&gt;</td><td>1600</td><td>3</td><td>+2 =1 −0</td><td>83 %</td>"), "{text}");
        assert!(text.contains("not learning") && text.contains("<svg"));
        assert_eq!(part(&ReportData::default()), "", "self-play has no ratings");
        let short = ReportData { rated: vec![game(1, "b", 1)], trial: 25, ..ReportData::default() };
        assert!(part(&short).contains("From 1510"));
    }
}
