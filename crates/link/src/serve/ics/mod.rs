//! Play on an Internet Chess Server, FICS and its kin: the server's lines are the commands, and what is said are moves.

mod board;
mod line;
mod rules;
mod telnet;

pub use rules::Rules;
pub use telnet::Telnet;

use super::control::Control;
use super::course::Course;
use super::event::Done;
use super::session::Session;
use super::{Dialogue, Flow, Tell};
use arena::{Clock, Opposition};
use board::{Board, placement};
use game::{Game, Side};
use line::{Line, Offer};
use search::Limits;

/// What the server is asked for once we are in. Answers are not waited for.
const SET_UP: [&str; 12] = [
    "set style 12",
    "set seek 0",
    "set shout 0",
    "set cshout 0",
    "set bell 0",
    "set highlight 0",
    "set gin 0",
    "set pin 0",
    "set width 240",
    "set autoflag 1",
    "set open 1",
    "iset nowrap 1",
];
/// Lines that a server may break in two.
const LONG: [&str; 2] = ["Challenge: ", "{Game "];

/// Who plays.
#[derive(Clone)]
pub struct Account {
    /// The name on the server; `guest` gets one from the server.
    pub name: String,
    /// The password of a registered name. It is sent to the server, and nowhere else.
    pub password: Option<String>,
}

/// A player on a server. It survives a connection: what it knows of games in progress helps with the next one.
pub struct Ics {
    account: Account,
    rules: Rules,
    tell: Tell,
    /// The name that the server knows.
    name: String,
    inside: bool,
    game: Option<Running>,
    ratings: Vec<(String, f64)>,
    /// A line that may go on in the next one.
    half: Option<String>,
    /// Games finished.
    played: u64,
    /// Why it makes no sense to try again.
    refused: Option<String>,
}

/// A game in progress.
struct Running {
    number: u32,
    /// The number of the move that is to be made, by the server's board.
    to_move: usize,
    /// What the own position seemed to be worth, in hundredths of a pawn.
    value: Option<i32>,
    /// Moves that the server did not take, one after the other.
    refused: u32,
}

/// After so many moves in a row that the server did not take, the game is given up.
const STUBBORN: u32 = 3;

impl Ics {
    /// Somebody who is not on the server yet.
    pub fn new(account: Account, rules: Rules, tell: Tell) -> Ics {
        let name = account.name.clone();
        Ics {
            account,
            rules,
            tell,
            name,
            inside: false,
            game: None,
            ratings: Vec::new(),
            half: None,
            played: 0,
            refused: None,
        }
    }

    /// A new connection begins.
    pub fn connected(&mut self) {
        (self.inside, self.game, self.half) = (false, None, None);
    }

    /// Games finished so far.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Why the server does not want us.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// True if all games have been played that were asked for.
    pub fn done(&self) -> bool {
        self.rules.games.is_some_and(|games| self.played >= games)
    }

    fn enter<G: Game>(&mut self, session: &Session<G>) {
        if std::mem::replace(&mut self.inside, true) {
            return;
        }
        (self.tell)(&format!("on the server as {}", self.name));
        session.out.say(&SET_UP.join("\n"));
        self.rules.commands.iter().for_each(|line| session.out.say(line));
        self.seek(session);
    }

    fn seek<G: Game>(&self, session: &Session<G>) {
        self.rules.seek.iter().for_each(|seek| session.out.say(&seek.command()));
    }

    fn is_own(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(&self.name)
    }

    fn begins<G: Game>(&mut self, session: &mut Session<G>, number: u32, names: &[String; 2]) {
        let own = match names {
            [white, _] if self.is_own(white) => Side::First,
            [_, black] if self.is_own(black) => Side::Second,
            _ => return,
        };
        session.halt();
        session.begin();
        session.forget();
        session.course = Course::new(G::start());
        let rating =
            |name: &str| self.ratings.iter().rfind(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, r)| *r);
        let other = names[own.other().index()].clone();
        let (own_rating, rating) = (rating(&names[own.index()]), rating(&other));
        session.opposition = Opposition { name: Some(other.clone()), own_rating, rating };
        session.own = Some(own);
        if let Some(archive) = &mut session.archive {
            archive.name.clone_from(&names[own.index()]);
        }
        (self.tell)(&format!("game {number} against {other}"));
        self.game = Some(Running { number, to_move: 1, value: None, refused: 0 });
    }

    fn board<G: Game>(&mut self, session: &mut Session<G>, board: &Board) {
        let Some(own) = board.own else { return };
        if self.game.as_ref().is_none_or(|game| game.number != board.game) {
            // A game that goes on after a connection was lost has no line that says so.
            self.begins(session, board.game, &board.names);
        }
        let Some(game) = &mut self.game else { return };
        game.to_move = board.number;
        if session.running().is_some() && placement(&session.course.position().to_string()) == board.placement() {
            // The same position again, perhaps with other clocks: it is being thought about.
            return;
        }
        session.halt();
        if let Err(error) = follow(session, board) {
            (self.tell)(&format!("a board that cannot be read: {error}"));
            return;
        }
        if board.turn == own {
            self.think(session, board);
        }
    }

    fn think<G: Game>(&mut self, session: &mut Session<G>, board: &Board) {
        if let Some(ended) = session.course.ended() {
            // Repetitions and long games are draws for those who claim them.
            if ended.outcome == game::Outcome::DRAW {
                session.out.say("draw");
            }
            return;
        }
        let own = board.turn.index();
        let clock = Clock {
            own: board.clocks[own],
            other: board.clocks[1 - own],
            own_increment: board.increment,
            other_increment: board.increment,
            ..Clock::default()
        };
        let control = Control::new(Some(session.budget(&clock)), false, false);
        session.think(session.course.line().to_vec(), Limits::default(), control, |_| None);
    }

    fn over<G: Game>(&mut self, session: &mut Session<G>, number: u32, why: &str, result: &str) {
        if self.game.as_ref().is_none_or(|game| game.number != number) {
            return;
        }
        self.game = None;
        session.halt();
        (self.tell)(&format!("game {number}: {why} {result}"));
        if result != "*" {
            self.played += 1;
            if let Err(error) = session.result(result, why) {
                (self.tell)(&error);
            }
        }
    }

    fn answer<G: Game>(&mut self, session: &mut Session<G>, offer: Offer) {
        let (value, to_move) = self.game.as_ref().map_or((None, 1), |game| (game.value, game.to_move));
        let (kind, agree) = match offer {
            Offer::Draw => ("draw", value.is_some_and(|value| value <= self.rules.draw_at)),
            Offer::Abort => ("abort", to_move <= self.rules.abort_before),
            Offer::Other => ("", false),
        };
        let word = if agree { "accept" } else { "decline" };
        session.out.say(format!("{word} {kind}").trim_end());
    }

    /// Obeys a line that is whole.
    fn obey<G: Game>(&mut self, session: &mut Session<G>, text: &str) -> Flow {
        if let Some(board) = Board::read(text) {
            self.board(session, &board);
            return Flow::On;
        }
        match Line::read(text) {
            Some(Line::Login) => session.out.say(&self.account.name),
            Some(Line::Password) => match &self.account.password {
                Some(password) => session.out.say(password),
                None => return self.refuse(format!("{} is a registered name, and there is no password", self.name)),
            },
            Some(Line::Return(name)) => {
                self.name = name;
                session.out.say("");
            }
            Some(Line::Session(name)) => {
                self.name = name;
                self.enter(session);
            }
            Some(Line::Prompt) => self.enter(session),
            Some(Line::Refused(why)) => return self.refuse(why),
            Some(Line::Challenge(challenge)) => {
                let welcome = self.game.is_none() && !self.done() && self.rules.accept.welcomes(&challenge);
                self.ratings.extend(challenge.rating.map(|rating| (challenge.name.clone(), rating)));
                let word = if welcome { "accept" } else { "decline" };
                session.out.say(&format!("{word} {}", challenge.name));
            }
            Some(Line::Ratings(players)) => {
                self.ratings.retain(|(name, _)| players.iter().all(|(other, _)| name != other));
                self.ratings.extend(players.into_iter().filter(|(_, rating)| *rating > 0.0));
            }
            Some(Line::Begins(number, names)) => self.begins(session, number, &names),
            Some(Line::Over(number, why, result)) => {
                self.over(session, number, &why, &result);
                if self.done() {
                    session.out.say("quit");
                    return Flow::Quit;
                }
                if self.game.is_none() {
                    self.seek(session);
                }
            }
            Some(Line::Offer(offer)) => self.answer(session, offer),
            Some(Line::Adjourned(name)) if self.game.is_none() => session.out.say(&format!("match {name}")),
            Some(Line::Illegal(why)) => self.not_taken(session, &why),
            _ => {}
        }
        Flow::On
    }

    fn refuse(&mut self, why: String) -> Flow {
        self.refused = Some(why);
        Flow::Quit
    }

    /// The server did not take a move: its board decides what the game is.
    fn not_taken<G: Game>(&mut self, session: &mut Session<G>, why: &str) {
        let Some(game) = &mut self.game else { return };
        game.refused += 1;
        (self.tell)(&format!("game {}: {why}", game.number));
        session.withdraw();
        session.out.say(if game.refused >= STUBBORN { "resign" } else { "refresh" });
    }
}

/// Brings the game up to the server's board: by the move, by taking back, or by starting anew from what is there.
fn follow<G: Game>(session: &mut Session<G>, board: &Board) -> Result<(), String> {
    let wanted = board.placement();
    let same = |position: &G| placement(&position.to_string()) == wanted;
    if same(session.course.position()) {
        return Ok(());
    }
    if let Some(mv) = board.last.as_deref().and_then(|text| session.course.find(text.trim_end_matches(['+', '#'])).ok())
        && same(&session.course.position().after(mv))
    {
        session.course.play(mv);
        return Ok(());
    }
    if let Some(at) = session.course.line().iter().rposition(same) {
        session.course.take_back(session.course.line().len() - 1 - at);
        return Ok(());
    }
    // A square that was passed over is named even where nobody can capture there.
    let without = |fen: &str| {
        let mut parts: Vec<&str> = fen.split(' ').collect();
        parts[3] = "-";
        parts.join(" ")
    };
    let read = |fen: &str| Course::read(Some(fen), None);
    session.course = read(&board.fen).or_else(|_| read(&without(&board.fen)))?;
    Ok(())
}

impl<G: Game> Dialogue<G> for Ics {
    fn command(&mut self, session: &mut Session<G>, line: &str) -> Flow {
        // A line that was broken goes on with a backslash.
        if let Some(mut half) = self.half.take() {
            if let Some(rest) = line.strip_prefix('\\') {
                half = format!("{half} {}", rest.trim_start());
                self.half = Some(half);
                return Flow::On;
            }
            if self.obey(session, &half) == Flow::Quit {
                return Flow::Quit;
            }
        }
        let whole = line.ends_with(['.', '}']) || ["1-0", "0-1", "1/2-1/2", "*"].iter().any(|end| line.ends_with(end));
        if LONG.iter().any(|start| line.starts_with(start)) && !whole {
            self.half = Some(line.to_string());
            return Flow::On;
        }
        self.obey(session, line)
    }

    fn finished(&mut self, session: &mut Session<G>, done: Done<G>) {
        let Some(game) = &mut self.game else { return };
        let Some(best) = done.best else { return };
        if done.position.key() != session.course.position().key() {
            return;
        }
        game.value = done.value.or(game.value);
        session.out.say(&promoted(&done.position.write_move(best)));
        session.gave(&done.position, best);
    }

    fn tell(&mut self, _session: &Session<G>, text: &str) {
        // Servers are not told what was learnt.
        (self.tell)(text);
    }

    fn too_long(&mut self, _session: &mut Session<G>) {}

    fn leave(&mut self, session: &mut Session<G>) {
        // The connection is gone; a game in progress has no result yet.
        session.halt();
        session.withdraw();
    }
}

/// A move as servers want it: `e7e8=q`.
fn promoted(mv: &str) -> String {
    match mv.len() {
        5 => format!("{}={}", &mv[..4], &mv[4..]),
        _ => mv.to_string(),
    }
}
