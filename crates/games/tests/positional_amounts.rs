//! Every feature of the positional set in positions whose amounts were worked out by hand.

use game::{Features, Game, Root, Side};
use tdleaf_games::chess::positional::{COUNT, FULL, TABLE};
use tdleaf_games::chess::{Chess, Positional};

/// What is pushed for the full and for the bare board, feature after feature.
fn pushed(fen: &str) -> Vec<[i32; 2]> {
    let game = Chess::read(fen).unwrap();
    let root = Root { program: Side::First, stage: 0, set: 0 };
    let mut sums = vec![[0; 2]; COUNT];
    Positional.each(&game, &Positional.prepare(&game, &root), |index, amount| sums[index / 2][index % 2] += amount);
    sums
}

/// The amounts of one feature in a position, however full the board is: the parts of its labels and their amounts.
fn counts(fen: &str, feature: &str) -> Vec<(String, i32)> {
    let name = feature.replace('_', " ").to_lowercase();
    let own = |index: usize| {
        let label = Positional.label(2 * index);
        let label = label.strip_suffix(" (full board)").unwrap().to_string();
        let rest = label.strip_prefix(&name)?;
        if rest.is_empty() { Some(String::new()) } else { rest.strip_prefix(' ').map(str::to_string) }
    };
    let first: usize = TABLE.iter().take_while(|row| row.name != feature).map(|row| row.size).sum();
    let size = TABLE.iter().find(|row| row.name == feature).unwrap().size;
    let sums = pushed(fen);
    let present = (first..first + size).filter(|index| sums[*index] != [0; 2]);
    present.map(|index| (own(index).unwrap(), (sums[index][0] + sums[index][1]) / FULL)).collect()
}

struct Case {
    feature: &'static str,
    fen: &'static str,
    expected: &'static [(&'static str, i32)],
}

const fn case(feature: &'static str, fen: &'static str, expected: &'static [(&'static str, i32)]) -> Case {
    Case { feature, fen, expected }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
    case("PAWN_SQUARE", "4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1", &[("a2", 1), ("b2", -1)]),
    case("KNIGHT_SQUARE", "4k1n1/8/8/8/3N4/8/8/4K3 w - - 0 1", &[("b1/g1", -1), ("d4/e4", 1)]),
    case("BISHOP_SQUARE", "4k3/8/8/8/8/8/6B1/4K3 w - - 0 1", &[("b2/g2", 1)]),
    case("ROOK_SQUARE", "R3k3/8/8/8/8/8/8/4K3 b - - 0 1", &[("a8/h8", 1)]),
    case("QUEEN_SQUARE", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", &[("d1/e1", -1)]),
    case("KING_SQUARE", "4k3/8/8/8/8/8/8/6K1 w - - 0 1", &[("b1/g1", 1), ("d1/e1", -1)]),
    // The knight on b1 sees a3, c3 and d2, where its pawn stands; the pawn on b4 attacks a3 and c3.
    case("KNIGHT_MOBILITY", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", &[("3", 1)]),
    case("KNIGHT_MOBILITY", "4k3/8/8/8/1p6/8/3P4/1N2K3 w - - 0 1", &[("0", 1)]),
    case("BISHOP_MOBILITY", "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", &[("0", 1)]),
    case("BISHOP_MOBILITY", "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", &[("13", 1)]),
    case("ROOK_MOBILITY", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &[("10", 1)]),
    case("QUEEN_MOBILITY", "4k3/8/8/8/8/8/1p6/q3K3 w - - 0 1", &[("11", -1)]),
    case("BISHOP_PAIR", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", &[("", 1)]),
    case("BISHOP_PAIR", "4k3/8/8/8/8/8/8/2B1K1B1 w - - 0 1", &[]),
    // c1 is dark, like d2 and f2; e2 is not.
    case("BISHOP_PAWNS", "4k3/8/8/8/8/8/3PPP2/2B1K3 w - - 0 1", &[("", 2)]),
    case("OUTPOST", "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", &[("knight", 1)]),
    case("OUTPOST", "4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", &[]),
    case("OUTPOST", "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", &[]),
    case("OUTPOST", "4k3/8/5p2/4b3/8/8/8/4K3 w - - 0 1", &[("bishop", -1)]),
    // The fourth rank of Black is White's fifth; its third is none any more.
    case("OUTPOST", "4k3/5p2/4b3/8/8/8/8/4K3 w - - 0 1", &[]),
    case("BEHIND_PAWN", "4k3/8/8/8/8/4P3/4N3/4K3 w - - 0 1", &[("", 1)]),
    case("ROOK_OPEN_FILE", "4k3/8/8/8/8/8/7P/R3K3 w - - 0 1", &[("", 1)]),
    case("ROOK_HALF_OPEN_FILE", "4k3/p7/8/8/8/8/7P/R3K3 w - - 0 1", &[("", 1)]),
    case("ROOK_OPEN_FILE", "4k3/p7/8/8/8/8/7P/R3K3 w - - 0 1", &[]),
    case("ROOK_SEVENTH", "4k3/R7/8/8/8/8/r7/4K3 w - - 0 1", &[]),
    case("ROOK_SEVENTH", "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", &[("", 1)]),
    case("KNIGHTS_AND_PAWNS", "4k3/8/8/8/8/8/3PPP2/1N2K1N1 w - - 0 1", &[("", 6)]),
    case("ROOKS_AND_PAWNS", "4k3/8/8/8/8/8/3PPP2/R3K3 w - - 0 1", &[("", 3)]),
    // White lacks the squares of d2 and e4, and d4 and f4, which e5 attacks; Black that of e5, and d5, which e4 attacks, and f5.
    case("SPACE", "4k3/8/8/4p3/4P3/8/3P4/4K3 w - - 0 1", &[("", -1)]),
    case("TEMPO", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", &[("", -1)]),
    case("DOUBLED_PAWN", "4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1", &[("", 1)]),
    case("ISOLATED_PAWN", "4k3/4p3/3p4/8/8/8/4P3/4K3 w - - 0 1", &[("", 1)]),
    case("ISOLATED_OPEN_PAWN", "4k3/2pp4/8/8/8/8/4P3/4K3 w - - 0 1", &[("", 1)]),
    // e3 is behind d4 and f4, and its next square is attacked by d5.
    case("BACKWARD_PAWN", "4k3/4p3/8/3p4/3P1P2/4P3/8/4K3 w - - 0 1", &[("", 1)]),
    case("BACKWARD_OPEN_PAWN", "4k3/2p5/8/3p4/3P1P2/4P3/8/4K3 w - - 0 1", &[("", 1)]),
    case("BACKWARD_OPEN_PAWN", "4k3/2p5/8/3p4/3P4/4PP2/8/4K3 w - - 0 1", &[]),
    case("PHALANX", "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", &[("rank 4", 2)]),
    case("SUPPORTED_PAWN", "4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", &[("rank 4", 1)]),
    case("PASSED_PAWN", "4k3/8/8/p7/8/4P3/8/4K3 w - - 0 1", &[("rank 3", 1), ("rank 4", -1)]),
    case("PASSED_PAWN", "4k3/3p4/8/8/8/4P3/8/4K3 w - - 0 1", &[]),
    case("PASSED_BLOCKED", "8/8/8/8/4k3/4P3/8/4K3 w - - 0 1", &[("rank 3", 1)]),
    case("PASSED_FREE", "7k/8/P7/8/8/8/8/4K3 w - - 0 1", &[("rank 6", 1)]),
    case("PASSED_FREE", "1k6/8/P7/8/8/8/8/4K3 w - - 0 1", &[]),
    case("PASSED_OWN_KING", "7k/8/8/P7/8/8/8/4K3 w - - 0 1", &[("5", 1)]),
    case("PASSED_OWN_KING", "7k/8/8/8/P7/8/8/4K3 w - - 0 1", &[]),
    case("PASSED_ENEMY_KING", "7k/8/8/P7/8/8/8/4K3 w - - 0 1", &[("7", 1)]),
    case("PASSED_OWN_ROOK", "7k/8/8/P7/8/8/8/R3K3 w - - 0 1", &[("", 1)]),
    case("PASSED_ENEMY_ROOK", "7k/8/8/P7/8/8/8/r3K3 w - - 0 1", &[("", 1)]),
    case("PASSED_ENEMY_ROOK", "r6k/8/8/P7/8/8/8/4K3 w - - 0 1", &[]),
    case("UNSTOPPABLE_PAWN", "8/8/8/P7/8/8/8/4K2k w - - 0 1", &[("", 1)]),
    case("UNSTOPPABLE_PAWN", "8/8/8/P7/8/8/8/4K1nk w - - 0 1", &[]),
    case("PAWN_THREAT", "4k3/8/8/3n1r2/4P3/8/8/4K3 w - - 0 1", &[("knight", 1), ("rook", 1)]),
    case("MINOR_THREAT", "4k3/8/3p1q2/8/4N3/8/8/4K3 w - - 0 1", &[("pawn", 1), ("queen", 1)]),
    case("MINOR_THREAT", "4k3/2p5/3p1q2/8/4N3/8/8/4K3 w - - 0 1", &[("queen", 1)]),
    case("ROOK_THREAT", "3k4/8/8/8/r3R2q/8/8/3K4 w - - 0 1", &[("queen", 1)]),
    case("HANGING", "4k3/8/8/8/4N3/6p1/8/4K3 w - - 0 1", &[("pawn", 1)]),
    case("HANGING", "4k3/8/8/7p/4N3/6p1/8/4K3 w - - 0 1", &[("pawn", 1)]),
    case("HANGING", "4k3/8/8/8/4Np1p/6p1/8/4K3 w - - 0 1", &[]),
    case("KING_THREAT", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", &[("", 1)]),
    case("PUSH_THREAT", "4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1", &[("", 1)]),
    case("PUSH_THREAT", "4k3/8/8/3n1p2/8/8/4P3/4K3 w - - 0 1", &[]),
    // The queen on g5 attacks g7 (and the rook on f1 the file up to f8): 5 and 3.
    case("KING_ATTACK", "6k1/8/8/6Q1/8/8/8/4KR2 b - - 0 1", &[("8", 1)]),
    case("QUEENLESS_ATTACK", "6k1/8/8/8/8/8/8/4KR2 w - - 0 1", &[("3", 1)]),
    // f8 and f7 are protected by the king alone, f6 by nobody; then f8 by the bishop, too, which attacks e3.
    case("WEAK_RING", "6k1/8/8/8/8/8/8/4KR2 w - - 0 1", &[("3", 1)]),
    case("WEAK_RING", "6k1/8/8/2b5/8/8/8/4KR2 w - - 0 1", &[("1", -1), ("2", 1)]),
    // The rook may check on c8, unless the bishop protects it; on g7 the king would take it.
    case("SAFE_CHECK", "6k1/2R5/8/8/8/8/8/4K3 w - - 0 1", &[("rook", 1)]),
    case("SAFE_CHECK", "6k1/2R5/4b3/8/8/8/8/4K3 w - - 0 1", &[]),
    case("SHELTER", "8/8/8/8/8/8/6P1/k5K1 w - - 0 1", &[("rank 1", -1), ("rank 2", 1)]),
    case("SHELTER_BESIDE", "8/8/8/8/8/7P/8/k5K1 w - - 0 1", &[("rank 3", 1)]),
    case("STORM", "8/8/8/6p1/8/8/8/k5K1 w - - 0 1", &[("rank 1", -1), ("rank 5", 1)]),
    case("STORM_BESIDE", "8/8/8/5p2/8/8/8/k5K1 w - - 0 1", &[("rank 5", 1)]),
    case("OPPOSITE_BISHOPS", "4kb2/8/8/8/8/8/4P3/4KB2 w - - 0 1", &[("1", -1)]),
    case("OPPOSITE_BISHOPS", "r3kb2/8/8/8/8/8/4P3/4KB2 w - - 0 1", &[("0", -1)]),
    case("OPPOSITE_BISHOPS", "2b1k3/8/8/8/8/8/4P3/4KB2 w - - 0 1", &[]),
    case("PAWNLESS_LEAD", "4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1", &[("", 1)]),
    case("PAWNLESS_LEAD", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", &[]),
    case("BARE_KING_NEAR", "8/8/8/8/3k4/8/3K4/R7 w - - 0 1", &[("", 5)]),
    case("BARE_KING_EDGE", "8/k7/8/8/8/8/3K4/1R6 w - - 0 1", &[("", 5)]),
];

#[test]
fn amounts_are_what_a_person_counts() {
    let mut wrong = Vec::new();
    for case in CASES {
        let found = counts(case.fen, case.feature);
        let expected: Vec<(String, i32)> = case.expected.iter().map(|(part, n)| ((*part).to_string(), *n)).collect();
        if found != expected {
            wrong.push(format!("{} in {}: {found:?}, expected {expected:?}", case.feature, case.fen));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_feature_is_without_a_position() {
    for row in TABLE.iter().skip(1) {
        let mut cases = CASES.iter().filter(|case| case.feature == row.name);
        assert!(cases.any(|case| !case.expected.is_empty()), "{} is nowhere present", row.name);
    }
}

#[test]
fn weights_slide_with_what_is_on_the_board() {
    let pawn_up =
        |pieces: &str| pushed(&format!("{pieces}/pppppppp/8/8/8/8/PPPPPPP1/{} w - - 0 1", pieces.to_uppercase()))[0];
    assert_eq!(pawn_up("rnbqkbnr"), [-FULL, 0]);
    assert_eq!(pawn_up("4k3"), [0, -FULL]);
    // Two queens and four rooks are 8 and 8 of 24.
    assert_eq!(pawn_up("r2qk2r"), [-16, -8]);
    // More than all is all.
    assert_eq!(pawn_up("qqqqkqqq"), [-FULL, 0]);
}

#[test]
fn the_manual_lists_the_whole_table() {
    let manual = include_str!("../../../docs/positional.md");
    for row in TABLE {
        let name = row.name.replace('_', " ").to_lowercase();
        let line = manual.lines().find(|line| line.starts_with(&format!("| {name} | {} |", row.size)));
        assert!(line.is_some_and(|line| line.ends_with(&format!("| {} |", row.about))), "{name}");
    }
}
