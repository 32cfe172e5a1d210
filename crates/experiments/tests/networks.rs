//! Networks that learn in an experiment: killed anywhere they end with the same numbers, and asked for more they go on.

use lab::Method;
use lab::diced::DicedSettings;
use std::sync::atomic::{AtomicU64, Ordering};
use tdleaf_experiments::{Course, Error, Ledger, Mode, Runner, Schooled, Yardstick};

fn course(games: u64, seed: u64) -> Course {
    let mut settings = DicedSettings::new("backgammon", "raw-a".to_string(), games);
    (settings.hidden, settings.seed) = (vec![8], seed);
    // The rate must not depend on how many games are asked for.
    settings.learn.step = lab::policy::step("exponential:0.1,0.003,100").unwrap();
    (settings.test_every, settings.test_games) = (20, 6);
    Course { settings, start: None, yardstick: Yardstick::Pubeval }
}

fn further(course: &Course, start: &Schooled, method: Method) -> Course {
    let mut settings =
        DicedSettings { start: "what was learnt".to_string(), method, plies: 2, ..course.settings.clone() };
    (settings.games, settings.filter, settings.test_every, settings.test_games) = (4, Some(2), 2, 204);
    settings.learn.loss = eval::network::Loss::Squared;
    Course { settings, start: start.networks.clone(), yardstick: Yardstick::Start }
}

/// A course of TD, and two that start from what came out of it.
fn all(ledger: &Ledger, mode: Mode, stop: &(dyn Fn() -> bool + Sync)) -> Result<Vec<Schooled>, Error> {
    let mut runner = Runner::new(ledger, mode, 2, (1.0, None), stop, &|_| {});
    let first = course(60, 1);
    let mut found = runner.school("first", std::slice::from_ref(&first))?;
    let then = [Method::Tdleaf, Method::TdDirected].map(|method| further(&first, &found[0], method));
    found.extend(runner.school("then", &then)?);
    Ok(found)
}

#[test]
fn networks_that_are_killed_end_with_the_same_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Ledger::open(&folder.path().join("whole"), "test").unwrap();
    let wanted = all(&whole, Mode::Run, &|| false).unwrap();
    for (run, points) in wanted.iter().zip([3, 2, 2]) {
        assert!(run.complete());
        assert_eq!(run.points.len(), points);
        assert!(run.points.iter().all(|(_, points)| points.games >= 6 && points.error > 0.0), "{:?}", run.points);
    }
    assert_ne!(wanted[1].networks, wanted[2].networks, "the methods differ");
    let path = folder.path().join("parts");
    let mut stops = 0;
    let found = loop {
        let ledger = Ledger::open(&path, "test").unwrap();
        let asked = AtomicU64::new(0);
        match all(&ledger, Mode::Run, &|| asked.fetch_add(1, Ordering::Relaxed) > 3 + stops) {
            Err(Error::Stopped) => stops += 1,
            found => break found.unwrap(),
        }
        assert!(stops < 1000, "it never ends");
    };
    assert!(stops > 3, "it was stopped {stops} times only");
    for (found, wanted) in found.iter().zip(&wanted) {
        assert_eq!((&found.networks, &found.points), (&wanted.networks, &wanted.points), "after {stops} stops");
    }
}

#[test]
fn a_longer_course_adds_to_a_shorter_one() {
    let folder = tempfile::tempdir().unwrap();
    let school = |ledger: &Ledger, games| {
        let mut runner = Runner::new(ledger, Mode::Run, 1, (1.0, None), &|| false, &|_| {});
        runner.school("learning", &[course(games, 1), course(games, 2)]).unwrap()
    };
    let ledger = Ledger::open(&folder.path().join("a"), "test").unwrap();
    let short = school(&ledger, 20);
    let long = school(&ledger, 40);
    let once = school(&Ledger::open(&folder.path().join("b"), "test").unwrap(), 40);
    for ((short, long), once) in short.iter().zip(&long).zip(&once) {
        assert_eq!((&long.networks, &long.points), (&once.networks, &once.points));
        assert_eq!(short.points[..], long.points[..1]);
    }
    assert_ne!(long[0].networks, long[1].networks, "seeds differ");
}

#[test]
fn what_is_planned_or_looked_at_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let ledger = Ledger::open(&folder.path().join("a"), "test").unwrap();
    let seen = all(&ledger, Mode::Look, &|| false).unwrap();
    assert!(seen.iter().all(|run| run.networks.is_none() && run.points.is_empty() && !run.complete()));
    let mut runner = Runner::new(&ledger, Mode::Plan, 1, (1.0, None), &|| false, &|_| {});
    runner.school("learning", &[course(40, 1)]).unwrap();
    assert!(runner.plan().cpu > 0.0 && runner.plan().unknown == 0);
    assert!(runner.ledger.rate("on the way").unwrap().is_none());
}
