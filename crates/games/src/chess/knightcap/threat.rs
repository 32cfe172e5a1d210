//! What captures win: a small minimax search in which each man takes at most once (KnightCap's tactics).
//!
//! Lines open for both sides where a man that has taken stood. Pins stay as they are on the board.

use super::attacks::{Army, Map, reach};
use crate::chess::exchange::attackers;
use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_bishop_rays, get_rook_rays};

/// Reference values in hundredths of a pawn: KnightCap's material start. The king cannot be given up.
pub const VALUES: [i32; 6] = [100, 400, 400, 600, 1200, 20_000];

/// What counts as a gain.
pub const GAIN: i32 = 50;
/// Captures in a row that are looked at.
const DEEPEST: usize = 4;

/// Who attacks whom: found out when it is asked for, and remembered.
pub struct Tactics<'a> {
    board: &'a Board,
    map: &'a Map,
    /// What the line pieces of both sides attack: where nobody leaves such a square no line opens.
    lines: BitBoard,
    known: BitBoard,
    /// The unpinned men of both sides that attack a square; only for squares in `known`.
    to: [BitBoard; 64],
}

/// A position in which some men have taken others. A man that has taken stands on its new square and does nothing more.
#[derive(Clone, Copy)]
struct Captures {
    /// The squares of the men that have neither taken nor been taken.
    fresh: BitBoard,
    /// The squares that men have left to take: nobody stands there any more.
    left: BitBoard,
    /// Where the captures happened, one side after the other, and who took.
    list: [(Square, Piece); DEEPEST],
    count: usize,
}

impl Captures {
    /// After one more capture.
    fn with(mut self, from: Square, piece: Piece, square: Square) -> Captures {
        self.fresh &= !(from.bitboard() | square.bitboard());
        self.left |= from.bitboard();
        self.list[self.count] = (square, piece);
        self.count += 1;
        self
    }

    /// The men that have taken and may be retaken by the side to move, the last one first: none has been taken since.
    fn takers(&self) -> impl Iterator<Item = (Square, Piece)> {
        let list = &self.list[..self.count];
        (0..list.len()).rev().step_by(2).map(|i| (i, list[i])).filter_map(|(i, taker)| {
            let since = &list[i + 1..];
            since.iter().all(|(square, _)| *square != taker.0).then_some(taker)
        })
    }
}

impl Tactics<'_> {
    /// Looks at a position.
    pub fn new<'a>(board: &'a Board, map: &'a Map) -> Tactics<'a> {
        let along = |army: &Army| {
            let [_, _, bishop, rook, queen, _] = army.by;
            bishop | rook | queen
        };
        let lines = along(map.army(Color::White)) | along(map.army(Color::Black));
        Tactics { board, map, lines, known: BitBoard::EMPTY, to: [BitBoard::EMPTY; 64] }
    }

    /// True if a side would gain at least half a pawn if it were to move and began with one of these squares.
    pub fn gains(&mut self, color: Color, squares: BitBoard) -> bool {
        let (fresh, list) = (self.board.occupied(), [(Square::A1, Piece::Pawn); DEEPEST]);
        let start = Captures { fresh, left: BitBoard::EMPTY, list, count: 0 };
        squares.into_iter().any(|square| {
            let value = self.board.piece_on(square).map_or(0, |piece| VALUES[piece as usize]);
            self.takes(&start, color, square, value, GAIN)
        })
    }

    /// True if `color`, to move, can gain `least`, with the right to stop.
    fn gain(&mut self, now: &Captures, color: Color, least: i32) -> bool {
        if least <= 0 {
            return true;
        }
        if now.count == DEEPEST {
            return false;
        }
        for (square, piece) in now.takers() {
            let value = VALUES[piece as usize];
            if value >= least && self.takes(now, color, square, value, least) {
                return true;
            }
        }
        let targets = now.fresh & self.board.colors(!color) & self.seen(now, color);
        for piece in Piece::ALL.into_iter().rev() {
            let value = VALUES[piece as usize];
            if value < least {
                return false;
            }
            for square in targets & self.board.pieces(piece) {
                if self.takes(now, color, square, value, least) {
                    return true;
                }
            }
        }
        false
    }

    /// True if `color` gains `least` by taking what stands on `square`, the cheapest attackers first.
    fn takes(&mut self, now: &Captures, color: Color, square: Square, value: i32, least: i32) -> bool {
        let attackers = self.attackers(now, square) & now.fresh & self.board.colors(color);
        if attackers.is_empty() || now.count + 1 == DEEPEST {
            // Nobody looks at what comes after the last capture.
            return !attackers.is_empty();
        }
        for piece in Piece::ALL {
            for man in attackers & self.board.pieces(piece) {
                // The enemy must not get back more than may be lost.
                if !self.gain(&now.with(man, piece, square), !color, value - least + 1) {
                    return true;
                }
            }
        }
        false
    }

    /// The unpinned men of both sides that attack a square, whether they still stand there or not.
    #[inline]
    fn attackers(&mut self, now: &Captures, square: Square) -> BitBoard {
        let rays = get_bishop_rays(square) | get_rook_rays(square);
        if self.opened(now) && !(rays & now.left).is_empty() {
            return attackers(self.board, square, self.occupied(now)) & !self.map.pinned;
        }
        let slot = &mut self.to[square as usize];
        if !self.known.has(square) {
            self.known |= square.bitboard();
            *slot = attackers(self.board, square, self.board.occupied()) & !self.map.pinned;
        }
        *slot
    }

    /// All that the unpinned men of a side attack, at least.
    fn seen(&self, now: &Captures, color: Color) -> BitBoard {
        let army = self.map.army(color);
        let mut seen = army.all();
        if !self.opened(now) {
            return seen;
        }
        for man in army.men() {
            let opened = matches!(man.piece, Piece::Bishop | Piece::Rook | Piece::Queen)
                && !(man.attacks & now.left).is_empty()
                && (now.fresh & !self.map.pinned).has(man.square);
            if opened {
                seen |= reach(man.piece, man.square, self.occupied(now));
            }
        }
        seen
    }

    /// True if a line may have opened.
    #[inline]
    fn opened(&self, now: &Captures) -> bool {
        !(now.left & self.lines).is_empty()
    }

    /// The squares on which somebody stands.
    fn occupied(&self, now: &Captures) -> BitBoard {
        self.board.occupied() & !now.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gains(fen: &str) -> [bool; 2] {
        let board: Board = fen.parse().unwrap();
        let map = Map::new(&board, true);
        let mut tactics = Tactics::new(&board, &map);
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
    fn lines_open_where_a_man_has_left() {
        let battery = "3r3k/3q2pp/8/3p4/8/1BN5/6PP/3R2K1 w - - 0 1";
        assert!(gains(battery)[0], "the rook cannot take through its own queen: knight takes pawn");
        let pawn = "3k4/8/5n2/3p4/4P3/8/6B1/6K1 w - - 0 1";
        assert!(gains(pawn)[0], "the pawn takes, the knight retakes, and the bishop behind the pawn takes it");
        let corner = "r6k/1Q1p2pp/B1q5/8/8/8/6PP/6K1 w - - 0 1";
        let board: Board = corner.parse().unwrap();
        let map = Map::new(&board, true);
        assert!(!Tactics::new(&board, &map).gains(Color::White, Square::A8.bitboard()), "it opens the line to itself");
    }

    #[test]
    fn a_counter_attack_counts() {
        // Each knight takes a rook: whoever begins, the other answers.
        assert_eq!(gains("r4k2/8/1N6/8/8/6n1/8/2K4R w - - 0 1"), [false, false]);
        assert_eq!(gains("r4k2/8/1N6/8/8/8/8/2K4R w - - 0 1"), [true, false]);
    }
}
