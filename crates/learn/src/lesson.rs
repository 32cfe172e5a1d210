//! What happened in the learning of one game.

/// What a game taught. Lists over steps hold the known steps only; with several outputs, step after step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// The number of the game.
    pub number: u64,
    /// P_t.
    pub predictions: Vec<f64>,
    /// What should have been predicted, for each output.
    pub outcome: Vec<f64>,
    /// d_t = P_{t+1} - P_t; the last one is outcome - P_T.
    pub td_raw: Vec<f64>,
    /// d_t after the rule.
    pub td: Vec<f64>,
    /// The recommended change of every weight before any learning rate, and of the steepness if it is learnt.
    pub sum: Vec<f64>,
    /// The same with absolute values for each step; empty unless the step size looks at steps.
    pub absolute: Vec<f64>,
    /// The change of the weights by this game; those of the steepness are not in it. With a step size that only acts
    /// when an update is applied (Adam): the change of the whole update, or zeros.
    pub delta: Vec<f64>,
    /// The largest absolute value in `delta`.
    pub largest: f64,
    /// True if the weights moved: the game completed an update.
    pub applied: bool,
    /// Lambda for this game.
    pub lambda_used: f64,
    /// Lambda for the next game.
    pub lambda_next: f64,
}
