//! `tdleaf match GAME PLAYER PLAYER ...`: which of them plays better, and how sure is that?

mod meeting;
mod openings;
pub mod record;
mod settings;
mod standings;

use crate::players::HELP;
use crate::usage::usage;
use anyhow::Result;
use arena::statistics::Model;
use arena::{DrawRule, Order, Resign};
use clap::Args;
use game::{Features, Game};
use games::list::{Visitor, with};
use lab::Control;
use meeting::Meeting;
use std::path::PathBuf;

/// How uneven a balanced opening may be unless told otherwise.
const BALANCE: u32 = 50;

/// Let two or more players play a match: Elo, likelihood of superiority, SPRT, ratings.
#[derive(Args)]
#[command(after_help = format!("{HELP}\n\nExamples:
  tdleaf match chess learnt material --games 200 --depth 3
  tdleaf match chess chess-1.tdw 'uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500' --tc 10+0.1
  tdleaf match chess new.tdw old.tdw --nodes 20000 --sprt 0,5
  tdleaf match chess learnt.tdw --control random-term --games 400 --depth 3
  tdleaf match chess 'learnt?depth=1' 'learnt?depth=2' 'learnt?depth=3' random --games 40
  tdleaf match connect4 learnt zero random --gauntlet --depth 6 --openings random --plies 4
  tdleaf match shogi material 'usi:fairy-stockfish?UCI_Elo=1350' --movetime 100 --games 10
  tdleaf match shogi material 'gnushogi:gnushogi?depth=2' --tc 60b1 --games 10"))]
pub struct MatchArgs {
    /// The game
    pub game: String,
    /// The players; with more than two everyone plays everyone
    #[arg(required = true)]
    pub players: Vec<String>,
    /// Play one player against itself with all weights but the core ones (piece values) replaced: random-term or zero
    #[arg(long)]
    pub control: Option<Control>,
    /// Games of each two players [default: 100; with --sprt at most 40000]
    #[arg(long)]
    pub games: Option<u64>,
    /// Clock for all: seconds+increment or moves/seconds+increment, such as 2+0.02 or 40/60+0.5; with byoyomi 60b10
    #[arg(long)]
    pub tc: Option<String>,
    /// Time for each move: 100, 100ms or 0.1s
    #[arg(long)]
    pub movetime: Option<String>,
    /// Plies for each move
    #[arg(long)]
    pub depth: Option<u32>,
    /// Positions for each move
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Milliseconds that a clock may be overdrawn: an allowance for what the machine, not the player, takes
    #[arg(long, default_value_t = 20)]
    pub margin: u64,
    /// The first player plays all others, and they do not play each other
    #[arg(long)]
    pub gauntlet: bool,
    /// Openings, each played with both colours: balanced or random plies, none, or a file (.epd, .pgn) [default: balanced; with
    /// dice none]
    #[arg(long)]
    pub openings: Option<String>,
    /// Plies of an opening [default: 8 random ones, or the first 16 of a PGN game]
    #[arg(long)]
    pub plies: Option<usize>,
    /// How uneven a balanced opening may be, in hundredths of a pawn
    #[arg(long, default_value_t = BALANCE)]
    pub balance: u32,
    /// Order of openings from a file: random or sequential
    #[arg(long, default_value = "random")]
    pub order: Order,
    /// The first opening of that order, from 1
    #[arg(long, default_value_t = 1)]
    pub start: usize,
    /// End lost games when both saw this score for so many moves, such as moves=4,score=800 [default: never]
    #[arg(long)]
    pub resign: Option<Resign>,
    /// End level games when both saw that for so many moves, such as move=40,moves=8,score=10 [default: never]
    #[arg(long)]
    pub draw: Option<DrawRule>,
    /// End games after so many plies, not counting the opening: won if both then agree who is ahead, else drawn [default: 400;
    /// in shogi 600]
    #[arg(long)]
    pub longest: Option<usize>,
    /// Stop when it is clear which of two differences is true, such as 0,5
    #[arg(long, allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// How often the test may accept the second difference wrongly
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,
    /// How often the test may accept the first difference wrongly
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,
    /// What the test's differences are: normalised Elo (as in the tests of engine authors) or logistic Elo
    #[arg(long, default_value = "normalised")]
    pub model: Model,
    /// Give a player a known rating, such as name=1900, and rate the others by it
    #[arg(long)]
    pub anchor: Option<String>,
    /// Games at the same time [default: the number of cores]
    #[arg(long)]
    pub concurrency: Option<usize>,
    /// The seed of all chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The record of all games; none for no record [default: the next free GAME-match-N.pgn]
    #[arg(long)]
    pub pgn: Option<PathBuf>,
    /// Go on with a match that was stopped: the same command once more, with this
    #[arg(long)]
    pub resume: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Runs the command.
pub fn run(args: &MatchArgs) -> Result<()> {
    with(&args.game, None, Match(args)).map_err(usage)?
}

struct Match<'a>(&'a MatchArgs);

impl Visitor for Match<'_> {
    type Output = Result<()>;

    fn visit<G: Game, F: Features<G>>(self, _: F) -> Result<()> {
        let args = self.0;
        if !G::CHOICES {
            return Err(usage(format!("there is nothing to choose in {}", G::NAME)));
        }
        let mut meeting = Meeting::<G>::new(args)?;
        meeting.play()?;
        meeting.report();
        Ok(())
    }
}
