//! GNU Backgammon's sockets: a scripted server, a scripted client, and the real program where it is installed.

#![cfg(unix)]

use arena::{Choice, Failure, Opening, Player, RandomPlayer, Reason, Record, Rules, Turn, play};
use game::{Dice, Game};
use games::backgammon::{Backgammon, Move, pubeval};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tdleaf_link::{EnginePlayer, EngineSpec, answer_boards};

struct Pubeval;

impl Player<Backgammon> for Pubeval {
    fn choose(&mut self, turn: &Turn<Backgammon>, _: &mut Dice) -> Result<Choice<Backgammon>, Failure> {
        let position = turn.position();
        let play = pubeval::choose(position.board(), position.roll().expect("the dice were thrown")).0;
        Ok(Choice { mv: Move::Play(play), thought: None, opinion: None })
    }
}

fn game(engine: &mut EnginePlayer, number: u64) -> Record<Backgammon> {
    let rules = Rules { longest: Backgammon::LONGEST, ..Rules::default() };
    let start = Opening::at(Backgammon::start());
    let mut other = RandomPlayer;
    let seats: [&mut dyn Player<Backgammon>; 2] =
        if number.is_multiple_of(2) { [engine, &mut other] } else { [&mut other, engine] };
    play(start, seats, &rules, &mut Dice::new(3, number))
}

/// A program that only notes what it hears: who listens on the port is the test.
fn stand_in(folder: &Path) -> String {
    let path = folder.join("stand-in");
    let log = folder.join("log");
    fs::write(&path, format!("#!/bin/sh\nwhile read -r line; do echo \"$line\" >> '{}'; done\n", log.display()))
        .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// The port that the stand-in was told to open, once it was.
fn port(folder: &Path) -> u16 {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        if let Some((_, port)) = log.lines().last().and_then(|line| line.split_once("external 127.0.0.1:")) {
            return port.trim().parse().unwrap();
        }
        assert!(Instant::now() < deadline, "{log}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Serves one connection; `answer` gets the number of the question and the board.
fn serve(folder: &Path, answer: impl Fn(usize, &str) -> Option<String> + Send + 'static) -> thread::JoinHandle<usize> {
    let folder = folder.to_path_buf();
    thread::spawn(move || {
        let listener = TcpListener::bind(("127.0.0.1", port(&folder))).unwrap();
        let mut input = BufReader::new(listener.accept().unwrap().0);
        let (mut line, mut asked) = (String::new(), 0);
        while input.read_line(&mut line).unwrap_or(0) > 0 {
            let reply = match line.trim() {
                "version" => Some("Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: 1.07.001\n".to_string()),
                board => {
                    asked += 1;
                    answer(asked, board)
                }
            };
            let Some(reply) = reply else { return asked };
            input.get_mut().write_all(reply.as_bytes()).unwrap();
            line.clear();
        }
        asked
    })
}

/// The first legal play, as GNU Backgammon writes: man by man, numbers for bar and off.
fn first_play(board: &str) -> String {
    let position = Backgammon::read(board).unwrap();
    let Some(Move::Play(play)) = position.move_list().first().copied() else { panic!("{board}") };
    play.steps().map(|step| format!("{}/{} ", step.from, step.to)).collect::<String>() + "\n"
}

fn player(text: &str) -> EnginePlayer {
    EnginePlayer::new(EngineSpec::parse(text).unwrap())
}

#[test]
fn a_scripted_server_plays_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), |_, board| Some(first_play(board)));
    let mut engine = player(&format!("gnubg:'{}'?plies=2&noise=0.1", stand_in(folder.path())));
    let record = game(&mut engine, 0);
    assert_eq!(record.ended.reason, Reason::Rule);
    drop(engine);
    assert!(server.join().unwrap() > 5);
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    let told: Vec<&str> = log.lines().collect();
    let strength = ["plies 2", "noise 0.1"].map(|word| format!("set evaluation chequerplay evaluation {word}"));
    assert!(strength.iter().all(|line| told.contains(&line.as_str())), "{log}");
    assert!(told.contains(&"set jacoby off") && told.last().unwrap().starts_with("external 127.0.0.1:"), "{log}");
}

#[test]
fn servers_that_misbehave_lose_one_game_with_a_reason() {
    type Answer = fn(usize, &str) -> Option<String>;
    let cases: [(Answer, &str); 4] = [
        (|_, _| Some("24/1 24/1\n".to_string()), "illegal move"),
        (|_, _| Some("Error: syntax error\n".to_string()), "illegal move"),
        (|_, _| Some(String::new()), "no answer in"),
        (|asked, board| (asked < 3).then(|| first_play(board)), "closed the connection"),
    ];
    for (answer, reason) in cases {
        let folder = tempfile::tempdir().unwrap();
        let server = serve(folder.path(), answer);
        let mut engine = player(&format!("gnubg:'{}'?timeout=1", stand_in(folder.path())));
        let record = game(&mut engine, 1);
        let Reason::Failure(text) = &record.ended.reason else { panic!("{:?}", record.ended) };
        assert!(text.contains(reason), "{text}");
        drop(engine);
        server.join().unwrap();
    }
    let mut missing = player("gnubg:/no/such/gnubg");
    assert!(matches!(&game(&mut missing, 0).ended.reason, Reason::Failure(text) if text.contains("/no/such/gnubg")));
}

/// What our engine answers to lines, sent with all that GNU Backgammon adds.
fn asked(lines: &[&str]) -> (Vec<String>, Result<u64, String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || answer_boards(listener.accept().unwrap().0, &mut Pubeval));
    let mut input = BufReader::new(TcpStream::connect(address).unwrap());
    let mut answers = Vec::new();
    for line in lines {
        let mut answer = String::new();
        // It sends a zero after each line.
        if input.get_mut().write_all(format!("{line}\n\0").as_bytes()).is_err()
            || input.read_line(&mut answer).unwrap_or(0) == 0
        {
            break;
        }
        answers.push(answer.trim_end_matches('\n').to_string());
    }
    drop(input);
    (answers, server.join().unwrap())
}

const ROLLED: &str = "board:gnubg:us:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";

#[test]
fn boards_are_answered_with_moves_rolls_takes_and_drops() {
    let to_roll = ROLLED.replace(":1:3:1:3:1:", ":1:0:0:0:0:");
    // They double at the start: of course we take.
    let take = ROLLED.replace(":1:3:1:3:1:1:1:1:0:", ":-1:0:0:0:0:1:1:1:1:");
    // All our men are back, theirs are home.
    let drop_it = "board:us:gnubg:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-5:-5:-5:0:0:12:3:-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:3:0:0:0:0:1";
    let shut = "board:gnubg:us:0:0:0:0:0:0:0:0:0:5:0:3:0:0:0:0:6:0:0:0:-3:0:-2:-2:-2:-2:-2:-2:1:1:6:1:6:1:1:1:1:0:1:-1:0:25:0:0:1:0:0:0:0:1";
    let (answers, end) = asked(&[ROLLED, &to_roll, &take, drop_it, shut, ROLLED]);
    assert_eq!(answers, ["8/5 6/5", "roll", "take", "drop", "", "8/5 6/5"]);
    assert_eq!(end, Ok(6));
}

#[test]
fn nonsense_ends_the_connection_with_a_reason() {
    for (line, part) in [
        ("hello", "'hello' is no board of backgammon"),
        ("board:1:2:3", "53 fields"),
        (&ROLLED.replace(":3:1:3:1:", ":9:1:9:1:"), "dice 9 and 1"),
    ] {
        let (answers, end) = asked(&[ROLLED, line, ROLLED]);
        assert_eq!(answers.len(), 1);
        assert!(end.as_ref().unwrap_err().contains(part), "{end:?}");
    }
}

/// True if GNU Backgammon is there.
fn installed() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).chain(["/usr/games".into()]);
    let found = places.any(|place| place.join("gnubg").is_file());
    assert!(found || std::env::var_os("CI").is_none(), "CI needs gnubg: apt-get install gnubg gnubg-data");
    if !found {
        println!("skipped: gnubg is not installed");
    }
    found
}

#[test]
fn the_real_program_plays_and_wins() {
    if !installed() {
        return;
    }
    let mut engine = player("gnubg:?plies=0");
    let mut points = 0;
    for number in 0..4 {
        let record = game(&mut engine, number);
        assert_eq!(record.ended.reason, Reason::Rule, "game {number}");
        points += i32::from(record.ended.outcome.0) * if number.is_multiple_of(2) { 1 } else { -1 };
    }
    assert!(points >= 4, "{points} points against random moves");
    let mut choose = |text: &str| {
        let line = [Backgammon::read(text).unwrap()];
        let turn = Turn { line: &line, moves: &[], clock: None };
        let choice = Player::<Backgammon>::choose(&mut engine, &turn, &mut Dice::new(1, 1)).unwrap();
        line[0].write_move(choice.mv)
    };
    assert_eq!(choose("4HPwATDgc/ABMA:31"), "8/5 6/5");
    assert_eq!(choose("4HPwATDgc/ABMA:o66"), "24/18(2) 13/7(2)");
}

#[test]
fn the_real_program_accepts_our_moves() {
    if !installed() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = thread::spawn(move || {
        // It connects anew for each game, or stays.
        let mut answers = 0;
        loop {
            let (stream, _) = listener.accept().unwrap();
            match answer_boards(stream, &mut Pubeval) {
                Ok(0) => return answers,
                Ok(more) => answers += more,
                Err(error) => panic!("{error}"),
            }
        }
    });
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
    let mut host = Command::new("gnubg");
    host.args(["-t", "-q", "-r"]).env("HOME", home.path()).env("PATH", path).current_dir(home.path());
    let mut host = host.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let commands = format!(
        "set automatic game off\nset automatic roll on\nset cube use off\nset jacoby off\nset display off\nset confirm new off\n\
         set player 0 gnubg\nset player 0 chequerplay evaluation plies 0\nset player 1 external {address}\nset rng mersenne\n\
         set seed 42\nnew session\nnew game\nnew game\nshow score\nexport match mat games.mat\nquit\ny\n"
    );
    host.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    let said = host.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    // The server ends after a connection that asks nothing.
    drop(TcpStream::connect(address).unwrap());
    assert!(server.join().unwrap() > 30, "{said}");
    assert!(said.contains("The score (after 3 games)"), "{said}");
    assert!(!said.contains("Illegal") && !said.contains("Error"), "{said}");
    let games = games::backgammon::mat::read(&fs::read_to_string(home.path().join("games.mat")).unwrap()).unwrap();
    assert_eq!(games.games.len(), 3);
    for game in games.games {
        let line = game.line();
        assert_eq!(line[line.len() - 1].over().map(|outcome| i32::from(outcome.0)), game.points());
    }
}
