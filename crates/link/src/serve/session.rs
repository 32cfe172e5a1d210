//! What all protocols share: the game so far, the settings, and a search that can be started and stopped.

use super::control::Control;
use super::course::Course;
use super::event::{Done, Event};
use super::mind::Mind;
use super::moves::legal_moves;
use super::output::Output;
use super::settings::{CLEAR, Settings};
use super::worker::{self, Job, Style, Task};
use arena::{Budget, Clock};
use game::Game;
use search::Limits;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender};
use std::time::Duration;

/// Makes a mind of the weights with a name; the error says what is wrong with it.
pub type Loader<G> = Box<dyn Fn(&str) -> Result<Box<dyn Mind<G>>, String>>;

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
    load: Loader<G>,
    jobs: Sender<Job<G>>,
    events: Receiver<Event<G>>,
    /// What came while something else was waited for.
    waiting: VecDeque<Event<G>>,
    running: Option<Arc<Control>>,
    /// Settings changed during a search: they take effect after it.
    late: Vec<Job<G>>,
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
        let jobs = worker::start(load(&settings.weights)?, out.clone(), sender);
        let (course, waiting) = (Course::new(G::start()), VecDeque::new());
        let mut session =
            Session { out, name, settings, course, load, jobs, events, waiting, running: None, late: Vec::new() };
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
                    other => self.waiting.push_back(other),
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
            "Weights" => {
                let mind = (self.load)(&settings.weights)?;
                self.ask(Job::Mind(mind, settings.options()));
            }
            "UCI_Chess960" if !Self::has_chess960() => return Err(format!("{} has no such variant", G::NAME)),
            _ if settings.options() != self.settings.options() => self.ask(Job::Configure(settings.options())),
            _ => {}
        }
        self.settings = settings;
        Ok(())
    }

    /// True if the game has the variant.
    pub fn has_chess960() -> bool {
        G::start().in_variant(Some("chess960")).is_some()
    }

    /// How long the next move may take by the clock. There is nothing to think about if there is only one.
    pub fn budget(&self, clock: &Clock) -> Budget {
        if legal_moves(self.course.position()).len() < 2 {
            return Budget::fixed(Duration::ZERO, Duration::ZERO);
        }
        Budget::of(clock, self.settings.overhead)
    }
}

impl<G: Game> Drop for Session<G> {
    fn drop(&mut self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }
}
