//! Matches between two ways of choosing moves, in points, each sequence of dice played from both seats.

use game::{Dice, Turns};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Chooses the reply to a roll on a board that is seen by the side to move.
pub type Chooser<'a, B> = Box<dyn FnMut(&B, <B as Turns>::Roll) -> B + 'a>;

/// What a match shows of the first of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Points {
    /// Games played.
    pub games: u64,
    /// Points per game.
    pub mean: f64,
    /// Its standard error; games with the same dice count as one.
    pub error: f64,
    /// The share of games won.
    pub won: f64,
    /// The shares of gammons (with backgammons) won and lost.
    pub gammons: (f64, f64),
}

impl Points {
    /// Matches of the same players, with other dice each, as one.
    pub fn together(parts: &[Points]) -> Points {
        let games: u64 = parts.iter().map(|part| part.games).sum();
        let share = |part: &Points| part.games as f64 / games.max(1) as f64;
        let mean = |of: &dyn Fn(&Points) -> f64| parts.iter().map(|part| share(part) * of(part)).sum::<f64>();
        Points {
            games,
            mean: mean(&|part| part.mean),
            error: parts.iter().map(|part| (share(part) * part.error).powi(2)).sum::<f64>().sqrt(),
            won: mean(&|part| part.won),
            gammons: (mean(&|part| part.gammons.0), mean(&|part| part.gammons.1)),
        }
    }
}

/// Plays `games` games, two with each sequence of dice. Threads change nothing but the speed.
pub fn meet<'a, B: Turns>(
    games: u64,
    seed: u64,
    threads: usize,
    own: impl Fn() -> Chooser<'a, B> + Sync,
    other: impl Fn() -> Chooser<'a, B> + Sync,
) -> Points {
    let pairs = games.div_ceil(2).max(1);
    let next = AtomicU64::new(0);
    let all = Mutex::new(Vec::new());
    let work = || {
        let mut players = [own(), other()];
        let mut done = Vec::new();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            if pair >= pairs {
                break;
            }
            done.push([0, 1].map(|seat| game(&mut players, seat, &mut Dice::new(seed, pair))));
        }
        all.lock().expect("no thread panicked").extend(done);
    };
    // One is this one, whose processor time others may be measuring.
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let all = all.into_inner().expect("no thread panicked");
    let n = pairs as f64;
    let each = || all.iter().flatten();
    // Whole numbers: the order of the threads leaves no trace.
    let sum: i64 = each().sum();
    let squares: i64 = all.iter().map(|[a, b]| (a + b) * (a + b)).sum();
    let share = |which: fn(&i64) -> bool| each().filter(|points| which(points)).count() as f64 / (2.0 * n);
    let mean = sum as f64 / (2.0 * n);
    let variance = (squares as f64 - n * (2.0 * mean) * (2.0 * mean)).max(0.0) / (n - 1.0).max(1.0);
    Points {
        games: 2 * pairs,
        mean,
        error: (variance / n).sqrt() / 2.0,
        won: share(|points| *points > 0),
        gammons: (share(|points| *points > 1), share(|points| *points < -1)),
    }
}

/// One game; points of the first player. `begins` has the first turn.
fn game<B: Turns>(players: &mut [Chooser<'_, B>; 2], begins: usize, dice: &mut Dice) -> i64 {
    let (mut board, mut turn) = (B::start(), begins);
    for number in 0..B::LONGEST {
        let next = players[turn](&board, B::throw(dice, number == 0));
        if let Some(points) = next.points() {
            return i64::from(if turn == 0 { points } else { -points });
        }
        (board, turn) = (next.swapped(), 1 - turn);
    }
    0
}
