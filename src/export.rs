//! `tdleaf export RUN`: the final weights as JSON, or the traces as CSV.

use anyhow::Result;
use clap::Args;
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
    #[arg(long, required_unless_present = "json")]
    pub csv: bool,
}

/// Runs the command.
pub fn run(args: &ExportArgs) -> Result<()> {
    let run = Run::read(&args.run)?;
    let meta = run.meta()?;
    let games = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    let mut out = BufWriter::new(std::io::stdout().lock());
    if args.json {
        let weights = run.last_snapshot()?.map(|snapshot| snapshot.weights).unwrap_or_default();
        let value = json!({"settings": meta.settings, "games": games, "names": meta.names, "weights": weights});
        writeln!(out, "{value}")?;
    } else {
        let quoted: Vec<String> = meta.names.iter().map(|name| format!("\"{}\"", name.replace('"', "\"\""))).collect();
        writeln!(out, "game,lambda,{}", quoted.join(","))?;
        for snapshot in run.snapshots()? {
            let weights: Vec<String> = snapshot.weights.iter().map(f64::to_string).collect();
            writeln!(out, "{},{},{}", snapshot.game, snapshot.lambda, weights.join(","))?;
        }
    }
    out.flush()?;
    Ok(())
}
