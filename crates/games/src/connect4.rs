//! Connect four, the game to copy when you add your own: rules, notation and two feature sets in one file.

use game::{Features, Game, Outcome, Preset, Root, Sets, Side, SquareMap, Training};
use std::fmt;

const COLUMNS: usize = 7;
const ROWS: usize = 6;
/// Bits of a column: its rows and one that stays empty, so that no line of four runs on into the next column.
const HEIGHT: usize = ROWS + 1;
/// The lowest square of every column, and all squares.
const BOTTOM: u64 = ((1 << (COLUMNS * HEIGHT)) - 1) / ((1 << HEIGHT) - 1);
const BOARD: u64 = BOTTOM * ((1 << ROWS) - 1);
/// The distances between neighbouring bits of a line: up, to the right, and along the two diagonals.
const DIRECTIONS: [usize; 4] = [1, HEIGHT, HEIGHT - 1, HEIGHT + 1];

/// A position: a set of bits for each player, in which column `c` and row `r` is bit `c * HEIGHT + r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connect4 {
    stones: [u64; 2],
    side: Side,
}

impl Connect4 {
    fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The square on which the next stone in a column lands; none if the column is full.
    fn landing(&self, column: u8) -> u64 {
        let all = self.all();
        // The squares above a stone or at the bottom, less those that are taken.
        (all << 1 | BOTTOM) & !all & BOARD & (0x3f << (usize::from(column) * HEIGHT))
    }

    fn letter(&self, column: usize, row: usize) -> char {
        let square = 1 << (column * HEIGHT + row);
        if self.stones[0] & square != 0 {
            'x'
        } else if self.stones[1] & square != 0 {
            'o'
        } else {
            '.'
        }
    }
}

fn four(stones: u64) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for Connect4 {
    /// A column, counted from the left.
    type Move = u8;
    const NAME: &'static str = "connect4";
    const STAGES: &'static [&'static str] = &["open", "filled"];

    fn start() -> Connect4 {
        Connect4 { stones: [0, 0], side: Side::First }
    }

    fn side(&self) -> Side {
        self.side
    }

    fn over(&self) -> Option<Outcome> {
        // Only who moved last can have made four.
        let last = self.side.other();
        if four(self.stones[last.index()]) {
            Some(Outcome::win(last))
        } else {
            (self.all() == BOARD).then_some(Outcome::DRAW)
        }
    }

    fn moves(&self, mut push: impl FnMut(u8)) {
        if four(self.stones[self.side.other().index()]) {
            return;
        }
        // Moves are searched in this order. The centre comes first: it belongs to more lines of four.
        for column in [3, 2, 4, 1, 5, 0, 6] {
            if self.landing(column) != 0 {
                push(column);
            }
        }
    }

    fn play(&mut self, column: u8) {
        self.stones[self.side.index()] |= self.landing(column);
        self.side = self.side.other();
    }

    /// No two positions share a key. In each column the sum has a bit above the pile and, below it, the first player's
    /// stones; with the side to move that is everything. The last two steps spread it over all bits and lose nothing.
    fn key(&self) -> u64 {
        let exact = (self.stones[0] + self.all() + BOTTOM) << 1 | self.side.index() as u64;
        let spread = exact.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        spread ^ spread >> 32
    }

    /// The second stage begins when a third of the squares are taken.
    fn stage(&self) -> usize {
        usize::from(self.all().count_ones() >= 14)
    }

    /// Reads rows from the top and the side to move: `......./......./......./......./...o.../..xx... o`.
    ///
    /// Either side may have begun, so that positions with exchanged colours can be written too.
    fn read(text: &str) -> Result<Connect4, String> {
        let (board, side) = text.split_once(' ').ok_or("expected the rows, a space and the side to move, x or o")?;
        let side = match side {
            "x" => Side::First,
            "o" => Side::Second,
            _ => return Err(format!("the side to move is x or o, not '{side}'")),
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != ROWS {
            return Err(format!("a board has {ROWS} rows with '/' between them, not {}", rows.len()));
        }
        let mut stones = [0u64; 2];
        for (row, text) in rows.iter().rev().enumerate() {
            if text.chars().count() != COLUMNS {
                return Err(format!("a row has {COLUMNS} squares, unlike '{text}'"));
            }
            for (column, letter) in text.chars().enumerate() {
                let square = 1 << (column * HEIGHT + row);
                match letter {
                    'x' => stones[0] |= square,
                    'o' => stones[1] |= square,
                    '.' => {}
                    _ => return Err(format!("a square is x, o or . for empty, not '{letter}'")),
                }
            }
        }
        let game = Connect4 { stones, side };
        if game.all() & !(game.all() << 1 | BOTTOM) != 0 {
            return Err("a stone has an empty square below it".to_string());
        }
        let [own, other] = [side, side.other()].map(|side| stones[side.index()].count_ones());
        if other != own && other != own + 1 {
            return Err(format!("the side to move has {own} stones, so the other has {own} or one more, not {other}"));
        }
        if four(stones[side.index()]) {
            return Err("the side to move has four in a row already".to_string());
        }
        Ok(game)
    }

    /// A letter from a to g, as in Allis, A Knowledge-based Approach of Connect-Four (1988).
    fn write_move(&self, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    fn mirrored(&self) -> Option<Connect4> {
        Some(Connect4 { stones: [self.stones[1], self.stones[0]], side: self.side.other() })
    }

    fn picture(&self) -> String {
        let row = |row| (0..COLUMNS).map(|column| format!(" {}", self.letter(column, row))).collect();
        let mut lines: Vec<String> = (0..ROWS).rev().map(row).collect();
        lines.push(" a b c d e f g".to_string());
        lines.join("\n")
    }
}

impl fmt::Display for Connect4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row| (0..COLUMNS).map(|column| self.letter(column, row)).collect();
        let rows: Vec<String> = (0..ROWS).rev().map(row).collect();
        write!(f, "{} {}", rows.join("/"), ["x", "o"][self.side.index()])
    }
}

/// The features "lines": open lines of four with one, two and three stones, and stones in the centre.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lines;

/// The 69 lines of four.
const LINES: [u64; 69] = {
    let (mut lines, mut count, mut i) = ([0; 69], 0, 0);
    while i < 4 * COLUMNS * HEIGHT {
        let step = DIRECTIONS[i % 4];
        let line = (1u64 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << (i / 4);
        // What leaves the board loses a bit at the end or hits the empty row.
        if line.count_ones() == 4 && line & !BOARD == 0 {
            lines[count] = line;
            count += 1;
        }
        i += 1;
    }
    lines
};

/// Short games need variety: without random openings the same few would be played again and again.
const TRAINING: Training = Training { games: 2000, depth: 4, opening: 6, ..Training::USUAL };

impl Features<Connect4> for Lines {
    type Prepared = ();

    fn name(&self) -> String {
        "lines".to_string()
    }

    fn count(&self) -> usize {
        4
    }

    fn label(&self, index: usize) -> String {
        ["open lines with one stone", "open lines with two", "open lines with three", "stones in the centre"][index]
            .into()
    }

    /// The first set is where learning starts; the last one is what `tdleaf play` uses.
    fn presets(&self) -> Vec<Preset> {
        let learnt = "mean of three runs: tdleaf learn connect4 --seed 1 (2, 3)";
        vec![
            Preset { name: "zero", about: "nothing known", sets: Sets::One, weights: vec![0.0; 4] },
            Preset { name: "learnt", about: learnt, sets: Sets::One, weights: vec![-0.0156, 0.038, 0.216, 0.1998] },
        ]
    }

    fn training(&self) -> Training {
        TRAINING
    }

    fn prepare(&self, _game: &Connect4, _root: &Root) {}

    /// Amounts are the first player's less the second player's.
    fn each(&self, game: &Connect4, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        let mut amounts = [0; 4];
        for line in LINES {
            match game.stones.map(|stones| stones & line) {
                [0, 0] => {}
                [first, 0] => amounts[first.count_ones() as usize - 1] += 1,
                [0, second] => amounts[second.count_ones() as usize - 1] -= 1,
                _ => {}
            }
        }
        // Lines of four decide the game and need no weight: their place is taken by the centre.
        let centre = 0x3f << (3 * HEIGHT);
        let [first, second] = game.stones.map(|stones| (stones & centre).count_ones() as i32);
        amounts[3] = first - second;
        (0..4).for_each(|index| push(index, amounts[index]));
    }
}

/// The features "squares": stones on each square, the left and the right half of the board taken together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Squares;

/// The feature of a square.
fn folded(bit: usize) -> usize {
    let column = bit / HEIGHT;
    column.min(COLUMNS - 1 - column) * ROWS + bit % HEIGHT
}

impl Features<Connect4> for Squares {
    type Prepared = ();
    const INCREMENTAL: bool = true;

    fn name(&self) -> String {
        "squares".to_string()
    }

    fn count(&self) -> usize {
        COLUMNS.div_ceil(2) * ROWS
    }

    fn label(&self, index: usize) -> String {
        let (column, row) = (index / ROWS, index % ROWS + 1);
        format!("{}{row}", ["a/g", "b/f", "c/e", "d"][column])
    }

    fn prepare(&self, _game: &Connect4, _root: &Root) {}

    fn each(&self, game: &Connect4, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        for (mut stones, amount) in [(game.stones[0], 1), (game.stones[1], -1)] {
            while stones != 0 {
                push(folded(stones.trailing_zeros() as usize), amount);
                stones &= stones - 1;
            }
        }
    }

    /// One stone more: cheaper than counting all, so searches can keep a running sum.
    fn change(&self, before: &Connect4, column: u8, _root: &Root, mut push: impl FnMut(usize, i32)) {
        push(folded(before.landing(column).trailing_zeros() as usize), before.side.view(1));
    }

    fn training(&self) -> Training {
        TRAINING
    }

    fn maps(&self) -> Vec<SquareMap> {
        let row = |row| (0..COLUMNS).map(|column| vec![folded(column * HEIGHT + row)]).collect();
        vec![SquareMap {
            title: "stones".to_string(),
            rows: (0..ROWS).rev().map(row).collect(),
            ..SquareMap::default()
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::check::{self, Plan};

    const START: &str = "......./......./......./......./......./....... x";

    #[test]
    fn obeys_the_laws() {
        // Published tables say 5,686,266 for depth 8: they also count the 13,032 games that were won at depth 7.
        let perft = [(START, 6, 117_649), (START, 7, 823_536), (START, 8, 5_673_234)];
        let plan = Plan { games: 1000, longest: 42, perft: &perft, ..Plan::new() };
        let summary = check::game::<Connect4>(&plan).unwrap();
        assert!(summary.results.iter().all(|count| *count > 0), "{summary:?}");
        check::features(&Lines, &plan).unwrap();
        check::features(&Squares, &plan).unwrap();
    }

    #[test]
    fn ten_million_positions_have_their_own_keys() {
        let different = check::keys(&Plan::<Connect4>::new(), 10_000_000).unwrap();
        assert!(different > 5_000_000, "{different}");
    }

    #[test]
    fn wins_in_all_directions() {
        for (columns, winner) in [
            ("abababa", Side::First),
            ("gaabbccd", Side::Second),
            ("abbccdcddfd", Side::First),
            ("gffeededdbd", Side::First),
        ] {
            let mut game = Connect4::start();
            for (ply, column) in columns.chars().enumerate() {
                assert_eq!(game.over(), None, "{columns} at ply {ply}");
                game.play(game.read_move(&column.to_string()).unwrap());
            }
            assert_eq!(game.over(), Some(Outcome::win(winner)), "{columns}\n{}", game.picture());
        }
    }

    #[test]
    fn four_means_one_of_69_lines_and_none_runs_around_the_edge() {
        assert!(LINES.iter().all(|line| line.count_ones() == 4 && four(*line)));
        // Whatever four squares are taken: they win if and only if they are a line.
        let squares: Vec<u64> =
            (0..COLUMNS * HEIGHT).map(|bit| 1 << bit).filter(|square| BOARD & square != 0).collect();
        let mut wins = 0;
        for (i, a) in squares.iter().enumerate() {
            for (j, b) in squares[..i].iter().enumerate() {
                for (k, c) in squares[..j].iter().enumerate() {
                    wins += squares[..k].iter().filter(|d| four(a | b | c | *d)).count();
                }
            }
        }
        assert_eq!(wins, 69);
        let edge = Connect4::read("x....../x....../x....../o....../o....../ox..... o").unwrap();
        assert_eq!(edge.over(), None);
    }

    #[test]
    fn lines_count_open_lines() {
        let game = Connect4::read("......./......./......./......./...o.../..xxx.o o").unwrap();
        let mut amounts = [0; 4];
        Lines.each(&game, &(), |index, amount| amounts[index] = amount);
        // One stone: 2 upward and 2 diagonal for x, 9 for o. Two: a1-d1. Three: b1-e1, c1-f1. Centre: one each.
        assert_eq!(amounts, [4 - 9, 1, 2, 0]);
    }

    #[test]
    fn refuses_impossible_positions() {
        for (text, reason) in [
            ("", "the side to move"),
            ("......./......./......./......./......./....... z", "is x or o, not 'z'"),
            ("......./......./......./......./....... x", "6 rows"),
            ("......./......./......./......./......./...... x", "7 squares"),
            ("......./......./......./......./......./...é... x", "not 'é'"),
            ("......./......./......./......./...x.../....... o", "empty square below"),
            ("......./......./......./......./......./...xx.. o", "0 stones"),
            ("......./......./......./......./......./...x... x", "1 stones"),
            ("......./......./......./......./ooo..../xxxx..o x", "four in a row"),
            ("......./......./......./......./oooo.../xxxx... x", "four in a row"),
        ] {
            let error = Connect4::read(text).unwrap_err();
            assert!(error.contains(reason), "'{text}': {error}");
        }
        assert!(Connect4::start().read_move("h").unwrap_err().contains("d c e b f a g"));
    }
}
