//! What the program says: whole lines, each sent at once, from any thread.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The one way out.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Way>>);

struct Way {
    writer: Box<dyn Write + Send>,
    closed: bool,
}

impl Output {
    /// Everything goes to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Way { writer: Box::new(writer), closed: false })))
    }

    /// Says one line, or several at once.
    pub fn say(&self, text: &str) {
        let mut way = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !way.closed {
            // One write for a whole line, so that a reader never sees half of one.
            let done = way.writer.write_all(format!("{text}\n").as_bytes()).and_then(|()| way.writer.flush());
            way.closed = done.is_err();
        }
    }

    /// True if nobody listens any more.
    pub fn closed(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).closed
    }
}

/// As much of a text as an answer repeats: all names of options fit in.
const LONGEST: usize = 300;

/// Input as it may be repeated in an answer: printable, on one line and not too long.
pub fn quoted(text: &str) -> String {
    let printable = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut quoted: String = text.chars().take(LONGEST).map(printable).collect();
    if text.chars().nth(LONGEST).is_some() {
        quoted.push_str("...");
    }
    quoted
}
