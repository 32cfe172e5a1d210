//! Laws 5 and 7: the same seed gives the same weights, bit for bit, whatever the threads and the kills.

mod common;

use common::{bad, good, killed, words};
use std::path::Path;
use std::time::Instant;

/// The final weights of a run, as printed in full precision.
fn weights(folder: &Path, run: &str) -> String {
    let text = good(folder, &["export", run, "--json"]);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(value["weights"].as_array().is_some_and(|w| !w.is_empty()));
    format!("{} games {}", value["games"], value["weights"])
}

#[test]
fn threads_do_not_change_the_weights() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "learn chess --depth 2 --games 40 --batch 16 --match-games 0",
        "learn chess --features half-board --depth 2 --games 30 --warmup 12 --batch 8 --match-games 0 --lambda decay",
        "learn connect4 --depth 3 --games 60 --batch 8 --match-games 0 --update-every 4",
        "learn connect4 --depth 3 --games 40 --batch 8 --match-games 0 --method rootstrap",
        "learn chess --depth 2 --games 30 --batch 8 --match-games 0 --sets classes --start textbook --step classes:1,10",
        "learn connect4 --depth 3 --games 40 --batch 8 --match-games 0 --method treestrap --learn-steepness",
    ] {
        let learn = |threads: &str, run: &str| {
            let mut arguments = words(command);
            arguments.extend(["--threads", threads, "--run", run]);
            good(folder.path(), &arguments);
            let weights = weights(folder.path(), run);
            for end in ["tdrun", "tdw", "html"] {
                std::fs::remove_file(folder.path().join(run).with_extension(end)).unwrap();
            }
            weights
        };
        let one = learn("1", "one.tdrun");
        assert_eq!(one, learn("2", "two.tdrun"), "{command}");
        assert_eq!(one, learn("5", "five.tdrun"), "{command}");
    }
    for seed in ["1", "2"] {
        good(folder.path(), &words(&format!("learn walk --games 10 --run {seed}.tdrun --seed {seed}")));
    }
    assert_ne!(weights(folder.path(), "1.tdrun"), weights(folder.path(), "2.tdrun"), "another seed, another run");
}

/// Kills a run again and again and compares it with one that nobody disturbs.
fn survives_kills(command: &str, kills: u64) {
    let folder = tempfile::tempdir().unwrap();
    let start = Instant::now();
    good(folder.path(), &words(&format!("{command} --run whole.tdrun")));
    killed(folder.path(), &format!("{command} --run killed.tdrun"), "killed.tdrun", kills, start.elapsed());
    assert_eq!(weights(folder.path(), "whole.tdrun"), weights(folder.path(), "killed.tdrun"), "{command}");
    let csv = |run| good(folder.path(), &["export", run, "--csv"]);
    assert_eq!(csv("whole.tdrun"), csv("killed.tdrun"), "the traces are the same, too");
}

#[test]
fn kills_do_not_change_the_weights_chess() {
    survives_kills("learn chess --depth 2 --games 2000 --match-games 0 --batch 8", 5);
}

#[test]
fn kills_do_not_change_the_weights_half_board_with_warmup() {
    survives_kills(
        "learn chess --features half-board --depth 2 --games 1300 --warmup 503 --match-games 0 --batch 16 \
         --lambda forgetting-decay --update-every 3",
        4,
    );
}

#[test]
fn kills_do_not_change_the_weights_of_stages() {
    survives_kills(
        "learn chess --features half-board --sets stages --start textbook --depth 2 --games 1200 --warmup 300 --match-games 0 \
         --batch 8",
        3,
    );
}

#[test]
fn kills_do_not_change_what_others_have_taught() {
    survives_kills("learn chess --pool default --nodes 300 --games 90 --trial 5 --match-games 0", 4);
}

#[test]
fn a_run_that_stops_at_the_end_of_its_warm_up_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let learn = "learn chess --features half-board --depth 1 --warmup 16 --batch 8 --match-games 0";
    good(folder.path(), &words(&format!("{learn} --games 40 --run whole.tdrun")));
    good(folder.path(), &words(&format!("{learn} --games 16 --run parts.tdrun")));
    good(folder.path(), &words("learn chess --run parts.tdrun --resume --games 24 --match-games 0"));
    good(folder.path(), &words("learn chess --run parts.tdrun --resume --games 40 --match-games 0"));
    assert_eq!(weights(folder.path(), "whole.tdrun"), weights(folder.path(), "parts.tdrun"));
}

#[test]
fn more_games_are_as_if_they_had_been_asked_for_at_once() {
    let folder = tempfile::tempdir().unwrap();
    // The first number is no multiple of the batch; in the second run the warm-up ends within a batch, too.
    for (learn, name) in
        [("learn shogi --depth 1", "a"), ("learn chess --features half-board --depth 1 --warmup 18", "b")]
    {
        let game = learn.split(' ').nth(1).unwrap();
        let run = |text: String| good(folder.path(), &words(&format!("{text} --match-games 0")));
        run(format!("{learn} --batch 8 --games 40 --run {name}-whole.tdrun"));
        run(format!("{learn} --batch 8 --games 20 --run {name}-parts.tdrun"));
        run(format!("learn {game} --run {name}-parts.tdrun --resume --games 21"));
        run(format!("learn {game} --run {name}-parts.tdrun --resume --games 40"));
        let [whole, parts] = ["whole", "parts"].map(|part| weights(folder.path(), &format!("{name}-{part}.tdrun")));
        assert_eq!(whole, parts, "{learn}");
        let error =
            bad(folder.path(), &words(&format!("learn {game} --run {name}-parts.tdrun --resume --games 39")), 1);
        assert!(error.contains("has 40 games already"), "{error}");
    }
}

#[test]
fn kills_do_not_change_the_weights_walk() {
    survives_kills("learn walk --games 150000 --lambda decay", 4);
}
