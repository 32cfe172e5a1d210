//! The engine as other programs meet it: the real binary, driven over its standard input and output in UCI, and a person's
//! game in the terminal. The other protocol is in `engine_xboard.rs`.

mod common;
mod driver;
#[path = "../crates/link/tests/nonsense/mod.rs"]
#[allow(dead_code)]
mod nonsense;

use common::words;
use driver::{Engine, MATE_IN_1, MATE_IN_2, MIDDLE, result};
use game::Game;
use games::chess::Chess;
use nonsense::{Nonsense, Protocol, check, check_all};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

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
fn a_person_can_play_chess() {
    let folder = tempfile::tempdir().unwrap();
    let play = |arguments: &str, typed: &str| {
        let mut command = common::tdleaf(folder.path(), &words(arguments));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let typed = "help\nundo\nmoves\nhint\nboard\ne5\nNf3\nundo\ne2e4\n\nresign\n";
    let text = play("play chess --depth 2 --seed 1", typed);
    for words in [
        "take your last move back",
        "there is no move of yours to take back",
        " Nh3",
        "tdleaf would play ",
        "/RNBQKBNR w KQkq - 0 1",
        "'e5' is",
        "tdleaf wins: you resigned",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches("tdleaf plays ").count(), 2, "{text}");
    let text = play("play chess --second --nodes 500", "");
    assert!(text.contains("tdleaf plays ") && text.contains("tdleaf wins: you left"), "{text}");
    let mut command = common::tdleaf(folder.path(), &["play", "chess", "--movetime", "20ms", "--position", MATE_IN_1]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"Ra8\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("you win"), "{text}");
    assert!(common::bad(folder.path(), &words("play chess --depth 0"), 2).contains("--depth must be"));
    assert!(common::bad(folder.path(), &words("play chess --movetime x"), 2).contains("milliseconds"));
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
fn nonsense_never_stops_it() {
    for uci in [true, false] {
        let mut engine = if uci { Engine::uci() } else { Engine::xboard() };
        if uci {
            engine.send("debug on");
        }
        let mut nonsense = Nonsense::new(3, if uci { Protocol::Uci } else { Protocol::Xboard });
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
            assert!(check_all(&output.join("\n"), check) > 500);
        }
    }
}
