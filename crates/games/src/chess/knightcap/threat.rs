//! What captures win: a small minimax search in which each man takes at most once (KnightCap's tactics).

use super::attacks::reach;
use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_pawn_attacks};

/// Reference values in hundredths of a pawn: KnightCap's material start. The king cannot be given up.
pub const VALUES: [i32; 6] = [100, 400, 400, 600, 1200, 20_000];

/// What counts as a gain.
const GAIN: i32 = 50;
/// Captures in a row that are looked at.
const DEEPEST: u32 = 6;

/// True if a side would gain at least half a pawn if it were to move.
pub fn gains(board: &Board, color: Color, attacked: BitBoard) -> bool {
    // Most positions are calm.
    if (board.colors(!color) & attacked).is_empty() {
        return false;
    }
    let men = Color::ALL.map(|color| board.colors(color));
    let kinds = Piece::ALL.map(|piece| board.pieces(piece));
    Captures { men, fresh: men, kinds }.gain(color, GAIN, DEEPEST)
}

/// A position in which some men have taken others. A man that has taken stands on its new square and does nothing more.
#[derive(Clone, Copy)]
struct Captures {
    /// The squares of each side's men.
    men: [BitBoard; 2],
    /// Those of them that have not moved.
    fresh: [BitBoard; 2],
    /// Where each kind of piece stands, both sides together.
    kinds: [BitBoard; 6],
}

impl Captures {
    /// True if `color`, to move, can gain `least`, with the right to stop. The most valuable victims come first.
    fn gain(&self, color: Color, least: i32, depth: u32) -> bool {
        if least <= 0 {
            return true;
        }
        if depth == 0 {
            return false;
        }
        for victim in [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn] {
            if VALUES[victim as usize] < least {
                return false;
            }
            for square in self.men[!color as usize] & self.kinds[victim as usize] {
                if self.takes(color, square, victim, least, depth) {
                    return true;
                }
            }
        }
        false
    }

    /// True if `color` gains `least` by taking what stands on `square`, the cheapest attackers first.
    fn takes(&self, color: Color, square: Square, victim: Piece, least: i32, depth: u32) -> bool {
        let occupied = self.men[0] | self.men[1];
        for piece in Piece::ALL {
            let own = self.fresh[color as usize] & self.kinds[piece as usize];
            if own.is_empty() {
                continue;
            }
            let from = match piece {
                Piece::Pawn => get_pawn_attacks(square, !color),
                _ => reach(piece, square, occupied),
            };
            for attacker in own & from {
                let next = self.after(color, attacker, piece, square, victim);
                // The enemy must not get back more than may be lost.
                if !next.gain(!color, VALUES[victim as usize] - least + 1, depth - 1) {
                    return true;
                }
            }
        }
        false
    }

    /// The position after a capture.
    fn after(&self, color: Color, from: Square, piece: Piece, to: Square, victim: Piece) -> Captures {
        let (mut next, from, to) = (*self, from.bitboard(), to.bitboard());
        let (own, enemy) = (color as usize, !color as usize);
        next.kinds[victim as usize] &= !to;
        next.kinds[piece as usize] ^= from | to;
        next.men[own] ^= from | to;
        next.men[enemy] &= !to;
        next.fresh[own] &= !from;
        next.fresh[enemy] &= !to;
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(fen: &str) -> [bool; 2] {
        let board: Board = fen.parse().unwrap();
        Color::ALL.map(|color| super::gains(&board, color, BitBoard::FULL))
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
