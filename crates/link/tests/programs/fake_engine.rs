//! An engine for tests that knows neither chess nor shogi: it speaks UCI, USI, xboard, GTP and like GNU Shogi, plays pawn moves
//! from a list, and misbehaves as told.
//!
//! `fake-engine KIND [log=FILE] [once=FILE]`: with `log` all that it hears is written to a file; with `once` it misbehaves
//! only as long as that file does not exist, and makes it; with `-X` it speaks like GNU Shogi.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, Write, stdin, stdout};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

struct Fake {
    kind: String,
    log: Option<String>,
    xboard: bool,
    /// Speaks USI.
    usi: bool,
    /// Speaks like GNU Shogi.
    gnu: bool,
    /// GTP: the number of the command.
    gtp: Option<String>,
    /// Plies of the game so far.
    plies: usize,
    /// Its own moves since it was started.
    played: usize,
    /// xboard: answers moves.
    playing: bool,
    /// Thinks until it is told to stop.
    waiting: bool,
}

#[expect(clippy::zombie_processes, reason = "the tests are about who ends the child of a wrapper")]
fn main() {
    let mut kind = std::env::args().nth(1).unwrap_or_default();
    let value = |key: &str| std::env::args().find_map(|word| word.strip_prefix(key).map(str::to_string));
    if let Some(marker) = value("once=") {
        if fs::exists(&marker).unwrap_or(false) {
            kind = "good".to_string();
        } else {
            fs::write(&marker, "").expect("the marker can be written");
        }
    }
    let mut fake = Fake {
        kind,
        log: value("log="),
        xboard: false,
        usi: false,
        gnu: std::env::args().any(|word| word == "-X"),
        gtp: None,
        plies: 0,
        played: 0,
        playing: false,
        waiting: false,
    };
    fake.note(&format!("pid {}", std::process::id()));
    match fake.kind.as_str() {
        "exits" => {
            eprintln!("cannot load my brain");
            exit(3);
        }
        "mute" => loop {
            sleep(Duration::from_secs(3600));
        },
        "wrapper" => {
            let me = std::env::current_exe().expect("a program knows itself");
            let child = Command::new(me).arg("mute").stdin(Stdio::null()).spawn().expect("it starts");
            fake.note(&format!("child {}", child.id()));
        }
        _ => {}
    }
    if fake.gnu {
        say("GNU Shogi 1.4.2");
    }
    for line in stdin().lock().lines().map_while(Result::ok) {
        fake.note(&line);
        fake.hear(&line);
    }
    // A real program may be as stubborn.
    if fake.kind == "stubborn" {
        sleep(Duration::from_secs(3600));
    }
}

fn say(line: &str) {
    let mut out = stdout().lock();
    // Nobody listens any more: the end is near.
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

impl Fake {
    fn note(&self, line: &str) {
        if let Some(log) = &self.log {
            let mut file = OpenOptions::new().append(true).create(true).open(log).expect("the log can be written");
            writeln!(file, "{line}").expect("the log can be written");
        }
    }

    fn is(&self, kind: &str) -> bool {
        self.kind == kind
    }

    fn hear(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word.parse::<u32>().is_ok() {
            self.gtp = Some(word.to_string());
            return self.hear_gtp(rest);
        }
        match word {
            "quit" if !self.is("stubborn") => exit(0),
            "usi" => {
                self.usi = true;
                say("id name Fake");
                say("option name UCI_Variant type combo default shogi var chess var shogi");
                if !self.is("no-usiok") {
                    say("usiok");
                }
            }
            "uci" => {
                say("id name Fake");
                say("option name Hash type spin default 16 min 1 max 64");
                say("option name UCI_Elo type spin default 1350 min 1350 max 2850");
                say("option name UCI_LimitStrength type check default false");
                if !self.is("no-uciok") {
                    say("uciok");
                }
            }
            "isready" => say("readyok"),
            "position" => self.plies = rest.split_once("moves ").map_or(0, |(_, moves)| moves.split(' ').count()),
            "stop" | "?" if self.waiting => self.answer_well(),
            "protover" => {
                self.xboard = true;
                match self.kind.as_str() {
                    "old" => {}
                    "no-setboard" => say("feature setboard=0 usermove=1 done=1"),
                    "no-reuse" => say("feature ping=1 setboard=1 usermove=1 reuse=0 done=1"),
                    _ => {
                        say("feature done=0");
                        say("feature ping=1 setboard=1 usermove=1 unheard-of=1 myname=\"Fake 1.0\"");
                        say("feature option=\"Style -combo Solid /// *Wild\" done=1");
                    }
                }
            }
            "ping" => say(&format!("pong {rest}")),
            "new" | "setboard" => (self.plies, self.playing) = (0, false),
            "force" => self.playing = false,
            "sd" if self.is("no-sd") => say(&format!("Error (unknown command): {line}")),
            "go" => {
                self.playing = true;
                self.answer();
            }
            "usermove" => self.opponent(rest),
            _ if self.gnu && line.len() >= 4 && line.as_bytes()[0].is_ascii_digit() && !line.contains(' ') => {
                say(&format!("{}. {line} 0", 1 + self.plies / 2));
                self.opponent(line);
            }
            // Old programs get moves without a word in front.
            _ if self.xboard && line.len() == 4 && line.as_bytes()[1].is_ascii_digit() => self.opponent(line),
            _ => {}
        }
    }

    fn hear_gtp(&mut self, line: &str) {
        let id = self.gtp.clone().unwrap_or_default();
        match line.split_once(' ').unwrap_or((line, "")) {
            ("known_command", command) => {
                say(&format!("={id} {}\n", command == "set_game" || command == "time_settings"))
            }
            ("boardsize", _) if self.is("no-boardsize") => say(&format!("?{id} unacceptable size\n")),
            ("play", _) if self.is("refuses") && self.plies > 5 => say(&format!("?{id} illegal move\n")),
            ("genmove", _) => self.answer(),
            (command, _) => {
                self.plies = match command {
                    "play" => self.plies + 1,
                    "clear_board" => 0,
                    _ => self.plies,
                };
                say(&format!("={id}\n"));
            }
        }
    }

    fn opponent(&mut self, mv: &str) {
        if self.is("refuses") && self.plies > 5 {
            return say(&format!("Illegal move{} {mv}", if self.gnu { " (no match)" } else { ":" }));
        }
        self.plies += 1;
        if self.playing {
            self.answer();
        }
    }

    fn answer(&mut self) {
        let number = self.gtp.as_ref().map(|id| format!("={id}"));
        let prefix = match (self.xboard, self.gnu) {
            (true, _) => "move",
            (_, true) => "1. ...",
            _ => number.as_deref().unwrap_or("bestmove"),
        };
        self.played += 1;
        match self.kind.as_str() {
            "silent" => return,
            "waits" => {
                self.waiting = true;
                return;
            }
            "garbage" => return say(&format!("{prefix} xyzzy plugh")),
            "illegal" => return say(&format!("{prefix} a1a8")),
            "none" if number.is_some() => return say(&format!("?{} cannot generate a move\n", &prefix[1..])),
            "none" => return say("bestmove (none)"),
            "zero" => return say("bestmove 0000"),
            "empty" => return say("bestmove"),
            "resigns" if self.gnu && self.played == 1 => return say("White Resigns."),
            "resigns" if self.played == 1 && number.is_some() => return say(&format!("{prefix} resign\n")),
            "resigns" if self.played == 1 => return say(if self.xboard { "resign" } else { "bestmove resign" }),
            "wins" => return say("bestmove win"),
            "claims" if self.gnu => return say("Drawn game!"),
            "claims" => return say("1/2-1/2 {Draw by boredom}"),
            "dies" if self.played == 10 => exit(3),
            "flood" => loop {
                say("info depth 1 score cp 1 nodes 1 string still thinking");
            },
            "endless" => loop {
                print!("{}", "x".repeat(1 << 16));
            },
            "chatty" => (0..50_000).for_each(|n| say(&format!("info depth 1 score cp 1 nodes {n}"))),
            "huge" => say(&"x".repeat(8 << 20)),
            "binary" => {
                let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
                let _ = stdout().write_all(&bytes);
                say("");
            }
            "offers" => {
                say("offer draw");
                say("tellics whisper this is easy");
                say("telluser hello");
                say("1-0 {White wins, I think}");
            }
            _ => {}
        }
        self.answer_well();
        match self.kind.as_str() {
            "twice" => say(&format!("{prefix} {}", self.pawn_move())),
            // Dies when nobody needs it any more: no game is lost by it.
            "dies-later" => exit(0),
            _ => {}
        }
    }

    fn answer_well(&mut self) {
        self.waiting = false;
        let mv = self.pawn_move();
        if self.gnu {
            let number = 1 + self.plies / 2;
            self.plies += 1;
            say(&format!("{number}. ... {mv} 0"));
        } else if let Some(id) = &self.gtp {
            self.plies += 1;
            say(&format!("={id} {}\n", mv.to_uppercase()));
        } else if self.xboard {
            say(&format!("3 {} 1 77 {mv}", self.plies));
            self.plies += 1;
            say(&format!("move {mv}"));
        } else {
            say(&format!("info depth 3 score cp {} nodes 77 pv {mv}", self.plies));
            say(&format!("bestmove {mv} ponder a1a1"));
        }
    }

    fn pawn_move(&self) -> String {
        if self.usi || self.gnu { shogi_pawn(self.plies) } else { pawn_move(self.plies) }
    }
}

/// The same in shogi, where pawns meet in the second round and take each other.
fn shogi_pawn(plies: usize) -> String {
    let (file, step) = (1 + plies / 2 % 9, (plies / 18) as u8);
    let (from, to) = if plies.is_multiple_of(2) { (b'g' - step, b'f' - step) } else { (b'c' + step, b'd' + step) };
    format!("{file}{}{file}{}", from as char, to as char)
}

/// Pawns go to the third rank one after the other, then to the fourth: always legal if both sides do it.
fn pawn_move(plies: usize) -> String {
    let (file, step) = ((b'a' + (plies / 2 % 8) as u8) as char, plies / 16);
    let (from, to) = if plies.is_multiple_of(2) { (2 + step, 3 + step) } else { (7 - step, 6 - step) };
    format!("{file}{from}{file}{to}")
}
