//! Rules law for chess: perft counts verified by independent programs, drawing rules, notation.

use game::{Game, Outcome, perft, repeats};
use tdleaf_games::chess::Chess;

#[derive(serde::Deserialize)]
struct Reference {
    name: String,
    fen: String,
    perft: std::collections::BTreeMap<u32, u64>,
}

fn references() -> Vec<Reference> {
    serde_json::from_str(include_str!("data/chess_perft.json")).unwrap()
}

#[test]
fn perft_of_all_positions() {
    for reference in references() {
        let chess = Chess::read(&reference.fen).unwrap();
        for (depth, count) in &reference.perft {
            assert_eq!(perft(&chess, *depth), *count, "{} depth {depth}", reference.name);
        }
    }
}

#[test]
fn positions_keep_their_text() {
    for reference in references() {
        let chess = Chess::read(&reference.fen).unwrap();
        assert_eq!(chess.to_string(), reference.fen, "{}", reference.name);
    }
}

fn play(chess: &Chess, moves: &str) -> Vec<Chess> {
    let mut line = vec![chess.clone()];
    for text in moves.split_whitespace() {
        let last = line.last().unwrap();
        line.push(last.after(last.read_move(text).unwrap()));
    }
    line
}

#[test]
fn a_position_counts_as_repeated_whatever_the_clocks_say() {
    let line = play(&Chess::start(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    assert_eq!(repeats(&line), 2);
    assert_eq!(repeats(&line[..8]), 1);
}

#[test]
fn a_double_step_matters_only_where_it_can_be_taken() {
    // After 1.e4 nobody can take en passant, so the position equals the one without the e3 square.
    let with = Chess::read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").unwrap();
    let without = Chess::read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
    assert_eq!(with.key(), without.key());
    let with = Chess::read("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").unwrap();
    let without = Chess::read("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
    assert_ne!(with.key(), without.key());
    // The pawn on c4 is pinned: taking on d3 would be illegal.
    let with = Chess::read("8/8/8/8/k1pP3R/8/8/3K4 b - d3 0 1").unwrap();
    let without = Chess::read("8/8/8/8/k1pP3R/8/8/3K4 b - - 0 1").unwrap();
    assert_eq!(with.key(), without.key());
}

#[test]
fn drawn_by_rule() {
    let over = |fen: &str| Chess::read(fen).unwrap().over();
    for dead in ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3KN3/8/8 b - - 0 1", "8/8/4kb2/8/8/3KB3/8/8 w - - 0 1"] {
        assert_eq!(over(dead), Some(Outcome::DRAW), "{dead}");
    }
    for alive in
        ["8/8/4kb2/8/8/3K4/4B3/8 w - - 0 1", "8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", "8/8/4k3/8/8/3KP3/8/8 w - - 0 1"]
    {
        assert_eq!(over(alive), None, "{alive}");
    }
    assert_eq!(over("8/8/3k4/8/8/3K4/4R3/8 w - - 99 80"), None);
    assert_eq!(over("8/8/3k4/8/8/3K4/4R3/8 w - - 100 80"), Some(Outcome::DRAW));
    // Mate on the hundredth ply is mate.
    let mated = Chess::read("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 80").unwrap();
    assert_eq!(mated.over(), None);
    assert_eq!(mated.status(&mut Vec::new()), game::Status::Over(Outcome(1)));
}

#[test]
fn unhurried_games_are_not_ended_by_fifty_moves() {
    let moves = "h1g1 h8g8 g1f1 g8f8 f1e1 f8e8 e1d1";
    let late = Chess::read("7k/8/8/r7/R7/8/8/7K w - - 93 200").unwrap();
    assert_eq!(play(&late, moves)[7].over(), Some(Outcome::DRAW));
    let line = play(&late.unhurried(), &format!("{moves} e8d8 d1c1 d8c8 c1b1 c8b8"));
    assert!(line.iter().all(|chess| chess.over().is_none()));
    assert!(line[10].mirrored().unwrap().over().is_none() && line[10].pass().unwrap().over().is_none());
    assert!(line[10].reversible() > 10, "the whole game is looked through");
    let bare = Chess::read("7k/8/8/8/8/8/8/7K w - - 0 1").unwrap();
    assert_eq!(bare.unhurried().over(), Some(Outcome::DRAW), "nobody can mate");
}

#[test]
fn moves_as_people_write_them() {
    let chess = Chess::read("r3k2r/8/8/8/8/8/p7/1R2K2R w Kkq - 0 1").unwrap();
    let castle = chess.read_move("e1g1").unwrap();
    assert_eq!(chess.write_move(castle), "e1g1");
    assert_eq!(chess.read_move("O-O").unwrap(), castle);
    let black = chess.after(chess.read_move("e1d1").unwrap());
    assert_eq!(black.write_move(black.read_move("axb1=N").unwrap()), "a2b1n");
    assert!(black.read_move("a2b1").is_err(), "a promotion names its piece");
    let frc = Chess::read("1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1").unwrap();
    assert_eq!(frc.write_move(frc.read_move("g1h1").unwrap()), "g1h1");
    assert_eq!(Chess::read("1r4kr/8/8/8/8/8/8/1R4KR w KQkq - 0 1").unwrap().to_string(), frc.to_string());
}

#[test]
fn moves_that_are_none_and_moves_that_are_not_legal() {
    let chess = Chess::start();
    for text in ["Ke3", "e2e5", "e5", "Nbxd2+", "exd6", "e8=Q", "O-O", "O-O-O#", "R1a3"] {
        let error = chess.read_move(text).unwrap_err();
        assert!(error.contains("is not legal in rnbqkbnr"), "{error}");
    }
    for text in ["", "Ke9", "castle", "Xe3", "K", "e", "Ne4=Q", "O-", "Kee33", "xe4e"] {
        let error = chess.read_move(text).unwrap_err();
        assert!(error.contains("is no move; write"), "{error}");
    }
    let two = Chess::read("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1").unwrap();
    assert!(two.read_move("Nd2").unwrap_err().contains("more than one move"));
}

#[test]
fn castling_of_standard_chess_is_understood_in_chess960() {
    let variant = |fen: &str| Chess::read(fen).unwrap().in_variant(Some("chess960")).unwrap();
    let chess = variant("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (standard, own) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let castle = chess.read_move(standard).unwrap();
        assert_eq!(castle, chess.read_move(own).unwrap());
        assert_eq!(chess.write_move(castle), own);
    }
    let black = chess.after(chess.read_move("e1g1").unwrap());
    assert_eq!(black.write_move(black.read_move("e8c8").unwrap()), "e8a8");
    // A step of the king is a step, and the king takes the rook that is on its way.
    assert_eq!(chess.write_move(chess.read_move("e1f1").unwrap()), "e1f1");
    let near = variant("4k3/8/8/8/8/8/8/R3K1R1 w GA - 0 1");
    assert_eq!(near.write_move(near.read_move("e1g1").unwrap()), "e1g1");
    // No right, no castling.
    assert!(variant("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1").read_move("e1g1").is_err());
}

#[test]
fn bad_positions_say_what_is_wrong() {
    for (fen, word) in [
        ("", "fields"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "eight rows"),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'x'"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'9'"),
        ("rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7 squares"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "side to move"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "'K'"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", "KQxq"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e5 0 1", "e5"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "halfmove"),
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "one king"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "not in check"),
        ("3kK3/8/8/8/8/8/8/8 w - - 0 1", "side by side"),
    ] {
        let error = Chess::read(fen).unwrap_err();
        assert!(error.contains(word), "{fen}: {error}");
    }
}
