//! Games of Othello against GRhino over GTP. It is left out where it is not installed, except where CI is set.

use arena::{Opening, RandomPlayer, Reason, Rules, play};
use game::{Dice, Game};
use games::othello::Othello;
use tdleaf_link::{EnginePlayer, EngineSpec};

const PROGRAM: &str = "gtp-rhino";

#[test]
fn grhino_plays_whole_games_with_passes() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).chain(["/usr/games".into()]);
    if !places.any(|place| place.join(PROGRAM).is_file()) {
        assert!(std::env::var_os("CI").is_none(), "CI needs {PROGRAM}, of the package grhino");
        return println!("skipped: {PROGRAM} is not installed");
    }
    let mut engine = EnginePlayer::new(EngineSpec::parse("gtp:gtp-rhino -l 1").unwrap());
    let (mut passes, mut won) = (0, 0);
    for number in 0..12u64 {
        let mut dice = Dice::new(5, number);
        let mut opening = Opening::at(Othello::start());
        for _ in 0..number {
            let list = opening.last().move_list();
            opening.push(list[dice.below(list.len())]);
        }
        let first = number.is_multiple_of(2);
        let players: [&mut dyn arena::Player<Othello>; 2] =
            if first { [&mut engine, &mut RandomPlayer] } else { [&mut RandomPlayer, &mut engine] };
        let record = play(opening, players, &Rules::default(), &mut dice);
        assert!(matches!(record.ended.reason, Reason::Rule), "game {number}: {:?}", record.ended);
        let written = record.line.iter().zip(&record.moves).map(|(position, mv)| position.write_move(*mv));
        passes += written.filter(|mv| mv == "pass").count();
        won += i32::from(record.ended.outcome.0 == if first { 1 } else { -1 });
    }
    assert!(passes > 0, "no game with a pass: the test does not test it");
    assert!(won > 8, "GRhino won only {won} of 12 games against random moves");
}
