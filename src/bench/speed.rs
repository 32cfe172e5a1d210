//! `tdleaf bench --speed`: how fast learning of material is.

use crate::say;
use anyhow::Result;
use eval::{Evaluator, Linear, LinearModel};
use game::{Features, Game, Sets};
use games::list::Visitor;
use lab::{RunSettings, SelfPlay, Trainer};
use learn::Learner;
use search::{Leaf, Searcher};
use std::time::Instant;

/// Measures for about so many seconds each.
pub struct Speed(pub f64);

/// Games per CPU-second at four depths, with weights that stand still: for about so many seconds each.
pub struct Depths(pub f64);

impl Visitor for Depths {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let start = features.presets().last().map_or("zero", |preset| preset.name).to_string();
        let mut settings = RunSettings { batch: 1, start: start.clone(), ..RunSettings::new::<G, F>(&features) };
        settings.learn.step = lab::policy::step("fixed:0").map_err(anyhow::Error::msg)?;
        say!("{}, {} features, weights {start}", G::NAME, features.name());
        for depth in 1..=4 {
            let (games, cpu, _) = pace::<G, F>(&features, RunSettings { depth, ..settings.clone() }, 1, self.0)?;
            say!("depth {depth}: {:.1} games per CPU-second on one core ({games} games)", games as f64 / cpu);
        }
        Ok(())
    }
}

impl Visitor for Speed {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        for depth in [2, 4] {
            let (games, cpu, _) = pace::<G, F>(&features, learning::<G, F>(&features, depth, 1), 1, self.0)?;
            say!("depth {depth}: {:.1} games per CPU-second on one core", games as f64 / cpu);
        }
        let share = learning_share::<G, F>(&features, self.0)?;
        say!("depth 4: learning takes {:.2} % of the time", 100.0 * share);
        // Interleaved, because other programs may be running too.
        let mut sums = [(0, 0.0, 0.0); 2];
        for _ in 0..3 {
            for (threads, sum) in [(1, 0), (2, 1)] {
                let settings = learning::<G, F>(&features, 4, 32);
                let (games, cpu, wall) = pace::<G, F>(&features, settings, threads, self.0)?;
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

fn learning<G: Game, F: Features<G>>(features: &F, depth: u32, batch: u64) -> RunSettings {
    RunSettings { depth, batch, ..RunSettings::new::<G, F>(features) }
}

/// Games, CPU-seconds and seconds of learning for about `seconds`.
fn pace<G: Game, F: Features<G>>(
    features: &F,
    settings: RunSettings,
    threads: usize,
    seconds: f64,
) -> Result<(u64, f64, f64)> {
    let settings = RunSettings { games: 1_000_000, ..settings };
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
    let (search, moves, source) = (settings.search(), settings.moves, settings.learn.source);
    let (nodes, harvest, opening, longest, unhurried, seed) = (None, None, 0, G::LONGEST, false, 1);
    let game = SelfPlay { search, nodes, moves, source, harvest, opening, longest, unhurried, seed };
    let (begin, mut learning) = (Instant::now(), 0.0);
    let mut number = 0;
    while begin.elapsed().as_secs_f64() < seconds {
        number += 1;
        let frozen = learner.weights().to_vec();
        let evaluator = Linear::new::<G>(features.clone(), Sets::One, &frozen);
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
        for episode in &played.episodes {
            learner.learn(episode, &frozen)?;
        }
        learning += learn.elapsed().as_secs_f64();
    }
    Ok(learning / begin.elapsed().as_secs_f64())
}
