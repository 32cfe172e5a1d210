//! Programs that speak UCI, the Universal Chess Interface, or USI, its dialect for shogi.

use super::opinion::{Mates, hear_uci};
use super::options::{self, Setting};
use super::process::Process;
use super::spec::{EngineSpec, Limits, Protocol};
use super::story::Story;
use super::{DEFAULT_MOVETIME, grace, read_choice};
use arena::{Choice, Failure, Turn};
use game::{Game, Outcome, Side};
use std::time::{Duration, Instant};

/// UCI's words for a check box.
const CHECK: [&str; 2] = ["true", "false"];
const MOST_OPTIONS: usize = 1000;
const CHESS960: &str = "UCI_Chess960";
/// The option by which programs like ours are told.
const RESULT: &str = "GameResult";
/// Options of USI that every program has, announced or not.
const UNSAID: [&str; 2] = ["USI_Hash", "USI_Ponder"];

/// A running UCI or USI program.
pub(super) struct Uci {
    process: Process,
    /// True if it speaks USI.
    usi: bool,
    known: Vec<Setting>,
    limits: Limits,
    timeout: Duration,
    variant: Option<&'static str>,
}

impl Uci {
    /// Starts the program and sets its options.
    pub fn start(spec: &EngineSpec) -> Result<Uci, Failure> {
        let process = Process::start(spec)?;
        let (usi, limits, timeout) = (spec.protocol == Protocol::Usi, spec.limits.clone(), spec.timeout);
        let mut uci = Uci { process, usi, known: Vec::new(), limits, timeout, variant: None };
        let [hello, done] = if usi { ["usi", "usiok"] } else { ["uci", "uciok"] };
        uci.process.send(hello)?;
        let mut known = Vec::new();
        // No program has so many options; one that never stops telling them would fill our memory.
        uci.wait_for(done, |line| known.extend(options::read_uci(line).filter(|_| known.len() < MOST_OPTIONS)))?;
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
        // USI wants to hear that it is ready first.
        if self.usi {
            self.settle()?;
        }
        self.process.send(if self.usi { "usinewgame" } else { "ucinewgame" })?;
        self.settle()
    }

    /// Asks for a move.
    pub fn choose<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        let story = Story::of(turn, G::write_move);
        self.play_variant(story.variant)?;
        let word = if self.usi { "sfen" } else { "fen" };
        let first = if story.ordinary { "startpos".to_string() } else { format!("{word} {}", story.first) };
        let moves = if story.moves.is_empty() { String::new() } else { format!(" moves {}", story.moves.join(" ")) };
        // Whatever is still to come from the last move comes before the answer.
        self.settle()?;
        self.process.send(&format!("position {first}{moves}"))?;
        let (go, expected) = self.go(turn);
        self.process.send(&go)?;
        let mut deadline = Instant::now() + expected + self.timeout;
        let mut stopped = false;
        let mut opinion = None;
        let mates = if self.usi { Mates::InPlies } else { Mates::InMoves };
        loop {
            match self.process.line(deadline)? {
                Some(line) => match line.strip_prefix("bestmove") {
                    Some(rest) => return self.answer(turn, rest).map(|mv| Choice { mv, thought: None, opinion }),
                    None => hear_uci(&line, mates, &mut opinion),
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

    /// How the game ended for the program on a side. UCI itself has no word for it; some programs want to know all the same.
    pub fn tell_result(&mut self, outcome: Outcome, side: Side) -> Result<(), Failure> {
        if self.usi {
            let word = ["lose", "draw", "win"][(outcome.points(side).signum() + 1) as usize];
            self.process.send(&format!("gameover {word}"))
        } else if self.known.iter().any(|setting| setting.name == RESULT) {
            self.set(RESULT, &outcome.to_string())
        } else {
            Ok(())
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
            // The referee would have ended the game before: see `Game::may_declare`.
            "win" if self.usi => {
                Err(self.process.failure(&format!("declared a win that it does not have in {}", turn.position())))
            }
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
            // UCI knows no byoyomi: there it is an increment that is paid in advance.
            let clock = if self.usi { clock } else { clock.without_byoyomi() };
            let own = [clock.own, clock.own_increment];
            let other = [clock.other, clock.other_increment];
            let (first, second) = if turn.position().side() == Side::First { (own, other) } else { (other, own) };
            // Some take 0 for "not given"; with byoyomi it is the usual thing.
            let least = if clock.byoyomi.is_zero() { 1 } else { 0 };
            let time = |time: Duration| time.as_millis().max(least);
            let [a, b] = if self.usi { ["b", "w"] } else { ["w", "b"] };
            go.push_str(&format!(" {a}time {} {b}time {}", time(first[0]), time(second[0])));
            // Not every USI program knows increments, and none has a word for the moves to the next control.
            let increments = own[1].max(other[1]) > Duration::ZERO;
            if !self.usi || increments {
                go.push_str(&format!(" {a}inc {} {b}inc {}", first[1].as_millis(), second[1].as_millis()));
            }
            if self.usi && !(increments && clock.byoyomi.is_zero()) {
                go.push_str(&format!(" byoyomi {}", clock.byoyomi.as_millis()));
            }
            if let Some(moves) = clock.moves_to_go.filter(|_| !self.usi) {
                go.push_str(&format!(" movestogo {moves}"));
            }
            movetime = None;
            expected = clock.own + clock.byoyomi;
        } else if depth.is_none() && nodes.is_none() && movetime.is_none() {
            movetime = Some(DEFAULT_MOVETIME);
        }
        if let Some(time) = movetime {
            // In USI's own words; `movetime` is an addition that not every program understands.
            let words = if self.usi { "btime 0 wtime 0 byoyomi" } else { "movetime" };
            go.push_str(&format!(" {words} {}", time.as_millis().max(1)));
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
        let name = self.announced(name);
        if self.usi && UNSAID.contains(&name.as_str()) && !self.known.iter().any(|setting| setting.name == name) {
            return self.process.send(&format!("setoption name {name} value {value}"));
        }
        let line = match options::choose(&self.known, &name, value, CHECK) {
            Ok((setting, text)) if text.is_empty() => format!("setoption name {}", setting.name),
            Ok((setting, text)) => format!("setoption name {} value {text}", setting.name),
            Err(error) => return Err(self.process.failure(&error)),
        };
        self.process.send(&line)
    }

    /// An option as the program calls it: `USI_Variant` may be `UCI_Variant`, and `USI_Hash` may be `Hash`.
    fn announced(&self, name: &str) -> String {
        let rest = name.strip_prefix("USI_").filter(|_| self.usi);
        let others = rest.map(|rest| [name.to_string(), format!("UCI_{rest}"), rest.to_string()]);
        let known = |name: &String| self.known.iter().any(|setting| setting.name.eq_ignore_ascii_case(name));
        others.into_iter().flatten().find(known).unwrap_or(name.to_string())
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
