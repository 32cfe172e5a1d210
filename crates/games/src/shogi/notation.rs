//! SFEN, and the board for a terminal.

use super::Shogi;
use haitaka::{Board, File, Rank, Square};

/// How many men of a kind there are in a set, with both sides' together.
const MEN: [(char, usize); 8] = [('R', 2), ('B', 2), ('G', 4), ('S', 4), ('N', 4), ('L', 4), ('P', 18), ('K', 2)];

/// The largest move number of a position that is read.
const MOST_MOVES: u16 = 9999;

/// Reads a position in SFEN; the move number may be missing.
pub fn read(text: &str) -> Result<Shogi, String> {
    let wrong = |why: &str| format!("'{text}' is no position in SFEN: {why}");
    let fields: Vec<&str> = text.split_whitespace().collect();
    if !(3..=4).contains(&fields.len()) {
        return Err(wrong("it has board, side, hands and perhaps a move number"));
    }
    // The library takes some texts for more than they say, and breaks down at others: what is handed to it is sound.
    let number: u16 = match fields.get(3) {
        Some(field) => {
            // The library counts on from here in two bytes.
            let number = field.parse().ok().filter(|number| (1..=MOST_MOVES).contains(number));
            number.ok_or_else(|| wrong(&format!("the move number is from 1 to {MOST_MOVES}")))?
        }
        None => 1,
    };
    if !["b", "w"].contains(&fields[1]) {
        return Err(wrong("the side to move is b or w"));
    }
    let board = on_board(fields[0]).ok_or_else(|| wrong("the board has nine ranks of nine squares"))?;
    let mut men: Vec<char> = board.iter().map(|man| man.letter).collect();
    let hands = if fields[2] == "-" { Some(Vec::new()) } else { hand(fields[2]) };
    let hands = hands.ok_or_else(|| wrong("hands are written like RB2Pg3p, each kind once, or -"))?;
    men.extend(hands.iter().flat_map(|(count, man)| std::iter::repeat_n(*man, *count)));
    for (kind, most) in MEN {
        let count = men.iter().filter(|man| man.eq_ignore_ascii_case(&kind)).count();
        if count > most {
            return Err(wrong(&format!("{count} men of kind {kind}, where there are {most}")));
        }
    }
    if ['K', 'k'].iter().any(|king| men.iter().filter(|man| *man == king).count() != 1) {
        return Err(wrong("each side has one king"));
    }
    if let Some(man) = board.iter().find(|man| man.stuck()) {
        return Err(wrong(&format!("the {} on {} could never move", man.letter, man.square())));
    }
    let pawn = |man: &&Man| man.letter.eq_ignore_ascii_case(&'P') && !man.promoted;
    for (at, man) in board.iter().enumerate().filter(|(_, man)| pawn(man)) {
        if let Some(first) = board[..at].iter().filter(pawn).find(|other| other.on_file_of(man)) {
            return Err(wrong(&format!("two pawns of a side on a file, {} and {}", first.square(), man.square())));
        }
    }
    let sfen = format!("{} {} {} {number}", fields[0], fields[1], written(&hands));
    // What is left to be wrong with it.
    let reason = "no move leads to it: the side that is not to move is in check, or three men give check";
    Board::from_sfen(&sfen).map(Shogi::new).map_err(|_| wrong(reason))
}

/// A man on the board.
struct Man {
    letter: char,
    promoted: bool,
    /// From the left, so that file 9 is 0.
    file: usize,
    /// From the top.
    rank: usize,
}

impl Man {
    fn square(&self) -> String {
        format!("{}{}", 9 - self.file, (b'a' + self.rank as u8) as char)
    }

    fn on_file_of(&self, other: &Man) -> bool {
        (self.file, self.letter) == (other.file, other.letter)
    }

    /// True if no move of its kind could ever end on the board.
    fn stuck(&self) -> bool {
        let ahead = if self.letter.is_ascii_uppercase() { self.rank } else { 8 - self.rank };
        match self.letter.to_ascii_uppercase() {
            _ if self.promoted => false,
            'P' | 'L' => ahead == 0,
            'N' => ahead < 2,
            _ => false,
        }
    }
}

/// The men on the board; `None` if it is not one.
fn on_board(text: &str) -> Option<Vec<Man>> {
    let mut men = Vec::new();
    let ranks: Vec<&str> = text.split('/').collect();
    for (at, rank) in ranks.iter().enumerate() {
        let (mut files, mut promoted) = (0, false);
        for c in rank.chars() {
            let kind = c.to_ascii_uppercase();
            match c {
                '+' if !promoted => promoted = true,
                '1'..='9' if !promoted => files += c as usize - '0' as usize,
                _ if MEN.iter().any(|(man, _)| *man == kind) && !(promoted && ['K', 'G'].contains(&kind)) => {
                    men.push(Man { letter: c, promoted, file: files, rank: at });
                    (files, promoted) = (files + 1, false);
                }
                _ => return None,
            }
        }
        if files != 9 || promoted {
            return None;
        }
    }
    (ranks.len() == 9).then_some(men)
}

/// The men of both hands with their numbers; `None` if the text makes no sense.
fn hand(text: &str) -> Option<Vec<(usize, char)>> {
    let mut list: Vec<(usize, char)> = Vec::new();
    let mut digits = String::new();
    for c in text.chars() {
        if c.is_ascii_digit() && digits.len() < 2 {
            digits.push(c);
            continue;
        }
        let count = if digits.is_empty() { 1 } else { digits.parse().ok().filter(|count| *count > 0)? };
        let known = MEN.iter().any(|(man, _)| *man == c.to_ascii_uppercase()) && !c.eq_ignore_ascii_case(&'K');
        if !known || list.iter().any(|(_, man)| *man == c) {
            return None;
        }
        list.push((count, c));
        digits.clear();
    }
    (digits.is_empty() && !list.is_empty()).then_some(list)
}

/// Hands as SFEN has them: Black's first, the large men before the small.
fn written(hands: &[(usize, char)]) -> String {
    let all = MEN.iter().map(|(man, _)| *man).chain(MEN.iter().map(|(man, _)| man.to_ascii_lowercase()));
    let count = |man: char| hands.iter().find(|(_, other)| *other == man).map_or(0, |(count, _)| *count);
    let text: String = all
        .map(|man| match count(man) {
            0 => String::new(),
            1 => man.to_string(),
            count => format!("{count}{man}"),
        })
        .collect();
    if text.is_empty() { "-".to_string() } else { text }
}

/// Exchanges the colours: the board is turned round.
pub fn mirrored(shogi: &Shogi) -> Shogi {
    let text = shogi.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let other = |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let mut turned = String::new();
    for c in fields[0].chars().rev() {
        // The sign of a promoted man comes before it, and so after it in the turned text.
        if c == '+' {
            let man = turned.pop().unwrap_or_default();
            turned.extend(['+', man]);
        } else {
            turned.push(other(c));
        }
    }
    let side = if fields[1] == "b" { "w" } else { "b" };
    let hands: Vec<(usize, char)> =
        hand(fields[2]).unwrap_or_default().into_iter().map(|(count, man)| (count, other(man))).collect();
    read(&format!("{turned} {side} {} {}", written(&hands), fields[3])).expect("a position turned round is a position")
}

/// Black below in capital letters, files from 9 to 1, each hand on its side.
pub fn picture(shogi: &Shogi) -> String {
    let sfen = shogi.to_string();
    let fields: Vec<&str> = sfen.split(' ').collect();
    let hands = hand(fields[2]).unwrap_or_default();
    let held = |name: &str, side: &str, black: bool| {
        let men = hands.iter().filter(|(_, man)| man.is_uppercase() == black);
        let men: Vec<String> = men.map(|(count, man)| written(&[(*count, *man)])).collect();
        let men = if men.is_empty() { "nothing".to_string() } else { men.join(" ") };
        let turn = if fields[1] == side { ", to move" } else { "" };
        format!("{name} has {men} in hand{turn}\n")
    };
    let mut text = held("White", "w", false);
    text.push_str("  9  8  7  6  5  4  3  2  1\n");
    for rank in Rank::ALL {
        for file in File::ALL.into_iter().rev() {
            let square = Square::new(file, rank);
            let man = match (shogi.on(square), shogi.board.color_on(square)) {
                (Some(piece), Some(color)) => piece.to_str(color),
                _ => ".".to_string(),
            };
            text.push_str(&format!("{man:>3}"));
        }
        text.push_str(&format!("  {}\n", (b'a' + rank as u8) as char));
    }
    text.push_str(held("Black", "b", true).trim_end());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_positions_say_why() {
        for (board, why) in [
            ("4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1", "two pawns of a side on a file, 5e and 5g"),
            ("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the P on 9a could never move"),
            ("4k4/8N/9/9/9/9/9/9/4K4 b - 1", "the N on 1b could never move"),
            ("4k4/9/9/9/9/9/9/9/l3K4 b - 1", "the l on 9i could never move"),
            ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "not to move is in check"),
            ("9/9/9/4k4/4K4/9/9/9/9 b - 1", "not to move is in check"),
            ("4k4/9/9/9/9/9/9/9/9 b - 1", "each side has one king"),
            ("4k4/9/9/9/9/9/9/9/4K4 b - 65535", "the move number is from 1 to 9999"),
        ] {
            let error = read(board).err().unwrap_or_default();
            assert!(error.contains(why), "{board}: {error}");
        }
        for board in ["4k4/9/9/4p4/4P4/9/4+P4/9/4K4 b - 1", "+P3k3+N/9/9/9/9/9/7n1/9/+l3K4 b - 1"] {
            read(board).unwrap();
        }
    }

    #[test]
    fn the_picture_shows_hands_and_promoted_men() {
        let shogi = read("4k4/9/4P4/4+p4/9/9/9/9/4K4 w G2P2r2b3g4s4n4l14p 1").unwrap();
        let text = picture(&shogi);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "White has 2r 2b 3g 4s 4n 4l 14p in hand, to move");
        assert_eq!(lines[1], "  9  8  7  6  5  4  3  2  1");
        assert_eq!((lines[2], lines[5]), ("  .  .  .  .  k  .  .  .  .  a", "  .  .  .  . +p  .  .  .  .  d"));
        assert_eq!(lines[11], "Black has G 2P in hand");
        let start = read("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1").unwrap();
        assert!(picture(&start).ends_with("Black has nothing in hand, to move"));
    }
}
