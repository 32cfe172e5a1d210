//! Nonsense never stops the engine, and never makes it play an illegal move.

mod nonsense;

use eval::Linear;
use game::{Features, Game};
use games::chess::{Chess, HalfBoard, Material, PieceSquares};
use games::shogi::{KINGS, MATERIAL, Shogi};
use nonsense::{Nonsense, Protocol, check, check_all, check_usi};
use search::{Limits, Options, Thought, Watch};
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};
use tdleaf_link::{Mind, Settings, Setup, Thinker, serve};

const LINES: usize = 100_000;

#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

type Loaded<G> = Result<Box<dyn Mind<G>>, String>;

fn mind<G: Game, F: Features<G>>(features: F) -> Loaded<G> {
    let preset = features.presets().pop().expect("there are presets");
    Ok(Box::new(Thinker::new(Linear::new::<G>(features, preset.sets, &preset.weights))))
}

fn load_shogi(name: &str) -> Loaded<Shogi> {
    match name {
        "textbook" | "yss" => mind(MATERIAL),
        "kings" => mind(KINGS),
        _ => Err(format!("no weights '{name}'")),
    }
}

fn load(name: &str) -> Loaded<Chess> {
    match name {
        "textbook" => mind(PieceSquares::<Material>::new()),
        "broken" => Ok(Box::new(Broken)),
        "half" => mind(PieceSquares::<HalfBoard>::new()),
        _ => Err(format!("no weights '{name}'")),
    }
}

/// A mind that fails.
struct Broken;

impl Mind<Chess> for Broken {
    fn configure(&mut self, _: Options) {}
    fn forget(&mut self) {}
    fn recover(&mut self) {}
    fn think(
        &mut self,
        _: &[Chess],
        _: &Limits<<Chess as Game>::Move>,
        _: &dyn Watch<Chess>,
    ) -> Option<Thought<Chess>> {
        panic!("{ON_PURPOSE}")
    }
    fn yardstick(&self) -> i32 {
        1
    }
}

const ON_PURPOSE: &str = "on purpose";

/// A failure that the engine gets over is still a failure: this notes them all.
static FAILURES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn watch_failures() {
    std::panic::set_hook(Box::new(|about| {
        let text = about.to_string();
        if !text.contains(ON_PURPOSE) {
            eprintln!("{text}");
            FAILURES.lock().unwrap().push(text);
        }
    }));
}

/// All that the engine says to `input`.
fn answers(input: Vec<u8>) -> String {
    answers_with(input, load)
}

fn answers_with<G: Game>(input: Vec<u8>, load: fn(&str) -> Loaded<G>) -> String {
    watch_failures();
    let mut settings = Settings::new("textbook".to_string());
    settings.set("Hash", Some("1")).unwrap();
    let paper = Paper::default();
    let setup = Setup {
        name: "test".to_string(),
        settings,
        load: Box::new(move |settings: &Settings| load(&settings.weights)),
        xboard: false,
        usi: false,
    };
    serve(setup, Cursor::new(input), paper.clone()).unwrap();
    assert_eq!(*FAILURES.lock().unwrap(), Vec::<String>::new(), "searches failed");
    let bytes = std::mem::take(&mut *paper.0.lock().unwrap());
    String::from_utf8(bytes).expect("the engine writes text only")
}

#[test]
fn nonsense_in_uci() {
    let mut nonsense = Nonsense::new(1, Protocol::Uci);
    let mut input = b"\xff\xfe first\nuci\ndebug on\n".to_vec();
    for _ in 0..LINES {
        input.extend(nonsense.line());
        input.push(b'\n');
    }
    input.extend(b"stop\nisready\nposition startpos\nd\ngo nodes 50\nisready\n");
    let output = answers(input);
    let end = output.rfind("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n").expect("it still obeys");
    assert!(output[end..].contains("readyok") && output[end..].contains("bestmove"), "{}", &output[end..]);
    let moves = check_all(&output, check);
    assert!(moves > LINES / 20, "{moves} searches");
    println!("{moves} searches, {} bytes of answers", output.len());
}

#[test]
fn nonsense_in_usi() {
    let mut nonsense = Nonsense::new(4, Protocol::Usi);
    let mut input = b"\xff\xfe first\nusi\ndebug on\n".to_vec();
    // Searches in shogi take longer.
    for _ in 0..LINES / 4 {
        input.extend(nonsense.line());
        input.push(b'\n');
    }
    input.extend(b"stop\nisready\nposition startpos\nd\ngo nodes 50\nisready\n");
    let output = answers_with(input, load_shogi);
    let end = output.rfind("/1B5R1/LNSGKGSNL b - 1\n").expect("it still obeys");
    assert!(output[end..].contains("readyok") && output[end..].contains("bestmove"), "{}", &output[end..]);
    let moves = check_all(&output, check_usi);
    assert!(moves > LINES / 80, "{moves} searches");
    for answer in ["bestmove resign", "bestmove win", "checkmate notimplemented", "gameover needs"] {
        assert!(output.contains(answer), "'{answer}' was never said");
    }
    println!("{moves} searches, {} bytes of answers", output.len());
}

#[test]
fn nonsense_in_xboard() {
    let mut nonsense = Nonsense::new(2, Protocol::Xboard);
    let mut input = b"xboard\nprotover 2\n".to_vec();
    let mut positions = Vec::new();
    for number in 0..LINES {
        input.extend(nonsense.line());
        input.push(b'\n');
        if number % 50 == 0 {
            // Now and then something that can be checked: a position, and the move that is found there.
            let fen = loop {
                let line = nonsense.line();
                let text = String::from_utf8_lossy(&line).to_string();
                if let Some(fen) = text.strip_prefix("setboard ").filter(|fen| Chess::read(fen).is_ok()) {
                    break fen.to_string();
                }
            };
            let (begin, end) = (1_000_000 + 2 * positions.len(), 1_000_001 + 2 * positions.len());
            input.extend(format!("exit\nforce\nnew\nforce\nsetboard {fen}\nst 0.01\n").bytes());
            input.extend(format!("ping {begin}\ngo\n?\nping {end}\n").bytes());
            positions.push(fen);
        }
    }
    input.extend(b"force\nping 7777777\n");
    let output = answers(input);
    assert!(output.trim_end().ends_with("pong 7777777"), "it still obeys");
    let mut moves = 0;
    for (number, fen) in positions.iter().enumerate() {
        let marker = |at: usize| {
            let text = format!("pong {}\n", 1_000_000 + 2 * number + at);
            output.find(&text).unwrap_or_else(|| panic!("{text} is missing"))
        };
        let said = &output[marker(0)..marker(1)];
        let found = said.lines().filter_map(|line| line.strip_prefix("move ")).collect::<Vec<_>>();
        let position = Chess::read(fen).unwrap();
        if position.move_list().is_empty() {
            assert!(found.is_empty() && said.contains('{'), "{fen}: {said}");
        } else {
            assert_eq!(found.len(), 1, "{fen}: {said}");
            check(&position, found[0]);
            moves += 1;
        }
    }
    assert!(moves > LINES / 200, "{moves} moves");
}

#[test]
fn a_search_that_fails_costs_no_game() {
    let output = answers(b"setoption name Weights value broken\ngo depth 3\nisready\n".to_vec());
    let best = output.lines().find_map(|line| line.strip_prefix("bestmove ")).expect("there is a move");
    check(&Chess::start(), best);
    assert!(output.contains("readyok"));
}
