//! KnightCap's evaluation: the 72 features of the paper's table, 1459 weights for each stage of a game.
//!
//! `docs/knightcap.md` describes each feature in words.

mod attacks;
mod counter;
mod handmade;
mod king;
mod material;
mod pawns;
mod pieces;
mod table;
mod threat;
mod trained;
mod view;

pub use attacks::{Army, Man, Map};
pub use table::{COUNT, Feature, TABLE};
pub use view::Shared;

use super::Chess;
use cozy_chess::{Color, File, Piece, Rank, Square};
use game::{Features, Preset, Root, Sets, SquareMap, Training};
use view::View;

/// The material that KnightCap began to learn with: pawn, knight, bishop, rook, queen.
const MATERIAL: [f64; 5] = [1.0, 4.0, 4.0, 6.0, 12.0];

/// The feature set `knightcap`.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnightCap;

impl Features<Chess> for KnightCap {
    type Prepared = Shared;
    const ASYMMETRIC: bool = true;
    const STAGED: bool = true;

    fn name(&self) -> String {
        "knightcap".to_string()
    }

    fn count(&self) -> usize {
        COUNT
    }

    fn label(&self, index: usize) -> String {
        table::label(index)
    }

    #[inline]
    fn prepare(&self, game: &Chess, root: &Root) -> Shared {
        Shared::new(game.board(), root)
    }

    #[inline]
    fn each(&self, game: &Chess, shared: &Shared, mut push: impl FnMut(usize, i32)) {
        self.early(game, shared, &mut push);
        self.late(game, shared, &mut push);
    }

    #[inline]
    fn early(&self, game: &Chess, shared: &Shared, mut push: impl FnMut(usize, i32)) {
        let board = game.board();
        for color in Color::ALL {
            let view = View { board, shared, color };
            pieces::each(&view, &mut push);
            king::each(&view, &mut push);
            pawns::each(&view, &mut push);
        }
        let pawns = |color| board.colored_pieces(color, Piece::Pawn);
        pieces::squares(Feature::IPAWN_POS, pawns(Color::White), pawns(Color::Black), &mut push);
        pieces::control(board, shared, &mut push);
        material::each(board, shared, &mut push);
    }

    #[inline]
    fn late(&self, game: &Chess, shared: &Shared, mut push: impl FnMut(usize, i32)) {
        material::tactics(game.board(), shared, &mut push);
    }

    /// Only one of them is ever present.
    fn late_worth(&self, weights: &[i32]) -> i32 {
        let late = [Feature::THREAT, Feature::OPPONENTS_THREAT, Feature::NEAR_DRAW_VALUE];
        late.map(|feature| weights[feature.at(0)].abs()).into_iter().max().unwrap_or(0)
    }

    fn presets(&self) -> Vec<Preset> {
        let preset = |name, about, weights| Preset { name, about, sets: Sets::One, weights };
        let mut material = vec![0.0; COUNT];
        material[..5].copy_from_slice(&MATERIAL);
        vec![
            preset("material", "1, 4, 4, 6, 12 and nothing else: where KnightCap began", material),
            preset("zero", "nothing is worth anything", vec![0.0; COUNT]),
            preset("pawns", "everything is worth a pawn", vec![1.0; COUNT]),
            preset("handmade", "made by hand, nothing learnt", handmade::weights()),
            trained::preset(),
        ]
    }

    fn yardstick(&self, weights: &[f64]) -> f64 {
        weights[0]
    }

    fn training(&self) -> Training {
        let (step, lambda) = ("adam:0.003", "0.7");
        // The paper's tanh(0.255 v) is a logistic function of twice the steepness.
        Training { step, lambda, games: 1000, depth: 3, steepness: 0.51, noise: 0.1, opening: 8, ..Training::USUAL }
    }

    fn core(&self) -> usize {
        MATERIAL.len()
    }

    /// The pieces, and what the paper's figure 7 shows.
    fn watched(&self) -> Vec<usize> {
        let chosen = [Feature::CASTLE_BONUS, Feature::DOUBLED_PAWN, Feature::BISHOP_PAIR, Feature::THREAT];
        (0..self.core()).chain(chosen.map(|feature| feature.at(0))).collect()
    }

    fn maps(&self) -> Vec<SquareMap> {
        let map = |feature: Feature, title: &str| {
            let row = |rank| File::ALL.map(|file| vec![feature.at(Square::new(file, rank) as usize)]).to_vec();
            SquareMap {
                title: title.to_string(),
                rows: Rank::ALL.into_iter().rev().map(row).collect(),
                ..SquareMap::default()
            }
        };
        vec![
            map(Feature::IPAWN_POS, "pawn"),
            map(Feature::IKNIGHT_POS, "knight"),
            map(Feature::IROOK_POS, "rook"),
            map(Feature::IPOS_BASE, "control of squares"),
            map(Feature::IPOS_KINGSIDE, "more with the king on the king's side"),
            map(Feature::IPOS_QUEENSIDE, "more with the king on the queen's side"),
        ]
    }
}
