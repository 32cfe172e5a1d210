//! CSA, the form of records of computer shogi (version 2.2).

use super::setup::Setup;
use super::{ENDS, MEN, Reading, decode, end_of, find, man_on, numbers, replay, said, square};
use crate::shogi::Shogi;
use game::{Game, Side, Transcript};
use haitaka::{Move, Square};

const SIGNS: [char; 2] = ['+', '-'];

/// All games of a file.
pub fn read(bytes: &[u8]) -> Vec<Transcript> {
    let text = decode(bytes);
    let mut games = Vec::new();
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        // Some programs put the next game right behind the last one.
        let next = reader.ended()
            && (line.starts_with(['V', 'N', 'P', '$']) || SIGNS.iter().any(|sign| line == sign.to_string()));
        if line == "/" || next {
            games.extend(std::mem::take(&mut reader).finish());
        }
        if line == "/" {
            continue;
        }
        if !line.is_empty() && !line.starts_with('\'') {
            reader.now = number + 1;
            reader.line = if reader.line == 0 { reader.now } else { reader.line };
            // Moves may share a line; names may have commas.
            match line.starts_with(['N', '$', 'V']) {
                true => reader.hear(line),
                false => {
                    line.split(',').map(str::trim).filter(|part| !part.is_empty()).for_each(|part| reader.hear(part))
                }
            }
        }
    }
    games.extend(reader.finish());
    games
}

/// A game that is being read.
#[derive(Default)]
struct Reader {
    tags: Vec<(String, String)>,
    setup: Option<Setup>,
    /// What was not understood of the position.
    odd: Option<String>,
    game: Option<Reading>,
    /// Where it begins, and where the reader is.
    line: usize,
    now: usize,
}

impl Reader {
    fn hear(&mut self, line: &str) {
        let tag = |name: &str, value: &str| (name.to_string(), value.trim().to_string());
        match line.as_bytes() {
            [b'N', b'+', ..] => self.tags.push(tag("White", &line[2..])),
            [b'N', b'-', ..] => self.tags.push(tag("Black", &line[2..])),
            [b'$', ..] => match line[1..].split_once(':') {
                Some(("EVENT", value)) => self.tags.push(tag("Event", value)),
                Some(("SITE", value)) => self.tags.push(tag("Site", value)),
                Some(("START_TIME", value)) => {
                    let date = value.split(' ').next().unwrap_or_default().replace('/', ".");
                    self.tags.push(tag("Date", &date));
                }
                _ => {}
            },
            [b'P', ..] if self.game.is_none() => {
                let setup = self.setup.get_or_insert_with(Setup::empty);
                if place(setup, &line[1..]).is_none() {
                    self.odd = Some(line.to_string());
                }
            }
            [sign @ (b'+' | b'-')] if self.game.is_none() => self.begin(usize::from(*sign == b'-')),
            [b'+' | b'-', _, ..] => {
                if self.game.is_none() {
                    self.begin(usize::from(line.starts_with('-')));
                }
                if let Some(game) = self.game.as_mut().filter(|reading| reading.game.result.is_none()) {
                    game.push(self.now, line, |position| understand(position, line));
                }
            }
            [b'%', ..] => self.end(&line[1..]),
            // Versions and times.
            [b'V' | b'T', ..] => {}
            _ => self.stumble(line),
        }
    }

    /// A line that means nothing here: the game is refused there, because a move may be missing.
    fn stumble(&mut self, line: &str) {
        match &mut self.game {
            None => self.odd = Some(line.to_string()),
            Some(game) if game.game.result.is_none() => {
                game.push(self.now, line, |_| None);
            }
            Some(_) => {}
        }
    }

    fn ended(&self) -> bool {
        self.game.as_ref().is_some_and(|reading| reading.game.result.is_some())
    }

    fn begin(&mut self, side: usize) {
        let setup = self.setup.take().unwrap_or_else(|| Setup::of(&Shogi::start().to_string()));
        let sfen = self.odd.take().unwrap_or_else(|| setup.sfen(side));
        let game = Transcript { tags: std::mem::take(&mut self.tags), line: self.line, ..Transcript::default() };
        self.game = Some(Reading::begin(game, &sfen));
    }

    fn end(&mut self, word: &str) {
        if self.game.is_none() {
            self.begin(0);
        }
        let Some(reading) = self.game.as_mut().filter(|reading| reading.game.result.is_none()) else { return };
        let (sign, word) = match word.strip_prefix(SIGNS) {
            Some(rest) => (word.chars().next(), rest),
            None => (None, word),
        };
        let loser = sign.map(|sign| if sign == '+' { Side::First } else { Side::Second });
        match (ENDS.iter().find(|end| end.csa == word), loser) {
            (Some(end), Some(loser)) => reading.finish(Some(loser), Some(-1), end.reason),
            (Some(end), None) => reading.finish(reading.side(), end.points, end.reason),
            (None, _) => reading.finish(None, None, word),
        }
    }

    fn finish(self) -> Option<Transcript> {
        self.game.map(|reading| reading.game)
    }
}

/// Adds what a line says of the position, without its `P`.
fn place(setup: &mut Setup, text: &str) -> Option<()> {
    let kind = |text: &str| MEN.iter().position(|man| man.csa == text);
    let head = text.chars().next()?;
    if !text.is_ascii() {
        return None;
    }
    match head {
        '1'..='9' => {
            let rank = head as usize - '1' as usize;
            for file in 0..9 {
                let cell = text.get(1 + 3 * file..4 + 3 * file).unwrap_or_default();
                setup.squares[rank][8 - file] = match SIGNS.iter().position(|sign| cell.starts_with(*sign)) {
                    Some(side) => Some((side, kind(&cell[1..])?)),
                    None => None,
                };
            }
        }
        'I' | '+' | '-' => {
            if head == 'I' {
                *setup = Setup::of(&Shogi::start().to_string());
            }
            let side = usize::from(head == '-');
            let mut rest = &text[1..];
            while !rest.is_empty() {
                let (group, more) = rest.split_at_checked(4)?;
                let mut digits = group.chars().map(|c| c.to_digit(10));
                let (file, rank) = (digits.next()?? as usize, digits.next()?? as usize);
                let name = &group[2..];
                match (file, rank) {
                    (0, 0) if head != 'I' && name == "AL" => setup.rest_in_hand(side),
                    (0, 0) if head != 'I' => *setup.hands[side].get_mut(kind(name)?)? += 1,
                    (1..=9, 1..=9) => {
                        let man = (head != 'I').then_some((side, kind(name)?));
                        setup.squares[rank - 1][file - 1] = man;
                    }
                    _ => return None,
                }
                rest = more;
            }
        }
        _ => return None,
    }
    Some(())
}

/// The move in a text such as `+7776FU`: the man is the one after the move.
fn understand(position: &Shogi, text: &str) -> Option<Move> {
    let sign = SIGNS[position.side().index()];
    let body = text.strip_prefix(sign).filter(|body| body.len() == 6 && body.is_ascii())?;
    let mut digits = body.chars().map(|c| c.to_digit(10));
    let mut next = || digits.next().flatten();
    let (from, to) = ((next()?, next()?), (next()?, next()?));
    let kind = MEN.iter().position(|man| man.csa == &body[4..])?;
    let to = square(to.0, to.1)?;
    if from == (0, 0) {
        return find(position, None, to, kind, false);
    }
    let from: Square = square(from.0, from.1)?;
    let before = man_on(position, from)?;
    let promotion = before != kind;
    if promotion && MEN[kind].sfen != format!("+{}", MEN[before].sfen) {
        return None;
    }
    find(position, Some(from), to, kind, promotion)
}

/// A move as CSA writes it.
fn written(position: &Shogi, mv: Move) -> String {
    let sign = SIGNS[position.side().index()];
    let from = mv.from().map_or((0, 0), numbers);
    let to = numbers(mv.to());
    let man = man_on(&position.after(mv), mv.to()).map_or("", |man| MEN[man].csa);
    format!("{sign}{}{}{}{}{man}", from.0, from.1, to.0, to.1)
}

/// A file of legal games.
pub fn write(games: &[Transcript]) -> Result<String, String> {
    let texts = games.iter().map(one).collect::<Result<Vec<String>, String>>()?;
    Ok(format!("'CSA encoding=UTF-8\n{}", texts.join("/\n")))
}

fn one(game: &Transcript) -> Result<String, String> {
    let (line, moves) = replay(game)?;
    let mut text = String::from("V2.2\n");
    for (key, tag) in [("N+", "White"), ("N-", "Black"), ("$EVENT:", "Event"), ("$SITE:", "Site")] {
        said(game, tag).into_iter().for_each(|value| text.push_str(&format!("{key}{value}\n")));
    }
    if let Some(date) = said(game, "Date").filter(|date| !date.contains('?')) {
        text.push_str(&format!("$START_TIME:{}\n", date.replace('.', "/")));
    }
    let (start, side) = (&line[0], line[0].side());
    if start.to_string() == Shogi::start().to_string() {
        text.push_str("PI\n");
    } else {
        let setup = Setup::of(&start.to_string());
        for (rank, row) in setup.squares.iter().enumerate() {
            let cell = |man: &Option<(usize, usize)>| match man {
                Some((side, kind)) => format!("{}{}", SIGNS[*side], MEN[*kind].csa),
                None => " * ".to_string(),
            };
            text.push_str(&format!("P{}{}\n", rank + 1, row.iter().rev().map(cell).collect::<String>()));
        }
        for (sign, hand) in SIGNS.iter().zip(setup.hands) {
            let men: String = (0..7).map(|kind| format!("00{}", MEN[kind].csa).repeat(hand[kind])).collect();
            if !men.is_empty() {
                text.push_str(&format!("P{sign}{men}\n"));
            }
        }
    }
    text.push_str(&format!("{}\n", SIGNS[side.index()]));
    for (position, mv) in line.iter().zip(moves) {
        text.push_str(&format!("{}\n", written(position, mv)));
    }
    let last = line[line.len() - 1].side();
    let end = end_of(game, last);
    if let Some(reason) = said(game, "Reason").filter(|reason| *reason != end.reason) {
        text.push_str(&format!("'{reason}\n"));
    }
    let loser = if end.points == Some(1) { last.other() } else { last };
    let sign = if end.csa == "ILLEGAL_ACTION" { SIGNS[loser.index()].to_string() } else { String::new() };
    text.push_str(&format!("%{sign}{}\n", end.csa));
    Ok(text)
}
