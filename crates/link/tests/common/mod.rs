//! What the tests of engines share.

#![allow(dead_code, reason = "not every test file uses all of it")]

use arena::{Choice, Failure, Opening, Player, Reason, Record, Rules, Turn, play};
use game::{Dice, Game};
use tdleaf_link::{EnginePlayer, EngineSpec};

/// A player from its string.
pub fn engine(text: &str) -> EnginePlayer {
    EnginePlayer::new(EngineSpec::parse(text).expect("a player string"))
}

/// A game from `start` with `engine` on one side.
pub fn game<G: Game>(start: G, players: [&mut dyn Player<G>; 2], longest: usize, seed: u64) -> Record<G> {
    let rules = Rules { longest, ..Rules::default() };
    play(Opening::at(start), players, &rules, &mut Dice::new(seed, 0))
}

/// Why a game failed, or nothing.
pub fn failure<G: Game>(record: &Record<G>) -> Option<&str> {
    match &record.ended.reason {
        Reason::Failure(text) => Some(text),
        _ => None,
    }
}

/// The program of a player string.
pub fn program(text: &str) -> &str {
    text.split_once(':').and_then(|(_, rest)| rest.split([' ', '?']).next()).expect("a player string")
}

/// True if a program is there. Where CI is set it must be.
pub fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain(["/usr/games".into(), "/usr/local/bin".into()]);
    let found = places.into_iter().any(|place| place.join(program).is_file());
    let package = if program == "gpsusi" { "gpsshogi" } else { program };
    assert!(found || std::env::var_os("CI").is_none(), "CI needs {program}: apt-get install {package}");
    if !found {
        println!("skipped: {program} is not installed");
    }
    found
}

/// A position after some random moves, as a first position.
pub fn later<G: Game>(plies: usize, seed: u64) -> G {
    let mut dice = Dice::new(seed, 0);
    let mut position = G::start();
    for _ in 0..plies {
        let list = position.move_list();
        position.play(list[dice.below(list.len())]);
    }
    position
}

/// Plays random moves for some plies, then leaves the game to another player.
pub struct Opened<'a, G: Game> {
    /// Plies to be played at random.
    pub plies: usize,
    /// Who plays then.
    pub player: &'a mut dyn Player<G>,
}

impl<G: Game> Player<G> for Opened<'_, G> {
    fn begin(&mut self) {
        self.player.begin();
    }

    fn choose(&mut self, turn: &Turn<G>, dice: &mut Dice) -> Result<Choice<G>, Failure> {
        if turn.moves.len() >= self.plies {
            return self.player.choose(turn, dice);
        }
        let list = turn.position().move_list();
        Ok(Choice { mv: list[dice.below(list.len())], thought: None, opinion: None })
    }
}

/// Gives a player a clock that runs.
pub struct Clocked<'a> {
    /// The player.
    pub player: &'a mut EnginePlayer,
    /// Its clocks: what is told of them besides the time that is left.
    pub clock: fn(usize) -> arena::Clock,
    /// The time that is left.
    pub left: std::time::Duration,
    /// False as soon as it has taken too long.
    pub in_time: bool,
}

impl<G: Game> Player<G> for Clocked<'_> {
    fn begin(&mut self) {
        Player::<G>::begin(self.player);
    }

    fn choose(&mut self, turn: &Turn<G>, dice: &mut Dice) -> Result<Choice<G>, Failure> {
        let clock = arena::Clock { own: self.left, ..(self.clock)(turn.moves.len()) };
        let begin = std::time::Instant::now();
        let choice = self.player.choose(&Turn { clock: Some(clock), ..*turn }, dice);
        let taken = begin.elapsed();
        self.in_time &= taken < self.left + clock.byoyomi;
        self.left = self.left.saturating_sub(taken);
        choice
    }
}
