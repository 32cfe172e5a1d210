//! A match of learnt weights against others, on equal terms.

use arena::{Contest, Rules, Score, SearchPlayer};
use eval::Linear;
use game::{Features, Game, Single};
use search::Options;

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
    let player = |weights: &[f64]| SearchPlayer::new(Linear::new(features.clone(), Single, weights), options);
    let contest = Contest {
        games: conditions.games,
        opening: conditions.opening,
        threads: conditions.threads,
        seed: conditions.seed,
        rules: Rules::default(),
    };
    contest.play(&G::start(), || (player(weights), player(rival)), |_, _, score| watch(score))
}
