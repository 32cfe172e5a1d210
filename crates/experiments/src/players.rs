//! Players by name. Experiments do not make them: the program brings them, because it knows how strings become players.

use games::chess::Chess;
use lab::{Opponent, Rival};

/// Finds opponents.
pub trait Players: Sync {
    /// The opponents of a list with their ratings: `default` needs nothing installed, `engines` are other programs.
    fn list(&self, name: &str) -> Result<Vec<Opponent>, String>;

    /// What makes a player. One that cannot be made is refused.
    fn rival(&self, player: &str) -> Result<Rival<Chess>, String>;
}
