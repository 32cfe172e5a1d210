//! The thesis' weight sets on one footing: every set as values of pieces on squares, written as half-board or full-board weights.

use crate::published::{number, numbers};
use game::{Features, Game, SquareMap};
use games::list::{Visitor, with};

/// For each of the five pieces, a value on each square, rank by rank from White's eighth to the first, files a to h.
pub(crate) type Values = [[f64; 64]; 5];

/// The thesis' piece values at depth 4 in pawns (table 5.5).
pub(crate) fn none() -> Values {
    let values = numbers("/5.5/columns/Depth 4/mean");
    std::array::from_fn(|piece| [values[piece]; 64])
}

/// The same with the expert's bonuses for advanced pawns and central pieces (table D.1).
pub(crate) fn central() -> Values {
    let mut values = none();
    for (piece, squares) in values.iter_mut().enumerate() {
        for (at, value) in squares.iter_mut().enumerate() {
            let (file, rank) = (at % 8, 7 - at / 8);
            let ring = file.min(7 - file).min(rank).min(7 - rank);
            *value += match (piece, rank) {
                (0, 0 | 7) => 0.0,
                (0, _) => number(&format!("/D.1/pawn_ranks/{}", rank + 1)),
                _ => number(&format!("/D.1/piece_centrality/values/{ring}/{}", piece - 1)),
            };
        }
    }
    values
}

/// The boards of a feature set.
pub(crate) fn maps(features: &str) -> Vec<SquareMap> {
    with("chess", Some(features), Maps).unwrap_or_else(|error| unreachable!("{error}"))
}

struct Maps;

impl Visitor for Maps {
    type Output = Vec<SquareMap>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Vec<SquareMap> {
        features.maps()
    }
}

/// What weights of a feature set say of every piece on every square.
pub(crate) fn values(features: &str, weights: &[f64]) -> Values {
    with("chess", Some(features), Spell(weights)).unwrap_or_else(|error| unreachable!("{error}"))
}

struct Spell<'a>(&'a [f64]);

impl Visitor for Spell<'_> {
    type Output = Values;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Values {
        let mut values: Values = std::array::from_fn(|piece| [self.0[piece]; 64]);
        for map in features.maps() {
            for (at, cell) in map.rows.iter().flatten().enumerate() {
                if let Some(piece) = cell.first() {
                    values[*piece][at] = cell.iter().map(|index| self.0[*index]).sum();
                }
            }
        }
        values
    }
}

/// Weights of a feature set that say the same, as far as it can; `core` are its piece values. Squares that share a weight
/// must have the same value.
pub(crate) fn weights(features: &str, values: &Values, core: &[f64; 5]) -> Vec<f64> {
    with("chess", Some(features), Write { values, core }).unwrap_or_else(|error| unreachable!("{error}"))
}

struct Write<'a> {
    values: &'a Values,
    core: &'a [f64; 5],
}

impl Visitor for Write<'_> {
    type Output = Vec<f64>;
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Vec<f64> {
        let mut weights = vec![0.0; features.count()];
        weights[..5].copy_from_slice(self.core);
        for map in features.maps() {
            for (at, cell) in map.rows.iter().flatten().enumerate() {
                if let [piece, square] = cell[..] {
                    weights[square] = self.values[piece][at] - self.core[piece];
                }
            }
        }
        weights
    }
}

/// The value of each piece where it usually stood (7.2.4): the mean over its squares, weighted by how often it was there.
pub(crate) fn typical(features: &str, weights: &[f64], seen: &[f64]) -> [f64; 5] {
    with("chess", Some(features), Typical { weights, seen }).unwrap_or_else(|error| unreachable!("{error}"))
}

struct Typical<'a> {
    weights: &'a [f64],
    seen: &'a [f64],
}

impl Visitor for Typical<'_> {
    type Output = [f64; 5];
    fn visit<G: Game, F: Features<G>>(self, features: F) -> [f64; 5] {
        let bare = lab::typical::<G, F>(&features, self.weights, self.seen);
        std::array::from_fn(|piece| bare[piece])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_survive_being_rewritten() {
        // e4, d4, a4 of the third row from below; a pawn on the seventh rank.
        let central = central();
        assert!((central[0][8] - 2.0).abs() < 1e-12, "a pawn on a7 is worth 1 + 1");
        assert!((central[1][4 * 8 + 4] - (2.72 + 0.2)).abs() < 1e-12, "a knight on e4 stands in ring 4");
        let core = [1.0, 2.72, 3.38, 4.97, 11.49];
        for features in ["half-board", "full-board"] {
            let weights = weights(features, &central, &core);
            let back = values(features, &weights);
            for (piece, squares) in central.iter().enumerate() {
                let from = if piece == 0 { 8..56 } else { 0..64 };
                for at in from {
                    assert!((back[piece][at] - squares[at]).abs() < 1e-12, "{features} {piece} {at}");
                }
            }
        }
        let rings: Vec<f64> = (0..27).map(f64::from).collect();
        let wide = weights("half-board", &values("rings", &rings), &[0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(values("half-board", &wide)[4], values("rings", &rings)[4]);
    }

    #[test]
    fn usual_places_weigh_more() {
        let mut weights = vec![1.0; 11];
        weights[5..].copy_from_slice(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        let mut seen = vec![0.0; 11];
        (seen[5], seen[6]) = (3.0, 1.0);
        assert_eq!(typical("pawn-ranks", &weights, &seen), [1.25, 1.0, 1.0, 1.0, 1.0]);
    }
}
