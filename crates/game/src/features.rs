//! What a feature set is: amounts measured in a position, each written once for evaluation, gradient and explanation.

use crate::{Game, Sets, Side};

/// What a whole search agrees on: whose program is thinking, and in which stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// The side that the program plays. Asymmetric features (own king, opponent's king) ask for it.
    pub program: Side,
    /// The stage of the game in which the search began. Features that belong to one stage ask for it.
    pub stage: usize,
    /// The weight set chosen at the root, where sets are chosen there.
    pub set: usize,
}

impl Root {
    /// The context of a search in `game` with these weight sets.
    pub fn of<G: Game>(game: &G, sets: Sets) -> Root {
        Root { program: game.side(), stage: game.stage(), set: if sets.at_root() { sets.of(game) } else { 0 } }
    }
}

/// A set of features of a game.
///
/// `each` pushes (index, amount) pairs. The evaluator's closure is a dot product, the learner's collects the gradient and
/// the report's explains, so the three cannot differ. Amounts depend on the position and the root context only, never on
/// weights, and are from the first player's view.
pub trait Features<G: Game>: Clone + Send + Sync + 'static {
    /// What several features share, computed once for each position: an attack map, say.
    type Prepared;
    /// True if [`Features::change`] is cheaper than counting afresh; the evaluator then keeps a running sum.
    const INCREMENTAL: bool = false;

    /// True if a quiet move changes no amount.
    const FLAT: bool = false;

    /// True if amounts depend on whose program is searching ([`Root::program`]).
    const ASYMMETRIC: bool = false;

    /// True if amounts depend on the stage in which the search began ([`Root::stage`]).
    const STAGED: bool = false;

    /// True if every feature has two weights, one after the other, between which the position chooses by degrees:
    /// [`Features::pairs`] then says the same as `each`, and an evaluator is faster that way.
    const PAIRED: bool = false;

    /// The name of the set in commands and files.
    fn name(&self) -> String;

    /// The number of features.
    fn count(&self) -> usize;

    /// The name of one feature.
    fn label(&self, index: usize) -> String;

    /// Computes what the features share.
    fn prepare(&self, game: &G, root: &Root) -> Self::Prepared;

    /// Pushes the features that are present, with their amounts. An index may be pushed several times: amounts add up.
    fn each(&self, game: &G, prepared: &Self::Prepared, push: impl FnMut(usize, i32));

    /// Of a set with pairs of weights: pushes the number of a pair and its amount, and returns how often the first and how
    /// often the second weight of all pairs counts. `each` pushes the products.
    #[inline]
    fn pairs(&self, _game: &G, _prepared: &Self::Prepared, _push: impl FnMut(usize, i32)) -> [i32; 2] {
        [0; 2]
    }

    /// What `each` pushes but for what [`Features::late`] does.
    #[inline]
    fn early(&self, game: &G, prepared: &Self::Prepared, push: impl FnMut(usize, i32)) {
        self.each(game, prepared, push);
    }

    /// Features that take long to find and cannot be worth much: a search may do without them where they cannot matter.
    #[inline]
    fn late(&self, _game: &G, _prepared: &Self::Prepared, _push: impl FnMut(usize, i32)) {}

    /// The most that the late features of a position can be worth together, for either side, with these weights.
    fn late_worth(&self, _weights: &[i32]) -> i32 {
        0
    }

    /// Pushes by how much a move changes the amounts.
    fn change(&self, before: &G, mv: G::Move, root: &Root, mut push: impl FnMut(usize, i32)) {
        let after = before.after(mv);
        self.each(&after, &self.prepare(&after, root), &mut push);
        self.each(before, &self.prepare(before, root), |index, amount| push(index, -amount));
    }

    /// What one step of the whole-number amount of a feature stands for.
    fn unit(&self, _index: usize) -> f64 {
        1.0
    }

    /// True if exchanging the colours, and the program's side with them, negates the feature.
    fn symmetric(&self, _index: usize) -> bool {
        true
    }

    /// Weights with a name, all zero if there are none. The first is where learning starts.
    fn presets(&self) -> Vec<Preset> {
        vec![Preset { name: "zero", about: "nothing known", sets: Sets::One, weights: vec![0.0; self.count()] }]
    }

    /// The preset, if there is one of this name, that stands for what people say: learnt weights are judged by it.
    fn textbook(&self) -> &'static str {
        "textbook"
    }

    /// What a pawn (or whatever people measure by in this game) is worth under `weights`: the unit of root noise, and what
    /// reports divide by.
    fn yardstick(&self, _weights: &[f64]) -> f64 {
        1.0
    }

    /// What a learning run uses unless told otherwise.
    fn training(&self) -> Training {
        Training::USUAL
    }

    /// How many features, from the first on, are worth watching one by one: the pieces of chess. A run with a warm-up
    /// learns them alone at first.
    fn core(&self) -> usize {
        self.count()
    }

    /// Features whose course in each weight set a report draws.
    fn watched(&self) -> Vec<usize> {
        (0..self.core().min(12)).collect()
    }

    /// Features that are squares of a board, for drawing.
    fn maps(&self) -> Vec<SquareMap> {
        Vec::new()
    }
}

/// What a learning run uses unless told otherwise, as measured for each feature set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Games to play.
    pub games: u64,
    /// Search depth in plies.
    pub depth: u32,
    /// The profile of the search, as the command line writes it.
    pub profile: &'static str,
    /// Games that are played with the same weights.
    pub batch: u64,
    /// The step size, as the command line writes it.
    pub step: &'static str,
    /// The policy for lambda, as the command line writes it.
    pub lambda: &'static str,
    /// The steepness of the squashing function after the warm-up, where it is 1.
    pub steepness: f64,
    /// Root noise in yardsticks.
    pub noise: f64,
    /// Random plies at most before a game.
    pub opening: usize,
    /// Games in which only the core features are learnt, with a step size and a lambda of their own.
    pub warmup: (u64, &'static str, &'static str),
    /// True if the value itself is the prediction; else it is squashed by the logistic function.
    pub linear: bool,
}

impl Training {
    /// What suits most games.
    pub const USUAL: Training = Training {
        games: 1000,
        depth: 2,
        profile: "exact",
        batch: 8,
        step: "coherence:0.1",
        lambda: "forgetting-decay",
        steepness: 1.0,
        noise: 0.0,
        opening: 0,
        warmup: (0, "coherence:0.1", "forgetting-decay"),
        linear: false,
    };
}

/// Weights with a name.
#[derive(Clone, Debug)]
pub struct Preset {
    /// The name in commands.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// How positions choose among several weight sets.
    pub sets: Sets,
    /// The weights, one for each feature, set after set.
    pub weights: Vec<f64>,
}

/// A board whose squares have weights.
#[derive(Clone, Debug, Default)]
pub struct SquareMap {
    /// What stands on the squares.
    pub title: String,
    /// The names of the columns from the left; if there are none, they are a, b, c and so on.
    pub columns: Vec<String>,
    /// The names of the rows from the top; if there are none, they end with 1.
    pub ranks: Vec<String>,
    /// For each row from the top, for each square from the left: the indices whose weights add up there.
    pub rows: Vec<Vec<Vec<usize>>>,
}
