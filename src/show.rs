//! Progress and values for people: a bar on a terminal, plain lines elsewhere.

use game::{Features, Game};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Prints a line for the user. Unlike `println!` it does not mind if nobody reads on: `tdleaf bench | head`.
#[macro_export]
macro_rules! say {
    ($($part:tt)*) => { $crate::show::print(format_args!($($part)*)) };
}

/// Prints a line, or ends the program: in silence if the reader has gone.
pub fn print(text: fmt::Arguments<'_>) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = writeln!(out, "{text}").and_then(|()| out.flush()) {
        if error.kind() != std::io::ErrorKind::BrokenPipe {
            eprintln!("tdleaf: cannot print: {error}");
            std::process::exit(1);
        }
        std::process::exit(0);
    }
}

/// Tells the user something beside the results. Unlike `eprintln!` it does not mind if nobody reads on.
#[macro_export]
macro_rules! remark {
    ($($part:tt)*) => { $crate::show::remark(format_args!($($part)*)) };
}

/// Writes a line to the standard error, if somebody reads it: work goes on without.
pub fn remark(text: fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Progress through a number of games.
pub struct Progress {
    bar: Option<ProgressBar>,
    what: String,
    total: u64,
    began: (Instant, u64),
    told: Instant,
}

impl Progress {
    /// Progress of `what` from game `at` of `total`.
    pub fn new(what: &str, at: u64, total: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total).with_position(at);
            let template = "{prefix} {wide_bar:.cyan} {pos}/{len}  {speed}  {eta} left\n{msg}";
            let style = ProgressStyle::with_template(template).expect("the template is right");
            let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = write!(out, "{:.1}/s", state.per_sec());
            };
            bar.set_style(style.with_key("speed", speed));
            bar.set_prefix(what.to_string());
            bar
        });
        Progress { bar, what: what.to_string(), total, began: (Instant::now(), at), told: Instant::now() }
    }

    /// Now at game `at`; `values` says what is known by then.
    pub fn at(&mut self, at: u64, values: impl FnOnce() -> String) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(at);
                if self.told.elapsed() > Duration::from_millis(200) {
                    bar.set_message(values());
                    self.told = Instant::now();
                }
            }
            None if self.told.elapsed() > Duration::from_secs(5) => {
                let seconds = self.began.0.elapsed().as_secs_f64();
                let speed = (at - self.began.1) as f64 / seconds;
                let left = (self.total - at) as f64 / speed.max(1e-9);
                let (what, total) = (&self.what, self.total);
                remark!("{what}: {at}/{total}, {speed:.1}/s, {left:.0} s left  {}", values());
                self.told = Instant::now();
            }
            None => {}
        }
    }

    /// Says something between.
    pub fn say(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => remark!("{text}"),
        }
    }

    /// The end.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The core values in one line, in units of the game's yardstick where it has a sensible one; the mean of several weight sets.
pub fn values<G: Game, F: Features<G>>(features: &F, weights: &[f64]) -> String {
    let (core, count) = (features.core().min(10), features.count());
    let sets = (weights.len() / count) as f64;
    let weights: Vec<f64> = (0..count).map(|i| weights.iter().skip(i).step_by(count).sum::<f64>() / sets).collect();
    let yardstick = features.yardstick(&weights);
    let unit = if G::UNIT.is_some() && yardstick > 0.02 { yardstick } else { 1.0 };
    let mut parts: Vec<String> = (0..core).map(|i| format!("{} {:.2}", features.label(i), weights[i] / unit)).collect();
    if let Some(name) = G::UNIT {
        parts.push(format!("({name} = {yardstick:.3})"));
    }
    parts.join("  ")
}
