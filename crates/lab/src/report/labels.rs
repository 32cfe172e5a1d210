//! Labels at the ends of lines, moved apart so that all can be read.

/// Where to put labels that want to be at `wanted`, at least `gap` apart and within `low..=high`; order is kept. Moves
/// them as little as possible: labels in each other's way form a block around the mean of what they want.
pub fn spread(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    if wanted.is_empty() {
        return Vec::new();
    }
    // Too many for the room: closer together, but all there.
    let gap = gap.min((high - low) / (wanted.len().max(2) - 1) as f64);
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    // A block: how many labels, and the sum of where each would want the first of the block to be.
    let mut blocks: Vec<(usize, f64)> = Vec::new();
    let place = |block: (usize, f64)| (block.1 / block.0 as f64).clamp(low, high - gap * (block.0 - 1) as f64);
    for &i in &order {
        blocks.push((1, wanted[i]));
        while let [.., before, last] = blocks[..] {
            if place(before) + gap * before.0 as f64 <= place(last) {
                break;
            }
            blocks.truncate(blocks.len() - 2);
            blocks.push((before.0 + last.0, before.1 + last.1 - last.0 as f64 * gap * before.0 as f64));
        }
    }
    let mut out = vec![0.0; wanted.len()];
    let mut next = order.into_iter();
    for block in blocks {
        for k in 0..block.0 {
            if let Some(i) = next.next() {
                out[i] = place(block) + gap * k as f64;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(places: &[f64], gap: f64) -> bool {
        let mut sorted = places.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted.windows(2).all(|w| w[1] - w[0] >= gap - 1e-9)
    }

    #[test]
    fn far_apart_stay() {
        assert_eq!(spread(&[90.0, 10.0, 50.0], 15.0, 0.0, 100.0), [90.0, 10.0, 50.0]);
    }

    #[test]
    fn close_ones_share_the_way() {
        assert_eq!(spread(&[50.0, 52.0], 10.0, 0.0, 100.0), [46.0, 56.0]);
        let many = spread(&[98.0, 99.0, 100.0, 40.0, 41.0], 12.0, 0.0, 100.0);
        assert!(apart(&many, 12.0) && many.iter().all(|y| (0.0..=100.0).contains(y)), "{many:?}");
        assert!(many[0] < many[1] && many[1] < many[2] && many[3] < many[4]);
    }

    #[test]
    fn too_many_for_the_room() {
        let crowd = spread(&[5.0; 30], 15.0, 0.0, 100.0);
        assert!(crowd.iter().all(|y| (-1e-9..=100.0 + 1e-9).contains(y)), "{crowd:?}");
        assert!(spread(&[], 10.0, 0.0, 1.0).is_empty());
        assert_eq!(spread(&[7.0], 10.0, 0.0, 5.0), [5.0]);
    }
}
