//! The law of keys: positions have the same key exactly if the repetition rule takes them for the same.

use super::{Plan, broken};
use crate::Game;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Visits at least `visits` positions by random play and returns how many of them were different.
///
/// Only the key and a second hash of the identity are kept: 16 bytes for each visit. What breaks the law is played again
/// to tell which positions they are.
pub fn keys<G: Game>(plan: &Plan<'_, G>, visits: usize) -> Result<usize, String> {
    let mut seen: Vec<(u64, u64)> = Vec::with_capacity(visits + plan.longest);
    let mut number = 0;
    while seen.len() < visits {
        plan.random_game(number, |line| {
            seen.push(pair(plan, &line[line.len() - 1]));
            Ok(())
        })?;
        number += 1;
    }
    seen.sort_unstable();
    seen.dedup();
    if let Some(two) = seen.windows(2).find(|two| two[0].0 == two[1].0) {
        return Err(describe(plan, number, two, "has the same key as the different position"));
    }
    seen.sort_unstable_by_key(|&(key, identity)| (identity, key));
    if let Some(two) = seen.windows(2).find(|two| two[0].1 == two[1].1) {
        return Err(describe(plan, number, two, "has another key than the equal position"));
    }
    Ok(seen.len())
}

fn pair<G: Game>(plan: &Plan<'_, G>, game: &G) -> (u64, u64) {
    let mut hasher = DefaultHasher::new();
    (plan.identity)(game).hash(&mut hasher);
    (game.key(), hasher.finish())
}

/// Plays the games once more to find the two positions.
fn describe<G: Game>(plan: &Plan<'_, G>, games: u64, two: &[(u64, u64)], what: &str) -> String {
    let mut found = [None, None];
    for number in 0..games {
        let replayed = plan.random_game(number, |line| {
            let game = &line[line.len() - 1];
            if let Some(index) = two.iter().position(|wanted| *wanted == pair(plan, game)) {
                found[index].get_or_insert_with(|| game.clone());
            }
            Ok(())
        });
        if let (Ok(_), [Some(one), Some(other)]) = (replayed, &found) {
            return broken(one, format!("{what} '{other}'"));
        }
    }
    format!("{}: keys or identities change when the same game is played again", G::NAME)
}
