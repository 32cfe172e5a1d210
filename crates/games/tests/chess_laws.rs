//! Chess passes the conformance test of all games, and its feature sets obey the feature law.

use game::Game;
use game::check::{self, Plan};
use tdleaf_games::chess::{
    Chess, FullBoard, HalfBoard, KnightCap, Layout, Material, PawnRanks, PieceSquares, Positional, Rings,
};

/// Positions in which castling, en passant, promotion, pins and dead positions are near; also Chess960.
const POSITIONS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/5P1k/8/6K1/8/8/p7/8 w - - 0 1",
    "8/8/4kb2/8/8/2PK4/4B3/8 w - - 90 80",
];

/// The board, the side, the castling rights, and the en passant square if a capture there is legal: what the repetition
/// rule compares. Found without the key: a legal capture is a move that is missing without the square.
fn identity(chess: &Chess) -> String {
    let text = chess.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let without = format!("{} {} {} - 0 1", fields[0], fields[1], fields[2]);
    if fields[3] == "-" {
        return without;
    }
    let count = |chess: &Chess| {
        let mut count = 0;
        chess.moves(|_| count += 1);
        count
    };
    let legal = count(chess) != count(&Chess::read(&without).unwrap());
    if legal { format!("{} {} {} {}", fields[0], fields[1], fields[2], fields[3]) } else { without }
}

fn plan(games: u64) -> Plan<'static, Chess> {
    Plan { games, longest: 6000, positions: POSITIONS, identity, ..Plan::new() }
}

#[test]
fn chess_obeys_the_laws_of_games() {
    let summary = check::game::<Chess>(&plan(400)).unwrap();
    assert!(summary.results.iter().all(|count| *count > 0), "{summary:?}");
}

#[test]
fn ten_million_positions_have_their_own_keys() {
    let different = check::keys::<Chess>(&plan(0), 10_000_000).unwrap();
    assert!(different > 5_000_000, "{different}");
}

fn obeys<L: Layout>() {
    check::features(&PieceSquares::<L>::new(), &plan(40)).unwrap();
}

#[test]
fn feature_sets_obey_the_feature_law() {
    obeys::<Material>();
    obeys::<PawnRanks>();
    obeys::<Rings>();
    obeys::<HalfBoard>();
    obeys::<FullBoard>();
}

#[test]
fn knightcaps_features_obey_the_feature_law() {
    check::features(&KnightCap, &plan(40)).unwrap();
}

#[test]
fn positional_features_obey_the_feature_law() {
    check::features(&Positional, &plan(40)).unwrap();
}

#[test]
fn squares_are_numbered_as_in_the_thesis() {
    use game::{Features, Root, Side};
    let amounts = |fen: &str, set: &dyn Fn(&Chess) -> Vec<(String, i32)>| set(&Chess::read(fen).unwrap());
    fn of<L: Layout>(chess: &Chess) -> Vec<(String, i32)> {
        let set = PieceSquares::<L>::new();
        let mut found = Vec::new();
        let root = Root { program: Side::First, stage: 0, set: 0 };
        Features::prepare(&set, chess, &root);
        set.each(chess, &(), |index, amount| found.push((Features::<Chess>::label(&set, index), amount)));
        found
    }
    let has = |found: &[(String, i32)], label: &str, amount: i32| {
        assert!(found.contains(&(label.to_string(), amount)), "{label} {amount}: {found:?}");
    };
    // A white knight on g5, a black pawn on b3 (its own sixth rank), a white rook on a8, a black queen on e4.
    let fen = "R5k1/8/8/6N1/4q3/1p6/8/2K5 b - - 0 1";
    let found = amounts(fen, &of::<Rings>);
    has(&found, "knight ring 2", 1);
    has(&found, "pawn rank 6", -1);
    has(&found, "rook ring 1", 1);
    has(&found, "queen ring 4", -1);
    let found = amounts(fen, &of::<HalfBoard>);
    has(&found, "knight b5/g5", 1);
    has(&found, "pawn b6/g6", -1);
    has(&found, "rook a8/h8", 1);
    has(&found, "queen d5/e5", -1);
    let found = amounts(fen, &of::<FullBoard>);
    has(&found, "knight g5", 1);
    has(&found, "pawn b6", -1);
    has(&found, "queen e5", -1);
    has(&found, "queen", -1);
    // Figure 7.5: square 1 is a1 and h1, square 4 is d1 and e1, square 32 is d8 and e8.
    let half = PieceSquares::<HalfBoard>::new();
    for (number, name) in [(1, "knight a1/h1"), (4, "knight d1/e1"), (5, "knight a2/h2"), (32, "knight d8/e8")] {
        assert_eq!(Features::<Chess>::label(&half, 5 + 24 + number - 1), name);
    }
}
