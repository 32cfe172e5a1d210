//! Where the openings of a match come from.

use crate::players::{CommonLimits, Maker, PlayerSpec};
use crate::usage::usage;
use anyhow::{Context, Result, anyhow};
use arena::{Balance, Opening, Order, from_epd, from_pgn, order};
use eval::fingerprint;
use game::{Dice, Game};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What the command asks for.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// `balanced`, `random`, `none` or a file, if given.
    pub source: Option<&'a str>,
    /// Plies, if given.
    pub plies: Option<usize>,
    /// Hundredths of a pawn that a balanced opening may be off.
    pub limit: i32,
    /// The order of those from a file.
    pub order: Order,
    /// The first one of a file, from 1.
    pub start: usize,
    /// The seed.
    pub seed: u64,
}

/// Openings by number.
pub enum Openings<G: Game> {
    /// Random plies; the judge is made for each opening, because threads ask at the same time.
    Random(Balance, Maker<G>, u64),
    /// From a file, in this order, again and again.
    Listed(Vec<Opening<G>>),
}

/// The judge of balanced openings: our weights, four plies deep. In chess those of half boards, whatever is best today, so that
/// a seed has the same openings tomorrow.
fn judge(game: &str) -> &'static str {
    if game == "chess" { "learnt?features=half-board&depth=4&profile=exact" } else { "learnt?depth=4&profile=exact" }
}
const RANDOM_PLIES: usize = 8;
const FILE_PLIES: usize = 16;

impl<G: Game> Openings<G> {
    /// The openings, and a text that tells them apart from others.
    pub fn new(wanted: &Wanted) -> Result<(Openings<G>, String)> {
        let Wanted { source, plies, limit, seed, .. } = *wanted;
        // Dice bring variety enough.
        let dice = G::start().chance();
        let source = source.unwrap_or(if dice { "none" } else { "balanced" });
        if dice && source == "none" {
            let given = [
                ("--plies", plies.is_some()),
                ("--balance", limit != super::BALANCE as i32),
                ("--order", wanted.order != Order::Random),
                ("--start", wanted.start != 1),
            ];
            if let Some((option, _)) = given.iter().find(|(_, given)| *given) {
                return Err(usage(format!("{option}: the dice open games of {}", G::NAME)));
            }
        }
        match source {
            source @ ("balanced" | "random") if dice => {
                let game = G::NAME;
                Err(usage(format!("--openings {source}: the dice open games of {game}; expected none, or a file")))
            }
            "none" => Ok((Openings::Listed(vec![Opening::at(G::start())]), "none".to_string())),
            source @ ("balanced" | "random") => {
                let plies = plies.unwrap_or(RANDOM_PLIES);
                if plies > 100 {
                    return Err(usage(format!("--plies must be at most 100 for random openings, not {plies}")));
                }
                let limit = if source == "random" { i32::MAX } else { limit };
                let judge = PlayerSpec::parse(judge(G::NAME), G::NAME, &CommonLimits::default())?;
                // Nobody stops the judge: what it finds must depend on nothing else.
                let (judge, print) = judge.maker::<G>(&Arc::new(AtomicBool::new(false)))?;
                let text = match source {
                    "random" => format!("{plies} random plies"),
                    _ => format!("{plies} random plies within {limit} by {print}"),
                };
                Ok((Openings::Random(Balance { plies, limit }, judge, seed), text))
            }
            path => Openings::read(Path::new(path), wanted),
        }
    }

    fn read(path: &Path, wanted: &Wanted) -> Result<(Openings<G>, String)> {
        if !path.exists() {
            let (path, others) = (path.display(), if G::start().chance() { "" } else { "balanced, random, " });
            return Err(usage(format!("--openings: no file '{path}'; expected {others}none or a file")));
        }
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let plies = wanted.plies.unwrap_or(FILE_PLIES);
        let found = if is_pgn { from_pgn::<G>(&text, plies) } else { from_epd(&text) };
        let found = found.map_err(|error| anyhow!("{}: {error}", path.display()))?;
        if found.is_empty() {
            return Err(usage(format!("--openings: {} has no openings", path.display())));
        }
        if wanted.start > found.len() {
            let (start, count) = (wanted.start, found.len());
            return Err(usage(format!("--start {start}: {} has {count} openings", path.display())));
        }
        let places = order(found.len(), wanted.order, wanted.start.saturating_sub(1), wanted.seed);
        let print = fingerprint(bytes.iter().copied());
        let cut = if is_pgn { format!(", {plies} plies") } else { String::new() };
        let text = format!("file {print:016x}, {:?}, from {}{cut}", wanted.order, wanted.start);
        Ok((Openings::Listed(places.into_iter().map(|place| found[place].clone()).collect()), text))
    }

    /// Opening `number`: always the same.
    pub fn get(&self, number: u64) -> Opening<G> {
        match self {
            Openings::Random(balance, judge, seed) => {
                balance.opening(&G::start(), &mut *judge(), &mut Dice::new(*seed, number * 2))
            }
            Openings::Listed(list) => list[(number % list.len() as u64) as usize].clone(),
        }
    }

    /// True if some begin elsewhere than games usually do.
    pub fn elsewhere(&self) -> bool {
        let start = G::start().to_string();
        matches!(self, Openings::Listed(list) if list.iter().any(|opening| opening.line[0].to_string() != start))
    }

    /// How many different ones there are, if that is known.
    pub fn count(&self) -> Option<u64> {
        match self {
            Openings::Random(..) => None,
            Openings::Listed(list) => Some(list.len() as u64),
        }
    }
}
