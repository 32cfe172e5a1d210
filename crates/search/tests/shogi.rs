//! The laws of search in shogi: drops, captures that change hands, mates at the horizon, passing.

mod common;

use common::laws::{audited, leaf_law, minimax_law};
use game::{Game, Sets};
use games::shogi::{HANDS, KINGS, MATERIAL, SQUARES, Shogi};
use tdleaf_search::{Limits, Null, Options, Quiescence};

/// Mates are near for both sides, and both have men in hand.
const MATES: &str = "lr5nl/3g1kg2/2n1ppsp1/p1pps1p1p/1p5P1/P1P1SPP1P/1PSPP4/2G1G2R1/LN2K2NL b Bb 1";
const OPEN: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b RG2Srb2gs 1";

#[test]
fn minimax_law_in_shogi() {
    minimax_law(MATERIAL, Sets::One, 1, 60, 1, &Shogi::start(), 120);
    minimax_law(MATERIAL, Sets::One, 2, 2, 2, &Shogi::start(), 120);
    minimax_law(SQUARES, Sets::One, 3, 20, 1, &Shogi::start(), 120);
    for (seed, sfen) in [(4, MATES), (5, OPEN)] {
        let start = Shogi::read(sfen).unwrap();
        minimax_law(MATERIAL, Sets::One, seed, 20, 1, &start, 30);
        minimax_law(KINGS, Sets::One, seed, 10, 1, &start, 30);
    }
}

#[test]
fn leaf_law_in_shogi() {
    let passing =
        Options { null: Null::Fixed(2), horizon_mate: true, quiescence: Quiescence::Plies(8), ..Options::exact(3) };
    leaf_law(MATERIAL, Sets::One, 1, 20, Options::exact(1));
    leaf_law(MATERIAL, Sets::One, 2, 8, Options { horizon_mate: true, ..Options::exact(2) });
    leaf_law(HANDS, Sets::One, 3, 8, Options { noise: 0.1, ..Options::exact(2) });
    leaf_law(MATERIAL, Sets::One, 4, 4, passing);
    leaf_law(KINGS, Sets::One, 5, 2, passing);
}

#[test]
fn strong_searches_of_shogi_claim_no_wrong_leaf() {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    audited(SQUARES, 1, 6, Options::strong(), &limits);
    audited(MATERIAL, 2, 4, Options::knightcap(), &limits);
}
