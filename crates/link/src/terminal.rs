//! A person at a terminal as a player.

use arena::{Choice, Failure, Player, Turn};
use game::{Dice, Game};
use std::io::{BufRead, Write};

/// Reads moves from `input` and shows positions on `output`.
pub struct Terminal<R, W> {
    input: R,
    output: W,
}

impl<R: BufRead, W: Write> Terminal<R, W> {
    /// A player who types into `input` and looks at `output`.
    pub fn new(input: R, output: W) -> Terminal<R, W> {
        Terminal { input, output }
    }

    fn ask<G: Game>(&mut self, position: &G) -> std::io::Result<Option<G::Move>> {
        loop {
            write!(self.output, "your move (? for help): ")?;
            self.output.flush()?;
            let mut bytes = Vec::new();
            if self.input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            match String::from_utf8_lossy(&bytes).trim() {
                "" => {}
                "quit" | "resign" => return Ok(None),
                "?" | "help" => {
                    let list: Vec<String> = position.move_list().iter().map(|mv| position.write_move(*mv)).collect();
                    writeln!(self.output, "moves: {}\n'resign' gives up", list.join(" "))?;
                }
                text => match position.read_move(text) {
                    Ok(mv) => return Ok(Some(mv)),
                    Err(error) => writeln!(self.output, "{error}")?,
                },
            }
        }
    }
}

impl<G: Game, R: BufRead, W: Write> Player<G> for Terminal<R, W> {
    fn choose(&mut self, turn: &Turn<G>, _: &mut Dice) -> Result<Choice<G>, Failure> {
        let position = turn.position();
        let shown = writeln!(self.output, "\n{}\n", position.picture());
        match shown.and_then(|()| self.ask(position)) {
            Ok(Some(mv)) => Ok(Choice { mv, thought: None, opinion: None }),
            Ok(None) => Err(Failure("resigned".to_string())),
            Err(error) => Err(Failure(format!("the terminal failed: {error}"))),
        }
    }
}
