//! `tt-probes` (thesis 4.2): how many nodes a search saves that probes several slots of its hash table instead of one.
//!
//! The search is full-width and iteratively deepened to the depth of the position, with captures only below it; the table,
//! cleared before, is over the full-width part. Nodes are all positions visited, leaves and quiescence included.
//!
//! Where the thesis is silent, our choices are:
//! - Principal variation search by closed windows, which is its alpha-beta in other words.
//! - Nothing is skipped before it is visited (`foresight` off): the thesis counts leaves.
//! - An entry ends a search of its own depth only, and repetition is no draw. Then every scheme finds the same move with the
//!   same value, as the thesis says of its own.
//! - Whether positions at the horizon are in the table is not told: both readings are run, the second for some sizes and schemes.
//! - A new result of a position replaces the old one even if that was deeper: that is how our table works.
//! - Twin has as many slots as the others, in half as many pairs: with twice as many it would save what a doubled table
//!   saves, about 12 %, and it is published as saving 0 to 4 %.

use arena::Epd;
use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_knight_moves, get_pawn_attacks, get_pawn_quiets,
    get_rook_moves,
};
use eval::Linear;
use game::{Dice, Features, Game, Sets};
use games::chess::{Chess, FullBoard, PieceSquares};
use search::{Limits, Options, Progress, Replace, Searcher, Watch};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The table sizes, as powers of two: 16K to 1024K entries.
pub const SIZES: [u32; 7] = [14, 15, 16, 17, 18, 19, 20];

/// The upper ends of the thesis' bands of saturation; the first begins at 0. What is beyond the last is left out.
pub const BANDS: [f64; 4] = [0.1, 1.0, 10.0, 100.0];

const POSITIONS: &str = include_str!("../data/vsb30.epd");

/// How entries share the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// So many slots are probed, and the shallowest entry makes room unless it is deeper than the new one (4.2.5.3).
    Probes(usize),
    /// Pairs of a slot by depth and a slot for what that one does not take or gives up (4.2.5.4).
    Twin,
}

impl Scheme {
    /// What the others are compared with.
    pub const SINGLE: Scheme = Scheme::Probes(1);
    /// All schemes, in the order of the tables.
    pub const ALL: [Scheme; 6] =
        [Scheme::SINGLE, Scheme::Probes(2), Scheme::Probes(4), Scheme::Probes(8), Scheme::Probes(16), Scheme::Twin];

    /// The name in the tables.
    pub fn name(self) -> String {
        match self {
            Scheme::Probes(count) => format!("P={count}"),
            Scheme::Twin => "Twin".to_string(),
        }
    }
}

/// Which positions are in the table. The thesis considers "all positions visited during the full-width portion" (4.2.2), and does
/// not say whether those at the horizon, where captures begin, are among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// They are not.
    Inner,
    /// They are.
    All,
}

/// A position of the test set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its name: `VSB.01`.
    pub id: String,
    /// The position.
    pub text: String,
    /// Plies to search.
    pub depth: u32,
}

/// The 30 positions, each with its depth.
pub fn positions() -> Vec<Position> {
    let read = |(line, text): (usize, &str)| {
        let epd = Epd::<Chess>::read(text).unwrap_or_else(|error| panic!("vsb30.epd, line {line}: {error}"));
        let value = |code: &str| {
            let found = epd.operations.iter().find(|(name, _)| name == code);
            found.map(|(_, value)| value.trim_matches('"').to_string()).unwrap_or_default()
        };
        let depth = value("acd").parse().unwrap_or_else(|_| panic!("vsb30.epd, line {line}: acd"));
        Position { id: value("id"), text: epd.position.to_string(), depth }
    };
    Epd::<Chess>::lines(POSITIONS).map(read).collect()
}

/// The search of the experiment.
fn options(depth: u32, bits: u32, scheme: Scheme, kept: Kept) -> Options {
    let (probes, replace) = match scheme {
        Scheme::Probes(count) => (count, Replace::Shallowest),
        Scheme::Twin => (2, Replace::TwoDeep),
    };
    // The index and its successors, as published; our own searches probe aligned groups.
    let horizon_table = kept == Kept::All;
    Options { probes, replace, sliding: true, horizon_table, ..platform(depth, bits) }
}

/// The search platform of the thesis (4.1), with a table of 2^`bits` entries.
pub(crate) fn platform(depth: u32, bits: u32) -> Options {
    Options {
        table_bits: Some(bits),
        probes: 8,
        replace: Replace::Shallowest,
        foresight: false,
        repetition: false,
        horizon_mate: false,
        shuffle: false,
        // The thesis searches every depth; the plain tree searches every other one. This switch chooses the tree that
        // knows extensions, and as there are none it changes nothing else.
        asymmetric: true,
        ..Options::exact(depth)
    }
}

/// Nodes visited by a search to `depth` with a table of 2^`bits` entries: after each iteration, all iterations before it
/// included, so that the last is the whole search.
///
/// # Errors
/// If the text is no position, or one without a move.
pub fn nodes(text: &str, depth: u32, bits: u32, scheme: Scheme, kept: Kept) -> Result<Vec<u64>, String> {
    let position = Chess::read(text)?;
    let evaluator = Linear::new::<Chess>(PieceSquares::<FullBoard>::new(), Sets::One, &weights(&position));
    let iterations = Iterations(RefCell::new(Vec::new()));
    let mut searcher = Searcher::<Chess>::new(options(depth, bits, scheme, kept));
    // Nothing of this search is left to chance; it asks for dice all the same.
    let dice = &mut Dice::new(0, 0);
    let thought = searcher.think_within(&evaluator, &[position], &Limits::default(), dice, &iterations);
    thought.map(|_| iterations.0.into_inner()).ok_or_else(|| format!("there is no move in {text}"))
}

/// Notes the nodes after each iteration.
struct Iterations(RefCell<Vec<u64>>);

impl Watch<Chess> for Iterations {
    fn found(&self, progress: &Progress<<Chess as Game>::Move>) {
        let mut nodes = self.0.borrow_mut();
        nodes.resize(progress.depth as usize, 0);
        nodes[progress.depth as usize - 1] = progress.nodes;
    }
}

/// What a square that a man reaches adds to its value there, in pawns, and what one of the four centre squares adds to that.
/// The most that a square can be worth is 0.39, to a queen, so that material dominates.
const REACH: f64 = 0.01;
const CENTRE: f64 = 0.03;

/// The evaluation: the textbook's piece values, and for each man on each square what it would reach from there, the centre
/// counted more. The pawns of the root stop sliding pieces, because they are what stays of a position; the two colours
/// share the mean of their values, and kings have none.
fn weights(root: &Chess) -> Vec<f64> {
    let features = PieceSquares::<FullBoard>::new();
    let mut weights = vec![0.0; features.count()];
    weights[..5].copy_from_slice(&[1.0, 3.0, 3.0, 5.0, 9.0]);
    let pawns = root.board().pieces(Piece::Pawn);
    let mut next = 5;
    for piece in [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        // Pawns have no weights for the first and the last rank.
        let squares = if piece == Piece::Pawn { 8..56 } else { 0..64 };
        for square in squares.map(Square::index) {
            let worth = |color: Color| worth(piece, square.relative_to(color), color, pawns);
            weights[next] = (worth(Color::White) + worth(Color::Black)) / 2.0;
            next += 1;
        }
    }
    weights
}

fn worth(piece: Piece, square: Square, color: Color, pawns: BitBoard) -> f64 {
    let centre = [Square::D4, Square::E4, Square::D5, Square::E5].into_iter().collect::<BitBoard>();
    let reach = match piece {
        Piece::Pawn => get_pawn_attacks(square, color) | get_pawn_quiets(square, color, pawns),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, pawns),
        Piece::Rook => get_rook_moves(square, pawns),
        _ => get_bishop_moves(square, pawns) | get_rook_moves(square, pawns),
    };
    REACH * f64::from(reach.len()) + CENTRE * f64::from((reach & centre).len())
}

/// What a search of the experiment has cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The position.
    pub id: String,
    /// The size of the table, as a power of two.
    pub bits: u32,
    /// The scheme.
    pub scheme: Scheme,
    /// Nodes after each iteration, as [`nodes`] gives them.
    pub nodes: Vec<u64>,
}

/// Several savings in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saving {
    /// How many there are.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation; 0 for less than two.
    pub deviation: f64,
}

impl Saving {
    fn of(list: &[f64]) -> Option<Saving> {
        if list.is_empty() {
            return None;
        }
        let count = list.len() as f64;
        let mean = list.iter().sum::<f64>() / count;
        let squares: f64 = list.iter().map(|saving| (saving - mean).powi(2)).sum();
        Some(Saving { count: list.len(), mean, deviation: (squares / (count - 1.0).max(1.0)).sqrt() })
    }
}

/// What `other` saves of `single` nodes, in percent; negative if it visits more.
pub fn saving(single: u64, other: u64) -> f64 {
    100.0 * (1.0 - other as f64 / single as f64)
}

/// Costs of a scheme, each with that of the single probe in the same position and with a table of the same size.
fn compared(costs: &[Cost], scheme: Scheme) -> impl Iterator<Item = (&Cost, &Cost)> {
    costs.iter().filter(move |cost| cost.scheme == scheme).filter_map(|cost| {
        let same = |other: &&Cost| (other.scheme, other.bits, &other.id) == (Scheme::SINGLE, cost.bits, &cost.id);
        costs.iter().find(same).map(|single| (single, cost))
    })
}

/// What a scheme saves of whole searches with a table of this size (table 4.2); `None` if nothing can be compared.
pub fn by_size(costs: &[Cost], scheme: Scheme, bits: u32) -> Option<Saving> {
    let pairs = compared(costs, scheme).filter(|(_, cost)| cost.bits == bits);
    let list: Vec<f64> =
        pairs.filter_map(|(single, cost)| Some(saving(*single.nodes.last()?, *cost.nodes.last()?))).collect();
    Saving::of(&list)
}

/// Every iteration of a scheme: its search, the saturation (nodes of the single probe for each entry) and what it saves.
pub fn iterations(costs: &[Cost], scheme: Scheme) -> impl Iterator<Item = (&Cost, f64, f64)> {
    compared(costs, scheme).flat_map(|(single, cost)| {
        let saturation = |nodes: u64| nodes as f64 / f64::from(1u32 << single.bits);
        let pairs = single.nodes.iter().zip(&cost.nodes);
        pairs.map(move |(before, after)| (cost, saturation(*before), saving(*before, *after)))
    })
}

/// What a scheme saves by the saturation of the table (table 4.3). Searches to all depths and with all sizes count; those of
/// one position are not independent, so each position gives its mean.
pub fn by_saturation(costs: &[Cost], scheme: Scheme) -> [Option<Saving>; 4] {
    let mut lists: [BTreeMap<&str, Vec<f64>>; 4] = Default::default();
    for (cost, saturation, saving) in iterations(costs, scheme) {
        if let Some(band) = BANDS.iter().position(|end| saturation < *end) {
            lists[band].entry(&cost.id).or_default().push(saving);
        }
    }
    let mean = |list: &Vec<f64>| list.iter().sum::<f64>() / list.len() as f64;
    lists.map(|positions| Saving::of(&positions.values().map(mean).collect::<Vec<_>>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_those_of_the_thesis() {
        let list = positions();
        let of_depth = |depth| list.iter().filter(|position| position.depth == depth).count();
        assert_eq!([7, 8, 9, 10].map(of_depth), [1, 8, 18, 3]);
        assert_eq!(list[0].id, "VSB.01");
        assert!(list.iter().all(|position| Chess::read(&position.text).is_ok()));
    }

    #[test]
    fn squares_are_worth_what_is_reached_from_them() {
        let bare = BitBoard::EMPTY;
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(worth(Piece::Knight, Square::A1, Color::White, bare), 0.02));
        assert!(near(worth(Piece::Knight, Square::F3, Color::White, bare), 0.08 + 0.06));
        assert!(near(worth(Piece::Pawn, Square::D3, Color::White, bare), 0.03 + 0.06));
        assert!(near(worth(Piece::Pawn, Square::D3, Color::White, Square::D4.bitboard()), 0.02 + 0.03));
        assert!(near(worth(Piece::Queen, Square::E4, Color::Black, bare), 0.27 + 0.09));
        let weights = weights(&Chess::start());
        assert!(weights[5..].iter().all(|weight| (0.0..0.4).contains(weight)), "material dominates");
        // The two colours see the start position alike, so the mean is the value of either.
        let features = PieceSquares::<FullBoard>::new();
        let knight = (0..weights.len()).find(|at| features.label(*at) == "knight f3").unwrap();
        assert!(near(weights[knight], 0.14));
    }

    #[test]
    fn several_probes_save_nodes_where_the_table_is_small() {
        let positions = positions();
        let costs = |kept| -> Vec<Cost> {
            let cost = |position: &Position, scheme| Cost {
                id: position.id.clone(),
                bits: 10,
                scheme,
                nodes: nodes(&position.text, 5, 10, scheme, kept).unwrap(),
            };
            positions.iter().take(4).flat_map(|position| Scheme::ALL.map(|scheme| cost(position, scheme))).collect()
        };
        for kept in [Kept::Inner, Kept::All] {
            let costs = costs(kept);
            assert!(costs.iter().all(|cost| cost.nodes.len() == 5 && cost.nodes.is_sorted()), "{costs:?}");
            let mean = |scheme| by_size(&costs, scheme, 10).unwrap().mean;
            assert_eq!(mean(Scheme::SINGLE), 0.0);
            for scheme in [2, 4, 8, 16].map(Scheme::Probes) {
                assert!((0.0..30.0).contains(&mean(scheme)), "{}: {}", scheme.name(), mean(scheme));
            }
            // Where every leaf needs room, what is new and shallow soon fills the second slot of a pair.
            let least = if kept == Kept::Inner { 0.0 } else { -15.0 };
            assert!((least..30.0).contains(&mean(Scheme::Twin)), "{kept:?}: {}", mean(Scheme::Twin));
            let again = |kept| nodes(&positions[0].text, 5, 10, Scheme::SINGLE, kept).unwrap();
            assert_eq!(costs[0].nodes, again(kept), "the same once more");
            assert_ne!(again(Kept::All), again(Kept::Inner));
        }
    }

    #[test]
    fn every_scheme_finds_the_same_move() {
        let position = Chess::read(&positions()[1].text).unwrap();
        let evaluator = Linear::new::<Chess>(PieceSquares::<FullBoard>::new(), Sets::One, &weights(&position));
        let both = Scheme::ALL.into_iter().flat_map(|scheme| [Kept::Inner, Kept::All].map(|kept| (scheme, kept)));
        let found = both.map(|(scheme, kept)| {
            let mut searcher = Searcher::<Chess>::new(options(4, 10, scheme, kept));
            let thought = searcher.think(&evaluator, std::slice::from_ref(&position), &mut Dice::new(0, 0)).unwrap();
            (thought.best, thought.value)
        });
        let found: Vec<_> = found.collect();
        assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
    }

    #[test]
    fn savings_are_sorted_by_saturation() {
        let cost =
            |id: &str, scheme, nodes: &[u64]| Cost { id: id.to_string(), bits: 10, scheme, nodes: nodes.to_vec() };
        let eight = Scheme::Probes(8);
        let costs = [
            cost("a", Scheme::SINGLE, &[100, 1000, 20_000, 200_000]),
            cost("a", eight, &[100, 990, 18_000, 100_000]),
            cost("b", Scheme::SINGLE, &[50, 500, 10_000]),
            cost("b", eight, &[50, 505, 8_000]),
            cost("c", eight, &[1]),
        ];
        let bands = by_saturation(&costs, eight);
        let means = bands.map(|band| band.map(|saving| (saving.count, saving.mean.round())));
        assert_eq!(
            means,
            [Some((2, 0.0)), Some((2, 0.0)), Some((1, 20.0)), Some((1, 10.0))],
            "beyond 100 nothing counts"
        );
        let whole = by_size(&costs, eight, 10).unwrap();
        assert_eq!((whole.count, whole.mean), (2, 35.0));
        assert!((whole.deviation - 450f64.sqrt()).abs() < 1e-9);
        assert_eq!(by_size(&costs, eight, 11), None);
        assert_eq!(by_saturation(&costs, Scheme::Twin), [None; 4]);
        assert!(nodes("nonsense", 1, 4, eight, Kept::All).is_err());
    }
}
