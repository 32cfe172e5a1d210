//! The thesis' feature sets: five piece values, and squares grouped by pawn ranks, rings, half boards or full boards.
//!
//! Every set is a sum over the men on the board: a man counts for its piece and, where it has one, for its square. Squares
//! are seen from the man's own side, so Black's are flipped.

use super::learnt::{self, Learnt};
use super::notation::piece_name;
use super::{Chess, side_of};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use game::{Features, Preset, Root, Sets, SquareMap, Training};

/// The five pieces with a value; the king has none.
const PIECES: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
const TEXTBOOK: [f64; 5] = [1.0, 3.0, 3.0, 5.0, 9.0];
/// The mean of the thesis' five runs at depth 4 (table 5.1).
const THESIS: [f64; 5] = [0.572, 1.556, 1.936, 2.842, 6.566];

/// How a feature set groups the squares of a piece.
pub trait Layout: Copy + Default + Send + Sync + 'static {
    /// The name of the set.
    const NAME: &'static str;
    /// True if squares do not count at all.
    const FLAT: bool = false;
    /// Weights that the program has learnt and ships.
    const LEARNT: &'static [Learnt] = &[];
    /// How many squares weights each of pawn, knight, bishop, rook, queen has.
    const GROUPS: [usize; 5];
    /// The group of a square for a piece, seen from White's side, below `GROUPS[piece]`.
    fn group(piece: Piece, square: Square) -> usize;
    /// The name of a group.
    fn group_name(piece: Piece, group: usize) -> String;
}

/// *material*: five piece values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;
/// *pawn-ranks*: and a weight for each rank of a pawn (figure 7.1).
#[derive(Clone, Copy, Debug, Default)]
pub struct PawnRanks;
/// *rings*: and four rings for the other pieces, 1 the edge and 4 the centre (figure 7.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct Rings;
/// *half-board*: squares with the files mirrored (figure 7.5).
#[derive(Clone, Copy, Debug, Default)]
pub struct HalfBoard;
/// *full-board*: all squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullBoard;

impl Layout for Material {
    const NAME: &'static str = "material";
    const FLAT: bool = true;
    const GROUPS: [usize; 5] = [0; 5];
    fn group(_: Piece, _: Square) -> usize {
        0
    }
    fn group_name(_: Piece, _: usize) -> String {
        String::new()
    }
}

impl Layout for PawnRanks {
    const NAME: &'static str = "pawn-ranks";
    const GROUPS: [usize; 5] = [6, 0, 0, 0, 0];
    #[inline]
    fn group(_: Piece, square: Square) -> usize {
        square.rank() as usize - 1
    }
    fn group_name(_: Piece, group: usize) -> String {
        format!("rank {}", group + 2)
    }
}

impl Layout for Rings {
    const NAME: &'static str = "rings";
    const GROUPS: [usize; 5] = [6, 4, 4, 4, 4];
    #[inline]
    fn group(piece: Piece, square: Square) -> usize {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        if piece == Piece::Pawn { rank - 1 } else { file.min(7 - file).min(rank).min(7 - rank) }
    }
    fn group_name(piece: Piece, group: usize) -> String {
        if piece == Piece::Pawn { format!("rank {}", group + 2) } else { format!("ring {}", group + 1) }
    }
}

impl Layout for HalfBoard {
    const NAME: &'static str = "half-board";
    const LEARNT: &'static [Learnt] = &learnt::HALF_BOARD;
    const GROUPS: [usize; 5] = [24, 32, 32, 32, 32];
    #[inline]
    fn group(piece: Piece, square: Square) -> usize {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        file.min(7 - file) + 4 * (rank - usize::from(piece == Piece::Pawn))
    }
    fn group_name(piece: Piece, group: usize) -> String {
        let rank = group / 4 + 1 + usize::from(piece == Piece::Pawn);
        format!("{}{rank}/{}{rank}", ['a', 'b', 'c', 'd'][group % 4], ['h', 'g', 'f', 'e'][group % 4])
    }
}

impl Layout for FullBoard {
    const NAME: &'static str = "full-board";
    const GROUPS: [usize; 5] = [48, 64, 64, 64, 64];
    #[inline]
    fn group(piece: Piece, square: Square) -> usize {
        square as usize - if piece == Piece::Pawn { 8 } else { 0 }
    }
    fn group_name(piece: Piece, group: usize) -> String {
        Square::index(group + if piece == Piece::Pawn { 8 } else { 0 }).to_string()
    }
}

/// The features of a layout: piece values first, then the groups of pawn, knight, bishop, rook, queen.
#[derive(Clone, Copy, Debug, Default)]
pub struct PieceSquares<L: Layout>(L);

impl<L: Layout> PieceSquares<L> {
    /// The feature set.
    pub fn new() -> Self {
        Self::default()
    }

    /// The first index of each piece's groups.
    const BASE: [usize; 5] = {
        let g = L::GROUPS;
        [5, 5 + g[0], 5 + g[0] + g[1], 5 + g[0] + g[1] + g[2], 5 + g[0] + g[1] + g[2] + g[3]]
    };

    /// What one man adds, `times` times.
    #[inline(always)]
    fn man(color: Color, piece: Piece, square: Square, times: i32, push: &mut impl FnMut(usize, i32)) {
        if piece == Piece::King {
            return;
        }
        let amount = side_of(color).view(times);
        push(piece as usize, amount);
        if L::GROUPS[piece as usize] > 0 {
            push(Self::square_index(piece, square.relative_to(color)), amount);
        }
    }

    #[inline(always)]
    fn square_index(piece: Piece, square: Square) -> usize {
        Self::BASE[piece as usize] + L::group(piece, square)
    }

    /// What a move changes where squares do not count.
    #[inline(always)]
    fn material_change(board: &Board, mv: Move, victim: Option<Piece>, mut push: impl FnMut(usize, i32)) {
        let color = board.side_to_move();
        if let Some(victim) = victim {
            if !board.colors(color).has(mv.to) {
                Self::man(!color, victim, mv.to, -1, &mut push);
            }
        } else if let Some(file) = board.en_passant()
            && mv.to == Square::new(file, Rank::Sixth.relative_to(color))
            && board.pieces(Piece::Pawn).has(mv.from)
            && mv.from.file() != file
        {
            Self::man(!color, Piece::Pawn, mv.to, -1, &mut push);
        }
        if let Some(promotion) = mv.promotion {
            Self::man(color, Piece::Pawn, mv.from, -1, &mut push);
            Self::man(color, promotion, mv.to, 1, &mut push);
        }
    }

    fn with_pieces(values: [f64; 5], count: usize) -> Vec<f64> {
        let mut weights = vec![0.0; count];
        weights[..5].copy_from_slice(&values);
        weights
    }
}

impl<L: Layout> Features<Chess> for PieceSquares<L> {
    type Prepared = ();
    const INCREMENTAL: bool = true;
    const FLAT: bool = L::FLAT;

    fn name(&self) -> String {
        L::NAME.to_string()
    }

    fn count(&self) -> usize {
        Self::BASE[4] + L::GROUPS[4]
    }

    fn label(&self, index: usize) -> String {
        if index < 5 {
            return piece_name(PIECES[index]).to_string();
        }
        let piece = (0..5).rev().find(|p| index >= Self::BASE[*p] && L::GROUPS[*p] > 0).unwrap_or(0);
        format!("{} {}", piece_name(PIECES[piece]), L::group_name(PIECES[piece], index - Self::BASE[piece]))
    }

    fn prepare(&self, _: &Chess, _: &Root) {}

    fn each(&self, game: &Chess, (): &(), mut push: impl FnMut(usize, i32)) {
        for color in Color::ALL {
            for piece in PIECES {
                for square in game.board.colored_pieces(color, piece) {
                    Self::man(color, piece, square, 1, &mut push);
                }
            }
        }
    }

    #[inline]
    fn change(&self, before: &Chess, mv: Move, _: &Root, mut push: impl FnMut(usize, i32)) {
        let board = &before.board;
        let color = board.side_to_move();
        let victim = board.piece_on(mv.to);
        if L::FLAT {
            return Self::material_change(board, mv, victim, push);
        }
        let Some(piece) = board.piece_on(mv.from) else { return };
        if board.colors(color).has(mv.to) {
            let file = if mv.from.file() < mv.to.file() { File::F } else { File::D };
            Self::man(color, Piece::Rook, mv.to, -1, &mut push);
            Self::man(color, Piece::Rook, Square::new(file, mv.to.rank()), 1, &mut push);
            return;
        }
        Self::man(color, piece, mv.from, -1, &mut push);
        Self::man(color, mv.promotion.unwrap_or(piece), mv.to, 1, &mut push);
        if let Some(victim) = victim {
            Self::man(!color, victim, mv.to, -1, &mut push);
        } else if piece == Piece::Pawn && mv.from.file() != mv.to.file() {
            Self::man(!color, Piece::Pawn, Square::new(mv.to.file(), mv.from.rank()), -1, &mut push);
        }
    }

    fn presets(&self) -> Vec<Preset> {
        let preset = |name, about, values| Preset {
            name,
            about,
            sets: Sets::One,
            weights: Self::with_pieces(values, self.count()),
        };
        let mut list = vec![
            preset("ones", "every piece is worth 1: nothing known", [1.0; 5]),
            preset("zero", "nothing is worth anything", [0.0; 5]),
            preset("textbook", "1:3:3:5:9, as beginners learn it", TEXTBOOK),
            preset("thesis", "piece values learnt in the thesis, depth 4", THESIS),
        ];
        let shipped =
            |&Learnt { name, about, sets, weights }: &Learnt| Preset { name, about, sets, weights: weights.to_vec() };
        list.extend(L::LEARNT.iter().map(shipped));
        list
    }

    /// A pawn on its first square, on average over the files.
    fn yardstick(&self, weights: &[f64]) -> f64 {
        let square = |file| Square::new(file, Rank::Second);
        let on = |file| if L::GROUPS[0] == 0 { 0.0 } else { weights[Self::square_index(Piece::Pawn, square(file))] };
        weights[0] + File::ALL.into_iter().map(on).sum::<f64>() / 8.0
    }

    fn training(&self) -> Training {
        let lambda = "forgetting-decay:0.98,0.95,0.95";
        let shared = Training { lambda, games: 2000, depth: 4, ..Training::USUAL };
        if L::FLAT {
            return shared;
        }
        let (step, lambda) = ("adam:0.003", "forgetting-decay:0.98,0.3,0.7");
        let warmup = (150, shared.step, shared.lambda);
        Training { step, lambda, warmup, games: 1000, noise: 0.1, opening: 8, ..shared }
    }

    fn core(&self) -> usize {
        PIECES.len()
    }

    fn maps(&self) -> Vec<SquareMap> {
        let with_squares = PIECES.into_iter().filter(|p| L::GROUPS[*p as usize] > 0);
        let cell = |piece: Piece, rank: Rank, file| match (piece, rank) {
            (Piece::Pawn, Rank::First | Rank::Eighth) => vec![],
            _ => vec![piece as usize, Self::square_index(piece, Square::new(file, rank))],
        };
        let row = |piece, rank| File::ALL.into_iter().map(|file| cell(piece, rank, file)).collect();
        let map = |piece| SquareMap {
            title: piece_name(piece).to_string(),
            rows: Rank::ALL.into_iter().rev().map(|rank| row(piece, rank)).collect(),
            ..SquareMap::default()
        };
        with_squares.map(map).collect()
    }
}
