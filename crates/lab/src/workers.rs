//! Games on several threads, in the order of their numbers whatever the threads did.

use crate::Played;
use game::Game;
use search::Searcher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays the games `from..=to`, each searcher on a thread of its own.
pub fn in_order<G: Game>(
    searchers: &mut [Searcher<G>],
    (from, to): (u64, u64),
    play: impl Fn(u64, &mut Searcher<G>) -> Played + Sync,
) -> Vec<Played> {
    if let [searcher] = searchers {
        return (from..=to).map(|number| play(number, searcher)).collect();
    }
    let next = AtomicU64::new(from);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for searcher in searchers {
            let (play, next, done) = (&play, &next, &done);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number > to {
                        break;
                    }
                    let played = play(number, searcher);
                    done.lock().expect("no thread panicked").push(played);
                }
            });
        }
    });
    let mut games = done.into_inner().expect("no thread panicked");
    games.sort_by_key(|played| played.row.number);
    games
}
