//! What `go` asks for in UCI and USI.

use super::dialect::Dialect;
use std::time::Duration;

/// A `go` command as it was written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// The clocks of the first and the second player.
    pub clocks: [Option<Duration>; 2],
    /// Their increments.
    pub increments: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// What a move may take once the clock has run down.
    pub byoyomi: Duration,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// A win in so many moves.
    pub mate: Option<u32>,
    /// USI: solve a mating problem, which has rules of its own.
    pub problem: bool,
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// Until told to stop.
    pub infinite: bool,
    /// On the opponent's time.
    pub ponder: bool,
    /// Only these moves.
    pub only: Vec<String>,
    /// Count the lines of play instead.
    pub perft: Option<u32>,
}

const WORDS: [&str; 14] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "byoyomi",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// Longer times than a year are nonsense, and would not fit into every sum.
const LONGEST: u64 = 365 * 86_400_000;

impl Go {
    /// Reads the words after `go`, and what was wrong with them. A limit that makes no sense becomes the smallest one: an
    /// answer now is better than none.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>, dialect: Dialect) -> (Go, Vec<String>) {
        let (mut go, mut wrong) = (Go::default(), Vec::new());
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let word = word.to_ascii_lowercase();
            match word.as_str() {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                // How long it may take is a number, or `infinite`.
                "mate" if dialect == Dialect::Usi => {
                    go.problem = true;
                    words.next_if(|next| number(next).is_some() || next.eq_ignore_ascii_case("infinite"));
                }
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|next| !WORDS.contains(&next.to_ascii_lowercase().as_str())) {
                        go.only.push(mv.to_string());
                    }
                }
                known if WORDS.contains(&known) => {
                    let text = words.next_if(|next| !WORDS.contains(&next.to_ascii_lowercase().as_str()));
                    let number = text.and_then(number).unwrap_or_else(|| {
                        wrong.push(format!("go {word} needs a number, not '{}'", text.unwrap_or_default()));
                        0
                    });
                    go.limit(known, number, dialect);
                }
                _ => wrong.push(format!("go knows no '{word}'")),
            }
        }
        (go, wrong)
    }

    fn limit(&mut self, word: &str, number: u64, dialect: Dialect) {
        let time = Duration::from_millis(number.min(LONGEST));
        let count = u32::try_from(number).unwrap_or(u32::MAX);
        let (clocks, increments) = (dialect.clocks(), dialect.increments());
        match word {
            _ if word == clocks[0] => self.clocks[0] = Some(time),
            _ if word == clocks[1] => self.clocks[1] = Some(time),
            _ if word == increments[0] => self.increments[0] = time,
            _ if word == increments[1] => self.increments[1] = time,
            "byoyomi" => self.byoyomi = time,
            "movestogo" => self.moves_to_go = (count > 0).then_some(count),
            "depth" => self.depth = Some(count.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(count.max(1)),
            "movetime" => self.movetime = Some(time),
            _ => self.perft = Some(count),
        }
    }
}

/// A whole number; negative ones, which clocks show after a loss on time, count as 0 and huge ones as very large.
fn number(text: &str) -> Option<u64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    whole.then(|| if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Go, Vec<String>) {
        Go::parse(text.split_whitespace(), Dialect::Uci)
    }

    #[test]
    fn every_limit_is_read() {
        let ms = Duration::from_millis;
        let (go, wrong) = parse(
            "wtime 1000 btime -5 winc 10 binc 20 movestogo 7 depth 3 nodes 99999999999 mate 2 movetime 50 infinite ponder \
             searchmoves e2e4 d2d4 perft 4",
        );
        assert!(wrong.is_empty(), "{wrong:?}");
        assert_eq!(go.clocks, [Some(ms(1000)), Some(ms(0))]);
        assert_eq!(go.increments, [ms(10), ms(20)]);
        assert_eq!((go.moves_to_go, go.depth, go.nodes), (Some(7), Some(3), Some(99_999_999_999)));
        assert_eq!((go.mate, go.movetime, go.perft), (Some(2), Some(ms(50)), Some(4)));
        assert!(go.infinite && go.ponder);
        assert_eq!(go.only, ["e2e4", "d2d4"]);
    }

    #[test]
    fn in_usi_black_is_first() {
        let ms = Duration::from_millis;
        let parse = |text: &'static str| Go::parse(text.split_whitespace(), Dialect::Usi);
        let (go, wrong) = parse("btime 1000 wtime 2000 binc 1 winc 2 byoyomi 300 ponder");
        assert!(wrong.is_empty() && go.ponder, "{wrong:?}");
        assert_eq!((go.clocks, go.increments), ([Some(ms(1000)), Some(ms(2000))], [ms(1), ms(2)]));
        assert_eq!(go.byoyomi, ms(300));
        for text in ["mate infinite", "mate 5000", "mate"] {
            let (go, wrong) = parse(text);
            assert!(go.problem && !go.infinite && go.mate.is_none() && wrong.is_empty(), "{text}");
        }
    }

    #[test]
    fn nonsense_is_told_and_harmless() {
        assert_eq!(parse(""), (Go::default(), vec![]));
        let (go, wrong) = parse("depth x nodes searchmoves depth 99999999999999999999999 hurry movetime");
        assert_eq!((go.depth, go.nodes, go.movetime), (Some(u32::MAX), Some(1), Some(Duration::ZERO)));
        assert_eq!(wrong.len(), 4, "{wrong:?}");
        assert_eq!(parse("movestogo 0 depth 0 nodes 0").0.moves_to_go, None);
    }
}
