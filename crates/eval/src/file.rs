//! The weights file: small, self-describing, and refused if it belongs to another layout.

use crate::Weights;
use game::{Features, Game, Sets};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Weights as they travel: game, feature set, names, values and where they come from. Written as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WeightsFile {
    /// Always [`WeightsFile::FORMAT`].
    pub format: String,
    /// The name of the game.
    pub game: String,
    /// The name of the feature set.
    pub features: String,
    /// A hash of the feature names in their order.
    pub layout: String,
    /// How positions choose among the weight sets. Files from before there was a choice do not say it.
    #[serde(default, with = "crate::by_name")]
    pub chosen: Sets,
    /// The number of weight sets.
    pub sets: usize,
    /// The names of the features.
    pub names: Vec<String>,
    /// The weights, set after set.
    pub weights: Vec<f64>,
    /// Where they come from, in words: run, games, seed.
    pub lineage: String,
}

/// Why a weights file was refused.
#[derive(Debug, Error)]
pub enum FileError {
    /// Not a weights file at all.
    #[error("not a tdleaf weights file: {0}")]
    Format(String),
    /// Not a file of networks at all.
    #[error("not a file of tdleaf's networks: {0}")]
    Network(String),
    /// Weights for another game or feature set.
    #[error("these weights are for {found}, but {wanted} is needed")]
    Layout {
        /// What the file holds.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}

impl WeightsFile {
    /// The first line of defence against other JSON files.
    pub const FORMAT: &'static str = "tdleaf-weights-1";

    /// Describes `weights` of a feature set.
    pub fn new<G: Game, F: Features<G>>(features: &F, weights: &Weights, lineage: String) -> WeightsFile {
        let names: Vec<String> = (0..features.count()).map(|i| features.label(i)).collect();
        let sets = (weights.sets, weights.sets.count::<G>());
        Self::of(G::NAME.to_string(), features.name(), sets, names, weights.values.clone(), lineage)
    }

    /// The same from its parts; `chosen` among how many sets.
    pub fn of(
        game: String,
        features: String,
        (chosen, sets): (Sets, usize),
        names: Vec<String>,
        weights: Vec<f64>,
        lineage: String,
    ) -> WeightsFile {
        let (format, layout) = (Self::FORMAT.to_string(), layout_hash(&names));
        WeightsFile { format, game, features, layout, chosen, sets, names, weights, lineage }
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<WeightsFile, FileError> {
        let file: WeightsFile = serde_json::from_str(text).map_err(|e| FileError::Format(e.to_string()))?;
        if file.format != Self::FORMAT {
            return Err(FileError::Format(format!("format '{}', expected '{}'", file.format, Self::FORMAT)));
        }
        if file.names.len().checked_mul(file.sets) != Some(file.weights.len()) {
            let (weights, names, sets) = (file.weights.len(), file.names.len(), file.sets);
            return Err(FileError::Format(format!("{weights} weights for {names} features in {sets} sets")));
        }
        if file.layout != layout_hash(&file.names) {
            return Err(FileError::Format(format!("its names do not belong to its layout {}", file.layout)));
        }
        if let Some(bad) = file.weights.iter().position(|w| !w.is_finite()) {
            return Err(FileError::Format(format!("weight {bad} is not a finite number")));
        }
        Ok(file)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("numbers and strings always have a JSON form");
        text.push('\n');
        text
    }

    /// The weights, unless they were not made for `features`, or have not as many sets as the game for this choice.
    pub fn fit<G: Game, F: Features<G>>(&self, features: &F) -> Result<Weights, FileError> {
        let weights = Weights { sets: self.chosen, values: self.weights.clone() };
        let wanted = Self::new::<G, F>(features, &weights, String::new());
        let same = (&self.game, &self.features, &self.layout, self.sets)
            == (&wanted.game, &wanted.features, &wanted.layout, wanted.sets);
        if same { Ok(weights) } else { Err(FileError::Layout { found: self.title(), wanted: wanted.title() }) }
    }

    fn title(&self) -> String {
        let (count, chosen, sets) = (self.names.len(), self.chosen, self.sets);
        let (game, features, layout) = (&self.game, &self.features, &self.layout);
        format!("{game} / {features} ({count} features, weight sets {chosen}: {sets}, layout {layout})")
    }
}

/// A hash of the names: it tells layouts apart.
fn layout_hash(names: &[String]) -> String {
    format!("{:016x}", fingerprint(names.join("\n").bytes()))
}

/// FNV-1a: a short hash to compare by eye. It is no secret and no proof.
pub fn fingerprint(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
