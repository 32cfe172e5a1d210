//! An engine with a brain: it does not lose the same way twice, and what it remembers survives whatever happens to it.

mod common;
mod driver;

use common::{bad, good, words};
use driver::{Engine, result};
use eval::Linear;
use game::{Dice, Features, Game, Outcome, Side};
use games::chess::{Chess, HalfBoard, PieceSquares};
use search::{Limits, Options, Searcher, Unwatched};
use std::path::Path;
use std::time::Duration;
use store::BrainFile;

/// Someone who always answers the same position with the same move.
struct Opponent {
    evaluator: Linear<PieceSquares<HalfBoard>>,
    searcher: Searcher<Chess>,
}

impl Opponent {
    fn new() -> Opponent {
        let features = PieceSquares::<HalfBoard>::new();
        let presets: Vec<game::Preset> = Features::<Chess>::presets(&features);
        let learnt = presets.into_iter().find(|preset| preset.name == "learnt").unwrap();
        let evaluator = Linear::new::<Chess>(features, learnt.sets, &learnt.weights);
        Opponent { evaluator, searcher: Searcher::new(Options { table_bits: Some(16), ..Options::strong() }) }
    }

    fn reply(&mut self, line: &[Chess]) -> String {
        self.searcher.forget();
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let dice = &mut Dice::new(1, 1);
        let thought = self.searcher.think_within(&self.evaluator, line, &limits, dice, &Unwatched).unwrap();
        line.last().unwrap().write_move(thought.best)
    }
}

/// The engine plays White; its moves and the result, which it is told.
fn game(engine: &mut Engine, opponent: &mut Opponent) -> (String, Outcome) {
    engine.send("ucinewgame\nisready");
    engine.until("readyok");
    let mut line = vec![Chess::start()];
    let mut moves: Vec<String> = Vec::new();
    let outcome = loop {
        if let Some(outcome) = result(&line) {
            break outcome;
        }
        if moves.len() >= 160 {
            break Outcome::DRAW;
        }
        let text = if moves.len().is_multiple_of(2) {
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            engine.best("go depth 2").0
        } else {
            opponent.reply(&line)
        };
        let last = line.last().unwrap();
        line.push(last.after(last.read_move(&text).unwrap()));
        moves.push(text);
    };
    let text = ["0-1", "1/2-1/2", "1-0"][(outcome.0.signum() + 1) as usize];
    engine.send(&format!("setoption name GameResult value {text}\nisready"));
    engine.until("readyok");
    (moves.join(" "), outcome)
}

fn engine_of(folder: &Path, arguments: &str) -> Engine {
    let brain = folder.join("a.tdbrain");
    let mut engine = Engine::start(&format!("--hash 4 --brain {} {arguments}", brain.display()));
    engine.send("uci");
    engine.until("uciok");
    engine
}

#[test]
fn it_does_not_lose_the_same_way_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut opponent = Opponent::new();
    let mut forgetful = engine_of(folder.path(), "--brain-mode off");
    let first = game(&mut forgetful, &mut opponent);
    assert_eq!(first.1, Outcome::win(Side::Second), "the opponent is stronger: {}", first.0);
    assert_eq!(game(&mut forgetful, &mut opponent), first, "without a brain it loses the same way for ever");
    forgetful.quit(Some("quit"));
    assert!(!folder.path().join("a.tdbrain").exists(), "off means off");

    let mut engine = engine_of(folder.path(), "--brain-time 0");
    let games: Vec<(String, Outcome)> = (0..8).map(|_| game(&mut engine, &mut opponent)).collect();
    engine.quit(Some("quit"));
    let show: Vec<String> = games.iter().map(|(moves, outcome)| format!("{} {moves}", outcome.0)).collect();
    assert_eq!(games[0], first);
    let changed = games.iter().position(|game| *game != first).unwrap_or(games.len());
    assert!(changed <= 3, "it should do something else after a few games: {show:#?}");
    for (at, game) in games.iter().enumerate() {
        let same: Vec<usize> = (0..games.len()).filter(|other| games[*other] == *game).collect();
        let in_a_row = same.last().unwrap() - same[0] + 1 == same.len();
        assert!(in_a_row && same.len() <= 3, "once left, a way to lose is not gone again ({at}: {same:?}): {show:#?}");
    }
    // What it has learnt is there for the next process.
    let brain = folder.path().join("a.tdbrain");
    let known = BrainFile::read(&brain).unwrap().rows().unwrap();
    assert!(known.len() >= 6 && known.iter().all(|row| row.wanted == 0 && row.depth >= 7), "{known:?}");
    let mut reader = engine_of(folder.path(), "--brain-mode read-only");
    assert_ne!(game(&mut reader, &mut opponent), first);
    reader.quit(Some("quit"));
    assert_eq!(BrainFile::read(&brain).unwrap().rows().unwrap(), known, "read-only means that it stays as it is");
}

#[test]
fn a_kill_while_it_searches_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let brain = folder.path().join("a.tdbrain");
    let rows = || BrainFile::read(&brain).and_then(|file| file.rows()).unwrap_or_default();
    let openings = ["e2e4 e7e5", "d2d4 d7d5", "c2c4 c7c5"];
    for (number, opening) in openings.iter().enumerate() {
        let mut engine = engine_of(folder.path(), "");
        engine.send(&format!("ucinewgame\nposition startpos moves {opening}"));
        let (best, _) = engine.best("go depth 11");
        engine.send(&format!("position startpos moves {opening} {best} a7a6"));
        engine.best("go depth 11");
        engine.send("setoption name GameResult value 0-1");
        // The positions are written first; then the searches begin.
        while rows().len() < 3 * (number + 1) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(40 * (2 - number as u64)));
        drop(engine);
    }
    assert!(rows().iter().any(|row| row.wanted > 0), "at least one was killed in time");
    let show = good(folder.path(), &words("brain show a.tdbrain"));
    assert!(show.contains("9 positions of chess") && show.contains("not searched yet"), "{show}");
    // The next engine finds what is left to do, before its first game.
    let mut engine = engine_of(folder.path(), "--brain-time 0");
    engine.send("ucinewgame\nisready");
    let said = engine.until("readyok");
    assert!(said.iter().any(|line| line.contains("info string the brain:")), "{said:?}");
    engine.quit(Some("quit"));
    assert_eq!(rows().len(), 9);
    assert!(rows().iter().all(|row| row.wanted == 0 && row.depth >= 12));
}

#[test]
fn quitting_does_not_wait_for_the_brain() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = engine_of(folder.path(), "--brain-time 0");
    engine.send("position startpos moves e2e4 e7e5");
    engine.best("go depth 14");
    engine.send("setoption name GameResult value 0-1\nquit");
    engine.quit(None);
    let rows = BrainFile::read(&folder.path().join("a.tdbrain")).unwrap().rows().unwrap();
    assert!(!rows.is_empty() && rows.iter().any(|row| row.wanted == 15), "{rows:?}");
}

#[test]
fn what_takes_too_long_is_searched_as_deep_as_time_allows() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = engine_of(folder.path(), "--brain-time 1");
    engine.send("position startpos moves e2e4 e7e5");
    let (best, _) = engine.best("go depth 14");
    engine.send(&format!("position startpos moves e2e4 e7e5 {best} a7a6"));
    engine.best("go depth 2");
    engine.send("setoption name GameResult value 0-1\nisready");
    engine.until("readyok");
    let rows = BrainFile::read(&folder.path().join("a.tdbrain")).unwrap().rows().unwrap();
    assert!(rows.len() >= 3 && rows.iter().all(|row| row.depth >= 7), "{rows:?}");
    engine.quit(Some("quit"));
}

#[test]
fn brains_are_shown_checked_joined_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut engine = engine_of(folder, "--brain-time 1");
    engine.send("position startpos moves e2e4 e7e5");
    engine.best("go depth 3");
    engine.send("setoption name GameResult value 0-1\nisready");
    let said = engine.until("readyok");
    assert!(said.iter().any(|line| line.contains("the game was spoilt at 2.")), "{said:?}");
    engine.quit(Some("quit"));
    let show = good(folder, &words("brain show a.tdbrain"));
    assert!(show.contains("2.     own move") && show.contains("depth  7"), "{show}");
    assert!(good(folder, &words("brain check a.tdbrain")).contains("the brain is clean"));
    // Other weights believe nothing of it until they have searched it themselves.
    let before = BrainFile::read(&folder.join("a.tdbrain")).unwrap().rows().unwrap();
    let check = good(folder, &words("brain check a.tdbrain --features material --weights textbook"));
    assert!(check.contains("2 positions searched"), "{check}");
    let after = BrainFile::read(&folder.join("a.tdbrain")).unwrap().rows().unwrap();
    assert!(before.iter().zip(&after).all(|(before, after)| before.weights != after.weights));
    let epd = good(folder, &words("brain export a.tdbrain"));
    assert_eq!(epd.lines().count(), after.len());
    assert!(epd.contains(" w KQkq e6 bm ") && epd.contains("; acd 7; c0 \"played by the first side\";"), "{epd}");
    good(folder, &words("brain export a.tdbrain --out a.epd"));
    assert_eq!(std::fs::read_to_string(folder.join("a.epd")).unwrap(), epd);
    std::fs::copy(folder.join("a.tdbrain"), folder.join("b.tdbrain")).unwrap();
    assert!(good(folder, &words("brain merge a.tdbrain b.tdbrain")).contains("0 new positions"));
    assert!(bad(folder, &words("brain merge a.tdbrain a.tdbrain"), 2).contains("same file"));
    assert!(bad(folder, &words("brain show c.tdbrain"), 1).contains("c.tdbrain"));
    assert!(bad(folder, &words("brain show a.epd"), 1).contains("not a brain file"));
    std::fs::write(folder.join("empty"), "").unwrap();
    assert!(bad(folder, &words("brain show empty"), 1).contains("not a brain file"));
    assert!(bad(folder, &words("engine chess --brain a.epd"), 1).contains("not a brain file"));
    assert!(bad(folder, &words("engine chess --brain none --brain-mode read-only"), 1).contains("none"));
    assert!(bad(folder, &words("engine connect4 --brain a.tdbrain"), 1).contains("a brain for chess"));
}

#[test]
fn with_learning_the_whole_brain_is_searched_again_by_the_new_weights() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("a.tdrun");
    let mut engine = engine_of(folder.path(), &format!("--brain-time 0 --learn {}", run.display()));
    let mut hashes = Vec::new();
    for opening in ["e2e4 e7e5", "d2d4 d7d5"] {
        engine.send(&format!("ucinewgame\nposition startpos moves {opening}"));
        let (best, _) = engine.best("go depth 3");
        engine.send(&format!("position startpos moves {opening} {best} a7a6"));
        engine.best("go depth 3");
        engine.send("setoption name GameResult value 0-1\nisready");
        let said = engine.until("readyok");
        for news in ["learnt from game", "the game was spoilt at", "the brain: "] {
            assert!(said.iter().any(|line| line.starts_with(&format!("info string {news}"))), "{said:?}");
        }
        let rows = BrainFile::read(&folder.path().join("a.tdbrain")).unwrap().rows().unwrap();
        assert!(rows.len() >= 3 * (hashes.len() + 1));
        assert!(rows.iter().all(|row| row.weights == rows[0].weights && row.wanted == 0), "{rows:?}");
        hashes.push(rows[0].weights.clone());
    }
    assert_ne!(hashes[0], hashes[1], "every learnt game makes other weights");
    engine.quit(Some("quit"));
}

#[test]
fn matches_tell_both_protocols_how_games_end() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rows = |name: &str| BrainFile::read(&folder.join(name)).unwrap().rows().unwrap().len();
    for (protocol, limit, brain) in [("uci", "depth", "a.tdbrain"), ("xboard", "sd", "b.tdbrain")] {
        let command = env!("CARGO_BIN_EXE_tdleaf");
        // The folder of the player is one of its own; the brain has a full path.
        let path = folder.join(brain);
        let engine = format!("{protocol}:{command} engine chess --hash 2 --brain {}?{limit}=1", path.display());
        let lost =
            good(folder, &["match", "chess", &engine, "learnt?depth=5", "--games", "2", "--pgn", "none", "--json"]);
        assert!(lost.contains("\"games\""), "{lost}");
        assert!(rows(brain) >= 3, "{protocol}");
    }
}
