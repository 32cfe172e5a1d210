//! What an xboard program says about itself: `feature ping=1 myname="..." done=1`.

use super::options::{Setting, read_xboard};

/// Features that make no difference to us, but that we understand.
const HARMLESS: [&str; 18] = [
    "playother",
    "draw",
    "sigint",
    "sigterm",
    "analyze",
    "ics",
    "name",
    "pause",
    "nps",
    "debug",
    "memory",
    "smp",
    "egt",
    "exclude",
    "setscore",
    "highlight",
    "myname",
    "xedit",
];

/// No program has so many; one that does would fill our memory, or its input with answers that it does not read.
const MOST: usize = 1000;

/// The features of a program that matter, with the values that the protocol gives them before the program speaks.
#[derive(Clone, Debug)]
pub(super) struct Features {
    pub ping: bool,
    pub setboard: bool,
    pub usermove: bool,
    pub time: bool,
    pub san: bool,
    pub reuse: bool,
    /// Only if asked for: `go` says all that programs of this century need.
    pub colors: bool,
    /// Names of variants that it plays, as it writes them.
    pub variants: String,
    pub options: Vec<Setting>,
    heard: usize,
    /// `None` until it says `done=1` (true) or `done=0` (false, it needs more time).
    pub done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            san: false,
            reuse: true,
            colors: false,
            variants: String::new(),
            options: Vec::new(),
            heard: 0,
            done: None,
        }
    }
}

impl Features {
    /// Notes what a line says, and gives the answers to send. `None` if the line is not about features.
    pub fn hear(&mut self, line: &str) -> Option<Vec<String>> {
        let rest = line.strip_prefix("feature ")?;
        let mut pairs = pairs(rest);
        pairs.truncate(MOST.saturating_sub(self.heard));
        self.heard += pairs.len();
        Some(pairs.iter().map(|(name, value)| self.note(name, value)).collect())
    }

    fn note(&mut self, name: &str, value: &str) -> String {
        let yes = value != "0";
        match name {
            "ping" => self.ping = yes,
            "setboard" => self.setboard = yes,
            "usermove" => self.usermove = yes,
            "time" => self.time = yes,
            "san" => self.san = yes,
            "reuse" => self.reuse = yes,
            "colors" => self.colors = yes,
            "variants" => self.variants = value.to_string(),
            "option" => self.options.extend(read_xboard(value)),
            "done" => self.done = Some(yes),
            name if HARMLESS.contains(&name) => {}
            name => return format!("rejected {name}"),
        }
        format!("accepted {name}")
    }
}

/// Reads `a=1 b="two words"`. What is broken is left out.
fn pairs(mut text: &str) -> Vec<(String, String)> {
    let mut list = Vec::new();
    while let Some((name, rest)) = text.trim_start().split_once('=') {
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        list.push((name.to_string(), value.to_string()));
        text = rest;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_and_answers_what_programs_say() {
        let mut features = Features::default();
        assert_eq!(features.hear("move e2e4"), None);
        let answers = features.hear(r#"feature myname="Fairy-Max = 5.0b" setboard=0 xyz=1 ping=1  done=0"#).unwrap();
        assert_eq!(answers, ["accepted myname", "accepted setboard", "rejected xyz", "accepted ping", "accepted done"]);
        assert!(features.ping && !features.setboard && features.reuse && features.done == Some(false));
        features.hear(r#"feature option="Resign -check 0" option="Claim draw after -spin 50 0 200" reuse=0"#);
        features.hear("feature done=1");
        assert!(features.options.len() == 2 && !features.reuse && features.done == Some(true));
        features.hear(r#"feature variants="normal,fisch"#);
        assert_eq!(features.variants, "normal,fisch");
    }
}
