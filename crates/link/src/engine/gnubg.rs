//! GNU Backgammon as a player: it is started as a server of its `external` command, and asked for a move board by board.
//!
//! It counts gammons, knows no cube, and is as strong as its plies and its noise say.

use super::process::Process;
use super::read_choice;
use super::spec::EngineSpec;
use arena::{Choice, Failure, Turn};
use game::Game;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// It reads its networks before it listens.
const LOADING: Duration = Duration::from_secs(60);
/// No answer is longer.
const LONGEST: u64 = 1 << 12;
/// Ports that are tried.
const TRIALS: usize = 3;

/// A running server.
pub(super) struct Gnubg {
    // The connection ends before the program does: fields are dropped in this order.
    connection: BufReader<TcpStream>,
    process: Process,
    timeout: Duration,
}

impl Gnubg {
    /// Starts the program, sets its strength and connects.
    pub fn start(spec: &EngineSpec) -> Result<Gnubg, Failure> {
        for _ in 1..TRIALS {
            if let Some(gnubg) = Gnubg::attempt(spec)? {
                return Ok(gnubg);
            }
        }
        Gnubg::attempt(spec)?.ok_or_else(|| Failure(format!("{} opened no port to listen on", spec.name())))
    }

    /// `None` if somebody else has taken the port.
    fn attempt(spec: &EngineSpec) -> Result<Option<Gnubg>, Failure> {
        let mut process = Process::start(spec)?;
        // It does not read its input while it waits for connections, so asking it to quit is in vain.
        process.give_up();
        // All points count, as in a game for money, and nobody doubles.
        for line in ["set jacoby off", "set cube use off", "set evaluation chequerplay evaluation cubeful off"] {
            process.send(line)?;
        }
        for (name, value) in &spec.options {
            process.send(&format!("set evaluation chequerplay evaluation {name} {value}"))?;
        }
        let port = free_port().map_err(|error| process.failure(&format!("has no port: {error}")))?;
        process.send(&format!("external 127.0.0.1:{port}"))?;
        let deadline = Instant::now() + LOADING.max(spec.timeout);
        let stream = loop {
            while process.waiting()?.is_some() {}
            match TcpStream::connect((Ipv4Addr::LOCALHOST, port)) {
                Ok(stream) => break stream,
                Err(_) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(10)),
                Err(_) => return Ok(None),
            }
        };
        let set_up = stream.set_nodelay(true).and_then(|()| stream.set_read_timeout(Some(spec.timeout)));
        set_up.map_err(|error| process.failure(&format!("cannot be talked to: {error}")))?;
        let mut gnubg = Gnubg { connection: BufReader::new(stream), process, timeout: spec.timeout };
        gnubg.say("version")?;
        // Four lines, of which the last one names the program.
        for _ in 0..20 {
            if gnubg.hear("version")?.starts_with("Software") {
                return Ok(Some(gnubg));
            }
        }
        Ok(None)
    }

    /// Asks for a move. Where there is only one, nobody is asked.
    pub fn choose<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        let position = turn.position();
        if let [mv] = position.move_list()[..] {
            return Ok(Choice { mv, thought: None, opinion: None });
        }
        let Some(board) = position.in_format("fibs") else {
            return Err(Failure(format!("GNU Backgammon does not play {}", G::NAME)));
        };
        self.say(&board)?;
        let answer = self.hear(&board)?;
        let mv = read_choice(turn, &answer).map_err(|error| self.process.failure(&error))?;
        Ok(Choice { mv, thought: None, opinion: None })
    }

    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let said = self.connection.get_mut().write_all(format!("{line}\n").as_bytes());
        said.map_err(|error| self.process.failure(&format!("could not be told '{line}': {error}")))
    }

    fn hear(&mut self, question: &str) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        let heard = self.connection.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        let trouble = match heard {
            Ok(0) => "closed the connection".to_string(),
            Ok(_) => return Ok(String::from_utf8_lossy(&bytes).trim_matches(['\0', ' ', '\r', '\n']).to_string()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                format!("gave no answer in {:.1} s", self.timeout.as_secs_f64())
            }
            Err(error) => format!("broke the connection: {error}"),
        };
        Err(self.process.failure(&format!("{trouble} after '{question}'")))
    }
}

/// A port that nobody listens on now.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
