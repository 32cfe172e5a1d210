//! `tdleaf explain GAME POSITION`: each feature's part in the evaluation.

use crate::networks;
use crate::perft::position;
use crate::say;
use crate::usage::usage;
use crate::weights;
use anyhow::Result;
use clap::Args;
use eval::{Evaluator, Linear, SCALE, Value};
use game::{Features, Game, Sets};
use games::list::{Visitor, with};
use std::cmp::Reverse;

/// Show why a position is valued as it is: each feature's amount, weight and part, and the weight set in use.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf explain chess startpos
  tdleaf explain chess \"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\" --weights chess-1.tdw
  tdleaf explain backgammon 4HPwATDgc/ABMA:31")]
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
    let name = args.weights.as_deref().unwrap_or(weights::LEARNT);
    if networks::meant(&args.game, name, args.features.as_deref())? {
        return networks::explain(&args.position, name);
    }
    let features = weights::choose(&args.game, args.features.as_deref(), args.weights.as_deref())?;
    let others = || args.features.as_ref().map_or(String::new(), |_| networks::other_features(&args.game));
    with(&args.game, features.as_deref(), Explain(args)).map_err(|error| usage(error + &others()))?
}

struct Explain<'a>(&'a ExplainArgs);

impl Visitor for Explain<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let game: G = position(&self.0.position)?;
        let name = self.0.weights.as_deref().unwrap_or(weights::best(&features));
        let weights = weights::load::<G, F>(&features, name)?;
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        let root = evaluator.root(&game);
        let set = evaluator.set(&game, &root);
        let own = &weights.values[set * features.count()..][..features.count()];
        say!("{}\n{game}\n{} / {}, weights {name}", game.picture(), G::NAME, features.name());
        if weights.sets != Sets::One {
            let names = weights.sets.names::<G>();
            say!("set '{}', number {} of {} ({})", names[set], set + 1, names.len(), weights.sets);
        }
        if F::STAGED && weights.sets != Sets::Stages {
            say!("stage '{}'", G::STAGES[root.stage]);
        }
        if F::ASYMMETRIC {
            say!("for a program that plays the side to move: these features tell own from other");
        }
        let mut parts = evaluator.parts(&game, &root);
        parts.sort_by_key(|(index, _, part)| (Reverse(part.abs()), *index));
        let width = parts.iter().map(|(index, ..)| features.label(*index).len()).max().unwrap_or(0).max(28);
        say!("\n{:<width$} {:>8} {:>10} {:>10}", "feature", "amount", "weight", "part");
        for (index, amount, part) in &parts {
            let (label, amount) = (features.label(*index), f64::from(*amount) * features.unit(*index));
            // Amounts by degrees have as many digits as fit.
            let digits = if amount.fract() == 0.0 { 0 } else { 4 };
            say!("{label:<width$} {amount:>8.digits$} {:>10.4} {:>+10.4}", own[*index], f64::from(*part) / SCALE);
        }
        // In the whole numbers of the search, which have four decimals: what is printed adds up to the last digit.
        let sum = f64::from(parts.iter().map(|(.., part)| part).sum::<Value>()) / SCALE;
        say!("{:<width$} {:>8} {:>10} {sum:>+10.4}", "sum, first player's view", "", "");
        let state = evaluator.fresh(&game, &root);
        let value = f64::from(Evaluator::<G>::value(&evaluator, &game, &state, &root)) / SCALE;
        say!("{:<width$} {:>8} {:>10} {value:>+10.4}", "as the search sees it", "", "");
        if let (Some(unit), true) = (G::UNIT, features.yardstick(own) > 0.0) {
            say!("in {unit}s {:>50.2}", sum / features.yardstick(own));
        }
        Ok(())
    }
}
