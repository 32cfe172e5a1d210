//! `tdleaf engine GAME`: the program as an engine for graphical boards and tournament managers.

use crate::live::Pupil;
use crate::players::{CommonLimits, PlayerSpec, diced};
use crate::usage::usage;
use crate::weights;
use crate::{remark, say};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use eval::Linear;
use game::{Features, Game};
use games::list::{Visitor, with};
use lab::{Brain, Live};
use link::{BRAIN_MODES, Mind, Settings, Setup, Thinker, answer_boards, serve};
use std::any::Any;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use store::Run;

/// Play for another program: UCI, USI (shogi) or xboard, whichever it speaks first.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf engine chess
  tdleaf engine chess --xboard
  tdleaf engine shogi                            for shogi programs: USI
  tdleaf engine chess --weights chess-1.tdw --hash 256
  tdleaf engine chess --learn mine.tdrun         learn from the games that it plays
  tdleaf engine chess --brain mine.tdbrain       remember where games were lost
  tdleaf engine backgammon --listen 127.0.0.1:4321 --player pubeval     for GNU Backgammon

docs/engines.md shows how to add it to your chess or shogi program.")]
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
    #[arg(long, default_value_t = HASH)]
    pub hash: u32,
    /// Threads of a search
    #[arg(long, default_value_t = 1)]
    pub threads: u32,
    /// Learn from the games, in this run file; a new one begins with the weights
    #[arg(long)]
    pub learn: Option<PathBuf>,
    /// Backgammon: wait here for GNU Backgammon, which connects after 'set player 1 external ADDRESS'
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<String>,
    /// With --listen: who plays, as in a match
    #[arg(long, default_value = "learnt", requires = "listen")]
    pub player: String,
    /// With --listen: end after so many connections [default: when it is ended]
    #[arg(long, requires = "listen", value_parser = clap::value_parser!(u64).range(1..))]
    pub sessions: Option<u64>,
    #[command(flatten)]
    pub brain: BrainArgs,
}

/// The hash table in megabytes unless told otherwise.
const HASH: u32 = 64;

/// The brain of an engine.
#[derive(Args, Clone)]
pub struct BrainArgs {
    /// Remember in this file where games were lost, and search there again before the next; a new one is made
    #[arg(long)]
    pub brain: Option<PathBuf>,
    /// Use the brain and let it grow, only use it, or do without
    #[arg(long, default_value = "on", value_parser = BRAIN_MODES)]
    pub brain_mode: String,
    /// Seconds that others may have to wait until the brain is in order; 0: as long as it takes
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub brain_time: u32,
}

/// Runs the command.
pub fn run(args: &EngineArgs) -> Result<()> {
    // Where dice are thrown, a player is named instead of weights.
    let features = match diced(&args.game) {
        true => None,
        false => weights::choose(&args.game, args.features.as_deref(), args.weights.as_deref())?,
    };
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
        match (&args.listen, G::start().in_format("fibs").is_some()) {
            (Some(address), true) => {
                refuse_others(args)?;
                return listen::<G>(address, &args.player, args.sessions);
            }
            (None, true) => {
                return Err(usage(format!(
                    "an engine for {} needs --listen 127.0.0.1:PORT for GNU Backgammon",
                    G::NAME
                )));
            }
            (Some(_), false) => return Err(usage("--listen is for backgammon")),
            (None, false) => {}
        }
        let name = args.weights.clone().unwrap_or_else(|| weights::best(&features).to_string());
        let (hash, threads, learn, brain) = (args.hash, args.threads, args.learn.clone(), args.brain.clone());
        let setup = setup::<G, F>(&features, &Wanted { weights: name, hash, threads, learn, brain })?;
        serve(Setup { xboard: args.xboard, ..setup }, std::io::stdin(), std::io::stdout())
            .map_err(|error| anyhow!(error))
    }
}

/// Options of engines that search mean nothing to a player who waits for boards.
fn refuse_others(args: &EngineArgs) -> Result<()> {
    if let Some(name) = &args.weights {
        return Err(usage(format!("--weights has no part in --listen: say who plays by --player {name}")));
    }
    let given = [
        ("--features", args.features.is_some()),
        ("--learn", args.learn.is_some()),
        ("--brain", args.brain.brain.is_some()),
        ("--brain-mode", args.brain.brain_mode != BRAIN_MODES[0]),
        ("--xboard", args.xboard),
        ("--threads", args.threads != 1),
        ("--hash", args.hash != HASH),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(usage(format!("{option} has no part in --listen: --player says who plays and how"))),
        None => Ok(()),
    }
}

/// Answers whoever connects, one after the other.
fn listen<G: Game>(address: &str, player: &str, sessions: Option<u64>) -> Result<()> {
    let spec = PlayerSpec::parse(player, G::NAME, &CommonLimits::default())?;
    spec.check()?;
    let (maker, _) = spec.maker::<G>(&Arc::new(AtomicBool::new(false)))?;
    let mut player = maker();
    let listener = TcpListener::bind(address).with_context(|| format!("--listen: cannot listen on {address}"))?;
    say!(
        "listening on {} for GNU Backgammon; in it:  set player 1 external {}",
        listener.local_addr()?,
        listener.local_addr()?
    );
    for number in 1.. {
        let (stream, who) = listener.accept()?;
        match answer_boards(stream, &mut *player) {
            Ok(answers) => say!("{who} has left after {answers} answers"),
            // The next one may be better.
            Err(error) => remark!("{who}: {error}; the connection is closed"),
        }
        if sessions == Some(number) {
            break;
        }
    }
    Ok(())
}

/// What an engine should be like.
#[derive(Clone)]
pub struct Wanted {
    /// The name of its weights.
    pub weights: String,
    /// The hash table in megabytes.
    pub hash: u32,
    /// Threads of a search.
    pub threads: u32,
    /// The run file in which it learns.
    pub learn: Option<PathBuf>,
    /// Its brain.
    pub brain: BrainArgs,
}

/// An engine that is ready to start. What is wrong with weights and run files is told here; later a message does.
pub fn setup<G: Game, F: Features<G>>(features: &F, wanted: &Wanted) -> Result<Setup<G>> {
    let mut settings = Settings::new(wanted.weights.clone());
    settings.set("Hash", Some(&wanted.hash.to_string())).map_err(|error| usage(format!("--hash: {error}")))?;
    let threads = wanted.threads.to_string();
    settings.set("Threads", Some(&threads)).map_err(|error| usage(format!("--threads: {error}")))?;
    if wanted.learn.as_ref().is_none_or(|path| !path.exists()) {
        weights::load::<G, F>(features, &wanted.weights)?;
    }
    if let Some(path) = &wanted.learn {
        settings.learn = path.display().to_string();
    }
    settings.brain = wanted.brain.brain.as_ref().map_or(String::new(), |path| path.display().to_string());
    let words = [("Brain Mode", wanted.brain.brain_mode.clone()), ("Brain Time", wanted.brain.brain_time.to_string())];
    for (name, value) in words {
        settings.set(name, Some(&value)).map_err(usage)?;
    }
    let set = features.name();
    drop(load::<G>(&set, &settings)?);
    Ok(Setup {
        name: concat!("tdleaf ", env!("CARGO_PKG_VERSION")).to_string(),
        settings,
        load: Box::new(move |settings| load::<G>(&set, settings).map_err(|error| format!("{error:#}"))),
        xboard: false,
        usi: G::NAME == "shogi",
    })
}

/// No weights file is larger: who points the option at something else should be told, not wait.
const LARGEST: u64 = 1 << 28;

/// A mind with the weights of this name: a file brings its feature set along; a preset belongs to the set that the program
/// was started with or, if that has none of this name, to the first that has.
fn load<G: Game>(set: &str, settings: &Settings) -> Result<Box<dyn Mind<G>>> {
    let learn = Some(Path::new(&settings.learn)).filter(|path| !path.as_os_str().is_empty());
    // A run that goes on has weights and features of its own.
    let run = learn.filter(|path| path.exists()).map(|path| Run::read(path)?.meta()).transpose()?;
    if let Some(meta) = run.as_ref().filter(|meta| meta.game != G::NAME) {
        return Err(anyhow!("{} is a run of {}, not of {}", settings.learn, meta.game, G::NAME));
    }
    let name = settings.weights.as_str();
    let is_file = std::fs::metadata(Path::new(name)).is_ok_and(|about| about.is_file() && about.len() <= LARGEST);
    let of_file = if is_file { weights::features_of(G::NAME, name)? } else { None };
    let own = set.to_string();
    let preset = || with(G::NAME, Some(set), weights::Presets).is_ok_and(|presets| presets.contains(&name));
    let chosen = match of_file {
        _ if run.is_some() => run.map(|meta| meta.features).unwrap_or_default(),
        Some(of_file) => of_file,
        None if is_file || preset() => own,
        None => weights::having(G::NAME, name)?,
    };
    let mind = with(G::NAME, Some(&chosen), MakeMind { name, learn, settings }).map_err(|error| anyhow!(error))??;
    // The list knows the game by name only; by that name it is this one.
    Ok(*mind.downcast::<Box<dyn Mind<G>>>().expect("the list has one game of each name"))
}

struct MakeMind<'a> {
    name: &'a str,
    learn: Option<&'a Path>,
    settings: &'a Settings,
}

impl Visitor for MakeMind<'_> {
    type Output = Result<Box<dyn Any>>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<Box<dyn Any>> {
        let grows = self.settings.brain_mode == BRAIN_MODES[0];
        let brain = self.settings.has_brain().then(|| Brain::<G>::open(Path::new(&self.settings.brain), grows));
        let brain = brain.transpose()?;
        let weights = || weights::load::<G, F>(&features, self.name);
        let mind: Box<dyn Mind<G>> = match (self.learn, brain) {
            (Some(path), brain) if path.exists() => Box::new(Pupil::of_run(Live::resume(path, features)?, brain)),
            (Some(path), brain) => {
                let weights = weights()?;
                let settings = Live::<G, F>::settings(&features, &weights, self.name);
                let live = Live::begin(path, features, settings, &weights, env!("CARGO_PKG_VERSION"))?;
                Box::new(Pupil::of_run(live, brain))
            }
            (None, Some(brain)) => {
                let weights = weights()?;
                Box::new(Pupil::of_weights(features, &weights, brain))
            }
            (None, None) => {
                let weights = weights()?;
                Box::new(Thinker::new(Linear::new::<G>(features, weights.sets, &weights.values)))
            }
        };
        Ok(Box::new(mind))
    }
}
