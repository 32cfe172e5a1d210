//! Listing what can be played with a roll: every reachable position once, without remembering those already seen.
//!
//! The men are moved in a number that holds all places ([`Men`]), and sets of points are bits, so that one shift tells where a
//! die can be played. Doubles are played from high points to low ones: each choice of points comes once. Other rolls move two
//! different men, or one man twice; only where men may be borne off can two different ways lead to the same position in ways
//! that are easier to look up than to foresee.

use super::board::{BAR, Board, Men, ONE, turned};
use super::roll::Roll;
use std::fmt;

/// The moves of up to four men in the order in which they are made: a whole turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Play(u32);

/// One man moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the man stood, as its side counts.
    pub from: usize,
    /// Where it goes; 0: off.
    pub to: usize,
}

impl Play {
    /// Nothing can be played.
    pub const PASS: Play = Play(0);

    /// With one more man moved, as number `at`.
    #[inline]
    fn and(self, at: u32, from: usize, die: usize) -> Play {
        Play(self.0 | ((from << 3 | die) as u32) << (8 * at))
    }

    /// The moves of single men.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let (from, die) = ((left >> 3 & 31) as usize, (left & 7) as usize);
            left >>= 8;
            (die > 0).then_some(Step { from, to: from.saturating_sub(die) })
        })
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.steps().map(|step| (step.from, step.to))).finish()
    }
}

const BAR_BIT: u32 = 1 << BAR;

/// What does not change during a turn: where the mover may land, and where it then hits.
struct Landing {
    open: u32,
    blots: u32,
}

/// Men in the middle of a turn.
#[derive(Clone, Copy)]
struct State {
    own: u128,
    /// Places from 1 to 25 with men.
    occupied: u32,
    /// Points on which blots were hit.
    hits: u32,
    /// How it came here, and in how many steps.
    play: Play,
    steps: u32,
}

impl Landing {
    /// The places from which a die can be played.
    #[inline]
    fn froms(&self, occupied: u32, die: usize) -> u32 {
        if occupied & BAR_BIT != 0 {
            return if self.open >> (BAR - die) & 1 != 0 { BAR_BIT } else { 0 };
        }
        let mut froms = occupied & self.open << die;
        if occupied >> 7 == 0 {
            // All are at home. A die that is too high takes the last man.
            if occupied >> die & 1 != 0 {
                froms |= 1 << die;
            } else if occupied >> die == 0 && occupied != 0 {
                froms |= 1 << occupied.ilog2();
            }
        }
        froms
    }

    #[inline]
    fn step(&self, state: &State, from: usize, die: usize) -> State {
        let to = from.saturating_sub(die);
        let own = state.own - ONE[from] + ONE[to];
        let left = if own & (15 * ONE[from]) == 0 { 1 << from } else { 0 };
        let landed = (1u32 << to) & !1;
        State {
            own,
            occupied: (state.occupied & !left) | landed,
            hits: state.hits | (self.blots & landed),
            play: state.play.and(state.steps, from, die),
            steps: state.steps + 1,
        }
    }
}

/// Pushes every different position after a roll: a play, the mover's men, and the points on which it hits. False if nothing can
/// be played.
#[inline]
pub(super) fn each(board: &Board, roll: Roll, mut push: impl FnMut(Play, Men, u32)) -> bool {
    let made = turned(board.other.made());
    let landing = Landing { open: 0x01ff_fffe & !made, blots: turned(board.other.occupied()) & !made };
    let state = State { own: board.own.bits(), occupied: board.own.occupied(), hits: 0, play: Play::PASS, steps: 0 };
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    let mut push = |state: State| push(state.play, Men(state.own), state.hits);
    if roll.double() {
        // As many as possible of the four.
        landing.froms(state.occupied, high) != 0
            && (1..=4).rev().any(|steps| landing.doubles(&state, high, steps, u32::MAX, &mut push))
    } else {
        let outside = state.occupied >> 7;
        let near = outside & outside.wrapping_sub(1) == 0
            && (outside == 0 || board.own.count(7 + outside.ilog2() as usize) == 1);
        let both = if state.occupied & BAR_BIT != 0 {
            landing.entering(&state, high, low, &mut push)
        } else if near {
            landing.bearing_off(&state, high, low, &mut push)
        } else {
            landing.running(&state, high, low, &mut push)
        };
        // Where both dice cannot be played, the higher must be if it can.
        both || landing.single(&state, high, &mut push) || landing.single(&state, low, &mut push)
    }
}

/// The places of a set, the lowest first.
#[inline]
fn places(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        place
    })
}

impl Landing {
    /// One die only.
    #[inline]
    fn single(&self, state: &State, die: usize, push: &mut impl FnMut(State)) -> bool {
        let froms = self.froms(state.occupied, die);
        places(froms).for_each(|from| push(self.step(state, from, die)));
        froms != 0
    }

    /// All plays of exactly `steps` steps of a double, from places that are allowed and never above the one before.
    #[inline]
    fn doubles<P: FnMut(State)>(&self, state: &State, die: usize, steps: u32, allowed: u32, push: &mut P) -> bool {
        let mut any = false;
        for from in places(self.froms(state.occupied, die) & allowed) {
            let next = self.step(state, from, die);
            if next.steps == steps {
                push(next);
                any = true;
            } else {
                any |= self.doubles(&next, die, steps, (2 << from) - 1, push);
            }
        }
        any
    }

    /// Both dice with men on the bar.
    #[inline]
    fn entering(&self, state: &State, high: usize, low: usize, push: &mut impl FnMut(State)) -> bool {
        let mut any = false;
        for (first, second) in [(high, low), (low, high)] {
            if self.froms(state.occupied, first) == 0 {
                continue;
            }
            let next = self.step(state, BAR, first);
            let mut froms = self.froms(next.occupied, second);
            if first == low && self.open >> (BAR - high) & 1 != 0 {
                // Two men that enter, or the same man with both dice, were listed above, unless hits on the way tell the ways
                // of the one man apart.
                let way = BAR - low;
                let apart = self.blots & (1 << way | 1 << (BAR - high)) != 0;
                froms &= !(BAR_BIT | if apart { 0 } else { 1 << way });
            }
            for from in places(froms) {
                push(self.step(&next, from, second));
                any = true;
            }
        }
        any
    }

    /// Both dice where nothing can be borne off.
    #[inline]
    fn running(&self, state: &State, high: usize, low: usize, push: &mut impl FnMut(State)) -> bool {
        let (by_high, by_low) = (state.occupied & self.open << high, state.occupied & self.open << low);
        let mut any = false;
        for one in places(by_high) {
            let next = self.step(state, one, high);
            // Where one man goes on from where the other stood, it is as if a single man had made both moves.
            let mut others = by_low & !(1u32 << (one - high)) & !(1u32 << (one + low));
            if next.occupied >> one & 1 == 0 {
                others &= !(1 << one);
            }
            for other in places(others) {
                push(self.step(&next, other, low));
                any = true;
            }
        }
        let there = self.open << (high + low);
        for from in places((by_high | by_low) & there) {
            let (over_high, over_low) = (by_high >> from & 1 != 0, by_low >> from & 1 != 0);
            let mut run = |first: usize, second: usize| {
                let next = self.step(state, from, first);
                push(self.step(&next, from - first, second));
            };
            if over_high {
                run(high, low);
            }
            // The other way is another move only if a blot is hit on one of them.
            if over_low && !(over_high && self.blots & (1 << (from - high) | 1 << (from - low)) == 0) {
                run(low, high);
            }
            any = true;
        }
        any
    }

    /// Both dice in either order where men may be borne off, leaving out what was reached before.
    #[inline]
    fn bearing_off(&self, state: &State, high: usize, low: usize, push: &mut impl FnMut(State)) -> bool {
        // At most seven places have men, so either order has at most 49 plays.
        let (mut seen, mut count) = ([0u128; 98], 0);
        for (first, second) in [(high, low), (low, high)] {
            for from in places(self.froms(state.occupied, first)) {
                let next = self.step(state, from, first);
                for from in places(self.froms(next.occupied, second)) {
                    let last = self.step(&next, from, second);
                    // 26 places of four bits, and a bit for each of 24 points.
                    let result = last.own | u128::from(last.hits >> 1) << 104;
                    if !seen[..count].contains(&result) {
                        seen[count] = result;
                        count += 1;
                        push(last);
                    }
                }
            }
        }
        count > 0
    }
}
