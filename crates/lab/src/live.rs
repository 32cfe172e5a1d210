//! Learning from real games, one at a time: what was thought before each move is remembered until the game is over; then it
//! teaches, and is kept in a run file from which every game can be undone.

use crate::brain::{Judge, judge, on_the_board};
use crate::pool::LEARNER;
use crate::selfplay::{Played, step};
use crate::trainer::Error;
use crate::{RunSettings, Trainer};
use arena::{Failure, Opposition, Record};
use eval::{Linear, Weights};
use game::{Features, Game, Side};
use learn::{Episode, Leaf, Lesson, Rule, Step};
use search::Thought;
use std::path::Path;
use store::{EventRow, GameRow, RatingRow, Run};

/// So many positions of a game are named that taught most.
const NAMED: usize = 3;
/// The event that names them.
pub const LESSON: &str = "lesson";

/// A learner that plays real games.
pub struct Live<G: Game, F: Features<G>> {
    trainer: Trainer<G, F>,
    features: F,
    thoughts: Vec<Remembered<G>>,
}

/// What was thought before a move.
struct Remembered<G: Game> {
    position: G,
    /// Moves played before it.
    ply: usize,
    best: G::Move,
    /// The reply that was expected.
    reply: Option<G::Move>,
    step: Step,
    nodes: u64,
}

/// What a game has taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Taught {
    /// Its number in the run.
    pub game: u64,
    /// Positions that taught.
    pub positions: usize,
    /// The largest change of a weight, and which.
    pub largest: (String, f64),
}

impl<G: Game, F: Features<G>> Live<G, F> {
    /// Begins a run of real games in a new file, from these weights, which `settings` names.
    pub fn begin(
        path: &Path,
        features: F,
        settings: RunSettings,
        weights: &Weights,
        version: &str,
    ) -> Result<Self, Error> {
        let trainer = Trainer::from_weights(features.clone(), settings, weights.clone())?.kept(path, version)?;
        Ok(Live { trainer, features, thoughts: Vec::new() })
    }

    /// Goes on with a run of real games.
    pub fn resume(path: &Path, features: F) -> Result<Self, Error> {
        let meta = Run::read(path)?.meta()?;
        if (meta.game.as_str(), &meta.features) != (G::NAME, &features.name()) {
            let (game, set, wanted) = (&meta.game, &meta.features, features.name());
            let why = format!("{} is a run of {game} / {set}, not of {} / {wanted}", path.display(), G::NAME);
            return Err(Error::Settings(why));
        }
        let wrong = |error| Error::Settings(format!("{}: settings: {error}", path.display()));
        let settings = serde_json::from_value(meta.settings).map_err(wrong)?;
        let trainer = Trainer::resume(path, features.clone(), settings)?;
        Ok(Live { trainer, features, thoughts: Vec::new() })
    }

    /// Usual settings for real games: an update after each, and no gain from a reply that was not expected.
    pub fn settings(features: &F, weights: &Weights, name: &str) -> RunSettings {
        let mut settings = RunSettings::new::<G, F>(features);
        settings.warmup.games = 0;
        (settings.noise, settings.opening, settings.batch, settings.games) = (0.0, 0, 1, 1);
        (settings.start, settings.sets) = (name.to_string(), weights.sets);
        settings.learn.rule = Rule::PosUnpredicted;
        settings.profile = "strong".to_string();
        settings.live = true;
        settings
    }

    /// An evaluator with the weights of now.
    pub fn evaluator(&self) -> Linear<F> {
        Linear::new::<G>(self.features.clone(), self.trainer.settings().sets, self.trainer.weights())
    }

    /// Who has the weights of now.
    pub fn judge(&self) -> Judge {
        let (sets, values) = (self.trainer.settings().sets, self.trainer.weights().to_vec());
        judge::<G, F>(&self.features, &Weights { sets, values })
    }

    /// Games so far.
    pub fn games(&self) -> u64 {
        self.trainer.games()
    }

    /// Remembers what was thought about the last position of a line.
    pub fn thought(&mut self, line: &[G], thought: &Thought<G>) {
        let Some(position) = line.last() else { return };
        let ply = line.len() - 1;
        self.thoughts.retain(|other| still_counts(&other.position, other.ply, line));
        let evaluator = self.evaluator();
        self.thoughts.push(Remembered {
            position: position.clone(),
            ply,
            best: thought.best,
            reply: thought.line.get(1).copied(),
            step: step(self.trainer.settings().learn.source, &evaluator, position, thought),
            nodes: thought.nodes,
        });
    }

    /// Learns from a game that is over; `None` if none of its moves was ours. Only thoughts about moves that were really played
    /// count.
    pub fn over(&mut self, record: &Record<G>, opposition: &Opposition) -> Result<Option<Taught>, Error> {
        let mut thoughts = std::mem::take(&mut self.thoughts);
        thoughts.retain(|thought| was_played(&thought.position, thought.ply, thought.best, record));
        let Some(side) = thoughts.last().map(|thought| thought.position.side()) else { return Ok(None) };
        thoughts.retain(|thought| thought.position.side() == side);
        let number = self.trainer.games() + 1;
        let row = row(number, record, &thoughts);
        let predicts = |thought: &&Remembered<G>| thought.step.leaf != Leaf::Unknown;
        let plies: Vec<usize> = thoughts.iter().filter(predicts).map(|thought| thought.ply).collect();
        let positions = thoughts.len();
        let steps = thoughts.into_iter().map(|thought| {
            let predicted = record.moves.get(thought.ply + 1).is_none_or(|reply| thought.reply == Some(*reply));
            Step { predicted, ..thought.step }
        });
        let episode = Episode {
            number,
            steps: steps.collect(),
            result: i32::from(record.ended.outcome.0),
            // A connection or a clock says nothing about the position.
            open: !on_the_board(&record.ended.reason),
            second: side == Side::Second,
            own_rating: opposition.own_rating,
            opponent_rating: opposition.rating,
            ..Episode::default()
        };
        let lessons = self.trainer.live(Played { episodes: vec![episode], row })?;
        let lesson = lessons.into_iter().next().unwrap_or_default();
        let event =
            EventRow { game: number, kind: LESSON.to_string(), text: self.words(record, side, &plies, &lesson) };
        self.trainer.remember(ratings(number, opposition), vec![event])?;
        let (at, change) = lesson
            .delta
            .iter()
            .enumerate()
            .fold((0, 0.0f64), |most, (at, change)| if change.abs() > most.1.abs() { (at, *change) } else { most });
        let largest = (self.features.label(at % self.features.count()), change);
        Ok(Some(Taught { game: number, positions, largest }))
    }

    /// The moves after which the learner's chances changed most, as they were taught.
    fn words(&self, record: &Record<G>, side: Side, plies: &[usize], lesson: &Lesson) -> String {
        let squash = self.trainer.learner().settings().squash;
        let chance = |p: f64| {
            let first = 100.0 * squash.probability(p);
            if side == Side::Second { 100.0 - first } else { first }
        };
        let mut changes: Vec<(usize, f64, f64)> =
            plies.iter().zip(lesson.predictions.iter().zip(&lesson.td)).map(|(ply, (p, d))| (*ply, *p, *d)).collect();
        changes.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        let words = changes.iter().take(NAMED).map(|(ply, p, d)| {
            let mv = record.line[*ply].record_move(record.moves[*ply]);
            let dots = if ply.is_multiple_of(2) { "." } else { "..." };
            format!("{}{dots}{mv} {:.0} to {:.0} %", ply / 2 + 1, chance(*p), chance(p + d))
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// True if an earlier thought belongs to the game in which `line` has been played so far: not to what has been taken back,
/// nor to another game, in which the program may have played the other side.
pub(crate) fn still_counts<G: Game>(position: &G, ply: usize, line: &[G]) -> bool {
    let now = line.len() - 1;
    ply < now && line[ply].key() == position.key() && position.side() == line[now].side()
}

/// True if the move was really played there.
pub(crate) fn was_played<G: Game>(position: &G, ply: usize, mv: G::Move, record: &Record<G>) -> bool {
    record.line.get(ply).map(G::key) == Some(position.key()) && record.moves.get(ply) == Some(&mv)
}

/// What the run file gets.
fn row<G: Game>(number: u64, record: &Record<G>, thoughts: &[Remembered<G>]) -> GameRow {
    let start = &record.line[0];
    let written = record.line.iter().zip(&record.moves).map(|(position, mv)| position.move_word(*mv));
    let reason = &record.ended.reason;
    GameRow {
        number,
        result: i32::from(record.ended.outcome.0),
        plies: record.moves.len() as u32,
        reason: if reason.is_resignation() { Failure::RESIGNED.to_string() } else { reason.to_string() },
        nodes: thoughts.iter().map(|thought| thought.nodes).sum(),
        start: Some(start.to_string()).filter(|start| *start != G::start().to_string()),
        moves: written.collect::<Vec<_>>().join(" "),
    }
}

/// Both ratings, where they are known.
fn ratings(number: u64, opposition: &Opposition) -> Vec<RatingRow> {
    let name = opposition.name.clone().unwrap_or_else(|| "opponent".to_string());
    let row = |player: &str, rating: Option<f64>| {
        rating.map(|rating| RatingRow { game: number, player: player.to_string(), rating, deviation: 0.0 })
    };
    row(&name, opposition.rating).into_iter().chain(row(LEARNER, opposition.own_rating)).collect()
}
