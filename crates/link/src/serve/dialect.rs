//! UCI and USI: one protocol in two dialects, and all that they say or mean differently.

use super::settings::{RESIGN, RESULT};

/// A dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Shogi Interface. The first player is called Black there, mates are counted in plies, programs can resign and
    /// declare that they have won, and the end of a game is told.
    Usi,
}

const UCI: [&str; 13] = [
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "setoption",
    "debug",
    "d",
    "register",
    "quit",
    "help",
];

const USI: [&str; 13] = [
    "usi",
    "isready",
    "usinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "setoption",
    "gameover",
    "debug",
    "d",
    "quit",
    "help",
];

impl Dialect {
    /// The dialect of a first command; `usual` is that of what both know.
    pub fn of(word: &str, usual: Dialect) -> Option<Dialect> {
        [usual, Dialect::Uci, Dialect::Usi].into_iter().find(|dialect| dialect.commands().contains(&word))
    }

    /// All commands.
    pub fn commands(self) -> &'static [&'static str] {
        match self {
            Dialect::Uci => &UCI,
            Dialect::Usi => &USI,
        }
    }

    /// What ends the introduction.
    pub fn introduced(self) -> &'static str {
        match self {
            Dialect::Uci => "uciok",
            Dialect::Usi => "usiok",
        }
    }

    /// The answer of a program that has no move.
    pub fn no_move(self) -> &'static str {
        match self {
            Dialect::Uci => "0000",
            Dialect::Usi => "resign",
        }
    }

    /// The words for the clocks of the first and the second player.
    pub fn clocks(self) -> [&'static str; 2] {
        match self {
            Dialect::Uci => ["wtime", "btime"],
            Dialect::Usi => ["btime", "wtime"],
        }
    }

    /// The words for their increments.
    pub fn increments(self) -> [&'static str; 2] {
        match self {
            Dialect::Uci => ["winc", "binc"],
            Dialect::Usi => ["binc", "winc"],
        }
    }

    /// A setting as it is offered; `None` if it makes no sense here. USI has no spaces in names.
    pub fn offered(self, name: &str) -> Option<String> {
        match (self, name) {
            (Dialect::Uci, RESIGN) | (Dialect::Usi, RESULT) => None,
            (Dialect::Uci, _) => Some(name.to_string()),
            (Dialect::Usi, "Hash" | "Ponder") => Some(format!("USI_{name}")),
            (Dialect::Usi, _) => Some(name.replace(' ', "_")),
        }
    }

    /// The setting that somebody means.
    pub fn meant(self, name: &str) -> String {
        match self {
            Dialect::Uci => name.to_string(),
            Dialect::Usi => match name.to_ascii_lowercase().as_str() {
                "usi_hash" => "Hash".to_string(),
                "usi_ponder" => "Ponder".to_string(),
                "uci_chess960" => name.to_string(),
                _ => name.replace('_', " "),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::Settings;
    use super::*;

    #[test]
    fn the_first_command_decides() {
        for usual in [Dialect::Uci, Dialect::Usi] {
            assert_eq!(Dialect::of("usi", usual), Some(Dialect::Usi));
            assert_eq!(Dialect::of("usinewgame", usual), Some(Dialect::Usi));
            assert_eq!(Dialect::of("uci", usual), Some(Dialect::Uci));
            assert_eq!(Dialect::of("go", usual), Some(usual));
            assert_eq!(Dialect::of("xboard", usual), None);
        }
    }

    #[test]
    fn what_is_offered_is_understood() {
        for dialect in [Dialect::Uci, Dialect::Usi] {
            for item in Settings::new("zero".to_string()).list(true) {
                let Some(name) = dialect.offered(item.name) else { continue };
                assert_eq!(dialect.meant(&name), item.name, "{dialect:?}");
                assert!(dialect == Dialect::Uci || !name.contains(' '), "{name}");
            }
        }
        assert_eq!(Dialect::Usi.meant("usi_hash"), "Hash");
        assert_eq!(Dialect::Usi.meant("Move Overhead"), "Move Overhead");
    }
}
