//! Learning from others and matches against them, kept in the ledger: killed anywhere, the same; faults count for nothing.

use arena::{Choice, Failure, Pace, Player, RandomPlayer, Turn};
use eval::Weights;
use game::{Dice, Features};
use games::chess::{Chess, KnightCap};
use lab::{Opponent, PoolSettings, Rival, RunSettings};
use std::sync::atomic::{AtomicU64, Ordering};
use tdleaf_experiments::{Encounter, Error, Foe, Learnt, Ledger, Mode, Players, Runner};

/// Chance, and somebody who breaks down in every other game.
struct Amateurs;

impl Players for Amateurs {
    fn list(&self, name: &str) -> Result<Vec<Opponent>, String> {
        let opponent = |name: &str, rating| Opponent { name: name.to_string(), player: name.to_string(), rating };
        match name {
            "pool" => Ok(vec![opponent("random", 100.0), opponent("chance", 120.0)]),
            _ => Err(format!("no list '{name}'")),
        }
    }

    fn rival(&self, player: &str) -> Result<Rival<Chess>, String> {
        match player {
            "random" | "chance" => Ok(Rival { maker: Box::new(|| Box::new(RandomPlayer)), pace: Pace::Free }),
            "shaky" => Ok(Rival { maker: Box::new(|| Box::new(Shaky { games: 0, moves: 0 })), pace: Pace::Free }),
            "hopeless" => Ok(Rival { maker: Box::new(|| Box::new(Shaky { games: 1, moves: 0 })), pace: Pace::Free }),
            _ => Err(format!("nobody is called '{player}'")),
        }
    }
}

/// Plays its first game well, and then breaks down at its third move. Made anew it starts again.
struct Shaky {
    games: u64,
    moves: u64,
}

impl Player<Chess> for Shaky {
    fn begin(&mut self) {
        (self.games, self.moves) = (self.games + 1, 0);
    }

    fn choose(&mut self, turn: &Turn<Chess>, dice: &mut Dice) -> Result<Choice<Chess>, Failure> {
        self.moves += 1;
        if self.games > 1 && self.moves > 2 {
            return Err(Failure("it broke down".to_string()));
        }
        RandomPlayer.choose(turn, dice)
    }
}

fn settings(games: u64) -> RunSettings {
    let mut run = RunSettings::new::<Chess, KnightCap>(&KnightCap);
    (run.nodes, run.depth, run.batch, run.games) = (Some(40), 20, 1, games);
    run.profile = "strong".to_string();
    let mut pool = PoolSettings::new("pool", Amateurs.list("pool").unwrap());
    pool.trial = 2;
    run.pool = Some(pool);
    run
}

fn learn(ledger: &Ledger, games: u64, stop: &(dyn Fn() -> bool + Sync)) -> Result<Learnt, Error> {
    let mut runner = Runner::new(ledger, Mode::Run, 1, (1.0, None), stop, &|_| {});
    runner.bring(&Amateurs);
    Ok(runner.learn("learning", &[settings(games)])?.remove(0))
}

#[test]
fn a_run_against_others_that_is_killed_ends_with_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Ledger::open(&folder.path().join("whole"), "test").unwrap();
    let wanted = learn(&whole, 12, &|| false).unwrap();
    assert_eq!(wanted.ratings.len(), 12);
    let start = KnightCap.presets().remove(0).weights;
    assert!(wanted.trace.last().unwrap().weights != start, "nothing was learnt");
    // Who only looks finds the whole run, though it does not end at a round number.
    let mut looker = Runner::new(&whole, Mode::Look, 1, (1.0, None), &|| false, &|_| {});
    looker.bring(&Amateurs);
    let looked = looker.learn("learning", &[settings(12)]).unwrap().remove(0);
    assert!(looked.complete() && looked.settings.games == 12 && looked.ratings == wanted.ratings);
    assert_eq!(looked.last(0.2), wanted.last(0.2));
    let path = folder.path().join("parts");
    let mut stops = 0;
    let found = loop {
        let ledger = Ledger::open(&path, "test").unwrap();
        let asked = AtomicU64::new(0);
        match learn(&ledger, 12, &|| asked.fetch_add(1, Ordering::Relaxed) > 70 * (stops + 1)) {
            Err(Error::Stopped) => stops += 1,
            found => break found.unwrap(),
        }
        assert!(stops < 1000, "it never ends");
    };
    assert!(stops > 1, "it was stopped {stops} times only");
    assert_eq!(found.ratings, wanted.ratings, "after {stops} stops");
    assert_eq!(found.memory, wanted.memory);
}

fn meet(foe: &str, games: u64) -> Result<u64, Error> {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("x"), "test").unwrap();
    let mut runner = Runner::new(&ledger, Mode::Run, 2, (1.0, None), &|| false, &|_| {});
    runner.bring(&Amateurs);
    let own = Weights::from(KnightCap.presets().remove(0));
    let encounter = Encounter { own, foe: Foe::Player(foe.to_string()), nodes: 100, games };
    let score = runner.meet("games", &[Some(encounter), None])?;
    assert!(score[1].is_none());
    let score = score[0].unwrap();
    assert!(score.wins > score.losses, "{score:?}");
    Ok(score.games())
}

#[test]
fn games_that_broke_down_are_played_again() {
    assert_eq!(meet("shaky", 20).unwrap(), 20);
}

#[test]
fn who_never_finishes_a_game_is_told() {
    let error = meet("hopeless", 20).unwrap_err().to_string();
    assert!(error.contains("hopeless") && error.contains("broke down"), "{error}");
    let error = meet("nobody", 20).unwrap_err();
    assert!(matches!(&error, Error::Usage(text) if text.contains("'nobody'")), "{error}");
}
