//! Writing a game as PGN, with what the players thought of their moves.

use crate::{Note, Reason, Record};
use game::{Game, Side, Transcript};

/// What stands above the moves.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// What the games belong to.
    pub event: String,
    /// `2026.01.31`, or `????.??.??`.
    pub date: String,
    /// The number of the game.
    pub round: String,
    /// First and second player.
    pub names: [String; 2],
    /// More tags, in this order.
    pub more: Vec<(String, String)>,
}

/// The longest line.
const WIDTH: usize = 80;

/// A whole game, ending with an empty line.
pub fn write<G: Game>(heading: &Heading, record: &Record<G>) -> String {
    let (kind, reason) = termination(record, &heading.names);
    let result = record.ended.outcome.to_string();
    let [white, black] = &heading.names;
    let mut tags: Vec<(&str, String)> = vec![
        ("Event", heading.event.clone()),
        ("Site", "?".to_string()),
        ("Date", heading.date.clone()),
        ("Round", heading.round.clone()),
        ("White", white.clone()),
        ("Black", black.clone()),
        ("Result", result.clone()),
    ];
    let start = &record.line[0];
    if let Some(variant) = start.variant() {
        tags.push(("Variant", variant.to_string()));
    }
    let fen = start.to_string();
    if fen != G::start().to_string() {
        tags.push(("SetUp", "1".to_string()));
        tags.push(("FEN", fen.clone()));
    }
    tags.push(("PlyCount", record.moves.len().to_string()));
    tags.push(("Termination", kind.to_string()));
    tags.push(("Reason", reason));
    tags.extend(heading.more.iter().map(|(name, value)| (name.as_str(), value.clone())));
    let mut words = words(record, first_number(&fen));
    words.push(result);
    page(tags.iter().map(|(name, value)| (*name, value.as_str())), words)
}

/// A game as it stands in a file, its moves as they are; `first` is who begins.
pub fn rewrite(game: &Transcript, first: Side) -> String {
    let (number, offset) = (first_number(game.tag("FEN").unwrap_or_default()), first.index());
    let mut words = Vec::new();
    for (at, mv) in game.moves.iter().enumerate() {
        match (at + offset) % 2 {
            0 => words.push(format!("{}.", number + (at + offset) / 2)),
            _ if at == 0 => words.push(format!("{number}...")),
            _ => {}
        }
        words.push(mv.clone());
    }
    words.push(game.result.clone().unwrap_or_else(|| "*".to_string()));
    page(game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())), words)
}

/// Tags and words as a page, ending with an empty line.
fn page<'a>(tags: impl Iterator<Item = (&'a str, &'a str)>, words: Vec<String>) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut column = 0;
    for word in words {
        let space = usize::from(column > 0);
        if column + space + word.len() > WIDTH && column > 0 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(&word);
        column += word.len();
    }
    text.push_str("\n\n");
    text
}

/// The move number of the start position: the sixth field of a FEN, or 1.
fn first_number(fen: &str) -> usize {
    fen.split_whitespace().nth(5).and_then(|field| field.parse().ok()).unwrap_or(1)
}

/// Numbers, moves and comments.
fn words<G: Game>(record: &Record<G>, first: usize) -> Vec<String> {
    let mut words = Vec::new();
    let offset = usize::from(record.line[0].side() == Side::Second);
    let mut announced = false;
    for (at, mv) in record.moves.iter().enumerate() {
        let (number, second) = (first + (at + offset) / 2, (at + offset) % 2 == 1);
        if !second {
            words.push(format!("{number}."));
        } else if !announced {
            words.push(format!("{number}..."));
        }
        announced = true;
        words.push(record.line[at].record_move(*mv));
        if let Some(note) = &record.notes[at] {
            // The comment is two words, so that lines can be broken within it.
            words.extend(comment(note).split(' ').map(str::to_string));
            announced = second;
        }
    }
    words
}

/// `{+0.34/12 0.10s}`: value for the player in pawns, depth, time.
fn comment(note: &Note) -> String {
    let time = format!("{:.2}s", note.time.as_secs_f64());
    match note.opinion {
        None => format!("{{{time}}}"),
        Some(opinion) => {
            let value = match opinion.mate {
                Some(moves) => format!("{}M{}", if moves < 0 { '-' } else { '+' }, moves.abs()),
                None => format!("{:+.2}", f64::from(opinion.value) / 100.0),
            };
            format!("{{{value}/{} {time}}}", opinion.depth)
        }
    }
}

/// The standard's word for how the game ended, and the reason in plain words.
pub fn termination<G: Game>(record: &Record<G>, names: &[String; 2]) -> (&'static str, String) {
    let loser = if record.ended.outcome.0 > 0 { &names[1] } else { &names[0] };
    match &record.ended.reason {
        Reason::Rule | Reason::NoMove if record.ended.outcome.0 != 0 => ("normal", "won on the board".to_string()),
        Reason::Rule => ("normal", "drawn by rule".to_string()),
        Reason::NoMove => ("normal", "drawn: no move".to_string()),
        Reason::Repetition if record.ended.outcome.0 != 0 => ("normal", format!("{loser} repeated with check")),
        Reason::Repetition => ("normal", "drawn by repetition".to_string()),
        Reason::Length => ("adjudication", "too long".to_string()),
        Reason::Told(text) => ("normal", text.clone()),
        Reason::Resigned => ("adjudication", "both saw who would win".to_string()),
        Reason::Agreed => ("adjudication", "both saw a draw".to_string()),
        Reason::Time => ("time forfeit", format!("{loser} ran out of time")),
        Reason::Illegal(text) => ("rules infraction", format!("{loser} played an illegal move: {text}")),
        reason if reason.is_resignation() => ("normal", format!("{loser} resigned")),
        Reason::Failure(text) => {
            let lower = text.to_lowercase();
            let kind = if lower.contains("illegal") { "rules infraction" } else { "abandoned" };
            (kind, format!("{loser} failed: {text}"))
        }
    }
}
