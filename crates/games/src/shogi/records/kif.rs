//! KIF, the form of records that Japanese shogi programs share.

use super::setup::Setup;
use super::{ENDS, MEN, Reading, decode, end_of, find, numbers, replay, said, square};
use crate::shogi::Shogi;
use game::{Game, Side, Transcript};
use haitaka::{Move, Square};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// Other spellings: of men, and of ends.
const MEN_TOO: [(&str, &str); 5] = [("王", "玉"), ("竜", "龍"), ("杏", "成香"), ("圭", "成桂"), ("全", "成銀")];
const ENDS_TOO: [(&str, &str); 3] = [("反則", "反則負け"), ("詰", "詰み"), ("時間切れ", "切れ負け")];
/// Handicaps: the men that White does not have, by file and rank.
const HANDICAPS: [(&str, &[(usize, usize)]); 11] = [
    ("平手", &[]),
    ("香落ち", &[(1, 1)]),
    ("右香落ち", &[(9, 1)]),
    ("角落ち", &[(2, 2)]),
    ("飛車落ち", &[(8, 2)]),
    ("飛香落ち", &[(8, 2), (1, 1)]),
    ("二枚落ち", &[(8, 2), (2, 2)]),
    ("四枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    ("六枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
    ("八枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)]),
    ("十枚落ち", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)]),
];

/// All games of a file. Variations are passed over.
pub fn read(bytes: &[u8]) -> Vec<Transcript> {
    let text = decode(bytes);
    let mut games = Vec::new();
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_end();
        let remark = line.is_empty() || line.starts_with(['#', '*', '&']);
        let heading =
            line.split_once('：').filter(|(key, _)| !remark && !key.contains(char::is_whitespace) && *key != "変化");
        // After moves a heading belongs to the next game.
        if (heading.is_some() || line.starts_with("#KIF") || line.starts_with("手数-")) && reader.game.is_some() {
            games.extend(std::mem::take(&mut reader).finish());
        }
        if !remark {
            reader.now = number + 1;
            reader.line = if reader.line == 0 { reader.now } else { reader.line };
            match heading {
                Some((key, value)) => reader.head(key, value.trim()),
                None => reader.hear(line),
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
    /// 1 if White begins.
    side: usize,
    /// Rows of the diagram so far.
    rows: usize,
    /// What was not understood of the position.
    odd: Option<String>,
    game: Option<Reading>,
    /// Where the last move went.
    last: Option<Square>,
    /// True after the main line.
    aside: bool,
    /// Where it begins, and where the reader is.
    line: usize,
    now: usize,
}

impl Reader {
    fn head(&mut self, key: &str, value: &str) {
        let name = match key {
            "先手" | "下手" => "White",
            "後手" | "上手" => "Black",
            "棋戦" => "Event",
            "場所" => "Site",
            "開始日時" => "Date",
            "手合割" => {
                match HANDICAPS.iter().find(|(name, _)| *name == value) {
                    Some((_, missing)) => {
                        let mut setup = Setup::of(&Shogi::start().to_string());
                        missing.iter().for_each(|(file, rank)| setup.squares[rank - 1][file - 1] = None);
                        self.side = usize::from(!missing.is_empty());
                        self.setup = Some(setup);
                    }
                    None if value == "その他" => {}
                    None => self.odd = Some(format!("手合割：{value}")),
                }
                return;
            }
            _ => {
                let side =
                    ["先手の持駒", "下手の持駒", "後手の持駒", "上手の持駒"].iter().position(|name| *name == key);
                if let Some(side) = side {
                    let hand = hand(value);
                    if hand.is_none() {
                        self.odd = Some(format!("{key}：{value}"));
                    }
                    self.setup.get_or_insert_with(Setup::empty).hands[side / 2] = hand.unwrap_or_default();
                }
                return;
            }
        };
        let value =
            if name == "Date" { value.split(' ').next().unwrap_or_default().replace('/', ".") } else { value.into() };
        self.tags.push((name.to_string(), value));
    }

    fn hear(&mut self, line: &str) {
        if let Some(row) = line.strip_prefix('|') {
            let setup = self.setup.get_or_insert_with(Setup::empty);
            if row_of(row).zip(setup.squares.get_mut(self.rows)).map(|(row, place)| *place = row).is_none() {
                self.odd = Some(line.to_string());
            }
            self.rows += 1;
        } else if line == "後手番" || line == "上手番" {
            self.side = 1;
        } else if line.starts_with("手数-") {
            self.begin();
        } else if line.starts_with("手数") {
            // How a position in a diagram came about.
        } else if line.starts_with("変化") {
            self.aside = true;
        } else if line.starts_with("まで") {
            self.summary(line);
        } else if !self.aside {
            self.step(line);
        }
    }

    fn begin(&mut self) {
        if self.game.is_none() {
            let setup = self.setup.take().unwrap_or_else(|| Setup::of(&Shogi::start().to_string()));
            let sfen = self.odd.take().unwrap_or_else(|| setup.sfen(self.side));
            let game = Transcript { tags: std::mem::take(&mut self.tags), line: self.line, ..Transcript::default() };
            self.game = Some(Reading::begin(game, &sfen));
        }
    }

    /// A line with a number and a move, or an end.
    fn step(&mut self, line: &str) {
        let line = line.trim_start();
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(number) = line[..digits].parse::<usize>() else { return };
        // Other numbers begin no game: a year, say.
        if number == 1 {
            self.begin();
        }
        let Some(reading) = self.game.as_mut().filter(|reading| reading.game.result.is_none()) else { return };
        if number != reading.game.moves.len() + 1 {
            // A move is missing, or comes twice: what follows cannot be understood.
            reading.push(self.now, line, |_| None);
            return;
        }
        let text = line[digits..].trim_start_matches([' ', '\t']);
        // A wide space belongs to 同, others come before the time.
        let text = text.split([' ', '\t']).next().unwrap_or_default();
        let word = ENDS_TOO.iter().find(|(other, _)| *other == text).map_or(text, |(_, word)| word);
        match ENDS.iter().rev().find(|end| end.kif == word) {
            Some(end) => reading.finish(reading.side(), end.points, end.reason),
            None => {
                let last = self.last;
                let mv = reading.push(self.now, text, |position| understand(position, text, last));
                self.last = mv.map(|mv| mv.to());
            }
        }
    }

    /// The last line, where no end was written among the moves.
    fn summary(&mut self, line: &str) {
        let Some(reading) = self.game.as_mut().filter(|reading| reading.game.result.is_none() && !self.aside) else {
            return;
        };
        let named = |names: [&str; 2]| names.iter().any(|name| line.contains(&format!("{name}の")));
        let side = match (named(["先手", "下手"]), named(["後手", "上手"])) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        };
        let points = if line.contains("勝ち") { Some(1) } else { line.contains("負け").then_some(-1) };
        match (side, points, ENDS.iter().rev().find(|end| line.contains(end.kif))) {
            // It is the named side that has won or lost.
            (Some(_), Some(_), end) => reading.finish(side, points, end.map_or("won", |end| end.reason)),
            (_, _, Some(end)) => reading.finish(reading.side(), end.points, end.reason),
            _ => {}
        }
    }

    fn finish(mut self) -> Option<Transcript> {
        self.game.take().map(|reading| reading.game)
    }
}

/// Splits off the man that a text begins with, promoted ones first.
fn man(text: &str) -> Option<(usize, &str)> {
    let spelt = MEN.iter().enumerate().rev().map(|(kind, man)| (kind, man.kif));
    let kind = |name: &str| MEN.iter().position(|man| man.kif == name);
    let others = MEN_TOO.iter().filter_map(|(other, name)| Some((kind(name)?, *other)));
    spelt.chain(others).find_map(|(kind, name)| text.strip_prefix(name).map(|rest| (kind, rest)))
}

/// A row of a diagram after its first bar: nine squares of two signs.
fn row_of(text: &str) -> Option<[Option<(usize, usize)>; 9]> {
    let mut row = [None; 9];
    let mut signs = text.chars().filter(|c| *c != ' ').peekable();
    for file in (0..9).rev() {
        let side = usize::from(signs.next_if(|c| *c == 'v' || *c == 'V').is_some());
        let sign = signs.next()?.to_string();
        if sign == "|" {
            return None;
        }
        row[file] = match sign.as_str() {
            "・" | "." => None,
            sign => Some((side, MEN.iter().position(|man| man.sign == sign).or_else(|| Some(man(sign)?.0))?)),
        };
    }
    Some(row)
}

/// Men in hand: `飛　歩十二`, or 無し / なし for none.
fn hand(text: &str) -> Option<[usize; 7]> {
    let mut hand = [0; 7];
    for word in text.split(['　', ' ']).filter(|word| !word.is_empty() && !["なし", "無し"].contains(word)) {
        let (kind, rest) = man(word)?;
        let digit = |c: char| RANKS.iter().position(|rank| *rank == c).map(|at| at + 1);
        let count = match rest.chars().collect::<Vec<char>>().as_slice() {
            [] => 1,
            ['十'] => 10,
            ['十', c] => 10 + digit(*c)?,
            [c] => digit(*c)?,
            _ => return None,
        };
        *hand.get_mut(kind)? = count;
    }
    Some(hand)
}

/// The move in a text such as `７六歩(77)`, `同　銀成(43)` or `５五角打`; `last` is where the last move went.
fn understand(position: &Shogi, text: &str, last: Option<Square>) -> Option<Move> {
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (last?, rest.trim_start_matches('　')),
        None => {
            let mut signs = text.chars();
            let (file, rank) = (signs.next()?, signs.next()?);
            let number = |c: char, list: [char; 9]| {
                list.iter().chain(&FILES).position(|sign| *sign == c).map(|at| at as u32 % 9 + 1).or(c.to_digit(10))
            };
            (square(number(file, FILES)?, number(rank, RANKS)?)?, signs.as_str())
        }
    };
    let (kind, rest) = man(rest)?;
    if let Some(rest) = rest.strip_prefix('打') {
        return find(position, None, to, kind, false).filter(|_| rest.is_empty());
    }
    let (promotion, rest) = match (rest.strip_prefix("不成"), rest.strip_prefix('成')) {
        (Some(rest), _) => (false, rest),
        (None, Some(rest)) => (true, rest),
        (None, None) => (false, rest),
    };
    let mut digits = rest.strip_prefix('(')?.strip_suffix(')')?.chars().map(|c| c.to_digit(10));
    let from = square(digits.next()??, digits.next()??)?;
    find(position, Some(from), to, kind, promotion).filter(|_| super::man_on(position, from) == Some(kind))
}

/// A move as KIF writes it.
fn written(position: &Shogi, mv: Move, last: Option<Square>) -> String {
    let (file, rank) = numbers(mv.to());
    let to = match last == Some(mv.to()) {
        true => "同　".to_string(),
        false => format!("{}{}", FILES[file - 1], RANKS[rank - 1]),
    };
    let placed = super::man_on(&position.after(mv), mv.to());
    match mv.from() {
        None => format!("{to}{}打", placed.map_or("", |man| MEN[man].kif)),
        Some(from) => {
            let (file, rank) = numbers(from);
            let man = super::man_on(position, from).map_or("", |man| MEN[man].kif);
            format!("{to}{man}{}({file}{rank})", if mv.is_promotion() { "成" } else { "" })
        }
    }
}

/// A file of legal games.
pub fn write(games: &[Transcript], encoding: &str) -> Result<String, String> {
    let texts = games.iter().map(|game| one(game, encoding)).collect::<Result<Vec<String>, String>>()?;
    Ok(texts.join("\n"))
}

fn one(game: &Transcript, encoding: &str) -> Result<String, String> {
    let (line, moves) = replay(game)?;
    let mut text = format!("#KIF version=2.0 encoding={encoding}\n");
    if let Some(date) = said(game, "Date").filter(|date| !date.contains('?')) {
        text.push_str(&format!("開始日時：{}\n", date.replace('.', "/")));
    }
    for (key, tag) in [("棋戦", "Event"), ("場所", "Site")] {
        said(game, tag).into_iter().for_each(|value| text.push_str(&format!("{key}：{value}\n")));
    }
    let start = line[0].to_string();
    if start == Shogi::start().to_string() {
        text.push_str("手合割：平手\n");
    } else {
        text.push_str(&diagram(&Setup::of(&start), line[0].side()));
    }
    for (key, tag) in [("先手", "White"), ("後手", "Black")] {
        said(game, tag).into_iter().for_each(|value| text.push_str(&format!("{key}：{value}\n")));
    }
    text.push_str("手数----指手---------消費時間--\n");
    let mut last = None;
    for (number, (position, mv)) in line.iter().zip(&moves).enumerate() {
        text.push_str(&format!("{:>4} {}   ( 0:00/00:00:00)\n", number + 1, written(position, *mv, last)));
        last = Some(mv.to());
    }
    let end = end_of(game, line[line.len() - 1].side());
    text.push_str(&format!("{:>4} {}   ( 0:00/00:00:00)\n", moves.len() + 1, end.kif));
    let said = match game.result.as_deref() {
        Some("1-0") => "先手の勝ち",
        Some("0-1") => "後手の勝ち",
        _ => end.kif,
    };
    text.push_str(&format!("まで{}手で{said}\n", moves.len()));
    Ok(text)
}

/// A position as people draw it.
fn diagram(setup: &Setup, side: Side) -> String {
    let count = |count: usize| match count {
        1 => String::new(),
        2..=9 => RANKS[count - 1].to_string(),
        10 => "十".to_string(),
        _ => format!("十{}", RANKS[count - 11]),
    };
    let hand = |hand: [usize; 7]| {
        let men = (0..7).filter(|kind| hand[*kind] > 0).map(|kind| format!("{}{}　", MEN[kind].kif, count(hand[kind])));
        let text: String = men.collect();
        if text.is_empty() { "なし".to_string() } else { text }
    };
    let rule = "+---------------------------+\n";
    let mut text = format!("後手の持駒：{}\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n{rule}", hand(setup.hands[1]));
    for (rank, row) in setup.squares.iter().enumerate() {
        let cell = |man: &Option<(usize, usize)>| match man {
            Some((side, kind)) => format!("{}{}", [' ', 'v'][*side], MEN[*kind].sign),
            None => " ・".to_string(),
        };
        text.push_str(&format!("|{}|{}\n", row.iter().rev().map(cell).collect::<String>(), RANKS[rank]));
    }
    text.push_str(&format!("{rule}先手の持駒：{}\n", hand(setup.hands[0])));
    text.push_str(if side == Side::Second { "後手番\n" } else { "" });
    text
}
