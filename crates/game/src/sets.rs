//! Weight sets: one for all positions, or one for each stage of the game or class of positions.

use crate::Game;
use std::fmt;
use std::str::FromStr;

/// How positions choose among several weight sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sets {
    /// One set for all positions.
    #[default]
    One,
    /// One for each stage of the game, chosen at the root of a search and kept (KnightCap).
    Stages,
    /// One for each class of positions, chosen by every evaluated position for itself (FUSc#).
    Classes,
    /// One for each class of positions, chosen at the root of a search and kept.
    RootClasses,
}

impl Sets {
    /// All of them.
    pub const ALL: [Sets; 4] = [Sets::One, Sets::Stages, Sets::Classes, Sets::RootClasses];

    /// The name in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            Sets::One => "one",
            Sets::Stages => "stages",
            Sets::Classes => "classes",
            Sets::RootClasses => "root-classes",
        }
    }

    /// The number of weight sets.
    pub fn count<G: Game>(self) -> usize {
        self.names::<G>().len()
    }

    /// The name of each set.
    pub fn names<G: Game>(self) -> Vec<String> {
        match self {
            Sets::One => vec!["all".to_string()],
            Sets::Stages => G::STAGES.iter().map(|name| (*name).to_string()).collect(),
            Sets::Classes | Sets::RootClasses => (0..G::CLASSES).map(G::class_name).collect(),
        }
    }

    /// True if a whole search uses the set of its root.
    #[inline(always)]
    pub fn at_root(self) -> bool {
        self != Sets::Classes
    }

    /// The set for a position.
    #[inline]
    pub fn of<G: Game>(self, game: &G) -> usize {
        match self {
            Sets::One => 0,
            Sets::Stages => game.stage(),
            Sets::Classes | Sets::RootClasses => game.class(),
        }
    }
}

impl fmt::Display for Sets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Sets {
    type Err = String;

    fn from_str(text: &str) -> Result<Sets, String> {
        let unknown = || format!("weight sets are one, stages, classes or root-classes, not '{text}'");
        Sets::ALL.into_iter().find(|sets| sets.name() == text).ok_or_else(unknown)
    }
}
