//! Files of game records: PGN, or what else the game knows, by the ending of the name.

use crate::pgn;
use game::{Game, RecordForm, Transcript};
use std::path::Path;

/// The form of the records in a file; `None` for PGN, which is also the form of all that have no other.
fn form<G: Game>(path: &Path) -> Option<&'static RecordForm> {
    let ending = path.extension()?.to_str()?.to_lowercase();
    G::RECORDS.iter().find(|form| form.endings.contains(&ending.as_str()))
}

/// All games of a file with this name.
pub fn read_games<G: Game>(path: &Path, bytes: &[u8]) -> Result<Vec<Transcript>, String> {
    match form::<G>(path) {
        Some(form) => (form.read)(bytes),
        None => Ok(pgn::games(&String::from_utf8_lossy(bytes))),
    }
}

/// The content of a file with this name.
pub fn write_games<G: Game>(path: &Path, games: &[Transcript]) -> Result<Vec<u8>, String> {
    let Some(form) = form::<G>(path) else {
        let page = |game: &Transcript| {
            let start = game.tag("FEN").map_or_else(|| Ok(G::start()), G::read)?;
            Ok(pgn::rewrite(game, start.side()))
        };
        return games.iter().map(page).collect::<Result<String, String>>().map(String::into_bytes);
    };
    (form.write)(games)
}

/// The endings of names that stand for a form of records in this game.
pub fn record_endings<G: Game>() -> Vec<&'static str> {
    let others = G::RECORDS.iter().flat_map(|form| form.endings).copied();
    std::iter::once("pgn").chain(others).collect()
}
