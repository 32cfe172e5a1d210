//! Weights that travel together with the way in which positions choose among their sets.

use game::{Game, Preset, Sets};

/// Weights, set after set.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// How positions choose among the sets.
    pub sets: Sets,
    /// The weights of the first set, of the second and so on.
    pub values: Vec<f64>,
}

impl Weights {
    /// The same knowledge in other sets: one set is copied into each, and none if several would have to be mixed.
    pub fn spread<G: Game>(self, sets: Sets) -> Option<Weights> {
        match self.sets {
            own if own == sets => Some(self),
            Sets::One => Some(Weights { sets, values: self.values.repeat(sets.count::<G>()) }),
            _ => None,
        }
    }
}

impl From<Preset> for Weights {
    fn from(preset: Preset) -> Weights {
        Weights { sets: preset.sets, values: preset.weights }
    }
}

/// The choice of weight sets as its name, for `#[serde(with = "eval::by_name")]`.
pub mod by_name {
    use game::Sets;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes the name.
    pub fn serialize<S: Serializer>(sets: &Sets, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(sets.name())
    }

    /// Reads the name.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Sets, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
