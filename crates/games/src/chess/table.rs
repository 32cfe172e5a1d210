//! Tables of features: a name, a number of weights, what tells those apart and what is counted, one row for each feature.

use super::notation::piece_name;
use cozy_chess::{Piece, Square};

/// What tells the weights of one feature apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// There is one weight only.
    Nothing,
    /// The piece, whose name is that of the weight.
    Man,
    /// The piece, from the pawn on.
    Piece,
    /// The piece, from the knight on.
    PieceFromKnight,
    /// The square, seen from the side that it belongs to.
    Square,
    /// The same with the files mirrored: a and h are one, and so on.
    HalfSquare,
    /// The rank, seen from the side that it belongs to.
    Rank,
    /// The rank, from the second on.
    RankFromSecond,
    /// The rank, and a number of squares up to 9.
    RankAndCount,
    /// A number: of men, of steps to go or of squares between.
    Number,
    /// A number that begins at 1.
    NumberFromOne,
    /// Steps to go, and who controls the square ahead: the pawn's side, nobody, the enemy.
    StepsAndControl,
    /// One of the twelve pawn shields.
    Shield,
}

/// A feature of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name.
    pub name: &'static str,
    /// The number of weights.
    pub size: usize,
    /// What tells its weights apart.
    pub by: By,
    /// What is counted.
    pub about: &'static str,
}

/// Makes an enum of features, `TABLE`, `COUNT` and `label` from rows of name, number of weights, [`By`] and text.
macro_rules! table {
    ($($name:ident $size:literal $by:ident $about:literal;)*) => {
        /// A feature of the table.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature {
            $(#[doc = $about] $name),*
        }

        /// All features in the order of their weights.
        pub const TABLE: &[$crate::chess::table::Row] = &[$($crate::chess::table::Row {
            name: stringify!($name),
            size: $size,
            by: $crate::chess::table::By::$by,
            about: $about,
        }),*];

        /// The first index of each feature, and the number of all.
        const BASE: [usize; TABLE.len() + 1] = {
            let mut base = [0; TABLE.len() + 1];
            let mut row = 0;
            while row < TABLE.len() {
                base[row + 1] = base[row] + TABLE[row].size;
                row += 1;
            }
            base
        };

        /// The number of weights.
        pub const COUNT: usize = BASE[TABLE.len()];

        impl Feature {
            /// The index of one of its weights.
            #[inline(always)]
            pub const fn at(self, part: usize) -> usize {
                BASE[self as usize] + part
            }

            /// The number of its weights.
            pub const fn size(self) -> usize {
                TABLE[self as usize].size
            }

            /// The indices of its weights.
            pub fn range(self) -> std::ops::Range<usize> {
                self.at(0)..self.at(0) + self.size()
            }
        }

        /// The name of a weight.
        pub fn label(index: usize) -> String {
            let row = BASE.partition_point(|base| *base <= index) - 1;
            TABLE[row].label(index - BASE[row])
        }
    };
}
pub(crate) use table;

/// The pawn shields: where pawns stand.
const SHIELDS: [&str; 12] = ["f2", "g2", "h2", "g2 h3", "g3 h2", "g2 f3", "a2", "b2", "c2", "a3 b2", "a2 b3", "b2 c3"];

impl Row {
    /// The name of one of its weights.
    pub fn label(&self, part: usize) -> String {
        let name = self.name;
        match self.by {
            By::Nothing => name.to_string(),
            By::Man => piece_name(Piece::index(part)).to_string(),
            By::Piece => format!("{name} {}", piece_name(Piece::index(part))),
            By::PieceFromKnight => format!("{name} {}", piece_name(Piece::index(part + 1))),
            By::Square => format!("{name} {}", Square::index(part)),
            By::HalfSquare => {
                let (file, rank) = (part % 4, part / 4 + 1);
                format!("{name} {}{rank}/{}{rank}", ['a', 'b', 'c', 'd'][file], ['h', 'g', 'f', 'e'][file])
            }
            By::Rank => format!("{name} rank {}", part + 1),
            By::RankFromSecond => format!("{name} rank {}", part + 2),
            By::RankAndCount => format!("{name} rank {}, {} squares", part / 10 + 1, part % 10),
            By::Number => format!("{name} {part}"),
            By::NumberFromOne => format!("{name} {}", part + 1),
            By::StepsAndControl => format!("{name} {}, {}", part / 3, ["own", "nobody's", "enemy's"][part % 3]),
            By::Shield => format!("{name} {}", SHIELDS[part]),
        }
    }
}
