//! A match of learnt weights against others, on equal terms.

use crate::Control;
use arena::{Contest, Form, Player, Rules, Schedule, Score, SearchPlayer, random_opening};
use eval::{Linear, Weights};
use game::{Dice, Features, Game};
use search::Options;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The conditions of a measuring match.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The number of games.
    pub games: u64,
    /// How both sides search.
    pub search: Options,
    /// At most so many positions for each move.
    pub nodes: Option<u64>,
    /// Random plies at most, the same for both colours.
    pub opening: usize,
    /// Threads.
    pub threads: usize,
    /// The seed.
    pub seed: u64,
    /// Ends the match when it is set; the games then running are abandoned.
    pub stop: Arc<AtomicBool>,
}

impl Conditions {
    /// A player under these conditions.
    fn player<G: Game, F: Features<G>>(&self, features: &F, weights: &Weights) -> SearchPlayer<G, Linear<F>> {
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        SearchPlayer::new(evaluator, self.search).limited(self.nodes, None).stopping(self.stop.clone())
    }
}

/// The score of `weights` against `rival`, both with the same features and the same search.
pub fn against<G: Game, F: Features<G>>(
    features: &F,
    weights: &Weights,
    rival: &Weights,
    conditions: &Conditions,
    watch: impl FnMut(&Score) -> bool + Send,
) -> Score {
    let player = |at: usize| -> Box<dyn Player<G>> { Box::new(conditions.player(features, [weights, rival][at])) };
    contest(player, conditions, watch)
}

/// The score of `weights` against the same core weights with a control in place of the others (thesis 7.4.1), drawn anew
/// for each opening where chance draws it.
pub fn against_control<G: Game, F: Features<G>>(
    features: &F,
    weights: &Weights,
    control: Control,
    conditions: &Conditions,
    watch: impl FnMut(&Score) -> bool + Send,
) -> Score {
    let player = |at: usize| -> Box<dyn Player<G>> {
        let player = conditions.player(features, weights);
        if at == 0 {
            return Box::new(player);
        }
        let (features, weights, seed) = (features.clone(), weights.clone(), conditions.seed);
        Box::new(player.renewed(move |opening| {
            let term = control.term::<G, F>(&features, &weights.values, seed, opening);
            Linear::new(features.clone(), weights.sets, &term)
        }))
    };
    contest(player, conditions, watch)
}

/// The score of the first of two players.
fn contest<G: Game>(
    players: impl Fn(usize) -> Box<dyn Player<G>> + Sync,
    conditions: &Conditions,
    mut watch: impl FnMut(&Score) -> bool + Send,
) -> Score {
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
        players,
        opening,
        |_| false,
        &conditions.stop,
        |pairing, record| {
            score.add(record.ended.outcome.points(pairing.side));
            watch(&score)
        },
    );
    score
}
