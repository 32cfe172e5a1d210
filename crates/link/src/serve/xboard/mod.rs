//! xboard's protocol (version 2): the program keeps the game itself, and thinks when it is its turn.

mod commands;
mod time;
mod words;

use super::control::Control;
use super::event::Done;
use super::moves::legal_moves;
use super::output::quoted;
use super::session::Session;
use super::{Dialogue, Flow};
use game::{Game, Side};
use search::Limits;
use std::time::Duration;
use time::Time;
use words::{move_text, result, thinking};

/// A conversation in xboard's protocol.
pub struct Xboard<G: Game> {
    /// The side that the program plays; `None` in force mode.
    engine: Option<Side>,
    analyzing: bool,
    post: bool,
    time: Time,
    work: Work<G::Move>,
    /// The move that is expected from the opponent.
    hint: Option<G::Move>,
    /// What the program last thought of its position, in hundredths of a pawn.
    value: Option<i32>,
    /// Pings that must wait for the move.
    pings: Vec<String>,
}

/// What the search is for.
#[derive(Clone, Copy, PartialEq)]
enum Work<M> {
    Nothing,
    Move,
    /// On the opponent's time, as if it had played this move.
    Ponder(M),
    Analysis,
}

impl<G: Game> Xboard<G> {
    /// Nothing said yet: the program plays the second side, as after `new`.
    pub fn new() -> Xboard<G> {
        Xboard {
            engine: Some(Side::Second),
            analyzing: false,
            post: false,
            time: Time::new(),
            work: Work::Nothing,
            hint: None,
            value: None,
            pings: Vec::new(),
        }
    }

    fn side(session: &Session<G>) -> Side {
        session.course.position().side()
    }

    /// The number of own moves so far, if the program had played all of its side's.
    fn played(session: &Session<G>) -> u32 {
        (session.course.moves().len() / 2) as u32
    }

    /// Ends whatever is going on; its move is not played.
    fn cancel(&mut self, session: &mut Session<G>) {
        session.halt();
        self.work = Work::Nothing;
        self.answer_pings(session);
    }

    fn answer_pings(&mut self, session: &Session<G>) {
        for ping in self.pings.drain(..) {
            session.out.say(format!("pong {ping}").trim_end());
        }
    }

    fn budget(&self, session: &Session<G>) -> arena::Budget {
        let by_clock = |clock: &arena::Clock| session.budget(clock);
        self.time.budget(Self::played(session), session.settings.overhead, by_clock)
    }

    fn limits(&self) -> Limits<G::Move> {
        Limits { depth: self.time.depth, ..Limits::default() }
    }

    /// Thinks about the own move; claims the result instead if the game is over.
    fn think(&mut self, session: &mut Session<G>) {
        self.cancel(session);
        if let Some(ended) = session.course.ended() {
            session.out.say(&result(&ended));
            return;
        }
        self.hint = None;
        let control = Control::new(Some(self.budget(session)), false, self.post);
        session.think(session.course.line().to_vec(), self.limits(), control, thinking);
        self.work = Work::Move;
    }

    /// Thinks on the opponent's time about the position after the expected move.
    fn ponder(&mut self, session: &mut Session<G>) {
        let Some(mv) = self.expected(session).filter(|_| session.settings.ponder) else { return };
        let mut course = session.course.clone();
        course.play(mv);
        if course.ended().is_none() {
            let control = Control::new(None, true, false);
            session.think(course.line().to_vec(), self.limits(), control, thinking);
            self.work = Work::Ponder(mv);
        }
    }

    /// The move that is expected now, if it was found for this position.
    fn expected(&self, session: &Session<G>) -> Option<G::Move> {
        self.hint.filter(|mv| legal_moves(session.course.position()).contains(mv))
    }

    /// Analyses the position now, in analysis mode.
    fn analyse(&mut self, session: &mut Session<G>) {
        self.cancel(session);
        if self.analyzing && session.course.ended().is_none() {
            let control = Control::new(None, false, true);
            session.think(session.course.line().to_vec(), Limits::default(), control, thinking);
            self.work = Work::Analysis;
        }
    }

    /// The position has changed without a move: what was thought about it is worth nothing.
    fn changed(&mut self, session: &mut Session<G>) {
        (self.hint, self.value) = (None, None);
        self.analyse(session);
    }

    /// The opponent, or the user in force mode, plays a move.
    fn opponent_moves(&mut self, session: &mut Session<G>, text: &str) {
        if self.work == Work::Move {
            session.out.say(&format!("Illegal move (it is not your turn): {}", quoted(text)));
            return;
        }
        let mv = match session.course.find(text) {
            Ok(mv) => mv,
            Err(_) if session.course.ended().is_some() => {
                session.out.say(&format!("Illegal move (the game is over): {}", quoted(text)));
                return;
            }
            Err(_) => {
                session.out.say(&format!("Illegal move: {}", quoted(text)));
                return;
            }
        };
        let hit = self.work == Work::Ponder(mv);
        session.course.play(mv);
        if hit {
            let (budget, post) = (self.budget(session), self.post);
            if let Some(control) = session.running() {
                control.show(post);
                control.hit(Some(budget));
                (self.work, self.hint) = (Work::Move, None);
                return;
            }
        }
        if self.analyzing {
            self.changed(session);
        } else if self.engine == Some(Self::side(session)) {
            self.think(session);
        } else {
            self.cancel(session);
            self.hint = None;
        }
    }

    /// The program's own move.
    fn moves(&mut self, session: &mut Session<G>, done: &Done<G>, took: Duration) {
        let Some(mv) = done.best else { return };
        session.out.say(&format!("move {}", move_text(&done.position, mv)));
        session.gave(&done.position, mv);
        self.time.moved(took, Self::played(session));
        session.course.play(mv);
        (self.hint, self.value) = (done.reply, done.value.or(self.value));
        if let Some(ended) = session.course.ended() {
            session.out.say(&result(&ended));
        } else {
            self.ponder(session);
        }
    }
}

impl<G: Game> Dialogue<G> for Xboard<G> {
    fn command(&mut self, session: &mut Session<G>, line: &str) -> Flow {
        self.obey(session, line)
    }

    fn finished(&mut self, session: &mut Session<G>, done: Done<G>) {
        match std::mem::replace(&mut self.work, Work::Nothing) {
            Work::Move => {
                self.moves(session, &done, done.time);
                self.answer_pings(session);
            }
            // The search came to its end before the opponent: it is repeated, from memory, when the move comes.
            Work::Ponder(_) | Work::Analysis | Work::Nothing => {}
        }
    }

    fn tell(&mut self, session: &Session<G>, text: &str) {
        session.out.say(&format!("# {text}"));
    }

    fn too_long(&mut self, session: &mut Session<G>) {
        session.out.say("Error (line too long): ignored");
    }

    fn leave(&mut self, session: &mut Session<G>) {
        session.halt();
    }
}
