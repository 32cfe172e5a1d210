//! `tdleaf perft GAME POSITION DEPTH`: counts the lines of play, the classic test of a move generator.

use crate::say;
use crate::usage::usage;
use anyhow::Result;
use clap::Args;
use game::{Features, Game, perft};
use games::list::{Visitor, with};

/// Count the lines of play to a depth; the count is alone on the last line.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf perft chess startpos 5
  tdleaf perft chess \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\" 4
  tdleaf perft connect4 startpos 8")]
pub struct PerftArgs {
    /// The game
    pub game: String,
    /// The position in the game's notation (a FEN in chess), or startpos
    pub position: String,
    /// The depth in plies
    pub depth: u32,
    /// Read a chess position as Chess960 (it is recognised by itself, too)
    #[arg(long)]
    pub chess960: bool,
    /// Count each move apart
    #[arg(long)]
    pub divide: bool,
}

/// Runs the command.
pub fn run(args: &PerftArgs) -> Result<()> {
    if args.depth > 20 {
        return Err(usage(format!("depth must be from 0 to 20, not {}", args.depth)));
    }
    if args.chess960 && args.game != "chess" {
        return Err(usage(format!("--chess960 is for chess, not for {}", args.game)));
    }
    with(&args.game, None, Perft(args)).map_err(usage)?
}

struct Perft<'a>(&'a PerftArgs);

impl Visitor for Perft<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, _: F) -> Result<()> {
        let game: G = position(&self.0.position)?;
        if self.0.divide && self.0.depth > 0 {
            game.moves(|mv| say!("{} {}", game.write_move(mv), perft(&game.after(mv), self.0.depth - 1)));
        }
        say!("{}", perft(&game, self.0.depth));
        Ok(())
    }
}

/// Reads a position, or `startpos`.
pub fn position<G: Game>(text: &str) -> Result<G> {
    if text == "startpos" {
        return Ok(G::start());
    }
    G::read(text).map_err(|error| usage(format!("{} position: {error}", G::NAME)))
}
