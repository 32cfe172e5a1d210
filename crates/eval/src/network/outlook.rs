//! What a side may expect: the chances of winning and losing, singly, doubly and triply.

/// The number of outputs of a network.
pub const OUTPUTS: usize = 5;

/// Probabilities, as one side sees them: to win at all, a gammon at least, a backgammon; to lose a gammon at least, a backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook(pub [f32; OUTPUTS]);

impl Outlook {
    /// The outlook of a side that has won this many points; lost, if negative.
    pub fn of(points: i32) -> Outlook {
        Outlook([points > 0, points > 1, points > 2, points < -1, points < -2].map(|yes| f32::from(u8::from(yes))))
    }

    /// Points that the side may expect to win, on the average, where nobody doubles.
    #[inline(always)]
    pub fn equity(&self) -> f32 {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = self.0;
        (2.0 * win - 1.0) + (gammon - lost_gammon) + (backgammon - lost_backgammon)
    }

    /// The same as the other side sees it.
    #[inline(always)]
    pub fn flipped(&self) -> Outlook {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = self.0;
        Outlook([1.0 - win, lost_gammon, lost_backgammon, gammon, backgammon])
    }

    /// Adds `share` of another.
    pub fn add(&mut self, share: f32, other: &Outlook) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, x)| *sum += share * x);
    }
}

/// Which gammons can still happen. Once the loser has a man off there is none, and the network is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gammons {
    /// The side that is asked for may win one.
    pub won: bool,
    /// It may lose one.
    pub lost: bool,
}

impl Gammons {
    /// All of them.
    pub const ALL: Gammons = Gammons { won: true, lost: true };

    /// What the outputs are multiplied by: 1, or 0 for what cannot happen.
    #[inline(always)]
    pub fn mask(self) -> [f32; OUTPUTS] {
        let (won, lost) = (f32::from(u8::from(self.won)), f32::from(u8::from(self.lost)));
        [1.0, won, won, lost, lost]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_back() {
        for points in [-3, -2, -1, 1, 2, 3] {
            assert_eq!(Outlook::of(points).equity(), points as f32);
            assert_eq!(Outlook::of(points).flipped(), Outlook::of(-points));
        }
    }
}
