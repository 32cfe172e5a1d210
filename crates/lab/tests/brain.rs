//! The brain: what a lost game leaves behind, how it is put in order, and what is believed.

use arena::{Ended, Opposition, Reason, Record};
use game::{Game, Outcome, Root, Side};
use games::chess::Chess;
use search::{Counts, Leaf, MOST_DEPTH, Thought};
use std::path::{Path, PathBuf};
use tdleaf_lab::brain::{Brain, Judge, LEAST, Study};

const ANN: Judge = Judge { weights: 1, unit: 10_000 };
const BOB: Judge = Judge { weights: 2, unit: 10_000 };
/// White, the program, likes its position three times and then does not.
const GAME: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";
const VALUES: [i32; 4] = [100, 200, 300, -400];

/// A brain in a folder of its own.
struct Home {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

fn home() -> Home {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tdbrain");
    Home { _folder: folder, path }
}

fn open(path: &Path) -> Brain<Chess> {
    Brain::open(path, true).unwrap()
}

fn line(moves: &str) -> Vec<Chess> {
    let mut line = vec![Chess::start()];
    for text in moves.split_whitespace() {
        let last = line.last().unwrap();
        line.push(last.after(last.read_move(text).unwrap()));
    }
    line
}

fn thought(position: &Chess, best: &str, value: i32, depth: u32) -> Thought<Chess> {
    let best = position.read_move(best).unwrap();
    Thought {
        best,
        value,
        line: vec![best],
        leaf: Leaf::Unknown,
        root: Root { program: position.side(), stage: 0, set: 0 },
        contempt: 0,
        depth,
        nodes: 1,
        counts: Counts::default(),
    }
}

/// White has played a game with these thoughts at depth 9.
fn played(brain: &mut Brain<Chess>, moves: &str, values: &[i32], outcome: Outcome) -> Record<Chess> {
    let (line, words): (Vec<Chess>, Vec<&str>) = (line(moves), moves.split_whitespace().collect());
    for (at, value) in values.iter().enumerate() {
        brain.thought(&line[..=2 * at], &thought(&line[2 * at], words[2 * at], *value, 9));
    }
    let moves: Vec<_> = line.iter().zip(&words).map(|(position, text)| position.read_move(text).unwrap()).collect();
    let ended = Ended { outcome, reason: Reason::Told("resigned".to_string()) };
    Record { notes: vec![None; moves.len()], line, moves, ended }
}

fn lose(brain: &mut Brain<Chess>, moves: &str, values: &[i32]) -> Option<(usize, usize)> {
    let record = played(brain, moves, values, Outcome::win(Side::Second));
    brain.over(&record, &Opposition::default(), ANN).unwrap().map(|lost| (lost.ply, lost.positions))
}

/// Any legal move, worth this.
fn any(position: &Chess, value: i32, depth: u32) -> Thought<Chess> {
    let mut moves = Vec::new();
    position.moves(|mv| moves.push(position.write_move(mv)));
    thought(position, &moves[0], value, depth)
}

#[test]
fn the_losing_position_and_its_successors_are_searched_in_reverse_order() {
    let home = home();
    let mut brain = open(&home.path);
    assert_eq!(lose(&mut brain, GAME, &VALUES), Some((4, 3)));
    assert!(brain.known(ANN).is_empty(), "nothing is believed before it has been searched");
    let game = line(GAME);
    let mut seen: Vec<(u64, Side, u32, usize)> = Vec::new();
    let tidied = brain
        .tidy(ANN, None, &mut |study| {
            seen.push((study.position.key(), study.own, study.depth, study.known.len()));
            Some(any(study.position, -500, study.depth))
        })
        .unwrap();
    let expected: Vec<_> =
        [6, 5, 4].iter().enumerate().map(|(at, ply)| (game[*ply].key(), Side::First, 10, at)).collect();
    assert_eq!(seen, expected);
    assert_eq!((tidied.searched, tidied.left, tidied.stale), (3, 0, 0));
    let known = open(&home.path).known(ANN);
    assert_eq!(known.len(), 3, "it is in the file");
    assert!(known.iter().all(|known| (known.depth, known.value, known.program) == (10, -500, Side::First)));
}

#[test]
fn shallow_games_are_searched_to_depth_seven() {
    let home = home();
    let mut brain = open(&home.path);
    let record = played(&mut brain, "e2e4 e7e5", &[], Outcome::win(Side::Second));
    brain.thought(&record.line[..1], &thought(&record.line[0], "e2e4", 10, 3));
    assert!(brain.over(&record, &Opposition::default(), ANN).unwrap().is_some());
    assert!(brain.entries().iter().all(|entry| entry.wanted == LEAST));
}

#[test]
fn games_that_teach_nothing_leave_nothing_behind() {
    let home = home();
    let mut brain = open(&home.path);
    let rated = |own: f64, other: f64| Opposition { own_rating: Some(own), rating: Some(other), name: None };
    for (outcome, opposition, teaches) in [
        (Outcome::win(Side::First), Opposition::default(), false),
        (Outcome::DRAW, rated(1500.0, 1600.0), false),
        (Outcome::DRAW, rated(1600.0, 1500.0), true),
        (Outcome::win(Side::Second), rated(1500.0, 1600.0), true),
    ] {
        let record = played(&mut brain, GAME, &VALUES, outcome);
        assert_eq!(brain.over(&record, &opposition, ANN).unwrap().is_some(), teaches, "{outcome:?} {opposition:?}");
    }
    let mut lost_on_time = played(&mut brain, GAME, &VALUES, Outcome::win(Side::Second));
    lost_on_time.ended.reason = Reason::Time;
    assert!(brain.over(&lost_on_time, &Opposition::default(), ANN).unwrap().is_none());
    // Somebody else's moves.
    let mut record = played(&mut brain, GAME, &VALUES, Outcome::win(Side::Second));
    record.moves[0] = Chess::start().read_move("d2d4").unwrap();
    record.line.truncate(1);
    record.moves.truncate(1);
    assert!(brain.over(&record, &Opposition::default(), ANN).unwrap().is_none());
    // A brain that is only used.
    let mut reader = Brain::<Chess>::open(&home.path, false).unwrap();
    assert_eq!(lose(&mut reader, GAME, &VALUES), None);
}

#[test]
fn if_the_brain_knew_a_later_position_it_goes_on_from_there() {
    let home = home();
    let mut brain = open(&home.path);
    lose(&mut brain, GAME, &VALUES);
    brain.tidy(ANN, None, &mut |study| Some(any(study.position, 0, study.depth))).unwrap();
    // The same game again: the last position that the brain knew, and did not dislike, was at ply 6.
    assert_eq!(lose(&mut brain, GAME, &VALUES), Some((6, 3)));
    let waiting: Vec<u32> = brain.entries().iter().filter(|entry| entry.wanted > 0).map(|entry| entry.ply).collect();
    assert_eq!(waiting, [6, 7, 8]);
}

#[test]
fn if_the_brain_knew_that_a_position_was_bad_the_move_before_it_is_to_blame() {
    let home = home();
    let mut brain = open(&home.path);
    lose(&mut brain, GAME, &VALUES);
    let bad = |position: &Chess| if position.side() == Side::First { -7_000 } else { 7_000 };
    for ply in [2, 0] {
        brain.tidy(ANN, None, &mut |study| Some(any(study.position, bad(study.position), study.depth))).unwrap();
        assert_eq!(lose(&mut brain, GAME, &VALUES), Some((ply, 3)));
    }
    // Nothing earlier is left: what comes later is searched further.
    brain.tidy(ANN, None, &mut |study| Some(any(study.position, bad(study.position), study.depth))).unwrap();
    assert_eq!(lose(&mut brain, GAME, &VALUES), Some((6, 3)));
}

#[test]
fn what_contradicts_the_recommended_move_is_searched_again_with_it() {
    let home = home();
    let mut brain = open(&home.path);
    lose(&mut brain, GAME, &VALUES);
    let game = line(GAME);
    // At ply 4 the move of the game is recommended at +300, though the position after it is known to be good for Black.
    let mut searches = Vec::new();
    brain
        .tidy(ANN, None, &mut |study| {
            let Study { position, depth, .. } = study;
            let ply = game.iter().position(|other| other.key() == position.key()).unwrap();
            searches.push(ply);
            let again = searches.iter().filter(|other| **other == ply).count() > 1;
            Some(match ply {
                4 if again => thought(position, "b1c3", -50, depth),
                4 => thought(position, "f1b5", 3_000, depth),
                5 => thought(position, "h7h6", 5_000, depth),
                _ => any(position, -6_000, depth),
            })
        })
        .unwrap();
    assert_eq!(searches, [6, 5, 4, 5, 4], "both go back, the later one first");
    // Values that nobody can bring together are left alone after some time.
    let mut count = 0;
    lose(&mut brain, GAME, &VALUES);
    brain
        .tidy(BOB, None, &mut |study| {
            let Study { position, depth, .. } = study;
            count += 1;
            Some(any(position, 1_000 * count, depth))
        })
        .unwrap();
    assert!((5..100).contains(&count), "{count}");
}

#[test]
fn a_reply_that_leads_to_a_worse_position_brings_the_position_between_into_the_brain() {
    let home = home();
    let mut brain = open(&home.path);
    lose(&mut brain, GAME, &VALUES);
    let (game, between) = (line(GAME), line("e2e4 e7e5 g1f3 b8c6 f1c4")[5].clone());
    // From ply 4 the bishop's other square is recommended; from there Black has a move into ply 6 of a second game.
    let bad = between.after(between.read_move("a7a6").unwrap());
    let record =
        played(&mut brain, "e2e4 e7e5 g1f3 b8c6 f1c4 a7a6 b1c3", &[-1, -1, -1, -2_000], Outcome::win(Side::Second));
    brain.over(&record, &Opposition::default(), ANN).unwrap();
    let mut searched_between = 0;
    brain
        .tidy(ANN, None, &mut |study| {
            let Study { position, depth, .. } = study;
            if position.key() == between.key() {
                searched_between += 1;
                return Some(thought(position, "a7a6", 9_000, depth));
            }
            Some(match position.key() {
                key if key == bad.key() => any(position, -9_000, depth),
                key if key == game[4].key() && searched_between == 0 => thought(position, "f1c4", 100, depth),
                key if key == game[4].key() => thought(position, "d2d4", 50, depth),
                _ => any(position, 0, depth),
            })
        })
        .unwrap();
    assert!(searched_between > 0);
    let entry = brain.entries().iter().find(|entry| entry.position.key() == game[4].key()).unwrap();
    assert_eq!(entry.position.write_move(entry.found.unwrap().best), "d2d4");
}

#[test]
fn what_other_weights_have_found_is_not_believed_and_can_be_searched_again() {
    let home = home();
    let mut brain = open(&home.path);
    lose(&mut brain, GAME, &VALUES);
    brain.tidy(ANN, None, &mut |study| Some(any(study.position, 10, study.depth))).unwrap();
    assert_eq!((brain.known(ANN).len(), brain.known(BOB).len()), (3, 0));
    // No patience: stale positions stay stale.
    let patience = Some(std::time::Duration::ZERO);
    let tidied = brain.tidy(BOB, patience, &mut |_| panic!("nothing is urgent")).unwrap();
    assert_eq!((tidied.searched, tidied.left, tidied.stale), (0, 0, 3));
    let tidied = brain.tidy(BOB, None, &mut |study| Some(any(study.position, 20, study.depth))).unwrap();
    assert_eq!((tidied.searched, tidied.stale), (3, 0));
    assert_eq!((brain.known(ANN).len(), brain.known(BOB).len()), (0, 3));
}

#[test]
fn what_was_interrupted_waits_and_nothing_is_lost() {
    let home = home();
    let mut brain = open(&home.path);
    lose(&mut brain, GAME, &VALUES);
    // The process ends before any search.
    drop(brain);
    let mut brain = open(&home.path);
    assert_eq!(brain.len(), 3);
    let mut calls = 0;
    let tidied = brain.tidy(ANN, None, &mut |study| {
        calls += 1;
        (calls < 3).then(|| any(study.position, 7, study.depth))
    });
    assert_eq!(tidied.unwrap().left, 1);
    // A search that is too shallow for a brain counts for nothing.
    let tidied = brain.tidy(ANN, None, &mut |study| Some(any(study.position, 7, LEAST - 1))).unwrap();
    assert_eq!((tidied.searched, tidied.left), (0, 1));
    drop(brain);
    let mut brain = open(&home.path);
    assert_eq!(brain.known(ANN).len(), 2);
    let tidied = brain.tidy(ANN, None, &mut |study| Some(any(study.position, 7, study.depth))).unwrap();
    assert_eq!((tidied.searched, tidied.left), (1, 0));
}

#[test]
fn a_position_that_takes_too_long_holds_nothing_up() {
    let home = home();
    let mut brain = open(&home.path);
    lose(&mut brain, GAME, &VALUES);
    let game = line(GAME);
    // The last position cannot be searched at all, the others not as deep as wanted.
    let mut shares = Vec::new();
    let mut think = |study: Study<Chess>| {
        shares.push(study.waiting);
        let depth = if study.position.key() == game[6].key() { 3 } else { LEAST + 1 };
        Some(any(study.position, 7, depth))
    };
    let tidied = brain.tidy(ANN, None, &mut think).unwrap();
    assert_eq!((tidied.searched, tidied.left), (2, 1));
    assert_eq!(shares[..3], [3, 2, 1]);
    assert!(brain.known(ANN).iter().all(|known| known.depth == LEAST + 1));
    // What is known is believed while it waits to be searched again, and is not given up for something shallower.
    lose(&mut brain, GAME, &VALUES);
    let waiting = brain.entries().iter().filter(|entry| entry.wanted > 0).count();
    assert!(waiting > 1 && brain.known(ANN).len() == 2);
    brain.tidy(ANN, None, &mut |study| Some(any(study.position, 9, LEAST))).unwrap();
    assert!(brain.known(ANN).iter().filter(|known| known.value == 7).all(|known| known.depth == LEAST + 1));
}

#[test]
fn no_depth_is_wanted_that_no_search_reaches() {
    let home = home();
    let mut brain = open(&home.path);
    let record = played(&mut brain, "e2e4 e7e5", &[], Outcome::win(Side::Second));
    brain.thought(&record.line[..1], &thought(&record.line[0], "e2e4", 10, MOST_DEPTH));
    brain.over(&record, &Opposition::default(), ANN).unwrap();
    assert!(brain.entries().iter().all(|entry| entry.wanted == MOST_DEPTH));
}

#[test]
fn thoughts_of_another_game_do_not_count() {
    let home = home();
    let mut brain = open(&home.path);
    // As White it began with e4, and nobody told the end. Then it plays Black, and wins against e4.
    let game = line("e2e4 e7e5 g1f3 b8c6");
    brain.thought(&game[..1], &thought(&game[0], "e2e4", 10, 9));
    let black = |brain: &mut Brain<Chess>| {
        for (ply, text) in [(1, "e7e5"), (3, "b8c6")] {
            brain.thought(&game[..=ply], &thought(&game[ply], text, -10, 9));
        }
    };
    black(&mut brain);
    let mut record = played(&mut brain, "e2e4 e7e5 g1f3 b8c6", &[], Outcome::win(Side::Second));
    assert_eq!(brain.over(&record, &Opposition::default(), ANN).unwrap(), None);
    brain.thought(&game[..1], &thought(&game[0], "e2e4", 10, 9));
    black(&mut brain);
    record.ended.outcome = Outcome::win(Side::First);
    assert!(brain.over(&record, &Opposition::default(), ANN).unwrap().is_some());
    assert!(brain.entries().iter().all(|entry| entry.own == Side::Second));
}

#[test]
fn positions_are_remembered_without_the_game_that_led_to_them() {
    let home = home();
    let mut brain = open(&home.path);
    let start = Chess::read("8/8/8/4k3/8/2R5/8/4K3 w - - 94 120").unwrap();
    let (first, reply) = (start.read_move("c3c4").unwrap(), "e5d5");
    let next = start.after(first);
    let last = next.after(next.read_move(reply).unwrap());
    brain.thought(std::slice::from_ref(&start), &thought(&start, "c3c4", 10, 9));
    let ended = Ended { outcome: Outcome::DRAW, reason: Reason::Rule };
    let moves = vec![first, next.read_move(reply).unwrap()];
    let record = Record { notes: vec![None; 2], line: vec![start, next, last], moves, ended };
    assert!(brain.over(&record, &Opposition::default(), ANN).unwrap().is_some());
    assert!(brain.entries().iter().all(|entry| entry.position.to_string().ends_with(" 0 1")));
}

#[test]
fn two_processes_do_not_undo_each_others_work() {
    let home = home();
    let (mut ann, mut bob) = (open(&home.path), open(&home.path));
    lose(&mut ann, GAME, &VALUES);
    lose(&mut bob, GAME, &VALUES);
    bob.tidy(ANN, None, &mut |study| Some(any(study.position, 5, study.depth + 4))).unwrap();
    // She has not seen it yet, and finds less.
    ann.tidy(ANN, None, &mut |study| Some(any(study.position, 3, study.depth))).unwrap();
    assert!(open(&home.path).known(ANN).iter().all(|known| (known.depth, known.value) == (14, 5)));
    // She loses once more: what he has found is not lost by that either.
    assert!(lose(&mut ann, GAME, &VALUES).is_some());
    assert!(open(&home.path).known(ANN).iter().filter(|known| known.depth == 14).count() >= 3);
}

#[test]
fn brains_are_joined_and_each_process_sees_what_others_found() {
    let (home, other_home) = (home(), home());
    let (mut brain, mut other) = (open(&home.path), open(&other_home.path));
    lose(&mut brain, GAME, &VALUES);
    brain.tidy(ANN, None, &mut |study| Some(any(study.position, 1, study.depth))).unwrap();
    lose(&mut other, "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 g1f3 f8e7", &VALUES);
    other.tidy(ANN, None, &mut |study| Some(any(study.position, 2, study.depth))).unwrap();
    let mut reader = Brain::<Chess>::open(&home.path, false).unwrap();
    assert_eq!(brain.merge(&other).unwrap(), (3, 0));
    assert_eq!(brain.merge(&other).unwrap(), (0, 0));
    // What the other one has searched deeper counts, but only of the same weights.
    lose(&mut other, "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 g1f3 f8e7", &VALUES);
    other.tidy(ANN, None, &mut |study| Some(any(study.position, 4, study.depth + 3))).unwrap();
    let (_, replaced) = brain.merge(&other).unwrap();
    assert!(replaced > 0 && brain.known(ANN).iter().filter(|known| known.value == 4).count() >= replaced);
    other.tidy(BOB, None, &mut |study| Some(any(study.position, 6, study.depth + 9))).unwrap();
    assert_eq!(brain.merge(&other).unwrap(), (0, 0), "nothing trusted is given up for something that is not");
    assert_eq!(reader.len(), 3);
    assert!(reader.reload().unwrap());
    assert_eq!(reader.len(), brain.len());
    assert!(!reader.reload().unwrap());
    assert!(Brain::<games::connect4::Connect4>::open(&home.path, true).err().unwrap().to_string().contains("chess"));
    assert!(Brain::<Chess>::open(Path::new("/no/such/brain"), false).is_err());
}
