//! Games and matches: who loses when something goes wrong, who gets which colour, and what stays the same.

use eval::Linear;
use game::{Dice, Features, Game, Outcome, Sets, Side};
use games::chess::{Chess, Material, PieceSquares};
use games::connect4::{Connect4, Lines};
use search::Options;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tdleaf_arena::{
    Balance, Choice, Contest, DrawRule, Failure, Form, Opening, Opinion, Pace, Pairing, Player, RandomPlayer, Reason,
    Record, Resign, Rules, Schedule, SearchPlayer, Turn, from_epd, from_pgn, pgn, play, random_opening,
};

/// Plays the first legal move, in some way of its own.
struct First {
    sleep: Duration,
    value: Option<i32>,
    fail_at: Option<usize>,
}

const PLAIN: First = First { sleep: Duration::ZERO, value: None, fail_at: None };

impl<G: Game> Player<G> for First {
    fn choose(&mut self, turn: &Turn<G>, _: &mut Dice) -> Result<Choice<G>, Failure> {
        assert_eq!(turn.line.len(), turn.moves.len() + 1, "one position more than moves");
        for (at, mv) in turn.moves.iter().enumerate() {
            assert_eq!(turn.line[at].after(*mv).key(), turn.line[at + 1].key(), "the moves lead along the line");
        }
        if self.fail_at.is_some_and(|plies| turn.moves.len() >= plies) {
            return Err(Failure("the pipe is broken".to_string()));
        }
        std::thread::sleep(self.sleep);
        let opinion = self.value.map(|value| Opinion { value, mate: None, depth: 1, nodes: 1 });
        Ok(Choice { mv: turn.position().move_list()[0], thought: None, opinion })
    }
}

/// Gives a move of another position.
struct Cheat;

impl Player<Chess> for Cheat {
    fn choose(&mut self, _: &Turn<Chess>, _: &mut Dice) -> Result<Choice<Chess>, Failure> {
        let other = Chess::read("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
        Ok(Choice { mv: other.read_move("a1a8").unwrap(), thought: None, opinion: None })
    }
}

fn clock(text: &str) -> Pace {
    Pace::Clock(text.parse().unwrap())
}

fn game<G: Game>(first: &mut dyn Player<G>, second: &mut dyn Player<G>, rules: &Rules) -> Record<G> {
    play(Opening::at(G::start()), [first, second], rules, &mut Dice::new(1, 1))
}

#[test]
fn a_slow_player_loses_on_time() {
    let mut slow = First { sleep: Duration::from_millis(30), ..PLAIN };
    let rules = Rules { paces: [clock("0.1"), clock("0.1")], ..Rules::default() };
    let record = game::<Chess>(&mut slow, &mut RandomPlayer, &rules);
    assert_eq!((record.ended.outcome, record.ended.reason), (Outcome::win(Side::Second), Reason::Time));
    assert!((4..=8).contains(&record.moves.len()), "after three moves, not after {}", record.moves.len());
    let record = game::<Chess>(&mut RandomPlayer, &mut slow, &rules);
    assert_eq!((record.ended.outcome, record.ended.reason), (Outcome::win(Side::First), Reason::Time));
    // An increment that makes up for it, or nobody who asks.
    for pace in [clock("0.1+1"), Pace::Free, Pace::Move(Duration::from_millis(1))] {
        let rules = Rules { paces: [pace, Pace::Free], longest: 12, ..Rules::default() };
        assert_eq!(game::<Chess>(&mut slow, &mut RandomPlayer, &rules).ended.reason, Reason::Length, "{pace:?}");
    }
}

#[test]
fn failing_and_cheating_lose_the_game() {
    let mut broken = First { fail_at: Some(3), ..PLAIN };
    let record = game::<Chess>(&mut RandomPlayer, &mut broken, &Rules::default());
    assert_eq!(record.ended.outcome, Outcome::win(Side::First));
    assert_eq!(record.ended.reason, Reason::Failure("the pipe is broken".to_string()));
    let record = game::<Chess>(&mut Cheat, &mut RandomPlayer, &Rules::default());
    assert_eq!(record.ended.outcome, Outcome::win(Side::Second));
    assert!(matches!(record.ended.reason, Reason::Illegal(_)), "{:?}", record.ended);
    let names = ["a".to_string(), "b".to_string()];
    assert_eq!(pgn::termination(&record, &names).0, "rules infraction");
    assert!(pgn::termination(&record, &names).1.starts_with("a played an illegal move"));
}

#[test]
fn both_players_decide_a_game_early() {
    let (mut good, mut bad) = (First { value: Some(900), ..PLAIN }, First { value: Some(-900), ..PLAIN });
    let rules = Rules { resign: Some(Resign { moves: 3, score: 800 }), ..Rules::default() };
    let record = game::<Chess>(&mut bad, &mut good, &rules);
    assert_eq!((record.ended.outcome, record.ended.reason), (Outcome::win(Side::Second), Reason::Resigned));
    assert_eq!(record.moves.len(), 6);
    let mut level = First { value: Some(5), ..PLAIN };
    let mut other = First { value: Some(-5), ..PLAIN };
    let rules = Rules { draw: Some(DrawRule { from: 5, moves: 2, score: 10 }), ..Rules::default() };
    let record = game::<Chess>(&mut level, &mut other, &rules);
    assert_eq!((record.ended.outcome, record.ended.reason, record.moves.len()), (Outcome::DRAW, Reason::Agreed, 10));
}

fn thinker(depth: u32) -> Box<dyn Player<Connect4>> {
    let weights = Lines.presets().last().unwrap().weights.clone();
    Box::new(SearchPlayer::new(Linear::new::<Connect4>(Lines, Sets::One, &weights), Options::exact(depth)))
}

fn contest(players: usize, games: u64, threads: usize) -> Contest {
    let schedule = Schedule::new(Form::RoundRobin, players, games);
    Contest { schedule, paces: Vec::new(), threads, seed: 3, rules: Rules::default() }
}

fn opening(number: u64) -> Opening<Connect4> {
    random_opening(&Connect4::start(), 6, &mut Dice::new(3, number * 2))
}

/// All games of a match by number: who played, the moves, the result.
fn all(threads: usize, done: &[u64], stop_after: usize) -> BTreeMap<u64, (Pairing, String, Outcome)> {
    let mut games = BTreeMap::new();
    let stop = AtomicBool::new(false);
    contest(3, 12, threads).play(
        |player| thinker(player as u32 + 1),
        opening,
        |number| done.contains(&number),
        &stop,
        |pairing, record| {
            let moves = record.line.iter().map(Connect4::to_string).collect::<Vec<_>>().join(" ");
            games.insert(pairing.number, (*pairing, moves, record.ended.outcome));
            games.len() < stop_after
        },
    );
    games
}

#[test]
fn threads_do_not_change_the_games() {
    let one = all(1, &[], 1000);
    assert_eq!(one.len(), 36);
    assert_eq!(one, all(3, &[], 1000));
    let rest = all(2, &[0, 5, 6, 35], 1000);
    assert_eq!(rest.len(), 32);
    assert!(rest.iter().all(|(number, game)| one[number] == *game), "what was played before is left out");
    assert_eq!(all(2, &[], 7).len(), 7, "the watcher ends the match");
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let games = all(2, &[], 1000);
    let mut seen = BTreeMap::new();
    for (pairing, line, _) in games.values() {
        let begin = opening(pairing.opening).last().to_string();
        assert!(line.contains(&begin), "the game begins with its opening");
        seen.entry((pairing.opening, pairing.players)).or_insert_with(Vec::new).push((pairing.side, begin));
    }
    assert_eq!(seen.len(), 18);
    for pair in seen.values() {
        assert_eq!(pair.len(), 2);
        assert_ne!(pair[0].0, pair[1].0);
        assert_eq!(pair[0].1, pair[1].1);
    }
}

#[test]
fn a_player_that_has_failed_is_made_anew() {
    let (good, broken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let reasons = Mutex::new(Vec::new());
    contest(2, 6, 1).play::<Connect4>(
        |player| -> Box<dyn Player<Connect4>> {
            if player == 0 {
                good.fetch_add(1, Ordering::Relaxed);
                thinker(1)
            } else {
                broken.fetch_add(1, Ordering::Relaxed);
                Box::new(First { fail_at: Some(8), ..PLAIN })
            }
        },
        opening,
        |_| false,
        &AtomicBool::new(false),
        |pairing, record| {
            let points = record.ended.outcome.points(pairing.side);
            reasons.lock().unwrap().push((record.ended.reason.is_fault(), points));
            true
        },
    );
    let reasons = reasons.into_inner().unwrap();
    assert_eq!(reasons.len(), 6);
    let faults = reasons.iter().filter(|(fault, _)| *fault).count();
    assert!(faults >= 5 && reasons.iter().all(|(fault, points)| !fault || *points == 1), "{reasons:?}");
    assert_eq!(good.load(Ordering::Relaxed), 1, "who has done nothing wrong stays");
    assert!((faults..=faults + 1).contains(&broken.load(Ordering::Relaxed)));
}

#[test]
fn who_resigns_loses_and_stays() {
    let made = AtomicUsize::new(0);
    let reasons = Mutex::new(Vec::new());
    contest(2, 4, 1).play::<Connect4>(
        |player| -> Box<dyn Player<Connect4>> {
            made.fetch_add(usize::from(player == 1), Ordering::Relaxed);
            if player == 0 { thinker(1) } else { Box::new(Resigns) }
        },
        opening,
        |_| false,
        &AtomicBool::new(false),
        |pairing, record| {
            let names = ["a".to_string(), "b".to_string()];
            let told = pgn::termination(record, &names);
            reasons.lock().unwrap().push((
                record.ended.reason.is_fault(),
                record.ended.outcome.points(pairing.side),
                told,
            ));
            true
        },
    );
    for (fault, points, (kind, reason)) in reasons.into_inner().unwrap() {
        assert!(!fault && points == 1 && kind == "normal" && reason.ends_with(" resigned"), "{points} {kind} {reason}");
    }
    assert_eq!(made.load(Ordering::Relaxed), 1, "resigning is no fault");
}

/// Gives up at once.
struct Resigns;

impl Player<Connect4> for Resigns {
    fn choose(&mut self, _: &Turn<Connect4>, _: &mut Dice) -> Result<Choice<Connect4>, Failure> {
        Err(Failure(Failure::RESIGNED.to_string()))
    }
}

#[test]
fn a_stopped_match_abandons_its_games() {
    let stop = AtomicBool::new(true);
    contest(2, 6, 2).play(|_| thinker(1), opening, |_| false, &stop, |_, _| panic!("no game was finished"));
}

fn chess_player(depth: u32) -> SearchPlayer<Chess, Linear<PieceSquares<Material>>> {
    let features = PieceSquares::<Material>::new();
    let evaluator = Linear::new::<Chess>(features, Sets::One, &[1.0, 3.0, 3.0, 5.0, 9.0]);
    SearchPlayer::new(evaluator, Options::exact(depth))
}

#[test]
fn balanced_openings_are_balanced_and_repeat() {
    let balance = Balance { plies: 10, limit: 50 };
    let of = |seed| balance.opening(&Chess::start(), &mut chess_player(2), &mut Dice::new(seed, 0));
    let mut different = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let opening = of(seed);
        assert_eq!((opening.moves.len(), opening.line.len()), (10, 11));
        assert_eq!(opening.last().to_string(), of(seed).last().to_string());
        let turn = Turn { line: &opening.line, moves: &opening.moves, clock: None };
        let value = chess_player(2).choose(&turn, &mut Dice::new(9, 9)).unwrap().opinion.unwrap().value;
        assert!(value.abs() <= 50, "{value}");
        different.insert(opening.last().to_string());
    }
    assert!(different.len() > 15);
    // Without the judge some of them are not.
    let any = Balance { plies: 10, limit: i32::MAX };
    let uneven = (0..40).filter(|seed| {
        let opening = any.opening(&Chess::start(), &mut RandomPlayer, &mut Dice::new(*seed, 0));
        let turn = Turn { line: &opening.line, moves: &opening.moves, clock: None };
        chess_player(2).choose(&turn, &mut Dice::new(9, 9)).unwrap().opinion.unwrap().value.abs() > 50
    });
    assert!(uneven.count() > 3);
}

#[test]
fn records_can_be_read_again() {
    for (number, fen) in [
        (1, None),
        (2, Some("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")),
        (3, Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2")),
        (4, Some("nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 0 1")),
    ] {
        let mut opening = Opening::at(fen.map_or_else(Chess::start, |fen| Chess::read(fen).unwrap()));
        for _ in 0..4 {
            opening.push(opening.last().move_list()[0]);
        }
        let rules = Rules { longest: 60, ..Rules::default() };
        let record = play(opening, [&mut chess_player(2), &mut RandomPlayer], &rules, &mut Dice::new(5, number));
        let heading = pgn::Heading {
            event: "a \"test\" \\".to_string(),
            date: "2026.01.31".to_string(),
            round: number.to_string(),
            names: ["one".to_string(), "two".to_string()],
            more: vec![("Conditions".to_string(), "c".to_string())],
        };
        let text = pgn::write(&heading, &record);
        assert!(text.lines().filter(|line| !line.starts_with('[')).all(|line| line.len() <= 80), "{text}");
        let games = pgn::games(&text.repeat(2));
        assert_eq!(games.len(), 2);
        let read = &games[0];
        assert_eq!((read.tag("Event"), read.tag("White")), (Some("a \"test\" \\"), Some("one")));
        assert_eq!(read.result, Some(record.ended.outcome.to_string()));
        assert_eq!(read.tag("FEN").is_some(), fen.is_some());
        assert_eq!(read.tag("PlyCount"), Some(record.moves.len().to_string().as_str()));
        assert_eq!(read.tag("Variant").is_some(), number == 4);
        // Without the last move, which may have ended the game.
        let plies = record.moves.len() - 1;
        let again = from_pgn::<Chess>(&text, plies).unwrap();
        assert_eq!(again[0].moves, record.moves[..plies], "{text}");
        assert_eq!(again[0].last().to_string(), record.line[plies].to_string());
        if number == 3 {
            assert!(text.contains("\n\n2... "), "Black begins: {text}");
        }
        assert!(text.contains("/2 0."), "depth and time: {text}");
    }
}

#[test]
fn openings_are_read_from_files() {
    let epd = "# a comment\nrnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 bm Nf3; id \"Sicilian\";\n\n\
               rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    let openings = from_epd::<Chess>(epd).unwrap();
    assert_eq!(openings.len(), 2);
    assert!(openings[0].last().to_string().starts_with("rnbqkbnr/pp1ppppp/8/2p5"));
    let error = from_epd::<Chess>("\n8/8/8/8 w - -\n").unwrap_err();
    assert!(error.starts_with("line 2:"), "{error}");
    assert!(from_epd::<Chess>("7k/5KQ1/8/8/8/8/8/8 b - -").unwrap_err().contains("over"));
    let start = Connect4::start().to_string();
    assert_eq!(from_epd::<Connect4>(&start).unwrap()[0].last().to_string(), start);

    let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 {a book} Nc6 3. Bb5 a6 4. 0-0 1-0\n\n1. d4 (1. c4) d5 *";
    let openings = from_pgn::<Chess>(text, 4).unwrap();
    assert_eq!(openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [4, 2]);
    let error = from_pgn::<Chess>("1. e4 e5 *\n\n1. e4 e4 *", 8).unwrap_err();
    assert!(error.starts_with("game 2:"), "{error}");
    let mate = from_pgn::<Chess>("1. f3 e5 2. g4 Qh4# 0-1", 8).unwrap_err();
    assert!(mate.contains("over"), "{mate}");
}
