//! What programs say while they think, as opinions on the move that they will play.

use arena::Opinion;

/// The value of a mate now, in hundredths.
const MATE: i32 = 30_000;
/// xboard's value of a mate now, in hundredths; a mate in three is 100003.
const XBOARD_MATE: i64 = 100_000;

/// How a protocol counts the length of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mates {
    /// By moves of the winner.
    InMoves,
    /// By plies, which may be left open: `mate +`.
    InPlies,
}

impl Mates {
    /// The number of moves, negative for a loss.
    fn read(self, text: &str) -> Option<i64> {
        let number = text.parse::<i64>().ok();
        match self {
            Mates::InMoves => number,
            // Nobody knows how long, so it is a long one.
            Mates::InPlies if ["+", "-"].contains(&text) => Some(if text == "+" { 100 } else { -100 }),
            Mates::InPlies => number.map(|plies| plies.saturating_add(plies.signum()) / 2),
        }
    }
}

/// Takes a line `info depth 3 score cp 10 nodes 252 ...` into account. Values are for the side to move.
pub(super) fn hear_uci(line: &str, mates: Mates, opinion: &mut Option<Opinion>) {
    let mut words = line.split_whitespace();
    if words.next() != Some("info") {
        return;
    }
    let (mut depth, mut nodes, mut score, mut bound) = (None, None, None, false);
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = words.next().and_then(|text| text.parse().ok()),
            "nodes" => nodes = words.next().and_then(|text| text.parse().ok()),
            "multipv" if words.next() != Some("1") => return,
            "score" => {
                let kind = words.next();
                let text = words.next().unwrap_or_default();
                score = match kind {
                    Some("cp") => text.parse().ok().map(|value| (limited(value), None)),
                    Some("mate") => mates.read(text).map(mate),
                    _ => None,
                };
            }
            "lowerbound" | "upperbound" => bound = true,
            // What follows is moves or free text.
            "pv" | "string" | "refutation" | "currline" => break,
            _ => {}
        }
    }
    let before = *opinion;
    match (score, before) {
        // A bound is less than what is known already.
        (Some(_), Some(_)) if bound => {}
        (Some((value, mate)), _) => {
            *opinion = Some(Opinion {
                value,
                mate,
                depth: depth.or(before.map(|before| before.depth)).unwrap_or_default(),
                nodes: nodes.or(before.map(|before| before.nodes)).unwrap_or_default(),
            });
        }
        (None, Some(before)) => *opinion = Some(Opinion { nodes: nodes.unwrap_or(before.nodes), ..before }),
        (None, None) => {}
    }
}

/// The opinion in a line of xboard's thinking output: plies, value in hundredths, time, nodes, moves.
pub(super) fn read_xboard(line: &str) -> Option<Opinion> {
    let mut words = line.split_whitespace();
    // Some write `9.` or `9&`.
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score = words.next()?;
    let value = match score.parse::<i64>() {
        Ok(value) => value,
        Err(_) if score.contains('.') => (score.parse::<f64>().ok()? * 100.0).round() as i64,
        Err(_) => return None,
    };
    words.next()?.parse::<f64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let (value, mate) = match value.abs() - XBOARD_MATE {
        moves @ 0..10_000 => mate(moves * value.signum()),
        _ => (limited(value), None),
    };
    Some(Opinion { value, mate, depth, nodes })
}

fn mate(moves: i64) -> (i32, Option<i32>) {
    let moves = moves.clamp(-10_000, 10_000) as i32;
    // `mate 0` is said by the side that has been mated.
    let value = if moves > 0 { MATE - moves } else { -MATE - moves };
    (value, Some(moves))
}

fn limited(value: i64) -> i32 {
    value.clamp(-i64::from(MATE), i64::from(MATE)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str]) -> Option<Opinion> {
        let mut opinion = None;
        lines.iter().for_each(|line| hear_uci(line, Mates::InMoves, &mut opinion));
        opinion
    }

    #[test]
    fn the_last_uci_line_with_a_value_counts() {
        let told = heard(&[
            "info depth 2 score cp -58 time 25 nodes 83 nps 3320 pv b8c6 d2d4",
            "info depth 3",
            "info multipv 2 depth 3 score cp 99 nodes 90",
            "info depth 3 seldepth 9 multipv 1 score cp 12 nodes 433 nps 1 pv score cp 7",
            "info depth 4 score cp 70 lowerbound nodes 500",
            "info nodes 548 nps 21920 time 25 hashfull 0",
            "info string score cp 1000",
        ]);
        assert_eq!(told, Some(Opinion { value: 12, mate: None, depth: 3, nodes: 548 }));
    }

    #[test]
    fn mates_keep_their_sign() {
        let told = heard(&["info depth 5 score mate -3 nodes 10"]).unwrap();
        assert_eq!((told.mate, told.value), (Some(-3), -MATE + 3));
        let told = read_xboard("6 100002 12 800 Qh5 g6 Qxg6").unwrap();
        assert_eq!((told.mate, told.value), (Some(2), MATE - 2));
        assert_eq!(read_xboard("6 -100002 12 800 x").unwrap().mate, Some(-2));
    }

    #[test]
    fn usi_counts_plies() {
        let told = |score: &str| {
            let mut opinion = None;
            hear_uci(&format!("info depth 5 score {score} nodes 10"), Mates::InPlies, &mut opinion);
            opinion.and_then(|opinion| opinion.mate)
        };
        assert_eq!((told("mate 1"), told("mate 3"), told("mate -4")), (Some(1), Some(2), Some(-2)));
        assert!(told("mate +").unwrap() > 50 && told("mate -").unwrap() < -50);
        assert_eq!((told("cp 10"), told("mate x"), told("mate 9223372036854775807").is_some()), (None, None, true));
    }

    #[test]
    fn reads_the_thinking_output_of_real_programs() {
        let expected = Some(Opinion { value: -44, mate: None, depth: 10, nodes: 88929 });
        assert_eq!(read_xboard(" 10    -44   107    88929  e7-e5  Nb1-c3"), expected);
        assert_eq!(read_xboard("10. -44 107 88929 e5"), expected);
        assert_eq!(read_xboard("10 -44 107 88929 1 12000 0\t e7e6"), expected);
        assert_eq!(read_xboard("10 -0.44 1.07 88929 e5"), expected);
        for other in
            ["move e2e4", "1. e2e4", "pong 1", "Nodes: 200 (1.00% qnodes)", "Time for move : 650", "8 | *R | *N |", ""]
        {
            assert_eq!(read_xboard(other), None, "{other}");
        }
    }
}
