//! The conformance test that every game and every feature set passes: the laws, checked by random play.

mod feature_law;
mod keys;
mod position;

pub use feature_law::features;
pub use keys::keys;

use crate::{Dice, Game, Outcome, Status, perft, repeats};

/// What to check a game with. [`Plan::new`] suits most games; change the fields that do not.
pub struct Plan<'a, G> {
    /// The number of random games to play.
    pub games: u64,
    /// The seed of the random games.
    pub seed: u64,
    /// Every random game ends within so many plies.
    pub longest: usize,
    /// More positions to start from: the random games begin in turn in the start of the game and in these.
    pub positions: &'a [&'a str],
    /// Counts known from elsewhere: position, depth, number of lines.
    pub perft: &'a [(&'a str, u32, u64)],
    /// A text that two positions share if and only if they are equal under the repetition rule: by default all that is
    /// written; chess leaves out its move counters.
    pub identity: fn(&G) -> String,
    /// False if a player may move twice in a row.
    pub alternate: bool,
}

impl<G: Game> Plan<'_, G> {
    /// A hundred games of at most a thousand plies, from the start of the game.
    pub fn new() -> Self {
        Plan {
            games: 100,
            seed: 1,
            longest: 1000,
            positions: &[],
            perft: &[],
            identity: |game| game.to_string(),
            alternate: true,
        }
    }

    /// Plays random game `number` and shows every position with the line that leads to it. The same number gives the
    /// same game.
    fn random_game<L>(&self, number: u64, mut look: L) -> Result<Outcome, String>
    where
        L: FnMut(&mut Vec<G>) -> Result<(), String>,
    {
        let choice = (number % (1 + self.positions.len() as u64)) as usize;
        let start = if choice == 0 { G::start() } else { read(self.positions[choice - 1])? };
        let (mut line, mut list, mut dice) = (vec![start], Vec::new(), Dice::new(self.seed, number));
        loop {
            look(&mut line)?;
            let game = &line[line.len() - 1];
            let mv = match game.status(&mut list) {
                Status::Over(outcome) => return Ok(outcome),
                _ if repeated_out(&line) => return Ok(Outcome::DRAW),
                Status::Chance => list[dice.pick(list.iter().map(|roll| game.probability(*roll)))],
                Status::Turn(_) => list[dice.below(list.len())],
            };
            if line.len() > self.longest {
                return Err(broken(game, format!("random play has not ended within {} plies", self.longest)));
            }
            line.push(game.after(mv));
        }
    }
}

impl<G: Game> Default for Plan<'_, G> {
    fn default() -> Self {
        Plan::new()
    }
}

/// What the random games of a check were like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Positions checked.
    pub positions: u64,
    /// Legal moves in these positions.
    pub moves: u64,
    /// Plies of the longest game.
    pub longest: usize,
    /// Games that the first player won, drew and lost.
    pub results: [u64; 3],
}

/// Checks the rules, the notation and the hints of a game. The error names the position and the law that it breaks.
pub fn game<G: Game>(plan: &Plan<'_, G>) -> Result<Summary, String> {
    for &(text, depth, expected) in plan.perft {
        let position: G = read(text)?;
        let count = perft(&position, depth);
        if count != expected {
            return Err(broken(&position, format!("perft {depth} counts {count} lines instead of {expected}")));
        }
    }
    let mut summary = Summary { games: plan.games, ..Summary::default() };
    // Its own stream, so that damaging texts does not change which games are played.
    let mut dice = Dice::new(plan.seed, u64::MAX);
    for number in 0..plan.games {
        let outcome = plan.random_game(number, |line| {
            summary.positions += 1;
            summary.moves += position::laws(line, plan, &mut dice)?;
            summary.longest = summary.longest.max(line.len() - 1);
            Ok(())
        })?;
        summary.results[(1 - outcome.0.signum()) as usize] += 1;
    }
    Ok(summary)
}

/// True if the last position of `line` ends the game by repetition.
fn repeated_out<G: Game>(line: &[G]) -> bool {
    G::REPETITIONS > 0 && repeats(line) + 1 >= G::REPETITIONS
}

fn read<G: Game>(text: &str) -> Result<G, String> {
    G::read(text).map_err(|error| format!("{}: position '{text}' cannot be read: {error}", G::NAME))
}

fn broken<G: Game>(game: &G, what: impl AsRef<str>) -> String {
    format!("{}, position '{game}': {}", G::NAME, what.as_ref())
}
