//! Programs that speak UCI, the Universal Chess Interface.

use super::opinion::hear_uci;
use super::options::{self, Setting};
use super::process::Process;
use super::spec::{EngineSpec, Limits};
use super::story::Story;
use super::{DEFAULT_MOVETIME, grace, read_choice};
use arena::{Choice, Failure, Turn};
use game::{Game, Side};
use std::time::{Duration, Instant};

/// UCI's words for a check box.
const CHECK: [&str; 2] = ["true", "false"];
const MOST_OPTIONS: usize = 1000;
const CHESS960: &str = "UCI_Chess960";
/// The option by which programs like ours are told.
const RESULT: &str = "GameResult";

/// A running UCI program.
pub(super) struct Uci {
    process: Process,
    known: Vec<Setting>,
    limits: Limits,
    timeout: Duration,
    variant: Option<&'static str>,
}

impl Uci {
    /// Starts the program and sets its options.
    pub fn start(spec: &EngineSpec) -> Result<Uci, Failure> {
        let process = Process::start(spec)?;
        let mut uci =
            Uci { process, known: Vec::new(), limits: spec.limits.clone(), timeout: spec.timeout, variant: None };
        uci.process.send("uci")?;
        let mut known = Vec::new();
        // No program has so many options; one that never stops telling them would fill our memory.
        uci.wait_for("uciok", |line| known.extend(options::read_uci(line).filter(|_| known.len() < MOST_OPTIONS)))?;
        uci.known = known;
        for (name, value) in &spec.options {
            uci.set(name, value)?;
        }
        // Without it the rating has no effect, which nobody would expect.
        let given = |name: &str| spec.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        let known = |name: &str| uci.known.iter().any(|setting| setting.name == name);
        if given("UCI_Elo") && !given("UCI_LimitStrength") && known("UCI_LimitStrength") {
            uci.set("UCI_LimitStrength", "true")?;
        }
        uci.settle()?;
        Ok(uci)
    }

    /// A new game begins.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.process.send("ucinewgame")?;
        self.settle()
    }

    /// Asks for a move.
    pub fn choose<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        let story = Story::of(turn, G::write_move);
        self.play_variant(story.variant)?;
        let first = if story.ordinary { "startpos".to_string() } else { format!("fen {}", story.first) };
        let moves = if story.moves.is_empty() { String::new() } else { format!(" moves {}", story.moves.join(" ")) };
        // Whatever is still to come from the last move comes before the answer.
        self.settle()?;
        self.process.send(&format!("position {first}{moves}"))?;
        let (go, expected) = self.go(turn);
        self.process.send(&go)?;
        let mut deadline = Instant::now() + expected + self.timeout;
        let mut stopped = false;
        let mut opinion = None;
        loop {
            match self.process.line(deadline)? {
                Some(line) => match line.strip_prefix("bestmove") {
                    Some(rest) => return self.answer(turn, rest).map(|mv| Choice { mv, thought: None, opinion }),
                    None => hear_uci(&line, &mut opinion),
                },
                None if !stopped => {
                    self.process.send("stop")?;
                    stopped = true;
                    deadline = Instant::now() + grace(self.timeout);
                }
                None => {
                    let seconds = (expected + self.timeout).as_secs_f64();
                    let what = format!("sent no bestmove in {seconds:.1} s after '{go}', and none after 'stop'");
                    return Err(self.process.failure(&what));
                }
            }
        }
    }

    /// How the game ended, for a program that wants to know: UCI itself has no word for it.
    pub fn tell_result(&mut self, result: &str) -> Result<(), Failure> {
        match self.known.iter().any(|setting| setting.name == RESULT) {
            true => self.set(RESULT, result),
            false => Ok(()),
        }
    }

    /// What happened is beyond repair.
    pub fn give_up(&mut self) {
        self.process.give_up();
    }

    fn answer<G: Game>(&mut self, turn: &Turn<G>, rest: &str) -> Result<G::Move, Failure> {
        let text = rest.split_whitespace().next().unwrap_or_default();
        match text {
            "resign" => Err(Failure(Failure::RESIGNED.to_string())),
            "" | "(none)" | "0000" | "NULL" => {
                Err(self.process.failure(&format!("found no move ('bestmove {text}') in {}", turn.position())))
            }
            text => read_choice(turn, text).map_err(|error| self.process.failure(&error)),
        }
    }

    /// The command to think, and how long it should take.
    fn go<G: Game>(&self, turn: &Turn<G>) -> (String, Duration) {
        let mut go = "go".to_string();
        let Limits { depth, nodes, mut movetime, .. } = self.limits;
        let mut expected = Duration::ZERO;
        if let Some(clock) = turn.clock {
            let own = [clock.own, clock.own_increment];
            let other = [clock.other, clock.other_increment];
            let (white, black) = if turn.position().side() == Side::First { (own, other) } else { (other, own) };
            // Some take 0 for "not given".
            let time = |time: Duration| time.as_millis().max(1);
            go.push_str(&format!(" wtime {} btime {}", time(white[0]), time(black[0])));
            go.push_str(&format!(" winc {} binc {}", white[1].as_millis(), black[1].as_millis()));
            if let Some(moves) = clock.moves_to_go {
                go.push_str(&format!(" movestogo {moves}"));
            }
            movetime = None;
            expected = clock.own;
        } else if depth.is_none() && nodes.is_none() && movetime.is_none() {
            movetime = Some(DEFAULT_MOVETIME);
        }
        if let Some(time) = movetime {
            go.push_str(&format!(" movetime {}", time.as_millis().max(1)));
            expected = time;
        }
        if let Some(depth) = depth {
            go.push_str(&format!(" depth {depth}"));
        }
        if let Some(nodes) = nodes {
            go.push_str(&format!(" nodes {nodes}"));
        }
        (go, expected)
    }

    fn play_variant(&mut self, variant: Option<&'static str>) -> Result<(), Failure> {
        if variant == self.variant {
            return Ok(());
        }
        let known = self.known.iter().any(|setting| setting.name == CHESS960);
        match variant {
            None => self.set(CHESS960, "false")?,
            Some("chess960") if known => self.set(CHESS960, "true")?,
            Some(variant) => return Err(self.process.failure(&format!("does not play {variant}"))),
        }
        self.variant = variant;
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let line = match options::choose(&self.known, name, value, CHECK) {
            Ok((setting, text)) if text.is_empty() => format!("setoption name {}", setting.name),
            Ok((setting, text)) => format!("setoption name {} value {text}", setting.name),
            Err(error) => return Err(self.process.failure(&error)),
        };
        self.process.send(&line)
    }

    /// Waits until the program has done all that it was told.
    fn settle(&mut self) -> Result<(), Failure> {
        self.process.send("isready")?;
        self.wait_for("readyok", |_| {})
    }

    fn wait_for(&mut self, word: &str, mut each: impl FnMut(&str)) -> Result<(), Failure> {
        let deadline = Instant::now() + self.timeout;
        loop {
            match self.process.line(deadline)? {
                Some(line) if line == word => return Ok(()),
                Some(line) => each(&line),
                None => {
                    let seconds = self.timeout.as_secs_f64();
                    return Err(self.process.failure(&format!("did not say '{word}' within {seconds:.1} s")));
                }
            }
        }
    }
}
