//! `tdleaf play GAME`: a game against the program in the terminal.

use crate::say;
use crate::usage::usage;
use crate::weights;
use anyhow::Result;
use arena::{Choice, Failure, Player, Reason, Rules, SearchPlayer, Turn, play};
use clap::Args;
use eval::{Evaluator, Linear};
use game::{Dice, Features, Game, Side, Single};
use games::list::{Visitor, with};
use link::Terminal;
use search::Options;
use std::time::{SystemTime, UNIX_EPOCH};

/// Play against the program in the terminal.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf play connect4
  tdleaf play connect4 --second --depth 8 --weights connect4-1.tdw")]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// The program's weights: a file, a run or a preset [default: the game's best preset]
    #[arg(long)]
    pub weights: Option<String>,
    /// The feature set [default: that of the weights]
    #[arg(long)]
    pub features: Option<String>,
    /// The program's search depth
    #[arg(long)]
    pub depth: Option<u32>,
    /// Let the program move first
    #[arg(long)]
    pub second: bool,
    /// The seed of the program's choices between equal moves [default: the clock]
    #[arg(long)]
    pub seed: Option<u64>,
}

/// Runs the command.
pub fn run(args: &PlayArgs) -> Result<()> {
    let of_weights = args.weights.as_deref().map_or(Ok(None), |name| weights::features_of(&args.game, name))?;
    let features = args.features.clone().or(of_weights);
    with(&args.game, features.as_deref(), Play(args)).map_err(usage)?
}

struct Play<'a>(&'a PlayArgs);

/// The program, which says what it plays.
struct Announced<P>(P);

impl<G: Game, P: Player<G>> Player<G> for Announced<P> {
    fn begin(&mut self) {
        self.0.begin();
    }
    fn choose(&mut self, turn: &Turn<G>, dice: &mut Dice) -> Result<Choice<G>, Failure> {
        let choice = self.0.choose(turn, dice)?;
        say!("tdleaf plays {}", turn.position().write_move(choice.mv));
        Ok(choice)
    }
}

impl Visitor for Play<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        if !G::CHOICES {
            return Err(usage(format!("there is nothing to choose in {}", G::NAME)));
        }
        let depth = args.depth.unwrap_or(2 * features.training().depth);
        if depth == 0 || depth > 20 {
            return Err(usage(format!("--depth must be from 1 to 20, not {depth}")));
        }
        let presets = features.presets();
        let name = args.weights.as_deref().unwrap_or(presets.last().map_or("zero", |preset| preset.name));
        let evaluator = Linear::new::<G>(features.clone(), Single, &weights::load::<G, F>(&features, name)?);
        let seed = args.seed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs()));
        let mut program = Announced(program::<G, _>(evaluator, depth));
        let mut person = Terminal::new(std::io::stdin().lock(), std::io::stdout());
        let players: [&mut dyn Player<G>; 2] =
            if args.second { [&mut program, &mut person] } else { [&mut person, &mut program] };
        let record = play(vec![G::start()], players, &Rules { longest: 10_000 }, &mut Dice::new(seed, 0));
        let you = if args.second { Side::Second } else { Side::First };
        if let Some(last) = record.line.last() {
            say!("\n{}\n", last.picture());
        }
        let verdict = match record.ended.outcome.points(you).signum() {
            1 => "you win",
            0 => "a draw",
            _ => "tdleaf wins",
        };
        match record.ended.reason {
            Reason::Failure(text) => say!("{verdict}: {text}"),
            _ => say!("{verdict}"),
        }
        Ok(())
    }
}

fn program<G: Game, E: Evaluator<G>>(evaluator: E, depth: u32) -> SearchPlayer<G, E> {
    SearchPlayer::new(evaluator, Options { table_bits: Some(18), ..Options::exact(depth) })
}
