//! A played game as the learner sees it.

use eval::Inputs;

/// A game: what was predicted at every step, and how it ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Episode {
    /// The number of the game, for messages.
    pub number: u64,
    /// The positions that the learner predicted from, in order.
    pub steps: Vec<Step>,
    /// Points for the first player, from whose view the inputs are, too: -1, 0 or 1; backgammon goes to 3 and -3.
    pub result: i32,
    /// True if the game broke off and its result says nothing: the last prediction is taken to be right. (A resignation or a
    /// loss on time, where that is what they count for.)
    pub open: bool,
    /// True if the learner was the second player. Only the rules ask: they must know which surprises were pleasant.
    pub second: bool,
    /// With TreeStrap, what each search recommends ([`crate::Harvest::take`]).
    pub searches: Vec<Vec<f64>>,
    /// The learner's rating.
    pub own_rating: Option<f64>,
    /// The opponent's rating.
    pub opponent_rating: Option<f64>,
}

impl Episode {
    /// How much higher the learner is rated than its opponent, if both ratings are known.
    pub fn lead(&self) -> Option<f64> {
        Some(self.own_rating? - self.opponent_rating?)
    }
}

/// One position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What the search's value came from.
    pub leaf: Leaf,
    /// The position on the board.
    pub root: Inputs,
    /// True if the opponent's reply (or whatever led to the next step) was the expected one.
    pub predicted: bool,
}

/// Where the value of a search came from.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf {
    /// Positions with their probabilities, which sum to 1; a single one where there are no dice.
    Static(Vec<(f64, Inputs)>),
    /// With dice: some of the weighted leaves are finished games, with their points for the first player.
    Mixed(Vec<(f64, Inputs)>, Vec<(f64, i32)>),
    /// A finished game: it predicts its own points for the first player, and no weight can change that.
    Over(i32),
    /// Not known: the step is left out, and the difference before it spans to the next known step.
    Unknown,
}

impl Leaf {
    /// The leaf of a search without dice.
    pub fn one(inputs: Inputs) -> Leaf {
        Leaf::Static(vec![(1.0, inputs)])
    }
}
