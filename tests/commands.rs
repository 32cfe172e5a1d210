//! The commands as a user meets them: what they print, what they write, and what they say about bad input.

mod common;

use common::{bad, good, tdleaf, words};
use std::io::Write;
use std::process::Stdio;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn perft_prints_the_count_alone_on_its_last_line() {
    let folder = folder();
    let last = |arguments: &[&str]| good(folder.path(), arguments).lines().last().unwrap().to_string();
    assert_eq!(last(&["perft", "chess", "startpos", "4"]), "197281");
    assert_eq!(last(&["perft", "chess", "startpos", "3", "--divide"]), "8902");
    let frc = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    assert_eq!(last(&["perft", "chess", frc, "3", "--chess960"]), "12189");
    assert_eq!(last(&["perft", "connect4", "startpos", "7"]), "823536");
    assert_eq!(last(&["perft", "walk", "D", "3"]), "8");
}

#[test]
fn learning_leaves_a_run_weights_and_a_report() {
    let folder = folder();
    let text = good(folder.path(), &words("learn chess --depth 1 --games 30 --match-games 6"));
    for word in ["against textbook", "chess-1.tdrun", "chess-1.tdw", "chess-1.html", "next"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&good(folder.path(), &words("export chess-1.tdrun --json"))).unwrap();
    assert_eq!(json["games"], 30);
    assert_eq!(json["names"][4], "queen");
    assert_eq!(json["weights"].as_array().unwrap().len(), 5);
    assert_eq!(json["settings"]["depth"], 1);
    let csv = good(folder.path(), &words("export chess-1.tdrun --csv"));
    assert_eq!(csv.lines().count(), 32, "a heading, the start and thirty games");
    good(folder.path(), &words("report chess-1.tdrun --out page.html --picture traces.svg"));
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("</html>") && page.contains("queen") && page.contains("against textbook"));
    assert!(std::fs::read_to_string(folder.path().join("traces.svg")).unwrap().contains("</svg>"));
    let text = good(folder.path(), &words("explain chess startpos --weights chess-1.tdw"));
    assert!(text.contains("sum, first player's view"), "{text}");
    let text = good(folder.path(), &words("learn chess --depth 1 --games 5 --match-games 0"));
    assert!(text.contains("chess-2.tdrun"), "the next free name: {text}");
}

#[test]
fn explain_knows_the_best_weights() {
    let folder = tempfile::tempdir().unwrap();
    let explained = |more: &str| good(folder.path(), &words(&format!("explain shogi startpos{more}")));
    assert_eq!(explained(""), explained(" --weights learnt"));
    assert!(explained("").contains("shogi / kings, weights learnt"));
}

#[test]
fn explain_adds_up() {
    let folder = folder();
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = good(folder.path(), &["explain", "chess", fen, "--weights", "textbook"]);
    assert!(text.contains("queen") && text.contains("+9.0000"), "{text}");
    // With its best weights amounts are parts of a whole, and the table stays a table.
    let fen = "r1bq1rk1/pp3ppp/2n1p3/3p4/3P4/2N2N2/PP3PPP/R2Q1RK1 w - - 0 12";
    let text = good(folder.path(), &["explain", "chess", fen]);
    let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("feature")).collect();
    let rows: Vec<&&str> = table.iter().filter(|line| line.contains(" (full board)")).collect();
    assert!(rows.len() > 10 && rows.iter().all(|row| row.len() == rows[0].len() && row.contains("0.")), "{text}");
    let value = |name: &str| table.iter().find(|line| line.starts_with(name)).unwrap().split_whitespace().last();
    assert_eq!(value("sum,"), value("as the search sees it"), "{text}");
}

#[test]
fn audit_finds_nothing_wrong() {
    let folder = folder();
    for command in [
        "audit chess --searches 6000 --depth 2",
        "audit chess --searches 3000 --depth 3",
        "audit chess --features half-board --searches 2000 --depth 2",
        "audit connect4 --searches 2000",
    ] {
        let text = good(folder.path(), &words(command));
        let count = |name: &str| -> u64 {
            let line = text.lines().find(|line| line.starts_with(name)).unwrap();
            line.split_whitespace().nth(1).unwrap().parse().unwrap()
        };
        assert_eq!((count("unknown"), count("wrong")), (0, 0), "{command}: {text}");
        assert!(count("static") > 1000, "{command}: {text}");
    }
}

#[test]
fn a_person_can_play() {
    let folder = folder();
    for (arguments, typed) in
        [("play connect4 --seed 1", "?\nz\nd\nd\nd\nresign\n"), ("play connect4 --second", "d\nquit\n")]
    {
        let mut child =
            tdleaf(folder.path(), &words(arguments)).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains("tdleaf plays") && text.contains("wins"), "{text}");
    }
}

#[test]
fn bad_usage_ends_with_2_and_names_what_was_expected() {
    let folder = folder();
    for (arguments, expected) in [
        ("learn chss", "unknown game 'chss'; games: "),
        ("learn chess --features x", "half-board"),
        ("learn chess --depth 0", "--depth must be from 1"),
        ("learn chess --depth 99", "not 99"),
        ("learn chess --depth -1", "-1"),
        ("learn chess --games 0", "--games"),
        ("learn chess --batch 0", "--batch"),
        ("learn chess --threads 0", "--threads"),
        ("learn chess --step x", "kinds: fixed"),
        ("learn chess --step fixed:nan", "no number"),
        ("learn chess --lambda 1.5", "lambda"),
        ("learn chess --squash x", "tanh"),
        ("learn chess --method td --depth 4", "one ply"),
        ("learn chess --games 5 --update-every 9", "--update-every"),
        ("learn walk --run x.html", "same file"),
        ("learn walk --run x.tdw", "same file"),
        ("export x.tdrun", "--json or --csv"),
        ("fit a.jsonl --settings s.json --out w.json --trace ./w.json", "same file"),
        ("fit a.jsonl --settings s.json --out ./a.jsonl", "same file"),
        ("learn chess --cap nan", "cap"),
        ("learn chess --noise nan", "--noise"),
        ("learn chess --update-every 0", "--update-every: expected at least 1"),
        ("learn chess --steepness 0", "--steepness: expected"),
        ("learn chess --warmup 5", "--warmup: material has pieces only"),
        ("bench --speed shogi --seconds 0", "--seconds"),
        ("learn chess --decided 0", "--decided: expected"),
        ("learn chess --pull 0.1 --method treestrap", "--pull"),
        ("learn chess --pull 1", "--pull: expected a share of the way, below 1"),
        ("learn shogi --freeze gold --step fixed:-1", "step"),
        ("learn chess --start x", "ones, zero, textbook"),
        ("learn chess --freeze dragon", "dragon"),
        ("learn chess --features positional --freeze pawn", "name each, as in 'pawn (full board)'"),
        ("learn chess --method x", "td-directed"),
        ("learn chess --resume", "--run"),
        ("perft chess x 1", "fields"),
        ("perft chess startpos 99", "99"),
        ("perft walk startpos 1 --chess960", "--chess960"),
        ("explain chess startpos --weights nowhere.tdw", "nowhere.tdw"),
        ("audit walk", "no moves"),
        ("play walk", "nothing to choose"),
        ("export", "RUN"),
    ] {
        let errors = bad(folder.path(), &words(arguments), 2);
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "bad usage writes nothing");
}

#[test]
fn solve_reads_epd_and_fen() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - -";
    write(
        "s.epd",
        &format!(
            "# back rank\n{mate} bm Ra8#; id \"a; bm Rb1;\";\n{mate} 3 40 bm Ra8; id \"b\";\n{mate} 0 1 am Ra8;\n"
        ),
    );
    let text = good(folder.path(), &words("solve chess s.epd --depth 2"));
    assert!(text.contains("4: found Ra8#, expected not Ra8#") && text.contains("solved 2 of 3"), "{text}");
    write("bad.epd", &format!("{mate} bm Ke3;\n"));
    for (arguments, expected) in [
        ("s.epd --depth 0", "--depth must be from 1 to 64, not 0"),
        ("s.epd --depth 65", "not 65"),
        ("s.epd --depth 200", "not 200"),
        ("s.epd --movetime 0", "--movetime must be at least 1"),
        ("s.epd --nodes 0", "--nodes must be at least 1"),
        ("bad.epd", "bad.epd, line 1: 'Ke3' is not legal in 6k1"),
    ] {
        let errors = bad(folder.path(), &words(&format!("solve chess {arguments}")), 2);
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
    let errors = bad(folder.path(), &["solve", "chess", "s.epd", "--profile", "strong table=32"], 2);
    assert!(errors.contains("table is a power of two from 1 to 27"), "{errors}");
}

#[test]
fn run_files_are_guarded() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let learn = "learn chess --depth 1 --games 12 --match-games 0 --run r.tdrun";
    good(folder.path(), &words(learn));
    let before = std::fs::read(path("r.tdrun")).unwrap();
    assert!(bad(folder.path(), &words(learn), 1).contains("r.tdrun"), "it exists already");
    assert!(bad(folder.path(), &words("report r.tdrun --out ./r.tdrun"), 2).contains("same file"));
    assert!(bad(folder.path(), &words("learn walk --run r.tdrun --resume"), 1).contains("a run of chess"));
    let differs = bad(folder.path(), &words(&format!("{learn} --resume --seed 5 --lambda 0.5")), 1);
    assert!(
        differs.contains("seed is 1 in the file and 5 in the command") && differs.contains("learn.lambda"),
        "{differs}"
    );
    assert!(before == std::fs::read(path("r.tdrun")).unwrap(), "a refused command changes nothing");

    std::fs::write(path("text.tdrun"), "not a run").unwrap();
    std::fs::write(path("torn.tdrun"), &before[..before.len() / 2]).unwrap();
    let mut damaged = before.clone();
    damaged[4096..8192].fill(0xAA);
    std::fs::write(path("damaged.tdrun"), damaged).unwrap();
    for name in ["text.tdrun", "torn.tdrun", "damaged.tdrun", "missing.tdrun", "."] {
        for command in ["report", "export --json", "learn chess --depth 1 --games 12 --match-games 0 --resume --run"] {
            let mut arguments = words(command);
            arguments.push(name);
            assert!(bad(folder.path(), &arguments, 1).contains(name), "{command} {name}");
        }
    }
    let unwritable = bad(folder.path(), &words("learn chess --games 5 --run /proc/nowhere/r.tdrun"), 1);
    assert!(unwritable.contains("/proc/nowhere"), "{unwritable}");
}

#[test]
fn weights_of_another_layout_are_refused() {
    let folder = folder();
    good(folder.path(), &words("learn connect4 --depth 1 --games 8 --match-games 0"));
    let errors = bad(folder.path(), &words("explain chess startpos --features material --weights connect4-1.tdw"), 1);
    assert!(errors.contains("connect4 / lines") && errors.contains("chess"), "{errors}");
    good(folder.path(), &words("learn chess --features rings --depth 1 --games 3 --match-games 0"));
    let errors = bad(folder.path(), &words("explain chess startpos --features material --weights chess-1.tdw"), 1);
    assert!(errors.contains("chess / rings") && errors.contains("chess / material"), "{errors}");
    std::fs::write(folder.path().join("x.tdw"), "{}").unwrap();
    assert!(bad(folder.path(), &words("explain chess startpos --weights x.tdw"), 1).contains("x.tdw"));
}

#[test]
fn fit_learns_and_refuses() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let settings = r#"{"squash":"logistic","lam":0.7,"w0":[0,0],"step":{"kind":"fixed","alpha":0.1}}"#;
    write("s.json", settings);
    write("g.jsonl", "{\"positions\":[{\"root\":[],\"leaf\":[[0,1]]},{\"root\":[],\"leaf\":[[1,2]]}],\"result\":1}\n");
    let fit = words("fit g.jsonl --settings s.json --out w.json --trace t.jsonl");
    good(folder.path(), &fit);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let learnt: serde_json::Value = serde_json::from_str(&read("w.json")).unwrap();
    // d = (0, 1/2); the gradient at 1/2 is 1/4 of the amounts: 0.1 * 0.7 * 0.5 / 4 and 0.1 * 0.5 * 2 / 4.
    assert!((learnt["weights"][0].as_f64().unwrap() - 0.00875).abs() < 1e-15);
    assert!((learnt["weights"][1].as_f64().unwrap() - 0.025).abs() < 1e-15);
    assert_eq!(read("t.jsonl").lines().count(), 1);
    let before = (read("w.json"), read("t.jsonl"));
    for (line, expected) in [
        ("{", "line 2"),
        ("{\"positions\":[],\"result\":1}", "line 2"),
        ("{\"positions\":[{\"root\":[],\"leaf\":[[7,1]]}],\"result\":1}", "out of range"),
        ("{\"positions\":[{\"root\":[],\"leaf\":[[0,1e999]]}],\"result\":1}", "line 2"),
        ("{\"positions\":[{\"root\":[],\"leaf\":[[0,1]]}],\"result\":1,\"predicted\":[true,false]}", "predicted"),
        ("{\"positions\":[{\"root\":[],\"leaf\":[[0,1]]}],\"result\":7}", "result"),
    ] {
        let first = "{\"positions\":[{\"root\":[],\"leaf\":[[0,1]]}],\"result\":1}";
        write("g.jsonl", &format!("{first}\n{line}\n"));
        let errors = bad(folder.path(), &fit, 1);
        assert!(errors.contains(expected) && errors.contains("line 2"), "{line}: {errors}");
    }
    write("s.json", &settings.replace("alpha", "alfa"));
    assert!(bad(folder.path(), &fit, 1).contains("s.json"));
    assert_eq!(before, (read("w.json"), read("t.jsonl")), "a refused file changes nothing");
}
