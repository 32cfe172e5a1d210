//! What a game and a feature set are, and [`check`], the conformance test that every game passes.
//!
//! Everything here is from the first player's view: White in chess, the first mover elsewhere.

pub mod check;
mod dice;
mod features;
mod outcome;
mod perft;
mod repetition;
mod rules;
mod sets;
mod transcript;
mod turns;

pub use dice::Dice;
pub use features::{Features, Preset, Root, SquareMap, Training};
pub use outcome::{Outcome, Side};
pub use perft::perft;
pub use repetition::repeats;
pub use rules::{Ending, Game, Status};
pub use sets::Sets;
pub use transcript::{RecordForm, Transcript};
pub use turns::{Diced, Encoding, Turns};
