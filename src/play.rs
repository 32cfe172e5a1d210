//! `tdleaf play GAME`: a game against the program in the terminal.

use crate::say;
use crate::usage::{duration, usage};
use crate::weights;
use anyhow::Result;
use arena::{Budget, Ended, Reason, Timekeeper, referee};
use clap::Args;
use eval::Linear;
use game::{Features, Game, Outcome, Side};
use games::list::{Visitor, with};
use link::{Mind, Thinker};
use search::{Limits, Options};
use std::io::{BufRead, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Play against the program in the terminal.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf play chess
  tdleaf play chess --second --movetime 5s
  tdleaf play shogi --second
  tdleaf play connect4 --depth 8 --weights connect4-1.tdw")]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// The program's weights: a file, a run or a preset [default: the game's best]
    #[arg(long)]
    pub weights: Option<String>,
    /// The feature set [default: that of the weights]
    #[arg(long)]
    pub features: Option<String>,
    /// The program's time for a move: 1000 (milliseconds), 1000ms or 1s [default: 1s, if there is no other limit]
    #[arg(long, value_parser = duration)]
    pub movetime: Option<Duration>,
    /// The program's search depth
    #[arg(long)]
    pub depth: Option<u32>,
    /// The positions that the program may look at for a move
    #[arg(long)]
    pub nodes: Option<u64>,
    /// Let the program move first
    #[arg(long)]
    pub second: bool,
    /// The position to begin with, in the game's notation (a FEN in chess, an SFEN in shogi)
    #[arg(long)]
    pub position: Option<String>,
    /// The seed of the program's choices between equal moves [default: the clock]
    #[arg(long)]
    pub seed: Option<u64>,
}

const HELP: &str = "Type a move, as the list of moves shows them (chess: e2e4, e7e8q or Nf3; shogi: 7g7f, 8h2b+
to promote, P*5e to drop), or
  moves    all legal moves        board    the board again
  hint     what tdleaf would do   undo     take your last move back
  resign   give up                quit     leave";

/// Runs the command.
pub fn run(args: &PlayArgs) -> Result<()> {
    let features = weights::choose(&args.game, args.features.as_deref(), args.weights.as_deref())?;
    with(&args.game, features.as_deref(), Play(args)).map_err(usage)?
}

struct Play<'a>(&'a PlayArgs);

impl Visitor for Play<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let args = self.0;
        if !G::CHOICES {
            return Err(usage(format!("there is nothing to choose in {}", G::NAME)));
        }
        let most = Options::strong().depth;
        if let Some(depth) = args.depth.filter(|depth| !(1..=most).contains(depth)) {
            return Err(usage(format!("--depth must be from 1 to {most}, not {depth}")));
        }
        if args.nodes == Some(0) {
            return Err(usage("--nodes must be at least 1"));
        }
        let start = args.position.as_deref().map_or(Ok(G::start()), crate::perft::position::<G>)?;
        let name = args.weights.as_deref().unwrap_or_else(|| weights::best(&features));
        let weights = weights::load::<G, F>(&features, name)?;
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        let mut mind = Thinker::new(evaluator);
        mind.configure(Options::strong());
        mind.seed(args.seed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs())));
        let no_limit = args.depth.is_none() && args.nodes.is_none();
        let time = args.movetime.or(no_limit.then_some(Duration::from_secs(1)));
        Table {
            mind,
            limits: Limits { depth: args.depth, nodes: args.nodes, ..Limits::default() },
            time,
            line: vec![start],
            told: Vec::new(),
            you: if args.second { Side::Second } else { Side::First },
        }
        .play()
    }
}

/// A person and the program at a board.
struct Table<G: Game, M> {
    mind: M,
    limits: Limits<G::Move>,
    time: Option<Duration>,
    line: Vec<G>,
    /// The moves as they are told, one less than positions.
    told: Vec<String>,
    you: Side,
}

/// What a person decided to do.
enum Wish<M> {
    Move(M),
    Undo,
    /// Give up, in these words.
    Leave(&'static str),
}

impl<G: Game, M: Mind<G>> Table<G, M> {
    fn play(&mut self) -> Result<()> {
        let mut input = std::io::stdin().lock();
        let mut shown = 0;
        let ended = loop {
            if let Err(ended) = referee(&self.line, &mut Vec::new()) {
                break ended;
            }
            if self.position().side() != self.you {
                let Some(mv) = self.choose() else { break self.lost("tdleaf has no move") };
                say!("tdleaf plays {}", self.written(mv));
                self.push(mv);
                continue;
            }
            if shown != self.line.len() {
                say!("\n{}", self.position().picture());
                shown = self.line.len();
            }
            match self.ask(&mut input)? {
                Wish::Move(mv) => self.push(mv),
                // Back to the person's own last turn, over the program's answer.
                Wish::Undo if self.line.len() > 2 => {
                    self.line.truncate(self.line.len() - 2);
                    self.told.truncate(self.line.len() - 1);
                }
                Wish::Undo => say!("there is no move of yours to take back"),
                Wish::Leave(why) => break self.lost(why),
            }
        };
        say!("\n{}\n", self.position().picture());
        let verdict = match ended.outcome.points(self.you).signum() {
            1 => "you win",
            0 => "a draw",
            _ => "tdleaf wins",
        };
        match ended.reason {
            Reason::Failure(text) => say!("{verdict}: {text}"),
            Reason::Repetition => say!("{verdict} by repetition"),
            Reason::Rule if self.position().may_declare() => say!("{verdict} by declaration"),
            _ => say!("{verdict}"),
        }
        Ok(())
    }

    fn position(&self) -> &G {
        self.line.last().expect("there is always a position")
    }

    fn push(&mut self, mv: G::Move) {
        self.told.push(self.written(mv));
        self.line.push(self.position().after(mv));
    }

    fn lost(&self, why: &str) -> Ended {
        Ended { outcome: Outcome::win(self.you.other()), reason: Reason::Failure(why.to_string()) }
    }

    /// What the program would play here.
    fn choose(&mut self) -> Option<G::Move> {
        let budget = self.time.map(|time| Budget::fixed(time, Duration::ZERO));
        let watch = Timekeeper { begin: Instant::now(), budget, flag: None };
        self.mind.think(&self.line, &self.limits, &watch).map(|thought| thought.best)
    }

    /// A move as squares and, where that is another word, as game records write it.
    fn written(&self, mv: G::Move) -> String {
        let (text, record) = (self.position().write_move(mv), self.position().record_move(mv));
        if text == record { text } else { format!("{record} ({text})") }
    }

    fn ask(&mut self, input: &mut impl BufRead) -> Result<Wish<G::Move>> {
        loop {
            print!("your move (? for help): ");
            std::io::stdout().flush()?;
            let mut bytes = Vec::new();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(Wish::Leave("you left"));
            }
            match String::from_utf8_lossy(&bytes).trim() {
                "" => {}
                "resign" => return Ok(Wish::Leave("you resigned")),
                "quit" | "exit" => return Ok(Wish::Leave("you left")),
                "undo" => return Ok(Wish::Undo),
                "?" | "help" => say!("{HELP}"),
                "board" => {
                    let last = self.told.last().map_or(String::new(), |mv| format!("the last move was {mv}\n"));
                    say!("\n{last}{}\n{}", self.position().picture(), self.position());
                }
                "moves" => {
                    let list = self.position().move_list();
                    let list: Vec<String> = list.into_iter().map(|mv| self.position().record_move(mv)).collect();
                    say!("{}", list.join(" "));
                }
                "hint" => {
                    if let Some(mv) = self.choose() {
                        say!("tdleaf would play {}", self.written(mv));
                    }
                }
                text => match self.position().read_move(text) {
                    Ok(mv) => return Ok(Wish::Move(mv)),
                    Err(error) => say!("{error}"),
                },
            }
        }
    }
}
