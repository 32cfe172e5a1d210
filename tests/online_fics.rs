//! On-line play against a server that follows a script on loopback: whole games, offers, lost connections, garbage.

mod common;

use common::{bad, tdleaf};
use game::{Game, Side};
use games::chess::Chess;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use store::BrainFile;

const PASSWORD: &str = "ope0Sesame9";
/// Nothing takes so long unless something hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// One connection, seen from the server.
struct Client {
    lines: BufReader<TcpStream>,
    stream: TcpStream,
    /// Everything that the client has sent.
    heard: Vec<String>,
}

impl Client {
    fn accept(server: &TcpListener) -> Client {
        server.set_nonblocking(true).unwrap();
        let end = Instant::now() + PATIENCE;
        let stream = loop {
            match server.accept() {
                Ok((stream, _)) => break stream,
                Err(_) if Instant::now() < end => std::thread::sleep(Duration::from_millis(20)),
                Err(error) => panic!("nobody calls: {error}"),
            }
        };
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Client { lines: BufReader::new(stream.try_clone().unwrap()), stream, heard: Vec::new() }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Lines as servers write them.
    fn say(&mut self, text: &str) {
        self.bytes(format!("\n\r{text}\n\rfics% ").as_bytes());
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        assert!(self.lines.read_line(&mut line).unwrap() > 0, "the client has left; so far {:?}", self.heard);
        let line = line.trim().to_string();
        self.heard.push(line.clone());
        line
    }

    /// The next line that begins so.
    fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Lets somebody in.
    fn log_in(&mut self, name: &str, registered: bool) {
        self.bytes(b"Welcome to a server\n\r\x07\n\rlogin: ");
        assert_eq!(self.hear(), name);
        if registered {
            self.bytes(b"\n\r\"Bot\" is a registered name.\n\rpassword: \xff\xfb\x01");
            assert_eq!(self.hear(), PASSWORD);
            self.bytes(b"\xff\xfc\x01\n\r");
        } else {
            self.bytes(b"\n\rPress return to enter the FICS as \"GuestBOTX\":");
            assert_eq!(self.hear(), "");
        }
        let name = if registered { "Bot(C)" } else { "GuestBOTX(U)" };
        self.bytes(format!("\n\r**** Starting FICS session as {name} ****\n\rfics% ").as_bytes());
        self.until("set style 12");
        self.until("iset nowrap 1");
    }
}

/// The board as servers send it.
fn board(position: &Chess, number: u32, names: [&str; 2], bot: Side, last: &str) -> String {
    let fen = position.to_string();
    let parts: Vec<&str> = fen.split(' ').collect();
    let ranks = parts[0].split('/').map(|rank| {
        rank.chars()
            .map(|c| c.to_digit(10).map_or(c.to_string(), |empty| "-".repeat(empty as usize)))
            .collect::<String>()
    });
    let ranks: Vec<String> = ranks.collect();
    let right = |letter: char| u8::from(parts[2].contains(letter));
    let rights: Vec<String> = "KQkq".chars().map(|letter| right(letter).to_string()).collect();
    let passant =
        parts[3].bytes().next().filter(|file| file.is_ascii_lowercase()).map_or(-1, |file| i32::from(file - b'a'));
    let relation = if position.side() == bot { 1 } else { -1 };
    let [white, black] = names;
    format!(
        "<12> {} {} {passant} {} {} {number} {white} {black} {relation} 2 0 39 39 2 2 {} x (0:01) {last} 0 1 0",
        ranks.join(" "),
        if position.side() == Side::First { "W" } else { "B" },
        rights.join(" "),
        parts[4],
        parts[5],
    )
}

/// A game between the bot and the script's player, who plays the moves of a list, then any.
struct Table {
    number: u32,
    names: [&'static str; 2],
    bot: Side,
    line: Vec<Chess>,
}

impl Table {
    fn now(&self) -> &Chess {
        self.line.last().unwrap()
    }

    fn show(&self, client: &mut Client, last: &str) {
        let line = board(self.now(), self.number, self.names, self.bot, last);
        client.say(&line);
    }

    fn play(&mut self, client: &mut Client, text: &str) {
        let position = self.now().clone();
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{text} in {position}: {error}"));
        let last = position.record_move(mv);
        self.line.push(position.after(mv));
        self.show(client, &last);
    }

    /// The bot's move, which must be legal.
    fn answer(&mut self, client: &mut Client) -> String {
        loop {
            let line = client.hear();
            let text = line.replace('=', "");
            let squares = text.len() >= 4 && text.as_bytes()[1].is_ascii_digit() && text.as_bytes()[3].is_ascii_digit();
            if squares {
                assert_eq!(line.contains('='), text.len() == 5, "promotions have a sign: {line}");
                self.play(client, &text);
                return text;
            }
            assert!(
                ["accept", "decline", "seek", "draw", "set", "iset", ""].iter().any(|w| line.starts_with(w)),
                "{line}"
            );
        }
    }

    fn over(&self) -> Option<&'static str> {
        arena::referee(&self.line, &mut Vec::new()).err().map(|ended| match ended.outcome.0.signum() {
            1 => "1-0",
            -1 => "0-1",
            _ => "1/2-1/2",
        })
    }

    /// Plays on with the first legal moves until somebody wins, or `most` moves have been made.
    fn finish(&mut self, client: &mut Client, most: usize) -> &'static str {
        loop {
            if let Some(result) = self.over() {
                return result;
            }
            if self.line.len() > most {
                return if self.bot == Side::First { "1-0" } else { "0-1" };
            }
            if self.now().side() == self.bot {
                self.answer(client);
            } else {
                let text = self.now().write_move(self.now().move_list()[0]);
                self.play(client, &text);
            }
        }
    }

    fn end(&self, client: &mut Client, why: &str, result: &str) {
        let [white, black] = self.names;
        client.say(&format!("{{Game {} ({white} vs. {black}) {why}}} {result}", self.number));
    }
}

fn begin(client: &mut Client, number: u32, names: [&'static str; 2], bot: Side, fen: Option<&str>) -> Table {
    let [white, black] = names;
    client.say(&format!("Creating: {white} (1500) {black} (1600) unrated blitz 5 0"));
    client.say(&format!("{{Game {number} ({white} vs. {black}) Creating unrated blitz match.}}"));
    let start = fen.map_or(Chess::start(), |fen| Chess::read(fen).unwrap());
    let table = Table { number, names, bot, line: vec![start] };
    table.show(client, "none");
    table
}

fn bot(folder: &Path, server: &TcpListener, options: &[&str]) -> Child {
    let port = server.local_addr().unwrap().port().to_string();
    let fixed = ["online", "fics", "--host", "127.0.0.1", "--port", &port, "--weights", "textbook", "--hash", "2"];
    let arguments: Vec<&str> = fixed.iter().chain(options).copied().collect();
    tdleaf(folder, &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn server() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

fn ended(bot: Child) -> String {
    let output = bot.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(output.status.success(), "{errors}");
    errors
}

fn rows(folder: &Path, run: &str) -> u64 {
    let json = common::good(folder, &["export", run, "--json"]);
    serde_json::from_str::<serde_json::Value>(&json).unwrap()["games"].as_u64().unwrap()
}

#[test]
fn a_guest_plays_learns_and_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), server());
    let rules = "games = 2\n[accept]\nrated = false\n[[seek]]\nminutes = 5\n";
    std::fs::write(folder.join("rules.toml"), rules).unwrap();
    let bot = bot(folder, &server, &["--rules", "rules.toml", "--learn", "a.tdrun", "--pgn", "a.pgn"]);
    let mut client = Client::accept(&server);
    client.log_in("guest", false);
    assert_eq!(client.until("seek"), "seek 5 0 unrated auto 0-9999");
    // What it does not want, broken in two lines, with garbage around.
    client.bytes(b"\n\r\xff\xfd\x18\x00garbage \x80\x81 {Game x\n\r<12> nonsense\n\r{Game 5 (X vs. Y) Creating rated blitz match.}\n\r");
    client.say("Challenge: Ann (1512) GuestBOTX (++++) rated\n\r\\   blitz 5 0.");
    client.say("You can \"accept\" or \"decline\", or propose different parameters.");
    assert_eq!(client.until("decline"), "decline Ann");
    client.say("Challenge: Ann (1512) GuestBOTX (++++) unrated blitz 5 0.");
    assert_eq!(client.until("accept"), "accept Ann");
    // A position with castling and a promotion near, and the board twice.
    let fen = "r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1";
    let mut table = begin(&mut client, 7, ["GuestBOTX", "Ann"], Side::First, Some(fen));
    table.answer(&mut client);
    client.say("Ann offers you a draw.");
    let answer = client.hear();
    assert!(["accept draw", "decline draw"].contains(&answer.as_str()), "{answer}");
    client.say("Ann would like to take back 2 half move(s).");
    client.until("decline");
    let result = table.finish(&mut client, 60);
    table.end(&mut client, "Ann resigns", result);
    assert_eq!(client.until("seek"), "seek 5 0 unrated auto 0-9999");
    // As Black, and a move taken back by agreement of others: the board says so.
    let mut table = begin(&mut client, 8, ["Ann", "GuestBOTX"], Side::Second, None);
    table.play(&mut client, "f2f3");
    table.answer(&mut client);
    table.play(&mut client, "g2g4");
    table.answer(&mut client);
    if table.over().is_none() {
        table.line.truncate(table.line.len() - 2);
        table.show(&mut client, "none");
        table.play(&mut client, "g2g4");
        table.answer(&mut client);
    }
    let result = table.finish(&mut client, 30);
    table.end(&mut client, "Ann checkmated", result);
    assert_eq!(client.until("quit"), "quit");
    let errors = ended(bot);
    assert!(errors.contains("learnt from game 2") && errors.contains("2 games played"), "{errors}");
    assert_eq!(rows(folder, "a.tdrun"), 2);
    let pgn = std::fs::read_to_string(folder.join("a.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    assert!(pgn.contains("[White \"GuestBOTX\"]") && pgn.contains("[WhiteElo \"1500\"]") && pgn.contains(fen), "{pgn}");
    let log = common::good(folder, &["weights", "log", "a.tdrun"]);
    assert!(log.contains("against Ann"), "{log}");
}

#[test]
fn a_lost_connection_costs_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), server());
    std::fs::write(folder.join("pw"), format!("{PASSWORD}\n")).unwrap();
    secure(&folder.join("pw"));
    let options = ["--name", "Bot", "--password-file", "pw", "--games", "1", "--learn", "a.tdrun", "--pgn", "a.pgn"];
    let bot = bot(folder, &server, &options);
    let mut client = Client::accept(&server);
    client.log_in("Bot", true);
    client.say("Challenge: Cid (1700) Bot (1600) rated blitz 5 0.");
    client.until("accept Cid");
    let mut table = begin(&mut client, 3, ["Bot", "Cid"], Side::First, None);
    for _ in 0..5 {
        table.answer(&mut client);
        let text = table.now().write_move(table.now().move_list()[0]);
        table.play(&mut client, &text);
    }
    // The server dies in mid-game; it comes back, and so does the opponent.
    let _ = client.stream.shutdown(std::net::Shutdown::Both);
    let mut client = Client::accept(&server);
    client.log_in("Bot", true);
    client.say("Notification: Cid, who has an adjourned game with you, has arrived.");
    assert_eq!(client.until("match"), "match Cid");
    client.say("Challenge: Cid (1700) Bot (1600) rated blitz 5 0 (adjourned).");
    client.until("accept Cid");
    client.say("{Game 9 (Bot vs. Cid) Continuing rated blitz match.}");
    table.number = 9;
    table.show(&mut client, "none");
    table.answer(&mut client);
    client.say("Cid would like to abort the game; type \"abort\" to accept.");
    assert_eq!(client.hear(), "decline abort", "the game is too old, though the connection is new");
    let result = table.finish(&mut client, 24);
    // A result of somebody else's game means nothing.
    client.say("{Game 77 (X vs. Y) X resigns} 0-1");
    table.end(&mut client, "Cid forfeits on time", result);
    client.until("quit");
    let errors = ended(bot);
    assert!(errors.contains("calling again"), "{errors}");
    assert_eq!(rows(folder, "a.tdrun"), 1);
    // The password is in no file but its own, and nothing that was said has it.
    assert!(!errors.contains(PASSWORD), "{errors}");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let found = bytes.windows(PASSWORD.len()).any(|window| window == PASSWORD.as_bytes());
        assert_eq!(found, path.ends_with("pw"), "{}", path.display());
    }
}

#[test]
fn after_a_lost_game_the_brain_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), server());
    let rows = || BrainFile::read(&folder.join("a.tdbrain")).unwrap().rows().unwrap();
    std::fs::write(folder.join("rules.toml"), "games = 2\n[[seek]]\nminutes = 5\n").unwrap();
    let bot = bot(folder, &server, &["--rules", "rules.toml", "--brain", "a.tdbrain", "--pgn", "a.pgn"]);
    let mut client = Client::accept(&server);
    client.log_in("guest", false);
    client.until("seek");
    for (number, reason, positions) in [(1, "GuestBOTX resigns", 3), (2, "GuestBOTX forfeits on time", 3)] {
        let mut table = begin(&mut client, number, ["GuestBOTX", "Ann"], Side::First, None);
        table.answer(&mut client);
        table.play(&mut client, "a7a6");
        table.answer(&mut client);
        table.end(&mut client, reason, "0-1");
        // No new game is wanted before everything has been searched.
        client.until(if number == 1 { "seek" } else { "quit" });
        assert_eq!(rows().len(), positions, "game {number}");
        assert!(rows().iter().all(|row| row.wanted == 0 && row.depth >= 7));
    }
    let errors = ended(bot);
    assert!(
        errors.contains("the game was spoilt at 1.") && errors.contains("the brain: 3 positions searched"),
        "{errors}"
    );
}

#[test]
fn games_without_a_result_and_dry_runs_teach_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), server());
    let bot = bot(folder, &server, &["--games", "1", "--learn", "a.tdrun", "--dry-run", "--pgn", "a.pgn"]);
    let mut client = Client::accept(&server);
    client.log_in("guest", false);
    let mut table = begin(&mut client, 1, ["GuestBOTX", "Ann"], Side::First, None);
    table.answer(&mut client);
    table.end(&mut client, "Game aborted by mutual agreement", "*");
    let mut table = begin(&mut client, 2, ["GuestBOTX", "Ann"], Side::First, None);
    table.answer(&mut client);
    // A move that the server does not take: the board is asked for.
    client.say("Illegal move.");
    client.until("refresh");
    table.end(&mut client, "Ann resigns", "1-0");
    client.until("quit");
    let errors = ended(bot);
    assert!(errors.contains("1 games played"), "{errors}");
    assert!(!folder.join("a.tdrun").exists(), "nothing was learnt");
    assert_eq!(std::fs::read_to_string(folder.join("a.pgn")).unwrap().matches("[Event ").count(), 1);
}

#[test]
fn what_cannot_work_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (folder, server) = (folder.path(), server());
    std::fs::write(folder.join("open"), PASSWORD).unwrap();
    std::fs::write(folder.join("rules.toml"), "sek = 3\n").unwrap();
    let port = server.local_addr().unwrap().port().to_string();
    let call = |more: &[&str], code: i32| {
        let fixed = ["online", "fics", "--host", "127.0.0.1", "--port", &port];
        bad(folder, &fixed.iter().chain(more).copied().collect::<Vec<_>>(), code)
    };
    if cfg!(unix) {
        let errors = call(&["--password-file", "open"], 2);
        assert!(errors.contains("chmod 600") && !errors.contains(PASSWORD), "{errors}");
    }
    assert!(call(&["--rules", "rules.toml"], 2).contains("sek"));
    assert!(call(&["--rules", "none.toml"], 1).contains("none.toml"));
    assert!(call(&["--weights", "nothing"], 2).contains("nothing"));
    let bot = bot(folder, &server, &["--name", "Bot"]);
    let mut client = Client::accept(&server);
    client.bytes(b"login: ");
    client.hear();
    client.bytes(b"\n\r\"Bot\" is a registered name.\n\rpassword: ");
    let output = bot.wait_with_output().unwrap();
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("no password"));
}

#[cfg(unix)]
fn secure(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).unwrap();
}

#[cfg(not(unix))]
fn secure(_: &Path) {}
