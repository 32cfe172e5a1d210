//! `tdleaf audit GAME`: law 1, the value of the principal leaf is the value of the root, over learning games.

use crate::say;
use crate::show::Progress;
use crate::usage::{threads, usage};
use anyhow::{Result, bail};
use clap::Args;
use game::{Dice, Features, Game, Sets};
use games::list::{Visitor, with};
use lab::{RunSettings, Trainer};
use search::Verdict;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Check over many searches of learning games that the principal leaf has the value of the root.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf audit chess
  tdleaf audit chess --features half-board --depth 4 --searches 1000000
  tdleaf audit chess --profile strong --features half-board --depth 8
  tdleaf audit chess --features half-board --sets stages
  tdleaf audit shogi --profile \"exact horizon-mate=on quiescence=8 null=2\" --depth 3 --start yss")]
pub struct AuditArgs {
    /// The game
    pub game: String,
    /// The feature set
    #[arg(long)]
    pub features: Option<String>,
    /// Weight sets: one, stages, classes or root-classes; several begin with different random weights [default: those of
    /// learning]
    #[arg(long)]
    pub sets: Option<Sets>,
    /// How to search: exact, strong or knightcap, and switches that differ: "strong null=off"
    #[arg(long, default_value = "exact")]
    pub profile: String,
    /// Search depth [default: all from 1 to that of learning]
    #[arg(long)]
    pub depth: Option<u32>,
    /// Searches to check
    #[arg(long, default_value_t = 100_000)]
    pub searches: u64,
    /// The preset that learning starts with
    #[arg(long)]
    pub start: Option<String>,
    /// Root noise in pawns
    #[arg(long)]
    pub noise: Option<f64>,
    /// Threads
    #[arg(long)]
    pub threads: Option<usize>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Runs the command.
pub fn run(args: &AuditArgs) -> Result<()> {
    with(&args.game, args.features.as_deref(), Audit(args)).map_err(usage)?
}

struct Audit<'a>(&'a AuditArgs);

impl Visitor for Audit<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        if !G::CHOICES {
            return Err(usage(format!("{} has no moves to search", G::NAME)));
        }
        let defaults = RunSettings::new::<G, F>(&features);
        let depths: Vec<u32> = args.depth.map_or((1..=defaults.depth).collect(), |depth| vec![depth]);
        let threads = threads(args.threads)?;
        let sets = args.sets.unwrap_or(defaults.sets);
        // One counter for each verdict: static, over, unknown, wrong.
        let counts: Arc<[AtomicU64; 4]> = Arc::default();
        let total = |counts: &[AtomicU64; 4]| counts.iter().map(|count| count.load(Relaxed)).sum::<u64>();
        let mut progress = Progress::new("searches", 0, args.searches);
        for (at, depth) in depths.iter().enumerate() {
            let goal = args.searches * (at as u64 + 1) / depths.len() as u64;
            let (seed, noise) = (args.seed, args.noise.unwrap_or(defaults.noise));
            let profile = args.profile.clone();
            let start = args.start.clone().unwrap_or_else(|| defaults.start.clone());
            let depth = *depth;
            let settings =
                RunSettings { depth, games: u64::MAX, seed, noise, profile, sets, start, ..defaults.clone() };
            settings.check().and_then(|()| settings.check_sets::<G>()).map_err(usage)?;
            let mut trainer = Trainer::<G, F>::in_memory(features.clone(), settings.clone())?;
            if sets != Sets::One {
                // Sets that begin alike could be confused without anybody noticing.
                let (mut dice, mut state) = (Dice::new(seed, 0), trainer.learner().state().clone());
                state.weights.iter_mut().for_each(|weight| *weight += 0.5 * dice.unit());
                trainer = Trainer::continued(features.clone(), settings, 0, state)?;
            }
            let seen = counts.clone();
            trainer.inspect(Box::new(move |position, thought, evaluator| {
                seen[thought.verify(position, evaluator) as usize].fetch_add(1, Relaxed);
            }));
            trainer.run(
                threads,
                || total(&counts) >= goal,
                |_| {
                    progress
                        .at(total(&counts).min(goal), || format!("depth {depth}, wrong {}", counts[3].load(Relaxed)))
                },
            )?;
        }
        progress.finish();
        let all = total(&counts) as f64;
        for verdict in [Verdict::Static, Verdict::Over, Verdict::Unknown, Verdict::Wrong] {
            let count = counts[verdict as usize].load(Relaxed);
            say!("{:<8} {count:>10}  {:>8.4} %", format!("{verdict:?}").to_lowercase(), 100.0 * count as f64 / all);
        }
        match counts[Verdict::Wrong as usize].load(Relaxed) {
            0 => Ok(()),
            wrong => bail!("{wrong} principal leaves do not have the value of the root"),
        }
    }
}
