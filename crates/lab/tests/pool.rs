//! Learning from others: it repeats, it survives being stopped, and only games that were played teach.

use arena::{Choice, Failure, Pace, Player, RandomPlayer, Turn};
use game::Dice;
use games::chess::{Chess, Material, PieceSquares};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use store::{GameRow, RatingRow, Run};
use tdleaf_lab::{Error, Event, GivenUp, LEARNER, Opponent, PoolSettings, Rival, RunSettings, Trainer};

type Features = PieceSquares<Material>;

/// Plays the first legal move.
struct First;

impl Player<Chess> for First {
    fn choose(&mut self, turn: &Turn<Chess>, _: &mut Dice) -> Result<Choice<Chess>, Failure> {
        Ok(Choice { mv: game::Game::move_list(turn.position())[0], thought: None, opinion: None })
    }
}

/// Plays at random and stops with a failure in some of its games, always at the same move.
struct Fails {
    text: &'static str,
    games: Arc<AtomicU64>,
    every: u64,
    at: u64,
    moves: u64,
    now: bool,
}

impl Player<Chess> for Fails {
    fn begin(&mut self) {
        let number = self.games.fetch_add(1, Ordering::Relaxed) + 1;
        (self.moves, self.now) = (0, number.is_multiple_of(self.every));
    }

    fn choose(&mut self, turn: &Turn<Chess>, dice: &mut Dice) -> Result<Choice<Chess>, Failure> {
        self.moves += 1;
        if self.now && self.moves == self.at {
            Err(Failure(self.text.to_string()))
        } else {
            RandomPlayer.choose(turn, dice)
        }
    }
}

fn settings(games: u64) -> RunSettings {
    let opponent = |name: &str, rating| Opponent { name: name.to_string(), player: name.to_string(), rating };
    let pool = PoolSettings {
        trial: 4,
        rating: 900.0,
        ..PoolSettings::new("two", vec![opponent("random", 800.0), opponent("first", 900.0)])
    };
    let mut settings = RunSettings::new::<Chess, Features>(&Features::new());
    (settings.depth, settings.games, settings.batch) = (20, games, 1);
    (settings.nodes, settings.longest, settings.pool) = (Some(60), 120, Some(pool));
    settings
}

fn rival(maker: impl Fn() -> Box<dyn Player<Chess>> + Send + Sync + 'static) -> Rival<Chess> {
    Rival { maker: Box::new(maker), pace: Pace::Free }
}

fn rivals() -> Vec<Rival<Chess>> {
    vec![rival(|| Box::new(RandomPlayer)), rival(|| Box::new(First))]
}

/// Two opponents that fail in some of their games, counted together, at their fifth move.
fn failing(text: &'static str, every: u64) -> Vec<Rival<Chess>> {
    failing_at(5, text, every)
}

fn failing_at(at: u64, text: &'static str, every: u64) -> Vec<Rival<Chess>> {
    let games = Arc::new(AtomicU64::new(0));
    let one = |games: Arc<AtomicU64>| {
        rival(move || Box::new(Fails { text, games: games.clone(), every, at, moves: 0, now: false }))
    };
    vec![one(games.clone()), one(games)]
}

/// Runs until the end, or until so many games are done.
fn run(path: &Path, settings: RunSettings, rivals: Vec<Rival<Chess>>, until: u64) -> Result<Vec<String>, Error> {
    let mut trainer = match path.exists() {
        true => Trainer::<Chess, _>::resume(path, Features::new(), settings)?,
        false => Trainer::create(path, Features::new(), settings, "test")?,
    };
    trainer.meet(rivals);
    let done = std::cell::Cell::new(trainer.games());
    let mut told = Vec::new();
    trainer.run(
        1,
        || done.get() >= until,
        |event| match event {
            Event::Learnt { games, .. } => done.set(games),
            Event::Warning { text, .. } => told.push(text),
        },
    )?;
    Ok(told)
}

/// The weights over time, the ratings and the games of a run.
fn kept(path: &Path) -> (Vec<Vec<f64>>, Vec<RatingRow>, Vec<GameRow>) {
    let run = Run::read(path).unwrap();
    let weights = run.snapshots().unwrap().into_iter().map(|snapshot| snapshot.weights).collect();
    (weights, run.ratings().unwrap(), run.games(1..=1000).unwrap())
}

#[test]
fn runs_repeat_and_survive_being_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, again, parts] = ["whole", "again", "parts"].map(|name| folder.path().join(name));
    run(&whole, settings(14), rivals(), 99).unwrap();
    run(&again, settings(14), rivals(), 99).unwrap();
    for until in [3, 4, 9, 99] {
        run(&parts, settings(14), rivals(), until).unwrap();
    }
    let (weights, ratings, games) = kept(&whole);
    assert_eq!(kept(&again), (weights.clone(), ratings.clone(), games.clone()));
    assert_eq!(kept(&parts), (weights.clone(), ratings.clone(), games.clone()));
    assert_eq!(games.len(), 14);
    // One for the opponent and one for the learner in each game.
    assert_eq!(ratings.len(), 28);
    assert!(["random", "first"].iter().all(|name| ratings.iter().any(|row| row.player == *name)));
    let last = ratings.iter().rfind(|row| row.player == LEARNER).unwrap();
    assert!(last.deviation < 350.0, "games make a rating more certain: {last:?}");
    assert_eq!(weights[4], weights[0], "the trial teaches nothing");
    assert_ne!(weights[14], weights[4]);
}

#[test]
fn a_game_is_kept_before_anybody_hears_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut trainer = Trainer::<Chess, _>::create(&path, Features::new(), settings(5), "test").unwrap();
    trainer.meet(rivals());
    let mut heard = 0;
    let listen = |event: Event<'_>| {
        if let Event::Learnt { games, .. } = event {
            assert_eq!(kept(&path).2.len() as u64, games);
            heard += 1;
        }
    };
    trainer.run(1, || false, listen).unwrap();
    assert_eq!(heard, 5);
}

#[test]
fn a_fault_of_the_opponent_teaches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let told = run(&path, settings(10), failing("the pipe is broken", 3), 99).unwrap();
    assert!(told.len() >= 3 && told.iter().all(|text| text.contains("the pipe is broken")), "{told:?}");
    let store = Run::read(&path).unwrap();
    assert_eq!(store.games(1..=99).unwrap().len(), 10, "each was played again");
    assert!(store.games(1..=99).unwrap().iter().all(|row| !row.reason.contains("failure")));
    assert_eq!(store.events().unwrap().len(), told.len());
}

/// Plays at random; its third move takes so long, once in all its games.
struct Slow {
    moves: u64,
    slept: Arc<AtomicU64>,
    time: Duration,
}

impl Player<Chess> for Slow {
    fn choose(&mut self, turn: &Turn<Chess>, dice: &mut Dice) -> Result<Choice<Chess>, Failure> {
        self.moves += 1;
        if self.moves == 3 && self.slept.fetch_add(1, Ordering::Relaxed) == 0 {
            std::thread::sleep(self.time);
        }
        RandomPlayer.choose(turn, dice)
    }
}

/// A pool of one: whatever the number of the attempt, the opponent is the same.
fn alone(games: u64) -> RunSettings {
    let mut settings = settings(games);
    settings.pool.as_mut().unwrap().opponents.truncate(1);
    settings
}

#[test]
fn a_run_with_faults_is_as_if_there_had_been_none() {
    let folder = tempfile::tempdir().unwrap();
    let [calm, shaken] = ["calm", "shaken"].map(|name| folder.path().join(name));
    let one = |every| failing("the pipe is broken", every).into_iter().take(1).collect();
    assert!(run(&calm, alone(10), one(u64::MAX), 99).unwrap().is_empty());
    let told = run(&shaken, alone(10), one(2), 99).unwrap();
    assert!(told.len() > 5, "nearly all games are begun twice: {told:?}");
    assert_eq!(kept(&calm), kept(&shaken));
}

#[test]
fn who_exceeds_the_time_of_a_move_hangs_and_who_exceeds_a_clock_has_lost() {
    let folder = tempfile::tempdir().unwrap();
    let slow = |name: &str, pace, time| {
        let slept = Arc::new(AtomicU64::new(0));
        let maker = move || -> Box<dyn Player<Chess>> { Box::new(Slow { moves: 0, slept: slept.clone(), time }) };
        let path = folder.path().join(name);
        let told = run(&path, alone(6), vec![Rival { maker: Box::new(maker), pace }], 99).unwrap();
        (told, kept(&path))
    };
    let long = Duration::from_millis(3500);
    let (told, never) = slow("never", Pace::Free, Duration::ZERO);
    assert!(told.is_empty());
    let (told, hung) = slow("hung", Pace::Move(Duration::from_millis(100)), long);
    assert!(told.len() == 1 && told[0].contains("did not move in time"), "{told:?}");
    assert_eq!(hung, never, "it counts for nothing");
    let clock = Pace::Clock("1".parse().unwrap());
    let (told, (_, _, games)) = slow("clock", clock, long);
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(games[0].reason, "out of time");
    assert_ne!(games[0].result, 0);
}

#[test]
fn a_pool_in_which_nobody_plays_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let error = run(&path, settings(10), failing("no such program", 1), 99).unwrap_err().to_string();
    assert!(error.contains("no such program"), "{error}");
    assert_eq!(Run::read(&path).unwrap().events().unwrap().len(), 8, "each fault is kept");
    assert!(run(&path, settings(10), Vec::new(), 99).is_err(), "nobody is there");
}

#[test]
fn a_resignation_counts_for_what_it_is_set_to() {
    let folder = tempfile::tempdir().unwrap();
    let end = |given_up: GivenUp| {
        let path = folder.path().join(format!("{given_up:?}"));
        let mut settings = settings(12);
        settings.pool.as_mut().unwrap().given_up = given_up;
        assert!(run(&path, settings, failing(Failure::RESIGNED, 1), 99).unwrap().is_empty());
        let rows = Run::read(&path).unwrap().games(1..=99).unwrap();
        assert!(rows.iter().all(|row| row.result != 0), "{rows:?}");
        assert!(rows.iter().filter(|row| row.reason == "resigned").count() > 6, "{rows:?}");
        let (weights, ratings, _) = kept(&path);
        (weights, ratings)
    };
    let ((counted, rated), (ignored, rated_too)) = (end(GivenUp::Result), end(GivenUp::Nothing));
    assert_eq!(rated[..10], rated_too[..10], "the rating counts it anyhow");
    assert_eq!(counted[4], ignored[4]);
    assert_ne!(counted[12], ignored[12]);
}

#[test]
fn who_resigns_before_its_first_move_has_not_played() {
    let folder = tempfile::tempdir().unwrap();
    let [calm, late] = ["calm", "late"].map(|name| folder.path().join(name));
    let one = |every| failing_at(1, Failure::RESIGNED, every).into_iter().take(1).collect();
    assert!(run(&calm, alone(6), one(u64::MAX), 99).unwrap().is_empty());
    let told = run(&late, alone(6), one(2), 99).unwrap();
    assert!(told.len() > 3 && told[0].contains("before its first move"), "{told:?}");
    assert_eq!(kept(&calm), kept(&late));
    // In its first game it can mean no other.
    let path = folder.path().join("first");
    let told = run(&path, alone(6), one(1), 99).unwrap();
    assert!(told.len() < 6 && kept(&path).2[0].reason == "resigned", "{told:?}");
}
