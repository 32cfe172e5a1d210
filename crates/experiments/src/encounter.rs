//! Matches in chess with the strong search, so many positions for each move: learnt weights against others, or against a
//! player by name. They are kept in blocks of games.

use crate::chess::preset;
use crate::measuring::Measurement;
use crate::playing::{BLOCK, fingerprint, sum};
use crate::{Error, Mode, Players, Runner};
use arena::{Balance, Pace, Player, Rules, Score, SearchPlayer, play};
use eval::{Linear, Weights};
use game::{Dice, Game, Side};
use games::chess::{Chess, HalfBoard, KnightCap, PieceSquares};
use search::{MOST_DEPTH, Options};
use serde_json::{Value, json};
use std::time::Duration;

/// How our side searches. Without contempt the stronger side takes draws by repetition that it need not take: KnightCap, too,
/// held a draw for a small loss.
pub(crate) const PROFILE: &str = "strong contempt=0.5";
/// Openings: so many random plies that a judge finds equal within so many hundredths of a pawn.
const OPENINGS: Balance = Balance { plies: 8, limit: 100 };
/// How deep the judge looks, and what with.
const JUDGE: (u32, &str) = (3, "learnt-one");
/// A game that somebody cannot finish is played again so often.
const ATTEMPTS: u64 = 8;
/// How much longer than allowed another program's move may take.
const MARGIN: Duration = Duration::from_secs(2);

/// Whom learnt weights meet.
#[derive(Clone, Debug, PartialEq)]
pub enum Foe {
    /// Other weights, with the same search.
    Weights(Weights),
    /// A player by name.
    Player(String),
}

/// A match. Openings are played with both colours.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// The weights of the full evaluation whose score is told.
    pub own: Weights,
    /// Their opponent.
    pub foe: Foe,
    /// Positions for each move of ours.
    pub nodes: u64,
    /// The number of games, a multiple of the block.
    pub games: u64,
}

/// An opponent that has been made, and what it may use.
type Made = (Box<dyn Player<Chess>>, Pace);

impl Runner<'_> {
    /// Plays the matches; `None` for a match that has no side yet. A match that is not finished has the score so far.
    pub fn meet(&mut self, stage: &str, encounters: &[Option<Encounter>]) -> Result<Vec<Option<Score>>, Error> {
        let players = self.players()?;
        if self.mode == Mode::Run {
            // Nobody is looked for in the middle of a night.
            for encounter in encounters.iter().flatten() {
                encounter.foe(players).map_err(Error::Usage)?;
            }
        }
        let mut items = Vec::new();
        for encounter in encounters.iter().flatten() {
            items.extend((0..encounter.games / BLOCK).map(|number| Measurement {
                key: format!("{} block {number}", encounter.key()),
                class: encounter.class(),
                units: BLOCK as f64,
                outside: matches!(encounter.foe, Foe::Player(_)),
                measure: Box::new(move || encounter.block(number, players)),
            }));
        }
        let mut found = self.measure(stage, &items)?.into_iter();
        let scores = encounters.iter().map(|encounter| {
            let blocks = (encounter.as_ref()?.games / BLOCK) as usize;
            Some(sum(found.by_ref().take(blocks).flatten().collect::<Vec<_>>().iter()))
        });
        Ok(scores.collect())
    }
}

impl Encounter {
    fn class(&self) -> String {
        match &self.foe {
            Foe::Weights(_) => format!("encounter {} nodes", self.nodes),
            Foe::Player(player) => format!("encounter {} nodes {player}", self.nodes),
        }
    }

    fn key(&self) -> String {
        let print = |weights: &Weights| json!([weights.sets.name(), fingerprint(&weights.values)]);
        let foe = match &self.foe {
            Foe::Weights(weights) => print(weights),
            Foe::Player(player) => json!(player),
        };
        json!({ "encounter": print(&self.own), "foe": foe, "nodes": self.nodes, "search": PROFILE }).to_string()
    }

    /// The opponent and its pace.
    fn foe(&self, players: &dyn Players) -> Result<Made, String> {
        match &self.foe {
            Foe::Weights(weights) => Ok((Box::new(ours(weights, self.nodes)), Pace::Free)),
            Foe::Player(player) => players.rival(player).map(|rival| ((rival.maker)(), rival.pace)),
        }
    }

    /// Wins, draws and losses of one block.
    fn block(&self, number: u64, players: &dyn Players) -> Result<Value, Error> {
        let mut own = ours(&self.own, self.nodes);
        let mut score = Score::default();
        let mut foe = None;
        for game in number * BLOCK..(number + 1) * BLOCK {
            let mut attempt = 0;
            score.add(loop {
                let first = foe.is_none();
                let made = match foe.take() {
                    Some(made) => made,
                    None => self.foe(players).map_err(Error::Usage)?,
                };
                match self.game(game + (attempt << 32), &mut own, made, first) {
                    Ok((points, kept)) => {
                        foe = Some(kept);
                        break points;
                    }
                    Err(why) if attempt + 1 == ATTEMPTS => {
                        let foe = self.class();
                        return Err(Error::Failed(format!(
                            "{foe}: no game could be finished in {ATTEMPTS} attempts: {why}"
                        )));
                    }
                    // Nobody knows how it would have ended.
                    Err(_) => attempt += 1,
                }
            });
        }
        Ok(json!([score.wins, score.draws, score.losses]))
    }

    /// Our points of one game, and the opponent for the next; or why it could not be finished, and the opponent is gone. It
    /// may be the opponent's first game.
    fn game(&self, number: u64, own: &mut dyn Player<Chess>, foe: Made, first: bool) -> Result<(i32, Made), String> {
        let (mut other, pace) = foe;
        let mut dice = Dice::new(number / 2, 78);
        let opening = OPENINGS.opening(&Chess::start(), &mut judge(), &mut dice);
        let side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let mut rules = Rules { margin: MARGIN, ..Rules::default() };
        rules.paces[side.other().index()] = pace;
        let seats: [&mut dyn Player<Chess>; 2] = match side {
            Side::First => [own, &mut *other],
            Side::Second => [&mut *other, own],
        };
        let begun = opening.moves.len();
        let record = play(opening, seats, &rules, &mut dice);
        match record.void(begun, side.other(), pace, first) {
            Some(why) => Err(why),
            None => Ok((record.ended.outcome.points(side), (other, pace))),
        }
    }
}

/// Weights of ours as a player.
fn ours(weights: &Weights, nodes: u64) -> SearchPlayer<Chess, Linear<KnightCap>> {
    let evaluator = Linear::new::<Chess>(KnightCap, weights.sets, &weights.values);
    let options = Options::parse(PROFILE, MOST_DEPTH).expect("a profile and switches");
    SearchPlayer::new(evaluator, options).limited(Some(nodes), None)
}

/// Who finds openings equal.
fn judge() -> SearchPlayer<Chess, Linear<PieceSquares<HalfBoard>>> {
    let (depth, name) = JUDGE;
    let features = PieceSquares::<HalfBoard>::new();
    let weights = preset(&features, name);
    SearchPlayer::new(Linear::new::<Chess>(features, weights.sets, &weights.values), Options::exact(depth))
}
