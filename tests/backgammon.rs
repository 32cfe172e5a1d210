//! Backgammon as a user meets it: positions, matches with points, a game in the terminal, an engine for GNU Backgammon, records.

mod common;

use common::{bad, good, tdleaf, words};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn moves_are_counted_in_every_form_of_a_position() {
    let folder = folder();
    let last = |position: &str| {
        let text = good(folder.path(), &["perft", "backgammon", position, "1"]);
        text.lines().last().unwrap().to_string()
    };
    assert_eq!(last("4HPwATDgc/ABMA:31"), "16");
    assert_eq!(last("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"), "16");
    assert_eq!((last("startpos"), last("4HPwATDgc/ABMA:o66")), ("15".to_string(), "11".to_string()));
    let error = bad(folder.path(), &words("perft backgammon 4HPwATDgc/ABMA:37 1"), 2);
    assert!(error.contains("'37'"), "{error}");
}

#[test]
fn a_match_counts_points_and_goes_on_where_it_was_stopped() {
    let folder = folder();
    let json = |command: &str| -> Value { serde_json::from_str(&good(folder.path(), &words(command))).unwrap() };
    let whole = json("match backgammon pubeval random --games 40 --json --pgn whole.pgn");
    let points = &whole["results"][0]["points"];
    assert!(points["mean"].as_f64().unwrap() > 1.8 && points["error"].as_f64().unwrap() < 0.3, "{whole}");
    assert!(points["won"][1].as_u64().unwrap() > 5 && points["won"][2].as_u64().unwrap() > 5, "{whole}");
    json("match backgammon pubeval random --games 14 --json --pgn part.pgn");
    let resumed = json("match backgammon pubeval random --games 40 --json --pgn part.pgn --resume");
    assert_eq!(resumed["results"], whole["results"], "gammons are in the record");
    let text = good(folder.path(), &words("match backgammon random zero?noise=1 --games 6"));
    assert!(text.contains("points ") && text.contains("gammons"), "{text}");
    // With these dice each wins a single game.
    let text = good(folder.path(), &words("match backgammon pubeval pubeval --games 2"));
    assert!(text.contains("points      +0.0000") && text.contains("gammons     0.0 %"), "{text}");
    let error = bad(folder.path(), &words("match backgammon random pubeval --games 40 --pgn part.pgn --resume"), 1);
    let order = "in another order: there pubeval: pubeval; random: random, now random: random; pubeval: pubeval";
    assert!(error.contains(order), "{error}");
    for (command, part) in [
        ("match backgammon pubeval random --resign moves=4,score=800", "--resign: games of backgammon"),
        ("match backgammon pubeval random --draw move=40,moves=8,score=10", "--draw: games of backgammon"),
        ("match backgammon pubeval random --balance 10", "--balance: the dice"),
        ("match backgammon pubeval random --order sequential", "--order: the dice"),
        ("match backgammon pubeval random --start 2", "--start: the dice"),
        ("match backgammon pubeval random --openings nix.epd", "expected none or a file"),
        ("match backgammon zero?plies=2 random", "options: name, features"),
        ("match chess pubeval random", "plays backgammon, not chess"),
        ("match chess gnubg:?plies=0 random", "plays backgammon, not chess"),
        ("match backgammon pubeval?x=1 random", "no option 'x=1'"),
        ("match backgammon pubeval?depth=2 random", "plies"),
        ("match backgammon gnubg:?depth=2 random", "plies"),
        ("match backgammon gnubg:?plies=x random", "from 0 to 4, not 'x'"),
        ("match backgammon gnubg:/no/such/program random", "/no/such/program"),
        ("engine backgammon", "--listen"),
        ("engine backgammon --weights nix.safetensors", "needs --listen"),
        ("engine backgammon --listen 127.0.0.1:0 --weights pubeval", "--player pubeval"),
        ("engine backgammon --listen 127.0.0.1:0 --features points", "--features"),
        ("engine backgammon --listen 127.0.0.1:0 --learn a.tdrun", "--learn"),
        ("engine backgammon --listen 127.0.0.1:0 --brain a.tdbrain", "--brain"),
        ("engine backgammon --listen 127.0.0.1:0 --xboard", "--xboard"),
        ("engine backgammon --listen 127.0.0.1:0 --threads 2", "--threads"),
        ("engine backgammon --listen 127.0.0.1:0 --hash 128", "--hash"),
        ("engine backgammon --listen 127.0.0.1:0 --sessions 0", "--sessions"),
        ("explain backgammon startpos --weights pubeval", "one of zero, learnt"),
        ("explain backgammon startpos --features bogus", "raw, handmade"),
        ("play backgammon --features bogus", "raw, handmade"),
        ("engine chess --listen 127.0.0.1:0", "for backgammon"),
        ("convert backgammon a.pgn b.csa", "end with .pgn, .mat"),
    ] {
        let error = bad(folder.path(), &words(command), 2);
        assert!(error.contains(part), "{command}: {error}");
    }
}

#[test]
fn records_are_converted_and_back() {
    let folder = folder();
    good(folder.path(), &words("match backgammon pubeval random --games 6 --seed 3 --pgn one.pgn"));
    good(folder.path(), &words("convert backgammon one.pgn one.mat"));
    good(folder.path(), &words("convert backgammon one.mat two.pgn"));
    good(folder.path(), &words("convert backgammon two.pgn two.mat"));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("one.mat"), read("two.mat"));
    assert!(read("one.mat").starts_with(" 0 point match\n\n Game 1\n"));
    std::fs::write(folder.path().join("match.mat"), read("one.mat").replacen(" 0 point", " 1 point", 1)).unwrap();
    good(folder.path(), &words("convert backgammon match.mat match.pgn"));
    good(folder.path(), &words("convert backgammon match.pgn again.mat"));
    assert!(read("again.mat").starts_with(" 1 point match") && read("again.mat").contains("and the match"));
    std::fs::write(folder.path().join("bad.mat"), read("one.mat").replacen("Game 2", "Game two", 1)).unwrap();
    let error = bad(folder.path(), &words("convert backgammon bad.mat three.pgn"), 1);
    assert!(error.contains("bad.mat") && error.contains("line "), "{error}");
    assert!(!folder.path().join("three.pgn").exists());
    contradictions(folder.path());
}

/// Tags that cannot be, or that the board contradicts: the record has a gammon that Black has won.
fn contradictions(folder: &Path) {
    let whole = std::fs::read_to_string(folder.join("one.pgn")).unwrap();
    let of_interest = |game: &&str| game.contains("Points \"2\"") && game.contains("Result \"0-1\"");
    let game = whole.split("[Event").find(of_interest).map(|game| format!("[Event{game}")).unwrap();
    let edit = |game: String| std::fs::write(folder.join("edited.pgn"), game).unwrap();
    for (from, to, part) in [
        ("Points \"2\"", "Points \"4\"", "Points must be 1, 2 or 3, not '4'"),
        ("Points \"2\"", "Points \"x\"", "Points must be 1, 2 or 3, not 'x'"),
        ("Points \"2\"", "Points \"3\"", "on the board 2 were won"),
        ("Points \"2\"", "MatchLength \"-3\"", "MatchLength must be a number of points, not '-3'"),
        ("0-1", "1-0", "on the board the second player has won"),
        ("Result \"0-1\"", "Result \"1-0\"", "but 0-1 after the moves"),
    ] {
        edit(game.replace(from, to));
        let error = bad(folder, &words("convert backgammon edited.pgn edited.mat"), 1);
        assert!(error.contains("edited.pgn: game 1: ") && error.contains(part), "{to}: {error}");
    }
    assert!(!folder.join("edited.mat").exists());
    for (name, game) in [("none.mat", game.replace("[Points \"2\"]\n", "")), ("open.mat", game.replace("0-1", "*"))] {
        edit(game);
        good(folder, &["convert", "backgammon", "edited.pgn", name]);
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(text.contains("Wins 2 points"), "the board knows: {text}");
    }
}

#[test]
fn a_person_plays_with_dice() {
    let folder = folder();
    let mut child = tdleaf(folder.path(), &words("play backgammon --against pubeval --seed 5"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"moves\nboard\nhint\n1/2 3/4\nundo\nquit\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    for word in [
        "you roll",
        "X rolls",
        "pubeval would play",
        "is not written like 8/5 6/5",
        "XGID=",
        "no move of yours",
        "pubeval wins",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

/// Who says nothing plays against what was learnt, and can ask what that thinks.
#[test]
fn the_program_plays_with_its_networks() {
    let folder = folder();
    let play = |more: &str| {
        let command = format!("play backgammon --position 4HPwATDgc/ABMA:31 --seed 1 {more}");
        let mut child =
            tdleaf(folder.path(), &words(&command)).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"hint\nquit\n").unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    for more in ["", "--weights learnt"] {
        let text = play(more);
        assert!(text.contains("learnt would play 8/5 6/5"), "{text}");
    }
    good(folder.path(), &words("learn backgammon --games 4 --hidden 4 --match-games 0 --run n.tdrun"));
    for file in ["n.tdrun", "n.safetensors"] {
        let text = play(&format!("--weights {file}"));
        assert!(text.contains("n would play"), "{text}");
    }
    let text = good(folder.path(), &words("explain backgammon 4HPwATDgc/ABMA:31"));
    let best = text.lines().find(|line| line.contains('/') && line.contains('%')).unwrap();
    assert!(best.starts_with("8/5 6/5 ") && text.contains("and 6 plays that are worse"), "{text}");
    let text = good(folder.path(), &words("explain backgammon 4HPwATDgc/ABMA --weights n.tdrun"));
    assert!(text.contains("before the roll"), "{text}");
}

#[test]
fn the_engine_answers_boards() {
    let folder = folder();
    let mut child =
        tdleaf(folder.path(), &words("engine backgammon --listen 127.0.0.1:0 --player pubeval --sessions 1"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = said.next().unwrap().unwrap();
    let address = first.split_whitespace().last().unwrap().to_string();
    let mut input = BufReader::new(TcpStream::connect(&address).unwrap());
    let board = "board:gnubg:us:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    input.get_mut().write_all(format!("{board}\n\0").as_bytes()).unwrap();
    let mut answer = String::new();
    input.read_line(&mut answer).unwrap();
    assert_eq!(answer, "8/5 6/5\n");
    drop(input);
    assert!(said.next().unwrap().unwrap().contains("has left after 1 answers"));
    assert!(child.wait().unwrap().success());
}
