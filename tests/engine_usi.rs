//! The engine as shogi programs meet it: the real binary in USI, the dialect of UCI for shogi, and a person's game in the terminal.

mod common;
mod driver;
#[path = "../crates/link/tests/nonsense/mod.rs"]
#[allow(dead_code)]
mod nonsense;

use common::words;
use driver::{Engine, result};
use game::Game;
use games::shogi::Shogi;
use nonsense::{Nonsense, Protocol, check_all, check_usi};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

const MATE_IN_1: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
const MATED: &str = "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1";
/// The rook gives check, then a gold mates.
const MATE_IN_2: &str = "8k/9/6R2/9/9/9/9/9/K8 b 2Gp 1";
const WON_BY_A_WORD: &str = "+R+BSSGGK2/PPPPP4/9/9/9/9/9/9/k8 b RP3L 1";

/// A program that does not say which dialect it speaks means shogi's.
#[test]
fn what_both_dialects_know_is_usi() {
    let mut engine = Engine::of("shogi", "--hash 8");
    engine.send("isready");
    engine.until("readyok");
    engine.send(&format!("position sfen {MATED}\ngo byoyomi 100"));
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove resign");
    engine.send("usi");
    engine.until("usiok");
}

#[test]
fn usi_introduces_itself() {
    let mut engine = Engine::of("shogi", "--hash 8");
    engine.send("usi");
    let lines = engine.until("usiok");
    assert!(lines[0].starts_with("id name tdleaf ") && lines[1].starts_with("id author "), "{lines:?}");
    for option in [
        "option name USI_Hash type spin default 8 min 1",
        "option name USI_Ponder type check default false",
        "option name Threads type spin default 1 min 1",
        "option name MultiPV type spin default 1",
        "option name Move_Overhead type spin default 10",
        "option name Resign type spin default 0",
        "option name Weights type string",
        "option name Learn type string",
        "option name Brain_Mode type combo",
        "option name Clear_Hash type button",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(option)), "{option}: {lines:?}");
    }
    let names: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    assert!(names.iter().all(|rest| rest.split_whitespace().nth(1) == Some("type")), "names have no spaces: {names:?}");
    assert!(!names.iter().any(|rest| rest.contains("960") || rest.contains("GameResult")), "{names:?}");
    engine.send("setoption name usi_hash value 3\nsetoption name Move_Overhead value 30\nsetoption name Clear_Hash");
    engine.send("setoption name USI_Ponder value true\nsetoption name Resign value 3000\nisready\nusinewgame\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"], "nothing to complain about");
    assert_eq!(engine.until("readyok"), ["readyok"], "nothing to complain about");
    for (command, expected) in [
        ("setoption name USI_Hash value 0", "Hash must be from 1"),
        (
            "setoption name Elo value 0",
            "no option 'Elo'; options: USI_Hash, Threads, MultiPV, USI_Ponder, Move_Overhead",
        ),
        ("setoption name Elo value 0", "Clear_Hash"),
        ("position sfen 4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1", "two pawns of a side on a file, 5e and 5g"),
        ("setoption name UCI_Chess960 value true", "no option 'UCI_Chess960'"),
        ("position sfen 9/9/9 b - 1", "nine ranks"),
        ("position startpos moves 7g7f 7g7f", "7g7f"),
        ("position", "sfen"),
        ("gameover perhaps", "win, lose or draw"),
        ("ucinewgame", "unknown command: ucinewgame"),
    ] {
        engine.send(command);
        let line = engine.until("info string").pop().unwrap();
        assert!(line.contains(expected), "{command}: {line}");
    }
    check_usi(&Shogi::start(), &engine.best("go depth 2").0);
    assert_eq!(engine.quit(Some("quit")), Vec::<String>::new());
}

#[test]
fn every_limit_of_go() {
    let mut engine = Engine::usi("");
    engine.send("position startpos moves 7g7f 3c3d");
    let position = ["7g7f", "3c3d"].iter().fold(Shogi::start(), |p, text| p.after(p.read_move(text).unwrap()));
    for go in [
        "go depth 3",
        "go nodes 5000",
        "go movetime 40",
        "go btime 500 wtime 500",
        "go btime 0 wtime 0 byoyomi 100",
        "go byoyomi 50",
        "go btime 300 wtime 1 binc 10 winc 0",
        "go btime -20 wtime 5 byoyomi 0",
        "go depth 2 searchmoves 2g2f",
        "go nodes 10 nonsense",
    ] {
        let (best, lines) = engine.best(go);
        check_usi(&position, &best);
        let info = lines.iter().rfind(|line| line.starts_with("info depth")).expect("something was found");
        for word in [" seldepth ", " multipv 1 ", " score ", " nodes ", " nps ", " hashfull ", " time ", " pv "] {
            assert!(info.contains(word), "{word}: {info}");
        }
        assert!(info.contains(&format!(" pv {best}")), "{go}: the line begins with the move: {info}");
    }
    assert_eq!(engine.best("go depth 2 searchmoves 2g2f").0, "2g2f");
    for go in ["go mate infinite", "go mate 5000", "go mate"] {
        engine.send(go);
        assert_eq!(engine.until("checkmate").pop().unwrap(), "checkmate notimplemented");
    }
    for (go, word) in [
        ("go", "stop"),
        ("go infinite", "stop"),
        ("go ponder btime 1000 wtime 1000 byoyomi 50", "ponderhit"),
        ("go ponder btime 0 wtime 0 byoyomi 50", "stop"),
        ("go ponder depth 1", "ponderhit"),
    ] {
        engine.send(go);
        engine.silent("bestmove");
        engine.send(word);
        engine.until("bestmove");
    }
    engine.quit(Some("quit"));
}

#[test]
fn black_is_the_first_player() {
    let mut engine = Engine::usi("");
    let taken = |engine: &mut Engine, go: &str| {
        engine.send(&format!("debug on\nposition startpos\n{go}"));
        let line = engine.until("info string").pop().unwrap();
        engine.until("bestmove");
        line
    };
    let rich = taken(&mut engine, "go btime 100000 wtime 10 depth 1");
    let poor = taken(&mut engine, "go btime 10 wtime 100000 depth 1");
    assert!(rich.contains("budget Some") && rich != poor, "{rich} {poor}");
    assert!(poor.contains("most: 1ms") || poor.contains("most: 2ms") || poor.contains("µs"), "{poor}");
    engine.quit(Some("quit"));
}

#[test]
fn mates_are_counted_in_plies_and_answered() {
    // Simple weights see them at this depth, whatever else is learnt.
    let mut engine = Engine::usi("--weights yss");
    for (sfen, score) in [(MATE_IN_1, "score mate 1 "), (MATE_IN_2, "score mate 3 ")] {
        engine.send(&format!("position sfen {sfen}"));
        let (best, lines) = engine.best("go depth 5");
        assert!(lines.iter().rfind(|line| line.contains("score")).unwrap().contains(score), "{sfen}: {lines:?}");
        check_usi(&Shogi::read(sfen).unwrap(), &best);
    }
    engine.send(&format!("position sfen {MATED}"));
    assert_eq!(engine.best("go depth 3").1, ["bestmove resign"]);
    assert_eq!(engine.best("go btime 1000 wtime 1000 byoyomi 1000").0, "resign");
    engine.send(&format!("position sfen {WON_BY_A_WORD}"));
    assert_eq!(engine.best("go btime 10000 wtime 10000").0, "win");
    engine.send("go ponder btime 10000 wtime 10000");
    engine.silent("bestmove");
    engine.send("ponderhit");
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove win");
    engine.send("go infinite\nstop");
    check_usi(&Shogi::read(WON_BY_A_WORD).unwrap(), engine.until("bestmove").pop().unwrap().split(' ').nth(1).unwrap());
    engine.quit(Some("quit"));
}

#[test]
fn hopeless_games_are_given_up_if_asked_for() {
    let mut engine = Engine::usi("");
    // Nearly all the men against a lone king.
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 w 2R2B4G4S4N4L18P 1";
    engine.send(&format!("position sfen {sfen}"));
    check_usi(&Shogi::read(sfen).unwrap(), &engine.best("go depth 2").0);
    engine.send("setoption name Resign value 2000");
    assert_eq!(engine.best("go depth 2").0, "resign");
    engine.send("go infinite\nstop");
    let best = engine.until("bestmove").pop().unwrap();
    assert_ne!(best, "bestmove resign", "analysis is no game");
    engine.quit(Some("quit"));
}

#[test]
fn the_end_of_a_game_teaches() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("mine.tdrun");
    let mut engine = Engine::usi(&format!("--weights ones --learn {}", run.display()));
    let mut teach = |own: &str, pondering: bool| {
        engine.send("usinewgame\nisready");
        engine.until("readyok");
        let mut moves = String::new();
        let mut position = Shogi::start();
        for ply in 0..12 {
            let text = if (ply % 2 == 0) == (own == "black") {
                engine.send(&format!("position startpos moves{moves}"));
                engine.best("go depth 1").0
            } else {
                position.write_move(position.move_list()[ply])
            };
            position.play(position.read_move(&text).unwrap());
            moves = format!("{moves} {text}");
        }
        if pondering {
            let guess = position.write_move(position.move_list()[0]);
            engine.send(&format!("position startpos moves{moves} {guess}\ngo ponder btime 1000 wtime 1000"));
        }
        engine.send("gameover lose");
        engine.until("info string learnt from game").pop().unwrap()
    };
    let (as_black, as_white) = (teach("black", false), teach("white", false));
    assert!(as_black.contains("game 1, 6 positions"), "{as_black}");
    assert!(as_white.contains("game 2, 6 positions"), "{as_white}");
    let pondered = teach("white", true);
    assert!(pondered.contains("game 3, 6 positions"), "what was only expected does not teach: {pondered}");
    engine.quit(Some("quit"));
    let shown = common::good(folder.path(), &["weights", "log", run.to_str().unwrap()]);
    assert!(shown.contains("1-0") && shown.contains("0-1"), "lost with either side: {shown}");
}

#[test]
fn a_whole_game_with_byoyomi() {
    let mut engine = Engine::usi("");
    let (mut line, mut moves) = (vec![Shogi::start()], String::new());
    let mut clocks = [Duration::from_secs(2); 2];
    engine.send("usinewgame\nisready");
    engine.until("readyok");
    while result(&line).is_none() && line.len() < 120 {
        let position = line.last().unwrap().clone();
        let side = position.side().index();
        let begin = Instant::now();
        let (black, white) = (clocks[0].as_millis(), clocks[1].as_millis());
        engine.send(&format!("position startpos moves{moves}"));
        let (best, _) = engine.best(&format!("go btime {black} wtime {white} byoyomi 60"));
        clocks[side] = clocks[side].saturating_sub(begin.elapsed());
        check_usi(&position, &best);
        if ["resign", "win"].contains(&best.as_str()) {
            break;
        }
        moves = format!("{moves} {best}");
        line.push(position.after(position.read_move(&best).unwrap()));
    }
    println!("{} plies, clocks {clocks:?}", line.len() - 1);
    assert!(line.len() > 20, "{moves}");
    engine.quit(Some("quit"));
}

#[test]
fn nonsense_never_stops_it() {
    let mut engine = Engine::usi("");
    engine.send("debug on");
    let mut nonsense = Nonsense::new(5, Protocol::Usi);
    for _ in 0..5 {
        let mut bytes = Vec::new();
        for _ in 0..1_000 {
            bytes.extend(nonsense.line());
            bytes.push(b'\n');
        }
        engine.raw(&bytes);
    }
    engine.send("stop\nisready");
    let mut output = engine.until("readyok");
    engine.send("position startpos\ngo nodes 100\nstop");
    output.extend(engine.quit(Some("isready\nquit")));
    assert!(check_all(&output.join("\n"), check_usi) > 250);
}

#[test]
fn a_person_can_play_shogi() {
    let folder = tempfile::tempdir().unwrap();
    let play = |arguments: &str, typed: &str| {
        let mut command = common::tdleaf(folder.path(), &words(arguments));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let text = play("play shogi --depth 1 --seed 1", "help\nmoves\n7g7e\n7g7f\nboard\nundo\n2g2f\nresign\n");
    for words in [
        "P*5e to drop",
        "resign   give up",
        "9g9f",
        "'7g7e' is no legal move",
        "  9  8  7  6  5  4  3  2  1",
        "Black has nothing in hand, to move",
        "the last move was ",
        "tdleaf wins: you resigned",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let mut command = common::tdleaf(folder.path(), &["play", "shogi", "--depth", "1", "--position", MATE_IN_1]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"G*5b\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("you win"), "{text}");
}
