//! The games of a run: of self-play, on all cores; against others, one after the other; or those of records.

use super::{Error, Event, Trainer};
use crate::pool::{self, LEARNER};
use crate::sparring::{Sparred, Sparring};
use crate::workers::in_order;
use crate::{Played, Replay, SelfPlay, records};
use eval::{Linear, LinearModel};
use game::{Features, Game};
use learn::{Harvest, Source};
use search::{Searcher, Thought};
use std::time::Duration;
use store::{EventRow, RatingRow};

/// The event that tells of a game that an opponent could not finish.
const FAULT: &str = "fault";
/// After a fault, wait this long for a Ctrl-C that may have caused it.
const AFTERMATH: Duration = Duration::from_millis(100);
/// So many games in a row without a result are enough.
pub(super) const ATTEMPTS: u64 = 8;

impl<G: Game, F: Features<G>> Trainer<G, F> {
    /// Plays a game against somebody of the pool and rates it; `None` if it was abandoned.
    pub(super) fn spar(
        &mut self,
        weights: &[f64],
        number: u64,
        stop: &impl Fn() -> bool,
        sink: &mut impl FnMut(Event<'_>),
    ) -> Result<Option<Played>, Error> {
        let settings = &self.settings;
        let (Some(pool), Some(rating)) = (&settings.pool, self.rating) else { return Ok(None) };
        if self.rivals.len() != pool.opponents.len() {
            return Err(Error::Settings("the opponents of the pool are not there".to_string()));
        }
        let evaluator = Linear::new(self.features.clone(), settings.sets, weights);
        let game = Sparring {
            search: settings.search(),
            nodes: settings.nodes,
            source: settings.learn.source,
            opening: settings.opening,
            longest: settings.longest,
            seed: settings.seed,
            given_up: pool.given_up,
        };
        let mut trouble = String::new();
        for attempt in 0..ATTEMPTS {
            let at = pool.pair(rating.rating, settings.seed, number, attempt);
            let (opponent, rival) = (&pool.opponents[at], &self.rivals[at]);
            let seated = self.seats[at].take();
            let first = seated.is_none();
            let mut player = seated.unwrap_or_else(|| (rival.maker)());
            match game.play(number, &evaluator, &mut *player, (rival.pace, first), stop) {
                Sparred::Abandoned => return Ok(None),
                Sparred::Void(reason) => {
                    // A Ctrl-C in a terminal ends other programs, too.
                    std::thread::sleep(AFTERMATH);
                    if stop() {
                        return Ok(None);
                    }
                    // The player is dropped, which ends its program; the next game makes it anew.
                    trouble = format!("game {number} against {}: {reason}", opponent.name);
                    let kind = FAULT.to_string();
                    self.pending.events.push(EventRow { game: number - 1, kind, text: trouble.clone() });
                    sink(Event::Warning { games: number - 1, text: format!("{trouble}; it counts for nothing") });
                }
                Sparred::Finished(mut played) => {
                    self.seats[at] = Some(player);
                    let row = |player: &str, rating, deviation| RatingRow {
                        game: number,
                        player: player.to_string(),
                        rating,
                        deviation,
                    };
                    let met = row(&opponent.name, opponent.rating, 0.0);
                    let after = rating.after(&[pool::result(&played.row, &met)]);
                    for episode in &mut played.episodes {
                        (episode.own_rating, episode.opponent_rating) = (Some(rating.rating), Some(opponent.rating));
                    }
                    self.pending.ratings.extend([met, row(LEARNER, after.rating, after.deviation)]);
                    self.rating = Some(after);
                    return Ok(Some(*played));
                }
            }
        }
        Err(Error::Opponents(trouble))
    }

    /// Plays the games `from..=to` with the same weights, or goes through as many records.
    pub(super) fn play(&mut self, weights: &[f64], from: u64, to: u64, threads: usize) -> Result<Vec<Played>, Error> {
        let settings = &self.settings;
        let evaluator = Linear::new(self.features.clone(), settings.sets, weights);
        let search = settings.search();
        let threads = threads.clamp(1, (to - from + 1) as usize);
        while self.searchers.len() < threads {
            self.searchers.push(Searcher::new(search));
        }
        let inspector = self.inspector.as_ref();
        let look = |position: &G, thought: &Thought<G>| {
            if let Some(inspector) = inspector {
                inspector(position, thought, &evaluator);
            }
        };
        let (nodes, source, seed) = (settings.nodes, settings.learn.source, settings.seed);
        if settings.records.is_some() {
            if self.records.is_empty() {
                return Err(Error::Settings("the records are not there".to_string()));
            }
            let (replay, records) = (Replay { search, nodes, source, seed }, &self.records);
            let shuffled = settings.records.as_ref().is_some_and(|records| records.shuffled);
            let order = records::order(from..=to, records.len(), shuffled.then_some(seed));
            return Ok(in_order(&mut self.searchers[..threads], (from, to), |number, searcher| {
                let record = &records[order[(number - from) as usize]];
                replay.play(number, record, &evaluator, searcher, look)
            }));
        }
        let game = SelfPlay {
            search,
            nodes,
            moves: settings.moves,
            source,
            harvest: self.harvest(weights),
            opening: settings.opening,
            longest: settings.longest,
            unhurried: settings.unhurried,
            seed,
        };
        Ok(in_order(&mut self.searchers[..threads], (from, to), |number, searcher| {
            game.play(number, &evaluator, searcher, look)
        }))
    }

    /// With TreeStrap, what gathers the advice of a search that is made with these weights.
    fn harvest(&self, weights: &[f64]) -> Option<Harvest<LinearModel>> {
        let (learner, settings) = (&self.learner, self.learner.settings());
        let wanted = settings.source == Source::TreeStrap;
        wanted.then(|| Harvest::new(settings, *learner.model(), weights, learner.beta()))
    }
}
