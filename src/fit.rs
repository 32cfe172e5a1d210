//! `tdleaf fit`: learns weights from games that some other program recorded.

use crate::draft::{Draft, distinct};
use crate::remark;
use anyhow::{Context, Result, bail};
use clap::Args;
use learn::fit::{self, Setup};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Learn weights from recorded games of any engine.
///
/// Each line of GAMES is a game: positions as sparse features, and the result. The formats are described in
/// docs/fit.md.
///
/// Example: tdleaf fit games.jsonl --settings settings.json --out weights.json
#[derive(Args, Clone, Debug)]
pub struct FitArgs {
    /// The games, one JSON object in each line; - reads standard input
    pub games: PathBuf,
    /// How to learn, and the first weights: a JSON object
    #[arg(long, value_name = "FILE")]
    pub settings: PathBuf,
    /// Where the learnt weights go
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Where the state after every game goes, one JSON object in each line
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// Runs the command. On an error, neither `--out` nor `--trace` has changed.
pub fn run(args: &FitArgs) -> Result<()> {
    let mut files = vec![("the games", &*args.games), ("--settings", &*args.settings), ("--out", &*args.out)];
    files.extend(args.trace.as_deref().map(|trace| ("--trace", trace)));
    distinct(&files)?;
    let name = args.settings.display();
    let text = fs::read_to_string(&args.settings).with_context(|| format!("cannot read {name}"))?;
    let setup = Setup::parse(text.trim_start_matches('\u{feff}')).with_context(|| format!("{name}"))?;
    let mut learner = setup.learner().with_context(|| format!("{name}"))?;
    let mut out = Draft::create(&args.out)?;
    let mut trace = args.trace.as_deref().map(Draft::create).transpose()?;

    let mut lines = Lines::open(&args.games)?;
    let mut number = 0;
    while let Some(line) = lines.next()? {
        number += 1;
        let episode = setup.episode(number, line.trim()).with_context(|| lines.place())?;
        let frozen = learner.weights().to_vec();
        let lesson = learner.learn(&episode, &frozen).with_context(|| lines.place())?;
        if let Some(trace) = &mut trace {
            trace.line(&fit::trace(&setup, &learner, &lesson).to_string())?;
        }
    }
    if number == 0 {
        bail!("{}: no games found, expected one JSON object in each line", lines.name);
    }
    out.line(&fit::result(&setup, &learner).to_string())?;
    // Both are complete before either replaces anything.
    out.flush()?;
    if let Some(mut trace) = trace {
        trace.flush()?;
        trace.keep()?;
    }
    out.keep()?;
    let games = if number == 1 { "game" } else { "games" };
    remark!("learnt from {number} {games}; weights written to {}", args.out.display());
    Ok(())
}

/// The lines of a file that are not blank, with their numbers.
struct Lines {
    name: String,
    number: u64,
    source: Box<dyn BufRead>,
}

impl Lines {
    fn open(path: &Path) -> Result<Lines> {
        if path == Path::new("-") {
            return Ok(Lines { name: "standard input".into(), number: 0, source: Box::new(std::io::stdin().lock()) });
        }
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Lines { name, number: 0, source: Box::new(BufReader::with_capacity(1 << 16, file)) })
    }

    fn place(&self) -> String {
        format!("{} line {}", self.name, self.number)
    }

    fn next(&mut self) -> Result<Option<String>> {
        loop {
            let mut bytes = Vec::new();
            let length =
                self.source.read_until(b'\n', &mut bytes).with_context(|| format!("cannot read {}", self.name))?;
            if length == 0 {
                return Ok(None);
            }
            self.number += 1;
            let Ok(mut line) = String::from_utf8(bytes) else { bail!("{}: not UTF-8 text", self.place()) };
            if self.number == 1 && line.starts_with('\u{feff}') {
                line.remove(0);
            }
            if !line.trim().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}
