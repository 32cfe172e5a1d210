//! A match: many games between two or more players, each opening with both colours, on several threads.

use crate::{Opening, Pace, Pairing, Player, Reason, Record, Rules, Schedule, play_unless};
use game::{Dice, Game, Side};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The conditions of a match.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who plays whom.
    pub schedule: Schedule,
    /// What each player may use; [`Pace::Free`] for players that are not listed.
    pub paces: Vec<Pace>,
    /// Threads.
    pub threads: usize,
    /// All chance comes from here and from the number of the game.
    pub seed: u64,
    /// The rules of each game; its `paces` and `rolls` are set for each game.
    pub rules: Rules,
}

/// Makes the seed of the rolls different from that of all other chance.
const ROLLS: u64 = 0x726f_6c6c_7321;
/// After a failure, wait this long for a Ctrl-C that may have caused it: a terminal sends it to other programs too.
const AFTERMATH: Duration = Duration::from_millis(100);

impl Contest {
    /// Plays the games that are not `done`. `players` makes a player by its place in the list, for one thread; `openings`
    /// gives an opening by its number. `watch` sees every game as it ends, one at a time. The match ends early when
    /// `watch` answers false or `stop` is set; the games then running are abandoned, as if they had never begun. Threads
    /// do not change any game. A player that has failed is made anew.
    pub fn play<G: Game>(
        &self,
        players: impl Fn(usize) -> Box<dyn Player<G>> + Sync,
        openings: impl Fn(u64) -> Opening<G> + Sync,
        done: impl Fn(u64) -> bool + Sync,
        stop: &AtomicBool,
        watch: impl FnMut(&Pairing, &Record<G>) -> bool + Send,
    ) {
        let next = AtomicU64::new(0);
        let ended = AtomicBool::new(false);
        let watch = Mutex::new(watch);
        let stopped = || stop.load(Ordering::Relaxed) || ended.load(Ordering::Relaxed);
        let work = || {
            let mut seats: Vec<Option<Box<dyn Player<G>>>> = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.schedule.total() || stopped() {
                    break;
                }
                if done(number) {
                    continue;
                }
                let pairing = self.schedule.pairing(number);
                let Some(record) = self.game(&pairing, &mut seats, &players, &openings, &stopped) else { break };
                // One that is in here finishes before the next comes in, so nothing is seen after the end.
                let mut watch = watch.lock().unwrap_or_else(|broken| broken.into_inner());
                if !ended.load(Ordering::Relaxed) && !watch(&pairing, &record) {
                    ended.store(true, Ordering::Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
    }

    /// Plays one game. `seats` are the players of this thread, made when they are first needed.
    fn game<G: Game>(
        &self,
        pairing: &Pairing,
        seats: &mut Vec<Option<Box<dyn Player<G>>>>,
        players: &impl Fn(usize) -> Box<dyn Player<G>>,
        openings: &impl Fn(u64) -> Opening<G>,
        stopped: &dyn Fn() -> bool,
    ) -> Option<Record<G>> {
        let [first, second] = pairing.seats();
        seats.resize_with(seats.len().max(first + 1).max(second + 1), || None);
        let mut take = |player: usize| seats[player].take().unwrap_or_else(|| players(player));
        let (mut white, mut black) = (take(first), take(second));
        white.round(pairing.opening);
        black.round(pairing.opening);
        let pace = |player: usize| self.paces.get(player).copied().unwrap_or_default();
        // Both games of an opening have the same rolls.
        let rolls = Some((self.seed ^ ROLLS, pairing.opening));
        let rules = Rules { paces: [pace(first), pace(second)], rolls, ..self.rules };
        let mut dice = Dice::new(self.seed, pairing.number * 2 + 1);
        let record = play_unless(openings(pairing.opening), [&mut *white, &mut *black], &rules, &mut dice, stopped)?;
        if matches!(record.ended.reason, Reason::Failure(_)) && record.ended.reason.is_fault() {
            std::thread::sleep(AFTERMATH);
            if stopped() {
                return None;
            }
        }
        let fault = |side: Side| record.ended.reason.is_fault() && record.ended.outcome.points(side) < 0;
        // Dropping a player ends its program; the next game gets a new one.
        seats[first] = (!fault(Side::First)).then_some(white);
        seats[second] = (!fault(Side::Second)).then_some(black);
        Some(record)
    }
}
