//! `tdleaf online`: the program as a player on servers, learning from those it meets.

mod fics;
mod lichess;

use crate::engine::{BrainArgs, Wanted};
use crate::matches::record::date;
use crate::usage::usage;
use crate::{remark, weights};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use game::{Features, Game};
use games::list::{Visitor, with};
use link::{Archive, Setup, Tell};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Play on internet servers
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf online fics --games 3                                   as a guest, whoever challenges
  tdleaf online fics --name Ann --password-file pw --rules fics.toml --learn mine.tdrun
  tdleaf online lichess --token-file token --learn mine.tdrun

docs/online.md has the rules files, and what servers want of programs.")]
pub struct OnlineArgs {
    #[command(subcommand)]
    server: Server,
}

#[derive(Subcommand)]
enum Server {
    /// FICS, or another Internet Chess Server
    Fics(fics::FicsArgs),
    /// Lichess, with a bot account
    Lichess(lichess::LichessArgs),
}

/// How it plays and what becomes of its games, on any server.
#[derive(Args)]
struct PlayArgs {
    /// The weights: a file, a run or a preset [default: the game's best]
    #[arg(long)]
    weights: Option<String>,
    /// The hash table in megabytes
    #[arg(long, default_value_t = 64)]
    hash: u32,
    /// Learn from the games, in this run file; a new one begins with the weights
    #[arg(long)]
    learn: Option<PathBuf>,
    /// Add every game to this file, before anything is learnt from it
    #[arg(long, default_value = "online.pgn")]
    pgn: PathBuf,
    #[command(flatten)]
    brain: BrainArgs,
    /// Play without learning, whatever else is said; a brain is only used
    #[arg(long)]
    dry_run: bool,
}

impl PlayArgs {
    /// The engine that these options ask for.
    fn wanted<G: Game, F: Features<G>>(&self, features: &F) -> Wanted {
        let weights = self.weights.clone().unwrap_or_else(|| weights::best(features).to_string());
        let learn = self.learn.clone().filter(|_| !self.dry_run);
        let mut brain = self.brain.clone();
        if self.dry_run {
            brain.brain_mode = "read-only".to_string();
            brain.brain = brain.brain.filter(|path| path.exists());
        }
        Wanted { weights, hash: self.hash, threads: 1, learn, brain }
    }

    /// Where its games are kept.
    fn archive(&self, server: &str, name: &str) -> Archive {
        let (path, event) = (self.pgn.clone(), format!("games on {server}"));
        Archive { path, event, date, name: name.to_string() }
    }
}

/// Runs the command.
pub fn run(args: &OnlineArgs) -> Result<()> {
    match &args.server {
        Server::Fics(args) => with_features(&args.play, fics::Fics(args)),
        Server::Lichess(args) => with_features(&args.play, lichess::Lichess(args)),
    }
}

fn with_features(play: &PlayArgs, visitor: impl Visitor<Output = Result<()>>) -> Result<()> {
    let run = play.learn.as_deref().filter(|path| path.exists() && !play.dry_run);
    let of_run = run.map(|path| weights::features_of("chess", &path.display().to_string())).transpose()?.flatten();
    let features = match of_run {
        Some(features) => Some(features),
        None => weights::choose("chess", None, play.weights.as_deref())?,
    };
    with("chess", features.as_deref(), visitor).map_err(usage)?
}

/// Before anybody is called, what is wrong with weights or run files is told, and the brain is put in order.
fn ready<G: Game>(setup: &Setup<G>, stopped: &AtomicBool) -> Result<()> {
    let done = link::prepare(setup, &|| stopped.load(Ordering::Relaxed)).map_err(|error| anyhow!(error))?;
    done.iter().for_each(|text| remark!("{text}"));
    Ok(())
}

/// What happens is told on standard error.
fn tell() -> Tell {
    Box::new(|text: &str| remark!("{text}"))
}

/// The owner's wishes, or the usual ones.
fn rules<R: DeserializeOwned + Default>(path: Option<&Path>) -> Result<R> {
    let Some(path) = path else { return Ok(R::default()) };
    let text = std::fs::read_to_string(path).with_context(|| format!("--rules: cannot read {}", path.display()))?;
    toml::from_str(&text).map_err(|error| usage(format!("{}: {error}", path.display())))
}

/// A secret from a file that nobody else can read, or from the environment.
fn secret(path: Option<&Path>, variable: &str) -> Result<Option<String>> {
    let Some(path) = path else { return Ok(std::env::var(variable).ok()) };
    let about = std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    if readable_by_others(&about) {
        let path = path.display();
        return Err(usage(format!("{path} can be read by others: give it to its owner alone (chmod 600 {path})")));
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Some(text.trim().to_string()))
}

#[cfg(unix)]
fn readable_by_others(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn readable_by_others(_: &std::fs::Metadata) -> bool {
    false
}

/// Pauses between calls that grow until one has lasted.
struct Pause(Duration);

impl Pause {
    const FIRST: Duration = Duration::from_secs(2);
    const LONGEST: Duration = Duration::from_secs(600);
    const LASTED: Duration = Duration::from_secs(60);

    fn new() -> Pause {
        Pause(Pause::FIRST)
    }

    fn wait(&mut self, lasted: Duration, stopped: &AtomicBool) {
        if lasted > Pause::LASTED {
            self.0 = Pause::FIRST;
        }
        remark!("calling again in {} s", self.0.as_secs());
        Pause::rest(self.0, stopped);
        self.0 = (2 * self.0).min(Pause::LONGEST);
    }

    /// Waits, unless it is time to leave.
    fn rest(time: Duration, stopped: &AtomicBool) {
        let end = Instant::now() + time;
        while Instant::now() < end && !stopped.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use link::{IcsRules, LichessRules};

    #[test]
    fn pauses_grow_until_a_call_has_lasted() {
        let stopped = AtomicBool::new(true);
        let mut pause = Pause::new();
        for _ in 0..20 {
            pause.wait(Duration::ZERO, &stopped);
        }
        assert_eq!(pause.0, Pause::LONGEST);
        pause.wait(Duration::from_secs(3600), &stopped);
        assert_eq!(pause.0, 2 * Pause::FIRST);
    }

    #[test]
    fn the_manuals_rules_are_right() {
        let manual = include_str!("../../docs/online.md");
        let example = |at: usize| manual.split("```toml\n").nth(at).and_then(|rest| rest.split("```").next()).unwrap();
        let fics: IcsRules = toml::from_str(example(1)).unwrap();
        assert!(!fics.seek.is_empty() && fics != IcsRules::default());
        let lichess: LichessRules = toml::from_str(example(2)).unwrap();
        assert!(lichess != LichessRules::default());
        assert!(toml::from_str::<IcsRules>("seeks = 1").is_err(), "what is misspelt is told");
    }
}
