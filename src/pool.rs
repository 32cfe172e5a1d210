//! Opponents for `tdleaf learn --pool` and for experiments: a list in a file, or one of those inside the program.

use crate::players::{CommonLimits, PlayerSpec, distinguish};
use crate::usage::usage;
use anyhow::{Context, Result};
use experiments::Players;
use game::Game;
use games::chess::Chess;
use lab::{Opponent, PoolSettings, Rival};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Past and present weights of this program at graded limits: nothing has to be installed.
const OWN: &str = include_str!("pool-chess.txt");
/// Other programs at graded limits.
const ENGINES: &str = include_str!("pool-engines.txt");

/// A list inside the program, all for chess.
fn embedded(name: &str) -> Option<String> {
    match name {
        "default" => Some(OWN.to_string()),
        "engines" => Some(ENGINES.to_string()),
        "full" => Some(format!("{OWN}{ENGINES}")),
        _ => None,
    }
}

/// The opponents that `--pool TEXT` names. A list has a rating and a player in each line.
pub fn read(text: &str, game: &str) -> Result<Vec<Opponent>> {
    let list = match embedded(text) {
        Some(list) if game == Chess::NAME => list,
        Some(_) => return Err(usage(format!("--pool: there is no {text} pool of {game}; name a file with a list"))),
        None => std::fs::read_to_string(text).with_context(|| {
            format!("--pool: cannot read {text}; expected a file with a list, or in chess default, engines or full")
        })?,
    };
    let mut opponents = Vec::new();
    let mut players = Vec::new();
    // Some editors begin a file with a mark that nobody sees.
    for (number, line) in list.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let expected = || usage(format!("{text}, line {}: expected a rating and a player, not '{line}'", number + 1));
        let (rating, player) = line.split_once(char::is_whitespace).ok_or_else(expected)?;
        let rating: f64 = rating.parse().map_err(|_| expected())?;
        let player = player.trim();
        players.push(spec(player, game).with_context(|| format!("{text}, line {}", number + 1))?);
        opponents.push(Opponent { name: String::new(), player: player.to_string(), rating });
    }
    distinguish(&mut players);
    for (opponent, player) in opponents.iter_mut().zip(players) {
        opponent.name = player.name;
    }
    Ok(opponents)
}

/// What makes the opponents. Programs that are not there are refused before any game.
pub fn rivals<G: Game>(pool: &PoolSettings, stop: &Arc<AtomicBool>) -> Result<Vec<Rival<G>>> {
    let named = |opponent: &Opponent| {
        rival(&opponent.player, stop).with_context(|| {
            format!("--pool: '{}' cannot be played (default needs no other programs)", opponent.player)
        })
    };
    pool.opponents.iter().map(named).collect()
}

fn rival<G: Game>(player: &str, stop: &Arc<AtomicBool>) -> Result<Rival<G>> {
    let spec = spec(player, G::NAME)?;
    spec.check()?;
    let (maker, _) = spec.maker::<G>(stop)?;
    Ok(Rival { maker, pace: spec.pace })
}

/// The players of experiments.
pub struct Known;

impl Players for Known {
    fn list(&self, name: &str) -> Result<Vec<Opponent>, String> {
        read(name, Chess::NAME).map_err(|error| format!("{error:#}"))
    }

    fn rival(&self, player: &str) -> Result<Rival<Chess>, String> {
        // Nobody cuts their thoughts short: what they find must depend on nothing else.
        rival(player, &Arc::default()).map_err(|error| format!("{error:#}"))
    }
}

fn spec(player: &str, game: &str) -> Result<PlayerSpec> {
    PlayerSpec::parse(player, game, &CommonLimits::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_pool_is_right() {
        let pool = PoolSettings::new("default", read("default", "chess").unwrap());
        assert_eq!(pool.check(), Ok(()));
        assert!(pool.opponents.len() >= 12);
        let rivals = rivals::<Chess>(&pool, &Arc::default()).unwrap();
        assert!(rivals.iter().all(|rival| rival.pace == arena::Pace::Free), "games must not depend on time");
        assert!(read("default", "connect4").unwrap_err().to_string().contains("connect4"));
    }

    #[test]
    fn the_full_pool_has_other_programs_too() {
        let [own, engines, full] = ["default", "engines", "full"].map(|name| read(name, "chess").unwrap());
        assert_eq!(PoolSettings::new("full", full.clone()).check(), Ok(()));
        assert_eq!(full.len(), own.len() + engines.len());
        assert!(engines.len() >= 5 && engines.iter().all(|engine| engine.player.contains(':')));
        assert!(engines.iter().all(|engine| !engine.player.contains("movetime")), "games must not depend on time");
    }

    #[test]
    fn lists_are_read_line_by_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pool.txt");
        let pool = |text: &str| {
            std::fs::write(&path, text).unwrap();
            read(path.to_str().unwrap(), "chess")
        };
        let found = pool("# a comment\n\n1000 random\n 1200.5\tmaterial?depth=1\n1400 material?depth=2\n").unwrap();
        let names: Vec<&str> = found.iter().map(|opponent| opponent.name.as_str()).collect();
        assert_eq!(names, ["random", "material?depth=1", "material?depth=2"]);
        assert_eq!(found[1].rating, 1200.5);
        for (text, word) in [("random", "line 1"), ("\nx random", "line 2"), ("1000 nobody?dept=1", "dept")] {
            let error = format!("{:#}", pool(text).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
        assert!(format!("{:#}", read("no such file", "chess").unwrap_err()).contains("no such file"));
    }
}
