//! The laws of search in shogi: drops, captures that change hands, mates at the horizon, passing.

mod common;

use common::laws::{audited, leaf_law, minimax_law};
use eval::Linear;
use game::{Dice, Features, Game, Sets};
use games::shogi::{HANDS, KINGS, MATERIAL, Men, SQUARES, Shogi};
use tdleaf_search::{Limits, Null, Options, Quiescence, Searcher, WIN, minimax};

/// Mates are near for both sides, and both have men in hand.
const MATES: &str = "lr5nl/3g1kg2/2n1ppsp1/p1pps1p1p/1p5P1/P1P1SPP1P/1PSPP4/2G1G2R1/LN2K2NL b Bb 1";
const OPEN: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b RG2Srb2gs 1";

/// Mates in three plies that begin with a sacrifice or end with a drop, and the moves that lead to them. They come from games of
/// the program and were found by another one.
const SACRIFICES: [(&str, &[&str]); 10] = [
    ("lns3+N+Bl/1rg2+S3/pp4k2/2pp3p1/4p4/2PP1PP1P/PP1SP1S2/4G1K2/+b1g5L b GN3Prnlp 95", &["2a3b"]),
    ("lns4+B1/1rg2+S+N2/pp3G2r/2pp2kpl/4p4/2PP1PPPP/PP1SP1S2/4G1K2/+b1g5L b N2Pnlp 101", &["2a1b"]),
    ("l1Sg+R+LSn1/2k6/ppnpppp2/2p6/9/2P3P1g/PP1PPP1+p1/2R5S/LNSG1K1N+b b 3Pbgl 79", &["5a6a"]),
    ("ln5kl/5+PRl1/ppp3Ggn/3p5/4p4/P1P3nP1/1P1PPP3/2SK1S2+b/LN1GG3+p b S4Prbs 79", &["3b3a+", "3b3a", "4b3a"]),
    ("6g2/4sgk2/4pppp1/9/4PP3/1P+B3+R2/P2+s5/KB+r6/LN+p1g4 w Sgs3n3l9p 134", &["S*8g", "G*8g"]),
    ("6g2/4sgk2/4pppp1/9/4PP3/1P+B3+R2/P1S+s5/KB+r6/L+p2g4 w gs4n3l9p 136", &["8i8h"]),
    ("6g2/4sgk2/4pppp1/9/4PP3/1P4+R2/PpS+B5/KB+r6/L+p2g4 w Sgs4n3l8p 138", &["8g8h+", "7h8h", "8i8h"]),
    ("1+R7/5+N1+N1/1p+L2p2G/1k2p4/9/3S1PP+RL/1P1sPG3/9/+B2G1K3 b BGS2L11Ps2n 145", &["8a8c"]),
    ("1+R7/5+N1+N1/1+L3p2G/k3p4/9/3S1PP+RL/1P1sPG3/9/+B2G1K3 b BGS2L12Ps2n 147", &["8c8d", "8c9c"]),
    ("lG1Ss+R1+N+L/3kg4/2pppp3/9/p2P4P/2P1b1P2/P8/L2+p1S1GL/1+p3K1N1 w RNPbgsn5p 122", &["S*5h", "B*5h"]),
];

/// The learnt weights of the largest feature set.
fn learnt() -> Linear<Men<false>> {
    let preset = KINGS.presets().into_iter().find(|preset| preset.name == "learnt").expect("weights that ship");
    Linear::new::<Shogi>(KINGS, preset.sets, &preset.weights)
}

/// Near the horizon the strong search gives up most quiet moves, but none that mates.
#[test]
fn strong_searches_see_mates_behind_sacrifices() {
    let evaluator = learnt();
    for (sfen, best) in SACRIFICES {
        let line = [Shogi::read(sfen).unwrap()];
        let options = Options { depth: 3, ..Options::strong() };
        let thought = Searcher::new(options).think(&evaluator, &line, &mut Dice::new(1, 1)).unwrap();
        let found = line[0].write_move(thought.best);
        assert!(best.contains(&found.as_str()), "{found} in {sfen}, value {}", thought.value);
    }
}

/// Black's rook gives check from two sides in turn; White's king goes to and fro. `turns` are those that have been played.
fn perpetual(turns: usize) -> Vec<Shogi> {
    let mut line = vec![Shogi::read("4k4/8R/9/9/9/9/9/9/K8 b - 1").unwrap()];
    for turn in 0..turns {
        let text = ["1b1a", "5a5b", "1a1b", "5b5a"][turn % 4];
        let last = &line[line.len() - 1];
        line.push(last.after(last.read_move(text).unwrap()));
    }
    line
}

/// The fourth time, who has given check all the time loses: he sees it, and so does the other.
#[test]
fn perpetual_check_is_no_draw_in_the_end() {
    let mut weights = vec![0.0; MATERIAL.count()];
    weights[6] = 5.0;
    let evaluator = Linear::new::<Shogi>(MATERIAL, Sets::One, &weights);
    for (turns, loses) in [(8, false), (12, true)] {
        // Before the move that repeats: Black's check, and White's way back.
        for before in [turns - 1, turns - 2] {
            let mut line = perpetual(before);
            let position = line[line.len() - 1].clone();
            let repeating = ["1b1a", "5a5b", "1a1b", "5b5a"][before % 4];
            line.push(position.after(position.read_move(repeating).unwrap()));
            let repeats = game::repeats(&line);
            line.pop();
            for table_bits in [None, Some(12)] {
                let options = Options { table_bits, ..Options::exact(2) };
                let thought = Searcher::new(options).think(&evaluator, &line, &mut Dice::new(1, 1)).unwrap();
                if table_bits.is_none() {
                    assert_eq!(thought.value, minimax(&evaluator, &mut line.clone(), &options), "{before} turns");
                }
                let wins = loses && before == turns - 1;
                assert_eq!(thought.value > WIN - 10, wins, "{before} turns, {repeats} repetitions: {}", thought.value);
            }
        }
    }
}

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
