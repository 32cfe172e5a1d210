//! Backgammon's own form of game records, `.mat`, as games with tags like those of every other game.

use super::mat::{self, MatGame, Match};
use super::{Backgammon, Move};
use game::{Game, RecordForm, Transcript};

/// The forms of records besides PGN.
pub const FORMS: &[RecordForm] =
    &[RecordForm { endings: &["mat"], read, write: |games| write(games).map(String::into_bytes) }];

/// The tag of a game that counts for more than one point.
const POINTS: &str = "Points";
/// The tag of a game that belongs to a match to so many points, and not to a session.
const LENGTH: &str = "MatchLength";

fn read(bytes: &[u8]) -> Result<Vec<Transcript>, String> {
    let record = mat::read(&String::from_utf8_lossy(bytes))?;
    Ok(record.games.iter().enumerate().map(|(at, game)| transcript(at, game, record.length)).collect())
}

fn transcript(at: usize, game: &MatGame, length: u32) -> Transcript {
    let [white, black] = [game.begins, 1 - game.begins].map(|column| game.names[column].clone());
    let tag = |name: &str, value: String| (name.to_string(), value);
    let mut tags = vec![tag("Round", (at + 1).to_string()), tag("White", white), tag("Black", black)];
    tags.push(tag("Variant", Backgammon::NAME.to_string()));
    if length > 0 {
        tags.push(tag(LENGTH, length.to_string()));
    }
    let points = game.points();
    if let Some(points) = points.filter(|points| points.abs() > 1) {
        tags.push(tag(POINTS, points.abs().to_string()));
    }
    let moves = game.line().iter().zip(&game.moves).map(|(position, mv)| position.record_move(*mv)).collect();
    let result = points.map_or("*", |points| if points > 0 { "1-0" } else { "0-1" });
    Transcript { tags, moves, result: Some(result.to_string()), ..Transcript::default() }
}

/// A session, or a match if the first game says so. All games must be those of the same two players.
fn write(games: &[Transcript]) -> Result<String, String> {
    let length = games.first().and_then(|game| game.tag(LENGTH)).and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut record = Match { length, games: Vec::new() };
    let (mut names, mut scores): (Option<[String; 2]>, _) = (None, [0, 0]);
    for (at, game) in games.iter().enumerate() {
        if game.tag("FEN").is_some() {
            return Err(format!("game {} begins in a position of its own, which a .mat file cannot say", at + 1));
        }
        let seats = ["White", "Black"].map(|tag| game.tag(tag).unwrap_or("?").to_string());
        let names = names.get_or_insert_with(|| seats.clone());
        let begins = match (seats == *names, seats[0] == names[1] && seats[1] == names[0]) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => return Err(format!("game {} is between other players; a .mat file has two", at + 1)),
        };
        let moves = moves(game).map_err(|error| format!("game {}: {error}", at + 1))?;
        let points = game.tag(POINTS).and_then(|text| text.parse().ok()).unwrap_or(1);
        let winner = match game.result.as_deref() {
            Some("1-0") => Some(begins),
            Some("0-1") => Some(1 - begins),
            _ => None,
        };
        let won = winner.map(|column| (column, points));
        record.games.push(MatGame { names: names.clone(), scores, begins, moves, cube: 1, won });
        if let Some((column, points)) = won {
            scores[column] += points;
        }
    }
    Ok(mat::write(&record))
}

fn moves(game: &Transcript) -> Result<Vec<Move>, String> {
    let mut position = Backgammon::start();
    let mut list = Vec::new();
    for text in &game.moves {
        let mv = position.read_move(text)?;
        position.play(mv);
        list.push(mv);
    }
    Ok(list)
}
