//! The engine as other programs meet it: the real binary, driven over its standard input and output.

mod common;
#[path = "../crates/link/tests/nonsense/mod.rs"]
#[allow(dead_code)]
mod nonsense;

use common::words;
use game::{Game, Outcome, Side};
use games::chess::Chess;
use nonsense::{Nonsense, check, check_uci};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Nothing takes so long unless something hangs.
const PATIENCE: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &str) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tdleaf"));
        command.args(words("engine chess")).args(words(arguments));
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

    fn uci() -> Engine {
        let mut engine = Engine::start("--hash 2");
        engine.send("uci");
        engine.until("uciok");
        engine
    }

    fn xboard() -> Engine {
        let mut engine = Engine::start("--hash 2");
        engine.send("xboard\nprotover 2");
        engine.until("feature done=1");
        engine
    }

    fn send(&mut self, text: &str) {
        self.raw(format!("{text}\n").as_bytes());
    }

    fn raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).and_then(|()| stdin.flush()).unwrap();
    }

    /// All lines up to the first that begins with `start`.
    fn until(&mut self, start: &str) -> Vec<String> {
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
    fn settled(&mut self) -> Vec<String> {
        self.send("ping 4711");
        self.until("pong 4711")
    }

    /// The move that `go` gives, and all that was said about it.
    fn best(&mut self, go: &str) -> (String, Vec<String>) {
        self.send(go);
        let lines = self.until("bestmove");
        let best = lines.last().unwrap().split_whitespace().nth(1).unwrap().to_string();
        (best, lines)
    }

    /// Nothing that begins with `start` is said for a while.
    fn silent(&mut self, start: &str) {
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
    fn quit(mut self, word: Option<&str>) -> Vec<String> {
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

const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
const MATE_IN_2: &str = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
const MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn uci_introduces_itself() {
    let mut engine = Engine::start("--hash 8 --threads 1");
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name tdleaf ") && lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "option name Hash type spin default 8 min 1",
        "option name Threads type spin default 1 min 1",
        "option name MultiPV type spin default 1",
        "option name Ponder type check",
        "option name UCI_Chess960 type check",
        "option name Move Overhead type spin",
        "option name Weights type string",
        "option name Clear Hash type button",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(option)), "{option}: {lines:?}");
    }
    engine.send("setoption name hash value 3\nsetoption name MOVE overhead value 30\nsetoption name Clear Hash");
    engine.send("setoption name Threads value 1\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"], "nothing to complain about");
    for (command, expected) in [
        ("setoption name Hash value 0", "Hash must be from 1"),
        ("setoption name Elo value 0", "no option 'Elo'"),
        ("setoption name Weights value nowhere.tdw", "nowhere.tdw"),
        ("setoption name Weights value /dev/zero", "/dev/zero"),
        ("position fen 8/8/8 w - - 0 1", "eight rows"),
        ("position startpos moves e2e4 e2e4", "e2e4"),
        ("position", "startpos"),
        ("hello", "unknown command: hello"),
    ] {
        engine.send(command);
        let line = engine.until("info string").pop().unwrap();
        assert!(line.contains(expected), "{command}: {line}");
    }
    let (best, _) = engine.best("go depth 2");
    check(&Chess::start(), &best);
    assert_eq!(engine.quit(Some("quit")), Vec::<String>::new());
}

#[test]
fn every_limit_of_go() {
    let mut engine = Engine::uci();
    engine.send(&format!("position fen {MIDDLE}"));
    let position = Chess::read(MIDDLE).unwrap();
    for go in [
        "go depth 3",
        "go nodes 5000",
        "go movetime 40",
        "go wtime 500 btime 500",
        "go wtime 500 btime 1 winc 10 binc 0 movestogo 3",
        "go wtime -20 btime 5",
        "go btime 5",
        "go depth 2 searchmoves a2a3",
        "go depth x",
        "go nodes 10 nonsense",
    ] {
        let begin = Instant::now();
        let (best, lines) = engine.best(go);
        check(&position, &best);
        assert!(begin.elapsed() < Duration::from_secs(20), "{go}");
        let info = lines.iter().rfind(|line| line.starts_with("info depth")).expect("something was found");
        for word in [" seldepth ", " multipv 1 ", " score ", " nodes ", " nps ", " hashfull ", " time ", " pv "] {
            assert!(info.contains(word), "{word}: {info}");
        }
        assert!(info.contains(&format!(" pv {best}")), "{go}: the line begins with the move: {info}");
    }
    assert_eq!(engine.best("go depth 2 searchmoves a2a3").0, "a2a3");
    let (best, _) = engine.best("go nodes 2000 searchmoves a2a3 e5d7 zzz");
    assert!(["a2a3", "e5d7"].contains(&best.as_str()), "{best}");
    engine.send("go perft 3");
    let lines = engine.until("Nodes searched");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 97862");
    assert_eq!(lines.iter().filter(|line| line.contains(": ")).count(), 48 + 1, "one line for each move");
    // A search without a limit, and one that is far too deep, end when they are told to.
    for go in ["go", "go depth 60", "go infinite", "go perft 12"] {
        engine.send(go);
        engine.silent("bestmove");
        engine.send("isready");
        engine.until("readyok");
        engine.send("stop");
        if go != "go perft 12" {
            engine.until("bestmove");
        }
    }
    assert_eq!(engine.best("go depth 1").1.len(), 2, "one line and one move: nothing is left of earlier searches");
    engine.quit(Some("quit"));
}

#[test]
fn mates_are_announced() {
    let mut engine = Engine::uci();
    for (fen, go, score) in [
        (MATE_IN_1, "go depth 4", "score mate 1 "),
        (MATE_IN_2, "go depth 6", "score mate 2 "),
        (MATE_IN_1, "go mate 1", "score mate 1 "),
        (MATE_IN_2, "go mate 2", "score mate 2 "),
        ("8/8/8/8/8/6k1/r7/7K w - - 0 1", "go depth 6", "score mate -1 "),
    ] {
        engine.send(&format!("position fen {fen}"));
        let (best, lines) = engine.best(go);
        assert!(lines.iter().rfind(|line| line.contains("score")).unwrap().contains(score), "{fen}: {lines:?}");
        check(&Chess::read(fen).unwrap(), &best);
    }
    // No move at all: mate, stalemate. A draw that nobody has claimed goes on.
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        engine.send(&format!("position fen {fen}"));
        assert_eq!(engine.best("go depth 3").0, "0000");
        assert_eq!(engine.best("go wtime 1000 btime 1000").0, "0000");
    }
    engine.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 120 90 moves e1d1 e8e7");
    let (best, lines) = engine.best("go wtime 1000 btime 1000");
    assert!(!lines.iter().any(|line| line.contains("string")) && best != "0000", "{lines:?}");
    engine.quit(Some("quit"));
}

#[test]
fn stop_is_answered_at_once() {
    let mut engine = Engine::uci();
    let mut times = Vec::new();
    for number in 0..60 {
        let position = if number % 2 == 0 { "startpos".to_string() } else { format!("fen {MIDDLE}") };
        engine.send(&format!("position {position}\ngo infinite"));
        std::thread::sleep(Duration::from_millis(5 + 3 * (number % 10)));
        let begin = Instant::now();
        engine.send("stop");
        engine.until("bestmove");
        times.push(begin.elapsed());
    }
    times.sort();
    println!("stop: median {:?}, worst {:?}", times[times.len() / 2], times[times.len() - 1]);
    assert!(times[times.len() / 2] < Duration::from_millis(50), "{times:?}");
    engine.quit(Some("quit"));
}

#[test]
fn pondering_and_infinite_searches_wait_for_the_word() {
    let mut engine = Engine::uci();
    // The search is over long before: the position is mate in one, and depth 1 is nothing.
    for (go, word) in [
        ("go infinite depth 1", "stop"),
        ("go ponder depth 1 wtime 1000 btime 1000", "ponderhit"),
        ("go ponder depth 1 wtime 1000 btime 1000", "stop"),
        ("go ponder movetime 10", "ponderhit"),
        ("go ponder wtime 300 btime 300", "ponderhit"),
        ("go ponder wtime 300000 btime 300000", "stop"),
    ] {
        engine.send(&format!("position startpos moves e2e4 e7e5\n{go}"));
        engine.silent("bestmove");
        engine.send(word);
        engine.until("bestmove");
    }
    // Words out of turn change nothing.
    engine.send("stop\nponderhit\nstop\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    // A second `go` gives the first one its move.
    engine.send("go infinite\ngo nodes 100\nisready");
    engine.until("bestmove");
    engine.until("bestmove");
    engine.quit(Some("quit"));
}

#[test]
fn several_lines_do_not_break_anything() {
    let mut engine = Engine::uci();
    engine.send("setoption name MultiPV value 3\nposition startpos");
    let (best, lines) = engine.best("go depth 4");
    check(&Chess::start(), &best);
    let first: Vec<&String> = lines.iter().filter(|line| line.contains(" multipv 1 ")).collect();
    assert!(first.last().unwrap().contains(&format!(" pv {best}")), "{lines:?}");
    engine.quit(Some("quit"));
}

#[test]
fn chess960_castles_onto_the_rook() {
    let mut engine = Engine::uci();
    let fen = "4k3/8/8/8/8/8/8/RK5R w HA - 0 1";
    engine.send(&format!("setoption name UCI_Chess960 value true\nposition fen {fen} moves b1h1 e8e7\nd"));
    assert!(engine.until("8/4k").pop().unwrap().starts_with("8/4k3/8/8/8/8/8/R4RK1 w"));
    engine.send(&format!("position fen {fen}"));
    assert_eq!(engine.best("go depth 2 searchmoves b1h1").0, "b1h1");
    // The ordinary start, in both ways of writing.
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    engine.send(&format!("position fen {start}"));
    assert_eq!(engine.best("go depth 2 searchmoves e1h1").0, "e1h1");
    engine.send(&format!("setoption name UCI_Chess960 value false\nposition fen {start}"));
    assert_eq!(engine.best("go depth 2 searchmoves e1g1").0, "e1g1");
    engine.quit(Some("quit"));
}

#[test]
fn weights_of_another_feature_set_take_over() {
    let folder = tempfile::tempdir().unwrap();
    let learn = "learn chess --features rings --depth 1 --games 3 --match-games 0";
    common::good(folder.path(), &words(learn));
    let file = folder.path().join("chess-1.tdw");
    let mut engine = Engine::uci();
    let value = |engine: &mut Engine| {
        engine.send("position startpos moves a2a4");
        let (_, lines) = engine.best("go depth 2");
        lines.iter().find(|line| line.contains("score")).unwrap().clone()
    };
    engine.send("setoption name Weights value zero\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    assert!(value(&mut engine).contains("score cp 0 "));
    engine.send(&format!("setoption name Weights value {}\nisready", file.display()));
    assert_eq!(engine.until("readyok"), ["readyok"]);
    value(&mut engine);
    // During a search they wait for its end.
    engine.send("go infinite\nsetoption name Weights value textbook\nsetoption name Hash value 1\nstop");
    engine.until("bestmove");
    value(&mut engine);
    engine.quit(Some("quit"));
    let errors = common::bad(folder.path(), &words("engine chess --weights nowhere.tdw"), 2);
    assert!(errors.contains("nowhere.tdw"), "{errors}");
    assert!(common::bad(folder.path(), &words("engine walk"), 2).contains("nothing to choose"));
    assert!(common::bad(folder.path(), &words("engine chess --hash 0"), 2).contains("--hash"));
}

#[test]
fn the_end_of_input_is_the_end() {
    let mut engine = Engine::uci();
    engine.send("go infinite");
    assert!(engine.quit(None).last().unwrap().starts_with("bestmove"), "the move is not lost");
    Engine::xboard().quit(None);
    let mut engine = Engine::xboard();
    engine.send("st 100\ngo");
    engine.quit(None);
    assert_eq!(Engine::start("").quit(None), Vec::<String>::new());
    let mut engine = Engine::uci();
    engine.send("go infinite");
    engine.quit(Some("quit"));
}

#[test]
fn xboard_session() {
    let mut engine = Engine::start("--xboard --hash 2");
    engine.send("protover 2");
    let features = engine.until("feature done=1").join(" ");
    for feature in
        ["ping=1", "setboard=1", "usermove=1", "time=1", "analyze=1", "colors=0", "memory=1", "smp=1", "san=0"]
    {
        assert!(features.contains(feature), "{feature}: {features}");
    }
    assert!(features.contains("variants=\"normal,fischerandom\"") && features.contains("option=\"Weights -string"));
    // What is only to be accepted.
    engine.send("accepted ping\nrejected san\nnew\nrandom\nics -\nname someone\nrating 2000 1900\ncomputer\nnps 0\npause\nresume");
    engine.send("memory 2\ncores 1\noption MultiPV=1\noption Clear Hash\neasy\npost\nlevel 40 5 0\nlevel 0 2:30 12\nlevel 0 1 0.5");
    engine.send("white\nblack\nwhite");
    assert_eq!(engine.settled(), ["pong 4711"], "nothing to complain about");

    // The program answers; `?` and the ping before it come in order.
    engine.send("new\nst 0.05\ntime 6000\notim 6000\nusermove e2e4");
    let lines = engine.until("move ");
    assert!(lines.iter().any(|line| line.split_whitespace().count() >= 5), "post shows the line: {lines:?}");
    let mut position = Chess::start();
    position.play(position.read_move("e2e4").unwrap());
    let answer = lines.last().unwrap()["move ".len()..].to_string();
    check(&position, &answer);
    engine.send("nopost\nhint");
    assert!(engine.settled().iter().all(|line| !line.starts_with(char::is_numeric)));
    engine.send("st 1000\nd2d4\n?");
    let lines = engine.settled();
    let said: Vec<&str> = lines.iter().map(|line| line.split_whitespace().next().unwrap_or_default()).collect();
    assert_eq!(said, ["move", "pong"], "the move comes before the answer to the ping");

    // Force mode: moves in both ways of writing, illegal ones, taking back.
    engine
        .send("force\nnew\nforce\nusermove e2e4\ne7e5\nNf3\nusermove Nf3\ne2e4\nundo\nremove\nusermove e7e5\nbla bla");
    let lines = engine.settled();
    assert_eq!(lines[..2], ["Illegal move: Nf3", "Illegal move: e2e4"]);
    assert_eq!(
        lines[2..],
        ["Illegal move: e7e5", "Error (unknown command): bla bla", "pong 4711"],
        "all was taken back"
    );
    engine.send("undo\nedit\nvariant crazyhouse\nlevel x\nst x\nsd 0\nmemory x\noption Nothing=1\ntime x");
    let lines = engine.settled();
    assert_eq!(lines.iter().filter(|line| line.starts_with("Error (")).count(), 9, "{lines:?}");

    // Positions and results.
    engine.send("setboard 8/8/8 w - - 0 1");
    assert!(engine.until("tellusererror Illegal position").pop().unwrap().contains("eight rows"));
    engine.send(&format!("setboard {MATE_IN_1}\nsd 4\ngo"));
    assert_eq!(engine.until("1-0").join("|"), "move a1a8|1-0 {White mates}");
    engine.send("usermove g8f8");
    assert!(engine.until("Illegal move").pop().unwrap().contains("the game is over"));
    engine.send("result 1-0 {White mates}\nnew\nforce\nsetboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\nusermove f1f7\ngo");
    assert_eq!(engine.until("1/2-1/2").join("|"), "1/2-1/2 {Stalemate}");
    engine.send("new\nforce\nsetboard 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    engine.send("Ra2\nKd8\nRa1\nKe8\nRa2\nKd8\nRa1\nKe8\nRa2\ngo");
    assert_eq!(engine.until("1/2-1/2").pop().unwrap(), "1/2-1/2 {Draw by repetition}");
    engine.send("new\nplayother\nbk\ndraw\nst 0.02\nusermove e2e4");
    engine.until("move ");
    engine.quit(Some("quit"));
}

#[test]
fn xboard_analysis_and_pondering() {
    let mut engine = Engine::xboard();
    engine.send("new\nanalyze");
    engine.until("4 ");
    engine.send(".");
    assert_eq!(engine.until("stat01: ").pop().unwrap().split_whitespace().count(), 6);
    for change in ["usermove e2e4", "undo", &format!("setboard {MIDDLE}"), "new", "e2e4", "remove", "undo"] {
        // The analysis begins again; after a move that cannot be taken back, too.
        engine.send(change);
        engine.until("2 ");
    }
    engine.send("hint\nbk\nusermove e2e5");
    assert!(engine.settled().iter().any(|line| line == "Illegal move: e2e5"));
    engine.send("exit\nping 1");
    engine.until("pong 1");
    engine.silent("");
    // Pondering: with the expected move, and with another one.
    engine.send("new\nhard\nst 0.1\nusermove e2e4");
    engine.until("move ");
    for _ in 0..3 {
        engine.send("hint");
        let lines = engine.settled();
        let Some(hint) = lines.iter().find_map(|line| line.strip_prefix("Hint: ")) else { break };
        std::thread::sleep(Duration::from_millis(50));
        engine.send(&format!("time 1000\notim 1000\nusermove {hint}"));
        engine.until("move ");
    }
    engine.send("easy\nforce\nnew\nhard\nusermove d2d4");
    engine.until("move ");
    engine.send("usermove a2a3");
    engine.until("move ");
    engine.send("result *");
    engine.settled();
    engine.quit(Some("quit"));
}

#[test]
fn xboard_chess960_castles_by_name() {
    let mut engine = Engine::xboard();
    engine.send(
        "new\nvariant fischerandom\nforce\nsetboard 1k6/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HA - 0 1\nusermove O-O\nundo",
    );
    assert_eq!(engine.settled(), ["pong 4711"]);
    // Castling is the only way out of being mated.
    engine.send("setboard 1k5r/8/8/8/8/8/r6P/5K1R w H - 0 1\nst 0.1\ngo");
    let best = engine.until("move ").pop().unwrap();
    let position = Chess::read("1k5r/8/8/8/8/8/r6P/5K1R w H - 0 1").unwrap();
    check(&position, &best["move ".len()..]);
    engine.send(
        "new\nforce\nsetboard r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1\nusermove e1g1\nO-O\nundo\nundo",
    );
    assert_eq!(engine.settled(), ["pong 4711"]);
    engine.quit(Some("quit"));
}

/// The referee of the games below.
fn result(line: &[Chess]) -> Option<Outcome> {
    arena::referee(line, &mut Vec::new()).err().map(|ended| ended.outcome)
}

#[test]
fn a_whole_game_in_uci() {
    let mut engine = Engine::uci();
    let (mut line, mut moves) = (vec![Chess::start()], String::new());
    let mut clocks = [Duration::from_secs(10); 2];
    engine.send("ucinewgame\nisready");
    engine.until("readyok");
    while result(&line).is_none() && line.len() < 300 {
        let position = line.last().unwrap().clone();
        let side = position.side().index();
        let begin = Instant::now();
        let (white, black) = (clocks[0].as_millis(), clocks[1].as_millis());
        engine.send(&format!("position startpos moves{moves}"));
        let (best, _) = engine.best(&format!("go wtime {white} btime {black} winc 20 binc 20"));
        clocks[side] = clocks[side].checked_sub(begin.elapsed()).expect("a clock ran out") + Duration::from_millis(20);
        check(&position, &best);
        moves = format!("{moves} {best}");
        line.push(position.after(position.read_move(&best).unwrap()));
    }
    println!("{} plies, clocks {clocks:?}", line.len() - 1);
    engine.quit(Some("quit"));
}

#[test]
fn a_whole_game_in_xboard() {
    let mut engines = [Engine::xboard(), Engine::xboard()];
    for engine in &mut engines {
        engine.send("new\nlevel 0 0:10 0.02\nhard");
    }
    let mut line = vec![Chess::start()];
    let mut clocks = [Duration::from_secs(10); 2];
    let mut last: Option<String> = None;
    while result(&line).is_none() && line.len() < 200 {
        let position = line.last().unwrap().clone();
        let side = position.side();
        let (own, other) = (clocks[side.index()].as_millis() / 10, clocks[side.other().index()].as_millis() / 10);
        let engine = &mut engines[side.index()];
        let begin = Instant::now();
        let order = last.map_or("go".to_string(), |last| format!("usermove {last}"));
        engine.send(&format!("time {own}\notim {other}\n{order}"));
        let best = engine.until("move ").pop().unwrap()["move ".len()..].to_string();
        let clock = &mut clocks[side.index()];
        *clock = clock.checked_sub(begin.elapsed()).expect("a clock ran out") + Duration::from_millis(20);
        check(&position, &best);
        line.push(position.after(position.read_move(&best).unwrap()));
        last = Some(best);
    }
    println!("{} plies, clocks {clocks:?}", line.len() - 1);
    if let Some(outcome) = result(&line) {
        let winner = line.last().unwrap().side().other();
        assert!(outcome == Outcome::DRAW || outcome == Outcome::win(winner));
        let mover = if winner == Side::First { 0 } else { 1 };
        assert!(engines[mover].until(&outcome.to_string()).pop().unwrap().contains('{'), "the result is claimed");
    }
    engines.into_iter().for_each(|engine| drop(engine.quit(Some("quit"))));
}

#[test]
fn nonsense_never_stops_it() {
    for uci in [true, false] {
        let mut engine = if uci { Engine::uci() } else { Engine::xboard() };
        if uci {
            engine.send("debug on");
        }
        let mut nonsense = Nonsense::new(3, uci);
        for _ in 0..10 {
            let mut bytes = Vec::new();
            for _ in 0..1_000 {
                bytes.extend(nonsense.line());
                bytes.push(b'\n');
            }
            engine.raw(&bytes);
        }
        engine.send(if uci { "stop\nsetoption name UCI_Chess960 value false" } else { "exit\nforce\nnew" });
        engine.send(if uci { "isready" } else { "ping 987654" });
        let mut output = engine.until(if uci { "readyok" } else { "pong 987654" });
        if uci {
            engine.send("position startpos");
            engine.send("go nodes 100");
            engine.send("stop");
        } else {
            engine.send("st 0.05\ngo");
            output.extend(engine.until("move "));
            check(&Chess::start(), &output.last().unwrap()["move ".len()..]);
        }
        output.extend(engine.quit(Some(if uci { "isready\nquit" } else { "quit" })));
        if uci {
            assert!(check_uci(&output.join("\n")) > 500);
        }
    }
}
