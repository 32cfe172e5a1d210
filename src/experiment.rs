//! `tdleaf experiment`: published experiments, run again and shown beside what was published.

use crate::draft;
use crate::pool::Known;
use crate::stop;
use crate::usage::{threads, usage};
use crate::{remark, say};
use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use experiments::{Asked, Error, Experiment, LIST, Ledger, Mode, Plan, Progress, Runner, body, find};
use lab::report::page;
use std::io::{IsTerminal, Write, stderr};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Published experiments: run them again and compare
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf experiment list                         what there is, and what has been run
  tdleaf experiment run walk                     a few seconds
  tdleaf experiment run chess-material --scale 0.1 --seeds 3
  tdleaf experiment run chess-material           goes on from there to the published size
  tdleaf experiment report                       all tables and figures as one page")]
pub struct ExperimentArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Name the experiments and tell which have been run
    List(FileArgs),
    /// Run an experiment, or go on with it, and compare
    Run(RunArgs),
    /// Show what has been found so far
    Report(ReportArgs),
}

#[derive(Args)]
struct FileArgs {
    /// The file that keeps all results
    #[arg(long, default_value = "experiments.tdexp")]
    file: PathBuf,
}

#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf experiment run chess-depths --plan             how long would it take?
  tdleaf experiment run chess-depths --scale 0.05 --seeds 2 --depth 3
  tdleaf experiment run chess-depths                    goes on from there to the published size
  tdleaf experiment run extensions --epd wcsac563.epd
The file of problems is EPD; each line has the best moves, the depth to solve it at and the pawns to be gained:
  3r2k1/p5pp/8/3q4/8/1Q6/P5PP/5RK1 w - - bm Rd1; id \"a pin\"; c0 \"depth=4\"; c1 \"gain=5\";")]
struct RunArgs {
    /// The experiment, or "all"
    id: String,
    #[command(flatten)]
    file: FileArgs,
    /// Share of the published number of games: 0.1, say, or 2 for twice as many
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// Seeds instead of the published number of them
    #[arg(long)]
    seeds: Option<u64>,
    /// Leave out deeper searches where an experiment has several depths
    #[arg(long)]
    depth: Option<u32>,
    /// The problems, where an experiment needs a file of them
    #[arg(long)]
    epd: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long)]
    threads: Option<usize>,
    /// Only tell how long it would take
    #[arg(long)]
    plan: bool,
}

#[derive(Args)]
struct ReportArgs {
    /// The experiments [default: all that have been run]
    ids: Vec<String>,
    #[command(flatten)]
    file: FileArgs,
    /// The scale to show [default: the most that is finished]
    #[arg(long)]
    scale: Option<f64>,
    /// The seeds to show
    #[arg(long)]
    seeds: Option<u64>,
    /// Where to write the page
    #[arg(long, default_value = "experiments.html")]
    out: PathBuf,
    /// Print tables for a page of documentation instead
    #[arg(long)]
    markdown: bool,
}

/// Runs the command.
pub fn run(args: &ExperimentArgs) -> Result<()> {
    let result = match &args.command {
        Command::List(args) => list(args),
        Command::Run(args) => perform(args),
        Command::Report(args) => report(args),
    };
    result.map_err(|error| match error.downcast::<Error>() {
        Ok(Error::Usage(text)) => usage(text),
        Ok(error) => error.into(),
        Err(error) => error,
    })
}

fn open(file: &FileArgs) -> Result<Ledger> {
    Ok(Ledger::open(&file.file, env!("CARGO_PKG_VERSION"))?)
}

fn list(args: &FileArgs) -> Result<()> {
    let ledger = if args.file.exists() { Some(open(args)?) } else { None };
    let widest =
        |text: fn(&Experiment) -> &str| LIST.iter().map(|experiment| text(experiment).len()).max().unwrap_or(0);
    let (id, source) = (widest(|experiment| experiment.id), widest(|experiment| experiment.source));
    for experiment in LIST {
        let asked = match &ledger {
            Some(ledger) => ledger.asked(experiment.id)?,
            None => None,
        };
        let asked = asked.map_or(String::new(), |Asked { scale, seeds, finished }| {
            let seeds = seeds.map_or(String::new(), |seeds| format!(", {seeds} seeds"));
            format!("  [{}: scale {scale}{seeds}]", if finished { "finished" } else { "begun" })
        });
        say!("{:<id$}  {:<source$}  {}{asked}", experiment.id, experiment.source, experiment.about);
    }
    Ok(())
}

fn perform(args: &RunArgs) -> Result<()> {
    if !(args.scale > 0.0 && args.scale <= 100.0) {
        return Err(usage(format!("--scale must be above 0 and at most 100, not {}", args.scale)));
    }
    if args.seeds == Some(0) || args.seeds.is_some_and(|seeds| seeds > 10_000) {
        return Err(usage("--seeds must be from 1 to 10000".to_string()));
    }
    if args.depth == Some(0) {
        return Err(usage("--depth must be at least 1".to_string()));
    }
    let threads = threads(args.threads)?;
    let all = args.id == "all";
    let chosen: Vec<&Experiment> = if all { LIST.iter().collect() } else { vec![find(&args.id)?] };
    let given = match &args.epd {
        Some(path) => Some(std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?),
        None => None,
    };
    let ledger = open(&args.file)?;
    let stopped = stop::on_ctrl_c("stopping; what has been found is kept");
    let stop = || stopped.load(Ordering::Relaxed);
    for experiment in chosen {
        let runner = |mode, tell| {
            let mut runner = Runner::new(&ledger, mode, threads, (args.scale, args.seeds), &stop, tell);
            runner.limit(args.depth);
            runner.give(given.clone());
            runner.bring(&Known);
            runner
        };
        let mut planner = runner(Mode::Plan, &|_| {});
        match (experiment.run)(&mut planner) {
            Err(Error::Stopped) => {
                remark!("stopped; the same command goes on from here");
                return Ok(());
            }
            // Of all experiments, those that need something else are left out.
            Err(Error::Usage(text)) if all => {
                remark!("{} is left out: {text}", experiment.id);
                continue;
            }
            done => done?,
        };
        let Plan { seconds, cpu, unknown, .. } = planner.plan();
        let (about, more) = match unknown {
            0 => ("about", String::new()),
            1 => ("at least", ", and a kind of work of which nobody knows yet how long it takes".to_string()),
            kinds => ("at least", format!(", and {kinds} kinds of work of which nobody knows yet how long they take")),
        };
        remark!(
            "{}: {about} {} on {threads} {} ({} of processor time){more}",
            experiment.id,
            spell(seconds),
            if threads == 1 { "thread" } else { "threads" },
            spell(cpu)
        );
        if args.plan {
            continue;
        }
        ledger.ask(experiment.id, args.scale, args.seeds)?;
        let show = Show::new();
        let tell = |progress: &Progress| show.tell(experiment.id, progress);
        let begin = Instant::now();
        let mut worker = runner(Mode::Run, &tell);
        let found = (experiment.run)(&mut worker);
        let report = match found {
            Err(Error::Stopped) => {
                remark!("stopped; the same command goes on from here");
                return Ok(());
            }
            found => found?.at(args.scale),
        };
        if report.complete() {
            let size = (args.scale, args.seeds);
            ledger.finish(experiment.id, size, worker.most_seeds(), !worker.shallow())?;
        }
        say!("{} ({}): {}\n", experiment.id, experiment.source, experiment.about);
        for table in &report.tables {
            say!("{}", table.text());
        }
        for note in &report.notes {
            say!("{note}");
        }
        say!("done in {}; kept in {}\n", spell(begin.elapsed().as_secs_f64()), ledger.path().display());
    }
    Ok(())
}

/// Progress on standard error: one line that changes on a terminal, a line every half minute elsewhere.
struct Show {
    told: Mutex<Option<Instant>>,
    terminal: bool,
}

impl Show {
    fn new() -> Show {
        Show { told: Mutex::new(None), terminal: stderr().is_terminal() }
    }

    fn tell(&self, id: &str, progress: &Progress) {
        let pause = if self.terminal { Duration::from_millis(500) } else { Duration::from_secs(30) };
        let Ok(mut told) = self.told.lock() else { return };
        let last = progress.done >= progress.total - 1e-9;
        if told.is_some_and(|told| told.elapsed() < pause) && !last {
            return;
        }
        *told = Some(Instant::now());
        let share = 100.0 * progress.done / progress.total.max(1e-9);
        let left = progress.left.map_or(String::new(), |left| format!(", {} left in this stage", spell(left)));
        let text = format!("{id}: {}: {share:.0} %{left}", progress.stage);
        match (self.terminal, last) {
            // If nobody reads on, the work goes on all the same.
            (true, false) => drop(write!(stderr().lock(), "\r\x1b[K{text}")),
            (true, true) => remark!("\r\x1b[K{text}"),
            (false, _) => remark!("{text}"),
        }
    }
}

fn report(args: &ReportArgs) -> Result<()> {
    if !args.file.file.exists() {
        return Err(usage(format!("{}: there is no such file; run an experiment first", args.file.file.display())));
    }
    let ledger = open(&args.file)?;
    let chosen: Vec<&Experiment> = match args.ids.is_empty() {
        true => LIST.iter().collect(),
        false => args.ids.iter().map(|id| find(id)).collect::<Result<_, _>>()?,
    };
    let mut shown = Vec::new();
    for experiment in chosen {
        let Some(asked) = ledger.asked(experiment.id)? else {
            if !args.ids.is_empty() {
                return Err(usage(format!("{} has not been run: tdleaf experiment run {0}", experiment.id)));
            }
            continue;
        };
        let asked = (args.scale.unwrap_or(asked.scale), args.seeds.or(asked.seeds));
        let mut runner = Runner::new(&ledger, Mode::Look, 1, asked, &|| false, &|_| {});
        runner.bring(&Known);
        let found = (experiment.run)(&mut runner)?.at(asked.0);
        if args.markdown {
            say!("## `{}`\n\n{} ({}).\n", experiment.id, experiment.about, experiment.source);
            found.tables.iter().for_each(|table| say!("{}", table.markdown()));
            found.notes.iter().for_each(|note| say!("{note}\n"));
        }
        shown.push((experiment, found));
    }
    if shown.is_empty() {
        return Err(usage("no experiment has been run yet: tdleaf experiment run walk".to_string()));
    }
    if !args.markdown {
        draft::write(&args.out, &page("Experiments", &body(&shown), concat!("tdleaf ", env!("CARGO_PKG_VERSION"))))?;
        say!("report    {}", args.out.display());
    }
    Ok(())
}

/// A length of time in words.
fn spell(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
