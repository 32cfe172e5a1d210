//! A position that is put together man by man, as records describe it.

use super::MEN;

/// Both sides' men that are not yet known to be a legal position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setup {
    /// By rank from the top and file from 1: whose man (0: Black's) and which, an index of [`MEN`].
    pub squares: [[Option<(usize, usize)>; 9]; 9],
    /// By side, how many men of the first seven kinds are in hand.
    pub hands: [[usize; 7]; 2],
}

/// How many men of the kinds that can be in hand a set has.
const SET: [usize; 7] = [2, 2, 4, 4, 4, 4, 18];

impl Setup {
    pub fn empty() -> Setup {
        Setup { squares: [[None; 9]; 9], hands: [[0; 7]; 2] }
    }

    /// A position in SFEN that has been found sound.
    pub fn of(sfen: &str) -> Setup {
        let mut setup = Setup::empty();
        let mut fields = sfen.split(' ');
        for (rank, row) in fields.next().unwrap_or_default().split('/').take(9).enumerate() {
            let (mut file, mut promoted) = (9, false);
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(empty) => file -= (empty as usize).min(file),
                    None if c == '+' => promoted = true,
                    None if file > 0 => {
                        file -= 1;
                        setup.squares[rank][file] = kind(c, promoted);
                        promoted = false;
                    }
                    None => {}
                }
            }
        }
        let mut count = 0;
        for c in fields.nth(1).unwrap_or_default().chars() {
            match (c.to_digit(10), kind(c, false)) {
                (Some(digit), _) => count = 10 * count + digit as usize,
                (None, Some((side, kind))) => {
                    setup.hands[side][kind] = count.max(1);
                    count = 0;
                }
                _ => {}
            }
        }
        setup
    }

    /// Puts all men that are nowhere into a hand.
    pub fn rest_in_hand(&mut self, side: usize) {
        for (kind, all) in SET.into_iter().enumerate() {
            let is = |man: &&(usize, usize)| MEN[man.1].sfen.trim_start_matches('+') == MEN[kind].sfen;
            let used = self.squares.iter().flatten().flatten().filter(is).count();
            let held = self.hands[0][kind] + self.hands[1][kind];
            self.hands[side][kind] += all.saturating_sub(used + held);
        }
    }

    /// The position in SFEN, with side 0 or 1 to move.
    pub fn sfen(&self, side: usize) -> String {
        let written = |(side, kind): (usize, usize)| match side {
            0 => MEN[kind].sfen.to_string(),
            _ => MEN[kind].sfen.to_lowercase(),
        };
        let row = |row: &[Option<(usize, usize)>; 9]| {
            let mut text = String::new();
            let mut empty = 0;
            for man in row.iter().rev() {
                match man {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        text.push_str(&written(*man));
                        empty = 0;
                    }
                }
            }
            if empty > 0 { format!("{text}{empty}") } else { text }
        };
        let rows: Vec<String> = self.squares.iter().map(row).collect();
        let mut hands = String::new();
        for (side, kind) in (0..2).flat_map(|side| (0..7).map(move |kind| (side, kind))) {
            match self.hands[side][kind] {
                0 => {}
                1 => hands.push_str(&written((side, kind))),
                count => hands.push_str(&format!("{count}{}", written((side, kind)))),
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{} {} {hands} 1", rows.join("/"), ["b", "w"][side])
    }
}

/// Whose man a letter of SFEN is, and which.
fn kind(letter: char, promoted: bool) -> Option<(usize, usize)> {
    let text = format!("{}{}", if promoted { "+" } else { "" }, letter.to_ascii_uppercase());
    let kind = MEN.iter().position(|man| man.sfen == text)?;
    Some((usize::from(letter.is_ascii_lowercase()), kind))
}
