//! Ending games that are decided: when both players have agreed for some moves about how they will end.

use crate::Opinion;
use game::Side;
use std::str::FromStr;

/// A game is given up when the loser has seen at least `score` against itself, and the winner as much for itself, for
/// `moves` moves of each in a row. (Other match runners call this two-sided.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// Moves of each side in a row.
    pub moves: usize,
    /// Hundredths of a pawn.
    pub score: i32,
}

/// A game is drawn when from move `from` on both players have seen at most `score` for either side, for `moves` moves of
/// each in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first move of the game after which a draw may be given, counted in moves of each side.
    pub from: usize,
    /// Moves of each side in a row.
    pub moves: usize,
    /// Hundredths of a pawn.
    pub score: i32,
}

/// Reads `name=number,name=number`, every name at most once, all others keeping their defaults.
fn numbers<const N: usize>(text: &str, names: [&str; N], mut values: [i32; N]) -> Result<[i32; N], String> {
    let expected = || {
        let example: Vec<String> = names.iter().zip(values).map(|(name, value)| format!("{name}={value}")).collect();
        format!("expected {}, not '{text}'", example.join(","))
    };
    let error = expected();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').ok_or_else(|| error.clone())?;
        let at = names.iter().position(|known| *known == name.trim()).ok_or_else(|| error.clone())?;
        values[at] = value.trim().parse().ok().filter(|value| *value >= 0).ok_or_else(|| error.clone())?;
    }
    Ok(values)
}

impl FromStr for Resign {
    type Err = String;
    /// Reads `moves=4,score=800`.
    fn from_str(text: &str) -> Result<Resign, String> {
        let [moves, score] = numbers(text, ["moves", "score"], [4, 800])?;
        Ok(Resign { moves: moves.max(1) as usize, score })
    }
}

impl FromStr for DrawRule {
    type Err = String;
    /// Reads `move=40,moves=8,score=10`.
    fn from_str(text: &str) -> Result<DrawRule, String> {
        let [from, moves, score] = numbers(text, ["move", "moves", "score"], [40, 8, 10])?;
        Ok(DrawRule { from: from as usize, moves: moves.max(1) as usize, score })
    }
}

/// What both players have said so far. A move without an opinion (a random player's, say) begins all counts anew.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    /// For each side how many of its last moves in a row it saw itself lost, won, and level.
    runs: [[usize; 3]; 2],
}

impl Opinions {
    /// `side` has moved with this opinion, which is from its own view.
    pub fn add(&mut self, side: Side, opinion: Option<Opinion>, resign: Option<Resign>, draw: Option<DrawRule>) {
        let value = opinion.map(|opinion| opinion.value);
        let holds = [
            value.zip(resign).is_some_and(|(value, rule)| value <= -rule.score),
            value.zip(resign).is_some_and(|(value, rule)| value >= rule.score),
            value.zip(draw).is_some_and(|(value, rule)| value.saturating_abs() <= rule.score),
        ];
        for (run, holds) in self.runs[side.index()].iter_mut().zip(holds) {
            *run = if holds { *run + 1 } else { 0 };
        }
    }

    /// The side that gives up, if any.
    pub fn resigned(&self, rule: Resign) -> Option<Side> {
        let given_up =
            |side: Side| self.runs[side.index()][0] >= rule.moves && self.runs[side.other().index()][1] >= rule.moves;
        [Side::First, Side::Second].into_iter().find(|side| given_up(*side))
    }

    /// True if the game is a draw; `plies` have been played.
    pub fn drawn(&self, rule: DrawRule, plies: usize) -> bool {
        plies >= 2 * rule.from && self.runs.iter().all(|runs| runs[2] >= rule.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opinion(value: i32) -> Option<Opinion> {
        Some(Opinion { value, mate: None, depth: 1, nodes: 1 })
    }

    #[test]
    fn rules_are_read() {
        assert_eq!("moves=3,score=500".parse(), Ok(Resign { moves: 3, score: 500 }));
        assert_eq!("score=500".parse(), Ok(Resign { moves: 4, score: 500 }));
        assert_eq!("move=30,moves=6,score=5".parse(), Ok(DrawRule { from: 30, moves: 6, score: 5 }));
        for text in ["moves", "x=1", "moves=x", "moves=-1"] {
            let error = text.parse::<Resign>().unwrap_err();
            assert!(error.contains("moves=4,score=800"), "{error}");
        }
    }

    #[test]
    fn both_must_agree_to_a_resignation() {
        let rule = Resign { moves: 2, score: 500 };
        let mut opinions = Opinions::default();
        let mut both = |first: Option<Opinion>, second: Option<Opinion>| {
            opinions.add(Side::First, first, Some(rule), None);
            opinions.add(Side::Second, second, Some(rule), None);
            opinions.resigned(rule)
        };
        assert_eq!(both(opinion(-600), opinion(700)), None, "once is not enough");
        assert_eq!(both(opinion(-600), opinion(100)), None, "the winner does not see it");
        assert_eq!(both(opinion(-500), opinion(500)), None);
        assert_eq!(both(opinion(-500), opinion(500)), Some(Side::First));
        assert_eq!(both(None, opinion(900)), None, "no opinion, no agreement");
        assert_eq!(both(opinion(900), opinion(-900)), None);
        assert_eq!(both(opinion(900), opinion(-900)), Some(Side::Second));
    }

    #[test]
    fn both_must_agree_to_a_draw() {
        let rule = DrawRule { from: 3, moves: 2, score: 10 };
        let mut opinions = Opinions::default();
        for (plies, value, drawn) in
            [(2, 0, false), (4, 5, false), (6, -10, true), (8, 11, false), (10, 0, false), (12, 0, true)]
        {
            opinions.add(Side::First, opinion(value), None, Some(rule));
            opinions.add(Side::Second, opinion(0), None, Some(rule));
            assert_eq!(opinions.drawn(rule, plies), drawn, "after {plies} plies");
        }
    }
}
