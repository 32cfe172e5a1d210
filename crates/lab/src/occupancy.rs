//! How often features occurred in a run, and what a piece is typically worth where it stands (thesis 7.2.4).

use game::{Features, Game, Root, Side};
use store::{Run, StoreError};

/// How often each feature occurred in the games of the last fifth of a run, counted over all positions of these games.
pub fn occupancy<G: Game, F: Features<G>>(features: &F, run: &Run) -> Result<Vec<f64>, StoreError> {
    let mut counts = vec![0.0; features.count()];
    let games = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    let root = Root { program: Side::First, stage: 0, set: 0 };
    for row in run.games((games - games / 5).max(1)..=games)? {
        let start = row.start.as_deref().map_or(Some(G::start()), |text| G::read(text).ok());
        let Some(mut game) = start else { continue };
        for text in row.moves.split(' ') {
            features.each(&game, &features.prepare(&game, &root), |i, amount| counts[i] += f64::from(amount.abs()));
            match game.read_move(text) {
                Ok(mv) => game.play(mv),
                Err(_) => break,
            }
        }
    }
    Ok(counts)
}

/// The weights with the squares taken out: each core feature gets the average of its squares, weighted by how often they
/// were occupied, and every other weight is 0. It is the same material without squares.
pub fn typical<G: Game, F: Features<G>>(features: &F, weights: &[f64], occupancy: &[f64]) -> Vec<f64> {
    let core = features.core();
    let mut bare = vec![0.0; weights.len()];
    bare[..core].copy_from_slice(&weights[..core]);
    for map in features.maps() {
        let mut seen = vec![false; weights.len()];
        let (mut sum, mut count, mut piece) = (0.0, 0.0, None);
        for cell in map.rows.iter().flatten() {
            for index in cell {
                if *index < core {
                    piece = Some(*index);
                } else if !std::mem::replace(&mut seen[*index], true) {
                    sum += weights[*index] * occupancy[*index];
                    count += occupancy[*index];
                }
            }
        }
        if let (Some(piece), true) = (piece, count > 0.0) {
            bare[piece] += sum / count;
        }
    }
    bare
}
