//! Matches in Jellyfish's format.

use game::{Dice, Game, Side};
use tdleaf_games::backgammon::mat::{MatGame, Match, read, write};
use tdleaf_games::backgammon::{Backgammon, Move, pubeval};

/// A match to so many points between two pubevals; with 0, five games.
fn played(length: u32, seed: u64) -> Match {
    let (mut scores, mut games) = ([0, 0], Vec::new());
    let mut dice = Dice::new(seed, u64::from(length));
    while if length == 0 { games.len() < 5 } else { scores.iter().all(|score| *score < length) } {
        let begins = dice.below(2);
        let (mut game, mut moves, mut list) = (Backgammon::start(), Vec::new(), Vec::new());
        while game.over().is_none() {
            let mv = match game.roll() {
                Some(roll) => Move::Play(pubeval::choose(game.board(), roll).0),
                None => {
                    game.status(&mut list);
                    list[dice.pick(list.iter().map(|roll| game.probability(*roll)))]
                }
            };
            moves.push(mv);
            game.play(mv);
        }
        let points = game.over().unwrap().points(Side::First);
        let winner = if points > 0 { begins } else { 1 - begins };
        let names = ["gnu one".to_string(), "tdleaf".to_string()];
        games.push(MatGame { names, scores, begins, moves, cube: 1, won: Some((winner, points.unsigned_abs())) });
        scores[winner] += points.unsigned_abs();
    }
    Match { length, games }
}

#[test]
fn matches_of_any_length_are_read_as_they_were_written() {
    for length in [0, 1, 2, 5, 11, 25] {
        let record = played(length, 7);
        let text = write(&record);
        let back = read(&text).unwrap();
        // A play may be written in another order of its men; what counts are the positions.
        assert_eq!(back.length, record.length);
        assert_eq!(back.games.len(), record.games.len());
        for (one, other) in back.games.iter().zip(&record.games) {
            assert_eq!(one, other, "{text}");
            assert_eq!(one.line(), other.line());
        }
        assert_eq!(write(&back), text);
        assert_eq!(text.matches("and the match").count(), usize::from(length > 0));
        assert!(text.starts_with(&format!(" {length} point match\n\n Game 1\n gnu one : 0")), "{text}");
    }
}

/// As GNU Backgammon and others write: every man by himself, 25 for the bar, 0 for off, cubes, comments.
const FOREIGN: &str = "; [Site \"somewhere\"]

 5 point match

 Game 1
 Ann : 0                          Bob Smith : 0
  1)                             31: 8/5 6/5
  2) 64: 24/18 18/14             Doubles => 2
  3)  Takes                      66: 24/18 24/18 13/7 13/7
  4) Doubles => 4                 Drops
      Wins 2 points

 Game 2
 Ann : 2                          Bob Smith : 0
  1) 52: 13/8 24/22              44: 24/20 24/20 13/9 13/9
  2) 55: 8/3 8/3 6/1 6/1
";

#[test]
fn files_of_other_programs_are_understood() {
    let record = read(FOREIGN).unwrap();
    let [one, two] = &record.games[..] else { panic!("two games") };
    assert_eq!((one.names[1].as_str(), one.begins, one.cube, one.won), ("Bob Smith", 1, 2, Some((0, 2))));
    assert_eq!((one.moves.len(), one.points()), (6, Some(-1)), "Bob began and lost a single game");
    assert_eq!((two.begins, two.scores, two.won, two.points()), (0, [2, 0], None, None));
}

/// Four games for money that GNU Backgammon 1.07 has played with the cube and exported.
#[test]
fn a_session_of_gnu_backgammon_is_understood() {
    let record = read(include_str!("data/gnubg.mat")).unwrap();
    let won: Vec<_> = record.games.iter().map(|game| game.won.unwrap()).collect();
    assert_eq!((record.length, won), (0, vec![(1, 2), (1, 2), (0, 4), (0, 4)]));
    for game in &record.games {
        // All of them were played to the end, so the board knows what was won.
        let line = game.line();
        let points = line[line.len() - 1].over().unwrap().points(Side::First);
        assert_eq!(Some(points), game.points());
    }
    let again = read(&write(&record)).unwrap();
    assert!(again.games.iter().zip(&record.games).all(|(one, other)| one.line() == other.line()));
}

/// Somebody rolled and gave up, as GNU Backgammon writes it; and the same in one row.
#[test]
fn a_roll_that_was_not_played_ends_a_game() {
    let head = " 0 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 21: 13/11 6/5";
    let record = read(&format!("{head}               65: \n      Wins 1 point\n")).unwrap();
    assert_eq!((record.games[0].moves.len(), record.games[0].won), (3, Some((0, 1))));
    assert_eq!(read(&write(&record)).unwrap(), record);
    let one_row = format!("{head}               65: 24/18 13/8\n  2) 52:      Wins 1 point\n");
    let game = &read(&one_row).unwrap().games[0];
    assert_eq!((game.moves.len(), game.won), (5, Some((0, 1))), "what stands before 'Wins' counts");
    let going_on = format!("{head}               65:\n  2) 52: 13/8 24/22\n");
    let error = read(&going_on).unwrap_err();
    assert!(error.contains("line 6: the roll before was not played"), "{error}");
}

/// Leaves the first gammon of a match.
fn gammon(record: &mut Match) -> MatGame {
    record.games.retain(|game| game.won.is_some_and(|(_, points)| points == 2));
    record.games.truncate(1);
    record.games[0].clone()
}

#[test]
fn the_board_says_who_has_won() {
    let mut record = played(25, 7);
    let game = gammon(&mut record);
    record.games[0].scores = [0, 0];
    let (winner, text) = (game.won.unwrap().0, write(&record));
    let line = text.lines().find(|line| line.contains("Wins")).unwrap();
    let without = text.replace(line, "");
    assert_eq!(read(&without).unwrap(), record, "{without}");
    let with = |line: &str| read(&format!("{}{line}\n", without.trim_end_matches('\n').to_string() + "\n"));
    let place = |column: usize| if column == 0 { 6 } else { 33 };
    let indent = " ".repeat(place(winner));
    // Jacoby's rule: without a double it is a single game.
    assert_eq!(with(&format!("{indent}Wins 1 point")).unwrap().games[0].won, Some((winner, 1)));
    for (line, part) in [
        (format!("{}Wins 2 points", " ".repeat(place(1 - winner))), "on the board"),
        (format!("{indent}Wins 3 points"), "on the board 2 were won"),
        (format!("{indent}Wins 5 points"), "counts at most 3"),
    ] {
        let error = with(&line).unwrap_err();
        assert!(error.starts_with("line ") && error.contains(part), "{line}: {error}");
    }
}

#[test]
fn a_game_that_was_given_up_counts_three_times_the_cube_at_most() {
    for (wins, cube, points) in [(3, "", Some(3)), (4, "", None), (6, "2", Some(3)), (7, "2", None)] {
        let cube = if cube.is_empty() { String::new() } else { format!("  2) Doubles => {cube}   Takes\n") };
        let text = format!(
            " 0 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  1) 31: 8/5 6/5                 64: 24/14\n\
             {cube}      Wins {wins} points\n"
        );
        let found = read(&text);
        assert_eq!(found.clone().ok().and_then(|record| record.games[0].points()), points, "{text}: {found:?}");
        assert!(points.is_some() || found.unwrap_err().contains("at most"), "{text}");
    }
}

#[test]
fn columns_may_be_separated_by_tabs() {
    for record in [played(0, 7), played(5, 3)] {
        let tabs = |line: &str| match line.split_once(')') {
            Some((number, _)) => {
                // The second column begins with the second roll, or is all there is.
                let dice: Vec<usize> = line.match_indices(':').map(|(at, _)| at - 2).collect();
                let second = dice.iter().copied().find(|at| *at > 5).unwrap_or(line.len());
                format!("{number})\t{}\t{}", line[number.len() + 1..second].trim(), &line[second..])
            }
            None if line.contains("Wins") => line.replacen(&" ".repeat(33), "\t\t", 1).replacen("      W", "\tW", 1),
            None => line.replace("      ", "\t"),
        };
        let text = write(&record).lines().map(tabs).collect::<Vec<_>>().join("\n");
        assert!(text.contains("\t") && !text.contains("      "), "{text}");
        assert_eq!(read(&text).unwrap(), record, "{text}");
        let text = text.lines().map(|line| line.replacen(")\t", ") ", 1)).collect::<Vec<_>>().join("\n");
        assert_eq!(read(&text).unwrap(), record, "no tab after the number: {text}");
    }
}

#[test]
fn long_names_stay_apart() {
    let mut record = played(0, 3);
    record.games.truncate(1);
    record.games[0].names = ["/a/folder/of/mine/backgammon-1.safetensors?plies=2".to_string(), "3dgammon".to_string()];
    assert_eq!(read(&write(&record)).unwrap(), record);
}

#[test]
fn what_cannot_be_is_refused_with_its_line() {
    for (from, to, part) in [
        ("31: 8/5 6/5", "31: 8/5 6/4", "line 7: '8/5 6/4' is no legal play"),
        ("31: 8/5 6/5", "37: 8/5 6/5", "line 7: a roll is two dice"),
        ("31: 8/5 6/5", "33: 8/5 6/3", "line 7: a game does not begin with a double"),
        ("Wins 2", "Wins some", "line 11: expected 'Wins N points'"),
        ("Ann : 0", "Ann", "line 6: expected both names"),
        ("  2) 64", "  2; 64", "line 8: expected a turn"),
        ("5 point", "five point", "line 3: 'five point match'"),
        (" Game 1", " Round 1", "line 5: expected"),
        (
            "  2) 64: 24/18 18/14             Doubles => 2",
            "  2)                             64: 24/14",
            "line 8: it is the other",
        ),
    ] {
        let error = read(&FOREIGN.replacen(from, to, 1)).unwrap_err();
        assert!(error.contains(part), "{to}: {error}");
    }
    assert!(read("").unwrap_err().contains("no game"));
}
