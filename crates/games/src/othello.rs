//! Othello (Reversi): rules on sets of bits, notation and one feature set, all in one file.

use game::{Features, Game, Outcome, Preset, Root, Sets, Side, SquareMap, Training};
use std::fmt;

/// The ten kinds of squares that the symmetry of the board leaves: a1 stands for all corners, b2 for all squares beside them.
const KINDS: [&str; 10] = ["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"];
/// The squares of each kind. Bit `8 * row + column`: a1 is bit 0 and the upper left corner, as Othello players count.
#[rustfmt::skip]
const SQUARES: [u64; 10] = [
    0x8100_0000_0000_0081, 0x4281_0000_0000_8142, 0x2400_8100_0081_0024, 0x1800_0081_8100_0018, 0x0042_0000_0000_4200,
    0x0024_4200_0042_2400, 0x0018_0042_4200_1800, 0x0000_2400_0024_0000, 0x0000_1824_2418_0000, 0x0000_0018_1800_0000,
];
const CORNERS: u64 = SQUARES[0];
const RIM: u64 = SQUARES[0] | SQUARES[1] | SQUARES[2] | SQUARES[3];
/// The squares beside a corner, which usually give it away.
const DANGEROUS: u64 = SQUARES[1] | SQUARES[4];
/// Not a move on a square: who has none and is not at the end must pass.
const PASS: u8 = 64;

/// A position. Black, the first player, is `x`, White is `o`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Othello {
    /// The discs of the side to move, and those of the other.
    own: u64,
    other: u64,
    side: Side,
}

/// How far bits turn for one step in each direction, along rows and columns first, and where they can then be: what leaves
/// the board would come in again on the other side.
#[rustfmt::skip]
const STEPS: [(u32, u64); 8] = {
    let (a, h, top, bottom) = (!0x0101_0101_0101_0101, !0x8080_8080_8080_8080, !0xff, !(0xff << 56));
    [(1, a), (63, h), (8, top), (56, bottom), (9, a & top), (55, h & bottom), (7, h & top), (57, a & bottom)]
};

/// All squares moved one step in a direction.
#[inline(always)]
fn step(squares: u64, direction: usize) -> u64 {
    squares.rotate_left(STEPS[direction].0) & STEPS[direction].1
}

/// The run of `through` that begins beside `from`, at most six squares long.
#[inline(always)]
fn run(from: u64, through: u64, direction: usize) -> u64 {
    let mut run = step(from, direction) & through;
    for _ in 0..5 {
        run |= step(run, direction) & through;
    }
    run
}

/// The empty squares on which the owner of `own` turns something.
fn targets(own: u64, other: u64) -> u64 {
    (0..8).map(|direction| step(run(own, other, direction), direction)).fold(0, |all, ends| all | ends) & !(own | other)
}

/// All squares beside these.
fn around(squares: u64) -> u64 {
    (0..8).fold(0, |all, direction| all | step(squares, direction))
}

impl Othello {
    /// Black's discs and White's.
    fn discs(&self) -> [u64; 2] {
        if self.side == Side::First { [self.own, self.other] } else { [self.other, self.own] }
    }

    fn empty(&self) -> u64 {
        !(self.own | self.other)
    }

    /// The squares of a row as letters, each after `gap`.
    fn row(&self, row: usize, gap: &str) -> String {
        let [first, second] = self.discs();
        let letter = |square: usize| ['.', 'x', 'o'][(first >> square & 1 | (second >> square & 1) << 1) as usize];
        (8 * row..8 * row + 8).map(|square| format!("{gap}{}", letter(square))).collect()
    }
}

impl Game for Othello {
    /// A square from 0 to 63, or 64 for a pass.
    type Move = u8;
    const NAME: &'static str = "othello";
    const CLASSES: usize = 3;

    fn start() -> Othello {
        Othello { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000, side: Side::First }
    }

    fn side(&self) -> Side {
        self.side
    }

    /// The game ends when neither can move: who has more discs wins.
    fn over(&self) -> Option<Outcome> {
        let goes_on = targets(self.own, self.other) != 0 || targets(self.other, self.own) != 0;
        let [first, second] = self.discs().map(|discs| discs.count_ones() as i32);
        (!goes_on).then_some(Outcome((first - second).signum() as i8))
    }

    /// Corners first and the squares beside them last: searches are faster if good moves come early.
    fn moves(&self, mut push: impl FnMut(u8)) {
        let all = targets(self.own, self.other);
        if all == 0 && targets(self.other, self.own) != 0 {
            push(PASS);
        }
        for mut squares in [all & CORNERS, all & !(CORNERS | DANGEROUS), all & DANGEROUS] {
            while squares != 0 {
                push(squares.trailing_zeros() as u8);
                squares &= squares - 1;
            }
        }
    }

    fn play(&mut self, mv: u8) {
        let square = if mv == PASS { 0 } else { 1 << mv };
        let bounded = |direction: &usize| step(run(square, self.other, *direction), *direction) & self.own != 0;
        let turned = (0..8).filter(bounded).fold(0, |all, direction| all | run(square, self.other, direction));
        (self.own, self.other) = (self.other & !turned, self.own | square | turned);
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        let spread = |bits: u64| (bits ^ bits >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15).swap_bytes();
        spread(spread(spread(self.own) ^ self.other) ^ self.side.index() as u64)
    }

    /// By the number of empty squares: every position chooses its weights for itself.
    fn class(&self) -> usize {
        let empty = self.empty().count_ones();
        usize::from(empty < 44) + usize::from(empty < 20)
    }

    fn class_name(class: usize) -> String {
        ["opening", "middle", "end"][class].to_string()
    }

    /// Reads rows from the top and the side to move, as in the first line of the tests below.
    fn read(text: &str) -> Result<Othello, String> {
        let (board, side) = text.split_once(' ').ok_or("expected the rows, a space and the side to move, x or o")?;
        let at = ["x", "o"].iter().position(|name| *name == side);
        let at = at.ok_or_else(|| format!("the side to move is x or o, not '{side}'"))?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 8 || rows.iter().any(|row| row.chars().count() != 8) {
            return Err(format!("a board has 8 rows of 8 squares with '/' between the rows, unlike '{board}'"));
        }
        let mut discs = [0u64; 3];
        for (square, letter) in rows.concat().chars().enumerate() {
            let at = "xo.".find(letter).ok_or_else(|| format!("a square is x, o or . for empty, not '{letter}'"))?;
            discs[at] |= 1 << square;
        }
        let game = Othello { own: discs[at], other: discs[1 - at], side: [Side::First, Side::Second][at] };
        let taken = game.empty() & SQUARES[9] == 0;
        taken.then_some(game).ok_or_else(|| "the four squares in the middle are never empty".to_string())
    }

    fn write_move(&self, mv: u8) -> String {
        let square = || format!("{}{}", char::from(b'a' + mv % 8), mv / 8 + 1);
        if mv == PASS { "pass".to_string() } else { square() }
    }

    fn mirrored(&self) -> Option<Othello> {
        Some(Othello { side: self.side.other(), ..*self })
    }

    fn picture(&self) -> String {
        let rows: String = (0..8).map(|row| format!("{}{}\n", row + 1, self.row(row, " "))).collect();
        let [first, second] = self.discs().map(u64::count_ones);
        format!("  a b c d e f g h\n{rows}  x {first}, o {second}")
    }
}

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = (0..8).map(|row| self.row(row, "")).collect();
        write!(f, "{} {}", rows.join("/"), ["x", "o"][self.side.index()])
    }
}

/// The features "shape": what can be moved and what cannot be turned, and discs by square.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shape;

/// All that has no square; the kinds of squares come after it. C and X are the squares beside a corner, risky if it is empty.
const GENERAL: [&str; 6] = ["last move", "move", "future move", "safe disc", "risky C disc", "risky X disc"];

/// Learnt for opening, middle and end.
const LEARNT: [[f64; 16]; 3] = [
    [0.17, 0.07, 0.03, 0.79, -0.22, -0.94, 0.84, -0.04, 0.19, 0.09, -0.48, -0.09, -0.09, 0.01, 0.00, -0.05],
    [0.18, 0.09, 0.04, 0.21, -0.24, -1.16, 0.72, 0.02, 0.08, 0.06, -0.04, -0.06, -0.04, 0.03, -0.02, -0.06],
    [0.27, 0.25, -0.07, 0.18, -0.37, -0.95, 0.15, 0.12, -0.03, -0.03, 0.23, 0.03, 0.01, 0.03, 0.00, -0.04],
];

impl Features<Othello> for Shape {
    type Prepared = ();

    fn name(&self) -> String {
        "shape".to_string()
    }

    fn count(&self) -> usize {
        GENERAL.len() + KINDS.len()
    }

    fn label(&self, index: usize) -> String {
        GENERAL.iter().chain(&KINDS).nth(index).expect("an index below count").to_string()
    }

    /// The squares are no pieces whose values were to be shown one by one.
    fn core(&self) -> usize {
        GENERAL.len()
    }

    /// The first is where learning starts, and says that opening, middle and end have weights of their own.
    fn presets(&self) -> Vec<Preset> {
        let learnt = "mean of three runs: tdleaf learn othello --seed 1 (2, 3)";
        [("zero", "nothing known", [[0.0; 16]; 3]), ("learnt", learnt, LEARNT)]
            .map(|(name, about, weights)| Preset { name, about, sets: Sets::Classes, weights: weights.concat() })
            .to_vec()
    }

    /// Measured among step sizes, lambdas and depths; without random openings the same few games would come again and again.
    fn training(&self) -> Training {
        Training { games: 4000, depth: 3, opening: 10, step: "adam:0.01,1000", lambda: "0.9", ..Training::USUAL }
    }

    fn prepare(&self, _game: &Othello, _root: &Root) {}

    fn each(&self, game: &Othello, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        let ([first, second], empty) = (game.discs(), game.empty());
        // Who is to move with an odd number of squares left moves last if nobody passes.
        push(0, game.side.view(if empty.count_ones() % 2 == 1 { 1 } else { -1 }));
        let amounts = |own: u64, other: u64| {
            let corners = own & CORNERS;
            // Discs that hang together with an own corner along the rim cannot be turned any more.
            let safe = (0..4).fold(corners, |all, direction| all | run(corners, own & RIM, direction));
            let beside = own & around(empty & CORNERS) & DANGEROUS;
            let general = [targets(own, other), around(other) & empty, safe, beside & RIM, beside & !RIM];
            general.into_iter().chain(SQUARES.map(|squares| own & squares)).map(|squares| squares.count_ones() as i32)
        };
        for (index, (a, b)) in amounts(first, second).zip(amounts(second, first)).enumerate() {
            push(1 + index, a - b);
        }
    }

    fn maps(&self) -> Vec<SquareMap> {
        let of = |square: usize| (0..10).filter(move |kind| SQUARES[*kind] >> square & 1 == 1);
        let kind = |square: usize| of(square).map(|kind| GENERAL.len() + kind).collect();
        vec![SquareMap {
            title: "discs".to_string(),
            ranks: (1..=8).map(|rank| rank.to_string()).collect(),
            rows: (0..8).map(|row| (8 * row..8 * row + 8).map(kind).collect()).collect(),
            ..SquareMap::default()
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::check::{self, Plan};

    const START: &str = "......../......../......../...ox.../...xo.../......../......../........ x";

    #[test]
    fn obeys_the_laws() {
        let perft = [(START, 7, 55_092), (START, 8, 390_216), (START, 9, 3_005_288), (START, 10, 24_571_056)];
        let plan = Plan { games: 500, longest: 130, perft: &perft, ..Plan::new() };
        let summary = check::game::<Othello>(&plan).unwrap();
        assert!(summary.results.iter().all(|count| *count > 0) && summary.longest > 60, "{summary:?}");
        check::features(&Shape, &plan).unwrap();
        assert!(check::keys(&plan, 2_000_000).unwrap() > 1_000_000);
    }

    #[test]
    fn who_cannot_move_passes_and_the_game_ends_when_nobody_can() {
        // White has no move and passes, Black takes h1, and nobody can take h8.
        let mut game =
            Othello::read("xxxxxxo./xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxx. o").unwrap();
        for text in ["pass", "h1"] {
            assert_eq!((game.over(), game.move_list().len()), (None, 1));
            game.play(game.read_move(text).unwrap());
        }
        assert_eq!((game.over(), game.move_list()), (Some(Outcome::win(Side::First)), vec![]));
    }

    #[test]
    fn refuses_impossible_positions() {
        let (odd, hollow) = (START.replacen('.', "?", 1), START.replace("ox", ".."));
        for (text, reason) in
            [("", "side to move"), ("x x", "8 rows of 8"), (&odd, "not '?'"), (&hollow, "in the middle")]
        {
            let error = Othello::read(text).unwrap_err();
            assert!(error.contains(reason), "'{text}': {error}");
        }
    }
}
