//! Features of shogi: the men, those in hand apart from those on the board, their squares, and how near they are to the kings.

use super::{Shogi, learnt, side_of};
use game::{Features, Game, Preset, Root, Sets, SquareMap, Training};
use haitaka::{Color, Move, Piece, Square};

/// The men in the order of the features: seven as they begin, six promoted.
pub(super) const MEN: [Piece; 13] = [
    Piece::Pawn,
    Piece::Lance,
    Piece::Knight,
    Piece::Silver,
    Piece::Gold,
    Piece::Bishop,
    Piece::Rook,
    Piece::Tokin,
    Piece::PLance,
    Piece::PKnight,
    Piece::PSilver,
    Piece::PBishop,
    Piece::PRook,
];
/// What they are called; the king comes last.
const NAMES: [&str; 14] = [
    "pawn 歩",
    "lance 香",
    "knight 桂",
    "silver 銀",
    "gold 金",
    "bishop 角",
    "rook 飛",
    "promoted pawn と",
    "promoted lance 成香",
    "promoted knight 成桂",
    "promoted silver 成銀",
    "horse 馬",
    "dragon 龍",
    "king 玉",
];
/// Men that can be in hand.
const IN_HAND: usize = 7;
/// The rook, by which the others are measured.
pub(super) const ROOK: usize = 6;
/// Squares with the files mirrored, and distances from a king.
const PLACES: usize = 45;
const FAR: usize = 8;

/// Values of the thesis' table C.3, a rook being 5.
const BEGINNER: [f64; 13] = [0.5, 1.0, 1.0, 2.0, 2.0, 4.0, 5.0, 1.5, 1.75, 1.75, 2.0, 5.0, 6.0];
const GNU: [f64; 13] = [0.42, 2.11, 2.11, 2.83, 3.03, 4.74, 5.0, 1.91, 2.5, 2.63, 3.16, 5.21, 5.16];
const YSS: [f64; 13] = [0.48, 2.07, 2.16, 3.08, 3.32, 4.28, 5.0, 2.02, 3.03, 3.08, 3.22, 5.53, 6.25];

/// The feature of each man; the king's number is that of its squares.
const NUMBERS: [usize; Piece::NUM] = {
    let (mut numbers, mut at) = ([MEN.len(); Piece::NUM], 0);
    while at < MEN.len() {
        numbers[MEN[at] as usize] = at;
        at += 1;
    }
    numbers
};

#[inline]
fn number(piece: Piece) -> usize {
    NUMBERS[piece as usize]
}

/// Men on the board and, unless `ALIKE`, men in hand by themselves. All of these sets are one type, or two, because every type
/// is compiled with every search.
#[derive(Clone, Copy, Debug)]
pub struct Men<const ALIKE: bool> {
    name: &'static str,
    /// Men and king have values by square.
    squares: bool,
    /// Men have values by their distance from either king.
    kings: bool,
}

/// *material*: a weight for each kind of men, on the board and in hand alike (the thesis).
pub const MATERIAL: Men<true> = Men { name: "material", squares: false, kings: false };
/// *hands*: and weights for men in hand.
pub const HANDS: Men<false> = Men { name: "hands", squares: false, kings: false };
/// *squares*: and for men on squares, the files mirrored.
pub const SQUARES: Men<false> = Men { name: "squares", squares: true, kings: false };
/// *kings*: and for their distance from each king.
pub const KINGS: Men<false> = Men { name: "kings", squares: true, kings: true };

impl<const ALIKE: bool> Men<ALIKE> {
    const HAND_BASE: usize = if ALIKE { 0 } else { MEN.len() };
    const SQUARE_BASE: usize = MEN.len() + if ALIKE { 0 } else { IN_HAND };

    #[inline]
    fn king_base(&self) -> usize {
        Self::SQUARE_BASE + if self.squares { 14 * PLACES } else { 0 }
    }

    /// Men in hand.
    #[inline]
    fn hand(color: Color, piece: Piece, times: i32, push: &mut impl FnMut(usize, i32)) {
        push(Self::HAND_BASE + number(piece), side_of(color).view(times));
    }

    /// A man on a square; `kings` are the first player's and the second player's.
    #[inline]
    fn man(
        &self,
        color: Color,
        piece: Piece,
        square: Square,
        kings: [Square; 2],
        times: i32,
        push: &mut impl FnMut(usize, i32),
    ) {
        let (number, amount) = (number(piece), side_of(color).view(times));
        if number < MEN.len() {
            push(number, amount);
        }
        if self.squares {
            push(Self::SQUARE_BASE + number * PLACES + place(square.relative_to(color)), amount);
        }
        if self.kings && number < MEN.len() {
            let (own, other) = (kings[color as usize], kings[!color as usize]);
            push(self.king_base() + number * FAR + distance(square, own), amount);
            push(self.king_base() + (MEN.len() + number) * FAR + distance(square, other), amount);
        }
    }
}

/// The place of a square that is seen from its man's own side.
#[inline]
fn place(square: Square) -> usize {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    rank * 5 + file.min(8 - file)
}

/// Steps of a king from one square to another, less one.
#[inline]
fn distance(from: Square, to: Square) -> usize {
    let files = (from.file() as usize).abs_diff(to.file() as usize);
    let ranks = (from.rank() as usize).abs_diff(to.rank() as usize);
    files.max(ranks).saturating_sub(1)
}

fn kings(game: &Shogi) -> [Square; 2] {
    Color::ALL.map(|color| game.board().king(color))
}

impl<const ALIKE: bool> Features<Shogi> for Men<ALIKE> {
    type Prepared = ();
    const INCREMENTAL: bool = true;
    const FLAT: bool = ALIKE;

    fn name(&self) -> String {
        self.name.to_string()
    }

    fn count(&self) -> usize {
        self.king_base() + if self.kings { 2 * MEN.len() * FAR } else { 0 }
    }

    fn label(&self, index: usize) -> String {
        if index < MEN.len() {
            NAMES[index].to_string()
        } else if index < Self::SQUARE_BASE {
            format!("{} in hand", NAMES[index - MEN.len()])
        } else if index < self.king_base() {
            let (man, place) = ((index - Self::SQUARE_BASE) / PLACES, (index - Self::SQUARE_BASE) % PLACES);
            let (file, rank) = (place % 5 + 1, (b'a' + (place / 5) as u8) as char);
            let both = if file == 5 { String::new() } else { format!("/{}{rank}", 10 - file) };
            format!("{} {file}{rank}{both}", NAMES[man])
        } else {
            let at = index - self.king_base();
            let whose = if at < MEN.len() * FAR { "own king" } else { "enemy king" };
            format!("{}, {} from {whose}", NAMES[at / FAR % MEN.len()], at % FAR + 1)
        }
    }

    fn prepare(&self, _game: &Shogi, _root: &Root) {}

    fn each(&self, game: &Shogi, _prepared: &(), mut push: impl FnMut(usize, i32)) {
        let board = game.board();
        let kings = kings(game);
        for color in Color::ALL {
            for piece in &MEN[..IN_HAND] {
                match board.num_in_hand(color, *piece) {
                    0 => {}
                    count => Self::hand(color, *piece, i32::from(count), &mut push),
                }
            }
            for square in board.colors(color) {
                if let Some(piece) = game.on(square) {
                    self.man(color, piece, square, kings, 1, &mut push);
                }
            }
        }
    }

    #[inline]
    fn change(&self, before: &Shogi, mv: Move, root: &Root, mut push: impl FnMut(usize, i32)) {
        let board = before.board();
        let color = board.side_to_move();
        let kings = if self.kings { kings(before) } else { [Square::A1; 2] };
        let (from, to, promotion) = match mv {
            Move::Drop { piece, to } => {
                if !ALIKE {
                    Self::hand(color, piece, -1, &mut push);
                    self.man(color, piece, to, kings, 1, &mut push);
                }
                return;
            }
            Move::BoardMove { from, to, promotion } => (from, to, promotion),
        };
        let Some(piece) = before.on(from) else { return };
        if self.kings && piece == Piece::King {
            // All distances from it change.
            let after = before.after(mv);
            self.each(&after, &self.prepare(&after, root), &mut push);
            self.each(before, &self.prepare(before, root), |index, amount| push(index, -amount));
            return;
        }
        if let Some(victim) = before.on(to) {
            // The opponent loses it as it is, the taker has it in hand as it began.
            self.man(!color, victim, to, kings, -1, &mut push);
            Self::hand(color, victim.unpromote(), 1, &mut push);
        }
        if promotion || self.squares || self.kings {
            self.man(color, piece, from, kings, -1, &mut push);
            self.man(color, if promotion { piece.promote() } else { piece }, to, kings, 1, &mut push);
        }
    }

    fn presets(&self) -> Vec<Preset> {
        let preset = |name, about, men: [f64; 13]| {
            let mut weights = vec![0.0; self.count()];
            weights[..MEN.len()].copy_from_slice(&men);
            if !ALIKE {
                weights[MEN.len()..][..IN_HAND].copy_from_slice(&men[..IN_HAND]);
            }
            Preset { name, about, sets: Sets::One, weights }
        };
        let mut list = vec![
            preset("ones", "every man is worth 1: nothing known", [1.0; 13]),
            preset("zero", "nothing is worth anything", [0.0; 13]),
            preset("beginner", "values for beginners (thesis, table C.3)", BEGINNER),
            preset("gnu", "GNU Shogi's values (thesis, table C.3)", GNU),
            preset("yss", "YSS's values (thesis, table C.3)", YSS),
        ];
        list.extend(learnt::preset(self.name));
        list
    }

    /// The values of a strong program of the time, which the thesis measured its own by.
    fn textbook(&self) -> &'static str {
        "yss"
    }

    /// A fifth of a rook.
    fn yardstick(&self, weights: &[f64]) -> f64 {
        weights[ROOK] / 5.0
    }

    fn training(&self) -> Training {
        // Mates by drops must be seen at the horizon, and captures that change hands would go on too long (thesis 6.3).
        let profile = "exact horizon-mate=on quiescence=8";
        let shared = Training { games: 2000, depth: 2, profile, ..Training::USUAL };
        if !self.squares {
            return shared;
        }
        let warmup = (300, shared.step, shared.lambda);
        Training { step: "adam:0.004", lambda: "0.7", warmup, noise: 0.1, opening: 8, ..shared }
    }

    /// Men on the board and in hand.
    fn core(&self) -> usize {
        Self::SQUARE_BASE
    }

    fn maps(&self) -> Vec<SquareMap> {
        if !self.squares {
            return Vec::new();
        }
        let cell = |man: usize, rank: usize, file: usize| {
            // Where it cannot stand there is nothing to see.
            let lost = match man {
                0 | 1 => 1,
                2 => 2,
                _ => 0,
            };
            let square = Self::SQUARE_BASE + man * PLACES + rank * 5 + file.min(8 - file);
            if rank < lost {
                vec![]
            } else if man < MEN.len() {
                vec![man, square]
            } else {
                vec![square]
            }
        };
        let map = |man: usize| SquareMap {
            title: NAMES[man].to_string(),
            rows: (0..9).map(|rank| (0..9).map(|file| cell(man, rank, file)).collect()).collect(),
            columns: (1..=9).rev().map(|file| file.to_string()).collect(),
            ranks: ('a'..='i').map(String::from).collect(),
        };
        let mut maps: Vec<SquareMap> = (0..NAMES.len()).map(map).collect();
        if self.kings {
            let steps = |man: usize, whose: usize| SquareMap {
                title: format!("{}: steps from {}", NAMES[man], ["its own king", "the enemy's king"][whose]),
                rows: vec![
                    (0..FAR).map(|step| vec![man, self.king_base() + (whose * MEN.len() + man) * FAR + step]).collect(),
                ],
                columns: (1..=FAR).map(|step| step.to_string()).collect(),
                ranks: vec![String::new()],
            };
            maps.extend((0..MEN.len()).flat_map(|man| [steps(man, 0), steps(man, 1)]));
        }
        maps
    }
}
