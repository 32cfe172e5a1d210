//! A game on Lichess: its stream is the dialogue, and what is said are requests.

mod api;
mod rules;

pub use api::{Api, Trouble};
pub use rules::Rules;

use super::control::Control;
use super::course::Course;
use super::event::Done;
use super::session::Session;
use super::{Dialogue, Flow};
use arena::{Clock, Opposition};
use game::{Game, Side};
use search::Limits;
use serde_json::Value;
use std::io::{Error, Write};
use std::time::Duration;

/// A request is tried so often while the server fails.
const ATTEMPTS: u32 = 3;
/// Endings that say nothing about the game.
const NOTHING: [&str; 4] = ["aborted", "noStart", "unknownFinish", "cheat"];

/// One game. It survives a stream that breaks off.
pub struct LichessGame {
    /// Our account's name in small letters.
    id: String,
    draw_at: i32,
    tell: super::Tell,
    own: Option<Side>,
    /// Where the game began.
    start: Option<String>,
    value: Option<i32>,
    /// The offers that have been answered, by the number of moves: servers repeat them with every state.
    answered: Option<(usize, &'static str)>,
    over: bool,
}

impl LichessGame {
    /// A game of an account.
    pub fn new(id: &str, draw_at: i32, tell: super::Tell) -> LichessGame {
        let id = id.to_lowercase();
        LichessGame { id, draw_at, tell, own: None, start: None, value: None, answered: None, over: false }
    }

    /// True if it has ended.
    pub fn over(&self) -> bool {
        self.over
    }

    fn full<G: Game>(&mut self, session: &mut Session<G>, full: &Value) -> Result<(), String> {
        let player = |side: &str| full[side]["id"].as_str().unwrap_or_default().to_lowercase();
        let own = if player("white") == self.id { Side::First } else { Side::Second };
        let (us, them) = if own == Side::First { ("white", "black") } else { ("black", "white") };
        let name = full[them]["name"].as_str().map(str::to_string);
        let name = name.or_else(|| full[them]["aiLevel"].as_u64().map(|level| format!("the server's level {level}")));
        let (own_rating, rating) = (full[us]["rating"].as_f64(), full[them]["rating"].as_f64());
        session.settings.chess960 = full["variant"]["key"] == "chess960" && Session::<G>::has_chess960();
        self.start = full["initialFen"].as_str().filter(|fen| *fen != "startpos").map(str::to_string);
        if self.own.is_none() {
            let words = name.clone().unwrap_or_else(|| "somebody".to_string());
            (self.tell)(&format!("game {} against {words}", full["id"].as_str().unwrap_or_default()));
        }
        self.own = Some(own);
        session.own = self.own;
        session.opposition = Opposition { name, own_rating, rating };
        if let Some(archive) = &mut session.archive {
            archive.name = full[us]["name"].as_str().unwrap_or(&self.id).to_string();
        }
        self.state(session, &full["state"])
    }

    fn state<G: Game>(&mut self, session: &mut Session<G>, state: &Value) -> Result<(), String> {
        let Some(own) = self.own else { return Ok(()) };
        let moves: Vec<&str> = state["moves"].as_str().unwrap_or_default().split_whitespace().collect();
        let mut course = Course::<G>::read(self.start.as_deref(), session.settings.variant())?;
        for text in &moves {
            course.play(course.find(text).or_else(|error| course.find(other_castling(text)).map_err(|_| error))?);
        }
        let changed = course.line().len() != session.course.line().len()
            || course.position().key() != session.course.position().key();
        if changed {
            session.halt();
            session.course = course;
        }
        let status = state["status"].as_str().unwrap_or("started");
        if !["created", "started"].contains(&status) {
            self.end(session, status, state["winner"].as_str());
            return Ok(());
        }
        self.offers(session, state, own, moves.len());
        if session.course.position().side() == own && session.running().is_none() {
            self.think(session, state, own);
        }
        Ok(())
    }

    fn think<G: Game>(&self, session: &mut Session<G>, state: &Value, own: Side) {
        if session.course.ended().is_some() {
            return;
        }
        let time = |name: &str| Duration::from_millis(state[name].as_u64().unwrap_or(60_000));
        let increment = |name: &str| Duration::from_millis(state[name].as_u64().unwrap_or(0));
        let (times, increments) = ([time("wtime"), time("btime")], [increment("winc"), increment("binc")]);
        let at = own.index();
        let clock = Clock {
            own: times[at],
            other: times[1 - at],
            own_increment: increments[at],
            other_increment: increments[1 - at],
            ..Clock::default()
        };
        let control = Control::new(Some(session.budget(&clock)), false, false);
        session.think(session.course.line().to_vec(), Limits::default(), control, |_| None);
    }

    /// Answers what the opponent offers, once for each move.
    fn offers<G: Game>(&mut self, session: &Session<G>, state: &Value, own: Side, moves: usize) {
        let theirs = if own == Side::First { ["bdraw", "btakeback"] } else { ["wdraw", "wtakeback"] };
        let answer = if state[theirs[0]] == true {
            if self.value.is_some_and(|value| value <= self.draw_at) { "draw/yes" } else { "draw/no" }
        } else if state[theirs[1]] == true {
            "takeback/no"
        } else {
            return;
        };
        if self.answered != Some((moves, answer)) {
            self.answered = Some((moves, answer));
            session.out.say(answer);
        }
    }

    fn end<G: Game>(&mut self, session: &mut Session<G>, status: &str, winner: Option<&str>) {
        if std::mem::replace(&mut self.over, true) {
            return;
        }
        session.halt();
        let result = match winner {
            Some("white") => "1-0",
            Some(_) => "0-1",
            None if NOTHING.contains(&status) => "*",
            None => "1/2-1/2",
        };
        (self.tell)(&format!("{result} ({status})"));
        // The course has every move that was played.
        session.withdraw();
        if let Err(error) = session.result(result, status) {
            (self.tell)(&error);
        }
    }
}

/// The other way to write castling: the king to its rook, or two squares.
fn other_castling(text: &str) -> &str {
    match text {
        "e1h1" => "e1g1",
        "e1a1" => "e1c1",
        "e8h8" => "e8g8",
        "e8a8" => "e8c8",
        "e1g1" => "e1h1",
        "e1c1" => "e1a1",
        "e8g8" => "e8h8",
        "e8c8" => "e8a8",
        other => other,
    }
}

impl<G: Game> Dialogue<G> for LichessGame {
    fn command(&mut self, session: &mut Session<G>, line: &str) -> Flow {
        // What is no JSON is no news.
        let Ok(value) = serde_json::from_str::<Value>(line) else { return Flow::On };
        let done = match value["type"].as_str() {
            Some("gameFull") => self.full(session, &value),
            Some("gameState") => self.state(session, &value),
            Some("opponentGone") if value["gone"] == true && value["claimWinInSeconds"] == 0 => {
                session.out.say("claim-victory");
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = done {
            (self.tell)(&format!("a state of the game that cannot be read: {error}"));
        }
        if self.over { Flow::Quit } else { Flow::On }
    }

    fn finished(&mut self, session: &mut Session<G>, done: Done<G>) {
        let Some(best) = done.best.filter(|_| done.position.key() == session.course.position().key()) else { return };
        self.value = done.value.or(self.value);
        session.out.say(&format!("move/{}", done.position.write_move(best)));
        session.gave(&done.position, best);
    }

    fn tell(&mut self, _session: &Session<G>, text: &str) {
        (self.tell)(text);
    }

    fn too_long(&mut self, _session: &mut Session<G>) {}

    fn leave(&mut self, session: &mut Session<G>) {
        session.halt();
    }
}

/// What is said in a game, as requests. A request that the server refuses ends the conversation: its stream must be read again.
pub struct Requests {
    api: Api,
    id: String,
    line: Vec<u8>,
}

impl Requests {
    /// Requests about a game.
    pub fn new(api: Api, id: &str) -> Requests {
        Requests { api, id: id.to_string(), line: Vec::new() }
    }

    fn send(&self, words: &str) -> Result<(), Error> {
        let mut pause = Duration::from_millis(500);
        for attempt in 1.. {
            match self.api.post(&format!("/api/bot/game/{}/{words}", self.id), &[]) {
                Ok(_) => break,
                Err(Trouble::Later(time)) if attempt < ATTEMPTS => std::thread::sleep(time),
                Err(Trouble::Lost(_)) if attempt < ATTEMPTS => {
                    std::thread::sleep(pause);
                    pause *= 2;
                }
                Err(trouble) => return Err(Error::other(trouble.to_string())),
            }
        }
        Ok(())
    }
}

impl Write for Requests {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.line.extend(bytes);
        while let Some(end) = self.line.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let words = String::from_utf8_lossy(&line).trim().to_string();
            if !words.is_empty() {
                self.send(&words)?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
