//! A match from its set-up to its report.

use super::MatchArgs;
use super::openings::{Openings, Wanted};
use super::record::{EVENT, POINTS, Played, RecordFile, date, default_path, tags};
use super::settings::{anchor, conditions, contest, players, sprt};
use super::standings::Standings;
use crate::players::{Maker, PlayerSpec};
use crate::show::Progress;
use crate::usage::usage;
use crate::{draft, remark, say, stop};
use anyhow::Result;
use arena::statistics::Verdict;
use arena::{Contest, Pairing, Record, pgn};
use game::Game;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A match: who plays whom and how, and what has been played.
pub struct Meeting<'a, G: Game> {
    args: &'a MatchArgs,
    players: Vec<PlayerSpec>,
    makers: Vec<Maker<G>>,
    contest: Contest,
    openings: Openings<G>,
    conditions: String,
    /// The games that were played before.
    done: BTreeSet<u64>,
    log: Log,
    stop: Arc<AtomicBool>,
}

/// The results so far, and the file that has the games.
struct Log {
    names: Vec<String>,
    standings: Standings,
    path: Option<PathBuf>,
    file: Option<RecordFile>,
}

impl<'a, G: Game> Meeting<'a, G> {
    /// Checks everything first: a refused command leaves no record.
    pub fn new(args: &'a MatchArgs) -> Result<Meeting<'a, G>> {
        let players = players(args)?;
        let contest = contest::<G>(args, &players)?;
        let wanted = Wanted {
            source: args.openings.as_deref(),
            plies: args.plies,
            limit: i32::try_from(args.balance).unwrap_or(i32::MAX - 1),
            order: args.order,
            start: args.start,
            seed: args.seed,
        };
        let (openings, openings_text) = Openings::<G>::new(&wanted)?;
        if let Some(player) = players.iter().find(|player| !player.takes_positions() && openings.elsewhere()) {
            let about = "can only replay games from the start; openings from a PGN file, or random ones, will do";
            return Err(usage(format!("--openings: player '{}' {about}", player.name)));
        }
        let stop = stop::on_ctrl_c("stopping; the games that are running are abandoned and will be played again");
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
        let (dice, sprt, anchor) = (G::start().chance(), sprt(args)?, anchor(args, &names)?);
        let mut standings = Standings::new(names.clone(), &contest.schedule, dice, sprt, anchor);
        players.iter().try_for_each(PlayerSpec::check)?;
        let (path, file, played) = open::<G>(args, &conditions)?;
        for game in played.iter().filter(|game| game.number < contest.schedule.total()) {
            standings.add(&contest.schedule.pairing(game.number), game);
        }
        let done = played.iter().map(|game| game.number).collect();
        let log = Log { names, standings, path, file };
        Ok(Meeting { args, players, makers, contest, openings, conditions, done, log, stop })
    }

    /// Plays what is left, until the end or Ctrl-C.
    pub fn play(&mut self) -> Result<()> {
        let Meeting { players, makers, contest, openings, conditions, done, log, stop, .. } = self;
        let rounds = contest.schedule.rounds();
        if let Some(count) = openings.count().filter(|count| (2..rounds).contains(count)) {
            remark!("{count} openings for {rounds} rounds: some are played again");
        }
        if log.decided() {
            return Ok(());
        }
        let (date, mut failed) = (date(), None);
        let total = contest.schedule.total();
        let mut progress = Progress::new(&format!("match in {}", G::NAME), log.standings.games(), total);
        let watch = |pairing: &Pairing, record: &Record<G>| {
            let paces = pairing.seats().map(|player| players[player].pace);
            let more = tags::<G>(paces, conditions);
            match log.add(pairing, record, &date, more, &mut progress) {
                Ok(()) => !log.decided(),
                Err(error) => {
                    failed = Some(error);
                    false
                }
            }
        };
        contest.play(|at| makers[at](), |at| openings.get(at), |at| done.contains(&at), stop, watch);
        progress.finish();
        failed.map_or(Ok(()), Err)
    }

    /// Prints the result, and how to go on if games are left.
    pub fn report(&self) {
        let Log { standings, path, .. } = &self.log;
        let total = self.contest.schedule.total();
        let complete = self.log.decided() || standings.games() == total;
        if self.args.json {
            let mut json = standings.json();
            json["game"] = G::NAME.into();
            json["total"] = total.into();
            json["complete"] = complete.into();
            json["control"] = self.args.control.map(|control| control.to_string()).into();
            json["conditions"] = self.conditions.clone().into();
            json["pgn"] = path.as_ref().map(|path| path.display().to_string()).into();
            let player = |player: &PlayerSpec| serde_json::json!({ "name": player.name, "player": player.text });
            json["players"] = self.players.iter().map(player).collect();
            say!("{json:#}");
        } else {
            say!("{}", standings.text().trim_end());
            if let Some(control) = self.args.control {
                say!("control   {control}; {}", control.meaning());
            }
            if let Some(path) = path {
                say!("games     {}", path.display());
            }
        }
        if !complete {
            remark!("stopped after {} of {total} games", standings.games());
            if let Some(path) = path {
                remark!("go on with:  {}", again(path));
            }
        }
    }
}

impl Log {
    /// True if the test has an answer.
    fn decided(&self) -> bool {
        self.standings.sprt().is_some_and(|(.., verdict)| verdict != Verdict::Open)
    }

    /// A game has ended: it is on the disk before it counts.
    fn add<G: Game>(
        &mut self,
        pairing: &Pairing,
        record: &Record<G>,
        date: &str,
        more: Vec<(String, String)>,
        progress: &mut Progress,
    ) -> Result<()> {
        let mut more = more;
        let points = i32::from(record.ended.outcome.0);
        if points.abs() > 1 {
            more.push((POINTS.to_string(), points.abs().to_string()));
        }
        let heading = pgn::Heading {
            event: EVENT.to_string(),
            date: date.to_string(),
            round: (pairing.number + 1).to_string(),
            names: pairing.seats().map(|player| self.names[player].clone()),
            more,
        };
        if let Some(file) = &mut self.file {
            file.append(&pgn::write(&heading, record))?;
        }
        let (kind, reason) = pgn::termination(record, &heading.names);
        let fault = record.ended.reason.is_fault().then(|| kind.to_string());
        if fault.is_some() {
            progress.say(&format!("game {}: {reason}", pairing.number + 1));
        }
        self.standings.add(pairing, &Played { number: pairing.number, points, fault });
        progress.at(self.standings.games(), || self.standings.line());
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
    let openings = args.openings.as_deref().map(|openings| ("the openings", Path::new(openings)));
    draft::distinct(&openings.into_iter().chain([("the record", path.as_path())]).collect::<Vec<_>>())?;
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
