//! The table of features. Every one of them has two weights: for the full board and for the bare one.

use crate::chess::table::table;

table! {
    MEN 5 Man "the men themselves";
    PAWN_SQUARE 64 Square "where pawns stand";
    KNIGHT_SQUARE 32 HalfSquare "where knights stand";
    BISHOP_SQUARE 32 HalfSquare "where bishops stand";
    ROOK_SQUARE 32 HalfSquare "where rooks stand";
    QUEEN_SQUARE 32 HalfSquare "where queens stand";
    KING_SQUARE 32 HalfSquare "where the king stands";
    KNIGHT_MOBILITY 9 Number "squares that a knight sees: not those of its own pawns and king, nor those that enemy pawns attack";
    BISHOP_MOBILITY 14 Number "the same for bishops";
    ROOK_MOBILITY 15 Number "the same for rooks";
    QUEEN_MOBILITY 28 Number "the same for queens";
    BISHOP_PAIR 1 Nothing "bishops on both colours";
    BISHOP_PAWNS 1 Nothing "own pawns on the colour of a bishop";
    OUTPOST 2 PieceFromKnight "knights and bishops on the fourth to sixth rank that a pawn protects and no pawn can ever attack";
    BEHIND_PAWN 1 Nothing "knights and bishops right behind a pawn of either side";
    ROOK_OPEN_FILE 1 Nothing "rooks on files without pawns";
    ROOK_HALF_OPEN_FILE 1 Nothing "rooks on files without own pawns, but with one of the enemy";
    ROOK_SEVENTH 1 Nothing "rooks on the seventh rank";
    KNIGHTS_AND_PAWNS 1 Nothing "knights times own pawns";
    ROOKS_AND_PAWNS 1 Nothing "rooks times own pawns";
    SPACE 1 Nothing "squares of the files c to f and the ranks 2 to 4 without own pawns that no enemy pawn attacks";
    TEMPO 1 Nothing "the side to move";
    DOUBLED_PAWN 1 Nothing "pawns with another own pawn behind them on the file";
    ISOLATED_PAWN 1 Nothing "pawns without an own pawn on the files beside them, an enemy pawn in front of them";
    ISOLATED_OPEN_PAWN 1 Nothing "the same without an enemy pawn in front of them";
    BACKWARD_PAWN 1 Nothing "others with no own pawn level with them or behind on the files beside, whose next square an enemy pawn attacks; an enemy pawn in front of them";
    BACKWARD_OPEN_PAWN 1 Nothing "the same without an enemy pawn in front of them";
    PHALANX 6 RankFromSecond "pawns with another own pawn beside them";
    SUPPORTED_PAWN 6 RankFromSecond "pawns that a pawn protects";
    PASSED_PAWN 6 RankFromSecond "pawns that no enemy pawn can stop or take";
    PASSED_BLOCKED 6 RankFromSecond "of those, the ones with a man of either side right in front";
    PASSED_FREE 6 RankFromSecond "of those, the ones on whose way nobody stands and the enemy attacks no square";
    PASSED_OWN_KING 8 Number "king's moves between the own king and the square in front of a passed pawn beyond the middle";
    PASSED_ENEMY_KING 8 Number "the same for the enemy's king";
    PASSED_OWN_ROOK 1 Nothing "own rooks behind a passed pawn";
    PASSED_ENEMY_ROOK 1 Nothing "enemy rooks behind a passed pawn";
    UNSTOPPABLE_PAWN 1 Nothing "the enemy has king and pawns only, and his king comes too late for some pawn";
    PAWN_THREAT 4 PieceFromKnight "enemy pieces that a pawn attacks";
    MINOR_THREAT 5 Piece "enemy men that a knight or a bishop attacks and, unless rook or queen, no pawn protects";
    ROOK_THREAT 5 Piece "the same for rooks; enemy rooks do not count";
    HANGING 5 Piece "enemy men that are attacked and not protected";
    KING_THREAT 1 Nothing "enemy men that the king attacks and nobody protects";
    PUSH_THREAT 1 Nothing "enemy pieces that a safe step of a pawn would attack and no pawn attacks now";
    KING_ATTACK 16 Number "pieces that attack the enemy king's neighbourhood, by weight (knight 2, bishop 2, rook 3, queen 5), with a queen";
    QUEENLESS_ATTACK 16 Number "the same without a queen";
    WEAK_RING 8 Number "of that neighbourhood, squares that are attacked and that only the king protects, or nobody; if a piece attacks there";
    SAFE_CHECK 4 PieceFromKnight "a side that attacks there can give a check that costs nothing";
    SHELTER 8 Rank "the own pawn nearest to the king on its file, level or ahead; rank 1 if there is none";
    SHELTER_BESIDE 8 Rank "the same on the files beside it";
    STORM 8 Rank "the enemy pawn nearest to the king on its file, level or ahead, as the king's side sees it; rank 1 if there is none";
    STORM_BESIDE 8 Rank "the same on the files beside it";
    OPPOSITE_BISHOPS 2 Number "one bishop each on different colours, for the side with fewer pawns; 1 if there are no other pieces";
    PAWNLESS_LEAD 1 Nothing "a side without pawns that is ahead by no more than a minor piece";
    BARE_KING_NEAR 1 Nothing "against a bare king: steps by which the own king is nearer to it than seven";
    BARE_KING_EDGE 1 Nothing "against a bare king: steps by which that king is away from the four squares of the centre";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_feature_is_without_a_text_or_has_anothers() {
        for row in TABLE {
            assert!(!row.about.is_empty() && row.size > 0, "{}", row.name);
            assert_eq!(TABLE.iter().filter(|other| other.name == row.name).count(), 1, "{}", row.name);
        }
    }
}
