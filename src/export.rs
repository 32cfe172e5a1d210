//! `tdleaf export RUN`: the final weights as JSON, or the traces as CSV.

use crate::networks;
use crate::usage::usage;
use anyhow::{Result, anyhow};
use clap::Args;
use game::{Features, Game, Sets};
use games::list::{Visitor, with};
use lab::{run_sets, trace};
use serde_json::json;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use store::Run;

/// Print what a run has learnt, for other programs.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf export chess-1.tdrun --json          settings, games, names and final weights in full precision
  tdleaf export chess-1.tdrun --csv           the weights over time")]
pub struct ExportArgs {
    /// The run file
    pub run: PathBuf,
    /// Settings, games, names and the final weights
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// The weights over time
    #[arg(long)]
    pub csv: bool,
}

/// Runs the command.
pub fn run(args: &ExportArgs) -> Result<()> {
    if !args.json && !args.csv {
        return Err(usage("export needs a format: --json or --csv"));
    }
    let run = Run::read(&args.run)?;
    let meta = run.meta()?;
    networks::refuse(&meta, &args.run)?;
    let games = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    let sets = with(&meta.game, Some(&meta.features), SetNames(run_sets(&meta.settings)))
        .map_err(|error| anyhow!("{}: {error}", args.run.display()))?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if args.json {
        let weights = trace(&run)?.pop().map(|snapshot| snapshot.weights).unwrap_or_default();
        let value = json!({
            "settings": meta.settings, "games": games, "names": meta.names, "sets": sets, "weights": weights
        });
        writeln!(out, "{value}")?;
    } else {
        let quote = |name: String| format!("\"{}\"", name.replace('"', "\"\""));
        let title = |set: &str, name: &String| if sets.len() > 1 { format!("{set}: {name}") } else { name.clone() };
        let of_set = |set: &String| meta.names.iter().map(|name| quote(title(set, name))).collect::<Vec<_>>();
        let quoted: Vec<String> = sets.iter().flat_map(of_set).collect();
        writeln!(out, "game,lambda,{}", quoted.join(","))?;
        for snapshot in trace(&run)? {
            let weights: Vec<String> = snapshot.weights.iter().map(f64::to_string).collect();
            writeln!(out, "{},{},{}", snapshot.game, snapshot.lambda, weights.join(","))?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The names of the weight sets of a run.
struct SetNames(Sets);

impl Visitor for SetNames {
    type Output = Vec<String>;
    fn visit<G: Game, F: Features<G>>(self, _features: F) -> Vec<String> {
        self.0.names::<G>()
    }
}
