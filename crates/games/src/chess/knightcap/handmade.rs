//! Weights made by hand, in pawns: what a club player would write down. Nothing in them was learnt or tuned.

use super::table::{COUNT, Feature};
use cozy_chess::Square;

/// One weight vector for all stages.
pub fn weights() -> Vec<f64> {
    let mut hand = Hand(vec![0.0; COUNT]);
    hand.list(Feature::IPIECE_VALUES, &[1.0, 4.0, 4.1, 6.0, 12.0]);
    hand.pieces();
    hand.mobility();
    hand.control();
    hand.kings();
    hand.pawns();
    hand.material();
    hand.0
}

struct Hand(Vec<f64>);

impl Hand {
    fn one(&mut self, feature: Feature, weight: f64) {
        self.0[feature.at(0)] = weight;
    }

    fn list(&mut self, feature: Feature, weights: &[f64]) {
        self.0[feature.range()][..weights.len()].copy_from_slice(weights);
    }

    fn by(&mut self, feature: Feature, weight: impl Fn(usize) -> f64) {
        self.0[feature.range()].iter_mut().enumerate().for_each(|(part, w)| *w = weight(part));
    }

    fn squares(&mut self, feature: Feature, weight: impl Fn(Square) -> f64) {
        self.by(feature, |part| weight(Square::index(part)));
    }

    fn pieces(&mut self) {
        self.one(Feature::BISHOP_PAIR, 0.3);
        self.one(Feature::KNIGHT_OUTPOST, 0.1);
        self.one(Feature::SUPPORTED_KNIGHT_OUTPOST, 0.25);
        self.one(Feature::BISHOP_OUTPOST, 0.05);
        self.one(Feature::SUPPORTED_BISHOP_OUTPOST, 0.15);
        self.one(Feature::CONNECTED_ROOKS, 0.06);
        self.one(Feature::SEVENTH_RANK_ROOKS, 0.2);
        self.one(Feature::EARLY_QUEEN_MOVEMENT, -0.15);
        self.one(Feature::BLOCKED_KNIGHT, -0.08);
        self.one(Feature::USELESS_PIECE, -0.1);
        self.list(Feature::IBISHOP_XRAY, &[0.0, 0.04, 0.09, 0.12, 0.13]);
        self.squares(Feature::IKNIGHT_POS, |square| 0.25 - 0.1 * centre(square));
        self.squares(Feature::IROOK_POS, |square| 0.015 * edge(square.file() as usize));
    }

    /// Few squares are bad and many are good, whatever the rank.
    fn mobility(&mut self) {
        let count = |part: usize| (part % 10) as f64;
        self.by(Feature::IKNIGHT_MOBILITY, |part| 0.04 * (count(part) - 4.0));
        self.by(Feature::IBISHOP_MOBILITY, |part| 0.04 * (count(part) - 5.0));
        self.by(Feature::IROOK_MOBILITY, |part| 0.025 * (count(part) - 5.0));
        self.by(Feature::IQUEEN_MOBILITY, |part| 0.01 * (count(part) - 6.0));
        let cramped = |part: usize| match part % 10 {
            0 => -0.25,
            1 => -0.12,
            2 => -0.05,
            many => 0.015 * (many as f64 - 3.0),
        };
        for feature in [Feature::IKNIGHT_SMOBILITY, Feature::IBISHOP_SMOBILITY, Feature::IROOK_SMOBILITY] {
            self.by(feature, cramped);
        }
        self.by(Feature::IQUEEN_SMOBILITY, |part| 0.7 * cramped(part));
        // A piece that cannot go anywhere is the worse off the further it has advanced.
        self.by(Feature::ITRAPPED_STEP, |rank| -0.12 * rank as f64);
        self.one(Feature::THREAT, 0.4);
        self.one(Feature::OPPONENTS_THREAT, 0.2);
        self.by(Feature::IOVERLOADED_PENALTY, |part| -0.03 - 0.05 * part as f64);
        self.by(Feature::IATTACK_VALUE, |count| 0.02 * count as f64);
    }

    fn control(&mut self) {
        self.squares(Feature::IPOS_BASE, |square| {
            let advance = [0.0, 0.005, 0.01, 0.02, 0.03, 0.03, 0.02, 0.015][square.rank() as usize];
            advance + 0.015 * (3.0 - centre(square)).max(0.0)
        });
        let home = |square: Square| (square.rank() as usize) < 3;
        self.squares(
            Feature::IPOS_KINGSIDE,
            |square| if home(square) && square.file() as usize > 4 { 0.04 } else { 0.0 },
        );
        self.squares(
            Feature::IPOS_QUEENSIDE,
            |square| if home(square) && square.file() as usize <= 2 { 0.04 } else { 0.0 },
        );
    }

    fn kings(&mut self) {
        self.one(Feature::CASTLE_BONUS, 0.3);
        self.list(Feature::IOPENING_KING_ADVANCE, &[0.0, -0.4, -0.9, -1.4, -1.8, -2.0, -2.2, -2.4]);
        self.list(Feature::IMID_KING_ADVANCE, &[0.0, -0.2, -0.5, -0.9, -1.2, -1.4, -1.5, -1.6]);
        self.list(Feature::IENDING_KPOS, &[-0.15, -0.05, 0.05, 0.12, 0.12, 0.05, -0.05, -0.15]);
        let attack = [0.0, 0.05, 0.3, 0.7, 1.1, 1.5, 1.7, 1.8];
        self.list(Feature::IQ_KING_ATTACK_COMPUTER, &attack.map(|weight| 1.2 * weight));
        self.list(Feature::IQ_KING_ATTACK_OPPONENT, &attack);
        self.list(Feature::INOQ_KING_ATTACK_COMPUTER, &attack.map(|weight| 0.2 * weight));
        self.list(Feature::INOQ_KING_ATTACK_OPPONENT, &attack.map(|weight| 0.2 * weight));
        self.one(Feature::QUEEN_FILE_SAFETY, -0.12);
        self.one(Feature::NOQUEEN_FILE_SAFETY, -0.02);
        let shelter = [0.1, 0.15, 0.12, 0.12, 0.12, 0.08, 0.12, 0.15, 0.1, 0.12, 0.1, 0.08];
        self.list(Feature::IPAWN_DEFENCE, &shelter);
        // The lonely king must be met by the other one.
        self.by(Feature::IKING_PROXIMITY, |distance| 0.06 * (7.0 - distance as f64));
        self.one(Feature::NO_MATERIAL, 1.0);
        self.one(Feature::MATING_POSITION, 0.25);
    }

    fn pawns(&mut self) {
        self.one(Feature::UNSUPPORTED_PAWN, -0.03);
        self.one(Feature::ADJACENT_PAWN, 0.04);
        self.one(Feature::DOUBLED_PAWN, -0.15);
        self.one(Feature::ISOLATED_PAWN, -0.12);
        self.one(Feature::WEAK_PAWN, -0.08);
        self.one(Feature::MEGA_WEAK_PAWN, -0.06);
        self.by(Feature::IWEAK_PAWN_ATTACK_VALUE, |count| -0.05 * count as f64);
        self.one(Feature::BLOCKED_DPAWN, -0.12);
        self.one(Feature::BLOCKED_EPAWN, -0.12);
        self.one(Feature::ODD_BISHOPS_PAWN_POS, 0.05);
        // By steps to go, at least one.
        self.list(Feature::IPAWN_ADVANCE, &[0.0, 1.6, 0.9, 0.5, 0.25, 0.12, 0.1]);
        self.list(Feature::IPAWN_ADVANCE1, &[0.0, 0.0, 0.2, 0.12, 0.06, 0.03, 0.03]);
        self.list(Feature::IPAWN_ADVANCE2, &[0.0, 0.5, 0.3, 0.18, 0.08, 0.04, 0.03]);
        self.by(Feature::IPASSED_PAWN_CONTROL, |part| {
            let weight = 0.05 * (7.0 - (part / 3) as f64);
            [weight, 0.0, -weight][part % 3]
        });
        self.one(Feature::BLOCKED_PASSED_PAWN, -0.15);
        self.one(Feature::KING_PASSED_PAWN_SUPPORT, 0.15);
        self.one(Feature::KING_PASSED_PAWN_DEFENCE, -0.2);
        self.one(Feature::PASSED_PAWN_ROOK_SUPPORT, 0.15);
        self.one(Feature::PASSED_PAWN_ROOK_ATTACK, -0.15);
        self.one(Feature::UNSTOPPABLE_PAWN, 4.0);
        self.squares(Feature::IPAWN_POS, |square| {
            let advance = (square.rank() as usize).saturating_sub(1) as f64;
            let middle = 3.0 - edge(square.file() as usize);
            // Central pawns are needed in the centre; others gain a little by every step.
            if middle == 0.0 { 0.1 * advance.min(3.0) - 0.1 } else { 0.02 * advance }
        });
    }

    fn material(&mut self) {
        self.one(Feature::OPPOSITE_BISHOPS, 0.4);
        self.by(Feature::IPIECE_TRADE_BONUS, |pieces| 0.03 * (14.0 - pieces as f64).max(0.0));
        self.by(Feature::IPAWN_TRADE_BONUS, |pawns| -0.03 * (16.0 - pawns as f64).max(0.0));
    }
}

/// How far a line is from the edge: 0 to 3.
fn edge(line: usize) -> f64 {
    line.min(7 - line) as f64
}

/// How far a square is from the centre: 0 to 6, files and ranks together.
fn centre(square: Square) -> f64 {
    6.0 - edge(square.file() as usize) - edge(square.rank() as usize)
}
