//! What the features of one position share: what each side attacks, and how far the board has emptied.

use super::table::Feature;
use crate::chess::side_of;
use crate::chess::squares::{ahead, beside};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

/// The fullness of a board with all its pieces.
pub const FULL: i32 = 24;

/// What is found out once for each position.
#[derive(Clone, Debug)]
pub struct Survey {
    /// White's and Black's men.
    pub armies: [Army; 2],
    /// Pieces on the board: knights and bishops count 1, rooks 2, queens 4; at most [`FULL`].
    fullness: i32,
}

impl Survey {
    /// Looks at a position.
    pub fn new(board: &Board) -> Survey {
        let pawns = Color::ALL.map(|color| pawn_attacks(color, board.colored_pieces(color, Piece::Pawn)));
        let count = |piece| board.pieces(piece).len() as i32;
        let fullness = count(Piece::Knight) + count(Piece::Bishop) + 2 * count(Piece::Rook) + 4 * count(Piece::Queen);
        let armies = [Army::new(board, Color::White, pawns), Army::new(board, Color::Black, pawns)];
        Survey { armies, fullness: fullness.min(FULL) }
    }

    /// How much of the weights of the full board counts, and of those of the bare one.
    #[inline(always)]
    pub fn shares(&self) -> [i32; 2] {
        [self.fullness, FULL - self.fullness]
    }
}

/// What one side's men see.
#[derive(Clone, Debug)]
pub struct Army {
    /// What each kind of its men attacks.
    pub by: [BitBoard; 6],
    /// What any of them attacks.
    pub all: BitBoard,
    /// What at least two of them attack.
    pub twice: BitBoard,
    /// The weight of the pieces that attack the neighbourhood of the enemy's king.
    pub assault: usize,
    /// The indices of mobility, one for each piece.
    mobility: [u16; 16],
    pieces: usize,
}

impl Army {
    #[inline(always)]
    fn new(board: &Board, color: Color, pawns: [BitBoard; 2]) -> Army {
        let own = pawns[color as usize];
        let king = get_king_moves(board.king(color));
        let men = board.colored_pieces(color, Piece::Pawn);
        let mut army = Army {
            by: [own, BitBoard::EMPTY, BitBoard::EMPTY, BitBoard::EMPTY, BitBoard::EMPTY, king],
            all: own | king,
            twice: own & king | both_attack(color, men),
            assault: 0,
            mobility: [0; 16],
            pieces: 0,
        };
        let ring = neighbourhood(board, !color);
        let closed = men | board.king(color).bitboard() | pawns[!color as usize];
        let occupied = board.occupied();
        let men = |piece| board.colored_pieces(color, piece);
        let diagonal = |square| get_bishop_moves(square, occupied);
        let straight = |square| get_rook_moves(square, occupied);
        let mut look = Look { army: &mut army, ring, closed };
        look.at(men(Piece::Knight), Piece::Knight, Feature::KNIGHT_MOBILITY, 2, get_knight_moves);
        look.at(men(Piece::Bishop), Piece::Bishop, Feature::BISHOP_MOBILITY, 2, diagonal);
        look.at(men(Piece::Rook), Piece::Rook, Feature::ROOK_MOBILITY, 3, straight);
        look.at(men(Piece::Queen), Piece::Queen, Feature::QUEEN_MOBILITY, 5, |at| diagonal(at) | straight(at));
        army
    }

    /// The indices of the mobility of its pieces.
    #[inline(always)]
    pub fn mobility(&self) -> &[u16] {
        &self.mobility[..self.pieces.min(16)]
    }
}

/// An army whose pieces are looked at one after the other.
struct Look<'a> {
    army: &'a mut Army,
    /// The neighbourhood of the enemy's king.
    ring: BitBoard,
    /// Squares that do not count as mobility.
    closed: BitBoard,
}

impl Look<'_> {
    #[inline(always)]
    fn at(
        &mut self,
        men: BitBoard,
        piece: Piece,
        mobility: Feature,
        weight: usize,
        reach: impl Fn(Square) -> BitBoard,
    ) {
        let army = &mut *self.army;
        for square in men {
            let attacks = reach(square);
            army.by[piece as usize] |= attacks;
            army.twice |= army.all & attacks;
            army.all |= attacks;
            army.assault += if attacks.is_disjoint(self.ring) { 0 } else { weight };
            // A side has at most 16 men: the remainder only tells the compiler so.
            army.mobility[army.pieces % 16] = mobility.at((attacks & !self.closed).len() as usize) as u16;
            army.pieces += 1;
        }
    }
}

/// What pawns attack.
#[inline(always)]
pub fn pawn_attacks(color: Color, pawns: BitBoard) -> BitBoard {
    beside(ahead(color, pawns))
}

/// The squares that two of these pawns attack.
#[inline(always)]
fn both_attack(color: Color, pawns: BitBoard) -> BitBoard {
    let steps = ahead(color, pawns);
    let right = BitBoard((steps.0 << 1) & !cozy_chess::File::A.bitboard().0);
    let left = BitBoard((steps.0 >> 1) & !cozy_chess::File::H.bitboard().0);
    left & right
}

/// A king's square, those beside it, and those one step ahead of them.
#[inline(always)]
pub fn neighbourhood(board: &Board, color: Color) -> BitBoard {
    let king = board.king(color);
    let near = get_king_moves(king) | king.bitboard();
    near | ahead(color, near)
}

/// One side's view of a position.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub board: &'a Board,
    pub survey: &'a Survey,
    pub color: Color,
}

impl<'a> View<'a> {
    /// 1 for White, -1 for Black: what makes an amount of this side one of the first player's view.
    #[inline(always)]
    pub fn sign(&self) -> i32 {
        side_of(self.color).view(1)
    }

    #[inline(always)]
    pub fn own(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.color, piece)
    }

    #[inline(always)]
    pub fn enemy(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(!self.color, piece)
    }

    #[inline(always)]
    pub fn army(&self) -> &'a Army {
        &self.survey.armies[self.color as usize]
    }

    #[inline(always)]
    pub fn enemies(&self) -> &'a Army {
        &self.survey.armies[!self.color as usize]
    }

    /// The rank from the own side, 0 the back rank.
    #[inline(always)]
    pub fn rank(&self, square: Square) -> usize {
        square.rank().relative_to(self.color) as usize
    }
}
