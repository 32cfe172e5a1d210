//! `tdleaf brain`: what the program remembers of the games that it lost.

use crate::show::Progress;
use crate::usage::usage;
use crate::{draft, say, stop, weights};
use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use eval::Linear;
use game::{Features, Game, Side};
use games::list::{Visitor, with};
use lab::brain::{Brain, Entry, judge};
use link::{Mind, Settings, Thinker};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use store::BrainFile;

/// Where games were lost: see it, search it again, join it, take it elsewhere
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf brain show mine.tdbrain                       what it remembers, and would play now
  tdleaf brain check mine.tdbrain --weights mine.tdw   search what is new or of other weights
  tdleaf brain merge mine.tdbrain ann.tdbrain          take over what another one remembers
  tdleaf brain export mine.tdbrain > mine.epd          for other programs

A brain grows while `tdleaf engine --brain FILE` or `tdleaf online` plays. docs/engines.md says how.")]
pub struct BrainArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the positions
    Show(ShowArgs),
    /// Search what is new, contradictory or was searched with other weights
    Check(CheckArgs),
    /// Take over the positions of other brains
    Merge(MergeArgs),
    /// Write the positions as EPD
    Export(ExportArgs),
}

#[derive(Args)]
struct ShowArgs {
    /// The brain
    brain: PathBuf,
    /// Positions to list
    #[arg(long, default_value_t = 20)]
    top: usize,
}

#[derive(Args)]
struct CheckArgs {
    /// The brain
    brain: PathBuf,
    /// The weights that will play with it: a file, a run or a preset [default: the game's best]
    #[arg(long)]
    weights: Option<String>,
    /// The feature set [default: that of the weights]
    #[arg(long)]
    features: Option<String>,
    /// The hash table in megabytes
    #[arg(long, default_value_t = 64)]
    hash: u32,
}

#[derive(Args)]
struct MergeArgs {
    /// The brain that takes over
    brain: PathBuf,
    /// Brains of the same game, which stay as they are
    #[arg(required = true)]
    others: Vec<PathBuf>,
}

#[derive(Args)]
struct ExportArgs {
    /// The brain
    brain: PathBuf,
    /// The file to write [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &BrainArgs) -> Result<()> {
    let (path, features) = match &args.command {
        Command::Show(args) => (&args.brain, None),
        Command::Check(args) => (&args.brain, Some((args.features.as_deref(), args.weights.as_deref()))),
        Command::Merge(args) => (&args.brain, None),
        Command::Export(args) => (&args.brain, None),
    };
    let game = BrainFile::read(path)?.game()?;
    let features = features.map_or(Ok(None), |(features, weights)| weights::choose(&game, features, weights))?;
    with(&game, features.as_deref(), Do(&args.command)).map_err(usage)?
}

struct Do<'a>(&'a Command);

impl Visitor for Do<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        match self.0 {
            Command::Show(args) => show::<G>(args),
            Command::Check(args) => check::<G, F>(args, &features),
            Command::Merge(args) => merge::<G>(args),
            Command::Export(args) => export::<G>(args),
        }
    }
}

/// A value in pawns, or a win.
fn worth(value: i32, unit: i32) -> String {
    match search::points(value) {
        Some(points) if points > 0 => "wins".to_string(),
        Some(_) => "loses".to_string(),
        None => format!("{:+.2}", f64::from(value) / f64::from(unit.max(1))),
    }
}

fn show<G: Game>(args: &ShowArgs) -> Result<()> {
    let brain = Brain::<G>::open(&args.brain, false)?;
    let waiting = brain.entries().iter().filter(|entry| entry.wanted > 0).count();
    let mut judges: Vec<(u64, usize)> = Vec::new();
    for weights in brain.entries().iter().filter_map(|entry| entry.found).map(|found| found.judge.weights) {
        match judges.iter_mut().find(|(known, _)| *known == weights) {
            Some((_, count)) => *count += 1,
            None => judges.push((weights, 1)),
        }
    }
    say!("{}: {} positions of {}, {waiting} of them still to be searched", args.brain.display(), brain.len(), G::NAME);
    for (weights, count) in judges {
        say!("  {count} were searched with the weights {weights:016x}");
    }
    for entry in brain.entries().iter().take(args.top) {
        say!("{}", line(entry));
    }
    if brain.len() > args.top {
        say!("... and {} more (--top {})", brain.len() - args.top, brain.len());
    }
    Ok(())
}

/// A position in a line: when it came, whose it is, what was found.
fn line<G: Game>(entry: &Entry<G>) -> String {
    let dots = if entry.position.side() == Side::First { "." } else { "..." };
    let number = format!("{}{dots}", entry.ply / 2 + 1);
    let own = if entry.own == entry.position.side() { "own move" } else { "opponent's" };
    let found = entry.found.map_or("not searched yet".to_string(), |found| {
        let best = entry.position.record_move(found.best);
        format!("{best:<7} {:>6}  depth {:>2}", worth(found.value, found.judge.unit), found.depth)
    });
    let waits = if entry.wanted > 0 { format!("  (to be searched to depth {})", entry.wanted) } else { String::new() };
    format!("{number:<6} {own:<10}  {found}{waits}  {}", entry.position)
}

fn check<G: Game, F: Features<G>>(args: &CheckArgs, features: &F) -> Result<()> {
    let name = args.weights.clone().unwrap_or_else(|| weights::best(features).to_string());
    let weights = weights::load::<G, F>(features, &name)?;
    let judge = judge::<G, F>(features, &weights);
    let mut settings = Settings::new(name);
    settings.set("Hash", Some(&args.hash.to_string())).map_err(|error| usage(format!("--hash: {error}")))?;
    let mut thinker = Thinker::new(Linear::new::<G>(features.clone(), weights.sets, &weights.values));
    thinker.configure(settings.options());
    let mut brain = Brain::<G>::open(&args.brain, true)?;
    let stopped = stop::on_ctrl_c("stopping; what has been searched is kept");
    let total = brain.entries().iter().filter(|entry| entry.trusted(judge).is_none()).count() as u64;
    let mut progress = Progress::new("positions", 0, total);
    let mut searched = 0;
    let tidied = brain.tidy(judge, None, &mut |study| {
        if stopped.load(Ordering::Relaxed) {
            return None;
        }
        thinker.know(study.known);
        let thought = thinker.study(study.position, study.own, study.depth, &|| stopped.load(Ordering::Relaxed))?;
        searched += 1;
        // Contradictions may bring more than there was at first.
        progress.at(searched.min(total), String::new);
        Some(thought)
    });
    progress.finish();
    let tidied = tidied?;
    say!("{}: {} positions; {tidied}", args.brain.display(), brain.len());
    if tidied.left + tidied.stale == 0 {
        say!("the brain is clean");
        return Ok(());
    }
    Err(anyhow!("{} is not clean yet; the same command goes on", args.brain.display()))
}

fn merge<G: Game>(args: &MergeArgs) -> Result<()> {
    let mut brain = Brain::<G>::open(&args.brain, true)?;
    for path in &args.others {
        draft::distinct(&[("the brain", &args.brain), ("the other one", path)])?;
        let other = Brain::<G>::open(path, false)?;
        let (added, replaced) = brain.merge(&other)?;
        say!("{}: {added} new positions, {replaced} that it has searched deeper", path.display());
    }
    say!(
        "{}: {} positions; `tdleaf brain check` searches what does not fit together",
        args.brain.display(),
        brain.len()
    );
    Ok(())
}

fn export<G: Game>(args: &ExportArgs) -> Result<()> {
    let brain = Brain::<G>::open(&args.brain, false)?;
    let lines: Vec<String> = brain.entries().iter().map(epd).collect();
    match &args.out {
        Some(path) => draft::write(path, &lines.join("\n"))?,
        None => lines.iter().for_each(|line| say!("{line}")),
    }
    Ok(())
}

/// A position as EPD: the best move, the value in hundredths of a pawn, the depth, and whose brain it was.
fn epd<G: Game>(entry: &Entry<G>) -> String {
    let text = entry.position.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    // FEN has two counters that EPD has not.
    let mut line = if fields.len() == 6 { fields[..4].join(" ") } else { text };
    if let Some(found) = entry.found {
        let value = 100.0 * f64::from(found.value) / f64::from(found.judge.unit.max(1));
        let value = value.clamp(-32_000.0, 32_000.0).round();
        line += &format!(" bm {}; ce {value}; acd {};", entry.position.record_move(found.best), found.depth);
    }
    let own = if entry.own == Side::First { "first" } else { "second" };
    line + &format!(" c0 \"played by the {own} side\";")
}
