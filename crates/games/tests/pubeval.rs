//! Pubeval against its published numbers, and against the strength that others measured.

use game::{Dice, Game, Side};
use serde_json::Value;
use tdleaf_games::backgammon::{Backgammon, Board, Move, Play, Roll, pubeval};

fn data(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The 122 inputs one by one, as the published program has them.
fn inputs(board: &Board) -> Vec<f64> {
    let mut inputs = Vec::new();
    for j in 1..=24 {
        let point = 25 - j;
        let n = i32::from(board.own.count(point)) - i32::from(board.other.count(25 - point));
        let on = |holds: bool| f64::from(u8::from(holds));
        let more = if n >= 4 { f64::from(n - 3) / 2.0 } else { 0.0 };
        inputs.extend([on(n == -1), on(n == 1), on(n >= 2), on(n == 3), more]);
    }
    inputs.extend([f64::from(board.other.bar()) / 2.0, f64::from(board.own.off()) / 15.0]);
    inputs
}

#[test]
fn values_are_the_published_sums() {
    let weights = data(include_str!("data/pubeval_weights.json"));
    let mut dice = Dice::new(4, 0);
    let mut board = Board::START;
    for _ in 0..20_000 {
        for (name, race) in [("contact", false), ("race", true)] {
            let products =
                inputs(&board).into_iter().enumerate().map(|(at, x)| weights[name][at].as_f64().unwrap() * x);
            let sum: f64 = products.sum();
            let value = f64::from(pubeval::evaluate(&board, race));
            assert!((value - sum).abs() < 1e-4, "{value} instead of {sum} for {board:?}");
        }
        let mut replies = Vec::new();
        board.replies(Roll::throw(&mut dice), |_, after| replies.push(after));
        board = replies[dice.below(replies.len())].swapped();
        if board.points().is_some() {
            board = Board::START;
        }
    }
}

type Chooser<'a> = &'a mut dyn FnMut(&Board, Roll) -> Play;

/// Plays a game; points for the first player.
fn duel(number: u64, players: [Chooser; 2]) -> i32 {
    let (mut dice, mut game) = (Dice::new(5, number), Backgammon::start());
    let mut list = Vec::new();
    loop {
        game.status(&mut list);
        if let Some(outcome) = game.over() {
            return outcome.points(Side::First);
        }
        let mv = match game.roll() {
            Some(roll) => Move::Play(players[game.side().index()](game.board(), roll)),
            None => list[dice.pick(list.iter().map(|roll| game.probability(*roll)))],
        };
        game.play(mv);
    }
}

#[test]
fn it_beats_a_random_mover_by_as_much_as_others_found() {
    let reference = data(include_str!("data/pubeval_reference.json"));
    let levels = reference["levels"].as_array().unwrap();
    let random = levels.iter().find(|level| level["program"] == "random mover").unwrap();
    let games = 2_000;
    let mut chance = Dice::new(6, 0);
    let mut total = 0;
    for number in 0..games {
        let mut drawn = |board: &Board, roll| {
            let mut plays = Vec::new();
            board.replies(roll, |play, _| plays.push(play));
            plays[chance.below(plays.len())]
        };
        let mut strong = |board: &Board, roll| pubeval::choose(board, roll).0;
        total += if number % 2 == 0 {
            duel(number, [&mut drawn, &mut strong])
        } else {
            -duel(number, [&mut strong, &mut drawn])
        };
    }
    // The reference has a standard error of 0.04, ours is below 0.02.
    let points = f64::from(total) / games as f64;
    assert!((points - random["ppg"].as_f64().unwrap()).abs() < 0.15, "{points}");
}

#[test]
fn it_bears_its_last_men_off_and_knows_a_race() {
    let game = Backgammon::read("AwAAKAAAAAAAAA:21").unwrap();
    let (play, after) = pubeval::choose(game.board(), game.roll().unwrap());
    assert_eq!((game.write_move(Move::Play(play)).as_str(), after.points()), ("2/off 1/off", Some(1)));
    assert!(game.board().race() && !Board::START.race());
    // Men on the 13 point of both sides have not passed each other; on 12 they have.
    for (own, other, race) in [(13, 12, false), (12, 12, true), (25, 1, false), (1, 23, true)] {
        let men = |at| tdleaf_games::backgammon::Men::new(|place| u8::from(place == at)).unwrap();
        assert_eq!(Board { own: men(own), other: men(other) }.race(), race, "{own} {other}");
    }
}
