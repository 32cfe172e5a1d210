//! Every law of the check catches a game or a feature set that breaks it.

mod toy;

use std::fmt;
use tdleaf_game::check::{self, Plan};
use tdleaf_game::{Game, perft, repeats};
use toy::{DEFECT, Heap, Rules, Toy};

fn plan() -> Plan<'static, Toy> {
    let perft = &[("3 0 0", 1, 4), ("1 0 0", 2, 2), ("5 1 0", 2, 8)];
    let identity = |toy: &Toy| format!("{} {}", toy.heap, toy.side().index());
    Plan { games: 200, longest: 50, positions: &["9 1 1"], perft, identity, ..Plan::new() }
}

/// The message of what the check finds with a defect switched on.
fn caught<T: fmt::Debug>(name: &'static str, check: impl FnOnce() -> Result<T, String>) -> String {
    DEFECT.set(name);
    let message = check().expect_err(name);
    DEFECT.set("");
    message
}

#[test]
fn a_sound_toy_passes() {
    let summary = check::game(&plan()).unwrap();
    assert_eq!(summary.games, 200);
    assert!(summary.results.iter().all(|count| *count > 0), "{summary:?}");
    assert!(summary.longest > 10 && summary.positions > 1000 && summary.moves > 2 * summary.positions, "{summary:?}");
    assert_eq!(check::game(&plan()).unwrap(), summary, "the same seed plays the same games");
    check::features(&Heap::<false>, &plan()).unwrap();
    assert_eq!(check::keys(&plan(), 20_000), Ok(26), "13 heaps and two sides");
}

#[test]
fn broken_rules_are_caught() {
    for (name, words) in [
        ("text cannot be read", "its own text cannot be read: no"),
        ("text of another side", "reading its text gives"),
        ("damaged text", "(read from '"),
        ("move texts", "two moves are written 'take'"),
        ("move is read wrongly", "move 0 is written '0' and read as Ok(1)"),
        ("two words", "move 0 is written '0 stones', which is not one word"),
        ("word is read wrongly", "move 0 in one word is 'none' and read as Err"),
        ("move listed twice", "a move is listed twice"),
        ("quiet misses a move", "together are not the legal moves"),
        ("quiet overlaps", "overlap"),
        ("checks", "quiet_checks lists a move that is not quiet"),
        ("mate", "mates, which quiet_checks or may_mate denies"),
        ("rank", "is not from 0 to 32,767"),
        ("slot", "is not below SLOTS = 4"),
        ("moves after a win", "there are moves after a win"),
        ("status", "status is Turn(Second), but the rules say Turn(First)"),
        ("status list", "status lists other moves than the rules"),
        ("move list", "move_list lists other moves than the rules"),
        ("no roll", "chance decides, but there is no roll"),
        ("probability sum", "the probabilities sum to 1.1"),
        ("probability sign", "roll 1 has no positive probability"),
        ("mirrored twice", "mirrored twice is another position"),
        ("mirrored side", "mirrored has the same side to move"),
        ("mirrored moves", "mirrored has"),
        ("mirrored stuck", "mirrored has not the opposite outcome without moves"),
        ("mirrored chance", "mirrored differs in who decides"),
        ("mirrored check", "mirrored differs in check"),
        ("mirrored outcome", "mirrored has not the opposite outcome"),
        ("turn", "a choice must pass the turn"),
        ("stage", "stage() = 2, but there are 2 stages"),
        ("class", "class() = 1, but there are 1 classes"),
        ("past", "without_past() has another key, or still a past"),
        ("reversible", "further back than reversible() = 1"),
        ("ending without repetition", "ending() says Never, but move 0 ends the game"),
        ("ending without win", "ending() says Draw, but move"),
    ] {
        let message = caught(name, || check::game(&Plan { perft: &[], ..plan() }));
        assert!(message.contains(words) && message.starts_with("toy, position '"), "{name}: {message}");
    }
}

#[test]
fn wrong_counts_endless_play_and_false_claims_are_caught() {
    let wrong = check::game(&Plan { perft: &[("3 0 0", 1, 5)], ..plan() }).unwrap_err();
    assert!(wrong.contains("perft 1 counts 4 lines instead of 5"), "{wrong}");
    let unread = check::game(&Plan { perft: &[("three", 1, 5)], ..plan() }).unwrap_err();
    assert!(unread.contains("position 'three' cannot be read"), "{unread}");
    let endless = check::game(&Plan { longest: 5, ..plan() }).unwrap_err();
    assert!(endless.contains("not ended within 5 plies"), "{endless}");
    let decided = check::game::<Rules<false>>(&Plan::new()).unwrap_err();
    assert!(decided.contains("a side decides in a game without choices"), "{decided}");
}

#[test]
fn wrong_keys_are_caught_in_both_directions() {
    let message = caught("key without side", || check::keys(&plan(), 20_000));
    assert!(message.contains("has the same key as the different position '"), "{message}");
    let message = caught("key with history", || check::keys(&plan(), 20_000));
    assert!(message.contains("has another key than the equal position '"), "{message}");
}

#[test]
fn broken_features_are_caught() {
    for (name, words) in [
        ("labels", "two features have the label 'same'"),
        ("unit", "the unit of feature 0 is 0"),
        ("no preset", "no preset to start from"),
        ("short preset", "preset 'zero' does not have 2 finite weights"),
        ("preset of stages", "preset 'zero' does not have 4 finite weights"),
        ("infinite preset", "preset 'zero' does not have 2 finite weights"),
        ("preset names", "two presets have the name 'zero'"),
        ("map", "map 'map' has an index that is not below 2"),
        ("index", "has no feature 2"),
        ("not the same twice", "counting twice gives different amounts"),
        ("early", "early and late features are not all features"),
        ("late worth", "late features are worth -49, which is more than 48"),
        ("not negated", "mirroring does not negate 'heap'"),
        ("pairs", "pairs are not what each pushes"),
        ("change", "change of move 0 is wrong for 'heap'"),
    ] {
        let message = caught(name, || check::features(&Heap::<false>, &plan()));
        assert!(message.contains(words), "{name}: {message}");
    }
    let message = caught("", || check::features(&Heap::<true>, &plan()));
    assert!(message.contains("quiet move 0 changes an amount"), "{message}");
}

#[test]
fn repeats_counts_equal_positions_since_the_last_irreversible_move() {
    let mut line = vec![Toy::start()];
    for (mv, expected) in [(0, 0), (0, 1), (0, 1), (0, 2), (1, 0), (0, 0), (0, 1)] {
        line.push(line[line.len() - 1].after(mv));
        assert_eq!(repeats(&line), expected, "after {} plies", line.len() - 1);
    }
    assert_eq!(repeats::<Toy>(&[]), 0);
    assert_eq!(repeats(&line[..1]), 0);
}

#[test]
fn perft_counts_lines_of_exactly_the_depth() {
    let one = Toy::read("1 0 0").unwrap();
    // Taking wins at once, so only waiting goes on.
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&one, depth)), [1, 2, 2, 2]);
}
