//! The `tdleaf` command: one binary, sub-commands that read like sentences.

// Help texts show optional parts in brackets: coherence[:c].
#![allow(rustdoc::broken_intra_doc_links)]

mod audit;
mod bench;
mod brain;
mod convert;
mod draft;
mod engine;
mod experiment;
mod explain;
mod export;
mod fit;
mod history;
mod learn;
mod live;
mod matches;
mod networks;
mod online;
mod perft;
mod play;
mod players;
mod pool;
mod report;
mod runfile;
mod show;
mod solve;
mod stop;
mod teachers;
mod usage;
mod weights;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Teaches a board-game engine its evaluation function, from nothing but the rules and the games it plays.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = "Start with:  tdleaf learn chess")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Learn(Box<learn::LearnArgs>),
    Report(report::ReportArgs),
    Play(play::PlayArgs),
    Engine(engine::EngineArgs),
    Experiment(experiment::ExperimentArgs),
    Match(Box<matches::MatchArgs>),
    Online(online::OnlineArgs),
    Explain(explain::ExplainArgs),
    Export(export::ExportArgs),
    Convert(convert::ConvertArgs),
    Fit(fit::FitArgs),
    Weights(history::WeightsArgs),
    Brain(brain::BrainArgs),
    Audit(audit::AuditArgs),
    Bench(bench::BenchArgs),
    Solve(solve::SolveArgs),
    Perft(perft::PerftArgs),
}

/// True if the error is only that nobody reads what is printed.
fn reader_left(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<std::io::Error>());
    io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

fn main() -> ExitCode {
    // clap itself exits with 2 on a command that it does not understand.
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Learn(args) => learn::run(args),
        Command::Report(args) => report::run(args),
        Command::Play(args) => play::run(args),
        Command::Engine(args) => engine::run(args),
        Command::Experiment(args) => experiment::run(args),
        Command::Match(args) => matches::run(args),
        Command::Online(args) => online::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Export(args) => export::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Fit(args) => fit::run(args),
        Command::Weights(args) => history::run(args),
        Command::Brain(args) => brain::run(args),
        Command::Audit(args) => audit::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Perft(args) => perft::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if reader_left(&error) => ExitCode::SUCCESS,
        Err(error) => {
            remark!("tdleaf: {error:#}");
            ExitCode::from(if error.is::<usage::Usage>() { 2 } else { 1 })
        }
    }
}
