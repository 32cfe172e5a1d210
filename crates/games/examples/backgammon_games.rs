//! Plays random games of backgammon and checks every position: `cargo run --release -p tdleaf-games --example
//! backgammon_games -- [GAMES] [SEED]`. Ends with an error at the first position that breaks a rule.

use game::Dice;
use std::time::Instant;
use tdleaf_games::backgammon::{Board, Men, Roll};

fn main() -> Result<(), String> {
    let mut numbers =
        std::env::args().skip(1).map(|text| text.parse::<u64>().map_err(|_| format!("'{text}' is no number")));
    let games = numbers.next().transpose()?.unwrap_or(100_000);
    let seed = numbers.next().transpose()?.unwrap_or(1);
    let (mut turns, mut boards, mut points) = (0u64, 0u64, [0u64; 3]);
    let begin = Instant::now();
    for number in 0..games {
        let mut dice = Dice::new(seed, number);
        let (mut board, mut roll) = (Board::START, Roll::throw_first(&mut dice));
        let result = loop {
            let (mut count, mut chosen) = (0, board);
            // Each of n replies is kept with a probability of 1/n, so that no list is needed.
            board.replies(roll, |_, after| {
                count += 1;
                if dice.below(count) == 0 {
                    chosen = after;
                }
            });
            check(&chosen).map_err(|error| format!("game {number}, {roll} on {board:?}: {error}"))?;
            turns += 1;
            boards += count as u64;
            if let Some(points) = chosen.points() {
                break points;
            }
            board = chosen.swapped();
            roll = Roll::throw(&mut dice);
        };
        let at = usize::try_from(result - 1).map_err(|_| format!("game {number}: the mover has lost by moving"))?;
        points[at] += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{games} games, {turns} turns, {boards} boards listed, in {seconds:.1} s: {:.0} boards a second",
        boards as f64 / seconds
    );
    println!("won {}, gammons {}, backgammons {}", points[0], points[1], points[2]);
    Ok(())
}

fn check(board: &Board) -> Result<(), String> {
    let men = |men: Men| (0..26).map(|place| u32::from(men.count(place))).sum::<u32>();
    if men(board.own) != 15 || men(board.other) != 15 {
        return Err(format!("not fifteen men: {board:?}"));
    }
    match (1..=24).find(|point| board.own.count(*point) > 0 && board.other.count(25 - point) > 0) {
        Some(point) => Err(format!("both sides have men on point {point}: {board:?}")),
        None => Ok(()),
    }
}
