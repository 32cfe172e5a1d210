//! What a match has shown so far, in words and as JSON.

use super::record::Played;
use arena::statistics::{Meeting, Rating, Sprt, Tally, Verdict, ratings};
use arena::{Elo, Pairing, Schedule};
use game::Side;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The results of all encounters.
pub struct Standings {
    names: Vec<String>,
    encounters: Vec<(usize, usize)>,
    tallies: Vec<Tally>,
    /// True if a game can count for more than one point.
    points: bool,
    /// Games lost by behaviour, by player and kind.
    faults: BTreeMap<(usize, String), u64>,
    sprt: Option<Sprt>,
    anchor: Option<(usize, f64)>,
}

impl Standings {
    /// Nothing played. `points` if a game can count for more than one.
    pub fn new(
        names: Vec<String>,
        schedule: &Schedule,
        points: bool,
        sprt: Option<Sprt>,
        anchor: Option<(usize, f64)>,
    ) -> Standings {
        let encounters = schedule.encounters().to_vec();
        let tallies = vec![Tally::default(); encounters.len()];
        Standings { names, encounters, tallies, points, faults: BTreeMap::new(), sprt, anchor }
    }

    /// Counts a game.
    pub fn add(&mut self, pairing: &Pairing, played: &Played) {
        let at = self.encounters.iter().position(|players| *players == pairing.players);
        if let Some(tally) = at.and_then(|at| self.tallies.get_mut(at)) {
            tally.add(pairing.opening, pairing.side.view(played.points));
        }
        if let Some(kind) = &played.fault {
            let loser = if played.points > 0 { Side::Second } else { Side::First };
            *self.faults.entry((pairing.seats()[loser.index()], kind.clone())).or_default() += 1;
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.score.games()).sum()
    }

    /// The test and what it says, in a match of two.
    pub fn sprt(&self) -> Option<(Sprt, f64, Verdict)> {
        let (sprt, tally) = (self.sprt?, self.tallies.first()?);
        let llr = sprt.llr(&tally.score, &tally.pairs);
        Some((sprt, llr, sprt.verdict(llr)))
    }

    /// One line for the progress.
    pub fn line(&self) -> String {
        if let [tally] = &self.tallies[..] {
            let mut text = format!("{}: {}", self.names[0], tally.score);
            if self.points {
                let _ = write!(text, "  {:+.3} ± {:.3} points", tally.points.mean(), tally.points.error());
            }
            if let Some((_, llr, _)) = self.sprt() {
                let _ = write!(text, "  LLR {llr:.2}");
            }
            return text;
        }
        let mut list = self.rated();
        list.truncate(4);
        let one = |(player, rating): &(usize, Rating)| format!("{} {:+.0}", self.names[*player], rating.elo);
        list.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// Players and ratings, the best first.
    fn rated(&self) -> Vec<(usize, Rating)> {
        let meeting = |(players, tally): (&(usize, usize), &Tally)| Meeting { players: *players, score: tally.score };
        let meetings: Vec<Meeting> = self.encounters.iter().zip(&self.tallies).map(meeting).collect();
        let found = ratings(self.names.len(), &meetings, self.anchor);
        let mut list: Vec<(usize, Rating)> = found.into_iter().enumerate().collect();
        list.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
        list
    }

    /// All results of one player: wins, draws, losses.
    fn total(&self, player: usize) -> [u64; 3] {
        let mut sum = [0; 3];
        for (players, tally) in self.encounters.iter().zip(&self.tallies) {
            let mut part = [tally.score.wins, tally.score.draws, tally.score.losses];
            if players.1 == player {
                part.reverse();
            }
            if players.0 == player || players.1 == player {
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
        }
        sum
    }

    /// The result for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.names.len() > 2 || self.anchor.is_some() {
            let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
            let _ = writeln!(text, "rank  {:<width$}  rating  95 %    games  score    won  drawn   lost", "player");
            for (rank, (player, rating)) in self.rated().into_iter().enumerate() {
                let [wins, draws, losses] = self.total(player);
                let games = wins + draws + losses;
                let score = 100.0 * (wins as f64 + draws as f64 / 2.0) / games.max(1) as f64;
                let margin = format!("±{:.0}", rating.margin);
                let _ = writeln!(
                    text,
                    "{:>4}  {:<width$}  {:>6.0}  {margin:<6} {games:>6} {score:>5.1} % {wins:>6} {draws:>6} {losses:>6}",
                    rank + 1,
                    self.names[player],
                    rating.elo + 0.0,
                );
            }
        }
        for ((a, b), tally) in self.encounters.iter().zip(&self.tallies) {
            let (score, pairs) = (&tally.score, &tally.pairs);
            let (wins, draws, losses, games) = (score.wins, score.draws, score.losses, score.games());
            let percent = 100.0 * score.mean();
            let (a, b) = (&self.names[*a], &self.names[*b]);
            let _ = writeln!(text, "{a} against {b}: +{wins} ={draws} -{losses}, {percent:.1} % of {games}");
            if self.points && games > 0 {
                let points = &tally.points;
                let _ = writeln!(
                    text,
                    "  points      {:+.4} ± {:.4} a game (standard error)",
                    points.mean(),
                    points.error()
                );
                let rate = |count: u64| 100.0 * count as f64 / games as f64;
                let [won, lost] = [points.won, points.lost].map(|count| [rate(count[1]), rate(count[2])]);
                let _ = writeln!(
                    text,
                    "  gammons     {:.1} % won, {:.1} % lost; backgammons {:.1} % won, {:.1} % lost",
                    won[0], lost[0], won[1], lost[1]
                );
            }
            if self.names.len() > 2 || games == 0 {
                continue;
            }
            let by_pairs = pairs.complete(score);
            let (elo, superiority, normalised) = measures(tally);
            let by = if by_pairs { "by pairs of games" } else { "by single games" };
            let _ = writeln!(text, "  Elo         {}  ({by})", interval(&elo));
            if let Some(normalised) = normalised {
                let _ = writeln!(text, "  nElo        {}", interval(&normalised));
            }
            let _ = writeln!(text, "  LOS         {:.1} %", 100.0 * superiority);
            let _ = writeln!(text, "  pairs       {:?} with 0, 1/2, 1, 3/2, 2 points", pairs.0);
        }
        if let Some((sprt, llr, verdict)) = self.sprt() {
            let (low, high) = sprt.bounds();
            let says = match verdict {
                Verdict::Open => "undecided".to_string(),
                Verdict::First => format!("{:+} accepted", sprt.elo0),
                Verdict::Second => format!("{:+} accepted", sprt.elo1),
            };
            let (elo0, elo1) = (sprt.elo0, sprt.elo1);
            let _ = writeln!(text, "  SPRT        LLR {llr:.2} ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}]: {says}");
        }
        for ((player, kind), count) in &self.faults {
            let _ = writeln!(text, "{} lost {count} {} by: {kind}", self.names[*player], games(*count));
        }
        text
    }

    /// Everything for other programs. Numbers that are infinite are null.
    pub fn json(&self) -> Value {
        let results: Vec<Value> = self.encounters.iter().zip(&self.tallies).map(|(p, t)| self.result(*p, t)).collect();
        let rating = |(player, rating): (usize, Rating)| {
            let [wins, draws, losses] = self.total(player);
            let name = &self.names[player];
            json!({ "name": name, "elo": rating.elo, "margin": rating.margin, "wins": wins, "draws": draws,
                    "losses": losses })
        };
        let fault = |((player, kind), count): (&(usize, String), &u64)| json!({ "name": self.names[*player], "kind": kind, "games": count });
        let sprt = self.sprt().map(|(sprt, llr, verdict)| {
            let (low, high) = sprt.bounds();
            let verdict = match verdict {
                Verdict::Open => "undecided",
                Verdict::First => "elo0",
                Verdict::Second => "elo1",
            };
            json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "alpha": sprt.alpha, "beta": sprt.beta,
                    "model": format!("{:?}", sprt.model).to_lowercase(), "llr": llr, "low": low, "high": high,
                    "verdict": verdict })
        });
        json!({
            "games": self.games(),
            "results": results,
            "sprt": sprt,
            "ratings": self.rated().into_iter().map(rating).collect::<Vec<_>>(),
            "faults": self.faults.iter().map(fault).collect::<Vec<_>>(),
        })
    }

    fn result(&self, (a, b): (usize, usize), tally: &Tally) -> Value {
        let score = &tally.score;
        let (elo, superiority, normalised) = measures(tally);
        json!({
            "players": [self.names[a], self.names[b]],
            "wins": score.wins, "draws": score.draws, "losses": score.losses,
            "score": score.mean(),
            "elo": numbers(&elo),
            "los": superiority,
            "nelo": normalised.as_ref().map(numbers),
            "by": if tally.pairs.complete(score) { "pairs" } else { "games" },
            "pairs": tally.pairs.0,
            "points": { "mean": tally.points.mean(), "error": finite(tally.points.error()),
                        "won": tally.points.won, "lost": tally.points.lost },
        })
    }
}

/// Elo, likelihood of superiority and normalised Elo: by pairs if they are all there.
fn measures(tally: &Tally) -> (Elo, f64, Option<Elo>) {
    if tally.pairs.complete(&tally.score) && tally.pairs.size() > 0 {
        let sample = tally.pairs.sample();
        (sample.elo(), sample.superiority(), sample.normalised())
    } else {
        let sample = tally.score.sample();
        (sample.elo(), sample.superiority(), sample.normalised())
    }
}

fn finite(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

fn numbers(elo: &Elo) -> Value {
    json!({ "difference": finite(elo.difference), "low": finite(elo.low), "high": finite(elo.high) })
}

fn interval(elo: &Elo) -> String {
    let number = |value: f64| match value {
        _ if value == f64::INFINITY => "+inf".to_string(),
        _ if value == f64::NEG_INFINITY => "-inf".to_string(),
        // Adding 0 turns -0 into 0.
        _ => format!("{:+.1}", (value * 10.0).round() / 10.0 + 0.0),
    };
    format!("{}, 95 %: {} to {}", number(elo.difference), number(elo.low), number(elo.high))
}

fn games(count: u64) -> &'static str {
    if count == 1 { "game" } else { "games" }
}
