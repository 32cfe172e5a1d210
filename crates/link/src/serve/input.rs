//! Reads commands, line by line, whatever bytes arrive.

use super::event::Event;
use game::Game;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;

/// Longer lines are dropped: a game of ten thousand moves fits five times.
const LONGEST: usize = 1 << 18;

/// Reads `input` to its end in a thread of its own. Ends with [`Event::End`].
pub fn listen<G: Game>(input: impl Read + Send + 'static, events: SyncSender<Event<G>>) {
    std::thread::spawn(move || {
        let mut input = BufReader::new(input);
        let mut bytes = Vec::new();
        while let Ok(line) = next(&mut input, &mut bytes) {
            let event = match line {
                Line::Whole => Event::Line(String::from_utf8_lossy(&bytes).trim().to_string()),
                Line::TooLong => Event::TooLong,
                Line::End => break,
            };
            if events.send(event).is_err() {
                return;
            }
        }
        let _ = events.send(Event::End);
    });
}

#[derive(Debug, PartialEq)]
enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads one line into `bytes`. Of a line that is too long only the beginning is kept in memory.
fn next(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> std::io::Result<Line> {
    bytes.clear();
    if input.by_ref().take(LONGEST as u64).read_until(b'\n', bytes)? == 0 {
        return Ok(Line::End);
    }
    if bytes.len() < LONGEST || bytes.ends_with(b"\n") {
        return Ok(Line::Whole);
    }
    while !bytes.ends_with(b"\n") {
        bytes.clear();
        if input.by_ref().take(LONGEST as u64).read_until(b'\n', bytes)? == 0 {
            break;
        }
    }
    Ok(Line::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_lengths_and_bytes() {
        let mut text = b"uci\r\n\n\xff\x00\xfe\n".to_vec();
        text.extend(vec![b'x'; 3 * LONGEST + 5]);
        text.extend(b"\nisready\nlast");
        let (mut input, mut bytes, mut seen) = (&text[..], Vec::new(), Vec::new());
        loop {
            match next(&mut input, &mut bytes).unwrap() {
                Line::Whole => seen.push(String::from_utf8_lossy(&bytes).trim().to_string()),
                Line::TooLong => seen.push("too long".to_string()),
                Line::End => break,
            }
        }
        assert_eq!(seen, ["uci", "", "\u{fffd}\u{0}\u{fffd}", "too long", "isready", "last"]);
    }
}
