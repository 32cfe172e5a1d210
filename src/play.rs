//! `tdleaf play GAME`: a game against the program in the terminal.

use crate::networks;
use crate::players::{CommonLimits, PlayerSpec};
use crate::say;
use crate::usage::{duration, usage};
use crate::weights;
use anyhow::Result;
use arena::{Budget, Ended, Player, Reason, Timekeeper, Turn, referee};
use clap::Args;
use eval::Linear;
use game::{Dice, Features, Game, Outcome, Side, Status};
use games::list::{Visitor, with};
use link::{Mind, Thinker};
use search::{Limits, Options};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Play against the program in the terminal.
#[derive(Args)]
#[command(after_help = "Examples:
  tdleaf play chess
  tdleaf play chess --second --movetime 5s
  tdleaf play shogi --second
  tdleaf play connect4 --depth 8 --weights connect4-1.tdw
  tdleaf play backgammon --against pubeval")]
pub struct PlayArgs {
    /// The game
    pub game: String,
    /// The program's weights: a file, a run or a preset [default: the game's best]
    #[arg(long)]
    pub weights: Option<String>,
    /// The feature set [default: that of the weights]
    #[arg(long)]
    pub features: Option<String>,
    /// Play against this player instead, as a match names it: pubeval, gnubg:?plies=2, uci:stockfish
    #[arg(long, conflicts_with_all = ["weights", "features"])]
    pub against: Option<String>,
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
to promote, P*5e to drop; backgammon: 8/5 6/5), or
  moves    all legal moves        board    the board again
  hint     what tdleaf would do   undo     take your last move back
  resign   give up                quit     leave";

/// Runs the command.
pub fn run(args: &PlayArgs) -> Result<()> {
    let name = args.weights.as_deref().unwrap_or(weights::LEARNT);
    let network = networks::meant(&args.game, name, args.features.as_deref())?;
    let against = args.against.as_deref().or(network.then_some(name));
    let features = match against {
        Some(_) => None,
        None => weights::choose(&args.game, args.features.as_deref(), args.weights.as_deref())?,
    };
    let others = || args.features.as_ref().map_or(String::new(), |_| networks::other_features(&args.game));
    with(&args.game, features.as_deref(), Play { args, against }).map_err(|error| usage(error + &others()))?
}

struct Play<'a> {
    args: &'a PlayArgs,
    /// Who plays instead of our search.
    against: Option<&'a str>,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Result<()> {
        let Play { args, against } = self;
        if !G::CHOICES {
            return Err(usage(format!("there is nothing to choose in {}", G::NAME)));
        }
        let most = Options::strong().depth;
        if let Some(depth) = args.depth.filter(|depth| !(1..=most).contains(depth)) {
            return Err(usage(format!("--depth must be from 1 to {most}, not {depth}")));
        }
        let limit = [
            ("--depth", args.depth.is_some()),
            ("--nodes", args.nodes.is_some()),
            ("--movetime", args.movetime.is_some()),
        ];
        if let Some((option, _)) = limit.iter().find(|(_, given)| *given && G::start().chance()) {
            let about = "nobody is limited by it; networks look two plies ahead with --against 'learnt?plies=2'";
            return Err(usage(format!("{option}: in {} {about}", G::NAME)));
        }
        if args.nodes == Some(0) {
            return Err(usage("--nodes must be at least 1"));
        }
        let start = args.position.as_deref().map_or(Ok(G::start()), crate::perft::position::<G>)?;
        let name = args.weights.as_deref().filter(|_| against.is_none()).unwrap_or_else(|| weights::best(&features));
        let weights = weights::load::<G, F>(&features, name)?;
        let evaluator = Linear::new::<G>(features.clone(), weights.sets, &weights.values);
        let mut mind = Thinker::new(evaluator);
        mind.configure(Options::strong());
        let seed = args.seed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs()));
        mind.seed(seed);
        let against = against.map(|text| opponent::<G>(args, text)).transpose()?;
        let no_limit = args.depth.is_none() && args.nodes.is_none();
        let time = args.movetime.or(no_limit.then_some(Duration::from_secs(1)));
        // Searches look at rolls as if they were chosen; one ply sees none.
        let only = G::start().chance().then_some(1);
        Table {
            mind,
            limits: Limits { depth: args.depth.or(only), nodes: args.nodes, ..Limits::default() },
            time,
            line: vec![start],
            moves: Vec::new(),
            against,
            dice: Dice::new(seed, 0),
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
    /// One less than positions.
    moves: Vec<G::Move>,
    /// Who plays instead of the program, and under which name.
    against: Option<(String, Box<dyn Player<G>>)>,
    dice: Dice,
    you: Side,
}

/// The player that a string names, with the limits of the command.
fn opponent<G: Game>(args: &PlayArgs, text: &str) -> Result<(String, Box<dyn Player<G>>)> {
    let limits = CommonLimits { time: args.movetime, depth: args.depth, nodes: args.nodes, ..CommonLimits::default() };
    let spec = PlayerSpec::parse(text, G::NAME, &limits)?;
    spec.check()?;
    let (maker, _) = spec.maker::<G>(&Arc::new(AtomicBool::new(false)))?;
    let mut player = maker();
    player.begin();
    Ok((spec.name.clone(), player))
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
            let mut list = Vec::new();
            let status = match referee(&self.line, &mut list) {
                Ok(status) => status,
                Err(ended) => break ended,
            };
            let yours = self.position().side() == self.you;
            if status == Status::Chance {
                let position = self.position().clone();
                let roll = list[self.dice.pick(list.iter().map(|roll| position.probability(*roll)))];
                say!(
                    "{} {}",
                    if yours { "you roll".to_string() } else { format!("{} rolls", self.name()) },
                    self.written(roll)
                );
                self.go(roll);
                continue;
            }
            if !yours {
                let mv = match self.choose() {
                    Ok(mv) => mv,
                    Err(why) => {
                        let reason = Reason::Failure(format!("{} {why}", self.name()));
                        break Ended { outcome: Outcome::win(self.you), reason };
                    }
                };
                say!("{} plays {}", self.name(), self.written(mv));
                self.go(mv);
                continue;
            }
            // After a roll that cannot be played.
            if let ([only], true) = (&list[..], self.line.len() > 1 && self.line[self.line.len() - 2].chance())
                && self.written(*only) == "pass"
            {
                say!("\n{}\nyou cannot move", self.position().picture());
                self.go(*only);
                continue;
            }
            if shown != self.line.len() {
                say!("\n{}", self.position().picture());
                shown = self.line.len();
            }
            match self.ask(&mut input)? {
                Wish::Move(mv) => self.go(mv),
                Wish::Undo => match self.last_turn() {
                    Some(at) => {
                        self.line.truncate(at + 1);
                        self.moves.truncate(at);
                    }
                    None => say!("there is no move of yours to take back"),
                },
                Wish::Leave(why) => break self.lost(why),
            }
        };
        say!("\n{}\n", self.position().picture());
        let verdict = match ended.outcome.points(self.you).signum() {
            1 => "you win".to_string(),
            0 => "a draw".to_string(),
            _ => format!("{} wins", self.name()),
        };
        let verdict = match ended.outcome.0.abs() {
            0 | 1 => verdict,
            points => format!("{verdict} {points} points"),
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

    fn name(&self) -> String {
        self.against.as_ref().map_or("tdleaf".to_string(), |(name, _)| name.clone())
    }

    fn go(&mut self, mv: G::Move) {
        self.line.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Where the person decided last, over the other's answer and the rolls between.
    fn last_turn(&self) -> Option<usize> {
        let before = self.line.len() - 1;
        (0..before).rev().find(|at| self.line[*at].side() == self.you && !self.line[*at].chance())
    }

    fn lost(&self, why: &str) -> Ended {
        Ended { outcome: Outcome::win(self.you.other()), reason: Reason::Failure(why.to_string()) }
    }

    /// What the program would play here, or why it does not.
    fn choose(&mut self) -> Result<G::Move, String> {
        if let Some((_, player)) = &mut self.against {
            let turn = Turn { line: &self.line, moves: &self.moves, clock: None };
            return player.choose(&turn, &mut self.dice).map(|choice| choice.mv).map_err(|failure| failure.0);
        }
        let budget = self.time.map(|time| Budget::fixed(time, Duration::ZERO));
        let watch = Timekeeper { begin: Instant::now(), budget, flag: None };
        let thought = self.mind.think(&self.line, &self.limits, &watch);
        thought.map(|thought| thought.best).ok_or_else(|| "has no move".to_string())
    }

    /// A move as squares and, where that is another word, as game records write it.
    fn written(&self, mv: G::Move) -> String {
        let (text, record) = (self.position().write_move(mv), self.shown(mv));
        if text == record { text } else { format!("{record} ({text})") }
    }

    /// A move as game records write it, unless that is only a way to put it into one word.
    fn shown(&self, mv: G::Move) -> String {
        let record = self.position().record_move(mv);
        if record == self.position().move_word(mv) { self.position().write_move(mv) } else { record }
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
                    let before = self.line.iter().rev().nth(1).zip(self.moves.last());
                    let last = before.map(|(position, mv)| format!("the last move was {}\n", position.write_move(*mv)));
                    let last = last.unwrap_or_default();
                    say!("\n{last}{}\n{}", self.position().picture(), self.position());
                    for text in ["gnu", "xgid"].iter().filter_map(|name| self.position().in_format(name)) {
                        say!("{text}");
                    }
                }
                "moves" => {
                    let list = self.position().move_list();
                    let list: Vec<String> = list.into_iter().map(|mv| self.shown(mv)).collect();
                    let gap = if list.iter().any(|text| text.contains(' ')) { ", " } else { " " };
                    say!("{}", list.join(gap));
                }
                "hint" => {
                    if let Ok(mv) = self.choose() {
                        say!("{} would play {}", self.name(), self.written(mv));
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
