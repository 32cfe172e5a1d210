//! The output of a program as lines, in bounded memory whatever it writes.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// Longer lines are cut. Lists of options and variants reach a few thousand bytes.
const LONGEST: usize = 16 << 10;
/// Lines that wait for us. A program that writes more has to wait, as with any pipe.
const WAITING: usize = 256;

/// Reads `source` on a thread of its own until it ends or nobody listens any more. Empty lines are left out.
pub(super) fn lines(source: impl Read + Send + 'static) -> std::io::Result<Receiver<String>> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::Builder::new().name("engine output".to_string()).spawn(move || {
        let mut source = BufReader::new(source);
        while let Some(line) = next(&mut source) {
            if !line.is_empty() && sender.send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// The next line without its end and without what surrounds it, `None` when there is no more.
fn next(source: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let mut any = false;
    loop {
        let chunk = match source.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if chunk.is_empty() && !any {
            return None;
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        bytes.extend_from_slice(&part[..part.len().min(LONGEST - bytes.len())]);
        let (used, last) = (part.len() + usize::from(end.is_some()), end.is_some() || chunk.is_empty());
        source.consume(used);
        if last {
            return Some(String::from_utf8_lossy(&bytes).trim().to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut text = vec![b'x'; 10 * LONGEST];
        text.extend_from_slice(b"\r\n\n second \r\n\xff\xfe\nthird");
        let mut source = BufReader::with_capacity(100, text.as_slice());
        assert_eq!(next(&mut source).unwrap().len(), LONGEST);
        assert_eq!(next(&mut source).unwrap(), "");
        assert_eq!(next(&mut source).unwrap(), "second");
        assert_eq!(next(&mut source).unwrap(), "\u{fffd}\u{fffd}");
        assert_eq!(next(&mut source).unwrap(), "third");
        assert_eq!(next(&mut source), None);
    }

    #[test]
    fn empty_lines_are_left_out() {
        let receiver = lines(b"a\n\nb".as_slice()).unwrap();
        assert_eq!(receiver.iter().collect::<Vec<_>>(), ["a", "b"]);
    }
}
