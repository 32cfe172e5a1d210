//! How often features and weight sets occurred in a run, and what a piece is typically worth where it stands (thesis 7.2.4).

use game::{Features, Game, Root, Sets, SquareMap};
use store::{Run, StoreError};

/// What occurred in the games of a run.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    /// How often each feature occurred, for each weight set.
    pub features: Vec<f64>,
    /// The positions of each weight set.
    pub positions: Vec<u64>,
}

/// How often each feature and each weight set occurred in the games of the last fifth of a run, counted over all positions of
/// these games.
pub fn occupancy<G: Game, F: Features<G>>(features: &F, sets: Sets, run: &Run) -> Result<Occupancy, StoreError> {
    let (count, sets_count) = (features.count(), sets.count::<G>());
    let mut seen = Occupancy { features: vec![0.0; count * sets_count], positions: vec![0; sets_count] };
    let games = run.checkpoint()?.map_or(0, |checkpoint| checkpoint.games);
    for row in run.games((games - games / 5).max(1)..=games)? {
        let start = row.start.as_deref().map_or(Some(G::start()), |text| G::read(text).ok());
        let Some(mut game) = start else { continue };
        for text in row.moves.split(' ') {
            let (root, set) = (Root::of(&game, sets), sets.of(&game));
            seen.positions[set] += 1;
            let own = &mut seen.features[set * count..][..count];
            features.each(&game, &features.prepare(&game, &root), |i, amount| own[i] += f64::from(amount.abs()));
            match game.read_move(text) {
                Ok(mv) => game.play(mv),
                Err(_) => break,
            }
        }
    }
    Ok(seen)
}

/// The weights with the squares taken out: each core feature gets the average of its squares, weighted by how often they
/// were occupied, and every other weight is 0. It is the same material without squares. Each weight set by itself.
pub fn typical<G: Game, F: Features<G>>(features: &F, weights: &[f64], occupancy: &[f64]) -> Vec<f64> {
    let (count, maps) = (features.count(), features.maps());
    let sets = weights.chunks(count).zip(occupancy.chunks(count));
    sets.flat_map(|(weights, occupancy)| typical_set(&maps, features.core(), weights, occupancy)).collect()
}

fn typical_set(maps: &[SquareMap], core: usize, weights: &[f64], occupancy: &[f64]) -> Vec<f64> {
    let mut bare = vec![0.0; weights.len()];
    bare[..core].copy_from_slice(&weights[..core]);
    for map in maps {
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
