//! Other programs as players, over the protocols that they speak.

mod features;
mod gnubg;
mod gnushogi;
mod gtp;
mod lines;
mod locate;
mod opinion;
mod options;
mod pace;
mod process;
mod scratch;
mod spec;
mod story;
mod uci;
mod words;
mod xboard;

pub use process::end_all;
pub use spec::EngineSpec;

use arena::{Choice, Failure, Player, Turn};
use game::{Dice, Game, Outcome, Side};
use spec::Protocol;
use std::time::Duration;

/// Where neither the player string nor a clock says anything.
const DEFAULT_MOVETIME: Duration = Duration::from_millis(100);

/// A program that plays. It is started when it is first needed, and again after it has failed.
///
/// A failure costs one game. Dropping the player ends the program and everything that it has started.
pub struct EnginePlayer {
    spec: EngineSpec,
    client: Option<Client>,
    /// What went wrong at the start of the game, where nobody could be told.
    trouble: Option<Failure>,
    /// The last opinion: who had it, and the value for it.
    last: Option<(Side, i32)>,
    /// The side that it plays in this game, once it has been asked for a move.
    side: Option<Side>,
}

/// A running program, by protocol.
enum Client {
    Uci(Box<uci::Uci>),
    Xboard(Box<xboard::Xboard>),
    GnuShogi(Box<gnushogi::GnuShogi>),
    Gnubg(Box<gnubg::Gnubg>),
    Gtp(Box<gtp::Gtp>),
}

impl Client {
    fn start(spec: &EngineSpec) -> Result<Client, Failure> {
        match spec.protocol {
            Protocol::Uci | Protocol::Usi => uci::Uci::start(spec).map(|client| Client::Uci(Box::new(client))),
            Protocol::Xboard => xboard::Xboard::start(spec).map(|client| Client::Xboard(Box::new(client))),
            Protocol::GnuShogi => gnushogi::GnuShogi::start(spec).map(|client| Client::GnuShogi(Box::new(client))),
            Protocol::Gnubg => gnubg::Gnubg::start(spec).map(|client| Client::Gnubg(Box::new(client))),
            Protocol::Gtp => gtp::Gtp::start(spec).map(|client| Client::Gtp(Box::new(client))),
        }
    }

    fn reusable(&self) -> bool {
        match self {
            Client::Uci(_) | Client::GnuShogi(_) | Client::Gnubg(_) | Client::Gtp(_) => true,
            Client::Xboard(client) => client.reusable(),
        }
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        match self {
            Client::Uci(client) => client.new_game(),
            Client::Xboard(client) => client.new_game(),
            Client::GnuShogi(client) => client.new_game(),
            // It is asked about single positions.
            Client::Gnubg(_) => Ok(()),
            Client::Gtp(client) => client.new_game(),
        }
    }

    fn choose<G: Game>(&mut self, turn: &Turn<G>) -> Result<Choice<G>, Failure> {
        match self {
            Client::Uci(client) => client.choose(turn),
            Client::Xboard(client) => client.choose(turn),
            Client::GnuShogi(client) => client.choose(turn),
            Client::Gnubg(client) => client.choose(turn),
            Client::Gtp(client) => client.choose(turn),
        }
    }

    /// How the game ended for the program on a side.
    fn tell_result(&mut self, outcome: Outcome, side: Side) -> Result<(), Failure> {
        match self {
            Client::Uci(client) => client.tell_result(outcome, side),
            Client::Xboard(client) => client.tell_result(&outcome.to_string()),
            // They have no word for it, and do not learn.
            Client::GnuShogi(_) | Client::Gnubg(_) => Ok(()),
            Client::Gtp(client) => client.tell_result(&outcome.to_string()),
        }
    }

    fn give_up(&mut self) {
        match self {
            Client::Uci(client) => client.give_up(),
            Client::Xboard(client) => client.give_up(),
            Client::GnuShogi(client) => client.give_up(),
            Client::Gnubg(_) => {}
            Client::Gtp(client) => client.give_up(),
        }
    }
}

impl EnginePlayer {
    /// A player that starts the program when it is needed.
    pub fn new(spec: EngineSpec) -> EnginePlayer {
        EnginePlayer { spec, client: None, trouble: None, last: None, side: None }
    }

    /// Starts the program, or tells a running one that a new game begins. Games do it by themselves; whoever wants to know
    /// early whether the program is there and knows its options can call it before.
    pub fn prepare(&mut self) -> Result<(), Failure> {
        (self.last, self.side) = (None, None);
        // One that has died since its last game costs nobody a game.
        if let Some(mut client) = self.client.take().filter(Client::reusable) {
            match client.new_game() {
                Ok(()) => {
                    self.client = Some(client);
                    return Ok(());
                }
                Err(_) => client.give_up(),
            }
        }
        let mut client = Client::start(&self.spec)?;
        client.new_game()?;
        self.client = Some(client);
        Ok(())
    }
}

impl<G: Game> Player<G> for EnginePlayer {
    fn begin(&mut self) {
        self.trouble = self.prepare().err();
    }

    fn choose(&mut self, turn: &Turn<G>, _: &mut Dice) -> Result<Choice<G>, Failure> {
        if let Some(failure) = self.trouble.take() {
            return Err(failure);
        }
        if self.client.is_none() {
            self.prepare()?;
        }
        let side = turn.position().side();
        self.side = Some(side);
        let mut client = self.client.take().expect("a prepared player has a program");
        match client.choose(turn) {
            Ok(choice) => {
                self.last = choice.opinion.map(|opinion| (side, opinion.value)).or(self.last);
                self.client = Some(client);
                Ok(choice)
            }
            Err(failure) if failure.0 == Failure::RESIGNED => {
                self.client = Some(client);
                Err(failure)
            }
            Err(failure) => {
                client.give_up();
                Err(failure)
            }
        }
    }

    /// Tells the program how the game ended. If it cannot be told, the next game will show.
    fn finish(&mut self, outcome: Option<Outcome>) {
        if let (Some(client), Some(outcome), Some(side)) = (&mut self.client, outcome, self.side) {
            let _ = client.tell_result(outcome, side);
        }
    }

    /// What it thought of its last move: programs are not asked about positions in which they are not to move.
    fn opinion(&mut self, _: &G) -> Option<i32> {
        self.last.map(|(side, value)| side.view(value).signum())
    }
}

/// How long a program may take to move after it was told to stop thinking.
fn grace(timeout: Duration) -> Duration {
    timeout.min(Duration::from_secs(2))
}

/// The move that a program has written.
fn read_choice<G: Game>(turn: &Turn<G>, text: &str) -> Result<G::Move, String> {
    turn.position().read_move(text).map_err(|error| {
        // An error may list all legal moves, which is more than a table wants to show.
        let error: String = error.chars().take(200).collect();
        format!("played an illegal move: {error}")
    })
}
