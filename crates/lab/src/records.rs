//! Recorded games as teachers: every position is searched again with the weights of today, and how the game went on and ended
//! teaches as in a game of one's own.

use crate::selfplay::{Played, step};
use arena::{Fault, read_games, referee, replayed};
use eval::{Evaluator, fingerprint};
use game::{Dice, Game, Side, Transcript};
use learn::{Episode, Source};
use search::{Limits, Options, Searcher, Thought, Unwatched};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::path::Path;
use store::GameRow;

/// Which records teach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordSettings {
    /// Where they come from, for people.
    pub file: String,
    /// What tells the text from any other: a run that goes on must have the same games.
    pub print: String,
    /// Only the moves of this player teach, and only its games; `None`: those of both sides.
    pub player: Option<String>,
    /// The seed says in which order they come, another one each time through; else they come as in the file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shuffled: bool,
}

/// What makes the order independent of all other chance.
const ORDER: u64 = 0x0bde_5eed;

/// Which of `count` records are the lessons `numbers`, counted from 1 on through all passes.
pub(crate) fn order(numbers: RangeInclusive<u64>, count: usize, shuffled: Option<u64>) -> Vec<usize> {
    let Some(seed) = shuffled else {
        return numbers.map(|number| (number - 1) as usize % count).collect();
    };
    let mut pass: (Option<u64>, Vec<usize>) = (None, Vec::new());
    let lesson = |number: u64| {
        let through = (number - 1) / count as u64;
        if pass.0 != Some(through) {
            pass = (Some(through), (0..count).collect());
            Dice::new(seed ^ ORDER, through).shuffle(&mut pass.1);
        }
        pass.1[(number - 1) as usize % count]
    };
    numbers.map(lesson).collect()
}

/// A recorded game that can teach.
#[derive(Clone, Debug)]
pub struct Recorded<G: Game> {
    /// The positions, from where the game began.
    pub line: Vec<G>,
    /// The moves.
    pub moves: Vec<G::Move>,
    /// Points for the first player.
    pub result: i32,
    /// The ratings of both players, where the record has them.
    pub ratings: [Option<f64>; 2],
    /// Whose moves teach; `None`: those of both sides.
    pub side: Option<Side>,
    /// The line of the text in which it begins.
    pub at: usize,
}

/// What a text has to teach.
pub struct Records<G: Game> {
    /// The settings that name it.
    pub settings: RecordSettings,
    /// The games that can teach.
    pub games: Vec<Recorded<G>>,
    /// Why others cannot.
    pub skipped: Vec<Fault>,
}

impl<G: Game> Records<G> {
    /// Reads all games of a file: PGN, or another form of records that its name stands for. Broken games are skipped.
    pub fn read(file: &str, bytes: &[u8], player: Option<&str>) -> Records<G> {
        let print = format!("{:016x}", fingerprint(bytes.iter().copied()));
        let settings =
            RecordSettings { file: file.to_string(), print, player: player.map(str::to_string), shuffled: false };
        let mut records = Records { settings, games: Vec::new(), skipped: Vec::new() };
        let games = read_games::<G>(Path::new(file), bytes).unwrap_or_else(|why| {
            records.skipped.push(Fault { line: 1, why });
            Vec::new()
        });
        for game in games {
            match recorded(&game, player) {
                Ok(Some(record)) => records.games.push(record),
                Ok(None) => {}
                Err(fault) => records.skipped.push(fault),
            }
        }
        records
    }
}

/// What a game teaches; nothing if the player whose moves are wanted is not in it.
fn recorded<G: Game>(game: &Transcript, player: Option<&str>) -> Result<Option<Recorded<G>>, Fault> {
    let fault = |line, why: &str| Err(Fault { line, why: why.to_string() });
    let names = ["White", "Black"].map(|tag| game.tag(tag).unwrap_or_default());
    let side = match player {
        None => None,
        Some(player) if names[0].eq_ignore_ascii_case(player) => Some(Side::First),
        Some(player) if names[1].eq_ignore_ascii_case(player) => Some(Side::Second),
        Some(_) => return Ok(None),
    };
    let opening = replayed::<G>(game, usize::MAX)?;
    let result = match game.result.as_deref() {
        Some("1-0") => 1,
        Some("0-1") => -1,
        Some("1/2-1/2") => 0,
        Some(_) => return fault(game.line, "the game has no result"),
        None => return fault(game.line, "the text ends before the game does"),
    };
    if opening.moves.is_empty() {
        return fault(game.line, "the game has no moves");
    }
    let mut result = result;
    // Players may stop early, but the board cannot be contradicted. It alone knows how many points were won.
    if let Err(ended) = referee(&opening.line, &mut Vec::new()) {
        let points = i32::from(ended.outcome.0);
        if points.signum() != result {
            let written = game.result.as_deref().unwrap_or_default();
            let why = format!("the result is {written}, but on the board the game was {}", ended.reason);
            return fault(game.line_of(game.moves.len() - 1), &why);
        }
        result = points;
    }
    let ratings = ["WhiteElo", "BlackElo"].map(|tag| game.tag(tag).and_then(|text| text.trim().parse().ok()));
    Ok(Some(Recorded { line: opening.line, moves: opening.moves, result, ratings, side, at: game.line }))
}

/// How recorded games are searched again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// How positions are searched.
    pub search: Options,
    /// At most so many positions for each.
    pub nodes: Option<u64>,
    /// Which positions the learner will ask for.
    pub source: Source,
    /// The seed of the run.
    pub seed: u64,
}

impl Replay {
    /// Searches the positions of a game with the evaluator. It depends on nothing but these settings, the evaluator, the number
    /// and the game. `watch` sees every search.
    pub fn play<G: Game, E: Evaluator<G>>(
        &self,
        number: u64,
        record: &Recorded<G>,
        evaluator: &E,
        searcher: &mut Searcher<G>,
        mut watch: impl FnMut(&G, &Thought<G>),
    ) -> Played {
        let mut dice = Dice::new(self.seed, number);
        searcher.forget();
        let limits = Limits { nodes: self.nodes, ..Limits::default() };
        let mut episodes = self.episodes(number, record, evaluator.asymmetric());
        let (mut nodes, mut written) = (0, Vec::new());
        for (ply, mv) in record.moves.iter().enumerate() {
            let position = &record.line[ply];
            written.push(position.move_word(*mv));
            if record.side.is_some_and(|side| side != position.side()) {
                continue;
            }
            let thought = searcher.think_within(evaluator, &record.line[..=ply], &limits, &mut dice, &Unwatched);
            // A move was played, so there was one.
            let Some(thought) = thought else { continue };
            watch(position, &thought);
            nodes += thought.nodes;
            let mut step = step(self.source, evaluator, position, &thought);
            if record.side.is_some() {
                // After another move than ours nothing was expected; without a reply there was no surprise.
                let expected = thought.line.get(1).filter(|_| thought.best == *mv);
                step.predicted = record.moves.get(ply + 1).is_none_or(|reply| expected == Some(reply));
            }
            let at = if episodes.len() > 1 { position.side().index() } else { 0 };
            episodes[at].steps.push(step);
        }
        let row = GameRow {
            number,
            result: record.result,
            plies: record.moves.len() as u32,
            reason: format!("record of line {}", record.at),
            nodes,
            start: Some(record.line[0].to_string()),
            moves: written.join(" "),
        };
        Played { episodes, row }
    }

    /// An empty episode for the one whose moves teach, for both together, or for each where values depend on who is searching.
    fn episodes<G: Game>(&self, number: u64, record: &Recorded<G>, asymmetric: bool) -> Vec<Episode> {
        let episode = |side: Side| {
            let (own, other) = (record.ratings[side.index()], record.ratings[side.other().index()]);
            let second = side == Side::Second;
            let result = record.result;
            Episode { number, result, second, own_rating: own, opponent_rating: other, ..Episode::default() }
        };
        match record.side {
            Some(side) => vec![episode(side)],
            None if asymmetric => vec![episode(Side::First), episode(Side::Second)],
            None => vec![Episode { number, result: record.result, ..Episode::default() }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn every_pass_has_every_record_once_in_an_order_of_its_own() {
        assert_eq!(order(2..=5, 3, None), [1, 2, 0, 1]);
        let all = order(1..=30, 10, Some(7));
        for pass in all.chunks(10) {
            let mut sorted = pass.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..10).collect::<Vec<_>>());
        }
        assert_ne!(all[..10], all[10..20]);
        assert_ne!(all, order(1..=30, 10, Some(8)), "another seed, another order");
        let parts: Vec<usize> =
            [1..=4, 5..=23, 24..=30].into_iter().flat_map(|part| order(part, 10, Some(7))).collect();
        assert_eq!(parts, all, "batches do not matter");
    }
}
