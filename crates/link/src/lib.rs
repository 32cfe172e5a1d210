//! The outside world as players. Today that is a person at a terminal; protocols for other programs come here too.

mod terminal;

pub use terminal::Terminal;
