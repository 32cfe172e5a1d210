//! A running program: lines in, lines out, and an end for it and all that it has started.

use super::{EngineSpec, lines, locate, scratch::Scratch};
use arena::Failure;
use std::collections::VecDeque;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines kept to tell what happened before a failure.
const KEPT: usize = 4;
/// Characters of a line that are shown.
const SHOWN: usize = 120;
/// How long a program may take to go after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);

/// A program with its input, its output and a directory of its own. Dropping it ends it.
pub(super) struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    complaints: Receiver<String>,
    recent: VecDeque<String>,
    complained: VecDeque<String>,
    polite: bool,
    // Removed after the program has ended: fields are dropped after `drop`.
    _scratch: Option<Scratch>,
}

impl Process {
    /// Starts the program of `spec`.
    pub fn start(spec: &EngineSpec) -> Result<Process, Failure> {
        let trouble = |what: String| Failure(format!("{} cannot be started: {what}", spec.name()));
        let path = locate::locate(&spec.program).map_err(trouble)?;
        let mut command = Command::new(&path);
        command.args(&spec.arguments).env("PATH", locate::search_path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let scratch = match &spec.directory {
            Some(directory) => {
                command.current_dir(directory);
                None
            }
            None => {
                let scratch = Scratch::new().map_err(|error| trouble(format!("no temporary directory: {error}")))?;
                command.current_dir(scratch.path()).env("HOME", scratch.path());
                Some(scratch)
            }
        };
        alone(&mut command);
        let mut child = command.spawn().map_err(|error| trouble(explain(&path, spec, &error)))?;
        running().push(child.id());
        let input = child.stdin.take();
        let (output, complaints) = (child.stdout.take(), child.stderr.take());
        let readers = || {
            let missing = || std::io::Error::from(ErrorKind::BrokenPipe);
            Ok((lines::lines(output.ok_or_else(missing)?)?, lines::lines(complaints.ok_or_else(missing)?)?))
        };
        match readers() {
            Ok((output, complaints)) => Ok(Process {
                name: spec.name(),
                child,
                input,
                output,
                complaints,
                recent: VecDeque::new(),
                complained: VecDeque::new(),
                polite: true,
                _scratch: scratch,
            }),
            Err(error) => {
                let error: std::io::Error = error;
                end(&mut child);
                Err(trouble(error.to_string()))
            }
        }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Failure> {
        self.write(line).map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => self.ended(),
            _ => self.failure(&format!("could not be told '{line}': {error}")),
        })
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        let input = self.input.as_mut().ok_or_else(|| std::io::Error::from(ErrorKind::BrokenPipe))?;
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// The next line, or `None` if there is none before `deadline`.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, Failure> {
        self.hear_complaints();
        let left = deadline.saturating_duration_since(Instant::now());
        // A program that never stops writing has to meet its deadline, too.
        if left.is_zero() {
            return Ok(None);
        }
        match self.output.recv_timeout(left) {
            Ok(line) => Ok(Some(self.remember(line))),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// A line that has already come.
    pub fn waiting(&mut self) -> Result<Option<String>, Failure> {
        match self.output.try_recv() {
            Ok(line) => Ok(Some(self.remember(line))),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(self.ended()),
        }
    }

    /// What the player reports: the program, what it did, and its last lines.
    pub fn failure(&mut self, what: &str) -> Failure {
        // It may still be writing, so this has to have an end.
        for _ in 0..1000 {
            let Ok(line) = self.output.try_recv() else { break };
            keep(&mut self.recent, &line);
        }
        self.hear_complaints();
        let mut text = format!("{} {what}", self.name);
        for (title, list) in [("its last lines", &self.recent), ("its complaints", &self.complained)] {
            let list: Vec<String> = list.iter().map(|line| format!("'{line}'")).collect();
            if !list.is_empty() {
                text.push_str(&format!("; {title}: {}", list.join(", ")));
            }
        }
        Failure(text)
    }

    /// From now on there is no point in asking it to quit.
    pub fn give_up(&mut self) {
        self.polite = false;
    }

    fn remember(&mut self, line: String) -> String {
        keep(&mut self.recent, &line);
        line
    }

    /// Its other output is read so that it never waits for us.
    fn hear_complaints(&mut self) {
        for _ in 0..1000 {
            let Ok(line) = self.complaints.try_recv() else { break };
            keep(&mut self.complained, &line);
        }
    }

    fn ended(&mut self) -> Failure {
        self.polite = false;
        let patience = Instant::now() + FAREWELL;
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < patience => thread::sleep(Duration::from_millis(5)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        // What it said before it died may still be on its way. A child of its own may keep the pipes open.
        let patience = Instant::now() + Duration::from_millis(200);
        let left = || patience.saturating_duration_since(Instant::now());
        while let (Ok(line), false) = (self.output.recv_timeout(left()), left().is_zero()) {
            keep(&mut self.recent, &line);
        }
        while let (Ok(line), false) = (self.complaints.recv_timeout(left()), left().is_zero()) {
            keep(&mut self.complained, &line);
        }
        match status {
            Some(status) => self.failure(&format!("ended by itself ({status})")),
            None => self.failure("closed its output"),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.polite && self.write("quit").is_ok() {
            self.input = None;
            let patience = Instant::now() + FAREWELL;
            // The output ends when the program does.
            while self.output.recv_timeout(patience.saturating_duration_since(Instant::now())).is_ok() {
                if Instant::now() >= patience {
                    break;
                }
            }
        }
        end(&mut self.child);
    }
}

fn keep(list: &mut VecDeque<String>, line: &str) {
    if list.len() >= KEPT {
        list.pop_front();
    }
    list.push_back(shown(line));
}

/// A line for a message: short and without control characters.
fn shown(line: &str) -> String {
    let mut text: String = line.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.len() < line.len() {
        text.push_str("...");
    }
    text
}

fn explain(path: &Path, spec: &EngineSpec, error: &std::io::Error) -> String {
    match &spec.directory {
        Some(directory) if !directory.is_dir() => format!("there is no directory '{}'", directory.display()),
        _ => format!("{}: {error}", path.display()),
    }
}

/// Puts the program into a process group of its own: wrappers are ended together with what they have started, and Ctrl-C
/// reaches us only.
#[cfg(unix)]
fn alone(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn alone(_: &mut Command) {}

/// All programs that run now, for a command that ends without having dropped its players.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs that were started and still run. Needed only before the process exits in the middle of a game: players
/// end their programs themselves.
pub fn end_all() {
    running().drain(..).for_each(end_group);
}

/// Ends the program and all that it has started, and takes note of its end, so that no zombie remains.
fn end(child: &mut Child) {
    end_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
    running().retain(|id| *id != child.id());
}

/// Ends a program and what it has started.
fn end_group(id: u32) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(id) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}
