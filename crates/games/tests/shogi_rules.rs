//! The rules of shogi against counts by other programs.

use game::check::{self, Plan};
use game::{Game, perft};
use serde_json::Value;
use tdleaf_games::shogi::{HANDS, KINGS, MATERIAL, SQUARES, Shogi};

#[test]
fn counts_of_positions() {
    let data: Value = serde_json::from_str(include_str!("data/shogi_perft.json")).unwrap();
    for position in data.as_array().unwrap() {
        let sfen = position["sfen"].as_str().unwrap();
        let shogi = Shogi::read(sfen).unwrap();
        for (depth, count) in position["perft"].as_object().unwrap() {
            let count = count.as_u64().unwrap();
            if count > 6_000_000 {
                continue;
            }
            assert_eq!(perft(&shogi, depth.parse().unwrap()), count, "{} at depth {depth}", position["name"]);
        }
    }
}

/// The position after a pass is the one that its text says, pins included.
#[test]
fn passing_leaves_the_same_position_to_the_other_side() {
    let mut dice = game::Dice::new(1, 1);
    let mut passed = 0;
    for _ in 0..300 {
        let mut shogi = Shogi::start();
        for _ in 0..150 {
            let list = shogi.move_list();
            if list.is_empty() {
                break;
            }
            if let Some(other) = shogi.pass() {
                let fresh = Shogi::read(&other.to_string()).unwrap();
                let key = |list: Vec<haitaka::Move>| {
                    let mut texts: Vec<String> = list.iter().map(ToString::to_string).collect();
                    texts.sort();
                    texts
                };
                assert_eq!(key(other.move_list()), key(fresh.move_list()), "{shogi}");
                assert_eq!(other.key(), fresh.key(), "{shogi}");
                passed += 1;
            }
            shogi.play(list[dice.below(list.len())]);
        }
    }
    assert!(passed > 10_000, "{passed}");
}

/// Positions with full hands, men near promotion, pawn drops before kings, kings in the enemy's camp.
const POSITIONS: &[&str] = &[
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "8k/9/8G/9/9/9/9/9/K8 b P2r2b3g4s4n4l17p 1",
    "4k4/9/4P4/9/9/9/9/9/4K4 b R 1",
];

fn plan(games: u64) -> Plan<'static, Shogi> {
    let identity = |shogi: &Shogi| {
        let text = shogi.to_string();
        text.rsplit_once(' ').map_or(text.clone(), |(rest, _)| rest.to_string())
    };
    Plan { games, longest: 20_000, positions: POSITIONS, identity, ..Plan::new() }
}

#[test]
fn shogi_obeys_the_laws_of_games() {
    check::game::<Shogi>(&plan(40)).unwrap();
    check::features(&MATERIAL, &plan(20)).unwrap();
    check::features(&HANDS, &plan(20)).unwrap();
    check::features(&SQUARES, &plan(20)).unwrap();
    check::features(&KINGS, &plan(20)).unwrap();
}

#[test]
fn a_million_positions_have_their_own_keys() {
    assert!(check::keys::<Shogi>(&plan(0), 1_000_000).unwrap() > 500_000);
}

fn played(sfen: &str, moves: &str) -> Vec<Shogi> {
    let mut line = vec![Shogi::read(sfen).unwrap()];
    for text in moves.split_whitespace() {
        let last = line.last().unwrap();
        line.push(last.after(last.read_move(text).unwrap()));
    }
    line
}

#[test]
fn perpetual_check_loses_and_other_repetition_draws() {
    let quiet = "5i5h 5a5b 5h5i 5b5a ".repeat(3);
    let line = played("4k4/9/9/9/9/9/9/9/4K4 b - 1", &quiet);
    assert_eq!(Shogi::repetition(&line), game::Outcome::DRAW);
    // Black's rook checks with every move.
    let checks = "1b1a 5a5b 1a1b 5b5a ".repeat(3);
    let line = played("4k4/8R/9/9/9/9/9/9/K8 b - 1", &checks);
    assert_eq!(line.first().unwrap().key(), line.last().unwrap().key());
    assert_eq!(Shogi::repetition(&line), game::Outcome::win(game::Side::Second));
    // White's does, and the position comes again at White's turn and at Black's.
    let checks = "1b1a 5a5b 1a1b 5b5a ".repeat(3) + "1b1a";
    let mirrored = |sfen: &str, moves: &str| {
        let moves: Vec<String> = moves.split_whitespace().map(turned).collect();
        played(sfen, &moves.join(" "))
    };
    let line = mirrored("8k/9/9/9/9/9/9/r8/4K4 w - 1", &checks);
    for line in [&line[..13], &line[1..]] {
        assert_eq!(line.first().unwrap().key(), line.last().unwrap().key());
        assert_eq!(Shogi::repetition(line), game::Outcome::win(game::Side::First));
    }
}

/// A move as it is on the board turned round.
fn turned(text: &str) -> String {
    let turn = |c: char| match c {
        '1'..='9' => char::from(b'0' + (10 - (c as u8 - b'0'))),
        'a'..='i' => char::from(b'a' + b'i' - c as u8),
        _ => c,
    };
    text.chars().map(turn).collect()
}

#[test]
fn the_declaration_needs_king_men_points_and_no_check() {
    let camp = "+R+BSSGGK2/PPPPP4/9/9/9/9/9/9/k8";
    let may = |text: &str| Shogi::read(text).unwrap().may_declare();
    // Eleven others in the camp: two big ones and nine small ones are 19 points; nine more in hand make 28.
    assert!(may(&format!("{camp} b RP3L 1")));
    assert!(!may(&format!("{camp} b R3L 1")), "27 are not enough for Black");
    let white = "K8/9/9/9/9/9/9/4ppppp/2kggss+b+r";
    assert!(may(&format!("{white} w r3l 1")), "27 are enough for White");
    assert!(!may(&format!("{white} w r2l 1")), "26 are not");
    assert!(may("+R+BSSGGK2/PPPP5/9/9/9/9/9/9/k8 b R2P3L 1"), "ten others are enough");
    assert!(!may("+R+BSSGGK2/PPP6/9/9/9/9/9/9/k8 b R3P3L 1"), "nine are not");
    assert!(!may("+R+BSSGG3/PPPPP4/9/9/9/9/9/4K4/k8 b RP3L 1"), "the king is at home");
    assert!(!may("+R+BSSGGK1r/PPPPP4/9/9/9/9/9/9/k8 b P3L 1"), "in check");
}

/// What exchanges are worth, in hundredths of a fifth of a rook: a pawn 48, a lance 207, a knight 216, a silver 308.
#[test]
fn exchanges_are_counted() {
    let cases = [
        // A pawn takes a pawn that nobody guards: it is lost there and gained in hand.
        ("4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", 96),
        // Guarded by a gold: a pawn for a pawn.
        ("4k4/9/4g4/4p4/4P4/9/9/9/4K4 b - 1", "5e5d", 0),
        // A rook takes a guarded pawn.
        ("4k4/9/4g4/4p4/9/4R4/9/9/4K4 b - 1", "5f5d", 96 - 1000),
        // A rook behind the lance takes back: lance for pawn, but the gold is then lost for it.
        ("4k4/9/4g4/4p4/9/4L4/4R4/9/4K4 b - 1", "5f5d", 96),
        // The king may not take what is guarded.
        ("9/4k4/4p4/4S4/9/9/9/4L4/4K4 b - 1", "5d5c", 96),
        // A dropped silver is taken by a pawn.
        ("4k4/9/9/4p4/9/9/9/9/4K4 b S 1", "S*5e", -616),
        ("4k4/9/9/4p4/9/9/9/9/4K4 b S 1", "S*5f", 0),
    ];
    for (sfen, mv, worth) in cases {
        let shogi = Shogi::read(sfen).unwrap();
        let mv = shogi.read_move(mv).unwrap();
        assert!(shogi.exchange(mv, worth), "{sfen} wins {worth}");
        assert!(!shogi.exchange(mv, worth + 1), "{sfen} wins no more than {worth}");
    }
}
