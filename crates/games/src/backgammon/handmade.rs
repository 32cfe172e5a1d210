//! Hand-made inputs of a network: what players look at on a board, in numbers of about 0 to 1.

use super::board::{BAR, Board, Men, turned};
use super::roll::Roll;

/// Inputs of each side, and of both together.
const HALF: usize = 24;
const BOTH: usize = 4;
/// How many there are.
pub(super) const COUNT: usize = 2 * HALF + BOTH;
/// All of them.
pub(super) type List = [f32; COUNT];

const POINTS: u32 = 0x01ff_fffe;
const HOME: u32 = 0x7e;

/// By which of the next twelve points are blocked: in how many of 36 rolls one man can play both dice.
static ESCAPES: [u8; 4096] = {
    let (mut table, mut blocked) = ([0; 4096], 0);
    while blocked < 4096 {
        let mut a = 1;
        while a <= 6 {
            let mut b = 1;
            while b <= a {
                let way = blocked >> (a - 1) & 1 == 0 || blocked >> (b - 1) & 1 == 0;
                if way && blocked >> (a + b - 1) & 1 == 0 {
                    table[blocked] += if a == b { 1 } else { 2 };
                }
                b += 1;
            }
            a += 1;
        }
        blocked += 1;
    }
    table
};

/// What one side's men look like as sets of points, in its own view, and what is summed over its men.
#[derive(Clone, Copy)]
struct Sets {
    occupied: u32,
    made: u32,
    bar: u8,
    last: usize,
    /// Points to go.
    pips: u32,
    /// Men in the other's home or on the bar, and outside one's own.
    rear: u32,
    outside: u32,
    /// Points that can be played before points at home must be given up.
    spare: u32,
    /// Men above three on a point.
    stack: u32,
    /// Squared distances from the eight point.
    moment: u32,
}

impl Sets {
    #[inline(always)]
    fn new(men: Men) -> Sets {
        let occupied = men.occupied();
        let mut sets = Sets {
            occupied,
            made: men.made() & POINTS,
            bar: men.bar(),
            last: men.last(),
            pips: 0,
            rear: 0,
            outside: 0,
            spare: 0,
            stack: 0,
            moment: 0,
        };
        let (low, high) = (men.bits() as u64, (men.bits() >> 64) as u64);
        let mut left = occupied;
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            let n = (if place < 16 { low >> (4 * place) } else { high >> (4 * (place - 16)) }) as u32 & 15;
            sets.pips += n * place;
            sets.rear += if place > 18 { n } else { 0 };
            sets.outside += if place > 6 { n } else { 0 };
            sets.spare += match place {
                ..=6 => n.saturating_sub(2) * (place - 1),
                7..=18 => n * (place - 6),
                _ => 0,
            };
            sets.stack += n.saturating_sub(3);
            sets.moment += n * place.abs_diff(8).pow(2);
        }
        sets
    }
}

/// In how many of 36 rolls `hitter` hits a blot of the other, how many pips that costs together, and in how many two are hit.
#[inline(always)]
fn shots(hitter: &Sets, target: &Sets) -> (u32, u32, u32) {
    let made = turned(target.made);
    let blots = turned(target.occupied & POINTS) & !made;
    if blots == 0 {
        return (0, 0, 0);
    }
    let open = POINTS & !made;
    let (mut hit, mut cost, mut two) = (0, 0, 0);
    let mut count = |weight: u32, hits: u32| {
        if hits != 0 {
            hit += weight;
            cost += weight * hits.ilog2();
            two += if hits & (hits - 1) != 0 { weight } else { 0 };
        }
    };
    let men = hitter.occupied & POINTS;
    let once: [u32; 7] = std::array::from_fn(|die| if die == 0 { 0 } else { men >> die & open });
    if hitter.bar == 0 {
        for a in 2..=6 {
            for b in 1..a {
                count(2, (once[a] | once[b] | once[a] >> b | once[b] >> a) & blots);
            }
        }
        for (die, first) in once.iter().enumerate().skip(1) {
            let (mut now, mut all) = (*first, *first);
            for _ in 0..3 {
                now = now >> die & open;
                all |= now;
            }
            count(1, all & blots);
        }
        return (hit, cost, two);
    }
    let enters: [u32; 7] = std::array::from_fn(|die| if die == 0 { 0 } else { 1u32 << (BAR - die) & open });
    for roll in Roll::ALL {
        let (a, b) = (usize::from(roll.high()), usize::from(roll.low()));
        if !roll.double() {
            let hits = match hitter.bar {
                1 => {
                    let by = |first: usize, second: usize| match enters[first] {
                        0 => 0,
                        entered => entered | once[second] | entered >> second,
                    };
                    by(a, b) | by(b, a)
                }
                _ => enters[a] | enters[b],
            };
            count(2, hits & blots);
        } else if enters[a] != 0 {
            let (mut now, mut all) = (men | enters[a], enters[a]);
            for _ in hitter.bar..4 {
                now = now >> a & open;
                all |= now;
            }
            count(1, all & blots);
        }
    }
    (hit, cost, two)
}

/// In how many of 36 rolls a man of the other on this point (as `own` counts; 0: its bar) gets past `own`'s points.
#[inline(always)]
fn escapes(made: u32, point: usize) -> u32 {
    u32::from(ESCAPES[(made >> (point + 1) & 0xfff) as usize])
}

/// The sum of all places.
#[inline(always)]
fn nibbles(men: u128) -> u32 {
    const EVEN: u128 = u128::MAX / 255 * 15;
    let pairs = (men & EVEN) + (men >> 4 & EVEN);
    // At most fifteen men: a byte holds every partial sum.
    (((pairs as u64).wrapping_add((pairs >> 64) as u64)).wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

#[inline(always)]
fn half(own: Men, mine: &Sets, theirs: &Sets, out: &mut [f32]) {
    let share = |x: u32, of: f32| x as f32 / of;
    let home = (mine.made & HOME).count_ones();
    // The other's men, from the highest point of theirs down, held by our points.
    let their_back = 25 - theirs.last;
    let (mut least, mut sum) = (36, 0);
    for point in 0..7 {
        let e = escapes(mine.made, point);
        least = least.min(e);
        sum += e;
    }
    let back = if theirs.last > 0 { escapes(mine.made, their_back) } else { 36 };
    let mut run = mine.made;
    let mut longest = 0;
    while run != 0 {
        run &= run >> 1;
        longest += 1;
    }
    let blots = mine.occupied & POINTS & !mine.made;
    let anchors = mine.made >> 18 & 0x7f;
    let (hit, cost, two) = shots(theirs, mine);
    // Men that have still to pass the last man of the other.
    let behind = mine.occupied >> (their_back + 1);
    let behind = if behind == 0 { 0 } else { nibbles(own.bits() >> (4 * (their_back + 1))) };
    let shut = share(home, 6.0) * share(home, 6.0);
    let list = [
        share(mine.pips, 167.0),
        share(mine.last as u32, 25.0),
        share(behind, 15.0),
        share(home, 6.0),
        shut,
        if theirs.bar > 0 { shut } else { 0.0 },
        share(longest, 6.0),
        share(36 - back, 36.0),
        share(36 - least, 36.0),
        share(7 * 36 - sum, 7.0 * 36.0),
        share(hit, 36.0),
        share(cost, 360.0),
        share(two, 36.0),
        share(blots.count_ones(), 4.0),
        share((blots & HOME).count_ones(), 2.0),
        share(anchors.count_ones(), 2.0),
        if anchors != 0 { share(anchors.trailing_zeros(), 6.0) } else { 1.0 },
        share(mine.rear, 6.0),
        share(mine.outside, 15.0),
        share(mine.spare, 60.0),
        share(mine.stack, 8.0),
        share(mine.moment, 1500.0),
        if hit > 0 { share(hit, 36.0) * share((theirs.made & HOME).count_ones(), 6.0) } else { 0.0 },
        share((mine.made & 0x1fc).count_ones(), 7.0),
    ];
    out.copy_from_slice(&list);
}

/// The inputs of a board, seen by the side that has just moved.
pub(super) fn inputs(board: &Board) -> List {
    let (own, other) = (Sets::new(board.own), Sets::new(board.other));
    let mut list = [0.0; COUNT];
    if own.last + other.last >= 25 {
        half(board.own, &own, &other, &mut list[..HALF]);
        half(board.other, &other, &own, &mut list[HALF..2 * HALF]);
        list[2 * HALF + 2] = (own.last + other.last - 24) as f32 / 25.0;
    }
    let (a, b) = (own.pips as f32, other.pips as f32);
    list[2 * HALF] = (b - a) / 100.0;
    list[2 * HALF + 1] = (b - a - 4.0) / (a + b + 10.0) * 4.0;
    list[2 * HALF + 3] = (a + b) / 334.0;
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Dice;

    /// Boards of random games, seen by the side that has just moved.
    fn boards(count: usize) -> Vec<Board> {
        let mut dice = Dice::new(3, 3);
        let (mut board, mut list) = (Board::START, Vec::new());
        while list.len() < count {
            let mut replies = Vec::new();
            board.replies(Roll::throw(&mut dice), |_, next| replies.push(next));
            let next = replies[dice.below(replies.len())];
            if next.points().is_some() {
                board = Board::START;
                continue;
            }
            list.push(next);
            board = next.swapped();
        }
        list
    }

    #[test]
    fn shots_are_those_that_the_rules_allow() {
        let (mut apart, boards) = (0, boards(1500));
        for board in &boards {
            let (mine, theirs) = (Sets::new(board.own), Sets::new(board.other));
            let (hit, ..) = shots(&theirs, &mine);
            let mut allowed = 0;
            for roll in Roll::ALL {
                let mut any = false;
                board.swapped().replies(roll, |_, next| any |= next.other.bar() > board.own.bar());
                allowed += if any { u32::from(roll.weight()) } else { 0 };
            }
            // A man that hits must sometimes leave another to be played, which only the rules know.
            assert!(hit.abs_diff(allowed) <= 8, "{hit} and {allowed} in {board:?}");
            apart += u32::from(hit != allowed);
        }
        assert!(apart * 50 < boards.len() as u32, "{apart} of {} boards", boards.len());
    }

    #[test]
    fn sums_over_the_men_are_right() {
        for board in boards(300) {
            let sets = Sets::new(board.own);
            assert_eq!(sets.pips, board.own.pips());
            let count =
                |from: usize, to: usize| (from..=to).map(|place| u32::from(board.own.count(place))).sum::<u32>();
            assert_eq!((sets.rear, sets.outside), (count(19, 25), count(7, 25)));
            assert_eq!(nibbles(board.own.bits()), 15);
        }
    }

    #[test]
    fn a_full_prime_lets_nobody_escape() {
        let prime = 0b111_1110;
        assert_eq!(escapes(prime, 0), 0);
        assert_eq!(escapes(0, 0), 36);
        assert_eq!(ESCAPES[0b1], 36 - 1, "a double one cannot pass a point right in front");
    }

    #[test]
    fn both_sides_are_seen_alike() {
        for board in boards(200) {
            let (list, turned) = (inputs(&board), inputs(&board.swapped()));
            assert_eq!(list[..HALF], turned[HALF..2 * HALF]);
            assert_eq!(list[2 * HALF], -turned[2 * HALF]);
        }
    }
}
