//! The learner of networks.

use super::{NetworkSettings, Trail, TrailTurn, Update};
use crate::error::setting;
use crate::lambda::LambdaState;
use crate::step::{Advice, StepSize, StepState};
use crate::{LearnError, Learner, Settings, Source, Squash, State};
use eval::network::{Gradient, Judge, Loss, NetworkModel, Outlook, Teacher};
use game::{Encoding, Turns};
use serde::{Deserialize, Serialize};

/// Turns games into better networks.
#[derive(Clone, Debug)]
pub struct NetworkLearner<B, E> {
    settings: NetworkSettings,
    judge: Judge<B, E>,
    average: Judge<B, E>,
    games: u64,
    step: StepState,
    lambda: LambdaState,
    general: Option<General>,
    teacher: Teacher,
    sums: Vec<Gradient>,
    pairs: Vec<(u32, f32)>,
}

/// The general learner, and the weights with which the games of a batch are played.
#[derive(Clone, Debug)]
struct General {
    learner: Learner<NetworkModel>,
    frozen: Vec<f64>,
}

/// All that a network learner remembers besides its networks and their averages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkState {
    /// The games learnt.
    pub games: u64,
    /// The step size.
    pub step: StepState,
    /// The policy for lambda.
    pub lambda: LambdaState,
    /// The general learner, where it has a part.
    pub general: Option<State>,
}

impl<B: Turns, E: Encoding<B>> NetworkLearner<B, E> {
    /// A learner that starts from these networks. With `leaves`, predictions come from the leaves of searches.
    pub fn new(settings: NetworkSettings, judge: Judge<B, E>, leaves: bool) -> Result<Self, LearnError> {
        settings.check(judge.networks.len())?;
        let general = if settings.plain() { None } else { Some(General::new(&settings, &judge, leaves)?) };
        let sums = judge.networks.iter().map(Gradient::zero).collect();
        Ok(NetworkLearner {
            step: settings.step.start(0, 1),
            lambda: LambdaState::new(settings.lambda),
            settings,
            average: judge.clone(),
            judge,
            games: 0,
            general,
            teacher: Teacher::default(),
            sums,
            pairs: Vec::new(),
        })
    }

    /// The networks as they are now: those that play the next game.
    pub fn judge(&self) -> &Judge<B, E> {
        &self.judge
    }

    /// Their running average, which plays better while rates are high.
    pub fn average(&self) -> &Judge<B, E> {
        &self.average
    }

    /// The games learnt.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The rate for the next game; where every weight has its own, that of the first.
    pub fn rate(&self) -> f64 {
        self.general.as_ref().map_or_else(|| self.step.rate(0), |general| general.learner.state().step.rate(0))
    }

    /// Lambda for the next game.
    pub fn lambda(&self) -> f64 {
        self.general.as_ref().map_or(self.lambda.lambda, |general| general.learner.lambda())
    }

    /// All that it remembers besides the networks.
    pub fn state(&self) -> NetworkState {
        let general = self.general.as_ref().map(|general| general.learner.state().clone());
        NetworkState { games: self.games, step: self.step.clone(), lambda: self.lambda.clone(), general }
    }

    /// Goes on from a state that was saved under the same settings, with the networks and their average.
    pub fn restore(&mut self, state: NetworkState, judge: Judge<B, E>, average: Judge<B, E>) -> Result<(), LearnError> {
        if !state.step.same_shape(&self.step) || state.lambda.settings != self.lambda.settings {
            return Err(LearnError::Restore("the step size or the policy for lambda differs".to_string()));
        }
        match (&mut self.general, state.general) {
            (Some(general), Some(saved)) => general.learner.restore(saved)?,
            (None, None) => {}
            _ => return Err(LearnError::Restore("the kind of step size differs".to_string())),
        }
        (self.games, self.step, self.lambda) = (state.games, state.step, state.lambda);
        (self.judge, self.average) = (judge, average);
        Ok(())
    }

    /// A batch begins: the networks as they are now play its games.
    pub fn freeze(&mut self) {
        if let Some(general) = &mut self.general {
            general.frozen = general.learner.weights().to_vec();
        }
    }

    /// Learns from a game that was played with the networks as they were when the batch began.
    pub fn learn(&mut self, trail: &Trail<B>) -> Result<(), LearnError> {
        match &mut self.general {
            Some(general) => {
                general.learner.learn(&trail.episode(&self.judge), &general.frozen)?;
                let network = &mut self.judge.networks[0];
                *network = eval::network::Network::from_doubles(network.model(), general.learner.weights());
            }
            None => self.short_way(trail),
        }
        self.games += 1;
        let share = 1.0 / (1.0 + self.settings.window * (self.games - 1) as f64);
        self.average.approach(&self.judge, share as f32);
        Ok(())
    }

    /// Refuses networks that are no numbers any more, because the rate was too high.
    pub fn check(&self) -> Result<(), LearnError> {
        let finite = self.judge.networks.iter().all(|network| network.is_finite());
        finite.then_some(()).ok_or(LearnError::RanAway)
    }

    fn short_way(&mut self, trail: &Trail<B>) {
        let (lambda, rate) = (self.lambda.lambda as f32, self.step.rate(0) as f32);
        for (turn, target) in trail.targets(lambda) {
            if turn.leaves.is_empty() && self.settings.update == Update::Position {
                let (class, gammons) = self.judge.inputs(&turn.board, &mut self.pairs);
                let network = &mut self.judge.networks[class];
                self.teacher.step(network, &self.pairs, gammons, &target, (self.settings.loss, rate));
                continue;
            }
            self.gather(turn, &target);
            if self.settings.update == Update::Position {
                self.apply(rate);
            }
        }
        if self.settings.update == Update::Game {
            self.apply(rate);
        }
        self.step.finish(Advice { sum: &[], absolute: &[], sets: &[] }, &mut []);
        if self.lambda.wants_predictions() {
            let first = |(at, turn): (usize, &TrailTurn<B>)| {
                let win = f64::from(turn.outlook.0[0]);
                if at % 2 == 0 { win } else { 1.0 - win }
            };
            let mut chances: Vec<f64> = trail.turns.iter().enumerate().map(first).collect();
            chances
                .extend(trail.points.map_or(chances.last().copied(), |points| Some(f64::from(u8::from(points > 0)))));
            self.lambda.finish(&chances);
        } else {
            self.lambda.finish(&[]);
        }
    }

    /// Adds the gradient of a turn's prediction, towards its target: over the board, or over the leaves by their probabilities.
    fn gather(&mut self, turn: &TrailTurn<B>, target: &Outlook) {
        let difference = Outlook(std::array::from_fn(|k| target.0[k] - turn.outlook.0[k]));
        let loss = self.settings.loss;
        if turn.leaves.is_empty() {
            self.part(&turn.board, &difference, (loss, 1.0));
            return;
        }
        // As the other side sees it: what we should expect more, it should expect less.
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = difference.0;
        let turned = Outlook([-win, lost_gammon, lost_backgammon, gammon, backgammon]);
        for (share, leaf) in turn.leaves.iter().filter(|(_, leaf)| !leaf.over) {
            self.part(&leaf.board, &turned, (loss, *share));
        }
    }

    fn part(&mut self, board: &B, difference: &Outlook, how: (Loss, f32)) {
        let (class, gammons) = self.judge.inputs(board, &mut self.pairs);
        let (network, sum) = (&self.judge.networks[class], &mut self.sums[class]);
        self.teacher.gather(network, &self.pairs, gammons, difference, how, sum);
    }

    fn apply(&mut self, rate: f32) {
        self.judge.networks.iter_mut().zip(&mut self.sums).for_each(|(network, sum)| sum.apply(network, rate));
    }
}

impl General {
    fn new<B: Turns, E: Encoding<B>>(
        settings: &NetworkSettings,
        judge: &Judge<B, E>,
        leaves: bool,
    ) -> Result<General, LearnError> {
        let [network] = &judge.networks[..] else {
            return Err(setting("step", "expected one network"));
        };
        let source = if leaves { Source::Leaf } else { Source::Root };
        let (step, lambda) = (settings.step, settings.lambda);
        let settings = Settings { source, squash: Squash::Logistic, step, lambda, ..Settings::default() };
        let frozen = network.doubles();
        Ok(General { learner: Learner::new(settings, network.model(), &frozen)?, frozen })
    }
}
