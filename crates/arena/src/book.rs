//! Openings from files: positions in EPD or FEN, one in each line, and games in PGN.

use crate::{Epd, Opening, pgn, referee};
use game::{Dice, Game};
use std::str::FromStr;

/// Which opening comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As in the file.
    Sequential,
    /// Mixed, the same way for the same seed.
    Random,
}

impl FromStr for Order {
    type Err = String;
    fn from_str(text: &str) -> Result<Order, String> {
        match text {
            "sequential" => Ok(Order::Sequential),
            "random" => Ok(Order::Random),
            _ => Err("expected sequential or random".to_string()),
        }
    }
}

/// The positions of an EPD text; their operations are passed over.
pub fn from_epd<G: Game>(text: &str) -> Result<Vec<Opening<G>>, String> {
    let one = |(number, line): (usize, &str)| {
        let opening = Epd::read(line).and_then(|epd| playable(Opening::at(epd.position)));
        opening.map_err(|error| format!("line {number}: {error}"))
    };
    Epd::<G>::lines(text).map(one).collect()
}

/// The first `plies` moves of the games of a PGN text.
pub fn from_pgn<G: Game>(text: &str, plies: usize) -> Result<Vec<Opening<G>>, String> {
    let one = |(at, game): (usize, &pgn::Game)| {
        let opening = replayed(game, plies).map_err(|fault| format!("line {}: {}", fault.line, fault.why));
        opening.and_then(playable).map_err(|error| format!("game {}: {error}", at + 1))
    };
    pgn::games(text).iter().enumerate().map(one).collect()
}

/// What is wrong with a recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the text, from 1.
    pub line: usize,
    /// In words.
    pub why: String,
}

/// The first `plies` moves of a game, from where it begins.
pub fn replayed<G: Game>(game: &pgn::Game, plies: usize) -> Result<Opening<G>, Fault> {
    let start = game.tag("FEN").map_or_else(|| Ok(G::start()), G::read);
    let start = start.map_err(|why| Fault { line: game.line, why })?;
    let variant = game.tag("Variant").map(str::to_lowercase);
    let variant = variant.as_deref().map(|name| if name == "fischerandom" { "chess960" } else { name });
    // An ordinary game may be called a variant, too ("standard"): what the game does not know changes nothing.
    let mut opening = Opening::at(start.in_variant(variant.or(start.variant())).unwrap_or(start));
    for (ply, text) in game.moves.iter().enumerate().take(plies) {
        let mv = opening.last().read_move(text).map_err(|why| Fault { line: game.line_of(ply), why })?;
        opening.push(mv);
    }
    Ok(opening)
}

fn playable<G: Game>(opening: Opening<G>) -> Result<Opening<G>, String> {
    match referee(&opening.line, &mut Vec::new()) {
        Ok(_) => Ok(opening),
        Err(ended) => Err(format!("the game is over after the opening ({})", ended.reason)),
    }
}

/// The order in which `count` openings are used, beginning with number `start` (from 0) of the order.
pub fn order(count: usize, order: Order, start: usize, seed: u64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    if order == Order::Random {
        // A stream of its own: games use the small numbers.
        Dice::new(seed, u64::MAX).shuffle(&mut places);
    }
    if count > 0 {
        places.rotate_left(start % count);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders() {
        assert_eq!(order(4, Order::Sequential, 1, 7), [1, 2, 3, 0]);
        let mixed = order(100, Order::Random, 0, 7);
        assert_eq!(mixed, order(100, Order::Random, 0, 7));
        assert_ne!(mixed, order(100, Order::Random, 0, 8));
        let mut sorted = mixed.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, order(100, Order::Sequential, 0, 7));
        assert_ne!(mixed, sorted);
        assert!(order(0, Order::Random, 3, 1).is_empty());
    }
}
