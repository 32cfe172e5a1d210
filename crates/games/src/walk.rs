//! The bounded random walk: the smallest process with something to predict (Beal and Smith 1999; Sutton 1988).

use game::{Features, Game, Outcome, Preset, Root, Sets, Side, Training};
use std::fmt;

/// A walk on the states A to G. It starts in D, steps left or right with equal chances, and ends in A or G.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk(u8);

/// The rightmost state, G.
const LAST: u8 = 6;

/// One step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Towards A.
    Left,
    /// Towards G.
    Right,
}

impl Game for Walk {
    type Move = Step;
    const NAME: &'static str = "walk";
    const CHOICES: bool = false;

    fn start() -> Walk {
        Walk(3)
    }

    fn side(&self) -> Side {
        Side::First
    }

    /// G gives one point and A none (not minus one), so that the expected result is the probability of ending in G.
    fn over(&self) -> Option<Outcome> {
        match self.0 {
            0 => Some(Outcome(0)),
            LAST => Some(Outcome(1)),
            _ => None,
        }
    }

    fn moves(&self, mut push: impl FnMut(Step)) {
        if self.over().is_none() {
            push(Step::Left);
            push(Step::Right);
        }
    }

    fn play(&mut self, step: Step) {
        match step {
            Step::Left => self.0 -= 1,
            Step::Right => self.0 += 1,
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.0)
    }

    fn read(text: &str) -> Result<Walk, String> {
        match text.as_bytes() {
            [letter @ b'A'..=b'G'] => Ok(Walk(letter - b'A')),
            _ => Err(format!("a state is a letter from A to G, not '{text}'")),
        }
    }

    fn write_move(&self, step: Step) -> String {
        match step {
            Step::Left => "left".to_string(),
            Step::Right => "right".to_string(),
        }
    }

    fn chance(&self) -> bool {
        true
    }

    fn probability(&self, _step: Step) -> f64 {
        0.5
    }

    fn picture(&self) -> String {
        let mark =
            |state: u8| if state == self.0 { format!("[{}]", Walk(state)) } else { format!(" {} ", Walk(state)) };
        (0..=LAST).map(mark).collect()
    }
}

impl fmt::Display for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

/// Which state the walk is in: one feature for each of B to F. Its weight is the prediction for that state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visits;

/// The number of states with a prediction, B to F.
const STATES: usize = 5;

impl Features<Walk> for Visits {
    type Prepared = ();

    fn name(&self) -> String {
        "states".to_string()
    }

    fn count(&self) -> usize {
        STATES
    }

    fn label(&self, index: usize) -> String {
        Walk(index as u8 + 1).to_string()
    }

    fn prepare(&self, _walk: &Walk, _root: &Root) {}

    fn each(&self, walk: &Walk, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        if walk.over().is_none() {
            push(usize::from(walk.0) - 1, 1);
        }
    }

    fn symmetric(&self, _index: usize) -> bool {
        false
    }

    fn presets(&self) -> Vec<Preset> {
        let preset = |name, about, weights| Preset { name, about, sets: Sets::One, weights };
        vec![
            preset("half", "every state as good as any other", vec![0.5; STATES]),
            preset("true", "the probabilities of ending in G", truth().to_vec()),
        ]
    }

    fn training(&self) -> Training {
        Training { batch: 1, linear: true, ..Training::USUAL }
    }
}

/// The probabilities of ending in G from B to F: 1/6 to 5/6.
pub fn truth() -> [f64; STATES] {
    std::array::from_fn(|index| (index + 1) as f64 / f64::from(LAST))
}

/// How near predictions for B to F are to the truth: 1 is exact, 0 is no better than one half everywhere (equation 8.9).
pub fn closeness(weights: &[f64]) -> f64 {
    assert_eq!(weights.len(), STATES, "one prediction for each of B to F");
    let error = |guess: &dyn Fn(usize) -> f64| -> f64 {
        truth().iter().enumerate().map(|(index, value)| (guess(index) - value) * (guess(index) - value)).sum()
    };
    1.0 - error(&|index| weights[index]) / error(&|_| 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::check;

    #[test]
    fn obeys_the_laws() {
        let plan = check::Plan { games: 2000, perft: &[("D", 1, 2), ("D", 3, 8), ("D", 4, 12)], ..check::Plan::new() };
        let summary = check::game::<Walk>(&plan).unwrap();
        // D is in the middle: as many walks end in G (won) as in A (drawn), after nine steps on average.
        assert!(summary.results[0].abs_diff(1000) < 100 && summary.results[2] == 0, "{summary:?}");
        assert!(summary.positions.abs_diff(20_000) < 1500, "{summary:?}");
        check::features(&Visits, &plan).unwrap();
        assert_eq!(check::keys(&plan, 1000), Ok(7));
    }

    #[test]
    fn the_truth_is_the_mean_of_the_neighbours() {
        let all: Vec<f64> = [0.0].into_iter().chain(truth()).chain([1.0]).collect();
        for three in all.windows(3) {
            assert!(((three[0] + three[2]) / 2.0 - three[1]).abs() < 1e-15);
        }
    }

    #[test]
    fn closeness_is_one_for_the_truth_and_nothing_for_the_start() {
        let presets = Visits.presets();
        assert_eq!(closeness(&presets[0].weights), 0.0);
        assert_eq!(closeness(&presets[1].weights), 1.0);
        // The squared error of all zero is (1 + 4 + 9 + 16 + 25) / 36, that of the start (4 + 1 + 0 + 1 + 4) / 36.
        assert!((closeness(&[0.0; STATES]) - (1.0 - 55.0 / 10.0)).abs() < 1e-12);
    }

    #[test]
    fn reads_letters_only() {
        assert_eq!(Walk::read("F"), Ok(Walk(5)));
        assert!(Walk::read("H").unwrap_err().contains("A to G"));
        assert!(Walk::read("DD").is_err() && Walk::read("").is_err() && Walk::read("é").is_err());
        assert_eq!(Walk::start().picture(), " A  B  C [D] E  F  G ");
    }
}
