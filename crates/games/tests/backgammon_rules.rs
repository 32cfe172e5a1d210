//! The rules of backgammon against counts by other programs and against a slow generator.

#[path = "backgammon/brute.rs"]
mod brute;
#[path = "backgammon/sha256.rs"]
mod sha256;

use brute::Slow;
use game::check::{self, Plan};
use game::{Dice, Game, Outcome, Side, perft};
use serde_json::Value;
use std::collections::BTreeSet;
use tdleaf_games::backgammon::{Backgammon, Board, Men, Move, Play, Points, Roll};

fn data() -> Vec<Value> {
    let data: Value = serde_json::from_str(include_str!("data/backgammon_moves.json")).unwrap();
    data["positions"].as_array().unwrap().clone()
}

fn men(counts: &Value) -> Men {
    Men::new(|place| counts[place - 1].as_u64().unwrap() as u8).unwrap()
}

#[test]
fn counts_and_digests_of_other_programs() {
    let mut rolls = 0;
    for position in data() {
        let id = position["position_id"].as_str().unwrap();
        let board = Board { own: men(&position["me"]), other: men(&position["opp"]) };
        let game = Backgammon::new(board, Side::First, None).unwrap();
        assert_eq!(game.to_string(), id);
        assert_eq!(Backgammon::read(id).unwrap(), game);
        for (roll, count) in position["distinct_results"].as_object().unwrap() {
            let rolled = game.after(Move::Roll(Roll::read(roll).unwrap()));
            let list = rolled.move_list();
            let mut ids: Vec<String> = list.iter().map(|mv| rolled.after(*mv).position_id()).collect();
            if list == [Move::Play(Play::PASS)] {
                ids.clear();
            }
            assert_eq!(ids.len() as u64, count.as_u64().unwrap(), "{} with {roll}", position["id"]);
            ids.sort();
            let digest = position["result_digest"][roll].as_str().unwrap();
            assert_eq!(sha256::digest(&ids.join("\n")), digest, "{} with {roll}", position["id"]);
            rolls += 1;
        }
    }
    assert_eq!(rolls, 28 * 21);
}

fn slow(board: &Board) -> Slow {
    [board.own, board.other].map(|men| std::array::from_fn(|place| i32::from(men.count(place))))
}

/// Boards of every kind: from random games, and scattered men, so that few points are open or few men are left.
fn scattered(dice: &mut Dice) -> Board {
    let (mut own, mut other) = ([0u8; 26], [0u8; 26]);
    let men = 1 + dice.below(15);
    let reach = [6, 7, 8, 12, 24, 25][dice.below(6)];
    for _ in 0..men {
        own[1 + dice.below(reach)] += 1;
    }
    if men < 15 && dice.below(4) == 0 {
        own[25] += 1;
    }
    // Twos block, ones can be hit.
    let (spread, twos) = ([6, 6, 10, 24, 25][dice.below(5)], dice.below(4));
    let mut left = 2 + dice.below(14) as u8;
    while left > 1 {
        let (place, count) = (1 + dice.below(spread), if dice.below(3) < twos { 2 } else { 1 });
        if place == 25 || own[25 - place] == 0 {
            other[place] += count;
        }
        left -= count;
    }
    let [own, other] = [own, other].map(|counts| Men::new(|place| counts[place]).unwrap());
    Board { own, other }
}

#[test]
fn replies_are_those_of_the_slow_generator() {
    let mut dice = Dice::new(2, 0);
    let (mut passes, mut shortened, mut offs, mut total) = (0, 0, 0, 0);
    for number in 0..30_000 {
        let board = scattered(&mut dice);
        let roll = Roll::ALL[number % 21];
        let (mut found, mut listed) = (BTreeSet::new(), 0);
        board.replies(roll, |play, after| {
            assert_eq!(board.after(play), after, "{play:?} on {board:?}");
            found.insert(slow(&after));
            listed += 1;
            passes += usize::from(play == Play::PASS);
            shortened += usize::from(play.steps().count() < if roll.double() { 4 } else { 2 });
            offs += usize::from(after.own.off() > board.own.off());
        });
        assert_eq!(listed, found.len(), "a position twice after {roll} on {board:?}");
        let mut expected = brute::boards(&slow(&board), roll.high().into(), roll.low().into());
        if expected.is_empty() {
            expected.insert(slow(&board));
        }
        assert_eq!(found, expected, "{roll} on {board:?}");
        total += listed;
    }
    assert!(
        passes > 500 && shortened > 1_500 && offs > 20_000 && total > 200_000,
        "{passes} {shortened} {offs} {total}"
    );
}

/// Plays random games and looks at every position; games won by one, two and three points.
fn random_games(seed: u64, games: u64, mut look: impl FnMut(&Backgammon, &[Move])) -> [u64; 3] {
    let (mut points, mut list) = ([0; 3], Vec::new());
    for number in 0..games {
        let (mut game, mut dice) = (Backgammon::start(), Dice::new(seed, number));
        loop {
            game.status(&mut list);
            look(&game, &list);
            if let Some(Outcome(result)) = game.over() {
                points[usize::from(result.unsigned_abs()) - 1] += 1;
                break;
            }
            let at = if game.chance() {
                dice.pick(list.iter().map(|roll| game.probability(*roll)))
            } else {
                dice.below(list.len())
            };
            game.play(list[at]);
        }
    }
    points
}

#[test]
fn random_games_break_no_rule_and_agree_with_the_slow_generator() {
    let mut positions = 0;
    let points = random_games(1, 300, |game, list| {
        for side in [Side::First, Side::Second] {
            assert_eq!((0..26).map(|place| game.men(side).count(place)).sum::<u8>(), 15, "{game}");
        }
        for point in 1..=24 {
            assert!(game.men(Side::First).count(point) == 0 || game.men(Side::Second).count(25 - point) == 0, "{game}");
        }
        let Some(roll) = game.roll() else { return };
        let found: BTreeSet<Slow> = list.iter().map(|mv| slow(&game.after(*mv).board().swapped())).collect();
        assert_eq!(found.len(), list.len(), "{game}");
        if positions % 10 == 0 {
            let mut expected = brute::boards(&slow(game.board()), roll.high().into(), roll.low().into());
            if expected.is_empty() {
                expected.insert(slow(game.board()));
            }
            assert_eq!(found, expected, "{game}");
        }
        let mut direct = Vec::new();
        game.board().replies(roll, |play, after| direct.push((Move::Play(play), after)));
        assert!(direct.iter().map(|(mv, _)| mv).eq(list), "{game}");
        assert!(direct.iter().all(|(mv, after)| game.after(*mv).board().swapped() == *after), "{game}");
        positions += 1;
    });
    assert!(points.iter().all(|count| *count > 10), "{points:?}");
}

#[test]
fn a_game_does_not_begin_with_a_double() {
    let start = Backgammon::start();
    assert_eq!(start.move_list().len(), 15);
    assert!(start.read_move("11").unwrap_err().contains("double"));
    let one = start.read_move("3-1").unwrap();
    assert!((start.probability(one) - 1.0 / 15.0).abs() < 1e-15);
    let rolled = start.after(one);
    let played = rolled.after(rolled.read_move("8/5 6/5").unwrap());
    assert_eq!((played.move_list().len(), played.side()), (21, Side::Second));
    assert_eq!(played.probability(Move::Roll(Roll::new(1, 1).unwrap())), 1.0 / 36.0);
}

/// Closed out, bearing off, nearly won, blots everywhere.
const POSITIONS: &[&str] = &["27Y5AADgc/ABIA", "3xcAAAx3dwAABA:o", "AwAAKAAAAAAAAA", "AADA96GqSpIkAQ:42"];

fn plan(games: u64) -> Plan<'static, Backgammon> {
    let perft = &[("4HPwATDgc/ABMA:31", 1, 16), ("4HPwATDgc/ABMA:o66", 1, 11), ("4HPwATDgc/ABMA", 1, 15)];
    Plan { games, longest: 20_000, positions: POSITIONS, perft, ..Plan::new() }
}

#[test]
fn backgammon_obeys_the_laws_of_games() {
    let summary = check::game::<Backgammon>(&plan(60)).unwrap();
    assert!(summary.results[0] > 10 && summary.results[2] > 10, "{summary:?}");
    check::features(&Points, &plan(20)).unwrap();
    assert_eq!(perft(&Backgammon::start(), 2), 15 + 16 + 17 + 14 + 18 + 17 + 8 + 8 + 9 + 9 + 10 + 14 + 14 + 14 + 7);
}

#[test]
fn a_million_positions_have_their_own_keys() {
    assert!(check::keys::<Backgammon>(&plan(0), 1_000_000).unwrap() > 500_000);
}

#[test]
fn positions_are_read_and_written_as_other_programs_do() {
    // From GNU Backgammon 1.07 and from XG's own start.
    let start = Backgammon::start();
    assert_eq!(start.gnu_id(), "4HPwATDgc/ABMA:cAkAAAAAAAAA");
    assert_eq!(start.xgid(), "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10");
    // A match to three points, as GNU Backgammon shows it after `set xgid`.
    let xgid = "XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:63:0:0:0:3:8";
    assert_eq!(Backgammon::read(xgid).unwrap().to_string(), "2M3gCSCMz+ANAA:63");
    assert_eq!(Backgammon::read("2M3gCSCMz+ANAA:cAlvAAAAAAAE"), Backgammon::read(xgid));
    let second = Backgammon::read(&xgid.replace(":0:0:1:", ":0:0:-1:")).unwrap();
    assert_eq!(second.to_string(), "jM/gDQDYzeAJIA:o63");
    let mut seen = 0;
    random_games(3, 20, |game, _| {
        for text in [game.to_string(), game.gnu_id(), game.xgid()] {
            assert_eq!(Backgammon::read(&text).as_ref(), Ok(game), "{text}");
        }
        seen += 1;
    });
    assert!(seen > 1_000);
    for (text, part) in [
        ("", "position ID"),
        ("4HPwATDgc/ABM", "14 characters"),
        ("4HPwATDgc/ABM?", "A-Z"),
        ("4HPwATDgc/ABMA:37", "'37'"),
        ("4HPwATDgc/ABMA:y", "'y'"),
        ("//////////////", "more than 15 men"),
        ("4HPwATDgc/ABMB", "goes on"),
        ("AAAAAAAAAAAAAA", "nobody has men left"),
        ("AQAAAAAAAAAAAA:31", "the game is over"),
        ("4HPwATDgc/ABMA:cBkAAAAAAAAA", "double"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:00:0:0:0:0:10", "1 or -1"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "26 places"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10", "double"),
        ("XGID=-b----E", "cube"),
    ] {
        let error = Backgammon::read(text).unwrap_err();
        assert!(error.contains(part), "'{text}': {error}");
    }
}
