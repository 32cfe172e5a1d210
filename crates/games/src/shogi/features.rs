//! Features of shogi.

use super::{Shogi, side_of};
use game::{Features, Preset, Root, Sets, Training};
use haitaka::{Color, Move, Piece};

/// The men in the order of the features: seven as they begin, six promoted.
const MEN: [Piece; 13] = [
    Piece::Pawn,
    Piece::Lance,
    Piece::Knight,
    Piece::Silver,
    Piece::Gold,
    Piece::Bishop,
    Piece::Rook,
    Piece::Tokin,
    Piece::PLance,
    Piece::PKnight,
    Piece::PSilver,
    Piece::PBishop,
    Piece::PRook,
];
const NAMES: [&str; 13] = [
    "pawn",
    "lance",
    "knight",
    "silver",
    "gold",
    "bishop",
    "rook",
    "promoted pawn",
    "promoted lance",
    "promoted knight",
    "promoted silver",
    "promoted bishop",
    "promoted rook",
];
/// Men that can be in hand.
const IN_HAND: usize = 7;

/// Values of the thesis' table C.3, a rook being 5.
const BEGINNER: [f64; 13] = [0.5, 1.0, 1.0, 2.0, 2.0, 4.0, 5.0, 1.5, 1.75, 1.75, 2.0, 5.0, 6.0];
const GNU: [f64; 13] = [0.42, 2.11, 2.11, 2.83, 3.03, 4.74, 5.0, 1.91, 2.5, 2.63, 3.16, 5.21, 5.16];
const YSS: [f64; 13] = [0.48, 2.07, 2.16, 3.08, 3.32, 4.28, 5.0, 2.02, 3.03, 3.08, 3.22, 5.53, 6.25];

/// The feature of a man; `None` for kings.
fn index(piece: Piece) -> Option<usize> {
    MEN.iter().position(|man| *man == piece)
}

/// The features "material": a weight for each kind of men, on the board and in hand alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Features<Shogi> for Material {
    type Prepared = ();
    const INCREMENTAL: bool = true;
    const FLAT: bool = true;

    fn name(&self) -> String {
        "material".to_string()
    }

    fn count(&self) -> usize {
        MEN.len()
    }

    fn label(&self, index: usize) -> String {
        NAMES[index].to_string()
    }

    fn prepare(&self, _game: &Shogi, _root: &Root) {}

    fn each(&self, game: &Shogi, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        let board = game.board();
        for color in Color::ALL {
            let sign = side_of(color).view(1);
            for (at, man) in MEN.iter().enumerate() {
                let mut count = board.colored_pieces(color, *man).len() as i32;
                if at < IN_HAND {
                    count += i32::from(board.num_in_hand(color, *man));
                }
                if count != 0 {
                    push(at, sign * count);
                }
            }
        }
    }

    fn change(&self, before: &Shogi, mv: Move, _root: &Root, mut push: impl FnMut(usize, i32)) {
        let Move::BoardMove { from, to, promotion } = mv else { return };
        let board = before.board();
        let sign = side_of(board.side_to_move()).view(1);
        if let Some(victim) = board.piece_on(to) {
            // The opponent loses it as it is, the taker has it in hand as it began.
            for piece in [victim, victim.unpromote()] {
                if let Some(at) = index(piece) {
                    push(at, sign);
                }
            }
        }
        if promotion && let Some(piece) = board.piece_on(from) {
            for (piece, amount) in [(piece, -sign), (piece.promote(), sign)] {
                if let Some(at) = index(piece) {
                    push(at, amount);
                }
            }
        }
    }

    fn presets(&self) -> Vec<Preset> {
        let preset = |name, about, weights: Vec<f64>| Preset { name, about, sets: Sets::One, weights };
        vec![
            preset("ones", "all men are worth the same", vec![1.0; 13]),
            preset("zero", "nothing known", vec![0.0; 13]),
            preset("beginner", "a beginners' book (thesis, table C.3)", BEGINNER.to_vec()),
            preset("gnu", "GNU Shogi (thesis, table C.3)", GNU.to_vec()),
            preset("yss", "YSS (thesis, table C.3)", YSS.to_vec()),
        ]
    }

    fn yardstick(&self, weights: &[f64]) -> f64 {
        weights[0]
    }

    fn training(&self) -> Training {
        Training { games: 2000, depth: 2, ..Training::USUAL }
    }
}
