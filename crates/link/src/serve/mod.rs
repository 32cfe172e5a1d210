//! This program as an engine for others: UCI, USI and xboard over one session, whatever the game.
//!
//! One thread reads commands, the caller's thread obeys them, a third one searches. All that is said goes through one
//! [`Output`].

mod archive;
mod boards;
mod control;
mod course;
mod dialect;
mod event;
mod go;
mod ics;
mod input;
mod lichess;
mod mind;
mod moves;
mod output;
mod score;
mod session;
mod settings;
mod uci;
mod worker;
mod xboard;

pub use archive::Archive;
pub use boards::answer_boards;
pub use ics::{Account, Ics, Rules as IcsRules};
pub use lichess::{Api, LichessGame, Requests, Rules as LichessRules, Trouble};
pub use mind::{Mind, Patience, Thinker};
pub use session::Loader;
pub use settings::{BRAIN_MODES, MOST_HASH, Settings};

use dialect::Dialect;
use event::{Done, Event};
use game::Game;
use ics::Telnet;
use output::{Output, quoted};
use session::Session;
use std::io::{Read, Write};
use std::sync::mpsc::sync_channel;
use std::time::Duration;
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
    /// What UCI and USI have in common is taken for USI.
    pub usi: bool,
}

/// Hears what is worth telling the owner.
pub type Tell = Box<dyn FnMut(&str) + Send>;

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
    /// Tells people something.
    fn tell(&mut self, session: &Session<G>, text: &str);
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
    let usual = if setup.usi { Dialect::Usi } else { Dialect::Uci };
    while !out.closed() {
        let event = session.next();
        if let (None, Event::Line(line)) = (&dialogue, &event) {
            dialogue = choose(line, usual);
            if dialogue.is_none() && !line.is_empty() {
                out.say(&format!("info string unknown command: {}", quoted(line)));
            }
        }
        let flow = match &mut dialogue {
            Some(dialogue) => attend(&mut session, dialogue.as_mut(), event),
            None if matches!(event, Event::End) => Flow::Quit,
            None => Flow::On,
        };
        if flow == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// Lets a dialogue deal with what has happened.
fn attend<G: Game>(session: &mut Session<G>, dialogue: &mut dyn Dialogue<G>, event: Event<G>) -> Flow {
    let flow = match event {
        Event::Line(line) if line.is_empty() => Flow::On,
        Event::Line(line) => dialogue.command(session, &line),
        Event::Done(done) => {
            dialogue.finished(session, done);
            Flow::On
        }
        Event::TooLong => {
            dialogue.too_long(session);
            Flow::On
        }
        Event::End => {
            dialogue.leave(session);
            Flow::Quit
        }
        Event::Ready => Flow::On,
    };
    while let Ok(text) = session.news.1.try_recv() {
        dialogue.tell(session, &text.replace(char::is_control, " "));
    }
    flow
}

/// Puts in order what an engine has learnt, before anybody is called: nobody waits then. Tells what was done.
pub fn prepare<G: Game>(setup: &Setup<G>, hurry: &dyn Fn() -> bool) -> Result<Option<String>, String> {
    let mut mind = (setup.load)(&setup.settings)?;
    mind.configure(setup.settings.options());
    Ok(mind.tidy(&Patience { most: None, usual: Some(setup.settings.brain_time), hurry }))
}

/// How often a server hears something from us.
const ALIVE: Duration = Duration::from_secs(300);

/// Plays on an Internet Chess Server over a connection until it ends or the player leaves. Fails only if the weights cannot be
/// loaded.
pub fn visit<G: Game>(
    setup: Setup<G>,
    archive: Option<Archive>,
    (reader, writer): (impl Read + Send + 'static, impl Write + Send + 'static),
    player: &mut Ics,
) -> Result<(), String> {
    let out = Output::new(writer);
    let alive = out.clone();
    // Servers send idle players away. The thread ends with the first line that cannot be sent.
    std::thread::spawn(move || {
        while !alive.closed() {
            std::thread::sleep(ALIVE);
            alive.say("");
        }
    });
    player.connected();
    converse(setup, archive, (Telnet::new(reader), out), player)
}

/// Plays a game on Lichess as long as its stream lasts. Fails only if the weights cannot be loaded.
pub fn follow<G: Game>(
    setup: Setup<G>,
    archive: Option<Archive>,
    (stream, requests): (impl Read + Send + 'static, Requests),
    game: &mut LichessGame,
) -> Result<(), String> {
    converse(setup, archive, (stream, Output::new(requests)), game)
}

fn converse<G: Game>(
    setup: Setup<G>,
    archive: Option<Archive>,
    (reader, out): (impl Read + Send + 'static, Output),
    dialogue: &mut dyn Dialogue<G>,
) -> Result<(), String> {
    let (sender, events) = sync_channel(QUEUE);
    let mut session = Session::new(setup.name, setup.settings, setup.load, out.clone(), (sender.clone(), events))?;
    (session.archive, session.patient) = (archive, true);
    input::listen(reader, sender);
    while !out.closed() {
        let event = session.next();
        if attend(&mut session, dialogue, event) == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// The protocol that a first command belongs to, if it is one.
fn choose<G: Game>(line: &str, usual: Dialect) -> Option<Box<dyn Dialogue<G>>> {
    let word = line.split_whitespace().next()?;
    match word {
        "xboard" | "protover" => Some(Box::new(Xboard::new())),
        _ => Some(Box::new(Uci::new(Dialect::of(word, usual)?))),
    }
}
