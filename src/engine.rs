//! `tdleaf engine GAME`: the program as an engine for graphical boards and tournament managers.

use crate::usage::usage;
use crate::weights;
use anyhow::{Result, anyhow};
use clap::Args;
use eval::Linear;
use game::{Features, Game};
use games::list::{Visitor, names, with};
use link::{Mind, Settings, Setup, Thinker, serve};
use std::any::Any;
use std::path::Path;

/// Play for another program: UCI, or xboard if it says so first.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf engine chess
  tdleaf engine chess --xboard
  tdleaf engine chess --weights chess-1.tdw --hash 256

docs/engines.md shows how to add it to your chess program.")]
pub struct EngineArgs {
    /// The game
    pub game: String,
    /// Speak xboard's protocol from the start [default: the first command decides]
    #[arg(long)]
    pub xboard: bool,
    /// The weights: a file, a run or a preset [default: the game's best]
    #[arg(long)]
    pub weights: Option<String>,
    /// The feature set [default: that of the weights]
    #[arg(long)]
    pub features: Option<String>,
    /// The hash table in megabytes
    #[arg(long, default_value_t = 64)]
    pub hash: u32,
    /// Threads of a search
    #[arg(long, default_value_t = 1)]
    pub threads: u32,
}

/// Runs the command.
pub fn run(args: &EngineArgs) -> Result<()> {
    let features = weights::choose(&args.game, args.features.as_deref(), args.weights.as_deref())?;
    with(&args.game, features.as_deref(), Engine(args)).map_err(usage)?
}

struct Engine<'a>(&'a EngineArgs);

impl Visitor for Engine<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        if !G::CHOICES {
            return Err(usage(format!("there is nothing to choose in {}", G::NAME)));
        }
        let name = args.weights.clone().unwrap_or_else(|| weights::best(&features).to_string());
        // Here the command says what is wrong with them; later a message does.
        weights::load::<G, F>(&features, &name)?;
        let mut settings = Settings::new(name);
        settings.set("Hash", Some(&args.hash.to_string())).map_err(|error| usage(format!("--hash: {error}")))?;
        settings
            .set("Threads", Some(&args.threads.to_string()))
            .map_err(|error| usage(format!("--threads: {error}")))?;
        let set = features.name();
        let setup = Setup::<G> {
            name: concat!("tdleaf ", env!("CARGO_PKG_VERSION")).to_string(),
            settings,
            load: Box::new(move |name| load::<G>(&set, name).map_err(|error| format!("{error:#}"))),
            xboard: args.xboard,
        };
        serve(setup, std::io::stdin(), std::io::stdout()).map_err(|error| anyhow!(error))
    }
}

/// No weights file is larger: who points the option at something else should be told, not wait.
const LARGEST: u64 = 1 << 28;

/// A mind with the weights of this name: a file brings its feature set along; a preset belongs to the set that the program
/// was started with or, if that has none of this name, to the first that has.
fn load<G: Game>(set: &str, name: &str) -> Result<Box<dyn Mind<G>>> {
    let is_file = std::fs::metadata(Path::new(name)).is_ok_and(|about| about.is_file() && about.len() <= LARGEST);
    let of_file = if is_file { weights::features_of(G::NAME, name)? } else { None };
    let all = names().into_iter().find(|(game, _)| *game == G::NAME).map_or(Vec::new(), |(_, sets)| sets);
    let preset = |set: &String| with(G::NAME, Some(set), HasPreset(name)).unwrap_or(false);
    let own = set.to_string();
    let chosen = match of_file {
        Some(of_file) => of_file,
        None if is_file || preset(&own) => own,
        None => {
            let first = all.into_iter().find(preset);
            first.ok_or_else(|| anyhow!("no weights '{name}': neither a file nor a preset of {}", G::NAME))?
        }
    };
    let mind = with(G::NAME, Some(&chosen), MakeMind(name)).map_err(|error| anyhow!(error))??;
    // The list knows the game by name only; by that name it is this one.
    Ok(*mind.downcast::<Box<dyn Mind<G>>>().expect("the list has one game of each name"))
}

struct HasPreset<'a>(&'a str);

impl Visitor for HasPreset<'_> {
    type Output = bool;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> bool {
        features.presets().iter().any(|preset| preset.name == self.0)
    }
}

struct MakeMind<'a>(&'a str);

impl Visitor for MakeMind<'_> {
    type Output = Result<Box<dyn Any>>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<Box<dyn Any>> {
        let weights = weights::load::<G, F>(&features, self.0)?;
        let evaluator = Linear::new::<G>(features, weights.sets, &weights.values);
        let mind: Box<dyn Mind<G>> = Box::new(Thinker::new(evaluator));
        Ok(Box::new(mind))
    }
}
