//! The table of features: names and numbers of weights as KnightCap's authors printed them (Baxter, Tridgell and Weaver 1998,
//! table 1). Piece values come first here, so that the pawn is the first weight.

use crate::chess::table::table;

table! {
    IPIECE_VALUES 6 Man "the men themselves; kings cancel out";
    BISHOP_PAIR 1 Nothing "bishops on both colours";
    CASTLE_BONUS 1 Nothing "1 castled, -1 if it can never happen, 0 while it may; opening and middle game";
    KNIGHT_OUTPOST 1 Nothing "knights on the fifth or sixth rank that no pawn can ever attack and no pawn protects";
    BISHOP_OUTPOST 1 Nothing "the same for bishops";
    SUPPORTED_KNIGHT_OUTPOST 1 Nothing "the same, but a pawn protects them";
    SUPPORTED_BISHOP_OUTPOST 1 Nothing "the same for bishops";
    CONNECTED_ROOKS 1 Nothing "rooks that an unpinned rook protects";
    SEVENTH_RANK_ROOKS 1 Nothing "rooks on the seventh rank";
    OPPOSITE_BISHOPS 1 Nothing "one bishop each on different colours: for the side that is behind by more than half a pawn";
    EARLY_QUEEN_MOVEMENT 1 Nothing "a queen beyond its third rank in the opening";
    IOPENING_KING_ADVANCE 8 Rank "the rank of the king in the opening, while the enemy has a queen";
    IMID_KING_ADVANCE 8 Rank "the same in the middle game";
    IKING_PROXIMITY 8 Number "king's moves between the kings, for the side that is more than a pawn ahead; ending and mating";
    ITRAPPED_STEP 8 Rank "pieces that cannot fly anywhere, by their rank";
    BLOCKED_KNIGHT 1 Nothing "a knight on b1 or g1 behind a man on c3 or f3";
    USELESS_PIECE 1 Nothing "pieces that attack no enemy and see fewer squares than 6, 5, 4, 6 (knight, bishop, rook, queen)";
    DRAW_VALUE 1 Nothing "no pawns, and neither side can mate: for the program";
    NEAR_DRAW_VALUE 1 Nothing "no pawns and no threats, with Q-Q, R-R, R-N or R-B: for the program";
    NO_MATERIAL 1 Nothing "mating: the side that is more than a pawn behind has a bare king";
    MATING_POSITION 1 Nothing "mating: how far its king is from the centre, or how near to the corner of bishop and knight";
    IBISHOP_XRAY 5 Number "enemy king, queens and rooks on the diagonals of a bishop, whatever is between";
    IENDING_KPOS 8 NumberFromOne "file and rank of the king, once the enemy has no queen";
    IROOK_POS 64 Square "where rooks stand";
    IKNIGHT_POS 64 Square "where knights stand";
    IPOS_BASE 64 Square "the squares that a side controls";
    IPOS_KINGSIDE 64 Square "the same again while there are queens, with the own king on files e to h of its first three ranks";
    IPOS_QUEENSIDE 64 Square "the same again while there are queens, with the own king on files a to c of its first three ranks";
    IKNIGHT_MOBILITY 80 RankAndCount "squares that a knight attacks, none if it is pinned";
    IBISHOP_MOBILITY 80 RankAndCount "squares that a bishop attacks";
    IROOK_MOBILITY 80 RankAndCount "squares that a rook attacks";
    IQUEEN_MOBILITY 80 RankAndCount "squares that a queen attacks";
    IKING_MOBILITY 80 RankAndCount "squares that a king attacks";
    IKNIGHT_SMOBILITY 80 RankAndCount "squares to which a knight can fly: controlled, and safe from cheaper men";
    IBISHOP_SMOBILITY 80 RankAndCount "squares to which a bishop can fly";
    IROOK_SMOBILITY 80 RankAndCount "squares to which a rook can fly";
    IQUEEN_SMOBILITY 80 RankAndCount "squares to which a queen can fly";
    IKING_SMOBILITY 80 RankAndCount "squares to which a king can fly";
    THREAT 1 Nothing "the side to move takes a hung man and gains half a pawn by captures in which each man takes once";
    OPPONENTS_THREAT 1 Nothing "else: the other side would, if it were to move";
    IOVERLOADED_PENALTY 15 NumberFromOne "men that a piece protects and that would be hung without it";
    IQ_KING_ATTACK_COMPUTER 8 Number "pieces that attack the program's king or a square beside it, while they have a queen; for the attacker";
    IQ_KING_ATTACK_OPPONENT 8 Number "the same for the opponent's king";
    INOQ_KING_ATTACK_COMPUTER 8 Number "pieces that attack the program's king or a square beside it, without a queen; for the attacker";
    INOQ_KING_ATTACK_OPPONENT 8 Number "the same for the opponent's king";
    QUEEN_FILE_SAFETY 1 Nothing "files without an own pawn on and beside the king's, while the enemy has a queen";
    NOQUEEN_FILE_SAFETY 1 Nothing "the same once the enemy has none";
    IPIECE_TRADE_BONUS 32 Number "pieces left, kings not counted, for a side at least 0.8 pawn ahead that has more pawns";
    IATTACK_VALUE 16 Number "attacks by unpinned pieces on enemy men other than the king";
    IPAWN_TRADE_BONUS 32 Number "pawns left, for the same side";
    UNSUPPORTED_PAWN 1 Nothing "pawns that no pawn protects";
    ADJACENT_PAWN 1 Nothing "pawns with another pawn beside them on the same rank";
    IPASSED_PAWN_CONTROL 21 StepsAndControl "who controls the square in front of a passed pawn, by steps to go";
    UNSTOPPABLE_PAWN 1 Nothing "the enemy has king and pawns only, and his king comes too late for some pawn";
    DOUBLED_PAWN 1 Nothing "pawns with another own pawn behind them on the file";
    WEAK_PAWN 1 Nothing "pawns that no pawn protects, nor after a step or a double step";
    ODD_BISHOPS_PAWN_POS 1 Nothing "ending, one bishop: own pawns on the other colour";
    BLOCKED_PASSED_PAWN 1 Nothing "passed pawns with an enemy man right in front";
    KING_PASSED_PAWN_SUPPORT 1 Nothing "passed pawns whose own king is level or ahead, at most one file away";
    PASSED_PAWN_ROOK_ATTACK 1 Nothing "unpinned enemy rooks that attack a passed pawn from behind";
    PASSED_PAWN_ROOK_SUPPORT 1 Nothing "unpinned own rooks that protect a passed pawn from behind";
    BLOCKED_DPAWN 1 Nothing "a pawn on d2 behind a man on d3";
    BLOCKED_EPAWN 1 Nothing "a pawn on e2 behind a man on e3";
    IPAWN_ADVANCE 7 Number "passed pawns by steps to go";
    IPAWN_ADVANCE1 7 Number "other pawns without an enemy pawn in front on their file, unless weak, by steps to go";
    IPAWN_ADVANCE2 7 Number "passed pawns by steps to go, for each file beside them whose rearmost own pawn is at most one rank away";
    KING_PASSED_PAWN_DEFENCE 1 Nothing "passed pawns with the enemy king level or ahead, at most one file away";
    IPAWN_POS 64 Square "where pawns stand";
    IPAWN_DEFENCE 12 Shield "pawn shields of a king on its first rank, while the enemy has a queen; opening and middle game";
    ISOLATED_PAWN 1 Nothing "pawns without an own pawn on the files beside them";
    MEGA_WEAK_PAWN 1 Nothing "weak pawns with no enemy pawn on their file";
    IWEAK_PAWN_ATTACK_VALUE 8 Number "unpinned enemy pieces that attack a weak pawn";
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Square;

    #[test]
    fn the_papers_table_adds_up_to_1459() {
        assert_eq!(TABLE.len(), 72);
        assert_eq!(COUNT, 1459);
        assert_eq!(Feature::IWEAK_PAWN_ATTACK_VALUE.range(), 1451..1459);
    }

    #[test]
    fn labels_say_what_a_weight_is_for() {
        assert_eq!(label(0), "pawn");
        assert_eq!(label(5), "king");
        assert_eq!(label(6), "BISHOP_PAIR");
        assert_eq!(label(Feature::IROOK_POS.at(Square::E4 as usize)), "IROOK_POS e4");
        assert_eq!(label(Feature::IKNIGHT_MOBILITY.at(37)), "IKNIGHT_MOBILITY rank 4, 7 squares");
        assert_eq!(label(Feature::IPASSED_PAWN_CONTROL.at(5)), "IPASSED_PAWN_CONTROL 1, enemy's");
        assert_eq!(label(COUNT - 1), "IWEAK_PAWN_ATTACK_VALUE 7");
    }
}
