//! The resolved settings of a learning run: everything that decides what it learns, and nothing else.

use crate::{PoolSettings, RecordSettings, policy};
use game::{Features, Game, Sets};
use learn::lambda::LambdaSettings;
use learn::step::StepSettings;
use learn::{Rule, Settings, Source, Squash};
use search::{Options, Quiescence};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How the positions that teach are chosen, and by which positions they are predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// TD(lambda): moves by one ply without quiescence, predictions of the positions on the board.
    Td,
    /// TD-directed(lambda): moves by search, predictions of the positions on the board.
    TdDirected,
    /// TDLeaf(lambda): moves by search, predictions of the principal leaves.
    #[default]
    Tdleaf,
    /// RootStrap: moves by search, and the position on the board is taught what its principal leaf predicts.
    Rootstrap,
    /// TreeStrap: moves by search, and every node above the horizon is taught what the search found there.
    Treestrap,
}

/// Who chooses the moves of learning games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moves {
    /// The search.
    #[default]
    Search,
    /// A capture if the captures alone, searched to their end, show one that gains; else chance.
    Captures,
    /// Chance.
    Random,
}

/// The first phase of a run: pieces before their squares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warmup {
    /// Its length; 0 for none.
    pub games: u64,
    /// Its step size.
    pub step: StepSettings,
    /// Its policy for lambda.
    pub lambda: LambdaSettings,
    /// Its steepness.
    pub beta: f64,
}

/// The settings of a run. Threads are not among them: they change the speed, never the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    /// The game.
    pub game: String,
    /// The feature set.
    pub features: String,
    /// How positions choose among several weight sets.
    #[serde(default, skip_serializing_if = "is_one", with = "eval::by_name")]
    pub sets: Sets,
    /// The preset with which learning starts.
    pub start: String,
    /// Search depth in plies.
    pub depth: u32,
    /// At most so many positions for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The profile of the search, and switches that differ from it: see [`Options::parse`].
    #[serde(default = "exact", skip_serializing_if = "is_exact")]
    pub profile: String,
    /// Who chooses the moves.
    #[serde(default, skip_serializing_if = "is_search")]
    pub moves: Moves,
    /// The number of games.
    pub games: u64,
    /// Games played with the same weights.
    pub batch: u64,
    /// The seed of all chance.
    pub seed: u64,
    /// Root noise in yardsticks.
    pub noise: f64,
    /// Random plies at most before a game.
    pub opening: usize,
    /// Games stopped at this length are draws.
    pub longest: usize,
    /// Games of self-play are not ended by moves without progress, and those stopped at that length are won by who is ahead.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unhurried: bool,
    /// The first phase, in which only the core features are learnt.
    pub warmup: Warmup,
    /// Which positions predict.
    pub method: Method,
    /// How to learn.
    pub learn: Settings,
    /// Opponents, if the learner does not play itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<PoolSettings>,
    /// Recorded games, if they are what teaches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<RecordSettings>,
    /// True if others arrange the games: nothing is played by the run itself.
    #[serde(default, skip_serializing_if = "is_false")]
    pub live: bool,
}

impl RunSettings {
    /// What is used unless told otherwise.
    pub fn new<G: Game, F: Features<G>>(features: &F) -> RunSettings {
        let training = features.training();
        let step = |text| policy::step(text).expect("a feature set's own step size is right");
        let lambda = |text| policy::lambda(text).expect("a feature set's own lambda is right");
        let learn = Settings {
            squash: if training.linear { Squash::Identity } else { Squash::Logistic },
            step: step(training.step),
            lambda: lambda(training.lambda),
            beta: training.steepness,
            ..Settings::default()
        };
        let (games, warm_step, warm_lambda) = training.warmup;
        let start = &features.presets()[0];
        RunSettings {
            game: G::NAME.to_string(),
            features: features.name(),
            sets: start.sets,
            start: start.name.to_string(),
            depth: training.depth,
            nodes: None,
            profile: training.profile.to_string(),
            moves: Moves::Search,
            games: training.games,
            batch: training.batch,
            seed: 1,
            noise: training.noise,
            opening: training.opening,
            longest: G::LONGEST,
            unhurried: false,
            warmup: Warmup { games, step: step(warm_step), lambda: lambda(warm_lambda), beta: 1.0 },
            method: Method::Tdleaf,
            learn,
            pool: None,
            records: None,
            live: false,
        }
    }

    /// Makes the source of predictions follow the method.
    pub fn resolved(mut self) -> RunSettings {
        self.learn.source = match self.method {
            Method::Td | Method::TdDirected => Source::Root,
            Method::Tdleaf => Source::Leaf,
            Method::Rootstrap => Source::RootStrap,
            Method::Treestrap => Source::TreeStrap,
        };
        if self.method == Method::Td {
            self.depth = 1;
        }
        self
    }

    /// How the games are searched. Among equal moves chance decides, unless the profile says otherwise.
    pub fn search(&self) -> Options {
        // What cannot be read has been refused by `check`.
        let options = Options::parse(&self.profile, self.depth).unwrap_or(Options::exact(self.depth));
        let quiescence = if self.method == Method::Td { Quiescence::Off } else { options.quiescence };
        let told = self.profile.split_whitespace().any(|word| word.starts_with("shuffle="));
        let shuffle = options.shuffle || !told;
        Options { noise: self.noise, quiescence, shuffle, ..options }
    }

    /// Refuses weight sets that the game does not have.
    pub fn check_sets<G: Game>(&self) -> Result<(), String> {
        if self.sets != Sets::One && self.sets.count::<G>() < 2 {
            return Err(format!("--sets: {} has no {}, so all its positions share one set", G::NAME, self.sets));
        }
        Ok(())
    }

    /// Refuses what cannot be run, naming the option.
    pub fn check(&self) -> Result<(), String> {
        if self.depth == 0 || self.depth > 20 {
            return Err(format!("--depth must be from 1 to 20, not {}", self.depth));
        }
        let options = Options::parse(&self.profile, self.depth).map_err(|error| format!("--profile: {error}"))?;
        if options.threads > 1 {
            return Err("--profile: learning searches have one thread each, so that runs can be repeated".to_string());
        }
        if options.noise != 0.0 {
            return Err("--profile: the noise of a learning run has an option of its own, --noise".to_string());
        }
        if self.moves != Moves::Search && matches!(self.method, Method::Rootstrap | Method::Treestrap) {
            return Err("RootStrap and TreeStrap learn from searches: moves must be chosen by search".to_string());
        }
        if self.games == 0 {
            return Err("--games must be at least 1".to_string());
        }
        if self.nodes == Some(0) {
            return Err("--nodes must be at least 1".to_string());
        }
        if self.nodes.is_some() && self.method == Method::Treestrap {
            return Err("--nodes: TreeStrap learns from whole iterations; limit it by --depth".to_string());
        }
        if let Some(pool) = &self.pool {
            pool.check()?;
            if self.method == Method::Treestrap || self.moves != Moves::Search {
                return Err("--pool: TreeStrap learns from self-play only".to_string());
            }
            if self.batch != 1 {
                return Err("--batch: against others every game is learnt by itself; use --update-every".to_string());
            }
            if pool.trial >= self.games {
                let (trial, games) = (pool.trial, self.games);
                return Err(format!("--trial {trial} of --games {games} leaves no game to learn from"));
            }
        }
        if let Some(records) = &self.records {
            if self.pool.is_some() {
                return Err("--from and --pool: records are games that have been played already".to_string());
            }
            if self.method == Method::Treestrap || self.moves != Moves::Search {
                return Err("--from: TreeStrap learns from self-play only".to_string());
            }
            if self.noise != 0.0 || self.opening != 0 {
                return Err("--noise and --opening have no part in --from: the moves are in the records".to_string());
            }
            if self.learn.rule != Rule::None && records.player.is_none() {
                return Err("--rule needs to know whose opponent surprised: add --as NAME to --from".to_string());
            }
        }
        if self.unhurried && (self.pool.is_some() || self.records.is_some()) {
            return Err("only games of self-play can go on without progress".to_string());
        }
        if self.batch == 0 || self.batch > 100_000 {
            return Err(format!("--batch must be from 1 to 100000, not {}", self.batch));
        }
        if !(0.0..=10.0).contains(&self.noise) {
            return Err(format!("--noise must be from 0 to 10 pawns, not {}", self.noise));
        }
        if self.opening > 60 {
            return Err(format!("--opening must be at most 60 plies, not {}", self.opening));
        }
        Ok(())
    }
}

fn exact() -> String {
    "exact".to_string()
}

fn is_exact(search: &str) -> bool {
    search == "exact"
}

fn is_one(sets: &Sets) -> bool {
    *sets == Sets::One
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_search(moves: &Moves) -> bool {
    *moves == Moves::Search
}

/// The settings that differ, each with both values: (name, in the file, in the command).
pub fn differences(file: &Value, command: &Value) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    compare("", file, command, &mut found);
    found
}

fn compare(name: &str, file: &Value, command: &Value, found: &mut Vec<(String, String, String)>) {
    match (file, command) {
        (Value::Object(a), Value::Object(b)) => {
            let mut keys: Vec<&String> = a.keys().chain(b.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                compare(&name, a.get(key).unwrap_or(&Value::Null), b.get(key).unwrap_or(&Value::Null), found);
            }
        }
        _ if file != command => found.push((name.to_string(), shown(file), shown(command))),
        _ => {}
    }
}

/// Settings with their usual value are often left out.
fn shown(value: &Value) -> String {
    if value.is_null() { "the usual".to_string() } else { value.to_string() }
}
