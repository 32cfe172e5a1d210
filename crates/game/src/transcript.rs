//! A game as it stands in a file, and the forms of records that a game has of its own.

/// A game as it stands in a file. It need not be legal, nor even make sense: whoever replays it finds out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// Names and values, those of PGN: `White` is whoever begins, `FEN` the first position if it is not the usual one.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line, as the game reads them.
    pub moves: Vec<String>,
    /// The line of the text in which each move stands, from 1; shorter, or empty, where nobody has counted.
    pub lines: Vec<usize>,
    /// The result at the end, `1-0` for the first player, `*` included; `None` if the text was cut off before it.
    pub result: Option<String>,
    /// The line of the text in which it begins, from 1.
    pub line: usize,
    /// Where the game ends in the text: after its result and the empty line that follows.
    pub end: usize,
}

impl Transcript {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The line of the text in which a move stands or, if nobody has counted, in which the game begins.
    pub fn line_of(&self, ply: usize) -> usize {
        self.lines.get(ply).copied().unwrap_or(self.line)
    }
}

/// A form of game records besides PGN, which every game has.
#[derive(Clone, Copy, Debug)]
pub struct RecordForm {
    /// What the names of such files end with, in small letters.
    pub endings: &'static [&'static str],
    /// All games of a file. What cannot be understood in a game may stay as it was written, and will be refused as a move or a
    /// position; the error is for files that are no such records at all.
    pub read: fn(&[u8]) -> Result<Vec<Transcript>, String>,
    /// A file of legal games.
    pub write: fn(&[Transcript]) -> Result<Vec<u8>, String>,
}
