//! `tdleaf bench --depth N --brain M`: what a brain of so many positions costs a search.

use super::depth::POSITIONS;
use crate::say;
use arena::random_opening;
use cpu_time::ProcessTime;
use eval::Evaluator;
use game::{Dice, Game};
use search::{Known, Limits, Options, Searcher, Unwatched};

/// Each search is repeated, in turns with and without the brain; the fastest of each counts.
const ROUNDS: usize = 3;
/// Searches of one ply, to see what entering the positions takes.
const SHORT: usize = 200;

/// Measures it on the first positions.
pub fn run<G: Game, E: Evaluator<G>>(evaluator: &E, options: Options, count: usize, most: usize) -> Result<(), String> {
    let known = made_up::<G>(count);
    let mut searchers = [Searcher::<G>::new(options), Searcher::new(options)];
    searchers[1].know(known);
    let mut sums = [(0u64, 0.0f64); 2];
    say!("{:<12} {:>22} {:>22}", "1000 nodes/s", "without", "with");
    for (name, text) in POSITIONS.iter().take(most) {
        let position = G::read(text)?;
        let mut best = [(0, f64::MAX); 2];
        for _ in 0..ROUNDS {
            for (searcher, best) in searchers.iter_mut().zip(&mut best) {
                searcher.forget();
                let begin = ProcessTime::now();
                let thought = searcher.think(evaluator, std::slice::from_ref(&position), &mut Dice::new(1, 1));
                let seconds = begin.elapsed().as_secs_f64();
                if seconds < best.1 {
                    *best = (thought.map_or(0, |thought| thought.nodes), seconds);
                }
            }
        }
        let speed = |(nodes, seconds): (u64, f64)| nodes as f64 / seconds / 1e3;
        say!("{name:<12} {:>22.0} {:>22.0}", speed(best[0]), speed(best[1]));
        for (sum, best) in sums.iter_mut().zip(best) {
            *sum = (sum.0 + best.0, sum.1 + best.1);
        }
    }
    let [without, with] = sums.map(|(nodes, seconds)| nodes as f64 / seconds);
    say!("with a brain of {count} positions the search runs at {:.2} % of its speed", 100.0 * with / without);
    let start = [G::start()];
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let short = searchers.each_mut().map(|searcher| {
        let begin = ProcessTime::now();
        for _ in 0..SHORT {
            searcher.think_within(evaluator, &start, &limits, &mut Dice::new(1, 1), &Unwatched);
        }
        1e3 * begin.elapsed().as_secs_f64() / SHORT as f64
    });
    say!("each search begins {:.3} ms later", short[1] - short[0]);
    Ok(())
}

/// Positions of random games: which they are does not matter, since a search will not meet them.
fn made_up<G: Game>(count: usize) -> Vec<Known> {
    let mut dice = Dice::new(10, 26);
    let known = |_| {
        let line = random_opening(&G::start(), 30, &mut dice).line;
        let last = line.last().expect("a line has at least one position");
        Known { key: last.key(), program: last.side(), depth: 10, value: 0, tag: 0 }
    };
    (0..count).map(known).collect()
}
