//! A slow generator that does as the rules say: plays every die of every order, and keeps the longest.

use std::collections::BTreeSet;

/// The mover's and the other's men from each side's own view: places 0 (off) to 25 (bar).
pub type Slow = [[i32; 26]; 2];

/// All boards that can be reached, seen by the mover; empty if nothing can be played.
pub fn boards(board: &Slow, one: usize, other: usize) -> BTreeSet<Slow> {
    let orders = if one == other { vec![vec![one; 4]] } else { vec![vec![one, other], vec![other, one]] };
    let mut reached = Vec::new();
    for order in &orders {
        play(board, order, &mut Vec::new(), &mut reached);
    }
    let most = reached.iter().map(|(dice, _)| dice.len()).max().unwrap_or(0);
    if most == 0 {
        return BTreeSet::new();
    }
    let mut longest: Vec<_> = reached.into_iter().filter(|(dice, _)| dice.len() == most).collect();
    if most == 1 && one != other {
        let high = one.max(other);
        if longest.iter().any(|(dice, _)| dice[0] == high) {
            longest.retain(|(dice, _)| dice[0] == high);
        }
    }
    longest.into_iter().map(|(_, board)| board).collect()
}

fn play(board: &Slow, left: &[usize], used: &mut Vec<usize>, reached: &mut Vec<(Vec<usize>, Slow)>) {
    reached.push((used.clone(), *board));
    let Some((&die, rest)) = left.split_first() else { return };
    for from in 1..=25 {
        if let Some(next) = moved(board, from, die) {
            used.push(die);
            play(&next, rest, used, reached);
            used.pop();
        }
    }
}

fn moved(board: &Slow, from: usize, die: usize) -> Option<Slow> {
    let mut next = *board;
    let [own, other] = &mut next;
    if own[from] == 0 || (own[25] > 0 && from != 25) {
        return None;
    }
    let to = from as i32 - die as i32;
    if to <= 0 {
        let home = (7..=25).all(|place| own[place] == 0);
        let highest = (from + 1..=6).all(|place| own[place] == 0);
        if !home || (to < 0 && !highest) {
            return None;
        }
        own[from] -= 1;
        own[0] += 1;
        return Some(next);
    }
    let there = 25 - to as usize;
    if other[there] > 1 {
        return None;
    }
    if other[there] == 1 {
        other[there] = 0;
        other[25] += 1;
    }
    own[from] -= 1;
    own[to as usize] += 1;
    Some(next)
}
