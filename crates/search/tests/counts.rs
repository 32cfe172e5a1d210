//! What the nodes of a search are spent on: capture trees, and the two kinds of detection.

use eval::Linear;
use game::{Dice, Game, Sets};
use games::chess::{Chess, Material, PieceSquares};
use tdleaf_search::{Counts, Null, Options, Recapture, Searcher, Singular};

/// Positions in which there is something to take, and to take back.
const LIVELY: [&str; 4] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 8",
    "r1b2rk1/pp1nbppp/2p1pn2/q2p2B1/2PP4/2NBPN2/PPQ2PPP/R3K2R w KQ - 4 9",
    "2r3k1/1q3pp1/p3p2p/1p1pP3/3P4/P1R4P/1P2QPP1/6K1 w - - 0 1",
];

/// Nodes and counts of searches of all positions, summed.
fn spent(options: Options) -> (u64, Counts) {
    let evaluator = Linear::new(PieceSquares::<Material>::new(), Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    let (mut nodes, mut sum) = (0, Counts::default());
    for fen in LIVELY {
        let line = [Chess::read(fen).unwrap()];
        let thought = Searcher::new(options).think(&evaluator, &line, &mut Dice::new(1, 1)).unwrap();
        let counts = thought.counts;
        assert!(counts.captures <= thought.nodes, "{counts:?} of {} nodes", thought.nodes);
        assert!(counts.singular + counts.recaptures <= counts.captures, "{counts:?}");
        assert_eq!(counts.main() + counts.singular + counts.recaptures, counts.captures);
        nodes += thought.nodes;
        sum.captures += counts.captures;
        sum.singular += counts.singular;
        sum.recaptures += counts.recaptures;
    }
    (nodes, sum)
}

#[test]
fn detection_counts_only_where_it_is_switched_on() {
    let none = Options::exact(4);
    let singular = Options { singular: Singular::Reduced(1), ..none };
    let recapture = Options { recapture: Recapture::Thesis, ..none };
    let both = Options { recapture: Recapture::Thesis, ..singular };
    for (options, of_singular, of_recaptures) in
        [(none, false, false), (singular, true, false), (recapture, false, true), (both, true, true)]
    {
        let (nodes, counts) = spent(options);
        assert!(counts.captures > nodes / 10 && counts.captures < nodes, "{counts:?} of {nodes} nodes");
        assert_eq!(counts.singular > 0, of_singular, "{counts:?}");
        assert_eq!(counts.recaptures > 0, of_recaptures, "{counts:?}");
        assert!(counts.main() > 0, "{counts:?}");
    }
}

#[test]
fn testing_a_ply_less_deep_costs_less() {
    let deep = spent(Options { singular: Singular::Reduced(1), ..Options::exact(4) }).1;
    let shallow = spent(Options { singular: Singular::Reduced(2), ..Options::exact(4) }).1;
    assert!(shallow.singular < deep.singular, "{shallow:?} {deep:?}");
}

#[test]
fn who_stands_pat_at_once_does_not_look_for_captures() {
    // Seven moves, all worth the same: after the first, which is searched with an open window, the opponent stands pat at once.
    let evaluator = Linear::new(PieceSquares::<Material>::new(), Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    let options = Options { foresight: false, ..Options::exact(1) };
    let line = [Chess::read("4k3/8/8/8/8/8/7P/4K3 w - - 0 1").unwrap()];
    let thought = Searcher::new(options).think(&evaluator, &line, &mut Dice::new(1, 1)).unwrap();
    assert_eq!((thought.nodes, thought.counts), (7, Counts { captures: 1, ..Counts::default() }));
}

#[test]
fn a_recapture_is_searched_a_ply_deeper() {
    // Knight takes knight; if the other knight takes back, it no longer guards h7, where the queen mates.
    let position = Chess::read("4qrk1/5pp1/5n2/3n4/8/2NB3Q/5PPP/6K1 w - - 0 1").unwrap();
    let evaluator = Linear::new::<Chess>(PieceSquares::<Material>::new(), Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    let value = |recapture| {
        let options = Options { recapture, horizon_mate: true, ..Options::exact(2) };
        let line = std::slice::from_ref(&position);
        Searcher::new(options).think(&evaluator, line, &mut Dice::new(1, 1)).unwrap().value
    };
    assert_eq!(value(Recapture::Off), -40_000, "an exchange");
    assert_eq!(value(Recapture::Thesis), -10_000, "a knight is won, because taking back loses");
}

#[test]
fn a_null_move_shows_that_other_moves_do_not_mate() {
    // Queen takes h7 is mate; the rest of the search is to find that nothing else is quicker.
    let mate = Chess::read("r1b2rk1/pp3ppp/2n5/6NQ/3p4/3B4/PPq2PPP/R4RK1 w - - 0 1").unwrap();
    let evaluator = Linear::new::<Chess>(PieceSquares::<Material>::new(), Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    let nodes = |null| {
        let options = Options { null, ..Options::exact(5) };
        let line = std::slice::from_ref(&mate);
        let thought = Searcher::new(options).think(&evaluator, line, &mut Dice::new(1, 1)).unwrap();
        assert_eq!(mate.write_move(thought.best), "h5h7");
        thought.nodes
    };
    let (with, without) = (nodes(Null::Fixed(2)), nodes(Null::Off));
    assert!(4 * with < without, "{with} and {without} nodes");
}
