//! The board as servers send it: style 12, one line with everything.

use game::Side;
use std::time::Duration;

/// A line of style 12.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The position as far as the line has it, in Forsyth-Edwards notation.
    pub fen: String,
    /// The number of the game.
    pub game: u32,
    /// White's and Black's names.
    pub names: [String; 2],
    /// The side that we play; `None` if we only look on.
    pub own: Option<Side>,
    /// The side to move.
    pub turn: Side,
    /// What White and Black have left.
    pub clocks: [Duration; 2],
    /// Seconds for each move.
    pub increment: Duration,
    /// The number of the move that is to be made.
    pub number: usize,
    /// The last move as people write it; `None` at the beginning.
    pub last: Option<String>,
}

impl Board {
    /// Reads a line; `None` if it is none of these.
    pub fn read(line: &str) -> Option<Board> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        if fields.first() != Some(&"<12>") || fields.len() < 31 {
            return None;
        }
        let turn = match fields[9] {
            "W" => Side::First,
            "B" => Side::Second,
            _ => return None,
        };
        let own = match fields[19] {
            "1" => Some(turn),
            "-1" => Some(turn.other()),
            _ => None,
        };
        let seconds = |at: usize| fields[at].parse::<i64>().ok().map(|left| Duration::from_secs(left.max(0) as u64));
        Some(Board {
            fen: fen(&fields, turn)?,
            game: fields[16].parse().ok()?,
            names: [fields[17].to_string(), fields[18].to_string()],
            own,
            turn,
            clocks: [seconds(24)?, seconds(25)?],
            increment: seconds(21)?,
            number: fields[26].parse().ok()?,
            last: Some(fields[29]).filter(|text| !text.eq_ignore_ascii_case("none")).map(str::to_string),
        })
    }

    /// Pieces and side to move: what tells positions of one game apart.
    pub fn placement(&self) -> &str {
        placement(&self.fen)
    }
}

/// The first two parts of a position.
pub fn placement(fen: &str) -> &str {
    let end = fen.match_indices(' ').nth(1).map_or(fen.len(), |(at, _)| at);
    &fen[..end]
}

fn fen(fields: &[&str], turn: Side) -> Option<String> {
    let mut ranks = Vec::new();
    for rank in &fields[1..9] {
        let mut text = String::new();
        let mut empty = 0;
        for c in rank.chars() {
            if c == '-' {
                empty += 1;
                continue;
            }
            if !"PNBRQKpnbrqk".contains(c) {
                return None;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(c);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank.chars().count() != 8 {
            return None;
        }
        ranks.push(text);
    }
    let rights = ["K", "Q", "k", "q"].iter().zip(&fields[11..15]).filter(|(_, flag)| **flag == "1");
    let rights: String = rights.map(|(letter, _)| *letter).collect();
    let side = if turn == Side::First { "w" } else { "b" };
    let file = fields[10].parse::<usize>().ok().filter(|file| *file < 8);
    let rank = if turn == Side::First { 6 } else { 3 };
    let passant = file.map_or("-".to_string(), |file| format!("{}{rank}", char::from(b'a' + file as u8)));
    let rights = if rights.is_empty() { "-" } else { &rights };
    let (half, number) = (fields[15].parse::<u32>().ok()?, fields[26].parse::<u32>().ok()?.max(1));
    Some(format!("{} {side} {rights} {passant} {half} {number}", ranks.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "<12> rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0 117 Ann \
                        GuestXYZ 1 3 2 39 39 178 -5 2 P/e7-e5 (0:02) e5 0 1 0";

    #[test]
    fn a_line_has_everything() {
        let board = Board::read(LINE).unwrap();
        assert_eq!(board.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
        assert_eq!(board.placement(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w");
        assert_eq!(board.number, 2);
        assert_eq!((board.game, board.own, board.turn), (117, Some(Side::First), Side::First));
        assert_eq!(board.names, ["Ann", "GuestXYZ"]);
        assert_eq!(board.clocks, [Duration::from_secs(178), Duration::ZERO], "clocks may be negative");
        assert_eq!((board.increment, board.last.as_deref()), (Duration::from_secs(2), Some("e5")));
        let waiting = LINE.replace(" 1 3 2 39", " -1 3 2 39");
        assert_eq!(Board::read(&waiting).unwrap().own, Some(Side::Second));
        let looking = LINE.replace(" 1 3 2 39", " 0 3 2 39").replace(" e5 0 1 0", " none 0 1 0");
        assert_eq!((Board::read(&looking).unwrap().own, Board::read(&looking).unwrap().last), (None, None));
    }

    #[test]
    fn other_lines_are_none() {
        for line in
            ["", "<12>", "fics% ", &LINE[..80], &LINE.replace("PPPP-PPP", "PPPP-PP"), &LINE.replace("pppp", "xppp")]
        {
            assert_eq!(Board::read(line), None, "{line}");
        }
    }
}
