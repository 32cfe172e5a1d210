//! An engine that learns from the games it plays for others: in both protocols, every game a row that can be undone.

mod common;
mod driver;

use common::{bad, good, words};
use driver::{Engine, result};
use game::{Game, Outcome};
use games::chess::Chess;
use serde_json::Value;
use std::path::Path;

const GAMES: usize = 50;

fn written(outcome: Outcome) -> &'static str {
    match outcome.0.signum() {
        1 => "1-0",
        -1 => "0-1",
        _ => "1/2-1/2",
    }
}

/// Two engines play a game, each in its protocol, as a tournament manager would have it; the first one is White. Games that
/// last too long are given a draw.
fn game(uci: &mut Engine, xboard: &mut Engine, opening: &str) -> &'static str {
    uci.send("ucinewgame");
    xboard.send("new\nforce\nst 0\nsd 2\nname Manager\nrating 1500 1600");
    let mut line = vec![Chess::start()];
    let mut moves: Vec<String> = Vec::new();
    let play = |line: &mut Vec<Chess>, moves: &mut Vec<String>, text: &str| {
        let position = line.last().unwrap();
        let mv = position.read_move(text).unwrap();
        line.push(position.after(mv));
        moves.push(text.to_string());
    };
    for text in opening.split_whitespace() {
        play(&mut line, &mut moves, text);
        xboard.send(&format!("usermove {text}"));
    }
    let outcome = loop {
        if let Some(outcome) = result(&line) {
            break outcome;
        }
        if moves.len() >= 60 {
            break Outcome::DRAW;
        }
        if moves.len().is_multiple_of(2) {
            uci.send(&format!("position startpos moves {}", moves.join(" ")));
            let (best, _) = uci.best("go depth 2");
            play(&mut line, &mut moves, &best);
            xboard.send(&format!("usermove {best}"));
            if result(&line).is_none() {
                xboard.send("go");
            }
        } else {
            let last = xboard.until("move ").pop().unwrap();
            play(&mut line, &mut moves, last.trim_start_matches("move "));
            xboard.send("force");
        }
    };
    let text = written(outcome);
    uci.send(&format!("setoption name GameResult value {text}"));
    xboard.send(&format!("result {text} {{that is all}}"));
    text
}

fn weights(folder: &Path, run: &str) -> Value {
    serde_json::from_str::<Value>(&good(folder, &["export", run, "--json"])).unwrap()["weights"].take()
}

#[test]
fn fifty_games_are_fifty_rows_and_can_be_undone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let path = |name: &str| folder.join(name).display().to_string();
    let mut uci =
        Engine::start(&format!("--hash 2 --features material --weights textbook --learn {}", path("a.tdrun")));
    uci.send("uci");
    let options = uci.until("uciok");
    assert!(options.iter().any(|line| line.starts_with("option name Learn type string default /")), "{options:?}");
    let mut xboard = Engine::start(&format!("--hash 2 --features half-board --learn {}", path("b.tdrun")));
    xboard.send("xboard\nprotover 2");
    xboard.until("feature done=1");
    let openings = ["e2e4 e7e5", "d2d4 d7d5", "c2c4 e7e5", "g1f3 g8f6", "e2e4 c7c5", "f2f4 d7d5", "b2b3 e7e5"];
    let mut results = Vec::new();
    for number in 0..GAMES {
        results.push(game(&mut uci, &mut xboard, openings[number % openings.len()]));
        let told = uci.until("info string learnt from game").pop().unwrap();
        assert!(told.contains(&format!("game {},", number + 1)), "{told}");
        xboard.until("# learnt from game");
        if number == 0 {
            // The first weights, kept aside by the only way there is: undo of what a copy has learnt.
            std::fs::copy(folder.join("a.tdrun"), folder.join("one.tdrun")).unwrap();
            good(folder, &words("weights undo one.tdrun --games 1"));
        }
    }
    // While the engine runs the file is its own.
    assert!(bad(folder, &words("weights undo a.tdrun"), 1).contains("in use"));
    uci.quit(Some("quit"));
    xboard.quit(Some("quit"));
    for run in ["a.tdrun", "b.tdrun"] {
        let json: Value = serde_json::from_str(&good(folder, &["export", run, "--json"])).unwrap();
        assert_eq!(json["games"], GAMES, "{run}");
    }
    let log = good(folder, &words("weights log a.tdrun --games 3"));
    assert_eq!(log.lines().filter(|line| line.starts_with("game ")).count(), 3, "{log}");
    assert!(log.contains(&format!("game 50: {}", results[GAMES - 1])) && log.contains("taught by"), "{log}");
    assert!(good(folder, &words("weights log b.tdrun")).contains("against Manager (1600)"));
    let diff = good(folder, &words("weights diff one.tdrun a.tdrun"));
    assert!(diff.contains("queen") && diff.contains("weights differ"), "{diff}");
    good(folder, &words("weights undo a.tdrun --games 50"));
    assert_eq!(weights(folder, "a.tdrun"), weights(folder, "one.tdrun"), "the first weights, bit for bit");
    assert!(good(folder, &words("weights diff one.tdrun a.tdrun")).contains("no weight differs"));
    assert!(bad(folder, &words("weights undo a.tdrun"), 2).contains("0 games"));
}

#[test]
fn a_game_that_ends_on_the_board_teaches_without_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = folder.join("a.tdrun");
    let mut engine =
        Engine::start(&format!("--hash 2 --features material --weights textbook --learn {}", run.display()));
    engine.send("uci");
    engine.until("uciok");
    // The engine mates, and the other program goes on to the next game.
    engine.send("ucinewgame\nposition startpos moves f2f3 e7e5 g2g4");
    assert_eq!(engine.best("go depth 2").0, "d8h4");
    engine.send("ucinewgame\nisready");
    let said = engine.until("readyok");
    assert!(said.iter().any(|line| line.contains("learnt from game 1, 1 positions")), "{said:?}");
    // Nothing is learnt from a game that nobody finished, nor twice from one.
    engine.send("position startpos moves e2e4");
    engine.best("go depth 2");
    engine.send("setoption name GameResult value *\nucinewgame\nsetoption name GameResult value 2-0\nisready");
    let said = engine.until("readyok");
    assert!(!said.iter().any(|line| line.contains("learnt from")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("a result is 1-0")), "{said:?}");
    engine.send("position startpos moves f2f3 e7e5 g2g4");
    engine.best("go depth 2");
    engine.send("setoption name GameResult value 0-1\nsetoption name GameResult value 0-1\nucinewgame\nisready");
    let said = engine.until("readyok");
    assert_eq!(said.iter().filter(|line| line.contains("learnt from game 2")).count(), 1, "{said:?}");
    engine.quit(Some("quit"));
    // It goes on where it was, whatever weights it is started with.
    let mut engine = Engine::start(&format!("--hash 2 --learn {}", run.display()));
    engine.send("uci");
    engine.until("uciok");
    engine.send("setoption name Weights value textbook\nisready");
    assert!(engine.until("readyok").iter().any(|line| line.contains("empty the option Learn")));
    engine.send("setoption name Learn value \nsetoption name Weights value textbook\nisready");
    assert_eq!(engine.until("readyok"), ["readyok"]);
    engine.quit(Some("quit"));
    good(folder, &words("report a.tdrun --out a.html"));
    assert!(std::fs::read_to_string(folder.join("a.html")).unwrap().contains("learnt from real games"));
    assert!(bad(folder, &words("learn chess --run a.tdrun --resume --games 9"), 1).contains("real games"));
    let log = good(folder, &words("weights log a.tdrun"));
    assert!(log.contains("game 2: 0-1 after 2 moves, no move") && log.contains("2...Qh4#"), "{log}");
}

#[test]
fn runs_are_joined_and_nonsense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, seed) in [("a", 1), ("b", 2)] {
        good(
            folder,
            &words(&format!("learn chess --depth 1 --games 4 --seed {seed} --match-games 0 --run {name}.tdrun")),
        );
    }
    let value = |text: &str, name: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {text}"));
        line.split_whitespace().nth(3).unwrap().parse().unwrap()
    };
    assert!(good(folder, &words("weights merge a.tdrun b.tdrun --out c.tdw")).contains("changes added"));
    // Each change of the whole is the sum of both.
    good(folder, &words("learn chess --depth 1 --games 1 --step fixed:1e-12 --match-games 0 --run start.tdrun"));
    let changes = ["a.tdrun", "b.tdrun", "c.tdw"]
        .map(|name| value(&good(folder, &words(&format!("weights diff start.tdrun {name}"))), "queen"));
    assert!((changes[0] + changes[1] - changes[2]).abs() < 2e-4, "{changes:?}");
    assert!(good(folder, &words("weights merge a.tdw b.tdw --out d.tdw")).contains("their mean"));
    assert!(bad(folder, &words("weights undo a.tdrun --games 1"), 1).contains("does not remember"));
    assert!(bad(folder, &words("weights undo a.tdrun --games 9"), 2).contains("4 games"));
    assert!(bad(folder, &words("weights log no.tdrun"), 1).contains("no.tdrun"));
    assert!(bad(folder, &words("weights diff a.tdw no.tdw"), 1).contains("no.tdw"));
    good(folder, &words("learn connect4 --depth 1 --games 2 --match-games 0 --run f.tdrun"));
    assert!(bad(folder, &words("weights diff a.tdrun f.tdrun"), 1).contains("connect4"));
    assert!(bad(folder, &words("weights merge a.tdrun b.tdrun --out a.tdrun"), 2).contains("a.tdrun"));
    assert!(bad(folder, &words("engine connect4 --learn a.tdrun"), 1).contains("a run of chess"));
    assert!(bad(folder, &words("engine chess --learn a.tdw"), 1).contains("a.tdw"));
}
