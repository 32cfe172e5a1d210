//! What all protocols share: the game so far, the settings, and a search that can be started and stopped.

use super::archive::Archive;
use super::control::Control;
use super::course::Course;
use super::event::{Done, Event};
use super::mind::Mind;
use super::moves::legal_moves;
use super::output::Output;
use super::settings::{CLEAR, RESULT, Settings};
use super::worker::{self, Job, Order, Style, Task};
use arena::{Budget, Clock, Ended, Opposition, Reason, Record};
use game::{Game, Outcome, Side};
use search::Limits;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Makes a mind with the weights that the settings name, which learns if they say so; the error says what is wrong with it.
pub type Loader<G> = Box<dyn Fn(&Settings) -> Result<Box<dyn Mind<G>>, String>>;

/// A program at work.
pub struct Session<G: Game> {
    /// The way out.
    pub out: Output,
    /// The name and version of the program.
    pub name: String,
    /// The settings now.
    pub settings: Settings,
    /// The game so far.
    pub course: Course<G>,
    /// The opponent.
    pub opposition: Opposition,
    /// The move that was given last, and in which position.
    given: Option<(G, G::Move)>,
    /// The side that the program plays, where it is known.
    pub own: Option<Side>,
    /// Where finished games are kept, if anywhere.
    pub archive: Option<Archive>,
    /// What has been learnt, in words for people.
    pub news: (Sender<String>, Receiver<String>),
    /// True if the last move of the course is only what is expected: the program ponders, or did so in vain.
    pub guessed: bool,
    /// True if the end of this game has been told.
    told: bool,
    load: Loader<G>,
    jobs: Sender<Job<G>>,
    events: Receiver<Event<G>>,
    thread: Option<JoinHandle<()>>,
    /// What came while something else was waited for.
    waiting: VecDeque<Event<G>>,
    running: Option<Arc<Control>>,
    /// Settings changed during a search: they take effect after it.
    late: Vec<Job<G>>,
    /// True if something may have to be put in order: at the start, and after a game.
    untidy: bool,
    /// Set if whoever puts things in order should come to an end.
    hurry: Arc<AtomicBool>,
    /// True if nobody waits for the next game: then the end of input is no reason to hurry either.
    pub patient: bool,
}

impl<G: Game> Session<G> {
    /// A session whose events come from `events`; its own go to `sender`.
    pub fn new(
        name: String,
        settings: Settings,
        load: Loader<G>,
        out: Output,
        (sender, events): (SyncSender<Event<G>>, Receiver<Event<G>>),
    ) -> Result<Session<G>, String> {
        let (jobs, thread) = worker::start(load(&settings)?, out.clone(), sender);
        let mut session = Session {
            out,
            name,
            settings,
            course: Course::new(G::start()),
            opposition: Opposition::default(),
            given: None,
            own: None,
            archive: None,
            news: channel(),
            guessed: false,
            told: false,
            load,
            jobs,
            events,
            thread: Some(thread),
            waiting: VecDeque::new(),
            running: None,
            late: Vec::new(),
            untidy: true,
            hurry: Arc::default(),
            patient: false,
        };
        session.ask(Job::Configure(session.settings.options()));
        Ok(session)
    }

    /// What happens next.
    pub fn next(&mut self) -> Event<G> {
        let event = self.waiting.pop_front().unwrap_or_else(|| self.events.recv().unwrap_or(Event::End));
        if matches!(event, Event::Done(_)) {
            self.settle();
        }
        event
    }

    /// The search is over: what had to wait for it is done now.
    fn settle(&mut self) {
        self.running = None;
        for job in std::mem::take(&mut self.late) {
            self.ask(job);
        }
    }

    /// Gives the search thread something to do beside searching, and waits until it is done; during a search it is put
    /// off until that is over.
    fn ask(&mut self, job: Job<G>) {
        if self.running.is_some() {
            self.late.push(job);
        } else if self.jobs.send(job).is_ok() {
            while let Ok(event) = self.events.recv() {
                match event {
                    Event::Ready => break,
                    other => {
                        if !self.patient && urgent(&other) {
                            self.hurry.store(true, Relaxed);
                        }
                        self.waiting.push_back(other);
                    }
                }
            }
        }
    }

    /// Begins to think about `line`; a search that is still running must have been halted.
    pub fn think(&mut self, line: Vec<G>, limits: Limits<G::Move>, control: Control, style: Style<G>) {
        let control = self.hold(control);
        let limits = Limits { lines: self.settings.lines as usize, ..limits };
        let _ = self.jobs.send(Job::Think(Task { line, limits, control, style }));
    }

    /// Begins to count the lines of play from the position now.
    pub fn count(&mut self, depth: u32) {
        let control = self.hold(Control::new(None, false, true));
        let _ = self.jobs.send(Job::Count(self.course.position().clone(), depth, control));
    }

    fn hold(&mut self, control: Control) -> Arc<Control> {
        debug_assert!(self.running.is_none(), "one search at a time");
        let control = Arc::new(control);
        self.running = Some(control.clone());
        control
    }

    /// The reins of the search that is running.
    pub fn running(&self) -> Option<&Control> {
        self.running.as_deref()
    }

    /// Stops the search that is running and waits for what it came to.
    pub fn halt(&mut self) -> Option<Done<G>> {
        self.running.as_ref()?.stop();
        let early = self.waiting.iter().position(|event| matches!(event, Event::Done(_)));
        let found = early.and_then(|at| self.waiting.remove(at));
        let mut found = found.or_else(|| self.events.recv().ok());
        while let Some(event) = found {
            if let Event::Done(done) = event {
                self.settle();
                return Some(done);
            }
            self.waiting.push_back(event);
            found = self.events.recv().ok();
        }
        None
    }

    /// A new game: nothing that was learnt about positions stays.
    pub fn forget(&mut self) {
        self.ask(Job::Forget);
    }

    /// Changes a setting. Hash, threads and weights take effect when no search is running.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let mut settings = self.settings.clone();
        match settings.set(name, value)? {
            CLEAR => self.forget(),
            RESULT => self.result(value.unwrap_or_default(), "the other program told the result")?,
            "Learn" | "Brain" | "Brain Mode" if settings.same_memory(&self.settings) => {}
            "Weights" if !settings.learn.is_empty() => {
                return Err("who learns has the weights of its run; empty the option Learn first".to_string());
            }
            "Weights" | "Learn" | "Brain" | "Brain Mode" => {
                let mind = (self.load)(&settings)?;
                self.ask(Job::Mind(mind, settings.options()));
                self.untidy = true;
            }
            "UCI_Chess960" if !Self::has_chess960() => return Err(format!("{} has no such variant", G::NAME)),
            _ if settings.options() != self.settings.options() => self.ask(Job::Configure(settings.options())),
            _ => {}
        }
        self.settings = settings;
        Ok(())
    }

    /// A move has been given in a game.
    pub fn gave(&mut self, position: &G, mv: G::Move) {
        self.given = Some((position.clone(), mv));
        if self.settings.remembers() {
            self.ask(Job::Gave);
        }
    }

    /// The move that was given last was not taken.
    pub fn withdraw(&mut self) {
        self.given = None;
    }

    /// A new game begins. If the last one has ended on the board and nobody said so, it is over now.
    pub fn begin(&mut self) {
        let course = self.played();
        if let Some(ended) = course.ended() {
            self.over(course, ended);
        }
        (self.told, self.given) = (false, None);
    }

    /// The game is over with a result as records write it; `*` means nothing.
    pub fn result(&mut self, text: &str, why: &str) -> Result<(), String> {
        let outcome = match text.trim() {
            "1-0" => Outcome::win(Side::First),
            "0-1" => Outcome::win(Side::Second),
            "1/2-1/2" => Outcome::DRAW,
            "*" => return Ok(()),
            other => return Err(format!("a result is 1-0, 0-1, 1/2-1/2 or *, not '{other}'")),
        };
        let course = self.played();
        let told = Ended { outcome, reason: Reason::Told(why.to_string()) };
        // What stands on the board says more, if it says the same.
        let ended = course.ended().filter(|ended| ended.outcome == outcome).unwrap_or(told);
        self.over(course, ended);
        self.tidy();
        Ok(())
    }

    /// The game with the move that was given last, which other programs need not repeat.
    fn played(&self) -> Course<G> {
        let mut course = self.course.clone();
        if self.guessed {
            course.take_back(1);
        }
        if let Some((position, mv)) = &self.given
            && position.key() == course.position().key()
        {
            course.play(*mv);
        }
        course
    }

    /// Whoever learns may learn from the game now, once.
    fn over(&mut self, course: Course<G>, ended: Ended) {
        if course.moves().is_empty() || std::mem::replace(&mut self.told, true) {
            return;
        }
        let (line, moves) = (course.line().to_vec(), course.moves().to_vec());
        let record = Record { notes: vec![None; moves.len()], line, moves, ended };
        // Whatever else happens, the game is safe first.
        let own = self.own.unwrap_or(Side::First);
        let kept = self.archive.as_ref().map(|archive| archive.add(&record, own, &self.opposition));
        if let Some(Err(error)) = kept {
            let _ = self.news.0.send(format!("the game could not be saved, so nothing is learnt from it: {error}"));
        } else if self.settings.remembers() {
            self.ask(Job::Ended(Box::new(record), self.opposition.clone(), self.news.0.clone()));
            self.untidy = true;
        }
    }

    /// Puts in order what was learnt: no new game begins before. Other programs do not wait for ever, so this is for moments at
    /// which no clock runs.
    pub fn tidy(&mut self) {
        if self.settings.remembers() && std::mem::replace(&mut self.untidy, false) {
            let usual = Some(self.settings.brain_time).filter(|time| !time.is_zero());
            self.hurry.store(!self.patient && self.waiting.iter().any(urgent), Relaxed);
            let order = Order { hurry: self.hurry.clone(), most: usual.filter(|_| !self.patient), usual };
            self.ask(Job::Tidy(order, self.news.0.clone()));
        }
    }

    /// True if the game has the variant.
    pub fn has_chess960() -> bool {
        G::start().in_variant(Some("chess960")).is_some()
    }

    /// How long the next move may take by the clock. There is nothing to think about if there is only one, or if a word wins.
    pub fn budget(&self, clock: &Clock) -> Budget {
        if legal_moves(self.course.position()).len() < 2 || self.course.position().may_declare() {
            return Budget::fixed(Duration::ZERO, Duration::ZERO);
        }
        Budget::of(clock, self.settings.overhead)
    }
}

/// True if somebody cannot wait: for a move, or for the end.
fn urgent<G: Game>(event: &Event<G>) -> bool {
    match event {
        Event::Line(line) => line.split_whitespace().next().is_some_and(|word| URGENT.contains(&word)),
        event => matches!(event, Event::End),
    }
}

/// Words of the protocols that mean it.
const URGENT: [&str; 5] = ["quit", "stop", "go", "usermove", "time"];

impl<G: Game> Drop for Session<G> {
    fn drop(&mut self) {
        if let Some(control) = &self.running {
            control.stop();
        }
        // The search thread ends when nobody gives it jobs or hears it. What its mind holds, a file of what it has learnt, say, is
        // free then for the next session.
        (self.jobs, self.events) = (channel().0, channel().1);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
