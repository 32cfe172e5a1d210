//! A small linear feature set: blots, made points and spare men on every point.

use super::{BAR, Backgammon};
use game::{Features, Root, Side, Training};

/// What is counted on each point.
const KINDS: [&str; 3] = ["blot", "made", "spare"];
const POINTS: usize = 24;

/// The set "points": for each of a side's own 24 points a blot, two men or more, and how many more; men on the bar and off.
#[derive(Clone, Copy, Debug, Default)]
pub struct Points;

impl Features<Backgammon> for Points {
    type Prepared = ();

    fn name(&self) -> String {
        "points".to_string()
    }

    fn count(&self) -> usize {
        2 + KINDS.len() * POINTS
    }

    fn label(&self, index: usize) -> String {
        match index {
            0 => "men on the bar".to_string(),
            1 => "men off".to_string(),
            _ => format!("{} on {}", KINDS[(index - 2) / POINTS], (index - 2) % POINTS + 1),
        }
    }

    fn core(&self) -> usize {
        2
    }

    fn training(&self) -> Training {
        Training { games: 2000, depth: 1, ..Training::USUAL }
    }

    fn prepare(&self, _game: &Backgammon, _root: &Root) {}

    /// Amounts are the first player's less the second player's.
    fn each(&self, game: &Backgammon, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        for side in [Side::First, Side::Second] {
            let men = game.men(side);
            push(0, side.view(i32::from(men.bar())));
            push(1, side.view(i32::from(men.off())));
            for point in 1..BAR {
                let (kind, amount) = match men.count(point) {
                    0 => continue,
                    1 => (0, 1),
                    count => {
                        push(2 + 2 * POINTS + point - 1, side.view(i32::from(count) - 2));
                        (1, 1)
                    }
                };
                push(2 + kind * POINTS + point - 1, side.view(amount));
            }
        }
    }
}
