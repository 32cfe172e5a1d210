//! What is known before a search begins counts in it: as deep as it is, for the side that it was found for, and no further.

use eval::Linear;
use game::{Dice, Features, Game, Side};
use games::chess::{Chess, HalfBoard, PieceSquares};
use tdleaf_search::{Known, Leaf, Limits, Options, Searcher, Thought, Unwatched};

type Evaluator = Linear<PieceSquares<HalfBoard>>;

/// Middle games with choices, none of which wins at once.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r2q1rk1/pp2ppbp/2np1np1/8/3NP1b1/2N1BP2/PPPQ2PP/R3KB1R b KQ - 0 9",
    "2rq1rk1/pb1nbppp/1p2pn2/3p4/2PP4/1PN1PN2/PB2BPPP/2RQ1RK1 w - - 0 12",
];

fn evaluator() -> Evaluator {
    let features = PieceSquares::<HalfBoard>::new();
    let presets: Vec<game::Preset> = Features::<Chess>::presets(&features);
    let learnt = presets.into_iter().find(|preset| preset.name == "learnt").unwrap();
    Linear::new::<Chess>(features, learnt.sets, &learnt.weights)
}

fn options() -> [Options; 4] {
    let strong = Options { table_bits: Some(16), ..Options::strong() };
    let knightcap = Options { table_bits: Some(16), resume: false, ..Options::knightcap() };
    [strong, Options { contempt: 0.3, ..strong }, Options { aspiration: 0.0, ..strong }, knightcap]
}

fn think(searcher: &mut Searcher<Chess>, position: &Chess, depth: u32) -> Thought<Chess> {
    searcher.forget();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let line = std::slice::from_ref(position);
    searcher.think_within(&evaluator(), line, &limits, &mut Dice::new(1, 1), &Unwatched).unwrap()
}

fn known(position: &Chess, program: Side, depth: u32, value: i32) -> Known {
    Known { key: position.key(), program, depth, value, tag: 0 }
}

fn moves(position: &Chess) -> Vec<<Chess as Game>::Move> {
    let mut moves = Vec::new();
    position.moves(|mv| moves.push(mv));
    moves
}

#[test]
fn a_move_into_a_position_that_is_known_to_lose_is_not_played() {
    for options in options() {
        for text in POSITIONS {
            let position = Chess::read(text).unwrap();
            let mut searcher = Searcher::new(options);
            let before = think(&mut searcher, &position, 6);
            let next = position.after(before.best);
            let other = position.side().other();
            searcher.know(vec![known(&next, position.side(), 5, 50_000)]);
            assert_ne!(think(&mut searcher, &position, 6).best, before.best, "bad news: {text} {options:?}");
            searcher.know(vec![known(&next, position.side(), 9, -50_000)]);
            assert_eq!(think(&mut searcher, &position, 6).best, before.best, "good news: {text} {options:?}");
            // What was not searched as deep may change the way, but not where it leads.
            searcher.know(
                moves(&position).iter().map(|mv| known(&position.after(*mv), position.side(), 1, 50_000)).collect(),
            );
            let after = think(&mut searcher, &position, 6);
            assert!((after.value - before.value).abs() < 2_000, "old news: {text} {options:?}");
            // The same fact about a game in which the program played the other side counts where sides are equal.
            searcher.know(vec![known(&next, other, 5, 50_000)]);
            let sides_differ = options.contempt != 0.0 || options.calm_asymmetric;
            assert_eq!(think(&mut searcher, &position, 6).best == before.best, sides_differ, "{text} {options:?}");
            searcher.know(Vec::new());
            let again = think(&mut searcher, &position, 6);
            assert_eq!((again.best, again.value, again.nodes), (before.best, before.value, before.nodes));
        }
    }
}

#[test]
fn if_all_moves_are_known_the_best_of_them_is_the_value() {
    for options in options() {
        for text in POSITIONS {
            let position = Chess::read(text).unwrap();
            let mut facts = Vec::new();
            position.moves(|mv| {
                let value = 1_000 * (facts.len() as i32 % 17) - 9_000;
                facts.push((mv, known(&position.after(mv), position.side(), 12, value)));
            });
            let best = facts.iter().map(|(_, fact)| -fact.value).max().unwrap();
            let mut searcher = Searcher::new(options);
            searcher.know(facts.iter().map(|(_, fact)| *fact).collect());
            let thought = think(&mut searcher, &position, 6);
            assert_eq!((thought.value, &thought.leaf), (best, &Leaf::Unknown), "{text} {options:?}");
            let chosen = facts.iter().find(|(mv, _)| *mv == thought.best).unwrap();
            assert_eq!(-chosen.1.value, best);
            assert!(thought.nodes < 2_000, "{} nodes", thought.nodes);
        }
    }
}

#[test]
fn a_root_that_is_known_deeper_is_answered_from_memory_unless_that_repeats() {
    let position = Chess::read(POSITIONS[3]).unwrap();
    let mut searcher = Searcher::new(options()[0]);
    let found = think(&mut searcher, &position, 4);
    let quiet = position.read_move("c1c2").unwrap();
    assert_ne!(found.best, quiet);
    let fact = Known { key: position.key(), program: position.side(), depth: 9, value: 1234, tag: Chess::tag(quiet) };
    searcher.know(vec![fact]);
    let thought = think(&mut searcher, &position, 4);
    assert_eq!((thought.best, thought.value, thought.depth), (quiet, 1234, 9));
    assert_eq!(thought.line, [quiet]);
    let deeper = think(&mut searcher, &position, 10);
    assert!(deeper.depth == 10 && deeper.leaf != Leaf::Unknown, "what is searched deeper counts more");
    // Who wants to compare lines wants them searched, and other moves than the known one may be asked for.
    let limits = Limits { depth: Some(4), lines: 3, ..Limits::default() };
    let several =
        searcher.think_within(&evaluator(), std::slice::from_ref(&position), &limits, &mut Dice::new(1, 1), &Unwatched);
    assert_eq!(several.unwrap().depth, 4);
    let limits = Limits { depth: Some(4), only: vec![found.best], ..Limits::default() };
    let only =
        searcher.think_within(&evaluator(), std::slice::from_ref(&position), &limits, &mut Dice::new(1, 1), &Unwatched);
    assert_eq!(only.unwrap().best, found.best);
    // The same position again, by way of the move's other end.
    let mut line = vec![position];
    for text in ["c1c2", "c8c7", "c2c1", "c7c8"] {
        let last = line.last().unwrap();
        line.push(last.after(last.read_move(text).unwrap()));
    }
    searcher.forget();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let again = searcher.think_within(&evaluator(), &line, &limits, &mut Dice::new(1, 1), &Unwatched).unwrap();
    assert_eq!(again.depth, 4, "a known move that repeats the position is not played blindly");
}

#[test]
fn a_side_other_than_the_one_to_move_can_be_the_programs() {
    // The pawn must be taken, and then the game is drawn. With contempt that is bad for the program, whoever is to move.
    let position = Chess::read("8/8/8/8/8/8/k1p5/2K5 w - - 0 1").unwrap();
    let options = Options { contempt: 0.5, ..options()[0] };
    let value = |program| {
        let limits = Limits { depth: Some(3), program, ..Limits::default() };
        let line = std::slice::from_ref(&position);
        let mut searcher = Searcher::<Chess>::new(options);
        searcher.think_within(&evaluator(), line, &limits, &mut Dice::new(1, 1), &Unwatched).unwrap().value
    };
    let (own, other) = (value(Some(Side::First)), value(Some(Side::Second)));
    assert_eq!(value(None), own);
    assert!(own < 0 && other == -own, "{own} {other}");
}
