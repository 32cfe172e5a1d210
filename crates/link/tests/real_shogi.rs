//! Short games of shogi against the programs of Debian's packages. Missing ones are left out, except where CI is set.

mod common;

use arena::{Clock, Player, RandomPlayer, SearchPlayer};
use common::{Clocked, Opened, engine, failure, game, installed, later, program};
use eval::Linear;
use game::{Features, Game};
use games::shogi::{MATERIAL, Shogi};
use search::Options;
use std::time::Duration;

/// Plies of a game.
const LENGTH: usize = 60;

fn searcher() -> impl Player<Shogi> {
    let preset = Features::<Shogi>::presets(&MATERIAL).pop().expect("there are presets");
    let evaluator = Linear::new::<Shogi>(MATERIAL, preset.sets, &preset.weights);
    SearchPlayer::new(evaluator, Options { noise: 0.5, ..Options::exact(1) })
}

/// A resignation is an answer like another.
fn plain(text: Option<&str>) -> Option<&str> {
    text.filter(|text| *text != "resigned")
}

/// Four games: from the start, after a random opening as moves, and from a later position if the program can.
fn plays(text: &str, set_up: bool) {
    if !installed(program(text)) {
        return;
    }
    let mut player = engine(text);
    for number in 0..4 {
        let (mut random, mut search) = (RandomPlayer, searcher());
        let other: &mut dyn Player<Shogi> = if number < 2 { &mut random } else { &mut search };
        let plies = if number % 2 == 0 { 0 } else { 7 };
        let start = if set_up && number >= 2 { later(8, number) } else { Shogi::start() };
        let (mut us, mut them) = (Opened { plies, player: &mut player }, Opened { plies, player: other });
        let players: [&mut dyn Player<Shogi>; 2] =
            if number.is_multiple_of(3) { [&mut us, &mut them] } else { [&mut them, &mut us] };
        let record = game(start, players, LENGTH, number);
        assert_eq!(plain(failure(&record)), None, "{text}: game {number}, {}", record.line[record.line.len() - 1]);
        assert!(record.moves.len() > 8, "{text}: game {number} is no game");
    }
}

#[test]
fn fairy_stockfish() {
    plays("usi:fairy-stockfish?USI_Variant=shogi&UCI_Elo=1350&depth=2", true);
    plays("usi:fairy-stockfish?USI_Hash=4&nodes=500", true);
    plays("usi:fairy-stockfish?movetime=20", true);
}

#[test]
fn gpsusi() {
    plays("usi:gpsusi?LimitDepth=4&BookDepth=0&Thread=1&movetime=50&timeout=60", true);
}

#[test]
fn gnushogi() {
    plays("gnushogi:gnushogi?depth=1", false);
    plays("gnushogi:gnushogi?depth=2&init=random", false);
    if installed("gnushogi") {
        let mut player = engine("gnushogi:gnushogi?depth=1");
        let record = game(later::<Shogi>(6, 1), [&mut player, &mut RandomPlayer], 8, 1);
        assert!(failure(&record).is_some_and(|text| text.contains("only games from the start")), "{:?}", record.ended);
    }
}

#[test]
fn opinions_are_heard() {
    for text in ["usi:fairy-stockfish?depth=2", "usi:gpsusi?LimitDepth=4&movetime=50&timeout=60"] {
        if installed(program(text)) {
            let mut player = engine(text);
            let record = game(Shogi::start(), [&mut player, &mut RandomPlayer], 12, 3);
            assert_eq!(plain(failure(&record)), None, "{text}");
            let heard = record.notes.iter().flatten().filter(|note| note.opinion.is_some()).count();
            assert!(heard >= 3, "{text}: {heard}");
        }
    }
}

#[test]
fn clocks_and_byoyomi_are_understood() {
    for text in ["usi:fairy-stockfish", "usi:gpsusi?BookDepth=0&Thread=1&timeout=60"] {
        if !installed(program(text)) {
            continue;
        }
        let clocks: [fn(usize) -> Clock; 2] = [
            |_| Clock { byoyomi: Duration::from_millis(300), ..Clock::default() },
            |_| Clock { other: Duration::from_secs(9), ..Clock::default() },
        ];
        for clock in clocks {
            let mut player = engine(text);
            let mut clocked = Clocked { player: &mut player, clock, left: Duration::from_secs(2), in_time: true };
            let record = game(Shogi::start(), [&mut clocked, &mut RandomPlayer], 16, 5);
            assert_eq!(plain(failure(&record)), None, "{text}");
            // How well others keep their time on a busy machine is not ours to judge.
            println!(
                "{text}: {:?} left after {} plies, in time: {}",
                clocked.left,
                record.moves.len(),
                clocked.in_time
            );
        }
    }
}
