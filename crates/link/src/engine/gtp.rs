//! Programs that speak GTP, the Go Text Protocol (version 2), which Othello programs use, too.

use super::process::Process;
use super::read_choice;
use super::spec::EngineSpec;
use super::story::Story;
use arena::{Choice, Failure, Turn};
use game::{Game, Side};
use std::time::{Duration, Instant};

const PASS: &str = "pass";

/// A running GTP program.
///
/// GTP has no words for depth, nodes or options: arguments say how strong a program plays.
pub(super) struct Gtp {
    process: Process,
    spec: EngineSpec,
    /// What it has been told of the current game, colours included; `None` before the first move.
    told: Option<Story>,
    /// The number of the last command: answers repeat it.
    commands: u32,
}

impl Gtp {
    /// Starts the program.
    pub fn start(spec: &EngineSpec) -> Result<Gtp, Failure> {
        let mut gtp = Gtp { process: Process::start(spec)?, spec: spec.clone(), told: None, commands: 0 };
        gtp.must("protocol_version")?;
        Ok(gtp)
    }

    /// A new game begins.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.told = None;
        self.must("clear_board").map(drop)
    }

    /// Asks for a move.
    pub fn choose<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        let story = Story::of(turn, stated);
        let new = self.told.is_none();
        let fresh = match self.told.take().as_ref().and_then(|told| story.since(told)) {
            Some(fresh) => fresh.to_vec(),
            None => {
                self.set_up::<G>(&story)?;
                story.moves.clone()
            }
        };
        for mv in fresh {
            match self.ask(&format!("play {mv}"), Duration::ZERO)? {
                Err(error) if !mv.ends_with(PASS) => {
                    return Err(self.process.failure(&format!("refused a legal move ('play {mv}': '{error}')")));
                }
                // Some know who has to pass and do not want to be told.
                _ => {}
            }
        }
        let expected = self.tell_time(turn, new)?;
        let position = turn.position();
        let asked = self.ask(&format!("genmove {}", color(position.side())), expected)?;
        // Case means nothing in GTP; games write their squares in small letters.
        let text = asked.map_err(|error| self.process.failure(&format!("found no move ('{error}')")))?;
        let text = text.to_ascii_lowercase();
        if text == "resign" {
            return Err(Failure(Failure::RESIGNED.to_string()));
        }
        let mv = read_choice(turn, &text).map_err(|error| self.process.failure(&error))?;
        let mut told = story;
        told.moves.push(stated(position, mv));
        self.told = Some(told);
        Ok(Choice { mv, thought: None, opinion: None })
    }

    /// How the game ended: GTP has no word for it.
    pub fn tell_result(&mut self, _result: &str) -> Result<(), Failure> {
        Ok(())
    }

    /// What happened is beyond repair.
    pub fn give_up(&mut self) {
        self.process.give_up();
    }

    /// Says which game it is.
    fn set_up<G: Game>(&mut self, story: &Story) -> Result<(), Failure> {
        if !story.ordinary {
            return Err(self.process.failure("cannot be given a position (GTP has no word for it), only games"));
        }
        // A program of one game only does not have to know this.
        if self.knows("set_game")? {
            let (first, rest) = G::NAME.split_at(1);
            self.must(&format!("set_game {}{rest}", first.to_ascii_uppercase()))?;
        }
        // Texts of positions have their rows between slashes.
        let rows = story.first.split(' ').next().unwrap_or_default().split('/').count();
        self.must(&format!("boardsize {rows}"))?;
        for line in self.spec.init.clone() {
            self.must(&line)?;
        }
        self.must("clear_board").map(drop)
    }

    /// Tells the time that there is, in whole seconds, and gives how long the move should take.
    fn tell_time<G: Game>(&mut self, turn: &Turn<G>, new: bool) -> Result<Duration, Failure> {
        let seconds = |time: Duration| time.as_millis().div_ceil(1000);
        match (turn.clock, self.spec.limits.movetime) {
            (Some(clock), _) => {
                if new && self.knows("time_settings")? {
                    self.must(&format!("time_settings {} 0 0", seconds(clock.own)))?;
                }
                if self.knows("time_left")? {
                    self.must(&format!("time_left {} {} 0", color(turn.position().side()), clock.own.as_secs()))?;
                }
                Ok(clock.own)
            }
            (None, Some(time)) => {
                if new && self.knows("time_settings")? {
                    self.must(&format!("time_settings 0 {} 1", seconds(time)))?;
                }
                Ok(time)
            }
            (None, None) => Ok(Duration::ZERO),
        }
    }

    fn knows(&mut self, command: &str) -> Result<bool, Failure> {
        Ok(self.ask(&format!("known_command {command}"), Duration::ZERO)?.is_ok_and(|answer| answer == "true"))
    }

    /// Sends a command that the program has to obey.
    fn must(&mut self, command: &str) -> Result<String, Failure> {
        let answer = self.ask(command, Duration::ZERO)?;
        answer.map_err(|error| self.process.failure(&format!("refused '{command}' ('{error}')")))
    }

    /// Sends a command and waits for its answer, or for the reason why there is none.
    fn ask(&mut self, command: &str, expected: Duration) -> Result<Result<String, String>, Failure> {
        self.commands += 1;
        let id = self.commands.to_string();
        self.process.send(&format!("{id} {command}"))?;
        let patience = expected + self.spec.timeout;
        let deadline = Instant::now() + patience;
        loop {
            match self.process.line(deadline)? {
                Some(line) => {
                    if let Some(answer) = answer(&line, &id) {
                        return Ok(answer);
                    }
                }
                None => {
                    let seconds = patience.as_secs_f64();
                    return Err(self.process.failure(&format!("did not answer '{command}' within {seconds:.1} s")));
                }
            }
        }
    }
}

/// Whoever begins is called black.
fn color(side: Side) -> &'static str {
    ["black", "white"][side.index()]
}

/// A move with its colour.
fn stated<G: Game>(position: &G, mv: G::Move) -> String {
    format!("{} {}", color(position.side()), position.write_move(mv))
}

/// The answer to command `id` in a line, or the reason why there is none: `=7 d3`, `?7 illegal move`.
fn answer(line: &str, id: &str) -> Option<Result<String, String>> {
    let rest = line.strip_prefix(['=', '?'])?.strip_prefix(id)?;
    let text = rest.trim().to_string();
    (rest.is_empty() || rest.starts_with(char::is_whitespace))
        .then(|| if line.starts_with('=') { Ok(text) } else { Err(text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_belong_to_their_commands() {
        assert_eq!(answer("=7 D3", "7"), Some(Ok("D3".to_string())));
        assert_eq!(answer("=7", "7"), Some(Ok(String::new())));
        assert_eq!(answer("?7 illegal move", "7"), Some(Err("illegal move".to_string())));
        for line in ["= D3", "=71 D3", "=6 D3", "d3", "7 d3", "=x"] {
            assert_eq!(answer(line, "7"), None, "{line}");
        }
    }
}
