//! The commands of xboard's protocol, one by one.

use super::super::course::Course;
use super::super::output::quoted;
use super::super::session::Session;
use super::super::settings::{MOST_HASH, MOST_THREADS};
use super::super::{Dialogue, Flow};
use super::words::{features, move_text};
use super::{Work, Xboard};
use arena::Opposition;
use game::{Game, Side};

impl<G: Game> Xboard<G> {
    /// Obeys one command.
    pub(super) fn obey(&mut self, session: &mut Session<G>, line: &str) -> Flow {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let result = match word {
            "quit" => return Flow::Quit,
            "xboard" => {
                session.out.say("");
                Ok(())
            }
            "protover" => {
                session.out.say(&features(session));
                Ok(())
            }
            "ping" => {
                self.pings.push(quoted(rest));
                // While it thinks about its move, that comes first.
                if self.work != Work::Move {
                    self.answer_pings(session);
                }
                Ok(())
            }
            "level" => self.time.level(rest),
            "st" => self.time.exact(rest),
            "sd" => self.time.depth(rest),
            "time" => self.time.clock(true, rest),
            "otim" => self.time.clock(false, rest),
            "option" => {
                let (name, value) = rest.split_once('=').map_or((rest, None), |(name, value)| (name, Some(value)));
                session.set(name.trim(), value)
            }
            "memory" => session.set("Hash", Some(&within(rest, MOST_HASH))),
            "cores" => session.set("Threads", Some(&within(rest, MOST_THREADS))),
            "new" | "variant" | "setboard" | "undo" | "remove" => self.set_up(session, word, rest),
            "force" | "go" | "playother" | "white" | "black" | "analyze" | "exit" | "?" => {
                self.turn(session, word);
                Ok(())
            }
            "result" => {
                self.turn(session, word);
                let (result, why) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                session.result(result, why.trim().trim_matches(['{', '}']))
            }
            "post" | "nopost" => {
                self.post = word == "post";
                if let Some(control) = session.running().filter(|_| self.work == Work::Move) {
                    control.show(self.post);
                }
                Ok(())
            }
            "hard" => {
                session.settings.ponder = true;
                Ok(())
            }
            "easy" => {
                session.settings.ponder = false;
                if matches!(self.work, Work::Ponder(_)) {
                    self.cancel(session);
                }
                Ok(())
            }
            "draw" => {
                // Nothing to lose: it would not get more by playing on.
                if self.engine.is_some() && self.value.is_some_and(|value| value <= 0) {
                    session.out.say("offer draw");
                }
                Ok(())
            }
            "hint" => {
                if let Some(mv) = self.expected(session) {
                    session.out.say(&format!("Hint: {}", move_text(session.course.position(), mv)));
                }
                Ok(())
            }
            "bk" => {
                session.out.say(" There is no opening book.\n");
                Ok(())
            }
            "." => {
                if let Some(control) = session.running() {
                    let (latest, time) = (control.latest(), control.elapsed().as_millis() / 10);
                    session.out.say(&format!("stat01: {time} {} {} 0 0", latest.nodes, latest.depth));
                }
                Ok(())
            }
            "usermove" => {
                self.opponent_moves(session, rest);
                Ok(())
            }
            // Nothing to do, but nothing wrong either.
            "name" => {
                session.opposition.name = Some(rest.to_string()).filter(|name| !name.is_empty());
                Ok(())
            }
            "rating" => {
                // 0 means that nobody knows.
                let mut known = rest.split_whitespace().map(|word| word.parse().ok().filter(|rating| *rating > 0.0));
                let (own, other) = (known.next().flatten(), known.next().flatten());
                (session.opposition.own_rating, session.opposition.rating) = (own, other);
                Ok(())
            }
            "accepted" | "rejected" | "random" | "computer" | "ics" | "nps" | "pause" | "resume" | "egtpath"
            | "bogus" => Ok(()),
            "edit" => Err("edit is not supported; setboard is".to_string()),
            _ if rest.is_empty() && session.course.find(word).is_ok() => {
                self.opponent_moves(session, word);
                Ok(())
            }
            _ if rest.is_empty() && looks_like_a_move(word) => {
                self.opponent_moves(session, word);
                Ok(())
            }
            _ => {
                session.out.say(&format!("Error (unknown command): {}", quoted(line)));
                return Flow::On;
            }
        };
        if let Err(error) = result {
            session.out.say(&match word {
                "setboard" => format!("tellusererror Illegal position: {}", quoted(&error)),
                _ => format!("Error ({}): {}", quoted(&error), quoted(line)),
            });
        }
        Flow::On
    }

    /// Commands that change the position without a move.
    fn set_up(&mut self, session: &mut Session<G>, word: &str, rest: &str) -> Result<(), String> {
        match word {
            "new" => {
                self.cancel(session);
                session.settings.chess960 = false;
                session.begin();
                session.opposition = Opposition::default();
                session.course = Course::new(G::start());
                session.forget();
                session.tidy();
                self.time.restart();
                if !self.analyzing {
                    self.engine = Some(Side::Second);
                }
            }
            "variant" => {
                let chess960 = match rest {
                    "normal" => false,
                    "fischerandom" if Session::<G>::has_chess960() => true,
                    _ => return Err("unsupported variant".to_string()),
                };
                self.cancel(session);
                session.settings.chess960 = chess960;
                session.course = Course::read(None, session.settings.variant())?;
            }
            "setboard" => {
                let course = Course::read(Some(rest), session.settings.variant())?;
                self.cancel(session);
                session.course = course;
            }
            _ => {
                self.cancel(session);
                if !session.course.take_back(if word == "undo" { 1 } else { 2 }) {
                    self.analyse(session);
                    return Err("there is no move to take back".to_string());
                }
            }
        }
        self.changed(session);
        Ok(())
    }

    /// Commands that say whose turn it is to think.
    fn turn(&mut self, session: &mut Session<G>, word: &str) {
        let side = Self::side(session);
        match word {
            "?" => {
                // The move is made before the next command is read.
                if self.work == Work::Move
                    && let Some(done) = session.halt()
                {
                    self.finished(session, done);
                }
            }
            "go" => {
                self.analyzing = false;
                self.engine = Some(side);
                self.think(session);
            }
            "playother" => {
                self.cancel(session);
                self.engine = Some(side.other());
                self.ponder(session);
            }
            // Old commands that set the side to move, too; only the program's own side can follow.
            "white" | "black" => {
                self.cancel(session);
                self.engine = Some(if word == "white" { Side::Second } else { Side::First });
            }
            "analyze" => {
                self.engine = None;
                self.analyzing = true;
                self.analyse(session);
            }
            "exit" => {
                self.analyzing = false;
                self.cancel(session);
            }
            _ => {
                // `force`, or a result: nobody is to move any more.
                self.cancel(session);
                self.engine = None;
            }
        }
    }
}

/// A number for a setting from 1 to `most`; what is too large becomes as large as possible.
fn within(text: &str, most: u32) -> String {
    text.parse::<u64>().map_or(text.to_string(), |number| number.clamp(1, most.into()).to_string())
}

/// True for a word like `e2e4`, `e7e8q` or `O-O`.
fn looks_like_a_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let square = |at: usize| bytes[at].is_ascii_lowercase() && bytes[at + 1].is_ascii_digit();
    word.starts_with("O-O") || matches!(bytes.len(), 4 | 5) && square(0) && square(2)
}
