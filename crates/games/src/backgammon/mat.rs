//! Matches and sessions as Jellyfish writes them (`.mat`), the format that other backgammon programs exchange.
//!
//! Two columns of rolls and plays, one for each player. Doubles are understood when a file is read, and change what a game is
//! worth; games of our own have none.

use super::{Backgammon, Move, Play, Roll};
use game::{Game, Side};
use std::fmt::Write;

/// A match, or with length 0 a session without end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Points to be won.
    pub length: u32,
    /// The games, in their order.
    pub games: Vec<MatGame>,
}

/// A game of it. Columns are 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatGame {
    /// Both players, by column.
    pub names: [String; 2],
    /// The score before the game, by column.
    pub scores: [u32; 2],
    /// The column of our first player, who begins.
    pub begins: usize,
    /// Rolls and plays in turn, from the start of a game.
    pub moves: Vec<Move>,
    /// What the cube showed at the end.
    pub cube: u32,
    /// The column of the winner, and what was won, cube included. `None` if the file does not say.
    pub won: Option<(usize, u32)>,
}

/// The width of the first column.
const COLUMN: usize = 33;

impl MatGame {
    /// The positions from first to last, one more than moves.
    pub fn line(&self) -> Vec<Backgammon> {
        let mut line = vec![Backgammon::start()];
        for mv in &self.moves {
            line.push(line[line.len() - 1].after(*mv));
        }
        line
    }

    /// What was won, without the cube, from the view of who began: 1, 2, 3 or less than 0.
    pub fn points(&self) -> Option<i32> {
        let (column, points) = self.won?;
        let points = (points / self.cube.max(1)).clamp(1, 3) as i32;
        Some(if column == self.begins { points } else { -points })
    }
}

/// Writes a match.
pub fn write(record: &Match) -> String {
    let mut text = format!(" {} point match\n", record.length);
    for (number, game) in record.games.iter().enumerate() {
        let _ = write!(text, "\n Game {}\n", number + 1);
        let heading = |column: usize| format!("{} : {}", plain(&game.names[column]), game.scores[column]);
        // Long names push the second heading away: others look for the space between them.
        let _ = writeln!(text, " {:<width$}  {}", heading(0), heading(1), width = COLUMN - 3);
        let turns: Vec<String> = turns(game);
        // Cells from the first column on: an empty one if the second player begins.
        let mut cells = vec![String::new(); game.begins];
        cells.extend(turns);
        for (row, pair) in cells.chunks(2).enumerate() {
            let line = format!("{:>3}) {:<width$} ", row + 1, pair[0], width = COLUMN - 6);
            let line = line + pair.get(1).map_or("", |cell| cell);
            let _ = writeln!(text, "{}", line.trim_end());
        }
        if let Some((column, points)) = game.won {
            // Doubles are not written, so they do not count.
            let points = (points / game.cube.max(1)).max(1);
            let plural = if points == 1 { "" } else { "s" };
            let last = record.length > 0 && game.scores[column] + points >= record.length;
            let match_too = if last { " and the match" } else { "" };
            let indent = if column == 0 { 6 } else { COLUMN };
            let _ = writeln!(text, "{:indent$}Wins {points} point{plural}{match_too}", "");
        }
    }
    text
}

/// A name that does not break the lines.
fn plain(name: &str) -> String {
    name.replace(['\n', '\r', '\t'], " ").replace(':', ";").trim().to_string()
}

/// `31: 8/5 6/5` for each turn.
fn turns(game: &MatGame) -> Vec<String> {
    let line = game.line();
    let mut turns: Vec<String> = Vec::new();
    for (position, mv) in line.iter().zip(&game.moves) {
        match (*mv, turns.last_mut()) {
            (Move::Roll(roll), _) => turns.push(format!("{roll}:")),
            (Move::Play(Play::PASS), Some(turn)) => turn.push_str(" Cannot Move"),
            (Move::Play(_), Some(turn)) => *turn = format!("{turn} {}", position.write_move(*mv)),
            (Move::Play(_), None) => {}
        }
    }
    turns
}

/// Reads a match. The error names the line and what is wrong with it.
pub fn read(text: &str) -> Result<Match, String> {
    let mut reader = Reader { record: Match::default(), game: None };
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}').trim_end();
        // Remarks and tags of other programs.
        if line.is_empty() || line.starts_with([';', '[', '#']) {
            continue;
        }
        reader.line(line).map_err(|error| format!("line {}: {error}", number + 1))?;
    }
    reader.close();
    if reader.record.games.is_empty() {
        return Err("there is no game; a .mat file has lines such as 'Game 1' and ' 1) 31: 8/5 6/5'".to_string());
    }
    Ok(reader.record)
}

struct Reader {
    record: Match,
    game: Option<Open>,
}

/// A game that is being read.
struct Open {
    game: MatGame,
    position: Backgammon,
    /// True when the names have been read.
    named: bool,
    /// Who has moved first.
    begun: bool,
    dropped: Option<usize>,
}

impl Reader {
    fn close(&mut self) {
        self.record.games.extend(self.game.take().map(|open| {
            let by_board =
                open.by_board().map(|(winner, points)| (winner, points.saturating_mul(open.game.cube.max(1))));
            MatGame { won: open.game.won.or(by_board), ..open.game }
        }));
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let words = line.trim();
        if let Some(length) = words.strip_suffix("point match") {
            self.record.length = length.trim().parse().map_err(|_| format!("'{words}' has no length of the match"))?;
            return Ok(());
        }
        if words.strip_prefix("Game ").is_some_and(|number| number.trim().parse::<u32>().is_ok()) {
            self.close();
            self.game = Some(Open {
                game: MatGame {
                    names: Default::default(),
                    scores: [0; 2],
                    begins: 0,
                    moves: Vec::new(),
                    cube: 1,
                    won: None,
                },
                position: Backgammon::start(),
                named: false,
                begun: false,
                dropped: None,
            });
            return Ok(());
        }
        let Some(open) = &mut self.game else {
            return Err(format!("expected 'N point match' or 'Game 1', not '{words}'"));
        };
        if !open.named { open.heading(words) } else { open.row(line) }
    }
}

impl Open {
    /// `gnubg : 0     tdleaf : 3`.
    fn heading(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("expected both names and scores, such as 'a : 0     b : 0', not '{text}'");
        let (one, rest) = text.split_once(" :").or_else(|| text.split_once(':')).ok_or_else(wrong)?;
        let rest = rest.trim_start();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (score, rest) = rest.split_at(digits);
        let (two, last) = rest.rsplit_once(':').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
        self.game.names = [one.trim().to_string(), two.trim().to_string()];
        self.game.scores = [number(score)?, number(last)?];
        self.named = true;
        Ok(())
    }

    /// ` 12) 31: 8/5 6/5              64: 24/14`, or who wins.
    fn row(&mut self, line: &str) -> Result<(), String> {
        if let Some(at) = line.find("Wins ") {
            let (turns, wins) = line.split_at(at);
            if turns.contains(')') {
                self.row(turns)?;
            }
            // Beside a turn there is no other place for it.
            return self.wins(cells(turns).is_empty(), column(turns, COLUMN / 2), wins);
        }
        let (number, rest) = line
            .split_once(')')
            .ok_or_else(|| format!("expected a turn such as '1) 31: 8/5 6/5', not '{}'", line.trim()))?;
        number.trim().parse::<u32>().map_err(|_| format!("'{}' is no number of a turn", number.trim()))?;
        let begin = number.len() + 1;
        for (at, cell) in cells(rest) {
            let column = column(&line[..begin + at], COLUMN * 3 / 4);
            self.turn(column, cell).map_err(|error| format!("{error}, in '{cell}'"))?;
        }
        Ok(())
    }

    fn turn(&mut self, column: usize, cell: &str) -> Result<(), String> {
        let lower = cell.to_ascii_lowercase();
        if let Some((_, value)) =
            lower.split_once("doubles").map(|(_, rest)| rest.rsplit_once(' ').unwrap_or(("", rest)))
        {
            self.game.cube = value.parse().map_err(|_| "a double names the new value of the cube".to_string())?;
            return Ok(());
        }
        if lower.starts_with("takes") {
            return Ok(());
        }
        if lower.starts_with("beavers") {
            // Who is doubled takes and turns the cube once more.
            self.game.cube = self.game.cube.saturating_mul(2);
            return Ok(());
        }
        if lower.starts_with("drops") || lower.starts_with("passes") {
            // The cube counts as before the double.
            self.game.cube = (self.game.cube / 2).max(1);
            self.dropped = Some(1 - column);
            return Ok(());
        }
        let (dice, play) = cell.split_once(':').ok_or("expected dice, a colon and a play")?;
        let roll = Roll::read(dice.trim())?;
        if self.position.over().is_some() {
            return Err("the game is over already".to_string());
        }
        if self.position.roll().is_some() {
            return Err("the roll before was not played".to_string());
        }
        if !self.begun {
            (self.begun, self.game.begins) = (true, column);
        }
        let mover = if self.position.side() == Side::First { self.game.begins } else { 1 - self.game.begins };
        if mover != column {
            return Err("it is the other player's turn".to_string());
        }
        let rolled = self.position.read_move(&roll.to_string())?;
        let position = self.position.after(rolled);
        let play = match play.trim() {
            // Who gives up after the roll does not play it.
            "" if position.read_move("pass").is_err() => {
                self.game.moves.push(rolled);
                self.position = position;
                return Ok(());
            }
            "" => "pass",
            play if play.eq_ignore_ascii_case("cannot move") => "pass",
            play => play,
        };
        let played = position.read_move(play)?;
        self.game.moves.extend([rolled, played]);
        self.position = position.after(played);
        Ok(())
    }

    /// The column of the winner, and points without the cube, if the board shows that the game is over.
    fn by_board(&self) -> Option<(usize, u32)> {
        let points = self.position.over()?.points(Side::First);
        let winner = if points > 0 { self.game.begins } else { 1 - self.game.begins };
        Some((winner, points.unsigned_abs()))
    }

    /// `Wins 2 points`, in the column `by_place`; `alone` if nothing else is in the row.
    fn wins(&mut self, alone: bool, by_place: usize, text: &str) -> Result<(), String> {
        let points =
            text.split_whitespace().nth(1).and_then(|points| points.parse::<u32>().ok()).filter(|points| *points > 0);
        let points = points.ok_or_else(|| format!("expected 'Wins N points', not '{text}'"))?;
        let (cube, text) = (self.game.cube.max(1), text.trim());
        if points > cube.saturating_mul(3) {
            return Err(format!("'{text}': with the cube at {cube} a game counts at most {}", cube.saturating_mul(3)));
        }
        if let Some((winner, size)) = self.by_board() {
            if alone && by_place != winner {
                let [written, winner] = [by_place, winner].map(|column| &self.game.names[column]);
                return Err(format!("'{text}' stands under {written}, but on the board {winner} has won"));
            }
            // Gammons can count as single games (Jacoby's rule), and more than a match needs may not be told.
            if points != size.saturating_mul(cube) && points / cube > 1 {
                return Err(format!("'{text}': on the board {size} were won, times the cube of {cube}"));
            }
        }
        // Programs differ in where they write it, so the board and the cube come first.
        let winner = self.by_board().map(|(winner, _)| winner);
        self.game.won = Some((winner.or(self.dropped).unwrap_or(by_place), points));
        Ok(())
    }
}

/// The column of what stands after `before`: by tabs if there are any, else the second from the place `second` on.
fn column(before: &str, second: usize) -> usize {
    if !before.contains('\t') {
        return usize::from(before.len() > second);
    }
    let cells = before.split_once(')').map_or(before, |(_, cells)| cells);
    // A tab after the number of the turn belongs to that.
    usize::from(cells.strip_prefix('\t').unwrap_or(cells).contains('\t'))
}

/// The cells of a row, with where each begins: a cell begins with dice and a colon, or with a word about the cube.
fn cells(row: &str) -> Vec<(usize, &str)> {
    let starts = |at: usize| {
        let rest = &row[at..];
        let before = row[..at].chars().next_back();
        let dice = rest.len() > 2 && rest.as_bytes()[..2].iter().all(u8::is_ascii_digit) && rest.as_bytes()[2] == b':';
        let cube = ["Doubles", "Takes", "Drops", "Passes", "Beavers"].iter().any(|word| rest.starts_with(word));
        (dice || cube) && before.is_none_or(char::is_whitespace)
    };
    let begins: Vec<usize> = row.char_indices().map(|(at, _)| at).filter(|at| starts(*at)).collect();
    let mut cells: Vec<(usize, &str)> = Vec::new();
    for (index, at) in begins.iter().enumerate() {
        let end = begins.get(index + 1).copied().unwrap_or(row.len());
        cells.push((*at, row[*at..end].trim()));
    }
    cells
}
