//! `tdleaf match` as a user meets it: results, records, engines that misbehave, and matches that are stopped and killed.

mod common;

use common::{bad, good, killed, run, tdleaf, words};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn json(folder: &Path, command: &str) -> Value {
    let mut arguments = words(command);
    arguments.push("--json");
    serde_json::from_str(&good(folder, &arguments)).unwrap()
}

/// Games of a record by number: their moves and result, without times.
fn record(path: &Path) -> Vec<(u64, String)> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut games: Vec<(u64, String)> = arena::pgn::games(&text)
        .iter()
        .map(|game| {
            let number = game.tag("Round").unwrap().parse().unwrap();
            (number, format!("{} {} {:?}", game.tag("White").unwrap(), game.moves.join(" "), game.result))
        })
        .collect();
    games.sort();
    games
}

const MATCH: &str = "match chess learnt?depth=2 material?depth=1 --games 40";

#[test]
fn a_match_says_what_it_proves() {
    let folder = folder();
    let text = good(folder.path(), &words("match chess thesis?noise=0.5 material?noise=0.5 --depth 1 --games 20"));
    for word in ["thesis against material: +", "Elo", "nElo", "LOS", "pairs", "chess-match-1.pgn", "by pairs"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    assert_eq!(record(&folder.path().join("chess-match-1.pgn")).len(), 20);
    let value =
        json(folder.path(), "match connect4 learnt zero random --gauntlet --depth 4 --games 8 --anchor zero=1500");
    assert_eq!(value["games"], 16);
    assert_eq!(value["results"].as_array().unwrap().len(), 2, "the others do not meet");
    let rating = |name: &str| {
        let found = value["ratings"].as_array().unwrap().iter().find(|rating| rating["name"] == name);
        found.unwrap()["elo"].as_f64().unwrap()
    };
    assert!(rating("learnt") > 1500.0 && (rating("zero") - 1500.0).abs() < 1e-6, "{value}");
    let text = good(folder.path(), &words("match connect4 learnt zero random --depth 3 --games 4 --pgn none"));
    assert!(text.contains("rank") && text.contains("zero against random"), "{text}");
    assert!(!folder.path().join("connect4-match-2.pgn").exists());
}

#[test]
fn a_control_has_other_weights_in_each_opening() {
    let folder = folder();
    let command = "match chess learnt --control random-term --depth 1";
    let text = good(folder.path(), &words(&format!("{command} --games 16 --concurrency 1 --pgn one.pgn")));
    for word in ["learnt against random-term: +", "control   random-term; above 50 %", "noise of the same size"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    good(folder.path(), &words(&format!("{command} --games 16 --concurrency 3 --pgn three.pgn")));
    let games = record(&folder.path().join("one.pgn"));
    assert_eq!(
        games,
        record(&folder.path().join("three.pgn")),
        "the control depends on the opening, not on the thread"
    );
    // From the same position without chance, only another control makes another game.
    let same = "match chess learnt --depth 1 --games 8 --openings none --concurrency 1 --control";
    let distinct = |control: &str| {
        let path = folder.path().join(format!("{control}.pgn"));
        good(folder.path(), &words(&format!("{same} {control} --pgn {control}.pgn")));
        let games: std::collections::BTreeSet<String> = record(&path).into_iter().map(|(_, game)| game).collect();
        games.len()
    };
    assert_eq!(distinct("zero"), 2, "one with each colour");
    assert_eq!(distinct("random-term"), 8);
    let value = json(folder.path(), "match chess learnt --control zero --depth 1 --games 2 --pgn none");
    assert_eq!((&value["control"], &value["results"][0]["players"][1]), (&"zero-term".into(), &"zero-term".into()));
    good(folder.path(), &words(&format!("{command} --pgn one.pgn --resume --games 20")));
    assert_eq!(record(&folder.path().join("one.pgn"))[..16], games, "a match may be prolonged");
}

#[test]
fn a_control_needs_one_player_with_something_to_replace() {
    let folder = folder();
    for (command, word) in [
        ("match chess learnt material --control zero", "one player only"),
        ("match chess random --control zero", "weights of our own, not 'random'"),
        ("match chess material --control random-term", "material of chess has no others"),
        ("match connect4 learnt --control random-term", "has no others"),
        ("match chess learnt --control noise", "expected random-term or zero"),
    ] {
        let errors = bad(folder.path(), &words(command), 2);
        assert!(errors.contains(word), "{command}: {errors}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a refused command leaves no record");
}

#[test]
fn threads_do_not_change_a_match() {
    let folder = folder();
    for threads in ["1", "3"] {
        good(folder.path(), &words(&format!("{MATCH} --pgn {threads}.pgn --concurrency {threads}")));
    }
    let one = record(&folder.path().join("1.pgn"));
    assert_eq!(one, record(&folder.path().join("3.pgn")));
    assert_eq!(one.len(), 40);
    assert!(one.windows(2).any(|games| games[0].1 != games[1].1), "the games differ");
    good(folder.path(), &words(&format!("{MATCH} --pgn nodes.pgn --concurrency 2 --seed 2")));
    assert_ne!(one, record(&folder.path().join("nodes.pgn")), "another seed, another match");
}

#[test]
fn a_record_that_was_cut_off_goes_on_to_the_same_result() {
    let folder = folder();
    let path = folder.path().join("m.pgn");
    let whole = json(folder.path(), &format!("{MATCH} --pgn m.pgn --concurrency 2"));
    let games = record(&path);
    let text = std::fs::read(&path).unwrap();
    for share in [0, 1, 333, 500, 777, 998] {
        std::fs::write(&path, &text[..text.len() * share / 1000]).unwrap();
        let again = json(folder.path(), &format!("{MATCH} --pgn m.pgn --concurrency 2 --resume"));
        assert_eq!(again, whole, "cut at {share} thousandths");
        assert_eq!(record(&path), games);
    }
    // Once it is complete there is nothing to do, and it can be prolonged.
    assert_eq!(json(folder.path(), &format!("{MATCH} --pgn m.pgn --resume")), whole);
    let longer = MATCH.replace("--games 40", "--games 50");
    assert_eq!(json(folder.path(), &format!("{longer} --pgn m.pgn --resume"))["games"], 50);
    assert_eq!(record(&path)[..40], games[..]);
}

#[test]
fn a_record_is_never_overwritten_or_mixed() {
    let folder = folder();
    good(folder.path(), &words(&format!("{MATCH} --games 2 --pgn m.pgn").replace("--games 40 ", "")));
    let before = std::fs::read(folder.path().join("m.pgn")).unwrap();
    for (options, expected) in [
        ("", "--resume"),
        ("--resume --seed 5", "there seed 1, now seed 5"),
        ("--resume --openings none", "openings"),
        ("--resume --longest 30", "longest 30"),
    ] {
        let error = bad(folder.path(), &words(&format!("{MATCH} --pgn m.pgn {options}")), 1);
        assert!(error.contains(expected), "{error}");
    }
    let other = "match chess learnt?depth=3 material?depth=1 --pgn m.pgn --resume";
    assert!(bad(folder.path(), &words(other), 1).contains("depth=3"));
    assert_eq!(before, std::fs::read(folder.path().join("m.pgn")).unwrap());
    std::fs::write(folder.path().join("mine.pgn"), "[Event \"Linares\"]\n\n1. e4 *\n").unwrap();
    let error = bad(folder.path(), &words("match chess learnt material --pgn mine.pgn --resume"), 1);
    assert!(error.contains("not the record"), "{error}");
}

#[test]
fn kills_lose_nothing() {
    let folder = folder();
    let command = "match chess learnt?depth=3&name=a material?depth=2&name=b --games 150 --concurrency 2";
    let start = Instant::now();
    let whole = json(folder.path(), &format!("{command} --pgn whole.pgn"));
    let again = killed(folder.path(), &format!("{command} --pgn killed.pgn --json"), "killed.pgn", 5, start.elapsed());
    let mut again: Value = serde_json::from_str(&again).unwrap();
    again["pgn"] = "whole.pgn".into();
    assert_eq!(again, whole);
    assert_eq!(record(&folder.path().join("killed.pgn")), record(&folder.path().join("whole.pgn")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_result_and_how_to_go_on() {
    let folder = folder();
    let command = "match chess learnt?depth=4 material?depth=4 --games 5000 --concurrency 2";
    let child = tdleaf(folder.path(), &words(command)).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let path = folder.path().join("chess-match-1.pgn");
    let begin = Instant::now();
    while std::fs::metadata(&path).map_or(0, |meta| meta.len()) == 0 && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let (text, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{errors}");
    assert!(text.contains("learnt against material: +"), "{text}");
    assert!(errors.contains("go on with:  tdleaf match chess") && errors.contains("--resume"), "{errors}");
    let played = record(&path).len();
    assert!(played > 0);
    // All that is recorded is whole, and the printed command goes on from there.
    let line = errors.lines().find(|line| line.contains("go on with:")).unwrap();
    let again = line.split("tdleaf ").nth(1).unwrap().replace('\'', "").replace("5000", &(played + 2).to_string());
    let text = good(folder.path(), &words(&again));
    assert_eq!(record(&path).len(), played + 2, "{text}");
}

#[test]
fn a_test_stops_the_match() {
    let folder = folder();
    let value = json(folder.path(), "match chess material?depth=2 random --sprt 0,30 --concurrency 2");
    assert_eq!(value["sprt"]["verdict"], "elo1");
    assert_eq!(value["complete"], true);
    let games = value["games"].as_u64().unwrap();
    assert!(games < 2000, "{games}");
    assert!(value["sprt"]["llr"].as_f64().unwrap() > 2.94);
    let again = json(folder.path(), "match chess material?depth=2 random --sprt 0,30 --concurrency 2 --resume");
    assert_eq!(again["games"], games, "a decided match is not played on");
}

#[test]
fn openings_come_from_files() {
    let folder = folder();
    let epd = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"a\";\n\
               rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"b\";\n";
    std::fs::write(folder.path().join("o.epd"), epd).unwrap();
    let book = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n1. d4 d5 2. c4 e6 *\n";
    std::fs::write(folder.path().join("o.pgn"), book).unwrap();
    let common = "match chess learnt random --depth 1 --games 4 --order sequential";
    good(folder.path(), &words(&format!("{common} --openings o.epd --pgn epd.pgn --start 2")));
    let text = std::fs::read_to_string(folder.path().join("epd.pgn")).unwrap();
    let games = arena::pgn::games(&text);
    let begin = |round: &str| {
        let game = games.iter().find(|game| game.tag("Round") == Some(round)).unwrap();
        game.tag("FEN").unwrap().to_string()
    };
    assert!(begin("1").starts_with("rnbqkbnr/pppp1ppp") && begin("1") == begin("2"), "{text}");
    assert!(begin("3").starts_with("rnbqkbnr/pp1ppppp") && begin("3") == begin("4"), "{text}");
    good(folder.path(), &words(&format!("{common} --openings o.pgn --pgn book.pgn --plies 3")));
    let games = record(&folder.path().join("book.pgn"));
    assert!(games[0].1.contains(" e4 e5 Nf3 ") && games[3].1.contains(" d4 d5 c4 "), "{games:?}");
    std::fs::write(folder.path().join("bad.epd"), "8/8 w - -\n").unwrap();
    let error = bad(folder.path(), &words(&format!("{common} --openings bad.epd")), 1);
    assert!(error.contains("bad.epd: line 1"), "{error}");
    std::fs::write(folder.path().join("s.epd"), "4k4/9/9/9/9/9/9/9/4K4 b 2R 1\n").unwrap();
    let error = bad(folder.path(), &words("match shogi learnt gnushogi:gnushogi?depth=2 --openings s.epd"), 2);
    assert!(error.contains("only replay games from the start"), "{error}");
    for name in ["empty.epd", "empty.pgn"] {
        std::fs::write(folder.path().join(name), "\n").unwrap();
        let error = bad(folder.path(), &words(&format!("{common} --openings {name}")), 2);
        assert!(error.contains(&format!("{name} has no openings")), "{error}");
    }
}

/// An engine of each bad kind loses its games and nothing else happens.
#[cfg(unix)]
#[test]
fn misbehaving_engines_lose_their_games() {
    let folder = folder();
    for (name, answer) in [
        ("crash", "exit 3"),
        ("illegal", "echo bestmove e2e5"),
        ("nonsense", "echo bestmove castle"),
        ("garbage", "echo '#$%&'; exit 0"),
        ("late", "sleep 1; echo bestmove a2a3"),
        ("hang", "sleep 600"),
    ] {
        let path = common::program(folder.path(), name, answer);
        let player = format!("uci:{}?name={name}", path.display());
        let arguments = [
            "match",
            "chess",
            "material?depth=1",
            &player,
            "--games",
            "4",
            "--tc",
            "0.3",
            "--json",
            "--concurrency",
            "2",
        ];
        let begin = Instant::now();
        let value: Value = serde_json::from_str(&good(folder.path(), &arguments)).unwrap();
        assert_eq!(value["results"][0]["wins"], 4, "{name}: {value}");
        let faults = value["faults"].as_array().unwrap();
        assert!(faults.iter().all(|fault| fault["name"] == name), "{name}: {value}");
        assert_eq!(faults.iter().map(|fault| fault["games"].as_u64().unwrap()).sum::<u64>(), 4, "{name}: {value}");
        let record = std::fs::read_to_string(folder.path().join(value["pgn"].as_str().unwrap())).unwrap();
        assert_eq!(record.matches(&format!("[Reason \"{name} ")).count(), 4, "{name}: {record}");
        assert!(begin.elapsed() < Duration::from_secs(120), "{name} took {:?}", begin.elapsed());
    }
}

/// An engine that cannot play at all is refused before the first game, and before a record is touched.
#[cfg(unix)]
#[test]
fn engines_that_do_not_start_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, programs) = (folder(), folder());
    let path = |name: &str| programs.path().join(name).display().to_string();
    for (name, start) in [("well", "echo uciok"), ("silent", "true"), ("crash", "exit 3")] {
        let script = format!(
            "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n uci) {start};;\n isready) echo readyok;;\n \
             go*) echo bestmove 0000;;\n quit) exit 0;;\nesac; done\n"
        );
        std::fs::write(path(name), script).unwrap();
        std::fs::set_permissions(path(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    for (player, expected) in [
        ("uci:/nowhere/at-all".to_string(), "player 'at-all': at-all cannot be started"),
        ("xboard:/nowhere/at-all?name=x".to_string(), "player 'x': at-all cannot be started"),
        (format!("uci:{}?timeout=0.2", path("silent")), "player 'silent'"),
        (format!("uci:{}", path("crash")), "player 'crash'"),
        (format!("uci:{}?Dragon=1", path("well")), "has no option 'Dragon'"),
    ] {
        let error = bad(folder.path(), &["match", "chess", "random", &player, "--games", "2"], 2);
        assert!(error.contains(expected), "{player}: {error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    let player = format!("uci:{}", path("well"));
    let arguments = ["match", "chess", "random", &player, "--games", "2", "--pgn", "m.pgn", "--json"];
    let value: Value = serde_json::from_str(&good(folder.path(), &arguments)).unwrap();
    assert_eq!(value["results"][0]["wins"], 2, "it starts, so it loses its games: {value}");
    let before = std::fs::read(folder.path().join("m.pgn")).unwrap();
    std::fs::remove_file(path("well")).unwrap();
    let again = [&arguments[..], &["--resume"]].concat();
    assert!(bad(folder.path(), &again, 2).contains("player 'well': well cannot be started"));
    assert_eq!(std::fs::read(folder.path().join("m.pgn")).unwrap(), before);
}

#[test]
fn clocks_are_kept_and_written() {
    let folder = folder();
    let value = json(folder.path(), "match chess material random?name=r --games 2 --tc 1+0.1 --longest 40 --pgn c.pgn");
    assert_eq!(value["games"], 2);
    let text = std::fs::read_to_string(folder.path().join("c.pgn")).unwrap();
    assert!(text.contains("TimeControl \"1+0.1\""), "{text}");
    assert!(!text.contains("time forfeit"), "our own player keeps to its clock: {text}");
}

#[cfg(unix)]
#[test]
fn stopping_at_once_leaves_no_engine_behind() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    // An engine that thinks for ever, in a child of its own, and tells who it is.
    let (path, note) = (folder.path().join("thinker"), folder.path().join("pid"));
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n uci) echo uciok;;\n isready) echo readyok;;\n \
         go*) sleep 600 & echo $! > {}; wait;;\n quit) exit 0;;\nesac; done\n",
        note.display()
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let player = format!("uci:{}?timeout=600", path.display());
    let command = ["match", "chess", &player, "random", "--games", "2", "--concurrency", "1"];
    let mut child = tdleaf(folder.path(), &command).stderr(Stdio::null()).spawn().unwrap();
    let wait = |done: &mut dyn FnMut() -> bool| {
        (0..600).any(|_| {
            done() || {
                std::thread::sleep(Duration::from_millis(50));
                false
            }
        })
    };
    let thinker = || std::fs::read_to_string(&note).ok().and_then(|text| text.trim().parse::<u32>().ok());
    assert!(wait(&mut || thinker().is_some()), "the engine was never asked");
    for _ in 0..2 {
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }
    assert!(wait(&mut || child.try_wait().unwrap().is_some()), "a second Ctrl-C ends the program");
    let lives = format!("/proc/{}", thinker().unwrap());
    assert!(wait(&mut || !Path::new(&lives).exists()), "the engine's child still runs");
}

#[test]
fn commands_that_make_no_sense_end_with_2() {
    let folder = folder();
    for (arguments, expected) in [
        ("match chss a b", "unknown game 'chss'; games: "),
        ("match walk true half", "nothing to choose"),
        ("match chess learnt", "two players"),
        ("match chess learnt bogus", "'bogus'"),
        ("match chess learnt?depth=0 random", "depth must be from 1 to 64"),
        ("match chess learnt?x=1 random", "options: depth"),
        ("match chess learnt?depth random", "name=value"),
        ("match chess learnt?profile=x random", "exact, strong, knightcap"),
        ("match chess learnt?threads=0 random", "threads is a number from 1 to 256"),
        ("match chess learnt?null=x random", "null is off, verified"),
        ("match chess learnt?features=x random", "half-board"),
        ("match chess learnt?movetime=x random", "100ms"),
        ("match chess learnt?movetime=2000000s random", "a day"),
        ("match chess learnt?hash=65536 random", "hash must be a number of megabytes from 1 to 4096"),
        ("match chess learnt?table=32 random", "table is a power of two from 1 to 27"),
        ("match chess learnt uci:/nope --games 2", "nope cannot be started"),
        ("match chess random?x=1 random", "random has no option"),
        ("match chess foo random", "one of learnt, material, ones"),
        ("match shogi material uci:gpsusi?depth=1", "'usi:gpsusi?depth=1'"),
        ("match othello learnt usi:fairy-stockfish", "plays shogi, not othello"),
        ("match shogi learnt gtp:gtp-rhino", "GTP"),
        ("match othello learnt xboard:fairymax", "play chess, not othello"),
        ("match chess learnt gnushogi:gnushogi", "plays shogi, not chess"),
        ("match chess learnt random --games 0", "--games"),
        ("match chess learnt random --tc x", "2+0.02"),
        ("match chess learnt random --tc 1 --movetime 5", "exclude"),
        ("match chess learnt random --movetime x", "100ms"),
        ("match chess learnt random --concurrency 0", "--concurrency"),
        ("match chess learnt random --sprt 5", "two numbers"),
        ("match chess learnt random --sprt 5,0", "less than"),
        ("match chess learnt random zero --sprt 0,5", "two players"),
        ("match chess learnt random --sprt 0,5 --alpha 0.9", "--alpha"),
        ("match chess learnt random --anchor x=1900", "learnt, random"),
        ("match chess learnt random --openings nowhere.epd", "balanced, random, none or a file"),
        ("match chess learnt random --resign x", "moves=4,score=800"),
        ("match chess learnt random --draw x=1", "move=40,moves=8,score=10"),
        ("match chess learnt random --order x", "sequential or random"),
        ("match chess learnt random --resume", "no chess-match-N.pgn"),
        ("match chess learnt random --pgn none --resume", "nothing to --resume"),
    ] {
        let error = bad(folder.path(), &words(arguments), 2);
        assert!(error.contains(expected), "{arguments}: {error}");
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "a refused command leaves nothing: {left:?}");
    let error = run(folder.path(), &words("match chess learnt random --pgn nowhere/m.pgn"));
    assert_eq!(error.status.code(), Some(1));
}
