//! `tdleaf bench`: a checksum of searching and learning in every game, and with `--speed` how fast they are.

use crate::say;
use anyhow::Result;
use arena::random_opening;
use clap::Args;
use cpu_time::ProcessTime;
use eval::{Evaluator, Linear, LinearModel, fingerprint};
use game::{Dice, Features, Game, Single};
use games::list::{Visitor, names, with};
use lab::{RunSettings, SelfPlay, Trainer};
use learn::Learner;
use search::{Leaf, Options, Searcher};
use std::time::Instant;

/// Search fixed positions and learn from seeded games: the totals change only if searching or learning did.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf bench             nodes and the hash of the learnt weights, for commit messages
  tdleaf bench --speed     games per CPU-second, the cost of learning, the loss by threads")]
pub struct BenchArgs {
    /// Measure speeds of material-only chess learning instead
    #[arg(long)]
    pub speed: bool,
    /// Seconds for each speed
    #[arg(long, default_value_t = 10.0)]
    pub seconds: f64,
}

/// Runs the command.
pub fn run(args: &BenchArgs) -> Result<()> {
    if args.speed {
        return with("chess", Some("material"), Speed(args.seconds)).map_err(anyhow::Error::msg)?;
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
        if G::CHOICES {
            let mut dice = Dice::new(20, 26);
            let weights: Vec<f64> = (0..features.count()).map(|_| dice.unit()).collect();
            let evaluator = Linear::new::<G>(features.clone(), Single, &weights);
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

struct Speed(f64);

impl Visitor for Speed {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        for depth in [2, 4] {
            let (games, cpu, _) = pace::<G, F>(&features, depth, 1, 1, self.0)?;
            say!("depth {depth}: {:.1} games per CPU-second on one core", games as f64 / cpu);
        }
        let share = learning_share::<G, F>(&features, self.0)?;
        say!("depth 4: learning takes {:.2} % of the time", 100.0 * share);
        // Interleaved, because other programs may be running too.
        let mut sums = [(0, 0.0, 0.0); 2];
        for _ in 0..3 {
            for (threads, sum) in [(1, 0), (2, 1)] {
                let (games, cpu, wall) = pace::<G, F>(&features, 4, threads, 32, self.0)?;
                sums[sum] = (sums[sum].0 + games, sums[sum].1 + cpu, sums[sum].2 + wall);
            }
        }
        let per = |sum: (u64, f64, f64)| sum.0 as f64 / sum.1;
        say!("depth 4, batch 32, one thread:  {:.1} games per CPU-second", per(sums[0]));
        say!(
            "depth 4, batch 32, two threads: {:.1} games per CPU-second, {:.1} per second",
            per(sums[1]),
            sums[1].0 as f64 / sums[1].2
        );
        say!("two threads lose {:.1} % of games per CPU-second", 100.0 * (1.0 - per(sums[1]) / per(sums[0])));
        Ok(())
    }
}

/// Games, CPU-seconds and seconds of learning for about `seconds`.
fn pace<G: Game, F: Features<G>>(
    features: &F,
    depth: u32,
    threads: usize,
    batch: u64,
    seconds: f64,
) -> Result<(u64, f64, f64)> {
    let settings = RunSettings { depth, batch, games: 1_000_000, ..RunSettings::new::<G, F>(features) };
    let mut trainer = Trainer::<G, F>::in_memory(features.clone(), settings)?;
    let begin = Instant::now();
    trainer.run(threads, || begin.elapsed().as_secs_f64() >= seconds, |_| {})?;
    let (wall, cpu) = trainer.seconds();
    Ok((trainer.games(), cpu, wall))
}

/// The share of learning in the time of a learning run at depth 4: finding the inputs of the leaves, and the update.
fn learning_share<G: Game, F: Features<G>>(features: &F, seconds: f64) -> Result<f64> {
    let settings = RunSettings { depth: 4, ..RunSettings::new::<G, F>(features) };
    let model = LinearModel { features: features.count(), sets: 1 };
    let mut learner = Learner::new(settings.learn.clone(), model, &features.presets()[0].weights)?;
    let mut searcher = Searcher::new(settings.search());
    let game = SelfPlay { search: settings.search(), source: settings.learn.source, opening: 0, longest: 400, seed: 1 };
    let (begin, mut learning) = (Instant::now(), 0.0);
    let mut number = 0;
    while begin.elapsed().as_secs_f64() < seconds {
        number += 1;
        let frozen = learner.weights().to_vec();
        let evaluator = Linear::new::<G>(features.clone(), Single, &frozen);
        let mut leaves = Vec::new();
        let played = game.play(number, &evaluator, &mut searcher, |_, thought| {
            if let Leaf::Static(leaf) = &thought.leaf {
                leaves.push((leaf.clone(), thought.root));
            }
        });
        let learn = Instant::now();
        for (leaf, root) in &leaves {
            std::hint::black_box(Evaluator::<G>::inputs(&evaluator, leaf, root));
        }
        learner.learn(&played.episode, &frozen)?;
        learning += learn.elapsed().as_secs_f64();
    }
    Ok(learning / begin.elapsed().as_secs_f64())
}
