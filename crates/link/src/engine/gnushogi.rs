//! GNU Shogi in the words that it shares with xshogi, which no other program speaks.

use super::process::Process;
use super::read_choice;
use super::spec::EngineSpec;
use super::story::Story;
use arena::{Choice, Clock, Failure, Turn};
use game::{Game, Side};
use std::time::{Duration, Instant};

/// What it says when it is there.
const BANNER: &str = "GNU Shogi";
/// For a move that is limited by its depth alone.
const AMPLE: Duration = Duration::from_secs(300);
/// No move can be limited to less.
const SHORTEST: Duration = Duration::from_secs(1);
/// How long it may take to move after it has said that the game is over.
const CLAIM: Duration = Duration::from_secs(1);
/// The time control that is told where a clock has none.
const MOVES: u32 = 40;

/// A running GNU Shogi.
pub(super) struct GnuShogi {
    process: Process,
    spec: EngineSpec,
    /// What it has been told of the current game; `None` before the first move.
    told: Option<Story>,
}

impl GnuShogi {
    /// Starts it.
    pub fn start(spec: &EngineSpec) -> Result<GnuShogi, Failure> {
        let process = Process::start(spec)?;
        let mut program = GnuShogi { process, spec: spec.clone(), told: None };
        let deadline = Instant::now() + spec.timeout;
        loop {
            match program.process.line(deadline)? {
                Some(line) if line.contains(BANNER) => return Ok(program),
                Some(_) => {}
                None => {
                    let seconds = spec.timeout.as_secs_f64();
                    return Err(program.process.failure(&format!("did not say '{BANNER}' within {seconds:.1} s")));
                }
            }
        }
    }

    /// A new game begins: it is told with the first move.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.told = None;
        // Nothing answers, but one that has died is found out.
        self.process.send("new")?;
        self.process.waiting().map(|_| ())
    }

    /// Asks for a move.
    pub fn choose<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        let story = Story::of(turn, G::write_move);
        if !story.ordinary {
            return Err(self.process.failure("cannot be given a position, only games from the start"));
        }
        let known = self.told.take();
        match known.as_ref().and_then(|known| story.since(known)) {
            Some([reply]) => {
                self.send_times(turn.clock)?;
                self.process.send(reply)?;
            }
            _ => self.set_up(&story, turn)?,
        }
        let choice = self.listen(turn)?;
        let mut told = story;
        told.moves.push(turn.position().write_move(choice.mv));
        self.told = Some(told);
        Ok(choice)
    }

    /// What happened is beyond repair.
    pub fn give_up(&mut self) {
        self.process.give_up();
    }

    /// Tells the whole game and lets it go on. `new` also stops it from thinking on the opponent's time; its command `easy` would
    /// change that again.
    fn set_up<G: Game>(&mut self, story: &Story, turn: &Turn<G>) -> Result<(), Failure> {
        let mut lines = vec!["new".to_string(), self.level(turn.clock)];
        if let Some(depth) = self.spec.limits.depth {
            lines.extend(["depth".to_string(), depth.to_string()]);
        }
        lines.extend(self.spec.init.iter().cloned());
        if !story.moves.is_empty() {
            lines.push("force".to_string());
            lines.extend(story.moves.iter().cloned());
        }
        lines.push(if turn.position().side() == Side::First { "black" } else { "white" }.to_string());
        lines.iter().try_for_each(|line| self.process.send(line))?;
        self.send_times(turn.clock)?;
        self.process.send("go")
    }

    /// A number of moves in so much time, or so much for each move if the number is 0; in whole seconds.
    fn level(&self, clock: Option<Clock>) -> String {
        let (moves, time) = match clock.map(Clock::without_byoyomi) {
            Some(clock) => (clock.moves_to_go.unwrap_or(MOVES), clock.own),
            None if self.spec.limits.depth.is_some() => (0, self.spec.limits.movetime.unwrap_or(AMPLE)),
            None => (0, self.spec.limits.movetime.unwrap_or(SHORTEST)),
        };
        let seconds = time.as_secs().max(1);
        format!("level {moves} {}:{:02}", seconds / 60, seconds % 60)
    }

    fn send_times(&mut self, clock: Option<Clock>) -> Result<(), Failure> {
        let Some(clock) = clock.map(Clock::without_byoyomi) else { return Ok(()) };
        let hundredths = |time: Duration| (time.as_millis() / 10).max(1);
        self.process.send(&format!("time {}", hundredths(clock.own)))?;
        self.process.send(&format!("otime {}", hundredths(clock.other)))
    }

    /// Waits for the move.
    fn listen<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        let clock = turn.clock.map(|clock| clock.own + clock.byoyomi);
        let expected = clock.or(self.spec.limits.movetime).unwrap_or_default();
        let mut deadline = Instant::now() + expected + self.spec.timeout;
        let mut claim = None;
        loop {
            let Some(line) = self.process.line(deadline)? else {
                let seconds = (expected + self.spec.timeout).as_secs_f64();
                let what = match claim {
                    Some(claim) => format!("claims '{claim}' and does not move"),
                    None => format!("did not move in {seconds:.1} s"),
                };
                return Err(self.process.failure(&what));
            };
            if let Some(text) = moved(&line) {
                let mv = read_choice(turn, text).map_err(|error| self.process.failure(&error))?;
                return Ok(Choice { mv, thought: None, opinion: None });
            }
            let lower = line.to_ascii_lowercase();
            if lower.contains("resigns") {
                return Err(Failure(Failure::RESIGNED.to_string()));
            }
            if lower.contains("illegal") {
                return Err(self.process.failure(&format!("refused a legal move ('{line}')")));
            }
            if (lower.starts_with("draw") || lower.contains("mates!")) && claim.is_none() {
                deadline = deadline.min(Instant::now() + CLAIM);
                claim = Some(line);
            }
        }
    }
}

/// The move that a line announces: `3. ... 8h2b+ 20000`, perhaps after a prompt. Moves that it was told are repeated without dots.
fn moved(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| *word != "...");
    words.nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_own_moves_have_dots() {
        assert_eq!(moved("1. ... 8h2b+ 20000"), Some("8h2b+"));
        assert_eq!(moved("depth = 1. ... 7g7f 0"), Some("7g7f"));
        assert_eq!(moved("12. ... P*5e -10"), Some("P*5e"));
        assert_eq!(moved("3. 8b4b 20000"), None);
        assert_eq!(moved("Clocks: 20000 20000"), None);
        assert_eq!(moved("1. ..."), None);
    }
}
