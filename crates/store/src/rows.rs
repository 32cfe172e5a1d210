//! What goes into a run file and comes out of it, as plain data.

/// What a run is; written once, when it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Meta {
    /// The name of the game.
    pub game: String,
    /// The name of the feature set.
    pub features: String,
    /// The resolved settings.
    pub settings: serde_json::Value,
    /// The seed that everything random in the run follows from.
    pub seed: u64,
    /// The version of the program that began the run.
    pub version: String,
    /// The names of the features, in their order.
    pub names: Vec<String>,
    /// The number of weight sets.
    pub sets: usize,
    /// How many games lie between two snapshots.
    pub snapshot_every: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number in the run, from 1.
    pub number: u64,
    /// The points of the first player: above 0 won, 0 drawn, below 0 lost.
    pub result: i32,
    /// Its length.
    pub plies: u32,
    /// Why it ended.
    pub reason: String,
    /// The positions searched by both sides.
    pub nodes: u64,
    /// The starting position, unless it is the usual one.
    pub start: Option<String>,
    /// The moves in the notation of the game.
    pub moves: String,
}

/// The weights as they were after so many games.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The games learnt from; 0 for the beginning.
    pub game: u64,
    /// The weights, set after set.
    pub weights: Vec<f64>,
    /// The learning rates, one for each weight, or as many as the learner has.
    pub rates: Vec<f64>,
    /// The lambda in use.
    pub lambda: f64,
}

/// Something worth telling that is not a game.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRow {
    /// The games finished when it happened.
    pub game: u64,
    /// A word to select by.
    pub kind: String,
    /// What happened, for people.
    pub text: String,
}

/// The rating of a player after so many games.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// The games finished.
    pub game: u64,
    /// The name of the player.
    pub player: String,
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// Where to resume.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    /// The games finished and learnt from.
    pub games: u64,
    /// The state of the learner, in JSON.
    pub state: String,
    /// Seconds of learning so far, over all sessions.
    pub seconds: f64,
    /// Seconds of processor time so far, over all sessions and threads.
    pub cpu_seconds: f64,
}

/// All that one commit writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Games finished since the last commit.
    pub games: Vec<GameRow>,
    /// Weights since the last commit.
    pub snapshots: Vec<Snapshot>,
    /// Events since the last commit.
    pub events: Vec<EventRow>,
    /// Ratings since the last commit.
    pub ratings: Vec<RatingRow>,
    /// The new place to resume at.
    pub checkpoint: Checkpoint,
    /// True: it is also a place to which later games can be undone.
    pub remember: bool,
}

impl Batch {
    /// The highest number of games that any row speaks of.
    pub(crate) fn last(&self) -> u64 {
        let games = self.games.iter().map(|row| row.number);
        let snapshots = self.snapshots.iter().map(|row| row.game);
        let events = self.events.iter().map(|row| row.game);
        let ratings = self.ratings.iter().map(|row| row.game);
        games.chain(snapshots).chain(events).chain(ratings).max().unwrap_or(0)
    }
}
