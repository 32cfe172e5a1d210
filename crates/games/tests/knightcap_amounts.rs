//! Every feature of KnightCap's table in positions whose amounts were worked out by hand.

use game::{Features, Game, Root, Side};
use tdleaf_games::chess::knightcap::{COUNT, TABLE};
use tdleaf_games::chess::{Chess, KnightCap};

/// The amounts in a position, by label, without those that are 0.
fn amounts(fen: &str, program: Side) -> Vec<(String, i32)> {
    let game = Chess::read(fen).unwrap();
    let root = Root { program, stage: game.stage(), set: 0 };
    let mut sums = vec![0; COUNT];
    KnightCap.each(&game, &KnightCap.prepare(&game, &root), |index, amount| sums[index] += amount);
    let named = sums.into_iter().enumerate().filter(|(_, amount)| *amount != 0);
    named.map(|(index, amount)| (KnightCap.label(index), amount)).collect()
}

/// What a feature counts in a position: the parts of its name that follow it, with their amounts.
fn counts(fen: &str, program: Side, feature: &str) -> Vec<(String, i32)> {
    let own = |label: &str| match label.strip_prefix(feature) {
        Some("") => Some(String::new()),
        Some(rest) => rest.strip_prefix(' ').map(str::to_string),
        None => None,
    };
    amounts(fen, program).into_iter().filter_map(|(label, amount)| Some((own(&label)?, amount))).collect()
}

struct Case {
    feature: &'static str,
    fen: &'static str,
    /// The part of the label after the feature's name, and the amount, in the order of the weights.
    expected: &'static [(&'static str, i32)],
}

const fn case(feature: &'static str, fen: &'static str, expected: &'static [(&'static str, i32)]) -> Case {
    Case { feature, fen, expected }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    case("BISHOP_PAIR", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", &[("", 1)]),
    case("BISHOP_PAIR", "4k3/8/8/8/8/8/8/2B1K1B1 w - - 0 1", &[]),
    case("CASTLE_BONUS", "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQ - 0 1", &[("", -1)]),
    case("CASTLE_BONUS", "rnbq1bnr/ppppkppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 1", &[("", 1)]),
    case("CASTLE_BONUS", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BKR w kq - 0 1", &[("", -1)]),
    case("KNIGHT_OUTPOST", "4k3/p6p/8/4N3/8/8/P6P/4K3 w - - 0 1", &[("", 1)]),
    case("KNIGHT_OUTPOST", "4k3/3p4/8/4N3/8/8/8/4K3 w - - 0 1", &[]),
    case("KNIGHT_OUTPOST", "4k3/p6p/8/8/4N3/8/P6P/4K3 w - - 0 1", &[]),
    case("SUPPORTED_KNIGHT_OUTPOST", "4k3/p6p/8/4N3/3P4/8/P6P/4K3 w - - 0 1", &[("", 1)]),
    case("BISHOP_OUTPOST", "4k3/p6p/8/4B3/8/8/P6P/4K3 w - - 0 1", &[("", 1)]),
    case("BISHOP_OUTPOST", "4k3/3p4/8/4B3/8/8/8/4K3 w - - 0 1", &[]),
    case("BISHOP_OUTPOST", "4k3/p6p/8/8/4B3/8/P6P/4K3 w - - 0 1", &[]),
    case("SUPPORTED_BISHOP_OUTPOST", "4k3/p6p/8/4B3/3P4/8/P6P/4K3 w - - 0 1", &[("", 1)]),
    case("CONNECTED_ROOKS", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", &[("", 2)]),
    case("CONNECTED_ROOKS", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", &[]),
    case("SEVENTH_RANK_ROOKS", "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", &[("", 1)]),
    case("OPPOSITE_BISHOPS", "4kb2/8/8/8/8/8/4P3/4KB2 w - - 0 1", &[("", -1)]),
    case("OPPOSITE_BISHOPS", "2b1k3/8/8/8/8/8/4P3/4KB2 w - - 0 1", &[]),
    case("EARLY_QUEEN_MOVEMENT", "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1", &[("", 1)]),
    case("IOPENING_KING_ADVANCE", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 0 1", &[("rank 1", -1), ("rank 2", 1)]),
    case("IMID_KING_ADVANCE", "r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PKP/R1BQ1R2 w - - 0 1", &[("rank 1", -1), ("rank 2", 1)]),
    case("IKING_PROXIMITY", "8/8/8/4k3/8/4K3/3PP3/8 w - - 0 1", &[("2", 1)]),
    case("IKING_PROXIMITY", "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", &[]),
    case("ITRAPPED_STEP", "2k5/B1p5/1p6/8/8/8/8/4K3 w - - 0 1", &[("rank 7", 1)]),
    case("ITRAPPED_STEP", "4k3/B1p5/1p6/8/8/8/8/4K3 w - - 0 1", &[]),
    case("BLOCKED_KNIGHT", "4k3/8/8/8/8/2P5/8/1N2K3 w - - 0 1", &[("", 1)]),
    case("USELESS_PIECE", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", &[("", 1)]),
    case("USELESS_PIECE", "4k3/8/8/8/8/8/2p5/N3K3 w - - 0 1", &[]),
    case("DRAW_VALUE", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", &[("", 1)]),
    case("NEAR_DRAW_VALUE", "4k3/4r3/8/8/8/8/1R6/K7 w - - 0 1", &[("", 1)]),
    case("NEAR_DRAW_VALUE", "4k3/4b3/8/8/8/8/1R6/K7 w - - 0 1", &[("", 1)]),
    case("NEAR_DRAW_VALUE", "4k3/4q3/8/8/8/8/1R6/K7 w - - 0 1", &[]),
    case("NO_MATERIAL", "4k3/8/8/8/8/8/1R6/K7 w - - 0 1", &[("", 1)]),
    case("MATING_POSITION", "4k3/8/8/8/8/8/1R6/K7 w - - 0 1", &[("", 3)]),
    case("MATING_POSITION", "1k6/8/8/8/8/8/8/KBN5 w - - 0 1", &[("", 6)]),
    case("IBISHOP_XRAY", "r3k3/8/8/8/8/8/6B1/4K3 w - - 0 1", &[("1", 1)]),
    case("IBISHOP_XRAY", "r3k3/8/8/3p4/8/8/6B1/4K3 w - - 0 1", &[("1", 1)]),
    case("IENDING_KPOS", "4k3/8/8/8/8/8/8/K7 w - - 0 1", &[("1", 1), ("5", -1)]),
    case("IROOK_POS", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", &[("a1", 1), ("h1", -1)]),
    case("IKNIGHT_POS", "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", &[("b1", 1), ("g1", -1)]),
    case("IPOS_BASE", "7k/8/8/8/8/8/8/K7 w - - 0 1", &[("b1", 1), ("g1", -1), ("a2", 1), ("b2", 1), ("g2", -1), ("h2", -1)]),
    case("IPOS_KINGSIDE", "kq6/8/8/8/8/8/8/6K1 w - - 0 1", &[("f1", 1), ("h1", 1), ("f2", 1), ("g2", 1)]),
    case("IPOS_QUEENSIDE", "6qk/8/8/8/8/8/8/1K6 w - - 0 1", &[("a1", 1), ("c1", 1), ("b2", 1), ("c2", 1)]),
    case("IKNIGHT_MOBILITY", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", &[("rank 1, 2 squares", 1)]),
    case("IKNIGHT_MOBILITY", "4k3/7p/8/8/1b6/2N5/7P/4K3 w - - 0 1", &[("rank 3, 0 squares", 1)]),
    case("IKNIGHT_SMOBILITY", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", &[("rank 1, 2 squares", 1)]),
    case("IKNIGHT_SMOBILITY", "4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", &[("rank 1, 1 squares", 1)]),
    case("IBISHOP_MOBILITY", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", &[("rank 1, 7 squares", 1)]),
    case("IBISHOP_SMOBILITY", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", &[("rank 1, 7 squares", 1)]),
    case("IROOK_MOBILITY", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[("rank 1, 9 squares", 1)]),
    case("IROOK_SMOBILITY", "4k3/8/8/8/8/8/PP6/RN2K3 w - - 0 1", &[("rank 1, 0 squares", 1)]),
    case("IQUEEN_MOBILITY", "4k3/8/8/8/8/8/PP6/QN2K3 w - - 0 1", &[("rank 1, 3 squares", 1)]),
    case("IQUEEN_SMOBILITY", "4k3/8/8/8/8/8/PP6/QN2K3 w - - 0 1", &[("rank 1, 0 squares", 1)]),
    case("IKING_MOBILITY", "7k/8/8/8/8/8/8/4K3 w - - 0 1", &[("rank 1, 3 squares", -1), ("rank 1, 5 squares", 1)]),
    case("IKING_SMOBILITY", "7k/8/8/8/8/8/8/4K3 w - - 0 1", &[("rank 1, 3 squares", -1), ("rank 1, 5 squares", 1)]),
    case("THREAT", "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", &[("", 1)]),
    case("THREAT", "4k3/8/8/3p4/8/8/3R4/4K3 b - - 0 1", &[]),
    case("OPPONENTS_THREAT", "4k3/8/8/3p4/8/8/3R4/4K3 b - - 0 1", &[("", 1)]),
    case("OPPONENTS_THREAT", "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", &[]),
    case("IOVERLOADED_PENALTY", "r6k/1b6/8/8/P3P3/2N5/8/4K3 w - - 0 1", &[("2", 1)]),
    case("IQ_KING_ATTACK_COMPUTER", "3qk3/8/8/8/8/8/8/6K1 w - - 0 1", &[("0", -1)]),
    case("IQ_KING_ATTACK_COMPUTER", "4k3/8/8/8/8/8/3q4/6K1 w - - 0 1", &[("1", -1)]),
    case("IQ_KING_ATTACK_OPPONENT", "6k1/3Q4/8/8/8/8/8/4K3 w - - 0 1", &[("1", 1)]),
    case("INOQ_KING_ATTACK_COMPUTER", "6k1/3Q4/8/8/8/8/8/4K3 w - - 0 1", &[("0", -1)]),
    case("INOQ_KING_ATTACK_OPPONENT", "3q2k1/R7/8/8/8/8/8/4K3 w - - 0 1", &[("1", 1)]),
    case("QUEEN_FILE_SAFETY", "3qk3/8/8/8/8/8/5P2/6K1 w - - 0 1", &[("", 2)]),
    case("NOQUEEN_FILE_SAFETY", "3qk3/8/8/8/8/8/5P2/6K1 w - - 0 1", &[("", -3)]),
    case("IPIECE_TRADE_BONUS", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", &[("1", 1)]),
    case("IPIECE_TRADE_BONUS", "4k3/4p3/8/8/8/8/4P3/R3K3 w - - 0 1", &[]),
    case("IPAWN_TRADE_BONUS", "4k3/4p3/8/8/8/8/3PP3/4K3 w - - 0 1", &[("3", 1)]),
    case("IATTACK_VALUE", "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", &[("0", -1), ("1", 1)]),
    case("UNSUPPORTED_PAWN", "4k3/8/8/8/8/4P3/3P4/4K3 w - - 0 1", &[("", 1)]),
    case("ADJACENT_PAWN", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", &[("", 2)]),
    case("IPASSED_PAWN_CONTROL", "4k3/8/8/8/3P4/8/8/3RK3 w - - 0 1", &[("4, nobody's", 1)]),
    case("IPASSED_PAWN_CONTROL", "4k3/8/8/8/3PK3/8/8/8 w - - 0 1", &[("4, own", 1)]),
    case("IPASSED_PAWN_CONTROL", "8/8/3k4/8/3P4/8/8/4K3 w - - 0 1", &[("4, enemy's", 1)]),
    case("UNSTOPPABLE_PAWN", "7k/8/8/8/P7/8/8/K7 w - - 0 1", &[("", 1)]),
    case("UNSTOPPABLE_PAWN", "4k3/8/8/8/P7/8/8/K7 w - - 0 1", &[]),
    case("UNSTOPPABLE_PAWN", "5k2/8/8/8/P7/8/8/K7 w - - 0 1", &[("", 1)]),
    case("UNSTOPPABLE_PAWN", "5k2/8/8/8/P7/8/8/K7 b - - 0 1", &[]),
    case("UNSTOPPABLE_PAWN", "7k/8/8/8/P7/n7/8/K7 w - - 0 1", &[]),
    case("UNSTOPPABLE_PAWN", "7k/8/8/p7/P7/8/8/1K6 w - - 0 1", &[]),
    case("IKING_PROXIMITY", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", &[]),
    case("DOUBLED_PAWN", "4k3/8/8/8/4P3/8/4P3/4K3 w - - 0 1", &[("", 1)]),
    case("WEAK_PAWN", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", &[("", 1)]),
    case("WEAK_PAWN", "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", &[]),
    case("ODD_BISHOPS_PAWN_POS", "4k3/8/8/8/8/8/3PP3/4KB2 w - - 0 1", &[("", 1)]),
    case("BLOCKED_PASSED_PAWN", "4k3/8/8/3n4/3P4/8/8/4K3 w - - 0 1", &[("", 1)]),
    case("KING_PASSED_PAWN_SUPPORT", "4k3/8/8/8/3PK3/8/8/8 w - - 0 1", &[("", 1)]),
    case("KING_PASSED_PAWN_SUPPORT", "4k3/8/8/8/3P4/4K3/8/8 w - - 0 1", &[]),
    case("PASSED_PAWN_ROOK_ATTACK", "4k3/8/8/8/3P4/8/6K1/3r4 w - - 0 1", &[("", 1)]),
    case("PASSED_PAWN_ROOK_SUPPORT", "4k3/8/8/8/3P4/8/8/3RK3 w - - 0 1", &[("", 1)]),
    case("BLOCKED_DPAWN", "4k3/8/8/8/8/3N4/3P4/4K3 w - - 0 1", &[("", 1)]),
    case("BLOCKED_EPAWN", "4k3/4p3/4n3/8/8/8/8/4K3 w - - 0 1", &[("", -1)]),
    case("IPAWN_ADVANCE", "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", &[("4", 1)]),
    case("IPAWN_ADVANCE1", "4k3/8/3p4/8/4P3/3P4/8/4K3 w - - 0 1", &[("4", 1)]),
    case("IPAWN_ADVANCE2", "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", &[("4", 2)]),
    case("IPAWN_ADVANCE2", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", &[]),
    case("KING_PASSED_PAWN_DEFENCE", "8/8/3k4/8/3P4/8/8/4K3 w - - 0 1", &[("", 1)]),
    case("IPAWN_POS", "4k3/8/3p4/8/3P4/8/8/4K3 w - - 0 1", &[("d3", -1), ("d4", 1)]),
    case("IPAWN_DEFENCE", "r2qr1k1/ppp2p1p/2n2np1/8/8/2N2N2/PPP2PPP/R2QR1K1 w - - 0 1", &[("g2", 1), ("g3 h2", -1)]),
    case("ISOLATED_PAWN", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", &[("", 1)]),
    case("MEGA_WEAK_PAWN", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", &[("", 1)]),
    case("MEGA_WEAK_PAWN", "4k3/4p3/8/8/8/4P3/8/4K3 w - - 0 1", &[]),
    case("IWEAK_PAWN_ATTACK_VALUE", "4r2k/8/8/8/8/4P3/8/6K1 w - - 0 1", &[("1", 1)]),
];

#[test]
fn amounts_are_those_worked_out_by_hand() {
    let mut wrong = Vec::new();
    for case in CASES {
        let found = counts(case.fen, Side::First, case.feature);
        let expected: Vec<(String, i32)> = case.expected.iter().map(|(part, n)| ((*part).to_string(), *n)).collect();
        if found != expected {
            wrong.push(format!("{} in {}: {found:?}, expected {expected:?}", case.feature, case.fen));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// 31 positions in which another program, written from the same description, has counted everything. They were chosen so that
/// every condition of every feature matters in one of them.
#[test]
fn amounts_are_those_of_an_independent_program() {
    let known: serde_json::Value = serde_json::from_str(include_str!("data/knightcap_amounts.json")).unwrap();
    for known in known.as_array().unwrap() {
        let fen = known["fen"].as_str().unwrap();
        let mut found = amounts(fen, Chess::read(fen).unwrap().side());
        found.sort();
        let expected = known["amounts"].as_object().unwrap().iter();
        let mut expected: Vec<(String, i32)> =
            expected.map(|(label, amount)| (label.clone(), amount.as_i64().unwrap() as i32)).collect();
        expected.sort();
        let differ = |a: &[(String, i32)], b: &[(String, i32)]| -> Vec<(String, i32)> {
            a.iter().filter(|amount| !b.contains(amount)).cloned().collect()
        };
        assert_eq!(differ(&found, &expected), [], "too much in {fen}");
        assert_eq!(differ(&expected, &found), [], "missing in {fen}");
    }
}

#[test]
fn no_feature_is_without_a_position() {
    for row in TABLE.iter().skip(1) {
        let cases: Vec<&Case> = CASES.iter().filter(|case| case.feature == row.name).collect();
        assert!(cases.iter().any(|case| !case.expected.is_empty()), "{} is nowhere present", row.name);
    }
}

#[test]
fn men_have_the_names_of_their_pieces() {
    let found = amounts("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBN1 w Qkq - 0 1", Side::First);
    for (piece, count) in [("pawn", -1), ("rook", -1), ("queen", 1)] {
        assert!(found.contains(&(piece.to_string(), count)), "{piece}");
    }
    assert!(found.iter().all(|(label, _)| !["knight", "bishop", "king"].contains(&label.as_str())));
}

#[test]
fn the_programs_king_has_its_own_weights() {
    let fen = "4k3/8/8/8/8/8/3q4/6K1 w - - 0 1";
    assert_eq!(counts(fen, Side::First, "IQ_KING_ATTACK_COMPUTER"), [("1".to_string(), -1)]);
    assert_eq!(counts(fen, Side::Second, "IQ_KING_ATTACK_COMPUTER"), []);
    assert_eq!(counts(fen, Side::Second, "IQ_KING_ATTACK_OPPONENT"), [("1".to_string(), -1)]);
    let drawn = "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1";
    assert_eq!(counts(drawn, Side::Second, "DRAW_VALUE"), [(String::new(), -1)]);
}

#[test]
fn the_manual_lists_the_whole_table() {
    let manual = include_str!("../../../docs/knightcap.md");
    for row in TABLE {
        let line = manual.lines().find(|line| line.starts_with(&format!("| `{}` | {} |", row.name, row.size)));
        assert!(line.is_some_and(|line| line.ends_with(&format!("| {} |", row.about))), "{}", row.name);
    }
}
