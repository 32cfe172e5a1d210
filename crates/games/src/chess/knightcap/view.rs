//! What the features of one position share: the board, the attack map, and one side's view of both.

use super::attacks::{Army, Map};
use super::threat::VALUES;
use crate::chess::stages::MATING;
use crate::chess::{side_of, squares};
use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};
use game::Root;

/// What is found out once for each position.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The attack map.
    pub map: Map,
    /// The context of the search.
    pub root: Root,
    /// White's men less Black's at reference values, in hundredths of a pawn.
    pub balance: i32,
}

impl Shared {
    /// Looks at a position.
    pub fn new(board: &Board, root: &Root) -> Shared {
        let map = Map::new(board, root.stage != MATING);
        let count = |color, piece| board.colored_pieces(color, piece).len() as i32;
        let balance = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
            .into_iter()
            .map(|piece| VALUES[piece as usize] * (count(Color::White, piece) - count(Color::Black, piece)))
            .sum();
        Shared { map, root: *root, balance }
    }

    /// The side that is ahead by more than `margin` hundredths of a pawn.
    pub fn ahead(&self, margin: i32) -> Option<Color> {
        match self.balance {
            balance if balance > margin => Some(Color::White),
            balance if balance < -margin => Some(Color::Black),
            _ => None,
        }
    }

    /// One in favour of the program, from White's view.
    pub fn program(&self) -> i32 {
        self.root.program.view(1)
    }
}

/// One side's view: its own men, the enemy's, and squares counted from its own back rank.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub board: &'a Board,
    pub shared: &'a Shared,
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
        self.shared.map.army(self.color)
    }

    #[inline(always)]
    pub fn enemy_army(&self) -> &'a Army {
        self.shared.map.army(!self.color)
    }

    #[inline(always)]
    pub fn unpinned(&self, square: Square) -> bool {
        !self.shared.map.pinned.has(square)
    }

    #[inline(always)]
    pub fn king(&self) -> Square {
        self.board.king(self.color)
    }

    #[inline(always)]
    pub fn enemy_king(&self) -> Square {
        self.board.king(!self.color)
    }

    /// The square as White would call it.
    #[inline(always)]
    pub fn square(&self, square: Square) -> usize {
        square.relative_to(self.color) as usize
    }

    /// The rank from the own side, 0 the back rank.
    #[inline(always)]
    pub fn rank(&self, square: Square) -> usize {
        self.square(square) / 8
    }

    /// A square that White calls so.
    #[inline(always)]
    pub fn here(&self, square: Square) -> Square {
        square.relative_to(self.color)
    }

    /// The square in front, if there is one.
    #[inline(always)]
    pub fn ahead(&self, square: Square) -> Option<Square> {
        square.try_offset(0, side_of(self.color).view(1) as i8)
    }

    /// The squares behind these by one step.
    #[inline(always)]
    pub fn back(&self, set: BitBoard) -> BitBoard {
        squares::back(self.color, set)
    }

    /// All squares ahead of these on their files.
    #[inline(always)]
    pub fn all_ahead(&self, set: BitBoard) -> BitBoard {
        squares::all_ahead(self.color, set)
    }

    /// All squares ahead of these on their files, as the enemy sees it.
    #[inline(always)]
    pub fn enemies_ahead(&self, set: BitBoard) -> BitBoard {
        squares::all_ahead(!self.color, set)
    }

    /// All squares in front of a rank.
    #[inline(always)]
    pub fn beyond(&self, rank: Rank) -> BitBoard {
        squares::beyond(self.color, rank)
    }
}
