//! What captures win: a small minimax search in which each man takes at most once (KnightCap's tactics).
//!
//! Men keep the attacks that they have on the board. A line that opens is seen only where it opens most often: behind a
//! friend that has just taken along it.

use super::attacks::Map;
use cozy_chess::{BitBoard, Board, Color, Piece, get_pawn_attacks};

/// Reference values in hundredths of a pawn: KnightCap's material start. The king cannot be given up.
pub const VALUES: [i32; 6] = [100, 400, 400, 600, 1200, 20_000];

/// What counts as a gain.
const GAIN: i32 = 50;
/// Captures in a row that are looked at.
const DEEPEST: u32 = 4;

/// Who attacks whom. Men are numbered, White's from 0 and Black's from 16, the most valuable first; a square is known by the
/// man that stands on it.
pub struct Tactics {
    /// The number of the man on a square.
    number: [u8; 64],
    men: u32,
    value: [i32; 32],
    /// The men that attack a man, or protect it.
    to: [u32; 32],
    /// Those that will when a friend in front of them has taken there.
    behind: [u32; 32],
    /// For each side, the squares that it attacks.
    prey: [u32; 2],
}

/// The men of a side.
const fn side(color: Color) -> u32 {
    0xffff << (16 * color as u32)
}

/// A position in which some men have taken others. A man that has taken stands on its new square and does nothing more.
#[derive(Clone, Copy)]
struct Captures {
    /// The men that have neither taken nor been taken.
    fresh: u32,
    /// The squares on which White or Black has taken last.
    taken: [u32; 2],
    /// The man that took there last; only for squares in `taken`.
    taker: [u8; 32],
    /// Where it happened last.
    last: usize,
}

impl Tactics {
    /// Finds out who attacks whom.
    pub fn new(board: &Board, map: &Map) -> Tactics {
        const ORDER: [Piece; 6] = [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
        let mut number = [0u8; 64];
        let (mut value, mut men) = ([0; 32], 0);
        for color in Color::ALL {
            let mut next = 16 * color as usize;
            for piece in ORDER {
                for square in board.colored_pieces(color, piece) {
                    number[square as usize] = next as u8;
                    value[next] = VALUES[piece as usize];
                    men |= 1 << next;
                    next += 1;
                }
            }
        }
        let mut tactics = Tactics { number, men, value, to: [0; 32], behind: [0; 32], prey: [0; 2] };
        // Men that nobody attacks are never taken: who protects them does not matter.
        let contested = |color: Color| board.colors(color) & map.army(!color).all();
        let contested = contested(Color::White) | contested(Color::Black);
        let mark = |list: &mut [u32; 32], squares: BitBoard, man: u8| {
            for square in squares & contested {
                list[usize::from(number[square as usize])] |= 1 << man;
            }
        };
        for color in Color::ALL {
            for man in map.army(color).men().iter().filter(|man| !map.pinned.has(man.square)) {
                let own = number[man.square as usize];
                mark(&mut tactics.to, man.attacks, own);
                mark(&mut tactics.behind, man.behind, own);
            }
            for square in board.colored_pieces(color, Piece::Pawn) & !map.pinned {
                mark(&mut tactics.to, get_pawn_attacks(square, color), number[square as usize]);
            }
        }
        for square in bits(men) {
            for color in Color::ALL {
                let attacked = (tactics.to[square] | tactics.behind[square]) & side(color) != 0;
                tactics.prey[color as usize] |= u32::from(attacked) << square;
            }
        }
        tactics
    }

    /// True if a side would gain at least half a pawn if it were to move and began with one of these squares.
    pub fn gains(&self, color: Color, squares: BitBoard) -> bool {
        let start = Captures { fresh: self.men, taken: [0; 2], taker: [0; 32], last: 0 };
        squares.into_iter().any(|square| {
            let square = usize::from(self.number[square as usize]);
            self.takes(&start, color, square, self.value[square], GAIN, DEEPEST)
        })
    }

    /// True if `color`, to move, can gain `least`, with the right to stop.
    fn gain(&self, now: &Captures, color: Color, least: i32, depth: u32) -> bool {
        if least <= 0 {
            return true;
        }
        if depth == 0 {
            return false;
        }
        // Who has just taken is the first to be retaken; then the others, the most valuable first.
        let prey = self.prey[color as usize];
        let taken = now.taken[!color as usize] & prey;
        let last = taken & 1 << now.last;
        for square in bits(last).chain(bits(taken & !last)) {
            let value = self.value[usize::from(now.taker[square])];
            if value >= least && self.takes(now, color, square, value, least, depth) {
                return true;
            }
        }
        for square in bits(now.fresh & side(!color) & prey) {
            if self.value[square] < least {
                return false;
            }
            if self.takes(now, color, square, self.value[square], least, depth) {
                return true;
            }
        }
        false
    }

    /// True if `color` gains `least` by taking what stands on `square`, the cheapest attackers first.
    fn takes(&self, now: &Captures, color: Color, square: usize, value: i32, least: i32, depth: u32) -> bool {
        let mut attackers = self.to[square];
        if (now.taken[0] | now.taken[1]) >> square & 1 == 1 {
            attackers |= self.behind[square];
        }
        attackers &= now.fresh & side(color);
        while attackers != 0 {
            let man = 31 - attackers.leading_zeros() as usize;
            attackers ^= 1 << man;
            let mut next = *now;
            next.fresh &= !(1 << man | 1 << square);
            next.taken[color as usize] |= 1 << square;
            next.taken[!color as usize] &= !(1 << square);
            next.taker[square] = man as u8;
            next.last = square;
            // The enemy must not get back more than may be lost.
            if !self.gain(&next, !color, value - least + 1, depth - 1) {
                return true;
            }
        }
        false
    }
}

/// The numbers of the bits that are set, the lowest first.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (next < 32).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(fen: &str) -> [bool; 2] {
        let board: Board = fen.parse().unwrap();
        let tactics = Tactics::new(&board, &Map::new(&board, true));
        Color::ALL.map(|color| tactics.gains(color, board.colors(!color)))
    }

    #[test]
    fn only_what_pays_is_a_gain() {
        assert_eq!(gains("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1"), [true, false], "nobody guards the pawn");
        assert_eq!(gains("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1"), [false, false], "a pawn guards it");
        assert_eq!(gains("4k3/8/4p3/3n4/8/8/3R4/4K3 w - - 0 1"), [false, false], "a knight for a rook");
        assert_eq!(gains("4k3/8/4p3/3n4/8/8/3R4/3RK3 w - - 0 1"), [false, false], "knight and pawn for a rook");
        assert_eq!(gains("4k3/8/4p3/3r4/8/8/3R4/3RK3 w - - 0 1"), [true, false], "rook and pawn for a rook");
        assert_eq!(gains("4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1"), [true, true], "the pawn takes, or is taken");
    }

    #[test]
    fn a_counter_attack_counts() {
        // Each knight takes a rook: whoever begins, the other answers.
        assert_eq!(gains("r4k2/8/1N6/8/8/6n1/8/2K4R w - - 0 1"), [false, false]);
        assert_eq!(gains("r4k2/8/1N6/8/8/8/8/2K4R w - - 0 1"), [true, false]);
    }
}
