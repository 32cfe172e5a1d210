//! A tolerant reader of PGN: tags and moves, whatever comments, variations and symbols stand between them.

pub use game::Transcript as Game;

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// All games of a text. The last one has no result if the text ends within it.
pub fn games(text: &str) -> Vec<Game> {
    let mut reader = Reader { text, at: 0, token: 0 };
    let mut games = Vec::new();
    let mut game = Game::default();
    let (mut counted, mut line) = (0, 1);
    while let Some(token) = reader.next() {
        // A tag after moves begins the next game: the result was forgotten.
        if matches!(token, Token::Tag(..)) && !game.moves.is_empty() {
            games.push(std::mem::take(&mut game));
        }
        line += text[counted..reader.token].matches('\n').count();
        counted = reader.token;
        if game.line == 0 {
            game.line = line;
        }
        match token {
            Token::Tag(name, value) => game.tags.push((name, value)),
            Token::Word(word) if RESULTS.contains(&word) => {
                game.result = Some(word.to_string());
                reader.blank_line();
                game.end = reader.at;
                games.push(std::mem::take(&mut game));
            }
            Token::Word(word) => {
                if let Some(mv) = bare(word) {
                    game.moves.push(mv);
                    game.lines.push(line);
                }
            }
        }
    }
    if game != Game::default() {
        game.end = text.len();
        games.push(game);
    }
    games
}

/// The move in a word: without number, dots and marks such as `!?`. `None` if nothing is left, or for a symbol.
fn bare(word: &str) -> Option<String> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let word = if digits == word.len() { "" } else { word };
    let word = if word[digits.min(word.len())..].starts_with('.') { &word[digits..] } else { word };
    let word = word.trim_start_matches(['.', '…']).trim_end_matches(['!', '?']);
    if word.is_empty() || word.starts_with('$') {
        return None;
    }
    // Some write castling with zeros.
    Some(if word.starts_with("0-0") { word.replace('0', "O") } else { word.to_string() })
}

enum Token<'a> {
    Tag(String, String),
    Word(&'a str),
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where the last token began.
    token: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Goes on after the next `end`, or to the end of the text.
    fn skip_past(&mut self, end: char) {
        self.at = self.rest().find(end).map_or(self.text.len(), |found| self.at + found + end.len_utf8());
    }

    /// Goes on after the rest of the line and an empty one.
    fn blank_line(&mut self) {
        for _ in 0..2 {
            let line = self.rest().split_inclusive('\n').next().unwrap_or_default();
            if line.trim().is_empty() {
                self.at += line.len();
            }
        }
    }

    fn next(&mut self) -> Option<Token<'a>> {
        let mut depth = 0;
        loop {
            let rest = self.rest();
            let c = rest.chars().next()?;
            let new_line = self.at == 0 || self.text[..self.at].ends_with('\n');
            match c {
                '%' if new_line => self.skip_past('\n'),
                ';' => self.skip_past('\n'),
                '{' => self.skip_past('}'),
                '(' => {
                    depth += 1;
                    self.at += 1;
                }
                ')' => {
                    depth = (depth - 1).max(0);
                    self.at += 1;
                }
                '[' if depth == 0 => {
                    self.token = self.at;
                    if let Some((name, value)) = self.tag() {
                        return Some(Token::Tag(name, value));
                    }
                }
                _ if c.is_whitespace() || "[]}".contains(c) => self.at += c.len_utf8(),
                _ => {
                    let end = |c: char| c.is_whitespace() || "{}()[];".contains(c);
                    let word = rest.split(end).next().unwrap_or_default();
                    self.at += word.len().max(1);
                    if depth == 0 {
                        self.token = self.at - word.len().max(1);
                        return Some(Token::Word(word));
                    }
                }
            }
        }
    }

    /// A tag at the bracket where the reader stands. A line that is none is passed over.
    fn tag(&mut self) -> Option<(String, String)> {
        let line = self.rest().lines().next().unwrap_or_default();
        let (name, rest) = match line[1..].split_once('"') {
            Some((name, rest)) => (name.trim().to_string(), rest),
            None => {
                self.at += line.len();
                return None;
            }
        };
        let begin = self.at + line.len() - rest.len();
        let (mut value, mut escaped, mut end) = (String::new(), false, None);
        for (at, c) in rest.char_indices() {
            match c {
                _ if escaped => {
                    value.push(c);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    end = Some(at);
                    break;
                }
                _ => value.push(c),
            }
        }
        match end {
            Some(end) => {
                self.at = begin + end + 1;
                Some((name, value))
            }
            None => {
                self.at = begin + rest.len();
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_between_moves_is_passed_over() {
        let text = "% escaped 1. a4\n[Event \"x \\\"y\\\"\"]\n[White \"A\"]\n\n1. e4! {a (comment) [x]} e5?! (1... c5 (1... d5 2. \
                    exd5) 2. Nf3) 2.Nf3 $14 Nc6 ; 3. h4\n3. Bb5 a6 4. 0-0 1/2-1/2\n\n[Event \"z\"]\n\n1... d5 *\n";
        let found = games(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].moves.join(" "), "e4 e5 Nf3 Nc6 Bb5 a6 O-O");
        assert_eq!((found[0].tag("Event"), found[0].result.as_deref()), (Some("x \"y\""), Some("1/2-1/2")));
        assert_eq!(&text[found[0].end..found[0].end + 6], "[Event");
        assert_eq!((found[1].moves.join(" ").as_str(), found[1].result.as_deref()), ("d5", Some("*")));
        assert_eq!([found[0].line, found[1].line], [2, 8]);
        assert_eq!((&found[0].lines[..], &found[1].lines[..]), (&[5, 5, 5, 5, 6, 6, 6][..], &[10][..]));
    }

    #[test]
    fn a_text_that_is_cut_anywhere_loses_the_last_game_only() {
        let game = "[Event \"e\"]\n[Round \"1\"]\n\n1. e4 {+0.1/1 0.1s} e5 {end} 1-0\n\n";
        let text = game.repeat(2);
        for cut in game.len()..text.len() {
            let found = games(&text[..cut]);
            let complete: Vec<&Game> = found.iter().filter(|game| game.result.is_some()).collect();
            assert_eq!(complete[0].end, game.len(), "cut at {cut}");
            assert_eq!(complete.len(), 1 + usize::from(cut >= text.len() - 2), "cut at {cut}");
        }
    }

    #[test]
    fn odd_texts_do_no_harm() {
        for text in ["", "[", "[x", "[Event \"", "{", "(", ")", "1.", "é", "[é \"é\"] é 1-0", "1-0 1-0", "((((", "}]"]
        {
            games(text);
        }
    }
}
