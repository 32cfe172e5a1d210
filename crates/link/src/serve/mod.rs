//! This program as an engine for others: UCI and xboard over one session, whatever the game.
//!
//! One thread reads commands, the caller's thread obeys them, a third one searches. All that is said goes through one
//! [`Output`].

mod control;
mod course;
mod event;
mod go;
mod input;
mod mind;
mod moves;
mod output;
mod score;
mod session;
mod settings;
mod uci;
mod worker;
mod xboard;

pub use mind::{Mind, Thinker};
pub use session::Loader;
pub use settings::{MOST_HASH, Settings};

use event::{Done, Event};
use game::Game;
use output::{Output, quoted};
use session::Session;
use std::io::{Read, Write};
use std::sync::mpsc::sync_channel;
use uci::Uci;
use xboard::Xboard;

/// What an engine needs to start.
pub struct Setup<G: Game> {
    /// Its name and version.
    pub name: String,
    /// The settings that it begins with.
    pub settings: Settings,
    /// Makes a mind of weights.
    pub load: Loader<G>,
    /// Speak xboard from the start; else the first command decides.
    pub xboard: bool,
}

/// What to do after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

/// A protocol: it translates between lines and a session.
trait Dialogue<G: Game> {
    /// Obeys a command, which is not empty.
    fn command(&mut self, session: &mut Session<G>, line: &str) -> Flow;
    /// A search has ended by itself.
    fn finished(&mut self, session: &mut Session<G>, done: Done<G>);
    /// A line was too long for any command.
    fn too_long(&mut self, session: &mut Session<G>);
    /// Nobody will say anything any more.
    fn leave(&mut self, session: &mut Session<G>);
}

/// Commands that wait to be obeyed; then the reader waits.
const QUEUE: usize = 256;

/// Plays for another program until it says `quit` or goes away. Fails only if the weights cannot be loaded.
pub fn serve<G: Game>(
    setup: Setup<G>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), String> {
    let (sender, events) = sync_channel(QUEUE);
    let out = Output::new(output);
    let mut session = Session::new(setup.name, setup.settings, setup.load, out.clone(), (sender.clone(), events))?;
    input::listen(input, sender);
    let mut dialogue: Option<Box<dyn Dialogue<G>>> =
        if setup.xboard { Some(Box::new(Xboard::<G>::new())) } else { None };
    while !out.closed() {
        let event = session.next();
        if let (None, Event::Line(line)) = (&dialogue, &event) {
            dialogue = choose(line);
            if dialogue.is_none() && !line.is_empty() {
                out.say(&format!("info string unknown command: {}", quoted(line)));
            }
        }
        match (&mut dialogue, event) {
            (None, Event::End) => break,
            (Some(dialogue), Event::Line(line)) => {
                let flow = if line.is_empty() { Flow::On } else { dialogue.command(&mut session, &line) };
                if flow == Flow::Quit {
                    break;
                }
            }
            (Some(dialogue), Event::Done(done)) => dialogue.finished(&mut session, done),
            (Some(dialogue), Event::TooLong) => dialogue.too_long(&mut session),
            (Some(dialogue), Event::End) => {
                dialogue.leave(&mut session);
                break;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The protocol that a first command belongs to, if it is one.
fn choose<G: Game>(line: &str) -> Option<Box<dyn Dialogue<G>>> {
    let word = line.split_whitespace().next()?;
    match word {
        "xboard" | "protover" => Some(Box::new(Xboard::new())),
        _ if uci::COMMANDS.contains(&word) => Some(Box::new(Uci::new())),
        _ => None,
    }
}
