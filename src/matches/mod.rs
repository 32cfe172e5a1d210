//! `tdleaf match GAME PLAYER PLAYER ...`: which of them plays better, and how sure is that?

mod openings;
mod record;
mod settings;
mod standings;

use crate::players::{HELP, Maker};
use crate::show::Progress;
use crate::usage::usage;
use crate::{draft, say};
use anyhow::Result;
use arena::statistics::{Model, Verdict};
use arena::{DrawRule, Order, Resign, pgn};
use clap::Args;
use game::{Features, Game};
use games::list::{Visitor, with};
use openings::{Openings, Wanted};
use record::{EVENT, Played, RecordFile, date, default_path, tags};
use settings::{anchor, conditions, contest, players, sprt};
use standings::Standings;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Let two or more players play a match: Elo, likelihood of superiority, SPRT, ratings.
#[derive(Args)]
#[command(after_help = format!("{HELP}\n\nExamples:
  tdleaf match chess learnt material --games 200 --depth 3
  tdleaf match chess chess-1.tdw 'uci:stockfish?UCI_LimitStrength=true&UCI_Elo=1500' --tc 10+0.1
  tdleaf match chess new.tdw old.tdw --nodes 20000 --sprt 0,5
  tdleaf match chess 'learnt?depth=1' 'learnt?depth=2' 'learnt?depth=3' random --games 40
  tdleaf match connect4 learnt zero random --gauntlet --depth 6 --openings random --plies 4"))]
pub struct MatchArgs {
    /// The game
    pub game: String,
    /// The players; with more than two everyone plays everyone
    #[arg(required = true)]
    pub players: Vec<String>,
    /// Games of each two players [default: 100; with --sprt at most 40000]
    #[arg(long)]
    pub games: Option<u64>,
    /// Clock for all: seconds+increment or moves/seconds+increment, such as 2+0.02 or 40/60+0.5
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
    /// Openings, each played with both colours: balanced or random plies, none, or a file (.epd, .pgn)
    #[arg(long, default_value = "balanced")]
    pub openings: String,
    /// Plies of an opening [default: 8 random ones, or the first 16 of a PGN game]
    #[arg(long)]
    pub plies: Option<usize>,
    /// How uneven a balanced opening may be, in hundredths of a pawn
    #[arg(long, default_value_t = 50)]
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
    /// End games after so many plies: won if both then agree who is ahead, else drawn
    #[arg(long, default_value_t = 400)]
    pub longest: usize,
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
        let players = players(args)?;
        let contest = contest(args, &players)?;
        let stop = stop_on_ctrl_c();
        let wanted = Wanted {
            source: &args.openings,
            plies: args.plies,
            limit: i32::try_from(args.balance).unwrap_or(i32::MAX - 1),
            order: args.order,
            start: args.start,
            seed: args.seed,
        };
        let (openings, openings_text) = Openings::<G>::new(&wanted)?;
        let mut makers: Vec<Maker<G>> = Vec::new();
        let mut texts = Vec::new();
        for player in &players {
            let (maker, print) = player.maker::<G>(&stop)?;
            makers.push(maker);
            let print = if print.is_empty() { String::new() } else { format!(" #{print}") };
            texts.push(format!("{}: {}{print}", player.name, player.text));
        }
        let conditions = conditions::<G>(args, &texts, &openings_text);
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        let mut standings = Standings::new(names.clone(), &contest.schedule, sprt(args)?, anchor(args, &names)?);
        let (path, mut file, played) = open::<G>(args, &conditions)?;
        for game in played.iter().filter(|game| game.number < contest.schedule.total()) {
            standings.add(&contest.schedule.pairing(game.number), game);
        }
        let done: BTreeSet<u64> = played.iter().map(|game| game.number).collect();
        let total = contest.schedule.total();
        if let Some(count) = openings.count().filter(|count| (2..contest.schedule.rounds()).contains(count)) {
            eprintln!("{count} openings for {} rounds: some are played again", contest.schedule.rounds());
        }
        let date = date();
        let mut failed = None;
        let mut progress = Progress::new(&format!("match in {}", G::NAME), standings.games(), total);
        let decided = |standings: &Standings| standings.sprt().is_some_and(|(.., verdict)| verdict != Verdict::Open);
        if !decided(&standings) {
            let watch = |pairing: &arena::Pairing, record: &arena::Record<G>| {
                let seats = pairing.seats();
                let heading = pgn::Heading {
                    event: EVENT.to_string(),
                    date: date.clone(),
                    round: (pairing.number + 1).to_string(),
                    names: seats.map(|player| names[player].clone()),
                    more: tags::<G>(seats.map(|player| players[player].pace), &conditions),
                };
                if let Err(error) = file.as_mut().map_or(Ok(()), |file| file.append(&pgn::write(&heading, record))) {
                    failed = Some(error);
                    return false;
                }
                let (kind, reason) = pgn::termination(record, &heading.names);
                let fault = record.ended.reason.is_fault().then(|| kind.to_string());
                if fault.is_some() {
                    progress.say(&format!("game {}: {reason}", pairing.number + 1));
                }
                let points = i32::from(record.ended.outcome.0).signum();
                standings.add(pairing, &Played { number: pairing.number, points, fault });
                progress.at(standings.games(), || standings.line());
                !decided(&standings)
            };
            contest.play(|at| makers[at](), |at| openings.get(at), |at| done.contains(&at), &stop, watch);
        }
        progress.finish();
        if let Some(error) = failed {
            return Err(error);
        }
        let complete = decided(&standings) || standings.games() == total;
        if args.json {
            let mut json = standings.json();
            json["game"] = G::NAME.into();
            json["total"] = total.into();
            json["complete"] = complete.into();
            json["conditions"] = conditions.into();
            json["pgn"] = path.as_ref().map(|path| path.display().to_string()).into();
            json["players"] = players
                .iter()
                .map(|player| serde_json::json!({ "name": player.name, "player": player.text }))
                .collect();
            say!("{json:#}");
        } else {
            say!("{}", standings.text().trim_end());
            if let Some(path) = &path {
                say!("games     {}", path.display());
            }
        }
        if !complete {
            eprintln!("stopped after {} of {total} games", standings.games());
            if let Some(path) = &path {
                eprintln!("go on with:  {}", again(path));
            }
        }
        Ok(())
    }
}

/// The record of the match, and the games in it.
fn open<G: Game>(args: &MatchArgs, conditions: &str) -> Result<(Option<PathBuf>, Option<RecordFile>, Vec<Played>)> {
    if args.pgn.as_deref() == Some(Path::new("none")) {
        return if args.resume {
            Err(usage("without a record there is nothing to --resume"))
        } else {
            Ok((None, None, vec![]))
        };
    }
    let none = || usage(format!("there is no {}-match-N.pgn here to resume; name it with --pgn", G::NAME));
    let path = match &args.pgn {
        Some(path) => path.clone(),
        None => default_path(G::NAME, args.resume).ok_or_else(none)?,
    };
    draft::distinct(&[("the openings", Path::new(&args.openings)), ("the record", &path)])?;
    let (file, played) =
        if args.resume { RecordFile::resume(&path, conditions)? } else { (RecordFile::create(&path)?, vec![]) };
    Ok((Some(path), Some(file), played))
}

/// The command that goes on.
fn again(path: &Path) -> String {
    let plain = |text: &String| text.chars().all(|c| c.is_alphanumeric() || "./_-+=,:".contains(c)) && !text.is_empty();
    let quoted = |text: &String| if plain(text) { text.clone() } else { format!("'{}'", text.replace('\'', "'\\''")) };
    let mut words: Vec<String> = std::env::args().skip(1).map(|word| quoted(&word)).collect();
    if !words.iter().any(|word| word == "--pgn" || word.starts_with("--pgn=")) {
        words.extend(["--pgn".to_string(), quoted(&path.display().to_string())]);
    }
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_string());
    }
    format!("tdleaf {}", words.join(" "))
}

fn stop_on_ctrl_c() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    // Without a handler Ctrl-C ends the program at once, which is safe too: so does a second one.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!(
            "\nstopping; the games that are running are abandoned and will be played again; once more to stop now"
        );
    });
    stopped
}
