//! Positions in EPD, one in each line: a position, then operations such as `bm Nf3; id "a; b";`.

use game::Game;

/// A record of an EPD file. A FEN is one, too: its counters may stand between the position and the operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Epd<G> {
    /// The position.
    pub position: G,
    /// Codes and their values, as they are written, with quotes.
    pub operations: Vec<(String, String)>,
}

/// Fields of a position that are there in any case; those after them are numbers.
const CERTAIN: usize = 4;

impl<G: Game> Epd<G> {
    /// Reads a line.
    pub fn read(line: &str) -> Result<Epd<G>, String> {
        let usual = G::start().to_string().split_whitespace().count();
        let mut fields = Vec::new();
        let mut rest = line.trim();
        while !rest.is_empty() && fields.len() < usual {
            let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            if fields.len() >= CERTAIN && !field.bytes().all(|byte| byte.is_ascii_digit()) {
                break;
            }
            fields.push(field);
            rest = after.trim_start();
        }
        Ok(Epd { position: G::read(&fields.join(" "))?, operations: operations(rest) })
    }

    /// The records of a text, with the numbers of their lines from 1. Empty lines and those that begin with `#` are none.
    pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    }
}

/// Cuts at semicolons outside quotes.
fn operations(text: &str) -> Vec<(String, String)> {
    let mut quoted = false;
    let end = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    let one = |text: &str| {
        let (code, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        (code.to_string(), value.trim().to_string())
    };
    text.split(end).map(str::trim).filter(|text| !text.is_empty()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::Chess;
    use games::connect4::Connect4;

    const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3";

    #[test]
    fn a_position_with_and_without_counters() {
        for (fields, whole) in [("", " 0 1"), (" 7", " 7 1"), (" 7 30", " 7 30")] {
            let epd =
                Epd::<Chess>::read(&format!("{BOARD} w - -{fields}  bm e4 e3;id \"one; two\"; c0 \"3 4\"")).unwrap();
            assert_eq!(epd.position.to_string(), format!("{BOARD} w - -{whole}"));
            let pair = |(code, value): (&str, &str)| (code.to_string(), value.to_string());
            let expected = [("bm", "e4 e3"), ("id", "\"one; two\""), ("c0", "\"3 4\"")].map(pair);
            assert_eq!(epd.operations, expected);
        }
        assert_eq!(Epd::<Chess>::read(&format!("{BOARD} w - -")).unwrap().operations, []);
        assert!(Epd::<Chess>::read("8/8 w - - bm e4;").unwrap_err().contains("eight rows"));
        assert!(Epd::<Chess>::read(BOARD).is_err());
    }

    #[test]
    fn other_games_have_other_fields() {
        let start = Connect4::start();
        let epd = Epd::<Connect4>::read(&format!("{start} bm d;")).unwrap();
        assert_eq!((epd.position, epd.operations.len()), (start, 1));
    }

    #[test]
    fn comments_and_empty_lines_are_no_records() {
        let found: Vec<_> = Epd::<Chess>::lines("# a\n\n x \n #y\nz").collect();
        assert_eq!(found, [(3, "x"), (5, "z")]);
    }
}
