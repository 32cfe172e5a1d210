//! Backgammon's own form of game records, `.mat`, as games with tags like those of every other game.

use super::mat::{self, MatGame, Match};
use super::{Backgammon, Move};
use game::{Game, RecordForm, Side, Transcript};

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
    let (points, line) = (game.points(), game.line());
    let by_board = line[line.len() - 1].over().map(|outcome| outcome.points(Side::First));
    // A gammon that counted as a single game says so, too.
    if let Some(points) = points.filter(|points| points.abs() > 1 || by_board.is_some_and(|board| board != *points)) {
        tags.push(tag(POINTS, points.abs().to_string()));
    }
    let moves = line.iter().zip(&game.moves).map(|(position, mv)| position.record_move(*mv)).collect();
    let result = points.map_or("*", |points| if points > 0 { "1-0" } else { "0-1" });
    Transcript { tags, moves, result: Some(result.to_string()), ..Transcript::default() }
}

/// A session, or a match if the first game says so. All games must be those of the same two players.
fn write(games: &[Transcript]) -> Result<String, String> {
    let length =
        |text: &str| text.parse().map_err(|_| format!("game 1: {LENGTH} must be a number of points, not '{text}'"));
    let length = games.first().and_then(|game| game.tag(LENGTH)).map_or(Ok(0), length)?;
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
        let in_game = |error: String| format!("game {}: {error}", at + 1);
        let (moves, end) = moves(game).map_err(in_game)?;
        let points = points(game, &end).map_err(in_game)?;
        let won = points.map(|points| (if points > 0 { begins } else { 1 - begins }, points.unsigned_abs()));
        record.games.push(MatGame { names: names.clone(), scores, begins, moves, cube: 1, won });
        if let Some((column, points)) = won {
            scores[column] += points;
        }
    }
    Ok(mat::write(&record))
}

/// What the first player has won, by the tags and the board at the end, which must agree; `None` if neither says.
fn points(game: &Transcript, end: &Backgammon) -> Result<Option<i32>, String> {
    let result = game.result.as_deref().unwrap_or("*");
    if let Some(tag) = game.tag("Result").filter(|tag| *tag != result) {
        return Err(format!("Result \"{tag}\", but {result} after the moves"));
    }
    let size = |text: &str| {
        let size = text.parse().ok().filter(|size| (1..=3).contains(size));
        size.ok_or_else(|| format!("{POINTS} must be 1, 2 or 3, not '{text}'"))
    };
    let size: Option<i32> = game.tag(POINTS).map(size).transpose()?;
    let sign = match result {
        "1-0" => Some(1),
        "0-1" => Some(-1),
        _ => None,
    };
    let Some(board) = end.over().map(|outcome| outcome.points(Side::First)) else {
        return Ok(sign.map(|sign| sign * size.unwrap_or(1)));
    };
    if result != "*" && sign != Some(board.signum()) {
        let winner = if board > 0 { "first" } else { "second" };
        return Err(format!("the result is {result}, but on the board the {winner} player has won"));
    }
    // By Jacoby's rule a gammon can count as a single game.
    match size {
        Some(size) if size != board.abs() && size != 1 => {
            Err(format!("{POINTS} \"{size}\", but on the board {} were won", board.abs()))
        }
        size => Ok(Some(board.signum() * size.unwrap_or(board.abs()))),
    }
}

/// The moves, and the position after them.
fn moves(game: &Transcript) -> Result<(Vec<Move>, Backgammon), String> {
    let mut position = Backgammon::start();
    let mut list = Vec::new();
    for text in &game.moves {
        let mv = position.read_move(text)?;
        position.play(mv);
        list.push(mv);
    }
    Ok((list, position))
}
