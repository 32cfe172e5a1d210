//! Which temporal differences are censored: a gain that the opponent gave away teaches nothing.

use serde::{Deserialize, Serialize};

/// When a difference is censored. "Unpredicted": the opponent did not play the expected move. "Weaker": the opponent is
/// rated below the learner. The papers on KnightCap contradict each other, so all their readings are here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Never.
    #[default]
    None,
    /// Unpredicted gains (Baxter, Tridgell and Weaver 2000; KnightCap's program).
    PosUnpredicted,
    /// Unpredicted gains against a weaker opponent.
    PosUnpredictedWeaker,
    /// Whatever was unpredicted.
    AllUnpredicted,
    /// Whatever was unpredicted against a weaker opponent (Baxter, Tridgell and Weaver 1998).
    AllUnpredictedWeaker,
    /// Every gain (FUSc#, read literally).
    PosAlways,
}

impl Rule {
    /// All rules, with the names that files use.
    pub const NAMES: [(&'static str, Rule); 6] = [
        ("none", Rule::None),
        ("pos_unpredicted", Rule::PosUnpredicted),
        ("pos_unpredicted_weaker", Rule::PosUnpredictedWeaker),
        ("all_unpredicted", Rule::AllUnpredicted),
        ("all_unpredicted_weaker", Rule::AllUnpredictedWeaker),
        ("pos_always", Rule::PosAlways),
    ];

    /// True if the rule asks whether moves were predicted.
    pub fn needs_predicted(self) -> bool {
        !matches!(self, Rule::None | Rule::PosAlways)
    }

    /// True if the rule asks for ratings.
    pub fn needs_ratings(self) -> bool {
        matches!(self, Rule::PosUnpredictedWeaker | Rule::AllUnpredictedWeaker)
    }

    /// True if a difference is censored; `gain` means that it was positive from the learner's view.
    fn applies(self, gain: bool, predicted: bool, weaker: bool) -> bool {
        match self {
            Rule::None => false,
            Rule::PosUnpredicted => gain && !predicted,
            Rule::PosUnpredictedWeaker => gain && !predicted && weaker,
            Rule::AllUnpredicted => !predicted,
            Rule::AllUnpredictedWeaker => !predicted && weaker,
            Rule::PosAlways => gain,
        }
    }
}

/// A rule, and what censoring does in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Censor {
    /// When.
    pub rule: Rule,
    /// Censored differences are multiplied by this: 0 in the papers, or on a sliding scale.
    pub factor: f64,
    /// True: the last difference of a game is also censored if it is a gain, predicted or not (KnightCap's program).
    pub ramp_terminal: bool,
    /// True if the opponent is known to be rated below the learner. Equal is not below.
    pub weaker: bool,
}

impl Censor {
    /// The difference `d` (from the learner's view) after the rule.
    pub fn apply(&self, d: f64, predicted: bool, last: bool) -> f64 {
        let gain = d > 0.0;
        let censored = self.rule.applies(gain, predicted, self.weaker) || (self.ramp_terminal && last && gain);
        if censored { self.factor * d } else { d }
    }
}

/// The sliding scale that Baxter, Tridgell and Weaver (1998) propose and did not try: the weaker the opponent, the less its
/// blunders teach. Twice the points that the opponent is expected to make, at most 1; `scale` is the lead of ten to one.
pub fn sliding(lead: f64, scale: f64) -> f64 {
    (2.0 / (1.0 + libm::pow(10.0, lead / scale))).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_censors_what_it_says() {
        // Columns: gain unpredicted, loss unpredicted, gain predicted; the first two also against a weaker opponent.
        let table = [
            (Rule::None, [false, false, false, false, false]),
            (Rule::PosUnpredicted, [true, false, false, true, false]),
            (Rule::PosUnpredictedWeaker, [false, false, false, true, false]),
            (Rule::AllUnpredicted, [true, true, false, true, true]),
            (Rule::AllUnpredictedWeaker, [false, false, false, true, true]),
            (Rule::PosAlways, [true, false, true, true, false]),
        ];
        for (rule, expected) in table {
            let cases = [
                (1.0, false, false),
                (-1.0, false, false),
                (1.0, true, false),
                (1.0, false, true),
                (-1.0, false, true),
            ];
            let found = cases.map(|(d, predicted, weaker)| {
                let censor = Censor { rule, factor: 0.0, ramp_terminal: false, weaker };
                censor.apply(d, predicted, true) == 0.0
            });
            assert_eq!(found, expected, "{rule:?}");
        }
    }

    #[test]
    fn the_ramp_is_applied_once() {
        let censor = Censor { rule: Rule::PosAlways, factor: 0.5, ramp_terminal: true, weaker: false };
        assert_eq!(censor.apply(1.0, true, true), 0.5);
        assert_eq!(censor.apply(-1.0, true, true), -1.0);
    }

    #[test]
    fn blunders_of_the_weak_teach_less() {
        assert_eq!([-300.0, 0.0].map(|lead| sliding(lead, 400.0)), [1.0, 1.0], "nobody is weaker");
        assert!((sliding(400.0, 400.0) - 2.0 / 11.0).abs() < 1e-12);
        assert!(sliding(800.0, 400.0) < 0.02);
    }
}
