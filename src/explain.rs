//! `tdleaf explain GAME POSITION`: each feature's part in the evaluation.

use crate::perft::position;
use crate::say;
use crate::usage::usage;
use crate::weights;
use anyhow::Result;
use clap::Args;
use eval::{Evaluator, Linear, SCALE};
use game::{Features, Game, Sets};
use games::list::{Visitor, with};

/// Show why a position is valued as it is: each feature's amount, weight and part.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf explain chess startpos
  tdleaf explain chess \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\" --weights chess-1.tdw")]
pub struct ExplainArgs {
    /// The game
    pub game: String,
    /// The position, or startpos
    pub position: String,
    /// A weights file, a run, or a preset such as textbook [default: the game's best preset]
    #[arg(long)]
    pub weights: Option<String>,
    /// The feature set [default: that of the weights]
    #[arg(long)]
    pub features: Option<String>,
}

/// Runs the command.
pub fn run(args: &ExplainArgs) -> Result<()> {
    let of_weights = args.weights.as_deref().map_or(Ok(None), |name| weights::features_of(&args.game, name))?;
    let features = args.features.clone().or(of_weights);
    with(&args.game, features.as_deref(), Explain(args)).map_err(usage)?
}

struct Explain<'a>(&'a ExplainArgs);

impl Visitor for Explain<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let game: G = position(&self.0.position)?;
        let presets = features.presets();
        let best = presets.last().map_or("zero", |preset| preset.name);
        let name = self.0.weights.as_deref().unwrap_or(best);
        let weights = weights::load::<G, F>(&features, name)?;
        let evaluator = Linear::new::<G>(features.clone(), Sets::One, &weights);
        let root = evaluator.root(&game);
        let inputs = Evaluator::<G>::inputs(&evaluator, &game, &root);
        say!("{}\n{game}\n{} / {}, weights {name}\n", game.picture(), G::NAME, features.name());
        say!("{:<28} {:>8} {:>10} {:>10}", "feature", "amount", "weight", "part");
        let mut parts: Vec<(usize, f64)> = inputs.pairs.iter().map(|(i, amount)| (*i as usize, *amount)).collect();
        parts.sort_by(|a, b| (weights[b.0] * b.1).abs().total_cmp(&(weights[a.0] * a.1).abs()));
        let mut sum = 0.0;
        for (index, amount) in parts {
            let part = weights[index] * amount;
            sum += part;
            say!("{:<28} {amount:>8} {:>10.4} {part:>+10.4}", features.label(index), weights[index]);
        }
        say!("{:<28} {:>8} {:>10} {sum:>+10.4}", "sum, first player's view", "", "");
        let state = evaluator.fresh(&game, &root);
        let value = f64::from(Evaluator::<G>::value(&evaluator, &game, &state, &root)) / SCALE;
        say!("{:<28} {:>8} {:>10} {value:>+10.4}", "as the search sees it", "", "");
        if let (Some(unit), true) = (G::UNIT, features.yardstick(&weights) > 0.0) {
            say!("in {unit}s {:>50.2}", sum / features.yardstick(&weights));
        }
        Ok(())
    }
}
