//! Killed anywhere, the same command goes on and ends with the same numbers; asked for more, it adds to what is there.

use games::chess::{Chess, HalfBoard, PieceSquares};
use lab::{Opponent, Rival, RunSettings};
use std::sync::atomic::{AtomicU64, Ordering};
use tdleaf_experiments::{Error, LIST, Ledger, Mode, Players, Report, Runner, Verdict, find};

fn run(ledger: &Ledger, id: &str, scale: f64, seeds: u64, stop: &(dyn Fn() -> bool + Sync)) -> Result<Report, Error> {
    (find(id).unwrap().run)(&mut Runner::new(ledger, Mode::Run, 2, (scale, Some(seeds)), stop, &|_| {}))
}

fn text(report: &Report) -> String {
    report.tables.iter().map(|table| table.text()).collect()
}

fn interrupted(id: &str, scale: f64, seeds: u64, every: u64) {
    let folder = tempfile::tempdir().unwrap();
    let whole = Ledger::open(&folder.path().join("whole"), "test").unwrap();
    let wanted = text(&run(&whole, id, scale, seeds, &|| false).unwrap());
    assert!(!wanted.contains(&Verdict::Missing.to_string()), "{wanted}");
    let path = folder.path().join("parts");
    let mut stops = 0;
    let found = loop {
        // Each attempt has the file to itself, as a process would, and ends a little later than the one before.
        let ledger = Ledger::open(&path, "test").unwrap();
        let asked = AtomicU64::new(0);
        match run(&ledger, id, scale, seeds, &|| asked.fetch_add(1, Ordering::Relaxed) > every * (stops + 1)) {
            Err(Error::Stopped) => stops += 1,
            found => break text(&found.unwrap()),
        }
        assert!(stops < 1000, "it never ends");
    };
    assert!(stops > 2, "it was stopped {stops} times only");
    assert_eq!(found, wanted, "after {stops} stops");
}

#[test]
fn a_walk_that_is_killed_ends_with_the_same_numbers() {
    interrupted("walk", 0.2, 3, 150);
}

#[test]
fn chess_that_is_killed_ends_with_the_same_numbers() {
    interrupted("chess-material", 0.001, 2, 4);
}

#[test]
fn a_plan_can_be_made_when_some_seeds_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("a"), "test").unwrap();
    run(&ledger, "chess-coherence", 0.01, 1, &|| false).unwrap();
    let mut planner = Runner::new(&ledger, Mode::Plan, 2, (0.01, Some(3)), &|| false, &|_| {});
    (find("chess-coherence").unwrap().run)(&mut planner).unwrap();
    assert!(planner.plan().cpu > 0.0);
    assert_eq!(planner.most_seeds(), 3);
}

#[test]
fn a_longer_run_adds_to_a_shorter_one() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("a"), "test").unwrap();
    let short = text(&run(&ledger, "walk", 0.1, 2, &|| false).unwrap());
    let long = text(&run(&ledger, "walk", 0.3, 3, &|| false).unwrap());
    let once = Ledger::open(&folder.path().join("b"), "test").unwrap();
    assert_eq!(long, text(&run(&once, "walk", 0.3, 3, &|| false).unwrap()));
    assert_eq!(
        short,
        text(&run(&ledger, "walk", 0.1, 2, &|| true).unwrap()),
        "nothing is left to do, so nothing stops"
    );
}

#[test]
fn where_a_shorter_run_ended_does_not_matter() {
    let folder = tempfile::tempdir().unwrap();
    let settings = |games: u64| {
        let mut run = RunSettings::new::<Chess, PieceSquares<HalfBoard>>(&PieceSquares::new());
        (run.depth, run.batch, run.games, run.warmup.games) = (1, 1, games, 0);
        run
    };
    let learn = |name: &str, games: u64| {
        let ledger = Ledger::open(&folder.path().join(name), "test").unwrap();
        let mut runner = Runner::new(&ledger, Mode::Run, 1, (1.0, None), &|| false, &|_| {});
        runner.learn("learning", &[settings(games)]).unwrap().remove(0)
    };
    let short = learn("parts", 90);
    assert!(short.complete() && short.trace.len() == 2, "a point after 50 games and one at the end");
    let (longer, once) = (learn("parts", 100), learn("once", 100));
    assert_eq!(longer.last(0.5), once.last(0.5));
    // Less than there is: between two points nobody knows any more what the weights were.
    assert!(learn("once", 70).last(0.5).is_none());
    assert_eq!(learn("once", 50).last(0.5), learn("fresh", 50).last(0.5));
}

/// Opponents whom nobody has to make.
struct Strangers;

impl Players for Strangers {
    fn list(&self, name: &str) -> Result<Vec<Opponent>, String> {
        Ok(vec![Opponent { name: name.to_string(), player: name.to_string(), rating: 1000.0 }])
    }

    fn rival(&self, player: &str) -> Result<Rival<Chess>, String> {
        Err(format!("{player} is asked to play"))
    }
}

#[test]
fn every_experiment_can_be_planned_and_looked_at_without_running() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("a"), "test").unwrap();
    for experiment in LIST {
        let mut looker = Runner::new(&ledger, Mode::Look, 1, (0.01, Some(1)), &|| false, &|_| {});
        looker.limit(Some(2));
        looker.bring(&Strangers);
        // Where a file of problems is needed, this is one.
        let problem = "3r2k1/p5pp/8/3q4/8/1Q6/P5PP/5RK1 w - - bm Rd1; c0 \"depth=4\"; c1 \"gain=5\";";
        looker.give(Some(problem.to_string()));
        let report = (experiment.run)(&mut looker).unwrap();
        assert!(!report.tables.is_empty(), "{}", experiment.id);
        let rows = report.tables.iter().flat_map(|table| &table.rows);
        assert!(
            rows.clone().count() > 0 && rows.clone().any(|row| row.verdict == Verdict::Missing),
            "{}",
            experiment.id
        );
    }
    let mut planner = Runner::new(&ledger, Mode::Plan, 1, (0.01, Some(1)), &|| false, &|_| {});
    (find("walk").unwrap().run)(&mut planner).unwrap();
    assert!(planner.plan().seconds > 0.0);
}
