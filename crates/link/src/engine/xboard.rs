//! Programs that speak the protocol of xboard and WinBoard (version 2).

use super::features::Features;
use super::opinion::read_xboard;
use super::options;
use super::pace::Pace;
use super::process::Process;
use super::spec::EngineSpec;
use super::story::Story;
use super::{grace, read_choice};
use arena::{Choice, Failure, Turn};
use game::{Game, Side};
use std::time::{Duration, Instant};

/// How long to wait for features; programs of the first version have none to tell.
const INTRODUCTION: Duration = Duration::from_secs(2);
/// How long a program that says that the game is over may take to move all the same.
const CLAIM: Duration = Duration::from_secs(1);

/// A running xboard program.
pub(super) struct Xboard {
    process: Process,
    features: Features,
    spec: EngineSpec,
    /// What it has been told of the current game; `None` before the first move.
    told: Option<Story>,
    /// True while it answers moves by itself.
    playing: bool,
    pings: u32,
    /// Commands that must not be refused.
    asked: Vec<String>,
}

impl Xboard {
    /// Starts the program and sets its options.
    pub fn start(spec: &EngineSpec) -> Result<Xboard, Failure> {
        let process = Process::start(spec)?;
        let mut xboard = Xboard {
            process,
            features: Features::default(),
            spec: spec.clone(),
            told: None,
            playing: false,
            pings: 0,
            asked: Vec::new(),
        };
        xboard.process.send("xboard")?;
        xboard.process.send("protover 2")?;
        let begin = Instant::now();
        while xboard.features.done != Some(true) {
            // `done=0` asks for patience.
            let patience = if xboard.features.done.is_some() { spec.timeout.max(INTRODUCTION) } else { INTRODUCTION };
            if xboard.line(begin + patience)?.is_none() {
                break;
            }
        }
        for (name, value) in &spec.options {
            let line = match options::choose(&xboard.features.options, name, value, ["1", "0"]) {
                Ok((setting, text)) if text.is_empty() => format!("option {}", setting.name),
                Ok((setting, text)) => format!("option {}={text}", setting.name),
                Err(error) => return Err(xboard.process.failure(&error)),
            };
            xboard.ask(line)?;
        }
        Ok(xboard)
    }

    /// True if it can play another game without being started again.
    pub fn reusable(&self) -> bool {
        self.features.reuse
    }

    /// A new game begins.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        // What was asked before the first game (options) may be refused only now.
        if self.told.take().is_some() {
            self.asked.clear();
        }
        self.playing = false;
        for line in ["new", "force", "easy", "post"] {
            self.process.send(line)?;
        }
        for line in self.spec.init.clone() {
            self.ask(line)?;
        }
        self.settle()
    }

    /// How the game ended.
    pub fn tell_result(&mut self, result: &str) -> Result<(), Failure> {
        self.playing = false;
        self.process.send("force")?;
        self.process.send(&format!("result {result} {{the game is over}}"))
    }

    /// Asks for a move.
    pub fn choose<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        let san = self.features.san;
        let story = Story::of(turn, |position, mv| write(position, mv, san));
        let pace = Pace::new(&self.spec.limits, turn.clock, story.moves.len());
        let known = self.told.take();
        let fresh = match known.as_ref().and_then(|known| story.since(known)) {
            Some(fresh) => fresh.to_vec(),
            None => {
                if known.is_some() {
                    self.told = known;
                    self.new_game()?;
                }
                self.set_up(&story, &pace)?;
                story.moves.clone()
            }
        };
        self.told = Some(story);
        self.settle()?;
        match fresh.as_slice() {
            [reply] if self.playing => {
                self.send_times(&pace)?;
                self.send_move(reply)?;
            }
            moves => {
                if self.playing {
                    self.process.send("force")?;
                }
                for mv in moves {
                    self.send_move(mv)?;
                }
                self.settle()?;
                self.send_times(&pace)?;
                if self.features.colors {
                    let white = turn.position().side() == Side::First;
                    self.process.send(if white { "white" } else { "black" })?;
                }
                self.process.send("go")?;
                self.playing = true;
            }
        }
        let choice = self.listen(turn, pace.expected)?;
        let told = self.told.as_mut().map(|told| &mut told.moves);
        told.into_iter().for_each(|moves| moves.push(write(turn.position(), choice.mv, san)));
        Ok(choice)
    }

    /// What happened is beyond repair.
    pub fn give_up(&mut self) {
        self.process.give_up();
    }

    /// Waits for the move.
    fn listen<G: Game>(&mut self, turn: &Turn<G>, expected: Duration) -> Result<Choice<G>, Failure> {
        let mut deadline = Instant::now() + expected + self.spec.timeout;
        let mut hurried = false;
        let mut claim = None;
        let mut opinion = None;
        loop {
            let Some(line) = self.line(deadline)? else {
                if let Some(claim) = claim {
                    return Err(self.process.failure(&format!("claims '{claim}' and does not move")));
                }
                if hurried {
                    let seconds = (expected + self.spec.timeout).as_secs_f64();
                    return Err(self.process.failure(&format!("did not move in {seconds:.1} s, nor after '?'")));
                }
                hurried = true;
                self.process.send("?")?;
                deadline = Instant::now() + grace(self.spec.timeout);
                continue;
            };
            if let Some(text) = moved(&line) {
                let mv = read_choice(turn, text).map_err(|error| self.process.failure(&error))?;
                return Ok(Choice { mv, thought: None, opinion });
            }
            if line.split_whitespace().next() == Some("resign") {
                return Err(Failure(Failure::RESIGNED.to_string()));
            }
            if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) && claim.is_none() {
                // The referee is ours: it may be wrong, and many go on.
                deadline = deadline.min(Instant::now() + CLAIM);
                claim = Some(line);
                continue;
            }
            if let Some(refusal) = self.refusal(&line) {
                return Err(self.process.failure(&refusal));
            }
            opinion = read_xboard(&line).or(opinion);
        }
    }

    /// Tells the first position and the time control of a game.
    fn set_up(&mut self, story: &Story, pace: &Pace) -> Result<(), Failure> {
        match story.variant {
            None => {}
            Some("chess960") if self.features.variants.split(',').any(|name| name.trim() == "fischerandom") => {
                self.ask("variant fischerandom".to_string())?;
                self.process.send("force")?;
            }
            Some(variant) => return Err(self.process.failure(&format!("does not play {variant}"))),
        }
        for line in &pace.start {
            self.ask(line.clone())?;
        }
        if !story.ordinary {
            if !self.features.setboard {
                let what = "cannot be given a position (it lacks the feature setboard), only games from the start";
                return Err(self.process.failure(what));
            }
            self.ask(format!("setboard {}", story.first))?;
        }
        Ok(())
    }

    fn send_times(&mut self, pace: &Pace) -> Result<(), Failure> {
        if let Some([own, other]) = pace.times.filter(|_| self.features.time) {
            let hundredths = |time: Duration| (time.as_millis() / 10).max(1);
            self.process.send(&format!("time {}", hundredths(own)))?;
            self.process.send(&format!("otim {}", hundredths(other)))?;
        }
        Ok(())
    }

    fn send_move(&mut self, mv: &str) -> Result<(), Failure> {
        let prefix = if self.features.usermove { "usermove " } else { "" };
        self.process.send(&format!("{prefix}{mv}"))
    }

    /// Sends a command that the program has to understand.
    fn ask(&mut self, line: String) -> Result<(), Failure> {
        self.process.send(&line)?;
        if !self.asked.contains(&line) {
            self.asked.push(line);
        }
        Ok(())
    }

    /// Waits until the program has done all that it was told, if it can say so, and forgets what it has said so far.
    fn settle(&mut self) -> Result<(), Failure> {
        if self.features.ping {
            self.pings += 1;
            let pong = format!("pong {}", self.pings);
            self.process.send(&format!("ping {}", self.pings))?;
            let deadline = Instant::now() + self.spec.timeout;
            loop {
                match self.line(deadline)? {
                    Some(line) if line == pong => return Ok(()),
                    Some(line) => self.object(&line)?,
                    None => {
                        let seconds = self.spec.timeout.as_secs_f64();
                        return Err(self.process.failure(&format!("did not answer 'ping' within {seconds:.1} s")));
                    }
                }
            }
        }
        // As many lines as can wait, and not one more: it may never stop writing.
        for _ in 0..1000 {
            match self.process.waiting()? {
                Some(line) => {
                    self.introduce(&line)?;
                    self.object(&line)?;
                }
                None => break,
            }
        }
        Ok(())
    }

    fn object(&mut self, line: &str) -> Result<(), Failure> {
        self.refusal(line).map_or(Ok(()), |refusal| Err(self.process.failure(&refusal)))
    }

    /// What is wrong if the program refuses something that it must not.
    fn refusal(&self, line: &str) -> Option<String> {
        let lower = line.to_ascii_lowercase();
        if !["illegal", "invalid", "error", "unknown", "tellusererror"].iter().any(|word| lower.starts_with(word)) {
            return None;
        }
        if let Some(command) = self.asked.iter().find(|command| line.ends_with(command.as_str())) {
            return Some(format!("does not understand '{command}' (it says '{line}')"));
        }
        if lower.contains("position") {
            return Some(format!("refused a legal position ('{line}')"));
        }
        let last = line.split_whitespace().last().unwrap_or_default();
        let ours = self.told.as_ref().is_some_and(|told| told.moves.iter().any(|mv| mv == last));
        let mute = lower.trim_end_matches(['.', '!', ':']) == "illegal move";
        (ours || mute).then(|| format!("refused a legal move ('{line}')"))
    }

    /// The next line. Features are answered whenever they come: GNU Chess tells them when it likes to.
    fn line(&mut self, deadline: Instant) -> Result<Option<String>, Failure> {
        let line = self.process.line(deadline)?;
        line.iter().try_for_each(|line| self.introduce(line))?;
        Ok(line)
    }

    fn introduce(&mut self, line: &str) -> Result<(), Failure> {
        let answers = self.features.hear(line).unwrap_or_default();
        answers.iter().try_for_each(|answer| self.process.send(answer))
    }
}

/// A move as the program wants it. In Chess960 the protocol has words for castling, as people do.
fn write<G: Game>(position: &G, mv: G::Move, san: bool) -> String {
    let record = || position.record_move(mv);
    if san {
        return record();
    }
    let castling = position.variant().map(|_| record().trim_end_matches(['+', '#']).to_string());
    castling.filter(|text| text.starts_with("O-O")).unwrap_or_else(|| position.write_move(mv))
}

/// The move that a line announces. Old programs say `My move is : e2e4`.
fn moved(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix("move ") {
        Some(rest) => rest,
        None => line.strip_prefix("My move is")?.trim_start().strip_prefix(':')?,
    };
    rest.split_whitespace().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_in_old_and_new_words() {
        assert_eq!(moved("move e2e4"), Some("e2e4"));
        assert_eq!(moved("My move is : d7d5"), Some("d7d5"));
        assert_eq!(moved("My move is: d7d5"), Some("d7d5"));
        assert_eq!(moved("moved e2e4"), None);
        assert_eq!(moved("1. ... d7d5"), None);
    }
}
