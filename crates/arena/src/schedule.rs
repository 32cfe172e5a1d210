//! Who plays whom, in which order, with which colours and openings: all by the number of the game.

use game::Side;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Everyone plays everyone; with two players an ordinary match.
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
}

/// The games of a match. A round is one opening, played with both colours by every two players that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    games: u64,
}

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its number, from 0.
    pub number: u64,
    /// The number of the opening, from 0.
    pub opening: u64,
    /// The two that meet, as in the list of players; the earlier one's score is kept.
    pub players: (usize, usize),
    /// The side of the earlier one.
    pub side: Side,
}

impl Pairing {
    /// The players by side: who moves first, and who second.
    pub fn seats(&self) -> [usize; 2] {
        match self.side {
            Side::First => [self.players.0, self.players.1],
            Side::Second => [self.players.1, self.players.0],
        }
    }
}

impl Schedule {
    /// A match of `players` players; each two that meet play `games` games.
    pub fn new(form: Form, players: usize, games: u64) -> Schedule {
        let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
        let encounters = pairs.filter(|(a, _)| form == Form::RoundRobin || *a == 0).collect();
        Schedule { encounters, games }
    }

    /// Who meets whom.
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.encounters
    }

    /// The number of all games.
    pub fn total(&self) -> u64 {
        self.games * self.encounters.len() as u64
    }

    /// The number of openings.
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(2)
    }

    /// Game `number`, below [`Schedule::total`]. It does not depend on the number of games, so that a match may be
    /// prolonged.
    pub fn pairing(&self, number: u64) -> Pairing {
        let meetings = self.encounters.len() as u64;
        let (opening, inside) = (number / (2 * meetings), number % (2 * meetings));
        let players = self.encounters[(inside % meetings) as usize];
        // First everybody with one colour, then with the other: so an odd number of games needs no exception.
        let side = if inside < meetings { Side::First } else { Side::Second };
        Pairing { number, opening, players, side }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_played_with_both_colours() {
        for (form, players, games) in [
            (Form::RoundRobin, 2, 10),
            (Form::RoundRobin, 4, 6),
            (Form::Gauntlet, 4, 6),
            (Form::Gauntlet, 3, 5),
            (Form::RoundRobin, 3, 1),
        ] {
            let schedule = Schedule::new(form, players, games);
            let meetings = if form == Form::Gauntlet { players - 1 } else { players * (players - 1) / 2 };
            assert_eq!(schedule.total(), games * meetings as u64);
            let all: Vec<Pairing> = (0..schedule.total()).map(|number| schedule.pairing(number)).collect();
            for meeting in schedule.encounters() {
                let own: Vec<&Pairing> = all.iter().filter(|pairing| pairing.players == *meeting).collect();
                assert_eq!(own.len() as u64, games, "{form:?} {players} {games}");
                for (at, pairing) in own.iter().enumerate() {
                    assert_eq!(pairing.opening, at as u64 / 2);
                    assert_eq!(pairing.side, if at % 2 == 0 { Side::First } else { Side::Second });
                }
            }
        }
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one() {
        let (short, long) = (Schedule::new(Form::RoundRobin, 3, 3), Schedule::new(Form::RoundRobin, 3, 8));
        for number in 0..short.total() {
            assert_eq!(short.pairing(number), long.pairing(number));
        }
    }
}
