//! Weight sets from the command line: learnt, kept, resumed, played with, explained and refused.

mod common;

use common::{bad, good, tdleaf, words};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The parts that `explain` prints and their sum, in ten-thousandths.
fn parts(text: &str) -> (Vec<i64>, i64) {
    let whole = |line: &str| {
        let number = line.split_whitespace().last().unwrap();
        assert_eq!(number.split_once('.').unwrap().1.len(), 4, "{line}");
        number.replace('.', "").parse::<i64>().unwrap()
    };
    let table = text.lines().skip_while(|line| !line.starts_with("feature ")).skip(1);
    let parts: Vec<i64> = table.take_while(|line| !line.starts_with("sum, ")).map(whole).collect();
    let sum = |start: &str| whole(text.lines().find(|line| line.starts_with(start)).unwrap());
    assert_eq!(sum("sum, first player's view"), sum("as the search sees it"), "{text}");
    (parts, sum("sum, first"))
}

#[test]
fn stages_of_connect_four() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let text = good(folder, &words("learn connect4 --sets stages --depth 2 --games 16 --match-games 4"));
    assert!(text.contains("\n  open  ") && text.contains("\n  filled  "), "{text}");
    let file = json(&read(folder, "connect4-1.tdw"));
    assert_eq!((&file["chosen"], &file["sets"]), (&Value::from("stages"), &Value::from(2)));
    let weights: Vec<f64> = file["weights"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).collect();
    assert_eq!(weights.len(), 8);
    assert_ne!(weights[..4], weights[4..]);
    let page = read(folder, "connect4-1.html");
    for word in ["The weight sets", ">open<", ">filled<", "2 sets of 4", "--sets stages"] {
        assert!(page.contains(word), "{word}");
    }
    let run = json(&good(folder, &words("export connect4-1.tdrun --json")));
    assert_eq!(run["sets"], Value::from(vec!["open", "filled"]));
    let csv = good(folder, &words("export connect4-1.tdrun --csv"));
    let heading = csv.lines().next().unwrap();
    assert!(heading.contains("\"open: stones in the centre\",\"filled: open lines with one stone\""), "{heading}");
    assert!(csv.lines().all(|line| line.split(',').count() == 10));

    // The set is that of the position, and so are the weights that are shown.
    let filled = "......./......./...o.../..xxo../.xoox../xooxxo. x";
    for (position, set, own) in [("startpos", "'open', number 1 of 2", 0), (filled, "'filled', number 2 of 2", 4)] {
        for source in ["connect4-1.tdw", "connect4-1.tdrun"] {
            let text = good(folder, &["explain", "connect4", position, "--weights", source]);
            assert!(text.contains(set), "{text}");
            let (parts, sum) = parts(&text);
            assert_eq!(parts.iter().sum::<i64>(), sum, "{text}");
            assert!(parts.is_sorted_by(|a, b| a.abs() >= b.abs()), "{text}");
            if let Some(line) = text.lines().find(|line| line.starts_with("stones in the centre")) {
                assert!(line.contains(&format!(" {:.4} ", weights[own + 3])), "{line}, {weights:?}");
            }
        }
    }
    good(folder, &words("match connect4 connect4-1.tdw connect4-1.tdrun --games 2 --depth 2"));
    let mut child = tdleaf(folder, &words("play connect4 --weights connect4-1.tdw --depth 2 --seed 1"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"d\nd\nresign\n").unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
}

#[test]
fn stages_of_chess() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let learn = "learn chess --features half-board --sets stages --start textbook --depth 1 --games 12 --warmup 4 \
                 --batch 4 --match-games 2";
    let text = good(folder, &words(learn));
    assert!(text.contains("\n  mating ") && text.contains("against the same material"), "{text}");
    let page = read(folder, "chess-1.html");
    assert!(page.contains("opening") && page.contains("taught") && page.contains("Mean of the 4 weight sets"));
    let ending = "8/5pk1/1p2p1p1/p1r5/P3PPP1/1P3K2/8/3R4 w - - 0 1";
    let text = good(folder, &["explain", "chess", ending, "--weights", "chess-1.tdw"]);
    assert!(text.contains("set 'ending', number 3 of 4 (stages)"), "{text}");
    let (parts, sum) = parts(&text);
    assert_eq!(parts.iter().sum::<i64>(), sum, "{text}");

    std::fs::write(folder.join("s.epd"), "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;\n").unwrap();
    let text = good(folder, &words("solve chess s.epd --depth 2 --weights chess-1.tdw"));
    assert!(text.contains("solved 1 of 1"), "{text}");
    good(folder, &words("bench --depth 1 --positions 2 --weights chess-1.tdw"));
    good(folder, &words("match chess chess-1.tdw --control zero --games 2 --depth 1"));
    let mut child = tdleaf(folder, &words("engine chess --weights chess-1.tdrun"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands = "uci\nsetoption name Weights value chess-1.tdw\nposition startpos\ngo depth 1\n";
    child.stdin.as_mut().unwrap().write_all(commands.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    child.stdin.take().unwrap().write_all(b"quit\n").unwrap();
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(text.contains("bestmove") && !text.contains("no weights"), "{text}");
}

#[test]
fn classes_have_rates_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    good(
        folder,
        &words("learn chess --sets classes --start textbook --step classes:1.0,10 --depth 1 --games 8 --match-games 0"),
    );
    let text = good(folder, &words("explain chess startpos --weights chess-1.tdw"));
    assert!(text.contains("set '23 queens, kings centre / centre', number 23 of 33 (classes)"), "{text}");
    let page = read(folder, "chess-1.html");
    assert!(page.contains("learning rate") && page.contains("sets never occurred"));
    let csv = good(folder, &words("export chess-1.tdrun --csv"));
    assert_eq!(csv.lines().next().unwrap().matches("endgame: ").count(), 5);
}

#[test]
fn audit_with_several_sets_finds_nothing_wrong() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "audit chess --features half-board --sets stages --searches 1500 --depth 2",
        "audit chess --sets classes --searches 1500 --depth 2",
        "audit chess --features rings --sets root-classes --searches 1500 --depth 2 --profile strong",
        "audit connect4 --sets stages --searches 1500",
    ] {
        let text = good(folder.path(), &words(command));
        let line = text.lines().find(|line| line.starts_with("wrong")).unwrap();
        assert_eq!(line.split_whitespace().nth(1), Some("0"), "{command}: {text}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (arguments, expected) in [
        ("learn chess --sets phases", "one, stages, classes or root-classes"),
        ("learn walk --sets stages", "walk has no stages"),
        ("learn connect4 --sets classes", "connect4 has no classes"),
        ("audit connect4 --sets root-classes", "connect4 has no root-classes"),
    ] {
        let errors = bad(folder, &words(arguments), 2);
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0, "bad usage writes nothing");
    let learn = "learn chess --sets stages --start textbook --depth 1 --games 4 --batch 2 --match-games 0";
    good(folder, &words(learn));
    let errors = bad(folder, &words("learn chess --resume --run chess-1.tdrun --games 8 --sets classes"), 1);
    assert!(errors.contains("sets is \"stages\" in the file and \"classes\" in the command"), "{errors}");
    // Without the option the file knows.
    good(folder, &words("learn chess --resume --run chess-1.tdrun --games 8 --match-games 0"));
    assert_eq!(json(&read(folder, "chess-1.tdw"))["weights"].as_array().unwrap().len(), 20);

    let text = read(folder, "chess-1.tdw");
    for (name, changed, expected) in [
        ("classes.tdw", text.replace("\"stages\"", "\"classes\""), "weight sets classes: 33"),
        ("one.tdw", text.replace("  \"chosen\": \"stages\",\n", ""), "weight sets one: 1"),
        ("phases.tdw", text.replace("\"stages\"", "\"phases\""), "not 'phases'"),
    ] {
        assert_ne!(changed, text);
        std::fs::write(folder.join(name), changed).unwrap();
        let errors = bad(folder, &["explain", "chess", "startpos", "--features", "material", "--weights", name], 1);
        assert!(errors.contains(name) && errors.contains(expected), "{name}: {errors}");
    }
}

#[test]
fn learning_goes_on_from_a_file_with_its_sets() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let quick = "--depth 1 --match-games 0 --games";
    good(folder, &words(&format!("learn chess --features half-board --sets stages {quick} 20 --run a.tdrun")));
    good(folder, &words(&format!("learn chess --features half-board --start a.tdw {quick} 10 --run b.tdrun")));
    let weights = |name: &str| json(&std::fs::read_to_string(folder.join(name)).unwrap());
    let (first, second) = (weights("a.tdw"), weights("b.tdw"));
    assert_eq!(first["chosen"], second["chosen"]);
    assert_ne!(first["weights"], second["weights"], "it has learnt something");
    // The run goes on without the file.
    std::fs::remove_file(folder.join("a.tdw")).unwrap();
    good(folder, &words("learn chess --run b.tdrun --resume --games 20 --match-games 0"));
    let one = bad(folder, &words("learn chess --features half-board --start b.tdw --sets one --run c.tdrun"), 1);
    assert!(one.contains("b.tdw") && one.contains("stages"), "{one}");
    let other = bad(folder, &words("learn chess --features material --start b.tdw --run c.tdrun"), 1);
    assert!(other.contains("b.tdw") && !folder.join("c.tdrun").exists(), "{other}");
}
