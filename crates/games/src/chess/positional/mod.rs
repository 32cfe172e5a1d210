//! The feature set `positional`: what present-day programs look at, cheap to find, each of it with two weights between which
//! the board's fullness chooses.
//!
//! `docs/positional.md` describes each feature in words.

mod endings;
mod king;
mod learnt;
mod men;
mod pawns;
mod survey;
mod table;
mod threats;

pub use survey::{FULL, Survey};
pub use table::{COUNT, Feature, TABLE};

use super::Chess;
use super::notation::piece_name;
use cozy_chess::{Color, File, Piece, Rank, Square};
use game::{Features, Preset, Root, Sets, SquareMap, Training};
use survey::View;

/// The feature set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positional;

/// The two ends between which a weight slides.
const ENDS: [&str; 2] = ["full board", "bare board"];

/// What one side has.
#[inline(always)]
fn side(view: &View<'_>, push: &mut impl FnMut(usize, i32)) {
    men::each(view, push);
    pawns::each(view, push);
    threats::each(view, push);
    king::each(view, push);
    endings::each(view, push);
}

impl Features<Chess> for Positional {
    type Prepared = Survey;
    const PAIRED: bool = true;

    fn name(&self) -> String {
        "positional".to_string()
    }

    fn count(&self) -> usize {
        2 * COUNT
    }

    fn label(&self, index: usize) -> String {
        format!("{} ({})", table::label(index / 2).replace('_', " ").to_lowercase(), ENDS[index % 2])
    }

    #[inline]
    fn prepare(&self, game: &Chess, _: &Root) -> Survey {
        Survey::new(game.board())
    }

    #[inline]
    fn each(&self, game: &Chess, survey: &Survey, mut push: impl FnMut(usize, i32)) {
        let [full, bare] = survey.shares();
        self.pairs(game, survey, |index, amount| {
            push(2 * index, amount * full);
            push(2 * index + 1, amount * bare);
        });
    }

    #[inline]
    fn pairs(&self, game: &Chess, survey: &Survey, mut push: impl FnMut(usize, i32)) -> [i32; 2] {
        let board = game.board();
        men::balance(board, &mut push);
        endings::both(board, &mut push);
        // Not in a loop: with the colour known, half of the work is done when this is compiled.
        side(&View { board, survey, color: Color::White }, &mut push);
        side(&View { board, survey, color: Color::Black }, &mut push);
        survey.shares()
    }

    /// Amounts are multiplied by how full or bare the board is.
    fn unit(&self, _index: usize) -> f64 {
        1.0 / f64::from(FULL)
    }

    fn presets(&self) -> Vec<Preset> {
        let preset = |name, about, values: [f64; 5]| {
            let mut weights = vec![0.0; 2 * COUNT];
            (0..10).for_each(|index| weights[index] = values[index / 2]);
            Preset { name, about, sets: Sets::One, weights }
        };
        vec![
            preset("ones", "every piece is worth 1: nothing known", [1.0; 5]),
            preset("zero", "nothing is worth anything", [0.0; 5]),
            preset("textbook", "1:3:3:5:9, as beginners learn it", [1.0, 3.0, 3.0, 5.0, 9.0]),
            learnt::preset(),
        ]
    }

    /// A pawn on its first square, on average over the files and over both boards.
    fn yardstick(&self, weights: &[f64]) -> f64 {
        let on = |file| men::square_index(Piece::Pawn, Square::new(file, Rank::Second));
        let end = |end: usize| {
            weights[end] + File::ALL.into_iter().map(|file| weights[2 * on(file) + end]).sum::<f64>() / 8.0
        };
        (end(0) + end(1)) / 2.0
    }

    fn training(&self) -> Training {
        let (step, lambda) = ("adam:0.003", "0.7");
        Training { step, lambda, games: 1000, depth: 3, noise: 0.1, opening: 8, ..Training::USUAL }
    }

    fn core(&self) -> usize {
        10
    }

    fn maps(&self) -> Vec<SquareMap> {
        let map = |piece: Piece, end: usize| {
            let cell = |rank: Rank, file| match (piece, rank) {
                (Piece::Pawn, Rank::First | Rank::Eighth) => vec![],
                _ => vec![2 * men::square_index(piece, Square::new(file, rank)) + end],
            };
            let row = |rank| File::ALL.into_iter().map(|file| cell(rank, file)).collect();
            SquareMap {
                title: format!("{}, {}", piece_name(piece), ENDS[end]),
                rows: Rank::ALL.into_iter().rev().map(row).collect(),
                ..SquareMap::default()
            }
        };
        Piece::ALL.into_iter().flat_map(|piece| [map(piece, 0), map(piece, 1)]).collect()
    }
}
