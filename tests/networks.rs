//! Networks from the command line: the same seed gives the same bits, players play, nonsense is refused.

mod common;

use common::{bad, good, killed, words};
use std::path::Path;
use std::time::Instant;

/// The networks that a command learns in a folder of its own.
fn learnt(command: &str, more: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    good(folder.path(), &words(&format!("{command} --match-games 0 --run a.tdrun {more}")));
    assert!(std::fs::read_to_string(folder.path().join("a.html")).unwrap().contains("<svg"));
    std::fs::read(folder.path().join("a.safetensors")).unwrap()
}

#[test]
fn threads_do_not_change_the_networks() {
    for command in [
        "learn backgammon --games 60 --batch 16 --hidden 20",
        "learn backgammon --games 40 --batch 10 --features handmade --inputs b --hidden 16,8 --update game --step fixed:0.01",
        "learn backgammon --games 6 --batch 3 --hidden 10 --method tdleaf --filter 3",
        "learn backgammon --games 6 --batch 3 --hidden 10 --method td-directed --filter 2",
    ] {
        assert!(learnt(command, "--threads 1") == learnt(command, "--threads 2"), "{command}");
    }
    let short = "learn backgammon --games 20 --hidden 8";
    assert!(learnt(short, "--seed 1") != learnt(short, "--seed 2"), "another seed, other networks");
}

#[test]
fn kills_do_not_change_the_networks() {
    let command = "learn backgammon --games 40000 --hidden 40 --batch 4 --lambda forgetting-decay";
    let start = Instant::now();
    let whole = learnt(command, "");
    let folder = tempfile::tempdir().unwrap();
    killed(folder.path(), &format!("{command} --match-games 0 --run a.tdrun"), "a.tdrun", 4, start.elapsed());
    assert!(std::fs::read(folder.path().join("a.safetensors")).unwrap() == whole);
}

#[test]
fn more_games_are_as_if_they_had_been_asked_for_at_once() {
    let command = "learn backgammon --hidden 8 --batch 8 --step fixed:0.1";
    let folder = tempfile::tempdir().unwrap();
    good(folder.path(), &words(&format!("{command} --games 20 --match-games 0 --run a.tdrun")));
    good(folder.path(), &words("learn backgammon --games 40 --match-games 0 --run a.tdrun --resume"));
    let parts = std::fs::read(folder.path().join("a.safetensors")).unwrap();
    assert!(parts == learnt(command, "--games 40"));
}

#[test]
fn a_run_goes_on_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| good(folder.path(), &words(text));
    let told = run("learn backgammon --games 30 --hidden 8 --match-games 20 --run n.tdrun");
    assert!(told.contains("against pubeval") && told.contains("raw-a, 198 inputs, 8 hidden"), "{told}");
    let more = common::run(folder.path(), &words("learn backgammon --run n.tdrun --resume --games 50 --match-games 0"));
    let told = String::from_utf8_lossy(&more.stderr);
    assert!(more.status.success() && told.contains("the rate falls to 0.003 over 30 games"), "{told}");
    for player in ["n.safetensors", "n.tdrun", "learnt", "n.safetensors?plies=2&filter=2"] {
        let told = run(&format!("match backgammon {player} pubeval --games 2"));
        assert!(told.contains("pubeval"), "{told}");
    }
    run("learn backgammon --start n.safetensors --games 5 --match-games 0 --run m.tdrun");
    run("learn backgammon --start n.tdrun --games 2 --method tdleaf --filter 1 --match-games 0 --run l.tdrun");
    std::fs::remove_file(folder.path().join("n.html")).unwrap();
    run("report n.tdrun");
    assert!(folder.path().join("n.html").exists());
}

#[test]
fn nonsense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |text: &str, word: &str| {
        let told = bad(folder.path(), &words(text), 2);
        assert!(told.contains(word), "{text}: {told}");
    };
    refused("learn backgammon --inputs c", "a or b");
    refused("learn backgammon --depth 3", "--depth");
    refused("learn backgammon --plies 2", "td-directed");
    refused("learn backgammon --filter 3", "--filter 3: --method td looks one ply ahead");
    refused("learn backgammon --filter 0 --method tdleaf", "at least 1");
    refused("learn backgammon --learn-steepness", "--learn-steepness has");
    refused("learn backgammon --lambda nan", "--lambda 'nan': expected a number from 0 to 1");
    refused("learn backgammon --hidden 0", "--hidden");
    refused("learn backgammon --hidden 128,32", "one network");
    refused("learn backgammon --features foo", "raw, handmade");
    refused("play backgammon --features raw", "handmade-a, not raw");
    refused("play backgammon --depth 3", "--depth");
    refused("explain backgammon 4HPwATDgc/ABMA --features raw", "handmade-a, not raw");
    refused("match backgammon foo pubeval", "one of learnt, zero, random, pubeval, gnubg:");
    refused("match backgammon learnt random --depth 2", "plies=1 or 2");
    refused("match backgammon zero random --movetime 10", "movetime");
    refused("match backgammon learnt random --openings random", "--openings random: the dice");
    refused("match backgammon learnt random --openings balanced", "--openings balanced: the dice");
    refused("match backgammon learnt random --plies 4", "--plies");
    refused("learn backgammon --method treestrap", "tdleaf");
    refused("learn backgammon --step coherence:0.1", "--step: expected one rate for all weights");
    refused("learn backgammon --step coherence:0.1", "or --update game and --loss squared");
    refused("learn backgammon --features handmade --step adam", "several networks");
    refused("learn backgammon --start nothing", "no networks");
    refused("learn shogi --loss entropy --games 4", "--loss is for networks");
    refused("learn backgammon --features points --hidden 4 --games 4", "--hidden is for networks");
    refused("match backgammon learnt?plies=3 pubeval --games 2", "1 or 2");
    refused("match backgammon learnt?depth=3 pubeval --games 2", "plies");
    refused("match backgammon learnt?ply=1 pubeval --games 2", "options: plies, filter, name");
    refused("match backgammon learnt?filter=4 pubeval --games 2", "filter is for plies=2");
    refused("match backgammon learnt?plies=1&filter=4 pubeval --games 2", "filter is for plies=2");
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing was written");
    broken(folder.path());
}

#[test]
fn what_belongs_to_other_runs_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| good(folder.path(), &words(text));
    run("learn backgammon --games 8 --hidden 4 --match-games 0 --run n.tdrun");
    for (text, word) in [
        ("weights log n.tdrun", "run of networks"),
        ("weights diff n.tdrun n.tdrun", "run of networks"),
        ("weights merge n.tdrun other.tdrun --out m.tdw", "run of networks"),
        ("export n.tdrun --json", "or read n.safetensors"),
        ("weights diff n.safetensors n.safetensors", "n.safetensors holds networks"),
        ("report n.tdrun --out p.html --picture p.svg", "--picture"),
        ("learn backgammon --run n.tdrun --resume --inputs b", "--inputs"),
        ("learn backgammon --run n.tdrun --resume --start learnt", "--start"),
        ("learn backgammon --rating 5 --run m.tdrun", "--rating"),
    ] {
        let told = bad(folder.path(), &words(text), 2);
        assert!(told.contains(word), "{text}: {told}");
    }
    let told = bad(folder.path(), &words("learn backgammon --run n.tdrun --resume --games 5"), 1);
    assert!(told.contains("--games 5") && told.contains("8 games already"), "{told}");
    assert!(!["m.tdw", "m.tdrun", "p.html"].iter().any(|name| folder.path().join(name).exists()));
    std::fs::remove_file(folder.path().join("n.safetensors")).unwrap();
    let told = bad(folder.path(), &words("export n.tdrun --json"), 2);
    assert!(told.contains("n.safetensors is written at its end"), "{told}");
    std::fs::write(folder.path().join("x.tdw"), r#"{"format": "tdleaf-weights-1", "game": "chess"}"#).unwrap();
    let told = bad(folder.path(), &words("learn backgammon --start x.tdw --run m.tdrun"), 1);
    assert!(told.contains("--start: x.tdw: not a file of tdleaf's networks"), "{told}");
}

/// Raw inputs have one network. Runs from before that was said have a second number, which means nothing.
#[test]
fn a_report_tells_as_many_hidden_units_as_there_are_networks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tdrun");
    let again = |command: &str| {
        good(folder.path(), &words(command));
        let page = std::fs::read_to_string(folder.path().join("a.html")).unwrap();
        assert!(page.contains("--hidden 80 --games"), "{page}");
    };
    again("learn backgammon --games 4 --match-games 0 --run a.tdrun");
    let mut run = store::Run::open(&path).unwrap();
    let mut settings = run.meta().unwrap().settings;
    assert_eq!(settings["hidden"], serde_json::json!([80]));
    settings["hidden"] = serde_json::json!([80, 32]);
    run.amend(&settings).unwrap();
    drop(run);
    again("report a.tdrun");
    again("learn backgammon --games 6 --match-games 0 --run a.tdrun --resume");
    again("learn backgammon --games 8 --hidden 80 --match-games 0 --run a.tdrun --resume");
    let (found, wanted) = (
        std::fs::read(path.with_extension("safetensors")).unwrap(),
        learnt("learn backgammon --games 8 --step exponential:0.1,0.003,4", ""),
    );
    assert!(found == wanted, "the second number has changed what was learnt");
    let told = bad(folder.path(), &words("learn backgammon --run a.tdrun --resume --hidden 40"), 1);
    assert!(told.contains("hidden"), "{told}");
}

/// A rate that is far too high ends a run with a message, and what was kept of it can still be read.
#[test]
fn networks_that_run_away_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let told = bad(folder.path(), &words("learn backgammon --games 40 --hidden 8 --step fixed:1e30 --run r.tdrun"), 1);
    // After which game that was seen depends on when the run was saved.
    assert!(told.contains("the learning rate is probably too large") && !told.contains("game"), "{told}");
    assert!(!folder.path().join("r.safetensors").exists());
    good(folder.path(), &words("match backgammon r.tdrun random --games 2"));
}

/// Files that are no networks, or those of another game.
fn broken(folder: &Path) {
    std::fs::write(folder.join("x.safetensors"), b"not a network").unwrap();
    let told = bad(folder, &words("match backgammon x.safetensors pubeval --games 2"), 1);
    assert!(told.contains("x.safetensors"), "{told}");
}
