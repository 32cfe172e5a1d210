//! Short games against the programs of Debian's packages. Missing ones are left out, except where CI is set.

mod common;

use arena::{Choice, Clock, Failure, Player, RandomPlayer, SearchPlayer, Turn};
use common::{Clocked, Opened, engine, failure, game, installed, later, program};
use eval::Linear;
use game::{Dice, Game, Sets};
use games::chess::{Chess, Material, PieceSquares};
use search::Options;
use std::time::Duration;
use tdleaf_link::EnginePlayer;

/// Plies of a game.
const LENGTH: usize = 50;

fn searcher() -> impl Player<Chess> {
    let weights = [1.0, 3.0, 3.0, 5.0, 9.0];
    SearchPlayer::new(
        Linear::new::<Chess>(PieceSquares::<Material>::new(), Sets::One, &weights),
        Options { noise: 0.5, ..Options::exact(2) },
    )
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
        opinions += i32::from(Player::<Chess>::opinion(&mut player, &record.line[0]).is_some());
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
        let clock = |plies: usize| Clock {
            other: Duration::from_secs(2),
            moves_to_go: Some(60 - plies as u32 / 2),
            ..Clock::default()
        };
        let mut clocked = Clocked { player: &mut player, clock, left: Duration::from_secs(2), in_time: true };
        let record = game(Chess::start(), [&mut clocked, &mut RandomPlayer], 40, 5);
        assert_eq!(failure(&record), None, "{text}");
        assert!(clocked.in_time, "{text} lost on time");
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
