//! Drives the engine: the real binary, with lines going in and coming out.

#![allow(dead_code)]

use game::{Game, Outcome};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

pub const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
pub const MATE_IN_2: &str = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
pub const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Nothing takes so long unless something hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts it for chess.
    pub fn start(arguments: &str) -> Engine {
        Engine::of("chess", arguments)
    }

    /// Starts it for a game.
    pub fn of(game: &str, arguments: &str) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tdleaf"));
        command.args(["engine", game]).args(arguments.split_whitespace());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send(line.expect("the engine writes text only")).is_err() {
                    return;
                }
            }
        });
        Engine { stdin: child.stdin.take(), child, lines }
    }

    /// A conversation in UCI.
    pub fn uci() -> Engine {
        let mut engine = Engine::start("--hash 2");
        engine.send("uci");
        engine.until("uciok");
        engine
    }

    /// A conversation in USI.
    pub fn usi(arguments: &str) -> Engine {
        let mut engine = Engine::of("shogi", &format!("--hash 2 {arguments}"));
        engine.send("usi");
        engine.until("usiok");
        engine
    }

    /// A conversation in xboard's protocol.
    pub fn xboard() -> Engine {
        let mut engine = Engine::start("--hash 2");
        engine.send("xboard\nprotover 2");
        engine.until("feature done=1");
        engine
    }

    /// Sends a command, or several lines.
    pub fn send(&mut self, text: &str) {
        self.raw(format!("{text}\n").as_bytes());
    }

    /// Sends bytes.
    pub fn raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).and_then(|()| stdin.flush()).unwrap();
    }

    /// All lines up to the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !line.starts_with(start)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(error) => panic!("waiting for '{start}': {error}; so far {lines:?}"),
            }
        }
        lines
    }

    /// What is said until all that was asked before is done.
    pub fn settled(&mut self) -> Vec<String> {
        self.send("ping 4711");
        self.until("pong 4711")
    }

    /// The move that `go` gives, and all that was said about it.
    pub fn best(&mut self, go: &str) -> (String, Vec<String>) {
        self.send(go);
        let lines = self.until("bestmove");
        let best = lines.last().unwrap().split_whitespace().nth(1).unwrap().to_string();
        (best, lines)
    }

    /// Nothing that begins with `start` is said for a while.
    pub fn silent(&mut self, start: &str) {
        let end = Instant::now() + Duration::from_millis(300);
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.lines.recv_timeout(left) {
                Ok(line) => assert!(!line.starts_with(start), "too early: {line}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Ends it in an orderly way; the rest of what it says.
    pub fn quit(mut self, word: Option<&str>) -> Vec<String> {
        if let Some(word) = word {
            self.send(word);
        }
        self.stdin = None;
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > end {
                let _ = self.child.kill();
                panic!("it does not end");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        assert!(status.success(), "{status}");
        self.lines.iter().collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that fails leaves nothing running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The referee's word, if the game is over.
pub fn result<G: Game>(line: &[G]) -> Option<Outcome> {
    arena::referee(line, &mut Vec::new()).err().map(|ended| ended.outcome)
}
