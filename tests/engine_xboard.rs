//! The engine in xboard's protocol: a scripted session for each command, and a whole game with clocks.

mod driver;
#[path = "../crates/link/tests/nonsense/mod.rs"]
#[allow(dead_code)]
mod nonsense;

use driver::{Engine, MATE_IN_1, MIDDLE, result};
use game::{Game, Outcome, Side};
use games::chess::Chess;
use nonsense::check;
use std::time::{Duration, Instant};

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
