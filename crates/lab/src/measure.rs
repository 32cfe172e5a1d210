//! A match of learnt weights against others, on equal terms.

use arena::{Contest, Form, Player, Rules, Schedule, Score, SearchPlayer, random_opening};
use eval::Linear;
use game::{Dice, Features, Game, Single};
use search::Options;
use std::sync::atomic::AtomicBool;

/// The conditions of a measuring match.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The number of games.
    pub games: u64,
    /// Search depth of both sides.
    pub depth: u32,
    /// Root noise of both sides, in their own pawns.
    pub noise: f64,
    /// Random plies at most, the same for both colours.
    pub opening: usize,
    /// Threads.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
}

/// The score of `weights` against `rival`, both with the same features and the same search.
pub fn against<G: Game, F: Features<G>>(
    features: &F,
    weights: &[f64],
    rival: &[f64],
    conditions: &Conditions,
    mut watch: impl FnMut(&Score) -> bool + Send,
) -> Score {
    let options = Options { noise: conditions.noise, ..Options::exact(conditions.depth) };
    let player = |at: usize| -> Box<dyn Player<G>> {
        let weights = [weights, rival][at];
        Box::new(SearchPlayer::new(Linear::new(features.clone(), Single, weights), options))
    };
    let contest = Contest {
        schedule: Schedule::new(Form::RoundRobin, 2, conditions.games),
        paces: Vec::new(),
        threads: conditions.threads,
        seed: conditions.seed,
        rules: Rules::default(),
    };
    let start = G::start();
    let opening = |number: u64| random_opening(&start, conditions.opening, &mut Dice::new(conditions.seed, number * 2));
    let mut score = Score::default();
    contest.play(
        player,
        opening,
        |_| false,
        &AtomicBool::new(false),
        |pairing, record| {
            score.add(record.ended.outcome.points(pairing.side));
            watch(&score)
        },
    );
    score
}
