//! Everything that can be chosen about learning.

use crate::check::{not_negative, positive};
use crate::error::setting;
use crate::lambda::LambdaSettings;
use crate::rule::sliding;
use crate::step::StepSettings;
use crate::{Censor, LearnError, Rule, Squash};
use eval::Model;
use serde::{Deserialize, Serialize};

/// Which position of a step predicts, and what it should have predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The principal leaf of the search, and the predictions that followed: TDLeaf.
    #[default]
    Leaf,
    /// The position on the board, and the predictions that followed: plain TD.
    Root,
    /// The position on the board, and its own principal leaf: RootStrap. Lambda and the result have no part in it.
    RootStrap,
    /// Every node of the search, and what the search found there: TreeStrap. Lambda and the result have no part in it.
    TreeStrap,
}

impl Source {
    /// True if predictions learn from later ones; false if from their own search.
    pub fn temporal(self) -> bool {
        matches!(self, Source::Leaf | Source::Root)
    }

    /// True if the principal leaf is needed.
    pub fn searched(self) -> bool {
        matches!(self, Source::Leaf | Source::RootStrap)
    }
}

/// The settings of a learner. Every field has a default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Which position predicts what.
    pub source: Source,
    /// From value to prediction.
    pub squash: Squash,
    /// The steepness of the squash.
    pub beta: f64,
    /// True: the steepness is learnt as one more weight, starting from `beta`.
    pub learn_beta: bool,
    /// Which differences are censored.
    pub rule: Rule,
    /// What censored differences are multiplied by.
    pub ramp_factor: f64,
    /// Instead, a factor that slides with the rating difference: the lead at which the learner expects ten points to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp_scale: Option<f64>,
    /// Whether the last difference is censored if it is a gain.
    pub ramp_terminal: bool,
    /// Positions whose value is farther from 0 teach nothing: where the game is decided anyway, the result says little about what
    /// is good there, and the squash is flat. In the unit of the weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<f64>,
    /// Every position that teaches pulls the weights of its set towards where they began, by this share of the way (times the
    /// step size, and by no more than all of it in one game): what has seldom been seen stays near what was thought before.
    #[serde(skip_serializing_if = "is_zero")]
    pub pull: f64,
    /// Features whose weights never change, in any set.
    pub fixed: Vec<usize>,
    /// The changes of this many games are summed, with the weights unchanged, and then applied.
    pub update_every: u64,
    /// No weight changes by more than this in one game (with Adam: in one update).
    pub cap: Option<f64>,
    /// The step size.
    pub step: StepSettings,
    /// The policy for lambda.
    pub lambda: LambdaSettings,
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            source: Source::Leaf,
            squash: Squash::Logistic,
            beta: 1.0,
            learn_beta: false,
            rule: Rule::None,
            ramp_factor: 0.0,
            ramp_scale: None,
            ramp_terminal: false,
            decided: None,
            pull: 0.0,
            fixed: Vec::new(),
            update_every: 1,
            cap: None,
            step: StepSettings::default(),
            lambda: LambdaSettings::default(),
        }
    }
}

impl Settings {
    /// Refuses settings that make no sense for a model. The error names the field.
    pub fn check(&self, model: &impl Model) -> Result<(), LearnError> {
        positive("beta", self.beta)?;
        not_negative("ramp_factor", self.ramp_factor)?;
        if let Some(scale) = self.ramp_scale {
            positive("ramp_scale", scale)?;
        }
        if let Some(cap) = self.cap {
            positive("cap", cap)?;
        }
        if let Some(decided) = self.decided {
            positive("decided", decided)?;
        }
        not_negative("pull", self.pull)?;
        if self.pull >= 1.0 {
            return Err(setting("pull", format!("expected a share of the way, below 1, found {}", self.pull)));
        }
        if self.source == Source::TreeStrap && (self.decided.is_some() || self.pull > 0.0) {
            return Err(setting("decided and pull", "they have no part in what the nodes of a tree teach"));
        }
        if model.outputs() > 1 && self.decided.is_some() {
            return Err(setting("decided", "it makes sense where there is one prediction, not several"));
        }
        if self.update_every == 0 {
            return Err(setting("update_every", "expected at least 1 game, found 0"));
        }
        if let Some(index) = self.fixed.iter().find(|index| **index >= model.features()) {
            return Err(setting("fixed", format!("index {index} is out of range ({} features)", model.features())));
        }
        if self.learn_beta && self.squash == Squash::Identity {
            return Err(setting("learn_beta", "the identity has no steepness to learn"));
        }
        if !self.source.temporal() && (self.rule != Rule::None || self.ramp_terminal) {
            return Err(setting("rule", "only 'none' makes sense where a search teaches its own positions"));
        }
        if model.outputs() > 1 && self.source == Source::TreeStrap {
            return Err(setting("source", "the bounds of a tree speak of one prediction, not of several"));
        }
        if model.outputs() > 1 && (self.rule != Rule::None || self.ramp_terminal) {
            return Err(setting("rule", "only 'none' makes sense where there are several predictions"));
        }
        self.step.check()?;
        self.lambda.check()
    }

    /// The rule in a game in which the learner's rating leads by so much, if that is known.
    pub(crate) fn censor(&self, lead: Option<f64>) -> Censor {
        let sliding = self.ramp_scale.zip(lead).map(|(scale, lead)| sliding(lead, scale));
        let factor = sliding.unwrap_or(self.ramp_factor);
        let weaker = lead.is_some_and(|lead| lead > 0.0);
        Censor { rule: self.rule, factor, ramp_terminal: self.ramp_terminal, weaker }
    }
}
