//! Matches between weights, kept in blocks of games.

use crate::measuring::Measurement;
use crate::{Error, Runner};
use arena::{Opening, Player, Rules, Score, SearchPlayer, play};
use eval::Linear;
use game::{Dice, Features, Game, Sets, Side};
use games::list::{Visitor, with};
use search::Options;
use serde_json::{Value, json};

/// Games in a block; colours alternate within it.
pub const BLOCK: u64 = 20;

/// The profile of most matches.
pub(crate) const EXACT: &str = "exact";

/// A side of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Rival {
    /// The same weights in every game.
    Weights(Vec<f64>),
    /// The core of these weights, with random numbers for all others, drawn anew for each game (thesis 7.4.1).
    RandomTerm(Vec<f64>),
}

/// A match between two sets of weights of the same game and features, with the same search.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The game.
    pub game: &'static str,
    /// The features.
    pub features: String,
    /// The player whose score is told, and its opponent.
    pub sides: [Rival; 2],
    /// Search depth.
    pub depth: u32,
    /// The profile of the search, and switches that differ from it.
    pub profile: &'static str,
    /// Root noise in pawns.
    pub noise: f64,
    /// True if no number of moves without progress ends a game.
    pub unhurried: bool,
    /// The number of games, a multiple of the block.
    pub games: u64,
}

impl Runner<'_> {
    /// Plays the matches; `None` for a match that has no side yet. A match that is not finished has the score so far.
    pub fn play(&mut self, stage: &str, bouts: &[Option<Bout>]) -> Result<Vec<Option<Score>>, Error> {
        let mut items = Vec::new();
        for bout in bouts.iter().flatten() {
            items.extend((0..bout.games / BLOCK).map(|number| Measurement {
                key: format!("{} block {number}", bout.key()),
                class: bout.class(),
                units: BLOCK as f64,
                outside: false,
                measure: Box::new(move || Ok(bout.block(number))),
            }));
        }
        let mut found = self.measure(stage, &items)?.into_iter();
        let scores = bouts.iter().map(|bout| {
            let bout = bout.as_ref()?;
            Some(sum(found.by_ref().take((bout.games / BLOCK) as usize).flatten().collect::<Vec<_>>().iter()))
        });
        Ok(scores.collect())
    }
}

/// Wins, draws and losses of blocks together.
pub(crate) fn sum<'a>(blocks: impl Iterator<Item = &'a Value>) -> Score {
    let mut score = Score::default();
    for block in blocks {
        let count = |at: usize| block[at].as_u64().unwrap_or(0);
        score.wins += count(0);
        score.draws += count(1);
        score.losses += count(2);
    }
    score
}

impl Bout {
    fn class(&self) -> String {
        format!("match {} {} depth {}", self.game, self.features, self.depth)
    }

    fn key(&self) -> String {
        let side = |rival: &Rival| match rival {
            Rival::Weights(weights) => json!(fingerprint(weights)),
            Rival::RandomTerm(weights) => json!({ "random-term": fingerprint(weights) }),
        };
        let (first, second) = (side(&self.sides[0]), side(&self.sides[1]));
        let mut key = json!({
            "match": self.game, "features": self.features, "sides": [first, second], "depth": self.depth, "noise": self.noise
        });
        if self.profile != EXACT {
            key["profile"] = json!(self.profile);
        }
        if self.unhurried {
            key["unhurried"] = json!(true);
        }
        key.to_string()
    }

    /// Wins, draws and losses of one block.
    fn block(&self, number: u64) -> Value {
        match with(self.game, Some(&self.features), Block { bout: self, number }) {
            Ok(score) => json!([score.wins, score.draws, score.losses]),
            Err(error) => unreachable!("experiments name games that there are: {error}"),
        }
    }
}

struct Block<'a> {
    bout: &'a Bout,
    number: u64,
}

impl Visitor for Block<'_> {
    type Output = Score;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Score {
        let Block { bout, number } = self;
        let options = Options::parse(bout.profile, bout.depth).expect("experiments name switches that there are");
        let options = Options { noise: bout.noise, shuffle: true, ..options };
        let player = |rival: &Rival, dice: &mut Dice| -> SearchPlayer<G, Linear<F>> {
            let weights = match rival {
                Rival::Weights(weights) => weights.clone(),
                Rival::RandomTerm(weights) => lab::random_term::<G, F>(&features, weights, dice),
            };
            SearchPlayer::new(Linear::new(features.clone(), Sets::One, &weights), options)
        };
        let rules = Rules { longest: G::LONGEST, ..Rules::default() };
        let mut score = Score::default();
        let mut kept: [Option<SearchPlayer<G, Linear<F>>>; 2] = [None, None];
        for game in number * BLOCK..(number + 1) * BLOCK {
            let mut dice = Dice::new(game, 77);
            for (kept, rival) in kept.iter_mut().zip(&bout.sides) {
                if kept.is_none() || matches!(rival, Rival::RandomTerm(_)) {
                    *kept = Some(player(rival, &mut dice));
                }
            }
            let [Some(own), Some(other)] = &mut kept else { unreachable!("both have just been made") };
            let side = if game.is_multiple_of(2) { Side::First } else { Side::Second };
            let players: [&mut dyn Player<G>; 2] = if side == Side::First { [own, other] } else { [other, own] };
            let start = if bout.unhurried { G::start().unhurried() } else { G::start() };
            let opening = Opening { line: vec![start], moves: Vec::new() };
            let record = play(opening, players, &rules, &mut dice);
            score.add(record.ended.outcome.points(side));
        }
        score
    }
}

/// A short name for weights.
pub(crate) fn fingerprint(weights: &[f64]) -> String {
    let bytes = weights.iter().flat_map(|weight| weight.to_le_bytes());
    format!("{:016x}", eval::fingerprint(bytes))
}
