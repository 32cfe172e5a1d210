//! `tdleaf learn --from`: from a file of games to weights, and what is said about files that will not do.

mod common;

use common::{bad, good, run, words};
use serde_json::Value;

const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
const BROKEN: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Kd4 1-0\n\n";

#[test]
fn recorded_games_teach() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let games = folder.join("games.pgn");
    std::fs::write(&games, format!("{GAME}{BROKEN}{GAME}")).unwrap();
    let told = run(folder, &words("learn chess --from games.pgn --batch 2 --match-games 0 --run a.tdrun"));
    let (said, errors) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(told.status.success() && said.contains("2 games in"), "{said}{errors}");
    assert!(errors.contains("games.pgn, line 6") && errors.contains("Kd4"), "{errors}");
    let page = std::fs::read_to_string(folder.join("a.html")).unwrap();
    assert!(page.contains("games.pgn"), "the report says who taught");
    // Twice through the same games, in one go or in two.
    good(folder, &words("learn chess --match-games 0 --run a.tdrun --resume --games 4"));
    good(folder, &words("learn chess --from games.pgn --batch 2 --match-games 0 --run b.tdrun --games 4"));
    let weights = |name: &str| -> Value {
        serde_json::from_str::<Value>(&good(folder, &["export", name, "--json"])).unwrap()["weights"].take()
    };
    assert_eq!(weights("a.tdrun"), weights("b.tdrun"));
    // It goes on with the same games only.
    std::fs::write(&games, GAME).unwrap();
    assert!(bad(folder, &words("learn chess --run a.tdrun --resume --games 6"), 1).contains("other games"));
}

#[test]
fn files_that_teach_nothing_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("games.pgn"), GAME).unwrap();
    std::fs::write(folder.join("broken.pgn"), BROKEN).unwrap();
    std::fs::write(folder.join("binary.pgn"), b"\x00\xff\xfe 1. e4 \x80 1-0").unwrap();
    for (options, word) in [
        ("--from no.pgn", "no.pgn"),
        ("--from broken.pgn", "broken.pgn: there is no game"),
        ("--from binary.pgn", "binary.pgn: there is no game"),
        ("--from games.pgn --as Cid", "'Cid'"),
    ] {
        let errors = bad(folder, &words(&format!("learn chess {options} --run x.tdrun")), 1);
        assert!(errors.contains(word), "{options}: {errors}");
    }
    for (options, word) in [
        ("--as Ann", "--from"),
        ("--from games.pgn --pool default", "--pool"),
        ("--from games.pgn --noise 0.1", "--noise"),
        ("--from games.pgn --rule pos_always", "--as"),
        ("--from games.pgn --trial 3", "--pool"),
        ("--from games.pgn --method treestrap", "TreeStrap"),
    ] {
        let errors = bad(folder, &words(&format!("learn chess {options} --run x.tdrun")), 2);
        assert!(errors.contains(word), "{options}: {errors}");
    }
    assert!(!folder.join("x.tdrun").exists(), "nothing half made is left");
}
