//! The bytes of an Internet Chess Server as lines of text: telnet commands are passed over, and prompts, after which a server
//! waits without ending the line, become lines of their own.

use std::io::{Read, Result};

/// Prompts that stand alone.
const PROMPTS: [&[u8]; 3] = [b"fics% ", b"login: ", b"password: "];
/// Who is no registered player is asked for an empty line.
const RETURN: &[u8] = b"Press return to enter";

const INTERPRET: u8 = 0xff;
/// Telnet's WILL, WONT, DO and DONT, each followed by one more byte.
const WISHES: std::ops::RangeInclusive<u8> = 0xfb..=0xfe;

/// A server that can be read line by line.
pub struct Telnet<R> {
    server: R,
    /// Text that nobody has read yet.
    ready: Vec<u8>,
    /// The line that has begun.
    line: Vec<u8>,
    /// How many bytes of a telnet command are still to come.
    command: Command,
}

#[derive(Clone, Copy, PartialEq)]
enum Command {
    No,
    Begun,
    Wish,
}

impl<R: Read> Telnet<R> {
    /// Reads from a server.
    pub fn new(server: R) -> Telnet<R> {
        Telnet { server, ready: Vec::new(), line: Vec::new(), command: Command::No }
    }

    fn take(&mut self, byte: u8) {
        self.command = match (self.command, byte) {
            (Command::No, INTERPRET) => Command::Begun,
            (Command::Begun, wish) if WISHES.contains(&wish) => Command::Wish,
            (Command::Begun | Command::Wish, _) => Command::No,
            (Command::No, byte) => {
                self.text(byte);
                Command::No
            }
        };
    }

    fn text(&mut self, byte: u8) {
        // Lines end with LF and CR, in this order; bells and NULs say nothing.
        if matches!(byte, b'\r' | 0 | 7) {
            return;
        }
        self.line.push(byte);
        let asks = self.line.starts_with(RETURN) && self.line.ends_with(b":");
        if PROMPTS.contains(&self.line.as_slice()) || asks {
            self.line.push(b'\n');
        }
        if self.line.ends_with(b"\n") {
            self.ready.append(&mut self.line);
        }
    }
}

impl<R: Read> Read for Telnet<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let mut bytes = [0; 4096];
        while self.ready.is_empty() {
            let count = self.server.read(&mut bytes)?;
            if count == 0 {
                self.ready.append(&mut self.line);
                break;
            }
            bytes[..count].iter().for_each(|byte| self.take(*byte));
        }
        let count = self.ready.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8], step: usize) -> Vec<String> {
        struct Slowly<'a>(&'a [u8], usize);
        impl Read for Slowly<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
                let count = self.1.min(self.0.len()).min(buffer.len());
                buffer[..count].copy_from_slice(&self.0[..count]);
                self.0 = &self.0[count..];
                Ok(count)
            }
        }
        let mut text = Vec::new();
        Telnet::new(Slowly(bytes, step)).read_to_end(&mut text).unwrap();
        String::from_utf8(text).unwrap().lines().map(str::to_string).collect()
    }

    #[test]
    fn prompts_and_lines_come_one_by_one() {
        let bytes = b"Welcome\n\r\x07login: \xff\xfb\x01password: \xff\xfc\x01\n\rPress return to enter the FICS as \"GuestABCD\":\
            fics% fics% {Game 1 (A vs. B) x} *\n\r\x00fics% half";
        let wanted = [
            "Welcome",
            "login: ",
            "password: ",
            "",
            "Press return to enter the FICS as \"GuestABCD\":",
            "fics% ",
            "fics% ",
            "{Game 1 (A vs. B) x} *",
            "fics% ",
            "half",
        ];
        for step in [1, 2, 3, 7, 1000] {
            assert_eq!(lines(bytes, step), wanted, "{step} bytes at a time");
        }
    }
}
