//! Learning from others, from the command line.

mod common;

use common::{bad, good, words};
use serde_json::Value;

#[test]
fn learns_from_a_list_of_players_and_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let list = "# rating and player\n700 random\n900 ones?features=material&depth=1&name=ones\n";
    std::fs::write(folder.join("pool.txt"), list).unwrap();
    let common = "learn chess --nodes 100 --rating 800 --trial 2 --pool pool.txt --match-games 0";
    good(folder, &words(&format!("{common} --games 8 --run whole.tdrun")));
    good(folder, &words(&format!("{common} --games 5 --run parts.tdrun")));
    good(folder, &words("learn chess --games 8 --match-games 0 --resume --run parts.tdrun"));
    let json = |run: &str| -> Value { serde_json::from_str(&good(folder, &["export", run, "--json"])).unwrap() };
    let (whole, parts) = (json("whole.tdrun"), json("parts.tdrun"));
    assert_eq!(whole["weights"], parts["weights"]);
    assert_eq!(whole["settings"]["pool"]["opponents"][1]["name"], "ones");
    assert_eq!(whole["settings"]["learn"]["rule"], "pos_unpredicted");
    let page = std::fs::read_to_string(folder.join("parts.html")).unwrap();
    for word in ["Among others", "learnt from others", "not learning", "<td>ones</td><td>900</td>", "--pool"] {
        assert!(page.contains(word), "{word}");
    }
}

/// Programs that crash or break the rules teach nothing, and the run goes on though nobody reads what it says of them.
#[cfg(unix)]
#[test]
fn programs_that_misbehave_teach_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (name, answer) in [("crash", "exit 3"), ("illegal", "echo bestmove e2e5")] {
        let path = common::program(folder, name, answer);
        let list = format!("800 random\n800 uci:{}?name={name}&depth=1\n", path.display());
        std::fs::write(folder.join("list.txt"), list).unwrap();
        let learn = |run: &str| format!("learn chess --nodes 50 --games 8 --pool list.txt --match-games 0 --run {run}");
        let [heard, unheard] = ["heard", "unheard"].map(|how| format!("{name}-{how}.tdrun"));
        let output = common::run(folder, &words(&learn(&heard)));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.contains("it counts for nothing"), "{name}: {errors}");
        let mut child = common::tdleaf(folder, &words(&learn(&unheard)))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        assert!(child.wait().unwrap().success(), "{name}: nobody listened");
        let json = |run: &str| -> Value { serde_json::from_str(&good(folder, &["export", run, "--json"])).unwrap() };
        assert_eq!(json(&heard)["weights"], json(&unheard)["weights"], "{name}");
        assert_eq!(json(&unheard)["games"], 8, "{name}");
    }
}

#[test]
fn who_looks_few_plies_ahead_is_warned_of_rules_that_expect_replies() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pool.txt"), "700 random\n").unwrap();
    for (options, warned) in [("--depth 2", true), ("--depth 2 --rule none", false), ("--nodes 100", false)] {
        let command = format!("learn chess {options} --games 1 --pool pool.txt --match-games 0");
        let output = common::run(folder.path(), &words(&command));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.contains("--rule none is safer") == warned, "{command}: {errors}");
    }
}

#[test]
fn refuses_what_cannot_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    std::fs::write(folder.join("empty.txt"), "# nobody\n").unwrap();
    std::fs::write(folder.join("nobody.txt"), "1000 uci:no-such-program?depth=1\n").unwrap();
    assert!(bad(folder, &words("learn chess --pool no-file"), 1).contains("no-file"));
    for (options, word) in [
        ("--pool empty.txt", "no opponents"),
        ("--pool nobody.txt", "no-such-program"),
        ("--pool default --batch 4", "--update-every"),
        ("--pool default --method treestrap", "TreeStrap"),
        ("--pool default --trial 9", "--trial 9"),
        ("--pool default --spread 0", "--spread"),
        ("--pool default --given-up perhaps", "perhaps"),
        ("--pool default --rule always", "pos_unpredicted"),
        ("--pool default --sliding 0", "--sliding: expected"),
        ("--pool default --rule none --sliding 400", "--rule none"),
        ("--pool default --sliding -400", "--sliding: expected"),
        ("--pool default --rating -20000", "--rating"),
        ("--pool default --depth 1 --rule pos_unpredicted", "--depth 2"),
        ("--pool default --method td --rule all_unpredicted", "--depth 2"),
        ("--pool default --trial 6 --update-every 4", "--games after --trial"),
        ("--trial 3", "--pool"),
        ("--rule none", "--pool"),
        ("--nodes 0", "--nodes"),
    ] {
        let command = format!("learn chess --games 9 {options}");
        let error = bad(folder, &words(&command), 2);
        assert!(error.contains(word), "{command}: {error}");
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), 2, "{command} left something behind");
    }
}
