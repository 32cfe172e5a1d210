//! The search thread: it owns the mind, takes jobs in order and reports when one is done.

use super::control::{Control, Watcher};
use super::event::{Done, Event};
use super::mind::{Mind, Patience};
use super::moves::legal_moves;
use super::output::Output;
use super::score::Score;
use arena::{Opposition, Record};
use game::{Game, perft};
use search::{Limits, Options, Progress};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// What a protocol prints of a finding; `None` prints nothing.
pub type Style<G> = fn(&Finding<'_, G>) -> Option<String>;

/// Something that a search has found.
pub struct Finding<'a, G: Game> {
    /// Where the search began.
    pub position: &'a G,
    /// What it found.
    pub progress: &'a Progress<G::Move>,
    /// Its value as programs write it.
    pub score: Score,
    /// Time since the search began.
    pub time: Duration,
}

/// A position to think about.
pub struct Task<G: Game> {
    /// The game so far; the last position is the one to move in.
    pub line: Vec<G>,
    /// How far to look.
    pub limits: Limits<G::Move>,
    /// The reins.
    pub control: Arc<Control>,
    /// How findings are printed.
    pub style: Style<G>,
}

/// What the search thread can be asked for. Each job is answered by one event.
pub enum Job<G: Game> {
    /// Find a move: answered by [`Event::Done`].
    Think(Task<G>),
    /// Count the lines of play to a depth, move by move: answered by [`Event::Done`] without a move.
    Count(G, u32, Arc<Control>),
    /// Another mind takes over: answered by [`Event::Ready`], as are the following.
    Mind(Box<dyn Mind<G>>, Options),
    /// Other options.
    Configure(Options),
    /// Forget all positions.
    Forget,
    /// The move that was found last has been played.
    Gave,
    /// A game is over: who has learnt something says so.
    Ended(Box<Record<G>>, Opposition, Sender<String>),
    /// Put in order what was learnt.
    Tidy(Order, Sender<String>),
}

/// How long it may take to put things in order: see [`Patience`].
pub struct Order {
    /// Set if there is no time left.
    pub hurry: Arc<AtomicBool>,
    /// For all that is to be done before the next game.
    pub most: Option<Duration>,
    /// For what can wait.
    pub usual: Option<Duration>,
}

/// Starts the thread; jobs go to the sender that is returned. It ends when that is dropped.
pub fn start<G: Game>(
    mind: Box<dyn Mind<G>>,
    out: Output,
    events: SyncSender<Event<G>>,
) -> (Sender<Job<G>>, JoinHandle<()>) {
    let (sender, jobs) = channel();
    let thread = std::thread::Builder::new().name("search".to_string()).stack_size(32 << 20);
    let thread = thread.spawn(move || work(mind, &jobs, &out, &events)).expect("the system can start a thread");
    (sender, thread)
}

fn work<G: Game>(mut mind: Box<dyn Mind<G>>, jobs: &Receiver<Job<G>>, out: &Output, events: &SyncSender<Event<G>>) {
    for job in jobs {
        let event = match job {
            Job::Think(task) => Event::Done(think(mind.as_mut(), &task, out)),
            Job::Count(position, depth, control) => {
                count(&position, depth, &control, out);
                Event::Done(Done { position, best: None, reply: None, value: None, time: control.elapsed() })
            }
            Job::Mind(other, options) => {
                mind = other;
                mind.configure(options);
                Event::Ready
            }
            Job::Configure(options) => {
                mind.configure(options);
                Event::Ready
            }
            Job::Forget => {
                mind.forget();
                Event::Ready
            }
            Job::Gave => {
                mind.gave();
                Event::Ready
            }
            Job::Ended(record, opposition, news) => {
                learning(&news, || mind.ended(&record, &opposition));
                Event::Ready
            }
            Job::Tidy(Order { hurry, most, usual }, news) => {
                learning(&news, || mind.tidy(&Patience { most, usual, hurry: &|| hurry.load(Relaxed) }));
                Event::Ready
            }
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

/// Whatever happens while something is learnt, the next game must be played.
fn learning<T: IntoIterator<Item = String>>(news: &Sender<String>, learn: impl FnOnce() -> T) {
    let told = catch_unwind(AssertUnwindSafe(|| learn().into_iter().collect::<Vec<_>>()));
    for text in told.unwrap_or_else(|_| vec!["something went wrong with learning".to_string()]) {
        let _ = news.send(text);
    }
}

fn think<G: Game>(mind: &mut dyn Mind<G>, task: &Task<G>, out: &Output) -> Done<G> {
    let Task { line, limits, control, style } = task;
    let position = line.last().expect("a line has at least one position").clone();
    let yardstick = mind.yardstick();
    let tell = |progress: &Progress<G::Move>, score: Score| {
        let finding = Finding { position: &position, progress, score, time: control.elapsed() };
        if let Some(text) = style(&finding) {
            out.say(&text);
        }
    };
    let watcher = Watcher::<G> { control, mate: limits.mate, yardstick, tell: &tell };
    // Whatever happens, an answer must come: a program that dies loses the game for sure.
    let thought = catch_unwind(AssertUnwindSafe(|| mind.think(line, limits, &watcher))).unwrap_or_else(|_| {
        mind.recover();
        None
    });
    let legal = legal_moves(&position);
    let best = thought.as_ref().map(|thought| thought.best).filter(|best| legal.contains(best));
    let reply = best.zip(thought.as_ref().and_then(|thought| thought.line.get(1).copied()));
    let reply =
        reply.filter(|(best, reply)| legal_moves(&position.after(*best)).contains(reply)).map(|(_, reply)| reply);
    let value = thought.map(|thought| Score::of(thought.value, yardstick).number());
    // A game that is drawn by a rule may go on all the same, if nobody claims the draw.
    let best = best.or_else(|| legal.iter().find(|mv| limits.only.is_empty() || limits.only.contains(mv)).copied());
    Done { position, best, reply, value, time: control.elapsed() }
}

/// Prints the count of each move, then the sum.
fn count<G: Game>(position: &G, depth: u32, control: &Control, out: &Output) {
    let mut total = 0;
    if depth > 0 {
        for mv in legal_moves(position) {
            let Some(lines) = count_below(&position.after(mv), depth - 1, control) else { return };
            total += lines;
            out.say(&format!("{}: {lines}", position.write_move(mv)));
        }
    } else {
        total = 1;
    }
    out.say(&format!("\nNodes searched: {total}\n"));
}

/// Like [`perft`], but it can be stopped: then `None`.
fn count_below<G: Game>(position: &G, depth: u32, control: &Control) -> Option<u64> {
    if depth <= 3 {
        return Some(perft(position, depth));
    }
    let counts = legal_moves(position)
        .into_iter()
        .map(|mv| if control.stopped() { None } else { count_below(&position.after(mv), depth - 1, control) });
    counts.sum()
}
