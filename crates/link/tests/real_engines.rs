//! Short games against the programs of Debian's packages. Missing ones are left out, except where CI is set.

mod common;

use arena::{Choice, Clock, Failure, Player, RandomPlayer, SearchPlayer, Turn};
use common::{Opened, engine, failure, game};
use eval::Linear;
use game::{Dice, Game, Sets};
use games::chess::{Chess, Material, PieceSquares};
use search::Options;
use std::time::{Duration, Instant};
use tdleaf_link::EnginePlayer;

/// Plies of a game.
const LENGTH: usize = 50;

fn program(text: &str) -> &str {
    text.split_once(':').and_then(|(_, rest)| rest.split([' ', '?']).next()).expect("a player string")
}

/// True if the program of a player string is there.
fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain(["/usr/games".into(), "/usr/local/bin".into()]);
    let found = places.into_iter().any(|place| place.join(program).is_file());
    assert!(found || std::env::var_os("CI").is_none(), "CI needs {program}: apt-get install {program}");
    if !found {
        println!("skipped: {program} is not installed");
    }
    found
}

fn searcher() -> impl Player<Chess> {
    let weights = [1.0, 3.0, 3.0, 5.0, 9.0];
    SearchPlayer::new(
        Linear::new::<Chess>(PieceSquares::<Material>::new(), Sets::One, &weights),
        Options { noise: 0.5, ..Options::exact(2) },
    )
}

/// A position after some random moves, as a first position.
fn later(plies: usize, seed: u64) -> Chess {
    let mut dice = Dice::new(seed, 0);
    let mut position = Chess::start();
    for _ in 0..plies {
        let list = position.move_list();
        position.play(list[dice.below(list.len())]);
    }
    position
}

/// Four games: from the start, after a random opening as moves, and from a later position if the program can.
fn plays(text: &str, set_up: bool) {
    if !installed(program(text)) {
        return;
    }
    let mut player: EnginePlayer = engine(text);
    let mut opinions = 0;
    for number in 0..4 {
        let (mut random, mut search) = (RandomPlayer, searcher());
        let other: &mut dyn Player<Chess> = if number < 2 { &mut random } else { &mut search };
        let plies = if number % 2 == 0 { 0 } else { 5 };
        let start = if set_up && number >= 2 { later(6, number) } else { Chess::start() };
        let (mut us, mut them) = (Opened { plies, player: &mut player }, Opened { plies, player: other });
        let players: [&mut dyn Player<Chess>; 2] =
            if number.is_multiple_of(3) { [&mut us, &mut them] } else { [&mut them, &mut us] };
        let record = game(start, players, LENGTH, number);
        assert_eq!(failure(&record), None, "{text}: game {number}, {}", record.line[record.line.len() - 1]);
        assert!(record.moves.len() > 6, "{text}: game {number} is no game");
        opinions += i32::from(player.opinion(&record.line[0]).is_some());
    }
    assert!(opinions > 0, "{text} has no opinions");
}

#[test]
fn stockfish() {
    plays("uci:stockfish?UCI_Elo=1600&depth=3", true);
    plays("uci:stockfish?nodes=500", true);
}

#[test]
fn gnuchess() {
    plays("uci:gnuchess --uci?OwnBook=false&depth=2", true);
}

#[test]
fn toga2() {
    plays("uci:toga2?OwnBook=false&Hash=16&depth=2", true);
}

#[test]
fn glaurung() {
    plays("uci:glaurung?Threads=1&OwnBook=false&depth=2", true);
}

#[test]
fn ethereal() {
    plays("uci:ethereal-chess?depth=4", true);
}

#[test]
fn fairy_stockfish() {
    plays("uci:fairy-stockfish?UCI_Elo=1350&depth=2", true);
    plays("xboard:fairy-stockfish?sd=2", true);
}

#[test]
fn phalanx() {
    plays("xboard:phalanx -b - -l - -t 8192?level=40 0:02 0", true);
    plays("xboard:phalanx -b - -l - -t 8192?movetime=20", true);
}

#[test]
fn sjeng() {
    plays("xboard:sjeng?sd=2", true);
}

#[test]
fn fairymax() {
    plays("xboard:fairymax?sd=2", false);
}

#[test]
fn hoichess() {
    plays("xboard:hoichess --xboard?init=book off&sd=2", true);
}

#[test]
fn sjaakii() {
    plays("xboard:sjaakii?Level=Random&sd=2", true);
}

#[test]
fn chess960() {
    for text in [
        "uci:stockfish?depth=3",
        "uci:ethereal-chess?depth=3",
        "uci:glaurung?Threads=1&depth=3",
        "uci:fairy-stockfish?depth=3",
    ] {
        if !installed(program(text)) {
            continue;
        }
        let mut player = engine(text);
        for (number, scharnagl) in [(0, 0), (1, 692), (2, 959)] {
            let mut search = searcher();
            let players: [&mut dyn Player<Chess>; 2] =
                if number == 1 { [&mut search, &mut player] } else { [&mut player, &mut search] };
            let record = game(Chess::chess960(scharnagl), players, 80, number);
            assert_eq!(failure(&record), None, "{text}: {scharnagl}");
        }
        // The ordinary game is still played after that.
        let record = game(Chess::start(), [&mut player, &mut searcher()], 20, 9);
        assert_eq!(failure(&record), None, "{text}: an ordinary game afterwards");
    }
}

/// Gives a player a clock that runs.
struct Clocked<'a> {
    player: &'a mut EnginePlayer,
    left: Duration,
}

impl Player<Chess> for Clocked<'_> {
    fn begin(&mut self) {
        Player::<Chess>::begin(self.player);
    }

    fn choose(&mut self, turn: &Turn<Chess>, dice: &mut Dice) -> Result<Choice<Chess>, Failure> {
        let increment = Duration::ZERO;
        let clock = Clock {
            own: self.left,
            other: Duration::from_secs(2),
            own_increment: increment,
            other_increment: increment,
            moves_to_go: Some(60 - turn.moves.len() as u32 / 2),
            ..Clock::default()
        };
        let begin = Instant::now();
        let choice = self.player.choose(&Turn { clock: Some(clock), ..*turn }, dice);
        self.left = self.left.saturating_sub(begin.elapsed());
        choice
    }
}

#[test]
fn clocks_are_kept() {
    for text in [
        "uci:stockfish",
        "uci:gnuchess --uci?OwnBook=false",
        "uci:toga2?OwnBook=false&Hash=16",
        "xboard:phalanx -b - -l - -t 8192",
        "xboard:sjeng",
        "xboard:fairymax",
        "xboard:hoichess --xboard?init=book off",
    ] {
        if !installed(program(text)) {
            continue;
        }
        let mut player = engine(text);
        let mut clocked = Clocked { player: &mut player, left: Duration::from_secs(2) };
        let record = game(Chess::start(), [&mut clocked, &mut RandomPlayer], 40, 5);
        assert_eq!(failure(&record), None, "{text}");
        assert!(!clocked.left.is_zero(), "{text} lost on time");
        println!("{text}: {:?} left after {} plies", clocked.left, record.moves.len());
    }
}

/// Castles as soon as it can, otherwise moves at random.
struct Castles;

impl Player<Chess> for Castles {
    fn choose(&mut self, turn: &Turn<Chess>, dice: &mut Dice) -> Result<Choice<Chess>, Failure> {
        let (position, list) = (turn.position(), turn.position().move_list());
        let castling = list.iter().find(|mv| position.record_move(**mv).starts_with("O-O"));
        let mv = *castling.unwrap_or(&list[dice.below(list.len())]);
        Ok(Choice { mv, thought: None, opinion: None })
    }
}

#[test]
fn castling_is_understood_in_both_directions() {
    // Castling is the only mate.
    let mate = Chess::read("4rkr1/4p1p1/8/8/8/8/8/5KR1 w G - 0 1").expect("a position");
    let castlings = ["4rkr1/4pppp/8/8/8/8/PPPPPPPP/5KR1 w G - 0 1", "4rkr1/4pppp/8/8/8/8/PPPPPPPP/4K2R w K - 0 1"];
    for text in [
        "uci:stockfish?depth=3",
        "uci:ethereal-chess?depth=3",
        "uci:glaurung?Threads=1&depth=3",
        "uci:fairy-stockfish?depth=3",
    ] {
        if !installed(program(text)) {
            continue;
        }
        let mut player = engine(text);
        let record = game(mate.clone(), [&mut player, &mut Castles], 20, 1);
        assert_eq!(failure(&record), None, "{text}");
        assert_eq!(record.line[0].record_move(record.moves[0]), "O-O#", "{text}");
        for start in castlings.map(|fen| Chess::read(fen).expect("a position")) {
            let record = game(start, [&mut Castles, &mut player], 12, 1);
            assert_eq!(failure(&record), None, "{text}");
            assert_eq!(record.line[0].record_move(record.moves[0]), "O-O", "{text}");
        }
    }
}
