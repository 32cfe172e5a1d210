//! Shogi's own forms of game records, CSA and KIF: what both of them need.

mod csa;
mod kif;
mod setup;

use super::Shogi;
use game::{Game, RecordForm, Side, Transcript};
use haitaka::{Color, File, Move, Rank, Square};

/// The forms of records besides PGN.
pub const FORMS: &[RecordForm] = &[
    RecordForm { endings: &["csa"], read: |bytes| Ok(csa::read(bytes)), write: |games| utf8(csa::write(games)) },
    RecordForm {
        endings: &["kif"],
        read: |bytes| Ok(kif::read(bytes)),
        write: |games| shift_jis(kif::write(games, "Shift_JIS")),
    },
    RecordForm {
        endings: &["kifu"],
        read: |bytes| Ok(kif::read(bytes)),
        write: |games| utf8(kif::write(games, "UTF-8")),
    },
];

fn utf8(text: Result<String, String>) -> Result<Vec<u8>, String> {
    text.map(String::into_bytes)
}

/// What programs expect of .kif; .kifu is the same in UTF-8.
fn shift_jis(text: Result<String, String>) -> Result<Vec<u8>, String> {
    let text = text?;
    match encoding_rs::SHIFT_JIS.encode(&text) {
        (bytes, _, false) => Ok(bytes.into_owned()),
        _ => Err("a name has letters that Shift JIS, the form of .kif, does not have; .kifu is in UTF-8".to_string()),
    }
}

/// A man in four spellings: SFEN, CSA, KIF's moves, KIF's diagrams.
struct Man {
    sfen: &'static str,
    csa: &'static str,
    kif: &'static str,
    sign: &'static str,
}

const fn man(sfen: &'static str, csa: &'static str, kif: &'static str, sign: &'static str) -> Man {
    Man { sfen, csa, kif, sign }
}

/// All men. Those that can be in hand come first, in the order of SFEN.
const MEN: [Man; 14] = [
    man("R", "HI", "飛", "飛"),
    man("B", "KA", "角", "角"),
    man("G", "KI", "金", "金"),
    man("S", "GI", "銀", "銀"),
    man("N", "KE", "桂", "桂"),
    man("L", "KY", "香", "香"),
    man("P", "FU", "歩", "歩"),
    man("K", "OU", "玉", "玉"),
    man("+R", "RY", "龍", "龍"),
    man("+B", "UM", "馬", "馬"),
    man("+S", "NG", "成銀", "全"),
    man("+N", "NK", "成桂", "圭"),
    man("+L", "NY", "成香", "杏"),
    man("+P", "TO", "と", "と"),
];

/// The man on a square, an index of [`MEN`].
fn man_on(shogi: &Shogi, square: Square) -> Option<usize> {
    let text = shogi.on(square)?.to_str(Color::Black);
    MEN.iter().position(|man| man.sfen == text)
}

/// A square by its file and rank, both from 1 to 9.
fn square(file: u32, rank: u32) -> Option<Square> {
    let index = |number: u32| (1..=9).contains(&number).then(|| number as usize - 1);
    Some(Square::new(File::ALL[index(file)?], Rank::ALL[index(rank)?]))
}

/// File and rank of a square, both from 1 to 9.
fn numbers(square: Square) -> (usize, usize) {
    (square.file() as usize + 1, square.rank() as usize + 1)
}

/// The legal move of man `kind` between squares, or its drop if there is no `from`.
fn find(shogi: &Shogi, from: Option<Square>, to: Square, kind: usize, promotion: bool) -> Option<Move> {
    let mv = match from {
        Some(from) => Move::BoardMove { from, to, promotion },
        None => Move::Drop { piece: haitaka::Piece::try_from_str(MEN[kind].sfen)?.0, to },
    };
    shogi.move_list().into_iter().find(|legal| *legal == mv)
}

/// How a game ended, in the words of both forms and in ours, and the points of the side to move.
struct End {
    csa: &'static str,
    kif: &'static str,
    reason: &'static str,
    points: Option<i32>,
}

const fn end(csa: &'static str, kif: &'static str, reason: &'static str, points: Option<i32>) -> End {
    End { csa, kif, reason, points }
}

/// What both forms call a foul, and what it is if the position stood four times.
const FOUL: &str = "illegal action";
const PERPETUAL: &str = "repeated with check";

/// All ends. Where nothing else is known, the first with the right points is written.
const ENDS: [End; 14] = [
    end("TORYO", "投了", "resigned", Some(-1)),
    end("TSUMI", "詰み", "won on the board", Some(-1)),
    end("TIME_UP", "切れ負け", "ran out of time", Some(-1)),
    // An ILLEGAL_ACTION has the sign of who is to blame. Of words that mean several things, CSA's stands for the first and
    // KIF's for the last.
    end("ILLEGAL_ACTION", "反則負け", FOUL, Some(-1)),
    end("ILLEGAL_ACTION", "反則負け", PERPETUAL, Some(-1)),
    end("ILLEGAL_MOVE", "反則負け", "illegal move", Some(-1)),
    end("KACHI", "入玉勝ち", "won by declaration", Some(1)),
    end("ILLEGAL_ACTION", "反則勝ち", PERPETUAL, Some(1)),
    end("ILLEGAL_ACTION", "反則勝ち", FOUL, Some(1)),
    end("HIKIWAKE", "持将棋", "drawn", Some(0)),
    end("SENNICHITE", "千日手", "drawn by repetition", Some(0)),
    end("JISHOGI", "持将棋", "drawn by impasse", Some(0)),
    end("CHUDAN", "中断", "broken off", None),
    end("FUZUMI", "不詰", "no mate", None),
];

/// Finds the end of a game with this result, before the move of `side`.
fn end_of(game: &Transcript, side: Side) -> &'static End {
    let points = match game.result.as_deref() {
        Some("1-0") => Some(side.view(1)),
        Some("0-1") => Some(side.view(-1)),
        Some("1/2-1/2") => Some(0),
        _ => None,
    };
    let mut fitting = ENDS.iter().filter(|end| end.points == points);
    let usual = fitting.clone().next().expect("there is an end for all points");
    // What is left of the reason without the words that all have in common.
    let reason = game.tag("Reason").unwrap_or_default();
    let word = |end: &End| end.reason.trim_start_matches("drawn").trim_start_matches("won").trim().to_string();
    fitting.find(|end| !word(end).is_empty() && reason.contains(&word(end))).unwrap_or(usual)
}

/// A game that is being read.
struct Reading {
    game: Transcript,
    /// The position; `None` if it was not understood, and what follows is kept as it is written.
    position: Option<Shogi>,
    /// The keys of all positions so far.
    keys: Vec<u64>,
}

impl Reading {
    /// A game that begins in a position, as SFEN or as whatever was written instead.
    fn begin(mut game: Transcript, sfen: &str) -> Reading {
        let position = Shogi::read(sfen).ok();
        if position.as_ref().is_none_or(|position| position.to_string() != Shogi::start().to_string()) {
            game.tags.push(("SetUp".to_string(), "1".to_string()));
            game.tags.push(("FEN".to_string(), sfen.to_string()));
        }
        let keys = position.iter().map(Shogi::key).collect();
        Reading { game, position, keys }
    }

    /// Goes on with a move that `understand` finds in a text, in this line of the file.
    fn push(&mut self, line: usize, text: &str, understand: impl Fn(&Shogi) -> Option<Move>) -> Option<Move> {
        let found = self.position.as_ref().and_then(understand);
        self.game.lines.push(line);
        match (&mut self.position, found) {
            (Some(position), Some(mv)) => {
                self.game.moves.push(position.write_move(mv));
                position.play(mv);
                self.keys.push(position.key());
            }
            _ => {
                self.game.moves.push(text.to_string());
                self.position = None;
            }
        }
        found
    }

    /// The side to move.
    fn side(&self) -> Option<Side> {
        self.position.as_ref().map(Shogi::side)
    }

    /// The game has ended for `side` with these points; `None`: nobody knows.
    fn finish(&mut self, side: Option<Side>, points: Option<i32>, reason: &str) {
        let result = match (side, points) {
            (Some(side), Some(points)) => ["0-1", "1/2-1/2", "1-0"][(side.view(points) + 1) as usize],
            (None, Some(0)) => "1/2-1/2",
            _ => "*",
        };
        let repeated = self.keys.last().map_or(0, |last| self.keys.iter().filter(|key| *key == last).count()) >= 4;
        let reason = if reason == FOUL && repeated { PERPETUAL } else { reason };
        self.game.result = Some(result.to_string());
        self.game.tags.push(("Result".to_string(), result.to_string()));
        self.game.tags.push(("Reason".to_string(), reason.to_string()));
    }
}

/// The first position of a game and its moves; the error says what is wrong.
fn replay(game: &Transcript) -> Result<(Vec<Shogi>, Vec<Move>), String> {
    let start = game.tag("FEN").map_or_else(|| Ok(Shogi::start()), Shogi::read)?;
    let (mut line, mut moves) = (vec![start], Vec::new());
    for text in &game.moves {
        let last = &line[line.len() - 1];
        let mv = last.read_move(text)?;
        line.push(last.after(mv));
        moves.push(mv);
    }
    Ok((line, moves))
}

/// A text in UTF-8, or else in Shift JIS, in which most old records are.
fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => encoding_rs::SHIFT_JIS.decode_without_bom_handling(bytes).0.into_owned(),
    }
}

/// The value of a tag in one line, if it says something.
fn said<'a>(game: &'a Transcript, tag: &str) -> Option<&'a str> {
    game.tag(tag).filter(|text| !text.is_empty() && !text.starts_with('?') && !text.contains(['\n', '\r']))
}
