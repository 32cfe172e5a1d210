//! Programs that misbehave in every way we could think of: each costs one game, with a reason, and the next game works.

mod common;

use arena::{Choice, Failure, Opening, Player, Rules, Turn, play};
use common::{engine, failure, game};
use game::{Dice, Game};
use games::chess::Chess;
use games::shogi::Shogi;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};
use tdleaf_link::{EnginePlayer, EngineSpec};

const FAKE: &str = env!("CARGO_BIN_EXE_fake-engine");
/// Plies of a game: the list of pawn moves has 32.
const LENGTH: usize = 24;

/// Plays the same pawn moves as the fake engine.
struct Pawns;

impl Player<Chess> for Pawns {
    fn choose(&mut self, turn: &Turn<Chess>, _: &mut Dice) -> Result<Choice<Chess>, Failure> {
        let plies = turn.moves.len();
        let (file, step) = ((b'a' + (plies / 2 % 8) as u8) as char, plies / 16);
        let (from, to) = if plies.is_multiple_of(2) { (2 + step, 3 + step) } else { (7 - step, 6 - step) };
        Ok(named(turn, &format!("{file}{from}{file}{to}")))
    }
}

impl Player<Shogi> for Pawns {
    fn choose(&mut self, turn: &Turn<Shogi>, _: &mut Dice) -> Result<Choice<Shogi>, Failure> {
        let plies = turn.moves.len();
        let (file, step) = (1 + plies / 2 % 9, (plies / 18) as u8);
        let (from, to) = if plies.is_multiple_of(2) { (b'g' - step, b'f' - step) } else { (b'c' + step, b'd' + step) };
        Ok(named(turn, &format!("{file}{}{file}{}", from as char, to as char)))
    }
}

fn named<G: Game>(turn: &Turn<G>, text: &str) -> Choice<G> {
    let mv = turn.position().read_move(text).expect("the next pawn can move");
    Choice { mv, thought: None, opinion: None }
}

/// A directory for logs and markers, and the string of a fake engine that uses them.
struct Stage(tempfile::TempDir);

impl Stage {
    fn new() -> Stage {
        Stage(tempfile::tempdir().expect("a temporary directory"))
    }

    fn spec(&self, protocol: &str, kind: &str, query: &str) -> String {
        let place = self.0.path().display();
        format!("{protocol}:'{FAKE}' {kind} once={place}/once log={place}/log?timeout=0.7{query}")
    }

    fn always(&self, protocol: &str, kind: &str, query: &str) -> String {
        format!("{protocol}:'{FAKE}' {kind} log={}/log?timeout=5{query}", self.0.path().display())
    }

    fn log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.path().join("log")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }
}

/// The first game fails with all `parts` in the reason; the second, with the other colour, works.
fn costs_one_game(protocol: &str, kind: &str, query: &str, parts: &[&str]) {
    match protocol {
        "usi" | "gnushogi" => costs_one::<Shogi>(protocol, kind, query, parts),
        _ => costs_one::<Chess>(protocol, kind, query, parts),
    }
}

fn costs_one<G: Game>(protocol: &str, kind: &str, query: &str, parts: &[&str])
where
    Pawns: Player<G>,
{
    let stage = Stage::new();
    let mut player = engine(&stage.spec(protocol, kind, query));
    let first = game(G::start(), [&mut player, &mut Pawns], LENGTH, 1);
    let reason = failure(&first).unwrap_or_else(|| panic!("{protocol} {kind}: {:?}", first.ended));
    for part in parts {
        assert!(reason.contains(part), "{protocol} {kind}: '{part}' is not in '{reason}'");
    }
    assert!(reason.len() < 1500, "{protocol} {kind}: {reason}");
    assert_eq!(first.ended.outcome.0, -1, "{protocol} {kind}: the engine was White and loses");
    let second = game(G::start(), [&mut Pawns, &mut player], LENGTH, 2);
    assert_eq!(failure(&second), None, "{protocol} {kind}: the second game");
    assert_eq!(second.moves.len(), LENGTH);
}

/// Two games without a failure.
fn costs_nothing(protocol: &str, kind: &str, query: &str) -> Vec<String> {
    match protocol {
        "usi" | "gnushogi" => costs_none::<Shogi>(protocol, kind, query),
        _ => costs_none::<Chess>(protocol, kind, query),
    }
}

fn costs_none<G: Game>(protocol: &str, kind: &str, query: &str) -> Vec<String>
where
    Pawns: Player<G>,
{
    let stage = Stage::new();
    let mut player = engine(&stage.always(protocol, kind, query));
    for seed in 0..2 {
        let record = if seed == 0 {
            game(G::start(), [&mut player, &mut Pawns], LENGTH, seed)
        } else {
            game(G::start(), [&mut Pawns, &mut player], LENGTH, seed)
        };
        assert_eq!(failure(&record), None, "{protocol} {kind}");
        assert_eq!(record.moves.len(), LENGTH, "{protocol} {kind}");
    }
    drop(player);
    stage.log()
}

#[test]
fn uci_programs_that_do_not_answer() {
    costs_one_game("uci", "mute", "", &["fake-engine", "did not say 'uciok' within 0.7 s"]);
    costs_one_game("uci", "no-uciok", "", &["did not say 'uciok'", "last lines", "option name UCI_Elo"]);
    costs_one_game("uci", "silent", "&depth=3", &["no bestmove", "'go depth 3'", "readyok"]);
    costs_one_game("uci", "flood", "&depth=3", &["no bestmove", "still thinking"]);
    costs_one_game("uci", "endless", "&depth=3", &["no bestmove"]);
}

#[test]
fn uci_programs_that_answer_nonsense() {
    costs_one_game("uci", "garbage", "", &["illegal move", "xyzzy", "bestmove xyzzy plugh"]);
    costs_one_game("uci", "illegal", "", &["illegal move", "a1a8"]);
    costs_one_game("uci", "none", "", &["found no move", "(none)"]);
    costs_one_game("uci", "zero", "", &["found no move", "0000"]);
    costs_one_game("uci", "empty", "", &["found no move"]);
    costs_one_game("uci", "resigns", "", &["resigned"]);
}

#[test]
fn uci_programs_that_die() {
    costs_one_game("uci", "exits", "", &["ended by itself (exit status: 3)", "cannot load my brain"]);
    costs_one_game("uci", "dies", "", &["ended by itself (exit status: 3)", "bestmove a3a4"]);
    costs_nothing("uci", "good", "");
}

#[test]
fn uci_programs_that_are_merely_odd() {
    for kind in ["twice", "binary", "huge", "chatty"] {
        costs_nothing("uci", kind, "&depth=3");
    }
    let stage = Stage::new();
    let mut player =
        engine(&format!("{}&nodes=10", stage.always("uci", "waits", "").replace("timeout=5", "timeout=0.2")));
    let record = game(Chess::start(), [&mut player, &mut Pawns], 4, 1);
    assert_eq!(failure(&record), None, "one that ignores its limit is stopped");
}

#[test]
fn xboard_programs_that_do_not_answer() {
    costs_one_game("xboard", "mute", "", &["did not move in", "nor after '?'"]);
    costs_one_game("xboard", "silent", "&depth=3", &["did not move in", "nor after '?'"]);
    costs_one_game("xboard", "flood", "", &["did not move in", "still thinking"]);
    costs_one_game("xboard", "endless", "", &["did not move in"]);
}

#[test]
fn xboard_programs_that_answer_nonsense() {
    costs_one_game("xboard", "garbage", "", &["illegal move", "xyzzy"]);
    costs_one_game("xboard", "illegal", "", &["illegal move", "a1a8"]);
    costs_one_game("xboard", "refuses", "", &["refused a legal move", "Illegal move: d7d6"]);
    costs_one_game("xboard", "resigns", "", &["resigned"]);
    costs_one_game("xboard", "claims", "", &["claims '1/2-1/2 {Draw by boredom}' and does not move"]);
    costs_one_game("xboard", "no-sd", "&sd=3", &["does not understand 'sd 3'"]);
}

#[test]
fn xboard_programs_that_die() {
    costs_one_game("xboard", "exits", "", &["ended by itself (exit status: 3)", "cannot load my brain"]);
    costs_one_game("xboard", "dies", "", &["ended by itself (exit status: 3)", "move a3a4"]);
}

#[test]
fn xboard_programs_that_are_merely_odd() {
    for kind in ["twice", "binary", "huge", "chatty", "offers", "no-setboard"] {
        costs_nothing("xboard", kind, "&depth=3");
    }
    let log = costs_nothing("xboard", "old", "");
    assert!(log.contains(&"a7a6".to_string()), "one without features gets bare moves: {log:?}");
    let log = costs_nothing("xboard", "no-reuse", "");
    assert_eq!(log.iter().filter(|line| *line == "xboard").count(), 2, "it is started for each game");
    let stage = Stage::new();
    let mut player = engine(&stage.always("xboard", "waits", "").replace("timeout=5", "timeout=0.2"));
    assert_eq!(failure(&game(Chess::start(), [&mut player, &mut Pawns], 4, 1)), None);
}

#[test]
fn usi_programs_that_misbehave() {
    costs_one_game("usi", "mute", "", &["did not say 'usiok' within 0.7 s"]);
    costs_one_game("usi", "no-usiok", "", &["did not say 'usiok'", "UCI_Variant"]);
    costs_one_game("usi", "silent", "&depth=3", &["no bestmove", "'go depth 3'", "readyok"]);
    costs_one_game("usi", "flood", "", &["no bestmove", "'go btime 0 wtime 0 byoyomi 100'", "still thinking"]);
    costs_one_game("usi", "garbage", "", &["illegal move", "xyzzy"]);
    costs_one_game("usi", "none", "", &["found no move", "(none)"]);
    costs_one_game("usi", "wins", "", &["declared a win that it does not have"]);
    costs_one_game("usi", "resigns", "", &["resigned"]);
    costs_one_game("usi", "exits", "", &["ended by itself (exit status: 3)", "cannot load my brain"]);
    costs_one_game("usi", "dies", "", &["ended by itself (exit status: 3)", "bestmove 9g9f"]);
    for kind in ["twice", "binary", "huge", "chatty"] {
        costs_nothing("usi", kind, "&depth=3");
    }
}

#[test]
fn options_results_and_positions_are_told_in_usi_words() {
    let log = costs_nothing("usi", "good", "&USI_Variant=shogi&USI_Hash=8&depth=3");
    for line in [
        "setoption name UCI_Variant value shogi",
        "setoption name USI_Hash value 8",
        "position startpos",
        "position startpos moves 1g1f 1c1d",
        "go depth 3",
        "gameover draw",
        "quit",
    ] {
        assert!(log.iter().any(|heard| heard == line), "'{line}' is not in {log:?}");
    }
    assert_eq!(log.iter().filter(|line| *line == "usinewgame").count(), 2);
    let stage = Stage::new();
    let text = "4k4/9/4P4/9/9/9/9/9/1G2K4 b G2r2b2g4s4n4l17p 1";
    let mut player = engine(&stage.always("usi", "resigns", ""));
    let record = game(Shogi::read(text).unwrap(), [&mut player, &mut Pawns], 1, 1);
    assert_eq!(failure(&record), Some("resigned"));
    drop(player);
    assert!(stage.log().contains(&format!("position sfen {text}")), "{:?}", stage.log());
    assert!(stage.log().contains(&"gameover lose".to_string()), "{:?}", stage.log());
    let error = engine(&stage.always("usi", "good", "&USI_Elo=1")).prepare().unwrap_err().0;
    assert!(error.contains("no option 'USI_Elo'") && error.contains("UCI_Variant"), "{error}");
}

#[test]
fn gnu_shogi_may_misbehave_too() {
    costs_one_game("gnushogi", "mute", "&depth=2", &["did not say 'GNU Shogi' within 0.7 s"]);
    costs_one_game("gnushogi", "exits", "&depth=2", &["ended by itself (exit status: 3)"]);
    costs_one_game("gnushogi", "silent", "&depth=2", &["did not move in"]);
    costs_one_game("gnushogi", "garbage", "&depth=2", &["illegal move", "xyzzy"]);
    costs_one_game("gnushogi", "refuses", "&depth=2", &["refused a legal move", "Illegal move (no match) 4c4d"]);
    costs_one_game("gnushogi", "claims", "&depth=2", &["claims 'Drawn game!' and does not move"]);
    costs_one_game("gnushogi", "resigns", "&depth=2", &["resigned"]);
    costs_one_game("gnushogi", "dies", "&depth=2", &["ended by itself (exit status: 3)", "9g9f"]);
    let log = costs_nothing("gnushogi", "good", "&depth=2&init=book;random");
    for (line, times) in
        [("level 0 5:00", 2), ("depth", 2), ("2", 2), ("book", 2), ("random", 2), ("go", 2), ("1c1d", 1)]
    {
        assert_eq!(log.iter().filter(|heard| *heard == line).count(), times, "'{line}' in {log:?}");
    }
    assert_eq!(
        log.iter().filter(|heard| *heard == "black" || *heard == "white").collect::<Vec<_>>(),
        ["black", "white"]
    );
}

#[test]
fn byoyomi_is_told_to_those_who_know_it() {
    let start = Shogi::start();
    let first = start.read_move("1g1f").unwrap();
    let line = [start.clone(), start.after(first)];
    let ms = Duration::from_millis;
    let byoyomi = arena::Clock { own: ms(2_000), other: ms(1_500), byoyomi: ms(500), ..arena::Clock::default() };
    let fischer = arena::Clock { own_increment: ms(20), byoyomi: Duration::ZERO, ..byoyomi };
    for (protocol, clock, words) in [
        ("usi", byoyomi, "go btime 1500 wtime 2000 byoyomi 500"),
        ("usi", arena::Clock { own: ms(0), ..byoyomi }, "go btime 1500 wtime 0 byoyomi 500"),
        ("usi", fischer, "go btime 1500 wtime 2000 binc 0 winc 20"),
        ("gnushogi", byoyomi, "time 250"),
    ] {
        let stage = Stage::new();
        let mut player = engine(&stage.always(protocol, "good", ""));
        Player::<Shogi>::begin(&mut player);
        let turn = Turn { line: &line, moves: &[first], clock: Some(clock) };
        let choice = player.choose(&turn, &mut Dice::new(1, 1)).unwrap();
        assert_eq!(line[1].write_move(choice.mv), "1c1d");
        assert!(stage.log().iter().any(|heard| heard == words), "'{words}' is not in {:?}", stage.log());
    }
    // UCI has no word for it: an increment that is paid in advance.
    let chess = [Chess::start()];
    let stage = Stage::new();
    let mut player = engine(&stage.always("uci", "good", ""));
    player.choose(&Turn { line: &chess, moves: &[], clock: Some(byoyomi) }, &mut Dice::new(1, 1)).unwrap();
    let words = "go wtime 2500 btime 1500 winc 500 binc 0";
    assert!(stage.log().iter().any(|heard| heard == words), "{:?}", stage.log());
}

#[test]
fn a_program_that_dies_after_its_last_move_costs_no_game() {
    let stage = Stage::new();
    let mut player = engine(&stage.always("uci", "dies-later", ""));
    for seed in 0..2 {
        assert_eq!(failure(&game(Chess::start(), [&mut player, &mut Pawns], 1, seed)), None);
    }
}

#[test]
fn wrong_options_are_named() {
    for (protocol, query, parts) in [
        ("uci", "&Hahs=16", ["no option 'Hahs'", "Hash, UCI_Elo, UCI_LimitStrength"]),
        ("uci", "&Hash=128", ["'Hash' to '128'", "from 1 to 64"]),
        ("xboard", "&Elo=1", ["no option 'Elo'", "Style"]),
        ("xboard", "&Style=Odd", ["'Style' to 'Odd'", "Solid, Wild"]),
    ] {
        let stage = Stage::new();
        let error = engine(&stage.always(protocol, "good", query)).prepare().unwrap_err().0;
        assert!(parts.iter().all(|part| error.contains(part)), "{protocol} {query}: {error}");
    }
}

#[test]
fn missing_programs_and_directories_are_named() {
    let error = engine("uci:no-such-engine").prepare().unwrap_err().0;
    assert!(error.contains("no-such-engine") && error.contains("/usr/games"), "{error}");
    let error = engine(&format!("uci:'{FAKE}'?directory=/no/such/place")).prepare().unwrap_err().0;
    assert!(error.contains("there is no directory '/no/such/place'"), "{error}");
    let record = game(Chess::start(), [&mut engine("xboard:/no/such/engine"), &mut Pawns], 4, 1);
    assert!(failure(&record).unwrap().contains("/no/such/engine"));
}

#[test]
fn options_and_positions_are_told_in_uci_words() {
    let log = costs_nothing("uci", "good", "&UCI_Elo=1600&hash=8&depth=3");
    for line in [
        "setoption name UCI_Elo value 1600",
        "setoption name UCI_LimitStrength value true",
        "setoption name Hash value 8",
        "position startpos",
        "position startpos moves a2a3 a7a6",
        "go depth 3",
        "quit",
    ] {
        assert!(log.iter().any(|heard| heard == line), "'{line}' is not in {log:?}");
    }
    assert_eq!(log.iter().filter(|line| *line == "ucinewgame").count(), 2);
    assert_eq!(log.iter().filter(|line| *line == "uci").count(), 1, "one process plays both games");
}

#[test]
fn xboard_hears_each_move_once() {
    let log = costs_nothing("xboard", "good", "&Style=solid&sd=3&init=book off;memory 8");
    for (line, times) in [
        ("new", 2),
        ("option Style=Solid", 1),
        ("book off", 2),
        ("memory 8", 2),
        ("sd 3", 2),
        ("rejected unheard-of", 1),
        ("accepted myname", 1),
        ("usermove a7a6", 1),
        ("usermove a2a3", 1),
        ("go", 2),
    ] {
        assert_eq!(log.iter().filter(|heard| *heard == line).count(), times, "'{line}' in {log:?}");
    }
}

fn turn_with_clock<'a>(line: &'a [Chess], moves: &'a [<Chess as Game>::Move]) -> Turn<'a, Chess> {
    let ms = Duration::from_millis;
    let clock = arena::Clock {
        own: ms(59_990),
        other: ms(30_000),
        own_increment: ms(500),
        other_increment: ms(250),
        moves_to_go: Some(40),
        ..arena::Clock::default()
    };
    Turn { line, moves, clock: Some(clock) }
}

#[test]
fn clocks_and_opinions_are_passed_on() {
    let start = Chess::start();
    let first = start.read_move("a2a3").unwrap();
    let line = [start.clone(), start.after(first)];
    for (protocol, words) in [
        ("uci", ["go wtime 30000 btime 59990 winc 250 binc 500 movestogo 40 depth 9", "position startpos moves a2a3"]),
        ("xboard", ["level 40 1:00 0.5", "time 5999"]),
    ] {
        let stage = Stage::new();
        let mut player = engine(&stage.always(protocol, "good", "&depth=9"));
        Player::<Chess>::begin(&mut player);
        let choice = player.choose(&turn_with_clock(&line, &[first]), &mut Dice::new(1, 1)).unwrap();
        assert_eq!(line[1].write_move(choice.mv), "a7a6");
        let opinion = choice.opinion.unwrap();
        assert_eq!((opinion.value, opinion.depth, opinion.nodes), (1, 3, 77));
        assert_eq!(player.opinion(&line[1]), Some(-1), "the second player likes it, from the first player's view");
        let log = stage.log();
        for word in words {
            assert!(log.iter().any(|heard| heard == word), "'{word}' is not in {log:?}");
        }
    }
}

#[test]
fn positions_that_are_not_the_start_are_set_up() {
    let text = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let position = Chess::read(text).unwrap();
    for (protocol, word) in [("uci", format!("position fen {position}")), ("xboard", format!("setboard {position}"))] {
        let stage = Stage::new();
        let mut player = engine(&stage.always(protocol, "good", ""));
        let record = game(position.clone(), [&mut player, &mut Pawns], 1, 1);
        assert_eq!(failure(&record), None);
        assert!(stage.log().contains(&word), "'{word}' is not in {:?}", stage.log());
    }
    let stage = Stage::new();
    let mut player = engine(&stage.always("xboard", "no-setboard", ""));
    let record = game(position, [&mut player, &mut Pawns], 1, 1);
    assert!(failure(&record).unwrap().contains("setboard"), "{:?}", record.ended);
}

#[test]
fn chess960_needs_a_program_that_plays_it() {
    for protocol in ["uci", "xboard"] {
        let stage = Stage::new();
        let mut player = engine(&stage.always(protocol, "good", ""));
        let record = game(Chess::chess960(3), [&mut player, &mut Pawns], 1, 1);
        assert!(failure(&record).unwrap().contains("does not play chess960"), "{:?}", record.ended);
    }
}

/// Neither running nor waiting to be taken note of by us.
#[cfg(target_os = "linux")]
fn gone(pid: &str, ours: bool) -> bool {
    let stat = fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| rest.chars().next());
    state.is_none() || (!ours && state == Some(Some('Z')))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_running() {
    for kind in ["good", "wrapper", "stubborn"] {
        for protocol in ["uci", "xboard"] {
            let stage = Stage::new();
            let mut player: EnginePlayer = engine(&stage.always(protocol, kind, ""));
            assert_eq!(failure(&game(Chess::start(), [&mut player, &mut Pawns], 2, 1)), None);
            drop(player);
            for line in stage.log() {
                let Some((who @ ("pid" | "child"), pid)) = line.split_once(' ') else { continue };
                let patience = Instant::now() + Duration::from_secs(5);
                while !gone(pid, who == "pid") {
                    assert!(Instant::now() < patience, "{protocol} {kind}: {line} is still there");
                    thread::sleep(Duration::from_millis(10));
                }
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_closes_its_output_is_found_out() {
    let mut player = engine("uci:sh -c 'exec >&-; sleep 30'");
    let error = player.prepare().unwrap_err().0;
    assert!(error.contains("closed its output"), "{error}");
}

#[test]
fn programs_run_in_a_directory_of_their_own() {
    let stage = Stage::new();
    let place = stage.0.path().display();
    let mut player = engine(&format!("uci:sh -c 'pwd > {place}/where; echo $HOME >> {place}/where'"));
    assert!(player.prepare().is_err());
    let text = fs::read_to_string(stage.0.path().join("where")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("tdleaf-engine") && lines[0] == lines[1], "{text}");
    assert!(!Path::new(lines[0]).exists(), "it is removed");
    let spec = format!("uci:sh -c 'pwd > {place}/where'?directory={place}");
    assert!(EnginePlayer::new(EngineSpec::parse(&spec).unwrap()).prepare().is_err());
    assert_eq!(fs::read_to_string(stage.0.path().join("where")).unwrap().trim(), place.to_string());
}

#[test]
fn gtp_programs_that_misbehave_cost_one_game() {
    costs_one_game("gtp", "mute", "", &["fake-engine", "did not answer 'protocol_version' within 0.7 s"]);
    costs_one_game("gtp", "silent", "", &["did not answer 'genmove black' within 0.7 s"]);
    costs_one_game("gtp", "flood", "", &["did not answer 'genmove black'", "still thinking"]);
    costs_one_game("gtp", "endless", "", &["did not answer 'genmove black'"]);
    costs_one_game("gtp", "garbage", "", &["illegal move", "xyzzy plugh"]);
    costs_one_game("gtp", "illegal", "", &["illegal move", "a1a8"]);
    costs_one_game("gtp", "none", "", &["found no move", "cannot generate a move"]);
    costs_one_game("gtp", "refuses", "", &["refused a legal move ('play", "illegal move"]);
    costs_one_game("gtp", "no-boardsize", "", &["refused 'boardsize 8' ('unacceptable size')"]);
    costs_one_game("gtp", "resigns", "", &["resigned"]);
    costs_one_game("gtp", "exits", "", &["ended by itself (exit status: 3)", "cannot load my brain"]);
    costs_one_game("gtp", "dies", "", &["ended by itself (exit status: 3)"]);
}

#[test]
fn gtp_programs_are_told_the_game_move_by_move() {
    for kind in ["good", "twice", "chatty", "huge", "binary"] {
        costs_nothing("gtp", kind, "");
    }
    let log = costs_nothing("gtp", "good", "&init=komi 0;level 3&movetime=1500").join("\n");
    for part in ["set_game Chess", "boardsize 8", "komi 0", "level 3", "time_settings 0 2 1", "genmove black"] {
        assert!(log.contains(part), "{part} is not in {log}");
    }
    // White begins here and is GTP's black; every move is told once.
    assert_eq!(log.matches("play white a7a6").count(), 1, "{log}");
    assert_eq!(log.matches("play black a2a3").count(), 1, "{log}");
    assert!(!log.contains("time_left") && !log.contains("depth"), "{log}");
}

#[test]
fn gtp_programs_are_told_their_time_after_an_opening_too() {
    let stage = Stage::new();
    let mut player = engine(&stage.always("gtp", "good", "&movetime=1500"));
    let mut opening = Opening::at(Chess::start());
    for text in ["a2a3", "a7a6", "b2b3", "b7b6"] {
        let mv = opening.last().read_move(text).unwrap();
        opening.push(mv);
    }
    let rules = Rules { longest: 12, ..Rules::default() };
    let record = play(opening, [&mut player, &mut Pawns], &rules, &mut Dice::new(1, 0));
    assert_eq!(failure(&record), None);
    drop(player);
    assert_eq!(stage.log().join("\n").matches("time_settings 0 2 1").count(), 1);
}
