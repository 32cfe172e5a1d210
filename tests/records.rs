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
    let told = run(
        folder,
        &words("learn chess --from games.pgn --batch 2 --match-games 0 --run a.tdrun --decided 3 --pull 0.001"),
    );
    let (said, errors) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(told.status.success() && said.contains("2 games in"), "{said}{errors}");
    assert!(errors.contains("games.pgn, line 9") && errors.contains("Kd4"), "{errors}");
    let page = std::fs::read_to_string(folder.join("a.html")).unwrap();
    assert!(page.contains("--from") && page.contains("games.pgn"), "the report says who taught");
    assert!(page.contains("--decided 3") && page.contains("--pull 0.001"), "and how");
    // Twice through the same games, in one go or in two.
    good(folder, &words("learn chess --match-games 0 --run a.tdrun --resume --games 4"));
    good(
        folder,
        &words(
            "learn chess --from games.pgn --batch 2 --match-games 0 --run b.tdrun --games 4 --decided 3 --pull 0.001",
        ),
    );
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

const CSA: &str = "V2.2\nN+Ann\nN-Bob\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0045KA\n%TORYO\n";

#[test]
fn shogi_records_teach_and_are_converted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let broken = CSA.replace("+8822UM", "+8822HI");
    std::fs::write(folder.join("games.csa"), format!("{CSA}/\n{broken}/\n{CSA}")).unwrap();
    let told = run(folder, &words("learn shogi --from games.csa --depth 1 --match-games 0 --run a.tdrun"));
    let (said, errors) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    assert!(told.status.success() && said.contains("2 games in"), "{said}{errors}");
    assert!(errors.contains("games.csa, line 20") && errors.contains("+8822HI"), "{errors}");
    // Round through all forms: the games stay what they are.
    let steps = [
        ("games.csa", "a.kif"),
        ("a.kif", "a.kifu"),
        ("a.kifu", "b.pgn"),
        ("b.pgn", "c.kif"),
        ("c.kif", "d.csa"),
        ("d.csa", "e.csa"),
    ];
    for (from, to) in steps {
        assert!(good(folder, &["convert", "shogi", from, to]).contains("2 games written"), "{from} to {to}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(std::fs::read_to_string(folder.join("a.kif")).is_err(), "it is Shift JIS");
    assert!(read("a.kifu").contains("同　銀(31)") && read("b.pgn").contains("2. 8h2b+ 3a2b 3. B*4e 1-0"));
    assert_eq!(read("d.csa"), read("e.csa"));
    assert!(read("d.csa").contains(CSA), "{}", read("d.csa"));
    for (names, word) in [
        ("shogi games.csa a.kif", "a.kif exists"),
        ("shogi games.csa a.txt", ".pgn, .csa, .kif, .kifu"),
        ("chess games.csa x.pgn", "records of chess are files that end with .pgn"),
        ("shoji games.csa x.pgn", "unknown game 'shoji'"),
    ] {
        let errors = bad(folder, &words(&format!("convert {names}")), 2);
        assert!(errors.contains(word), "{names}: {errors}");
    }
    std::fs::write(folder.join("odd.csa"), CSA.replace("Ann", "😀")).unwrap();
    assert!(bad(folder, &words("convert shogi odd.csa x.kif"), 1).contains("Shift JIS"));
    std::fs::write(folder.join("broken.csa"), broken).unwrap();
    for (names, word) in [("broken.csa x.kif", "no game to convert (1 skipped)"), ("no.csa x.kif", "no.csa")] {
        let errors = bad(folder, &words(&format!("convert shogi {names}")), 1);
        assert!(errors.contains(word), "{names}: {errors}");
    }
    assert!(!folder.join("x.kif").exists() && !folder.join("x.pgn").exists());
}
