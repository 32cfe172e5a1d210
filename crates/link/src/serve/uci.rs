//! UCI and USI, the protocols of most chess and shogi programs: commands in, `info` and `bestmove` out.

use super::control::Control;
use super::course::Course;
use super::dialect::Dialect;
use super::event::Done;
use super::go::Go;
use super::moves::written;
use super::output::quoted;
use super::score::Score;
use super::session::Session;
use super::settings::Kind;
use super::worker::Finding;
use super::{Dialogue, Flow};
use arena::{Budget, Clock};
use game::{Game, Outcome};
use search::{Bound, Limits};
use std::time::Duration;

/// A conversation in UCI or USI.
pub struct Uci<G: Game> {
    dialect: Dialect,
    work: Work,
    /// The end of a search that must not be told yet.
    held: Option<Done<G>>,
    /// True if nobody plays the move that is found: the search has no end of its own, or something else was played.
    analysis: bool,
    debug: bool,
}

/// What is going on.
#[derive(Clone, Copy, PartialEq)]
enum Work {
    Nothing,
    /// A search: `infinite` and `pondering` ones give their move only when told to.
    Search {
        infinite: bool,
        pondering: bool,
    },
    Count,
}

impl<G: Game> Uci<G> {
    /// Nothing said yet.
    pub fn new(dialect: Dialect) -> Uci<G> {
        Uci { dialect, work: Work::Nothing, held: None, analysis: false, debug: false }
    }

    fn trouble(&self, session: &Session<G>, text: &str) {
        session.out.say(&format!("info string {text}"));
    }

    fn introduce(&self, session: &Session<G>) {
        let mut lines = vec![format!("id name {}", session.name), "id author the tdleaf authors".to_string()];
        for item in session.settings.list(Session::<G>::has_chess960()) {
            let Some(name) = self.dialect.offered(item.name) else { continue };
            let kind = match item.kind {
                Kind::Number(now, least, most) => format!("spin default {now} min {least} max {most}"),
                Kind::Switch(now) => format!("check default {now}"),
                Kind::Text(now) => format!("string default {}", if now.is_empty() { "<empty>" } else { &now }),
                Kind::Choice(now, all) => format!("combo default {now} var {}", all.join(" var ")),
                Kind::Button => "button".to_string(),
            };
            lines.push(format!("option name {name} type {kind}"));
        }
        lines.push(self.dialect.introduced().to_string());
        session.out.say(&lines.join("\n"));
    }

    /// `position [startpos | fen F | sfen F] [moves M...]`: all of it, or nothing changes.
    fn position(&self, session: &mut Session<G>, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let moves_at = words.iter().position(|word| word.eq_ignore_ascii_case("moves")).unwrap_or(words.len());
        let text = words[1.min(moves_at)..moves_at].join(" ");
        let text = match words.first().map(|word| word.to_ascii_lowercase()).as_deref() {
            Some("startpos") => None,
            Some("fen" | "sfen") => Some(text.as_str()),
            _ => return Err("position needs 'startpos', or 'fen' or 'sfen' and a position".to_string()),
        };
        let mut course = Course::read(text, session.settings.variant())?;
        for word in words.iter().skip(moves_at + 1) {
            course.play(course.find(word)?);
        }
        // Not every program says `ucinewgame`: what is shorter than before is another game, or moves were taken back.
        if course.moves().len() < session.course.moves().len() {
            session.begin();
        }
        (session.course, session.guessed) = (course, false);
        Ok(())
    }

    fn option(&self, session: &mut Session<G>, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        if words.first().is_none_or(|word| !word.eq_ignore_ascii_case("name")) {
            return Err("setoption needs 'name', a name, 'value' and a value".to_string());
        }
        let value_at = words.iter().position(|word| word.eq_ignore_ascii_case("value")).unwrap_or(words.len());
        let value = (value_at < words.len()).then(|| words[value_at + 1..].join(" "));
        let name = words[1..value_at].join(" ");
        let meant = self.dialect.meant(&name);
        let list = session.settings.list(Session::<G>::has_chess960());
        if !list.iter().any(|item| item.name.eq_ignore_ascii_case(&meant)) {
            let names: Vec<String> = list.iter().filter_map(|item| self.dialect.offered(item.name)).collect();
            return Err(format!("no option '{name}'; options: {}", names.join(", ")));
        }
        session.set(&meant, value.as_deref())
    }

    fn go(&mut self, session: &mut Session<G>, rest: &str) {
        // Each `go` gets its move: one that is still being thought about is given now.
        self.stop(session);
        if let Some(done) = session.halt() {
            self.finished(session, done);
        }
        let (go, wrong) = Go::parse(rest.split_whitespace(), self.dialect);
        wrong.iter().for_each(|text| self.trouble(session, &quoted(text)));
        if go.problem {
            session.out.say("checkmate notimplemented");
            return;
        }
        if let Some(depth) = go.perft {
            self.work = Work::Count;
            session.count(depth);
            return;
        }
        let mut only = Vec::new();
        for text in &go.only {
            match session.course.find(text) {
                Ok(mv) => only.push(mv),
                Err(error) => self.trouble(session, &quoted(&format!("searchmoves: {error}"))),
            }
        }
        let budget = budget(session, &go);
        if self.debug {
            self.trouble(session, &format!("{} budget {budget:?}", session.course.position()));
        }
        let limits = Limits { depth: go.depth, nodes: go.nodes, mate: go.mate, only, ..Limits::default() };
        self.work = Work::Search { infinite: go.infinite, pondering: go.ponder };
        (self.analysis, session.guessed) = (go.infinite, go.ponder);
        let control = Control::new(budget, go.ponder, true);
        let style = if self.dialect == Dialect::Uci { info_in_moves } else { info_in_plies };
        session.think(session.course.line().to_vec(), limits, control, style);
    }

    fn stop(&mut self, session: &mut Session<G>) {
        if let Work::Search { pondering, .. } = self.work {
            // Who pondered in vain is stopped: another move was played than the expected one.
            self.analysis |= pondering;
            self.work = Work::Search { infinite: false, pondering: false };
        }
        if let Some(control) = session.running() {
            control.stop();
        }
        self.release(session);
    }

    fn ponderhit(&mut self, session: &mut Session<G>) {
        if let Work::Search { infinite, pondering: true } = self.work {
            self.work = Work::Search { infinite, pondering: false };
            session.guessed = false;
            if let Some(control) = session.running() {
                control.hit(None);
            }
            self.release(session);
        }
    }

    /// `gameover win`, seen from the program's side.
    fn game_over(&mut self, session: &mut Session<G>, rest: &str) -> Result<(), String> {
        self.stop(session);
        let points = match rest {
            "win" => 1,
            "lose" => -1,
            "draw" => 0,
            _ => return Err(format!("gameover needs win, lose or draw, not '{rest}'")),
        };
        let Some(own) = session.own else { return Ok(()) };
        let result = Outcome(own.view(points) as i8).to_string();
        session.result(&result, "the other program told the result")
    }

    /// What is said in place of a move: that the game is won, or given up.
    fn word(&self, session: &Session<G>, done: &Done<G>) -> Option<&'static str> {
        let (limit, value) = (session.settings.resign, done.value.unwrap_or_default());
        if self.dialect == Dialect::Uci || self.analysis {
            None
        } else if done.position.may_declare() {
            Some("win")
        } else {
            (limit > 0 && i64::from(value) <= -i64::from(limit)).then_some("resign")
        }
    }

    /// Tells a move that was held back, if it may be told now.
    fn release(&mut self, session: &mut Session<G>) {
        let free = matches!(self.work, Work::Search { infinite: false, pondering: false });
        if free && let Some(done) = self.held.take() {
            self.finished(session, done);
        }
    }
}

impl<G: Game> Dialogue<G> for Uci<G> {
    fn command(&mut self, session: &mut Session<G>, line: &str) -> Flow {
        let mut rest = line;
        let known = loop {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let first = rest.len() == line.len();
            match self.dialect.commands().iter().find(|known| **known == word) {
                // Nonsense that happens to contain this word must not end the program.
                Some(known) if first || *known != "quit" => {
                    rest = after.trim();
                    break Some(*known);
                }
                _ if after.trim().is_empty() => break None,
                _ => rest = after.trim_start(),
            }
        };
        let result = match known {
            Some("uci" | "usi") => {
                self.introduce(session);
                Ok(())
            }
            Some("isready") => {
                session.out.say("readyok");
                Ok(())
            }
            Some("ucinewgame" | "usinewgame") => {
                session.begin();
                session.forget();
                session.tidy();
                self.position(session, "startpos")
            }
            Some("position") => self.position(session, rest),
            Some("setoption") => self.option(session, rest),
            Some("go") => {
                self.go(session, rest);
                Ok(())
            }
            Some("gameover") => self.game_over(session, rest),
            Some("stop") => {
                self.stop(session);
                Ok(())
            }
            Some("ponderhit") => {
                self.ponderhit(session);
                Ok(())
            }
            Some("debug") => {
                self.debug = rest != "off";
                Ok(())
            }
            Some("d") => {
                let position = session.course.position();
                session.out.say(&format!("{}\n{position}", position.picture()));
                Ok(())
            }
            Some("help") => {
                session.out.say(&format!("info string commands: {}", self.dialect.commands().join(" ")));
                Ok(())
            }
            Some("quit") => {
                session.begin();
                return Flow::Quit;
            }
            Some(_) => Ok(()),
            None => Err(format!("unknown command: {line}")),
        };
        if let Err(text) = result {
            self.trouble(session, &quoted(&text));
        }
        Flow::On
    }

    fn finished(&mut self, session: &mut Session<G>, done: Done<G>) {
        match self.work {
            Work::Search { infinite: false, pondering: false } => {
                let word = self.word(session, &done);
                let best = done.best.filter(|_| word.is_none());
                let text = best.map(|mv| done.position.write_move(mv));
                let text = text.unwrap_or_else(|| word.unwrap_or(self.dialect.no_move()).to_string());
                let reply = best.zip(done.reply).map(|(best, mv)| done.position.after(best).write_move(mv));
                let reply = reply.map_or(String::new(), |reply| format!(" ponder {reply}"));
                session.out.say(&format!("bestmove {text}{reply}"));
                if !self.analysis {
                    session.own = Some(done.position.side());
                    match best {
                        Some(best) => session.gave(&done.position, best),
                        None => session.withdraw(),
                    }
                }
                self.work = Work::Nothing;
            }
            Work::Search { .. } => self.held = Some(done),
            Work::Count | Work::Nothing => self.work = Work::Nothing,
        }
    }

    fn tell(&mut self, session: &Session<G>, text: &str) {
        session.out.say(&format!("info string {text}"));
    }

    fn too_long(&mut self, session: &mut Session<G>) {
        self.trouble(session, "a line that is too long was ignored");
    }

    fn leave(&mut self, session: &mut Session<G>) {
        self.stop(session);
        if let Some(done) = session.halt() {
            self.finished(session, done);
        }
        session.begin();
    }
}

/// How long a search may take; `None` if time is no limit.
fn budget<G: Game>(session: &Session<G>, go: &Go) -> Option<Budget> {
    if go.infinite {
        return None;
    }
    let fixed = go.movetime.map(|time| Budget::fixed(time, session.settings.overhead));
    let own = session.course.position().side().index();
    let timed = go.clocks.iter().any(Option::is_some) || !go.byoyomi.is_zero();
    let clock = timed.then(|| Clock {
        own: go.clocks[own].unwrap_or(Duration::ZERO),
        other: go.clocks[1 - own].unwrap_or(Duration::ZERO),
        own_increment: go.increments[own],
        other_increment: go.increments[1 - own],
        moves_to_go: go.moves_to_go,
        byoyomi: go.byoyomi,
    });
    fixed.or_else(|| clock.map(|clock| session.budget(&clock)))
}

/// UCI counts mates in moves.
fn info_in_moves<G: Game>(finding: &Finding<'_, G>) -> Option<String> {
    Some(info(finding, |moves| moves))
}

/// USI counts them in plies.
fn info_in_plies<G: Game>(finding: &Finding<'_, G>) -> Option<String> {
    Some(info(finding, |moves| Score::plies(finding.progress.value).unwrap_or(moves)))
}

/// `info depth ... pv ...`; `mate` counts the length of a mate, given the number of moves.
fn info<G: Game>(finding: &Finding<'_, G>, mate: impl Fn(i32) -> i32) -> String {
    let progress = finding.progress;
    let score = match finding.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {}", mate(moves)),
    };
    let bound = match progress.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let time = finding.time.as_millis();
    let speed = (progress.nodes as f64 / finding.time.as_secs_f64().max(0.001)) as u64;
    let line = written(finding.position, &progress.line, G::write_move).join(" ");
    let (depth, deepest, rank, nodes, full) =
        (progress.depth, progress.deepest.max(progress.depth), progress.rank, progress.nodes, progress.full);
    format!(
        "info depth {depth} seldepth {deepest} multipv {rank} score {score}{bound} nodes {nodes} nps {speed} \
         hashfull {full} time {time} pv {line}"
    )
}
