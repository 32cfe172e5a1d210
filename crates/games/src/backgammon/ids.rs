//! Positions as other programs write them: GNU Backgammon's position and match IDs, and eXtreme Gammon's XGID.
//!
//! In all of them our first player is GNU Backgammon's player 1 (at the bottom of its board) and XG's player 1, the one with
//! the capital letters.

use super::board::{BAR, Board, Men};
use super::roll::Roll;
use super::{Backgammon, MEN};
use game::Side;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Letters of the two IDs.
const POSITION: usize = 14;
const MATCH: usize = 12;

/// Bits from the lowest of the first byte on.
#[derive(Default)]
struct Bits {
    bytes: [u8; 12],
    at: usize,
}

impl Bits {
    fn put(&mut self, value: u32, width: usize) {
        for bit in 0..width {
            self.bytes[self.at / 8] |= ((value >> bit & 1) as u8) << (self.at % 8);
            self.at += 1;
        }
    }

    /// The next so many; zeros after the end.
    fn take(&mut self, width: usize) -> u32 {
        let mut value = 0;
        for bit in 0..width {
            value |= u32::from(self.bytes.get(self.at / 8).map_or(0, |byte| byte >> (self.at % 8) & 1)) << bit;
            self.at += 1;
        }
        value
    }

    /// In base 64, so many letters.
    fn letters(&self, count: usize) -> String {
        let six = |at: usize| {
            let (byte, shift) = (at * 6 / 8, at * 6 % 8);
            let next = self.bytes.get(byte + 1).copied().unwrap_or(0);
            (u32::from(self.bytes[byte]) << 8 | u32::from(next)) >> (10 - shift) & 63
        };
        (0..count).map(|at| char::from(LETTERS[six(at) as usize])).collect()
    }

    fn from_letters(text: &str) -> Result<Bits, String> {
        let mut bits = Bits::default();
        for (at, letter) in text.bytes().enumerate() {
            let Some(six) = LETTERS.iter().position(|known| *known == letter) else {
                return Err(format!("'{text}' has a character that is none of A-Z a-z 0-9 + /"));
            };
            let (byte, shift) = (at * 6 / 8, at * 6 % 8);
            let two = (six as u16) << (10 - shift);
            bits.bytes[byte] |= (two >> 8) as u8;
            if let Some(next) = bits.bytes.get_mut(byte + 1) {
                *next |= two as u8;
            }
        }
        Ok(bits)
    }
}

impl Backgammon {
    /// GNU Backgammon's position ID, seen by the side whose turn it is.
    pub fn position_id(&self) -> String {
        let mut bits = Bits::default();
        for men in [self.board.other, self.board.own] {
            for place in 1..=BAR {
                // Ones for the men, and a zero.
                let count = usize::from(men.count(place));
                bits.put((1 << count) - 1, count + 1);
            }
        }
        bits.letters(POSITION)
    }

    /// GNU Backgammon's match ID for a single game without cube.
    pub fn match_id(&self) -> String {
        let player = u32::from(self.side == Side::First);
        let state = if self.board.points().is_some() { 2 } else { 1 };
        let (high, low) = self.roll.map_or((0, 0), |roll| (roll.high(), roll.low()));
        let mut bits = Bits::default();
        // Cube at 1, in the middle; whose turn; no Crawford game; state of play; whose decision; no double, no resignation.
        for (value, width) in [(0, 4), (3, 2), (player, 1), (0, 1), (state, 3), (player, 1), (0, 3)] {
            bits.put(value, width);
        }
        bits.put(u32::from(high), 3);
        bits.put(u32::from(low), 3);
        bits.letters(MATCH)
    }

    /// GNU Backgammon's usual form, `POSITION:MATCH`.
    pub fn gnu_id(&self) -> String {
        format!("{}:{}", self.position_id(), self.match_id())
    }

    /// XG's form, for a single game without cube.
    pub fn xgid(&self) -> String {
        let [first, second] = [Side::First, Side::Second].map(|side| self.men(side));
        let place = |at: usize| match (first.count(at), second.count(BAR - at)) {
            (own, _) if at > 0 && own > 0 => char::from(b'A' + own - 1),
            (_, other) if at < BAR && other > 0 => char::from(b'a' + other - 1),
            _ => '-',
        };
        let places: String = (0..=BAR).map(place).collect();
        let roll = self.roll.map_or("00".to_string(), |roll| roll.to_string());
        format!("XGID={places}:0:0:{}:{roll}:0:0:0:0:10", self.side.view(1))
    }
}

/// Reads a position in any of the forms.
pub(super) fn read(text: &str) -> Result<Backgammon, String> {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix("XGID=") {
        return read_xgid(rest).map_err(|error| format!("{error} in '{text}'"));
    }
    let (position, rest) = text.split_once(':').unwrap_or((text, ""));
    if position.len() != POSITION {
        return Err(format!(
            "a position is GNU Backgammon's position ID of {POSITION} characters such as 4HPwATDgc/ABMA, alone or with \
             ':31', ':o', ':o31' or a match ID after it, or an XGID; not '{text}'"
        ));
    }
    let board = read_board(position)?;
    let (side, roll) = if rest.len() == MATCH { read_match(rest)? } else { read_turn(rest)? };
    Backgammon::new(board, side, roll).map_err(|error| format!("{error} in '{text}'"))
}

/// `31`, `x`, `o`, `x31`, `o31` or nothing.
fn read_turn(text: &str) -> Result<(Side, Option<Roll>), String> {
    let (side, roll) = match text.as_bytes().first() {
        Some(b'o' | b'O') => (Side::Second, &text[1..]),
        Some(b'x' | b'X') => (Side::First, &text[1..]),
        _ => (Side::First, text),
    };
    let wrong = |error| format!("after the position come x or o for the side to move and the roll: {error}");
    let roll = if roll.is_empty() { None } else { Some(Roll::read(roll).map_err(wrong)?) };
    Ok((side, roll))
}

fn read_board(id: &str) -> Result<Board, String> {
    let mut bits = Bits::from_letters(id)?;
    let mut side = || {
        let mut counts = [0u8; BAR + 1];
        for count in counts.iter_mut().skip(1) {
            while bits.take(1) == 1 {
                *count += 1;
                if *count > MEN {
                    return Err(format!("position '{id}' has more than {MEN} men on a point"));
                }
            }
        }
        Men::new(|place| counts[place]).ok_or_else(|| format!("position '{id}' has a side with more than {MEN} men"))
    };
    let (other, own) = (side()?, side()?);
    if bits.at > 80 || (bits.at..96).any(|_| bits.take(1) != 0) {
        return Err(format!("position '{id}' goes on after the last man"));
    }
    Ok(Board { own, other })
}

fn read_match(id: &str) -> Result<(Side, Option<Roll>), String> {
    let mut bits = Bits::from_letters(id)?;
    let _cube = bits.take(6);
    let _on_roll = bits.take(1);
    let _crawford = bits.take(1);
    let state = bits.take(3);
    let side = if bits.take(1) == 1 { Side::First } else { Side::Second };
    let (doubled, resigned) = (bits.take(1), bits.take(2));
    let (one, other) = (bits.take(3) as u8, bits.take(3) as u8);
    if doubled != 0 || resigned != 0 {
        return Err(format!(
            "match ID '{id}' waits for an answer to a double or a resignation; only moves are understood"
        ));
    }
    if state > 2 {
        return Err(format!("match ID '{id}' is of a game that was given up"));
    }
    let roll = match (one, other) {
        (0, 0) => None,
        _ => Some(
            Roll::new(one, other)
                .ok_or_else(|| format!("match ID '{id}' has the impossible dice {one} and {other}"))?,
        ),
    };
    Ok((side, roll))
}

fn read_xgid(text: &str) -> Result<Backgammon, String> {
    let fields: Vec<&str> = text.split(':').collect();
    let [places, _cube, _owner, turn, dice, ..] = fields[..] else {
        return Err(
            "an XGID has the men, the cube, its owner, whose turn it is and the dice, with ':' between".to_string()
        );
    };
    if places.len() != BAR + 1 || !places.bytes().all(|letter| matches!(letter, b'-' | b'A'..=b'O' | b'a'..=b'o')) {
        return Err("the men of an XGID are 26 places, each - or a letter from A to O or a to o".to_string());
    }
    let count = |at: usize, base: u8| match places.as_bytes()[at].wrapping_sub(base) {
        men @ 0..15 => men + 1,
        _ => 0,
    };
    if count(0, b'A') > 0 || count(BAR, b'a') > 0 {
        return Err(
            "the first place of an XGID is the second player's bar and the last one the first player's".to_string()
        );
    }
    let first = Men::new(|place| count(place, b'A')).ok_or("more than 15 capital letters' men")?;
    let second = Men::new(|place| count(BAR - place, b'a')).ok_or("more than 15 small letters' men")?;
    let side = match turn {
        "1" => Side::First,
        "-1" => Side::Second,
        _ => return Err(format!("whose turn it is must be 1 or -1, not '{turn}'")),
    };
    let roll = match dice {
        "00" => None,
        "D" | "B" | "R" => return Err("a double was offered; only moves are understood".to_string()),
        _ => Some(Roll::read(dice)?),
    };
    let board = Board { own: first, other: second };
    Backgammon::new(if side == Side::First { board } else { board.swapped() }, side, roll)
}
