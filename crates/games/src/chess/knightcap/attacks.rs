//! The attack map: what every man attacks, who controls every square, who is pinned, and where pieces can safely go.
//!
//! KnightCap keeps, for each square, the set of men that attack it, and changes it with every move. Here the map is made
//! afresh for each evaluated position, by sets of squares: that costs less than copying and mending the arrays.

use super::counter::Counter;
use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Square, get_between_rays, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// A piece that is no pawn, and what it attacks: squares with its own men count, and the line ends at the first man.
#[derive(Clone, Copy, Debug)]
pub struct Man {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
    /// What it attacks, pinned or not.
    pub attacks: BitBoard,
}

/// One side's men and their attacks. Pinned men do not count in the sets.
#[derive(Clone, Debug)]
pub struct Army {
    men: [Man; 16],
    count: usize,
    /// What the unpinned pawns, knights, bishops, rooks, queens and the king attack.
    pub by: [BitBoard; 6],
    /// What the pawns attack, pinned or not.
    pub pawns: BitBoard,
    /// How many unpinned pawns attack each square.
    pawn_count: Counter,
    /// How many unpinned pieces attack each square, with those behind them in a battery.
    piece_count: Counter,
}

/// The attack map of a position.
#[derive(Clone, Debug)]
pub struct Map {
    armies: [Army; 2],
    control: [BitBoard; 2],
    /// The pinned men of both sides.
    pub pinned: BitBoard,
}

impl Map {
    /// The map of a position. Without pins where `pins` is false.
    pub fn new(board: &Board, pins: bool) -> Map {
        let mut armies = [Army::NONE; 2];
        for color in Color::ALL {
            armies[color as usize].gather(board, color);
        }
        let mut pinned = BitBoard::EMPTY;
        if pins {
            pinned = find_pinned(board, &armies, Color::White) | find_pinned(board, &armies, Color::Black);
        }
        for color in Color::ALL {
            if !(pinned & board.colors(color)).is_empty() {
                armies[color as usize].count(board, color, pinned);
            }
        }
        let control = controllers(board, &armies);
        Map { armies, control, pinned }
    }

    /// One side's men.
    #[inline(always)]
    pub fn army(&self, color: Color) -> &Army {
        &self.armies[color as usize]
    }

    /// The squares that a side controls.
    #[inline(always)]
    pub fn control(&self, color: Color) -> BitBoard {
        self.control[color as usize]
    }

    /// How many unpinned pieces of a side attack a square, batteries included.
    pub fn pieces_at(&self, color: Color, square: Square) -> u32 {
        self.army(color).piece_count.at(square)
    }

    /// The squares to which a piece of a kind can fly: controlled by its side, and not attacked by anything cheaper.
    #[inline]
    pub fn flight(&self, color: Color, piece: Piece) -> BitBoard {
        let enemy = self.army(!color);
        let [pawn, knight, bishop, rook, queen, king] = enemy.by;
        let shunned = match piece {
            Piece::King => pawn | knight | bishop | rook | queen | king,
            Piece::Queen => pawn | knight | bishop | rook,
            Piece::Rook => pawn | knight | bishop,
            _ => pawn,
        };
        self.control(color) & !shunned
    }

    /// The men of a side that its enemy attacks and controls: what would be lost.
    pub fn hung(&self, board: &Board, color: Color) -> BitBoard {
        board.colors(color) & !board.pieces(Piece::King) & self.army(!color).all() & self.control(!color)
    }

    /// The men of a side that are attacked, that are not hung, and that would be if one defending piece less were there.
    pub fn just_held(&self, board: &Board, color: Color) -> BitBoard {
        let (own, enemy) = (self.army(color), self.army(!color));
        let (_, pawns) = own.pawn_count.against(&enemy.pawn_count);
        let (_, pieces) = own.piece_count.against(&enemy.piece_count);
        let men = board.colors(color) & !board.pieces(Piece::King);
        men & pawns & pieces & own.piece_count.any() & enemy.all() & !self.control(!color)
    }
}

impl Man {
    /// What it attacks through friends that move along the same line, diagonal or straight: a battery.
    #[inline(always)]
    fn behind(&self, occupied: BitBoard, (diagonal, straight): (BitBoard, BitBoard)) -> Option<BitBoard> {
        let (bishop, rook) = match self.piece {
            Piece::Bishop => (diagonal, BitBoard::EMPTY),
            Piece::Rook => (BitBoard::EMPTY, straight),
            Piece::Queen => (diagonal, straight),
            _ => return None,
        };
        if (self.attacks & (bishop | rook)).is_empty() {
            return None;
        }
        let mut behind = BitBoard::EMPTY;
        if !(self.attacks & bishop).is_empty() {
            behind |= get_bishop_moves(self.square, occupied & !bishop);
        }
        if !(self.attacks & rook).is_empty() {
            behind |= get_rook_moves(self.square, occupied & !rook);
        }
        Some(behind & !self.attacks)
    }
}

impl Army {
    const NONE: Army = {
        let empty = BitBoard::EMPTY;
        let none = Man { piece: Piece::King, square: Square::A1, attacks: empty };
        let zero = Counter::ZERO;
        Army { men: [none; 16], count: 0, by: [empty; 6], pawns: empty, pawn_count: zero, piece_count: zero }
    };

    /// Finds the men of a side and counts their attacks.
    fn gather(&mut self, board: &Board, color: Color) {
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King] {
            for square in board.colored_pieces(color, piece) {
                self.men[self.count] = Man { piece, square, attacks: reach(piece, square, board.occupied()) };
                self.count += 1;
            }
        }
        self.count(board, color, BitBoard::EMPTY);
    }

    /// Counts the attacks of the men that are not pinned.
    fn count(&mut self, board: &Board, color: Color, pinned: BitBoard) {
        self.by = [BitBoard::EMPTY; 6];
        (self.pawn_count, self.piece_count) = (Counter::default(), Counter::default());
        let pawns = board.colored_pieces(color, Piece::Pawn);
        self.pawns = sides(pawns, color).0 | sides(pawns, color).1;
        let (left, right) = sides(pawns & !pinned, color);
        self.by[Piece::Pawn as usize] = left | right;
        self.pawn_count.add(left);
        self.pawn_count.add(right);
        let own = |piece| board.colored_pieces(color, piece);
        let lines = (own(Piece::Bishop) | own(Piece::Queen), own(Piece::Rook) | own(Piece::Queen));
        for man in self.men[..self.count].iter().filter(|man| !pinned.has(man.square)) {
            self.by[man.piece as usize] |= man.attacks;
            self.piece_count.add(man.attacks);
            if let Some(behind) = man.behind(board.occupied(), lines) {
                self.piece_count.add(behind);
            }
        }
    }

    /// The pieces that are no pawns, the king among them.
    #[inline(always)]
    pub fn men(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// All squares that unpinned men attack.
    #[inline(always)]
    pub fn all(&self) -> BitBoard {
        self.by.iter().fold(BitBoard::EMPTY, |all, set| all | *set)
    }

    /// True if one of these pieces attacks a square.
    fn attacks(&self, pieces: &[Piece], square: Square) -> bool {
        pieces.iter().any(|piece| self.by[*piece as usize].has(square))
    }
}

/// What a piece that is no pawn attacks.
#[inline(always)]
pub fn reach(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        _ => get_king_moves(square),
    }
}

/// What pawns attack to the queen's side and to the king's side.
#[inline(always)]
fn sides(pawns: BitBoard, color: Color) -> (BitBoard, BitBoard) {
    let (left, right) = (pawns.0 & !File::A.bitboard().0, pawns.0 & !File::H.bitboard().0);
    match color {
        Color::White => (BitBoard(left << 7), BitBoard(right << 9)),
        Color::Black => (BitBoard(left >> 9), BitBoard(right >> 7)),
    }
}

/// What is cheaper than a piece; nothing is cheaper than a pawn.
fn cheaper(piece: Piece) -> &'static [Piece] {
    const ORDER: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    match piece {
        Piece::Pawn => &[],
        Piece::Knight | Piece::Bishop => &ORDER[..1],
        Piece::Rook => &ORDER[..3],
        Piece::Queen => &ORDER[..4],
        Piece::King => &ORDER,
    }
}

/// Who controls each square. A man that something cheaper attacks has lost its square; else more pawns decide, then more
/// pieces, the king and batteries among them.
fn controllers(board: &Board, armies: &[Army; 2]) -> [BitBoard; 2] {
    let [white, black] = armies;
    let lost = |color: Color, enemy: &Army| {
        let own = |piece| board.colored_pieces(color, piece);
        let [pawn, knight, bishop, rook, queen, _] = enemy.by;
        let (minor, heavy) = (pawn | knight | bishop, pawn | knight | bishop | rook);
        ((own(Piece::Knight) | own(Piece::Bishop)) & pawn)
            | (own(Piece::Rook) & minor)
            | (own(Piece::Queen) & heavy)
            | (own(Piece::King) & (heavy | queen))
    };
    let (lost_white, lost_black) = (lost(Color::White, black), lost(Color::Black, white));
    let (more_pawns, same_pawns) = white.pawn_count.against(&black.pawn_count);
    let (more, same) = white.piece_count.against(&black.piece_count);
    let open = !(lost_white | lost_black);
    let for_white = more_pawns | (same_pawns & more);
    // A battery counts where it has somebody to support: through a pinned man alone it controls nothing.
    let nobody = (same_pawns & same) | !(white.all() | black.all());
    [lost_black | (open & for_white & !nobody), lost_white | (open & !for_white & !nobody)]
}

/// The men of a side that are pinned: an enemy line piece attacks them, they do not attack it, and behind them stands a
/// piece of their own whose square would be lost.
fn find_pinned(board: &Board, armies: &[Army; 2], color: Color) -> BitBoard {
    let (own, enemy) = (&armies[color as usize], &armies[!color as usize]);
    let occupied = board.occupied();
    let pinnable = board.colors(color) & !board.pieces(Piece::King) & !board.pieces(Piece::Queen);
    let worth = board.colors(color) & !board.pieces(Piece::Pawn);
    let mut pinned = BitBoard::EMPTY;
    for slider in enemy.men() {
        if matches!(slider.piece, Piece::Knight | Piece::King) || (slider.attacks & pinnable).is_empty() {
            continue;
        }
        // Seen through all of them at once: what is new lies behind one of them.
        let targets = slider.attacks & pinnable;
        let through = reach(slider.piece, slider.square, occupied & !targets);
        let behind = through & !slider.attacks & worth;
        for square in behind {
            let man = get_between_rays(slider.square, square) & targets;
            let Some(front) = man.next_square() else { continue };
            let strikes_back = match board.piece_on(front) {
                Some(Piece::Pawn) => get_pawn_attacks(front, color).has(slider.square),
                Some(piece) => reach(piece, front, occupied).has(slider.square),
                None => true,
            };
            if !strikes_back && wins(board, own, enemy, square, slider.piece) {
                pinned |= front.bitboard();
            }
        }
    }
    pinned
}

/// True if a side's enemy would win the square of a piece with one more attacker.
fn wins(board: &Board, own: &Army, enemy: &Army, square: Square, extra: Piece) -> bool {
    let cheap = board.piece_on(square).map_or(&[][..], cheaper);
    if cheap.contains(&extra) || enemy.attacks(cheap, square) {
        return true;
    }
    let (attackers, defenders) = (enemy.pawn_count.at(square), own.pawn_count.at(square));
    attackers > defenders || (attackers == defenders && enemy.piece_count.at(square) + 1 > own.piece_count.at(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(fen: &str) -> (Board, Map) {
        let board: Board = fen.parse().unwrap();
        let map = Map::new(&board, true);
        (board, map)
    }

    fn set(squares: &[Square]) -> BitBoard {
        squares.iter().fold(BitBoard::EMPTY, |set, square| set | square.bitboard())
    }

    #[test]
    fn control_goes_to_the_cheaper_then_to_more_pawns_then_to_more_pieces() {
        let owner = |fen: &str, square: Square| {
            let (_, map) = map(fen);
            (map.control(Color::White).has(square), map.control(Color::Black).has(square))
        };
        let (white, black, nobody) = ((true, false), (false, true), (false, false));
        assert_eq!(owner("4k3/8/8/8/8/8/8/K2R4 w - - 0 1", Square::A8), nobody, "nobody is there");
        assert_eq!(owner("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Square::A8), white, "one against none");
        assert_eq!(owner("1k6/8/8/8/8/8/8/R3K3 w - - 0 1", Square::A8), nobody, "one against one");
        assert_eq!(owner("4k3/8/2p5/8/8/8/2RR4/3QK3 w - - 0 1", Square::D5), black, "a pawn against pieces");
        assert_eq!(owner("4k3/8/2p5/3R4/8/3R4/8/3QK3 w - - 0 1", Square::D5), black, "a pawn attacks a rook");
        assert_eq!(owner("4k3/8/2n5/3P4/8/3R4/8/3QK3 w - - 0 1", Square::D5), white, "nothing is cheaper than a pawn");
        assert_eq!(owner("3rk3/3r4/8/3p4/8/8/3Q4/3RK3 w - - 0 1", Square::D5), nobody, "two batteries");
        assert_eq!(owner("3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", Square::D5), white, "a battery against one");
    }

    #[test]
    fn men_in_front_of_better_ones_are_pinned() {
        let pinned = |fen: &str| map(fen).1.pinned;
        assert_eq!(pinned("4k3/7p/8/8/1b6/2N5/7P/4K3 w - - 0 1"), set(&[Square::C3]), "to the king");
        assert_eq!(pinned("4k3/7p/8/8/7b/8/5B1P/4K3 w - - 0 1"), set(&[]), "it strikes back");
        assert_eq!(pinned("4k3/7p/8/6b1/8/4N3/7P/2Q1K3 w - - 0 1"), set(&[Square::E3]), "to the queen");
        assert_eq!(pinned("4k3/r6p/8/8/N7/8/7P/R3K3 w - - 0 1"), set(&[Square::A4]), "to a rook that nobody guards");
        assert_eq!(pinned("4k3/r6p/8/8/N7/8/7P/RK6 w - - 0 1"), set(&[]), "the rook is guarded");
        assert_eq!(pinned("4k3/r6p/8/8/N7/8/P6P/R3K3 w - - 0 1"), set(&[]), "a pawn is not worth it");
    }

    #[test]
    fn pinned_men_attack_nothing() {
        let (_, map) = map("4k3/7p/8/8/1b6/2N5/7P/4K3 w - - 0 1");
        assert!(map.army(Color::White).by[Piece::Knight as usize].is_empty());
        assert_eq!(map.pieces_at(Color::White, Square::D5), 0);
        assert_eq!(map.pieces_at(Color::White, Square::D2), 1, "the king");
    }

    #[test]
    fn pieces_fly_where_nothing_cheaper_waits() {
        // A black rook on h5 looks along the fifth rank, twice guarded by White on d5.
        let (_, map) = map("4k3/8/8/7r/8/1B6/3Q4/3RK3 w - - 0 1");
        assert!(map.control(Color::White).has(Square::D5));
        assert!(map.flight(Color::White, Piece::Bishop).has(Square::D5));
        assert!(map.flight(Color::White, Piece::Rook).has(Square::D5));
        assert!(!map.flight(Color::White, Piece::Queen).has(Square::D5));
        assert!(!map.flight(Color::White, Piece::King).has(Square::D5));
    }

    #[test]
    fn hung_men_and_those_that_are_just_held() {
        let (board, map) = map("r6k/1b6/8/6p1/P3P3/2N5/8/4K1R1 w - - 0 1");
        assert_eq!(map.just_held(&board, Color::White), set(&[Square::A4, Square::E4]));
        assert_eq!(map.hung(&board, Color::White), set(&[]));
        assert_eq!(map.hung(&board, Color::Black), set(&[Square::G5]));
    }
}
