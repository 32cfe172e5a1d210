//! `tdleaf weights`: what each game has changed, how two sets of weights differ, and back, and together.

use crate::draft;
use crate::networks;
use crate::say;
use crate::usage::usage;
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use eval::WeightsFile;
use lab::{LEARNER, LESSON, run_sets};
use std::path::{Path, PathBuf};
use store::{Run, Snapshot};

/// What was learnt, game by game: see it, compare it, undo it, join it
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf weights log mine.tdrun                            what the last games have taught
  tdleaf weights diff before.tdw mine.tdrun                which weights differ most
  tdleaf weights undo mine.tdrun --games 3                 as if the last three had not been played
  tdleaf weights merge ann.tdrun bob.tdrun --out both.tdw  what two people's games have taught, together

Runs are those that `tdleaf engine --learn` writes, or any other; only runs of real games can be undone.")]
pub struct WeightsArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What each game has changed, and which positions taught it
    Log(LogArgs),
    /// How two sets of weights differ
    Diff(DiffArgs),
    /// Take back what the last games have taught
    Undo(UndoArgs),
    /// Join what two runs have learnt
    Merge(MergeArgs),
}

#[derive(Args)]
struct LogArgs {
    /// A run
    run: PathBuf,
    /// The last so many games
    #[arg(long, default_value_t = 20)]
    games: usize,
    /// Weights to name for each game
    #[arg(long, default_value_t = 3)]
    top: usize,
}

#[derive(Args)]
struct DiffArgs {
    /// A weights file or a run
    before: PathBuf,
    /// Another one of the same features
    after: PathBuf,
    /// Weights to name
    #[arg(long, default_value_t = 20)]
    top: usize,
}

#[derive(Args)]
struct UndoArgs {
    /// A run of real games
    run: PathBuf,
    /// How many games to take back
    #[arg(long, default_value_t = 1)]
    games: u64,
}

#[derive(Args)]
struct MergeArgs {
    /// A run or a weights file
    first: PathBuf,
    /// Another one of the same features
    second: PathBuf,
    /// What both began with [default: the common start of two runs; without one, the mean of both]
    #[arg(long)]
    base: Option<PathBuf>,
    /// The weights file to write
    #[arg(long)]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &WeightsArgs) -> Result<()> {
    match &args.command {
        Command::Log(args) => log(args),
        Command::Diff(args) => diff(args),
        Command::Undo(args) => undo(args),
        Command::Merge(args) => merge(args),
    }
}

/// The changes of weights, the largest first, by name.
fn changes(file: &WeightsFile, before: &[f64], after: &[f64]) -> Vec<(String, f64, f64)> {
    let sets = file.sets;
    let name = |at: usize| match sets {
        1 => file.names[at].clone(),
        _ => format!("{} (set {})", file.names[at % file.names.len()], at / file.names.len() + 1),
    };
    let pairs = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
    let mut changes: Vec<(String, f64, f64)> = pairs.map(|(at, (before, after))| (name(at), *before, *after)).collect();
    changes.sort_by(|a, b| (b.2 - b.1).abs().total_cmp(&(a.2 - a.1).abs()));
    changes
}

fn log(args: &LogArgs) -> Result<()> {
    let run = Run::read(&args.run)?;
    let (file, snapshots) = (of_run(&run, &args.run)?, run.snapshots()?);
    let (events, ratings) = (run.events()?, run.ratings()?);
    let games = run.games(1..=u64::MAX >> 1)?;
    if games.is_empty() {
        say!("{}: no game has been played yet", args.run.display());
    }
    let at = |game: u64| snapshots.iter().rfind(|snapshot| snapshot.game <= game);
    for game in games.iter().skip(games.len().saturating_sub(args.games)) {
        let result = ["0-1", "1/2-1/2", "1-0"][(game.result.signum() + 1) as usize];
        let met = ratings.iter().find(|row| row.game == game.number && row.player != LEARNER);
        let met = met.map_or(String::new(), |row| format!(", against {} ({:.0})", row.player, row.rating));
        say!("game {}: {result} after {} moves, {}{met}", game.number, game.plies.div_ceil(2), game.reason);
        if let Some((before, after)) = at(game.number - 1).zip(at(game.number)) {
            tell(&changes(&file, &before.weights, &after.weights), args.top, before, after);
        }
        for event in events.iter().filter(|event| event.game == game.number && event.kind == LESSON) {
            say!("  taught by  {}", event.text);
        }
    }
    Ok(())
}

fn tell(changes: &[(String, f64, f64)], top: usize, before: &Snapshot, after: &Snapshot) {
    if before.game == after.game {
        return say!("  changed    (the run keeps weights for some games only)");
    }
    if changes.is_empty() {
        return say!("  changed    nothing");
    }
    let named = changes.iter().take(top).map(|(name, before, after)| format!("{name} {:+.4}", after - before));
    let named: Vec<String> = named.collect();
    say!("  changed    {} weights: {}", changes.len(), named.join(", "));
}

fn diff(args: &DiffArgs) -> Result<()> {
    let (before, after) = (read(&args.before)?, read(&args.after)?);
    same(&before, &args.before, &after, &args.after)?;
    let changes = changes(&before, &before.weights, &after.weights);
    if changes.is_empty() {
        say!("no weight differs");
        return Ok(());
    }
    let width = changes.iter().take(args.top).map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    say!("{:<width$}  {:>9}  {:>9}  {:>9}", "", "before", "after", "change");
    for (name, before, after) in changes.iter().take(args.top) {
        say!("{name:<width$}  {before:>9.4}  {after:>9.4}  {:>+9.4}", after - before);
    }
    let mean = changes.iter().map(|(_, before, after)| (after - before).abs()).sum::<f64>() / changes.len() as f64;
    say!("{} of {} weights differ, by {mean:.4} on average", changes.len(), before.weights.len());
    Ok(())
}

fn undo(args: &UndoArgs) -> Result<()> {
    let mut run = Run::open(&args.run)?;
    let played = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    if args.games == 0 || args.games > played {
        let path = args.run.display();
        return Err(usage(format!(
            "--games: {path} has {played} games, so 1 to {played} can be undone, not {}",
            args.games
        )));
    }
    run.undo(played - args.games)?;
    say!("{}: {} of {played} games undone", args.run.display(), args.games);
    Ok(())
}

fn merge(args: &MergeArgs) -> Result<()> {
    draft::distinct(&[("the first", &args.first), ("the second", &args.second), ("the result", &args.out)])?;
    let (first, second) = (read(&args.first)?, read(&args.second)?);
    same(&first, &args.first, &second, &args.second)?;
    let base = match &args.base {
        Some(path) => {
            let base = read(path)?;
            same(&first, &args.first, &base, path)?;
            Some(base.weights)
        }
        None => common_start(&args.first, &args.second)?,
    };
    let pairs = first.weights.iter().zip(&second.weights);
    let (weights, how): (Vec<f64>, &str) = match &base {
        Some(base) => (pairs.zip(base).map(|((a, b), base)| a + b - base).collect(), "their changes added"),
        None => (pairs.map(|(a, b)| (a + b) / 2.0).collect(), "their mean"),
    };
    let lineage = format!("{} and {}, {how}", args.first.display(), args.second.display());
    draft::write(&args.out, &WeightsFile { weights, lineage, ..first }.text())?;
    say!("weights  {} ({how})", args.out.display());
    Ok(())
}

/// What two runs began with, if it is the same.
fn common_start(first: &Path, second: &Path) -> Result<Option<Vec<f64>>> {
    let mut starts = Vec::new();
    for path in [first, second].into_iter().filter(|path| is_run(path)) {
        starts.extend(Run::read(path)?.snapshots()?.into_iter().next().filter(|snapshot| snapshot.game == 0));
    }
    Ok(match starts.as_slice() {
        [a, b] if a.weights == b.weights => Some(a.weights.clone()),
        _ => None,
    })
}

fn is_run(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tdrun")
}

/// The weights of a file, or those of a run as they are now.
fn read(path: &Path) -> Result<WeightsFile> {
    if is_run(path) {
        return of_run(&Run::read(path)?, path);
    }
    if path.extension().is_some_and(|extension| extension == networks::FILE) {
        return Err(usage(format!("{} holds networks, whose weights have no names", path.display())));
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    WeightsFile::parse(&text).with_context(|| path.display().to_string())
}

fn of_run(run: &Run, path: &Path) -> Result<WeightsFile> {
    let meta = run.meta()?;
    networks::refuse(&meta, path)?;
    let last = run.snapshots()?.pop().ok_or_else(|| anyhow!("{}: the run has no weights yet", path.display()))?;
    let chosen = run_sets(&meta.settings);
    let lineage = format!("{}, {} games", path.display(), last.game);
    Ok(WeightsFile::of(meta.game, meta.features, (chosen, meta.sets), meta.names, last.weights, lineage))
}

fn same(first: &WeightsFile, first_path: &Path, second: &WeightsFile, second_path: &Path) -> Result<()> {
    let kind =
        |file: &WeightsFile| (file.game.clone(), file.features.clone(), file.layout.clone(), file.chosen, file.sets);
    if kind(first) == kind(second) {
        return Ok(());
    }
    let words = |file: &WeightsFile, path: &Path| {
        format!("{} is {} / {} with weight sets {}", path.display(), file.game, file.features, file.chosen)
    };
    Err(anyhow!("{}, but {}", words(first, first_path), words(second, second_path)))
}
