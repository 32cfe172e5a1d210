//! KnightCap's four stages of a game and FUSc#'s 33 classes of positions.

use cozy_chess::{Board, Color, File, Piece, Rank};

/// The names of the stages.
pub const STAGES: &[&str] = &["opening", "middle", "ending", "mating"];
/// At most two pieces gone, queens counting twice, and somebody may still castle.
pub const OPENING: usize = 0;
/// Neither of the others.
pub const MIDDLE: usize = 1;
/// At most six pieces, queens counting twice, and pawns.
pub const ENDING: usize = 2;
/// No pawns.
pub const MATING: usize = 3;

/// The number of classes.
pub const CLASSES: usize = 33;

/// The stage of a position (Baxter, Tridgell and Weaver 1998, section 4). Kings are not counted as pieces.
pub fn stage(board: &Board) -> usize {
    if board.pieces(Piece::Pawn).is_empty() {
        return MATING;
    }
    let pieces = light(board) + 2 * board.pieces(Piece::Queen).len();
    if pieces <= 6 {
        return ENDING;
    }
    let may_castle = Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        rights.short.is_some() || rights.long.is_some()
    });
    if pieces >= 14 && may_castle { OPENING } else { MIDDLE }
}

/// The class of a position, one less than the paper's number: 0 the endgame, then 1 + 16 (both queens on the board) + 4
/// (zone of White's king) + (zone of Black's king).
pub fn class(board: &Board) -> usize {
    let queens = board.pieces(Piece::Queen);
    if light(board) < if queens.is_empty() { 6 } else { 3 } {
        return 0;
    }
    let has_queen = |color| !board.colored_pieces(color, Piece::Queen).is_empty();
    let both = usize::from(Color::ALL.into_iter().all(has_queen));
    1 + 16 * both + 4 * zone(board, Color::White) + zone(board, Color::Black)
}

/// What a class is called.
pub fn class_name(class: usize) -> String {
    if class == 0 {
        return "1 endgame".to_string();
    }
    let zone = |zone: usize| ["queen's side", "centre", "king's side", "off"][zone];
    let queens = if class > 16 { "queens" } else { "no queens" };
    format!("{} {queens}, kings {} / {}", class + 1, zone((class - 1) % 16 / 4), zone((class - 1) % 4))
}

/// Rooks, bishops and knights.
fn light(board: &Board) -> u32 {
    (board.pieces(Piece::Rook) | board.pieces(Piece::Bishop) | board.pieces(Piece::Knight)).len()
}

/// Where a king stands: queen's side 0, centre 1, king's side 2, off its home rank 3.
fn zone(board: &Board, color: Color) -> usize {
    let king = board.king(color);
    if king.rank() != Rank::First.relative_to(color) {
        return 3;
    }
    match king.file() {
        File::A | File::B | File::C => 0,
        File::D | File::E => 1,
        File::F | File::G | File::H => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fen: &str) -> Board {
        fen.parse().unwrap()
    }

    #[test]
    fn the_papers_classes() {
        assert_eq!(class(&Board::startpos()) + 1, 23);
        let black_castled = at("r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQ - 0 1");
        assert_eq!(class(&black_castled) + 1, 24);
        let both_castled = at("r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1");
        assert_eq!(class(&both_castled) + 1, 28);
        let both_off = at("r1bq1r2/ppppkppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPPKPPP/R1BQ1R2 w - - 0 1");
        assert_eq!(class(&both_off) + 1, 33);
    }

    #[test]
    fn every_class_has_its_own_name() {
        let mut names: Vec<String> = (0..CLASSES).map(class_name).collect();
        assert_eq!(names[22], "23 queens, kings centre / centre");
        assert_eq!(names[27], "28 queens, kings king's side / king's side");
        names.sort();
        names.dedup();
        assert_eq!(names.len(), CLASSES);
    }

    #[test]
    fn endgames_have_one_class() {
        // Five rooks, bishops and knights without queens; two with one.
        assert_eq!(class(&at("r3k2r/pppp4/2n5/8/8/8/PPPP4/R3K2R w KQkq - 0 1")), 0);
        assert_eq!(class(&at("r3k3/pppp4/8/8/8/8/PPPP4/R2QK3 w - - 0 1")), 0);
        // Six without, three with; one queen is not both.
        assert_eq!(class(&at("r3k2r/pppp4/2n5/8/8/2N5/PPPP4/R3K2R w KQkq - 0 1")), 1 + 4 + 1);
        assert_eq!(class(&at("r3k3/pppp4/2n5/8/8/8/PPPP4/R2QK3 w - - 0 1")), 1 + 4 + 1);
    }

    #[test]
    fn stages_end_where_the_papers_say() {
        assert_eq!(stage(&Board::startpos()), OPENING);
        // A knight of each side gone: still the opening, unless nobody may castle.
        let knights = "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w";
        assert_eq!(stage(&at(&format!("{knights} KQkq - 0 1"))), OPENING);
        assert_eq!(stage(&at(&format!("{knights} k - 0 1"))), OPENING);
        assert_eq!(stage(&at(&format!("{knights} - - 0 1"))), MIDDLE);
        // Queens exchanged: four.
        assert_eq!(stage(&at("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1")), MIDDLE);
        // Queen and rook on both sides are six; one knight more is seven.
        assert_eq!(stage(&at("3qk2r/5p2/8/8/8/8/5P2/3QK2R w - - 0 1")), ENDING);
        assert_eq!(stage(&at("3qk2r/5p2/8/8/8/5N2/5P2/3QK2R w - - 0 1")), MIDDLE);
        assert_eq!(stage(&at("3qk2r/8/8/8/8/5N2/8/3QK2R w - - 0 1")), MATING);
    }
}
