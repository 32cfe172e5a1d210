//! `tdleaf experiment` as people use it.

mod common;

use common::{bad, good, killed, words};
use std::time::Instant;

#[test]
fn an_experiment_is_run_looked_at_and_run_on() {
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| good(folder.path(), &words(text));
    let list = run("experiment list");
    for id in ["walk", "tt-probes", "extensions", "chess-squares", "random-eval", "rules"] {
        assert!(list.contains(id), "{id}");
    }
    assert!(!folder.path().join("experiments.tdexp").exists(), "a list makes no file");
    assert!(bad(folder.path(), &words("experiment report"), 2).contains("run an experiment first"));

    let short = run("experiment run walk --scale 0.1 --seeds 2");
    assert!(short.contains("coherence ends closest") && short.contains("too few"), "{short}");
    let long = run("experiment run walk --seeds 2");
    assert!(!long.contains("too few"), "{long}");

    assert!(run("experiment list").contains("[finished: scale 1, 2 seeds]"));
    run("experiment report");
    let page = std::fs::read_to_string(folder.path().join("experiments.html")).unwrap();
    assert!(page.contains("figure 8.7") && page.contains("reproduced") && !page.contains("NaN"));
    let text = run("experiment report walk --markdown");
    assert!(text.contains("| coherence ends closest | yes | yes |"), "{text}");
}

#[test]
fn kills_do_not_change_what_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let run = "experiment run chess-depths --depth 2 --scale 0.05 --seeds 2 --file";
    let start = Instant::now();
    good(folder.path(), &words(&format!("{run} whole.tdexp")));
    killed(folder.path(), &format!("{run} killed.tdexp"), "killed.tdexp", 4, start.elapsed());
    let shown = |file: &str| {
        let report = "experiment report chess-depths --markdown --scale 0.05 --seeds 2 --file";
        good(folder.path(), &words(&format!("{report} {file}")))
    };
    let found = shown("whole.tdexp");
    assert!(found.contains("Depth 2: 2 runs of 500 games, 100 games of a match."), "{found}");
    assert_eq!(found, shown("killed.tdexp"));
}

#[test]
fn nonsense_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let text = "no database, but long enough to be looked at as one";
    std::fs::write(folder.path().join("text"), text).unwrap();
    std::fs::write(folder.path().join("bad.epd"), "8/8/8/8/8/8/8/8 w - -\n").unwrap();
    for (command, code, word) in [
        ("run walks", 2, "there is no experiment 'walks'"),
        ("run walk --scale 0", 2, "--scale must be above 0"),
        ("run walk --scale nan", 2, "--scale must be above 0"),
        ("run walk --seeds 0", 2, "--seeds must be"),
        ("run chess-depths --depth 0", 2, "--depth must be at least 1"),
        ("run extensions", 2, "--epd"),
        ("run extensions --epd bad.epd", 2, "line 1"),
        ("run walk --file text", 1, "not a database"),
        ("report --file none", 2, "there is no such file"),
    ] {
        let errors = bad(folder.path(), &words(&format!("experiment {command}")), code);
        assert!(errors.contains(word), "{command}: {errors}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("text")).unwrap(), text, "left alone");
}
