//! On-line play against a small HTTP server on loopback that behaves like Lichess, on bad days too.

mod common;

use common::{bad, tdleaf};
use game::{Game, Side};
use games::chess::Chess;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

const TOKEN: &str = "lip_Secret42Secret";
/// Nothing takes so long unless something hangs.
const PATIENCE: Duration = Duration::from_secs(90);

/// A game on the server.
struct Match {
    bot: Side,
    variant: &'static str,
    line: Vec<Chess>,
    moves: Vec<String>,
    /// The opponent resigns after so many moves.
    most: usize,
    status: &'static str,
    winner: Option<&'static str>,
}

#[derive(Default)]
struct World {
    games: HashMap<String, Match>,
    /// Events that have been sent on every stream.
    events: Vec<Value>,
    /// All requests, in order.
    heard: Vec<String>,
    /// Answers to give before the usual ones, by the beginning of the request.
    trouble: Vec<(&'static str, &'static str)>,
    /// Streams are broken off whenever this grows.
    breaks: u32,
}

#[derive(Clone)]
struct Server(Arc<Mutex<World>>, u16);

impl Server {
    fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server(Arc::default(), listener.local_addr().unwrap().port());
        let own = server.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = own.clone();
                std::thread::spawn(move || server.serve(stream));
            }
        });
        server
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Waits until something is true of the world.
    fn until(&self, what: &str, test: impl Fn(&World) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !test(&self.world()) {
            assert!(Instant::now() < end, "waiting for {what}; heard {:?}", self.world().heard);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn heard(&self, start: &str) -> bool {
        self.world().heard.iter().any(|line| line.starts_with(start))
    }

    fn serve(&self, stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut stream = stream;
        loop {
            let mut request = String::new();
            if reader.read_line(&mut request).unwrap_or(0) == 0 {
                return;
            }
            let (mut length, mut authorised) = (0, false);
            loop {
                let mut header = String::new();
                if reader.read_line(&mut header).unwrap_or(0) == 0 || header.trim().is_empty() {
                    break;
                }
                let header = header.trim().to_string();
                authorised |= header.to_lowercase() == format!("authorization: bearer {}", TOKEN.to_lowercase());
                if let Some(number) = header.to_lowercase().strip_prefix("content-length:") {
                    length = number.trim().parse().unwrap();
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            let words: Vec<&str> = request.split_whitespace().collect();
            let line = format!("{} {} {}", words[0], words[1], String::from_utf8_lossy(&body)).trim().to_string();
            self.world().heard.push(line.clone());
            let trouble = {
                let mut world = self.world();
                let at = world.trouble.iter().position(|(start, _)| line.starts_with(start));
                at.map(|at| world.trouble.remove(at).1)
            };
            if let Some(answer) = trouble {
                let _ = stream.write_all(format!("HTTP/1.1 {answer}\r\nContent-Length: 2\r\n\r\n{{}}").as_bytes());
                continue;
            }
            if !authorised {
                reply(&mut stream, "401 Unauthorized", &json!({ "error": "No such token" }));
                continue;
            }
            match (words[0], words[1]) {
                ("GET", "/api/account") => reply(&mut stream, "200 OK", &json!({ "id": "bot", "title": "BOT" })),
                ("GET", "/api/stream/event") => return self.events(&mut stream),
                ("GET", path) if path.starts_with("/api/bot/game/stream/") => {
                    return self.game(&mut stream, &path["/api/bot/game/stream/".len()..]);
                }
                ("POST", path) => {
                    let (status, answer) = self.post(path);
                    reply(&mut stream, status, &answer);
                }
                _ => reply(&mut stream, "404 Not Found", &json!({ "error": "Not found." })),
            }
        }
    }

    fn post(&self, path: &str) -> (&'static str, Value) {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        if let ["api", "bot", "game", id, "move", text] = parts.as_slice() {
            let mut world = self.world();
            let game = world.games.get_mut(*id).unwrap();
            return match game.play(text) {
                true => ("200 OK", json!({ "ok": true })),
                false => ("400 Bad Request", json!({ "error": "Not your turn, or game already over" })),
            };
        }
        ("200 OK", json!({ "ok": true }))
    }

    fn events(&self, stream: &mut TcpStream) {
        let breaks = self.world().breaks;
        let mut sent = 0;
        begin(stream);
        loop {
            let (new, broken) = {
                let world = self.world();
                (world.events[sent..].to_vec(), world.breaks > breaks)
            };
            sent += new.len();
            for event in new {
                if !chunk(stream, &format!("{event}\n")) {
                    return;
                }
            }
            if broken || !chunk(stream, "\n") {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn game(&self, stream: &mut TcpStream, id: &str) {
        let breaks = self.world().breaks;
        let Some(full) = self.world().games.get(id).map(|game| game.full(id)) else {
            return reply(stream, "404 Not Found", &json!({ "error": "Not found." }));
        };
        begin(stream);
        chunk(stream, &format!("{full}\n"));
        let mut last = full["state"].clone();
        loop {
            let (state, broken) = {
                let world = self.world();
                (world.games[id].state(), world.breaks > breaks)
            };
            if state != last && !chunk(stream, &format!("{state}\n")) {
                return;
            }
            last = state;
            if broken || !chunk(stream, "\n") {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// A game begins.
    fn start_game(&self, id: &str, bot: Side, variant: &'static str, fen: Option<&str>, most: usize) {
        let start = fen.map_or(Chess::start(), |fen| Chess::read(fen).unwrap());
        let start = if variant == "chess960" { start.in_variant(Some("chess960")).unwrap() } else { start };
        let mut game =
            Match { bot, variant, line: vec![start], moves: Vec::new(), most, status: "started", winner: None };
        game.opponent();
        let mut world = self.world();
        world.games.insert(id.to_string(), game);
        world.events.push(json!({ "type": "gameStart", "game": { "gameId": id, "compat": { "bot": true } } }));
    }
}

impl Match {
    fn now(&self) -> &Chess {
        self.line.last().unwrap()
    }

    fn push(&mut self, text: &str) -> bool {
        let Ok(mv) = self.now().read_move(text) else { return false };
        let next = self.now().after(mv);
        self.line.push(next);
        self.moves.push(text.to_string());
        if let Err(ended) = arena::referee(&self.line, &mut Vec::new()) {
            self.status = if ended.outcome.0 == 0 { "draw" } else { "mate" };
            self.winner = match ended.outcome.0.signum() {
                1 => Some("white"),
                -1 => Some("black"),
                _ => None,
            };
        }
        true
    }

    /// The bot's move, and the answer.
    fn play(&mut self, text: &str) -> bool {
        if self.status != "started" || self.now().side() != self.bot || !self.push(text) {
            return false;
        }
        self.opponent();
        true
    }

    fn opponent(&mut self) {
        if self.status != "started" || self.now().side() == self.bot {
            return;
        }
        if self.moves.len() >= self.most {
            self.status = "resign";
            self.winner = Some(if self.bot == Side::First { "white" } else { "black" });
            return;
        }
        let text = self.now().write_move(self.now().move_list()[0]);
        self.push(&text);
    }

    fn state(&self) -> Value {
        let mut state = json!({ "type": "gameState", "moves": self.moves.join(" "), "wtime": 3000, "btime": 3000, "winc": 0,
            "binc": 0, "status": self.status });
        if let Some(winner) = self.winner {
            state["winner"] = json!(winner);
        }
        // The opponent is always hoping.
        state[if self.bot == Side::First { "bdraw" } else { "wdraw" }] = json!(self.moves.len() > 4);
        state
    }

    fn full(&self, id: &str) -> Value {
        let bot = json!({ "id": "bot", "name": "Bot", "title": "BOT", "rating": 1600 });
        let other = json!({ "id": "ann", "name": "Ann", "rating": 1700 });
        let (white, black) = if self.bot == Side::First { (bot, other) } else { (other, bot) };
        let start = self.line[0].to_string();
        let fen = if start == Chess::start().to_string() { "startpos".to_string() } else { start };
        json!({ "type": "gameFull", "id": id, "variant": { "key": self.variant }, "white": white, "black": black,
            "initialFen": fen, "state": self.state() })
    }
}

fn reply(stream: &mut TcpStream, status: &str, body: &Value) {
    let body = body.to_string();
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
    let _ = stream.write_all(format!("{head}{body}").as_bytes());
}

fn begin(stream: &mut TcpStream) {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n";
    let _ = stream.write_all(head.as_bytes());
}

fn chunk(stream: &mut TcpStream, text: &str) -> bool {
    stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes()).is_ok()
}

fn bot(folder: &Path, server: &Server, options: &[&str]) -> Child {
    let base = format!("http://127.0.0.1:{}", server.1);
    let fixed = ["online", "lichess", "--base", &base, "--weights", "textbook", "--hash", "2", "--pgn", "a.pgn"];
    let arguments: Vec<&str> = fixed.iter().chain(options).copied().collect();
    let mut command = tdleaf(folder, &arguments);
    command.env("TDLEAF_TOKEN", TOKEN).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(bot: Child) -> String {
    let output = bot.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.success(), "{errors}");
    errors
}

fn challenge(id: &str, variant: &str) -> Value {
    json!({ "type": "challenge", "challenge": { "id": id, "challenger": { "id": "ann", "rating": 1500 },
        "variant": { "key": variant }, "rated": false, "timeControl": { "type": "clock", "limit": 300, "increment": 0 } } })
}

#[test]
fn several_games_on_bad_days() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), Server::start());
    server.world().trouble = vec![
        ("GET /api/account", "503 Service Unavailable"),
        ("GET /api/stream/event", "429 Too Many Requests\r\nRetry-After: 1"),
        ("POST /api/bot/game/one/move", "500 Internal Server Error"),
        ("POST /api/bot/game/one/move", "429 Too Many Requests\r\nRetry-After: 1"),
        ("GET /api/bot/game/stream/two", "502 Bad Gateway"),
    ];
    let bot = bot(folder, &server, &["--games", "3", "--learn", "a.tdrun"]);
    server.world().events.extend([
        challenge("no", "atomic"),
        challenge("one", "standard"),
        json!({ "type": "unknown" }),
    ]);
    server
        .until("a refusal", |world| world.heard.contains(&"POST /api/challenge/no/decline reason=variant".to_string()));
    server.until("consent", |world| world.heard.contains(&"POST /api/challenge/one/accept".to_string()));
    server.start_game("one", Side::First, "standard", Some("r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1"), 10);
    server.until("six moves", |world| world.games["one"].moves.len() > 5);
    // While it plays it takes no other game, and streams that break off are opened again.
    server.world().events.push(challenge("late", "standard"));
    server
        .until("a refusal", |world| world.heard.contains(&"POST /api/challenge/late/decline reason=later".to_string()));
    server.world().breaks += 1;
    server.until("the end", |world| world.games["one"].status != "started");
    server.start_game(
        "two",
        Side::Second,
        "chess960",
        Some("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"),
        30,
    );
    server.until("the end", |world| world.games["two"].status != "started");
    server.start_game("three", Side::Second, "standard", None, 8);
    let errors = ended(bot);
    assert!(errors.contains("learnt from game 3") && errors.contains("3 games played"), "{errors}");
    assert!(server.heard("POST /api/bot/game/one/draw/"), "offers are answered");
    let pgn = std::fs::read_to_string(folder.join("a.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 3, "{pgn}");
    assert!(pgn.contains("[Variant \"chess960\"]") && pgn.contains("[BlackElo \"1600\"]"), "{pgn}");
    assert!(!errors.contains(TOKEN), "{errors}");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert!(!bytes.windows(TOKEN.len()).any(|window| window == TOKEN.as_bytes()), "{}", path.display());
    }
}

#[test]
fn a_restart_in_mid_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), Server::start());
    server.start_game("one", Side::First, "standard", None, 16);
    let mut first = bot(folder, &server, &["--games", "1", "--learn", "a.tdrun"]);
    server.until("six moves", |world| world.games["one"].moves.len() > 5);
    first.kill().unwrap();
    first.wait().unwrap();
    let errors = ended(bot(folder, &server, &["--games", "1", "--learn", "a.tdrun"]));
    assert!(errors.contains("learnt from game 1"), "{errors}");
    assert_eq!(server.world().games["one"].status, "resign");
    assert_eq!(std::fs::read_to_string(folder.join("a.pgn")).unwrap().matches("[Event ").count(), 1);
}

#[test]
fn what_cannot_work_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), Server::start());
    let base = format!("http://127.0.0.1:{}", server.1);
    let errors = bad(folder, &["online", "lichess", "--base", &base], 2);
    assert!(errors.contains("--token-file"), "{errors}");
    let mut command = tdleaf(folder, &["online", "lichess", "--base", &base]);
    let output = command.env("TDLEAF_TOKEN", "wrong").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("token is not accepted"), "{errors}");
    assert!(!errors.contains("wrong"), "{errors}");
}
