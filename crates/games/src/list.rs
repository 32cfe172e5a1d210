//! The list of games and of their feature sets: the one place that names them all.

use crate::{backgammon, chess, connect4, othello, shogi, walk};
use game::{Features, Game};

/// Something to be done with a game and a feature set that are known only by name.
pub trait Visitor {
    /// What it gives.
    type Output;
    /// Does it.
    fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output;
}

/// Calls `act!(game type, feature set)` for the entry that is named, over the list of all of them. The first feature set
/// of a game is its default.
macro_rules! entries {
    ($each:ident) => {
        $each!(backgammon::Backgammon, backgammon::Points);
        $each!(chess::Chess, chess::PieceSquares::<chess::Material>::new());
        $each!(chess::Chess, chess::PieceSquares::<chess::PawnRanks>::new());
        $each!(chess::Chess, chess::PieceSquares::<chess::Rings>::new());
        $each!(chess::Chess, chess::PieceSquares::<chess::HalfBoard>::new());
        $each!(chess::Chess, chess::PieceSquares::<chess::FullBoard>::new());
        $each!(chess::Chess, chess::KnightCap);
        $each!(chess::Chess, chess::Positional);
        $each!(connect4::Connect4, connect4::Lines);
        $each!(connect4::Connect4, connect4::Squares);
        $each!(othello::Othello, othello::Shape);
        $each!(shogi::Shogi, shogi::MATERIAL);
        $each!(shogi::Shogi, shogi::HANDS);
        $each!(shogi::Shogi, shogi::SQUARES);
        $each!(shogi::Shogi, shogi::KINGS);
        $each!(walk::Walk, walk::Visits);
    };
}

/// The names of all games and of their feature sets, the default first.
pub fn names() -> Vec<(&'static str, Vec<String>)> {
    let mut names: Vec<(&'static str, Vec<String>)> = Vec::new();
    macro_rules! name {
        ($game:ty, $features:expr) => {
            let features = Features::<$game>::name(&$features);
            match names.iter_mut().find(|(game, _)| *game == <$game>::NAME) {
                Some((_, sets)) => sets.push(features),
                None => names.push((<$game>::NAME, vec![features])),
            }
        };
    }
    entries!(name);
    names
}

/// Does something with the game and the feature set of these names; without a name, with the game's first set.
pub fn with<V: Visitor>(game: &str, features: Option<&str>, visitor: V) -> Result<V::Output, String> {
    macro_rules! choose {
        ($game:ty, $features:expr) => {
            let set = $features;
            if <$game>::NAME == game && features.is_none_or(|name| name == Features::<$game>::name(&set)) {
                return Ok(visitor.visit::<$game, _>(set));
            }
        };
    }
    entries!(choose);
    let names = names();
    Err(match (names.iter().find(|(name, _)| *name == game), features) {
        (Some((_, sets)), Some(features)) => {
            format!("{game} has no feature set '{features}'; it has: {}", sets.join(", "))
        }
        _ => format!(
            "unknown game '{game}'; games: {}",
            names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Name;
    impl Visitor for Name {
        type Output = (String, String, usize);
        fn visit<G: Game, F: Features<G>>(self, features: F) -> Self::Output {
            (G::NAME.to_string(), features.name(), features.count())
        }
    }

    #[test]
    fn every_name_leads_to_its_entry() {
        for (game, sets) in names() {
            for set in &sets {
                let (found, features, count) = with(game, Some(set), Name).unwrap();
                assert_eq!((found.as_str(), &features), (game, set));
                assert!(count > 0);
            }
            assert_eq!(with(game, None, Name).unwrap().1, sets[0], "the first set is the default");
        }
    }

    #[test]
    fn the_thesis_counts_its_weights() {
        for (set, count) in
            [("material", 5), ("pawn-ranks", 11), ("rings", 27), ("half-board", 157), ("full-board", 309)]
        {
            assert_eq!(with("chess", Some(set), Name).unwrap().2, count);
        }
    }

    #[test]
    fn unknown_names_are_told() {
        let error = with("chss", None, Name).unwrap_err();
        assert!(error.contains("'chss'") && names().iter().all(|(game, _)| error.contains(game)), "{error}");
        assert!(with("chess", Some("x"), Name).unwrap_err().contains("half-board"));
    }
}
