//! A match: many games between two players, each opening with both colours, on several threads.

use crate::{Player, Record, Rules, Score, play, random_opening};
use game::{Dice, Game, Side};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The conditions of a match.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// The number of games.
    pub games: u64,
    /// Random plies at most before each pair of games, the same for both colours.
    pub opening: usize,
    /// Threads.
    pub threads: usize,
    /// All chance comes from here and from the number of the game.
    pub seed: u64,
    /// The rules of each game.
    pub rules: Rules,
}

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, from 0.
    pub number: u64,
    /// The side of the player whose score is kept.
    pub side: Side,
}

impl Contest {
    /// Plays the match. `players` makes the two players for each thread; `watch` sees every game as it ends and may
    /// stop the match by answering false. Threads do not change any game.
    pub fn play<G: Game, A: Player<G>, B: Player<G>>(
        &self,
        start: &G,
        players: impl Fn() -> (A, B) + Sync,
        watch: impl FnMut(&Pairing, &Record<G>, &Score) -> bool + Send,
    ) -> Score {
        let next = AtomicU64::new(0);
        let stopped = AtomicBool::new(false);
        let shared = Mutex::new((Score::default(), watch));
        let work = || {
            let (mut a, mut b) = players();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games || stopped.load(Ordering::Relaxed) {
                    break;
                }
                let pairing =
                    Pairing { number, side: if number.is_multiple_of(2) { Side::First } else { Side::Second } };
                let opening = random_opening(start, self.opening, &mut Dice::new(self.seed, number / 2 * 2));
                let mut dice = Dice::new(self.seed, number * 2 + 1);
                let sides: [&mut dyn Player<G>; 2] =
                    if pairing.side == Side::First { [&mut a, &mut b] } else { [&mut b, &mut a] };
                let record = play(opening, sides, &self.rules, &mut dice);
                let mut shared = shared.lock().expect("no thread panicked");
                shared.0.add(record.ended.outcome.points(pairing.side));
                let score = shared.0;
                if !(shared.1)(&pairing, &record, &score) {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        shared.into_inner().expect("no thread panicked").0
    }
}
