//! A match of learnt weights against a yardstick, on equal terms.

use arena::{Contest, Rules, Score, SearchPlayer};
use eval::Linear;
use game::{Features, Game, Single};
use search::Options;

/// The conditions of a measuring match.
#[derive(Clone, Copy, Debug)]
pub struct Yardstick {
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
    match_: &Yardstick,
    mut watch: impl FnMut(&Score) -> bool + Send,
) -> Score {
    let options = Options { noise: match_.noise, ..Options::exact(match_.depth) };
    let player = |weights: &[f64]| SearchPlayer::new(Linear::new(features.clone(), Single, weights), options);
    let contest = Contest {
        games: match_.games,
        opening: match_.opening,
        threads: match_.threads,
        seed: match_.seed,
        rules: Rules::default(),
    };
    contest.play(&G::start(), || (player(weights), player(rival)), |_, _, score| watch(score))
}
