//! `tdleaf bench`: a checksum of searching and learning in every game, and on demand how fast they are.

mod brain;
mod depth;
mod speed;

use crate::say;
use crate::usage::usage;
use anyhow::Result;
use arena::random_opening;
use clap::Args;
use cpu_time::ProcessTime;
use eval::{Linear, fingerprint};
use game::{Dice, Features, Game, Sets};
use games::list::{Visitor, names, with};
use lab::{RunSettings, Trainer};
use search::{Options, Searcher};

/// Search fixed positions and learn from seeded games: the totals change only if searching or learning did.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf bench             nodes and the hash of the learnt weights, for commit messages
  tdleaf bench --speed     games per CPU-second, the cost of learning, the loss by threads
  tdleaf bench --speed shogi    games per CPU-second at depths 1 to 4
  tdleaf bench --depth 8   time to depth in chess, position by position
  tdleaf bench --depth 14 --threads 2     and how much faster two threads are
  tdleaf bench --depth 9 --positions 6 --features half-board,knightcap,positional
  tdleaf bench --depth 14 --brain 10000   what a brain of so many positions costs")]
pub struct BenchArgs {
    /// Measure instead how fast a game is learnt with its first feature set; without a game, all about chess
    #[arg(long, value_name = "GAME", num_args = 0..=1, default_missing_value = "")]
    pub speed: Option<String>,
    /// Seconds for each speed
    #[arg(long, default_value_t = 10.0)]
    pub seconds: f64,
    /// Measure the time to this depth in chess instead
    #[arg(long, conflicts_with = "speed")]
    pub depth: Option<u32>,
    /// With --depth: how to search, as "strong null=off"
    #[arg(long, default_value = "strong", requires = "depth")]
    pub profile: String,
    /// With --depth: the weights [default: the best ones shipped]
    #[arg(long, requires = "depth")]
    pub weights: Option<String>,
    /// With --depth: feature sets, one after the other [default: that of the weights]
    #[arg(long, requires = "depth", value_delimiter = ',')]
    pub features: Vec<String>,
    /// With --depth: compare one thread with so many
    #[arg(long, requires = "depth")]
    pub threads: Option<usize>,
    /// With --depth: compare with a search that has a brain of so many positions
    #[arg(long, requires = "depth", conflicts_with = "threads")]
    pub brain: Option<usize>,
    /// With --depth: the first so many positions
    #[arg(long, requires = "depth")]
    pub positions: Option<usize>,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> Result<()> {
    if !(0.1..=3600.0).contains(&args.seconds) {
        return Err(usage(format!("--seconds must be from 0.1 to 3600, not {}", args.seconds)));
    }
    match args.speed.as_deref() {
        Some("") => return with("chess", Some("material"), speed::Speed(args.seconds)).map_err(anyhow::Error::msg)?,
        Some(game) => return with(game, None, speed::Depths(args.seconds)).map_err(usage)?,
        None => {}
    }
    if args.depth.is_some() {
        return depth::run(args);
    }
    let (mut nodes, mut hashes) = (0, Vec::new());
    let begin = ProcessTime::now();
    for (game, sets) in names() {
        for set in sets {
            let (searched, hash) = with(game, Some(&set), Check).map_err(anyhow::Error::msg)??;
            say!("{game:<10} {set:<12} {searched:>10} nodes   weights {hash:016x}");
            nodes += searched;
            hashes.extend(hash.to_le_bytes());
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    say!("{:.0} nodes per CPU-second (learning included)", nodes as f64 / seconds);
    say!("Bench: {nodes} {:016x}", fingerprint(hashes.into_iter()));
    Ok(())
}

struct Check;

impl Visitor for Check {
    type Output = Result<(u64, u64)>;
    /// Nodes of searches of all profiles in thirty random positions with made-up weights, and a hash of the weights after twenty games.
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
        let mut nodes = 0;
        // Searches that take rolls for choices would count nothing worth knowing.
        if G::CHOICES && !G::start().chance() {
            let mut dice = Dice::new(20, 26);
            let weights: Vec<f64> = (0..features.count()).map(|_| dice.unit()).collect();
            let evaluator = Linear::new::<G>(features.clone(), Sets::One, &weights);
            for depth in [3, 4] {
                let mut searcher = Searcher::new(Options { noise: 0.1, ..Options::exact(depth) });
                for _ in 0..10 {
                    let line = random_opening(&G::start(), 40, &mut dice).line;
                    searcher.forget();
                    nodes += searcher.think(&evaluator, &line, &mut dice).map_or(0, |thought| thought.nodes);
                }
            }
            for profile in [Options::strong(), Options::knightcap()] {
                let mut searcher = Searcher::new(Options { depth: 6, table_bits: Some(14), ..profile });
                for _ in 0..5 {
                    let line = random_opening(&G::start(), 40, &mut dice).line;
                    searcher.forget();
                    nodes += searcher.think(&evaluator, &line, &mut dice).map_or(0, |thought| thought.nodes);
                }
            }
        }
        let defaults = RunSettings::new::<G, F>(&features);
        let mut settings = RunSettings { games: 20, depth: 2, ..defaults };
        settings.warmup.games = 10.min(settings.warmup.games);
        let mut trainer = Trainer::<G, F>::in_memory(features, settings)?;
        trainer.run(1, || false, |_| {})?;
        Ok((nodes, fingerprint(trainer.weights().iter().flat_map(|weight| weight.to_le_bytes()))))
    }
}
