//! From the options of a match to its players, its schedule, its test and its conditions.

use super::MatchArgs;
use crate::players::{CommonLimits, PlayerSpec, distinguish};
use crate::usage::{duration, usage};
use anyhow::Result;
use arena::statistics::Sprt;
use arena::{Contest, Form, Rules, Schedule, TimeControl};
use game::Game;
use std::time::Duration;

/// The players, each with a name of its own.
pub fn players(args: &MatchArgs) -> Result<Vec<PlayerSpec>> {
    match (args.control, args.players.len()) {
        (None, 0..=1) => return Err(usage("a match needs at least two players")),
        (Some(_), 2..) => return Err(usage("--control is the other player of a match: name one player only")),
        _ => (),
    }
    let clock = args.tc.as_deref().map(|text| text.parse::<TimeControl>()).transpose();
    let clock = clock.map_err(|error| usage(format!("--tc: {error}")))?;
    let time = args.movetime.as_deref().map(duration).transpose();
    let time = time.map_err(|error| usage(format!("--movetime: {error}")))?;
    if clock.is_some() && time.is_some() {
        return Err(usage("--tc and --movetime exclude each other"));
    }
    if args.depth.is_some_and(|depth| !(1..=64).contains(&depth)) {
        return Err(usage("--depth must be from 1 to 64"));
    }
    if args.nodes == Some(0) {
        return Err(usage("--nodes must be at least 1"));
    }
    let common = CommonLimits { clock, time, depth: args.depth, nodes: args.nodes };
    let read = |text: &String| PlayerSpec::parse(text, &args.game, &common);
    let mut players = args.players.iter().map(read).collect::<Result<Vec<_>>>()?;
    if let (Some(control), Some(first)) = (args.control, players.first()) {
        players.push(first.with_control(control, args.seed)?);
    }
    distinguish(&mut players);
    Ok(players)
}

/// Who plays whom, and how.
pub fn contest<G: Game>(args: &MatchArgs, players: &[PlayerSpec]) -> Result<Contest> {
    let games = args.games.unwrap_or(if args.sprt.is_some() { 40_000 } else { 100 });
    if games == 0 || games > 100_000_000 {
        return Err(usage(format!("--games must be from 1 to 100000000, not {games}")));
    }
    let rules = [("--resign", args.resign.is_some()), ("--draw", args.draw.is_some())];
    if let Some((option, _)) = rules.iter().find(|(_, given)| *given && G::start().chance()) {
        return Err(usage(format!("{option}: games of {} are played to the end: dice can turn them", G::NAME)));
    }
    let longest = args.longest.unwrap_or(G::LONGEST);
    if longest == 0 || args.start == 0 {
        return Err(usage("--longest and --start must be at least 1"));
    }
    let threads = match args.concurrency {
        Some(threads @ 1..=1024) => threads,
        Some(threads) => return Err(usage(format!("--concurrency must be from 1 to 1024, not {threads}"))),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let form = if args.gauntlet { Form::Gauntlet } else { Form::RoundRobin };
    let margin = Duration::from_millis(args.margin);
    let rules = Rules { longest, margin, resign: args.resign, draw: args.draw, ..Rules::default() };
    Ok(Contest {
        schedule: Schedule::new(form, players.len(), games),
        paces: players.iter().map(|player| player.pace).collect(),
        threads,
        seed: args.seed,
        rules,
    })
}

/// All that decides the games, as the record keeps it. The number of games is not part of it: a match may be prolonged.
pub fn conditions<G: Game>(args: &MatchArgs, players: &[String], openings: &str) -> String {
    let mut parts = vec![G::NAME.to_string()];
    parts.extend(players.iter().map(|player| player.replace("; ", ";")));
    if args.gauntlet {
        parts.push("gauntlet".to_string());
    }
    parts.push(format!("openings {openings}"));
    parts.push(format!("seed {}", args.seed));
    parts.push(format!("longest {}", args.longest.unwrap_or(G::LONGEST)));
    parts.push(format!("margin {}", args.margin));
    parts.extend(args.resign.map(|rule| format!("resign {},{}", rule.moves, rule.score)));
    parts.extend(args.draw.map(|rule| format!("draw {},{},{}", rule.from, rule.moves, rule.score)));
    parts.join("; ")
}

/// The test that stops the match.
pub fn sprt(args: &MatchArgs) -> Result<Option<Sprt>> {
    let Some(text) = &args.sprt else { return Ok(None) };
    let numbers: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    let ([elo0, elo1], true) = (&numbers[..], text.split(',').count() == 2) else {
        return Err(usage(format!("--sprt must be two numbers such as 0,5, not '{text}'")));
    };
    if elo0 >= elo1 || elo0.abs() > 1000.0 || elo1.abs() > 1000.0 {
        return Err(usage(format!("--sprt: the first number must be less than the second, not '{text}'")));
    }
    if args.players.len() > 2 {
        return Err(usage("--sprt is for two players"));
    }
    for (name, value) in [("--alpha", args.alpha), ("--beta", args.beta)] {
        if !(value > 0.0 && value < 0.5) {
            return Err(usage(format!("{name} must be between 0 and 0.5, not {value}")));
        }
    }
    Ok(Some(Sprt { elo0: *elo0, elo1: *elo1, alpha: args.alpha, beta: args.beta, model: args.model }))
}

/// A player, by number, and its known rating.
pub fn anchor(args: &MatchArgs, names: &[String]) -> Result<Option<(usize, f64)>> {
    let Some(text) = &args.anchor else { return Ok(None) };
    let expected = || usage(format!("--anchor must be NAME=RATING with one of {}, not '{text}'", names.join(", ")));
    let (name, rating) = text.rsplit_once('=').ok_or_else(expected)?;
    let player = names.iter().position(|known| known == name).ok_or_else(expected)?;
    let rating = rating.parse().ok().filter(|rating: &f64| rating.is_finite()).ok_or_else(expected)?;
    Ok(Some((player, rating)))
}
