//! Player strings that name another program: which one, over which protocol, with which options and limits.

use super::words::{decode, split, words};
use std::path::PathBuf;
use std::time::Duration;

/// The protocols that a program may speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// Its dialect for shogi.
    Usi,
    /// The protocol of xboard and WinBoard, version 2.
    Xboard,
    /// GNU Shogi's own.
    GnuShogi,
    /// GNU Backgammon's sockets.
    Gnubg,
    /// The Go Text Protocol, version 2.
    Gtp,
}

/// An xboard time control: `moves` moves in `base` (0: the whole game), and `increment` for each move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Level {
    pub text: String,
    pub moves: u32,
    pub base: Duration,
}

/// How long a program may think where the game has no clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub movetime: Option<Duration>,
    pub level: Option<Level>,
    /// Time for each move, in xboard's words.
    pub st: Option<Duration>,
}

/// Which program to start, with its options and limits: `uci:stockfish?UCI_Elo=1600&depth=3`.
///
/// The program comes after the protocol (`uci:`, `usi:`, `xboard:`, `gnushogi:`, `gnubg:` or `gtp:`), then its arguments, then `?` and
/// `KEY=VALUE` pairs separated by `&`. Quotes (`"` or `'`) keep words together and hide `?` and `&`; `%20` and the like stand for any character.
///
/// | key | meaning |
/// |---|---|
/// | `depth`, `sd` | plies for each move; also with a clock; GTP programs are not told, they take arguments |
/// | `nodes` | positions for each move (UCI, USI); also with a clock |
/// | `movetime` | time for each move: `100` (milliseconds), `100ms`, `0.1s`; 100 ms if no limit is given. GNU Shogi: whole seconds |
/// | `st`, `level` | xboard: `st=2` seconds for each move; `level=40 0:02 0` for 40 moves in 2 s |
/// | `init` | xboard, GNU Shogi, GTP: lines to send when a game begins, separated by `;` |
/// | `timeout` | seconds beyond the expected time until the program is given up, 10 if not given |
/// | `name` | the name in tables and records, that of the program if not given |
/// | `directory` | where the program runs; a temporary directory of its own (also as its home) if not given |
///
/// `gnubg:` is GNU Backgammon, `gnubg` if no other program is named, with `plies` and `noise` instead of all limits.
///
/// All other keys are options of the program, checked against those that it announces. `UCI_Elo` switches
/// `UCI_LimitStrength` on. In a game with a clock the clock replaces `movetime`, `st` and `level`.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSpec {
    pub(super) protocol: Protocol,
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    pub(super) options: Vec<(String, String)>,
    pub(super) limits: Limits,
    pub(super) init: Vec<String>,
    pub(super) timeout: Duration,
    pub(super) directory: Option<PathBuf>,
    name: String,
}

impl EngineSpec {
    /// Reads a player string that begins with the name of a protocol and a colon.
    pub fn parse(text: &str) -> Result<EngineSpec, String> {
        let (protocol, rest) = match text.split_once(':') {
            Some(("uci", rest)) => (Protocol::Uci, rest),
            Some(("usi", rest)) => (Protocol::Usi, rest),
            Some(("xboard", rest)) => (Protocol::Xboard, rest),
            Some(("gnushogi", rest)) => (Protocol::GnuShogi, rest),
            Some(("gnubg", rest)) => (Protocol::Gnubg, rest),
            Some(("gtp", rest)) => (Protocol::Gtp, rest),
            _ => {
                let protocols = "'uci:', 'usi:', 'xboard:', 'gnushogi:', 'gnubg:' or 'gtp:'";
                return Err(format!("'{text}' must begin with {protocols} and the name of a program"));
            }
        };
        let (command, query) = match split(rest, '?', 2)?.as_slice() {
            [command] => (*command, None),
            [command, query] => (*command, Some(*query)),
            _ => unreachable!("at most two parts were asked for"),
        };
        let mut command = words(command)?.into_iter();
        // There is only one program that speaks this, and it has to be told to use the terminal, be quiet and forget settings.
        let usual = (protocol == Protocol::Gnubg).then(|| "gnubg".to_string());
        let program = command.next().or(usual).ok_or_else(|| format!("'{text}' names no program"))?;
        let flags = if protocol == Protocol::Gnubg { &["-t", "-q", "-r"][..] } else { &[] };
        let flags = flags.iter().map(|flag| (*flag).to_string());
        let base = program.rsplit('/').next().unwrap_or_default().to_string();
        let mut spec = EngineSpec {
            protocol,
            program,
            arguments: command.chain(flags).collect(),
            options: Vec::new(),
            limits: Limits::default(),
            init: Vec::new(),
            timeout: Duration::from_secs(10),
            directory: None,
            name: base,
        };
        let mut seen = Vec::new();
        for pair in split(query.unwrap_or_default(), '&', usize::MAX)?.into_iter().filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').map_or((pair, None), |(key, value)| (key, Some(value)));
            let (key, value) = (decode(key)?, value.map(decode).transpose()?);
            if seen.iter().any(|earlier: &String| earlier.eq_ignore_ascii_case(&key)) {
                return Err(format!("'{key}' is given twice in '{text}'"));
            }
            spec.set(&key, value).map_err(|error| format!("{error}, in '{text}'"))?;
            seen.push(key);
        }
        if protocol == Protocol::GnuShogi && !spec.arguments.iter().any(|word| word == "-X") {
            spec.arguments.push("-X".to_string());
        }
        spec.check().map_err(|error| format!("{error}, in '{text}'"))?;
        Ok(spec)
    }

    /// True if the program can begin in any position, and not only replay games from the start.
    pub fn takes_positions(&self) -> bool {
        !matches!(self.protocol, Protocol::GnuShogi | Protocol::Gtp)
    }

    /// A short name for tables and records.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    /// The strength of GNU Backgammon; what has no meaning there is refused.
    fn set_gnubg(&mut self, key: &str, value: Option<String>) -> Result<(), String> {
        let value = value.unwrap_or_default();
        let fits = match key {
            "plies" => value.parse().is_ok_and(|plies: u32| plies <= 4),
            "noise" => value.parse().is_ok_and(|noise: f64| (0.0..=1.0).contains(&noise)),
            _ => {
                return Err(format!(
                    "GNU Backgammon has no option '{key}'; options: plies, noise, timeout, name, directory"
                ));
            }
        };
        if !fits {
            let expected = if key == "plies" { "from 0 to 4" } else { "from 0 to 1" };
            return Err(format!("{key} must be {expected}, not '{value}'"));
        }
        self.options.push((key.to_string(), value));
        Ok(())
    }

    fn set(&mut self, key: &str, value: Option<String>) -> Result<(), String> {
        if self.protocol == Protocol::Gnubg && !["timeout", "name", "directory"].contains(&key) {
            return self.set_gnubg(key, value);
        }
        let ours = matches!(
            key,
            "depth" | "sd" | "nodes" | "movetime" | "st" | "level" | "init" | "timeout" | "name" | "directory"
        );
        if !ours && self.protocol == Protocol::Gtp {
            return Err(format!("GTP has no options such as '{key}'; give the program arguments"));
        }
        if !ours {
            self.options.push((key.to_string(), value.unwrap_or_default()));
            return Ok(());
        }
        let value = value.filter(|value| !value.trim().is_empty()).ok_or(format!("'{key}' needs a value"))?;
        let whole = |what: &str| {
            let number = value.parse::<u64>().ok().filter(|number| *number > 0);
            number.ok_or(format!("{key} must be a number of {what}, not '{value}'"))
        };
        match (key, self.protocol) {
            ("depth", _) | ("sd", Protocol::Xboard) => {
                if self.limits.depth.is_some() {
                    return Err("depth and sd are the same: give one of them".to_string());
                }
                self.limits.depth = Some(whole("plies")?.min(u64::from(u32::MAX)) as u32);
            }
            ("nodes", Protocol::Uci | Protocol::Usi) => self.limits.nodes = Some(whole("positions")?),
            ("movetime", _) => self.limits.movetime = Some(duration(key, &value, 0.001)?),
            ("st", Protocol::Xboard) => self.limits.st = Some(duration(key, &value, 1.0)?),
            ("level", Protocol::Xboard) => self.limits.level = Some(level(&value)?),
            ("init", Protocol::Xboard | Protocol::GnuShogi | Protocol::Gtp) => {
                let lines = value.split(';').map(|line| line.trim().to_string());
                self.init = lines.filter(|line| !line.is_empty()).collect();
            }
            ("timeout", _) => self.timeout = duration(key, &value, 1.0)?,
            ("name", _) => self.name = value,
            ("directory", _) => self.directory = Some(PathBuf::from(value)),
            ("nodes", Protocol::GnuShogi) => {
                return Err("GNU Shogi has no limit of nodes; use depth or movetime".to_string());
            }
            ("nodes", Protocol::Gtp) => {
                return Err("GTP has no limit of nodes; give the program arguments, or use movetime".to_string());
            }
            ("nodes", _) => {
                return Err("xboard has no limit of nodes; use depth or movetime".to_string());
            }
            ("sd", _) => return Err("sd is for xboard; use depth".to_string()),
            ("st", _) => return Err("st is for xboard; use movetime".to_string()),
            _ => return Err(format!("{key} is for xboard only")),
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        let times = [self.limits.movetime.is_some(), self.limits.level.is_some(), self.limits.st.is_some()];
        if self.protocol == Protocol::GnuShogi {
            if let Some((name, _)) = self.options.first() {
                return Err(format!("GNU Shogi has no option '{name}'; send it commands with init="));
            }
            if self.limits.depth.is_none() && self.limits.movetime.is_some_and(|time| time < Duration::from_secs(1)) {
                let what = "GNU Shogi thinks in whole seconds";
                return Err(format!("{what}: give it a depth, such as depth=2, or a movetime of at least 1s"));
            }
        }
        match times.into_iter().filter(|given| *given).count() {
            0 | 1 => Ok(()),
            _ => Err("give only one of movetime, level and st".to_string()),
        }
    }
}

/// A time above 0, in units of `unit` seconds if none is written: `100ms`, `0.1s`.
fn duration(key: &str, text: &str, unit: f64) -> Result<Duration, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 0.001),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, unit),
    };
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    let seconds = seconds.filter(|seconds| (1e-3..=1e6).contains(seconds));
    let seconds = seconds.ok_or(format!("{key} must be a time such as 100ms or 2s, not '{text}'"))?;
    Ok(Duration::from_secs_f64(seconds))
}

/// `40 0:02 0`: moves, minutes and seconds, seconds for each move.
fn level(text: &str) -> Result<Level, String> {
    let error = || format!("level must be like '40 0:02 0' (moves, minutes:seconds, increment), not '{text}'");
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [moves, base, increment] = fields.as_slice() else { return Err(error()) };
    let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
    let number = |text: &str| text.parse::<u32>().map_err(|_| error());
    increment.parse::<f64>().map_err(|_| error())?;
    let base = Duration::from_secs(u64::from(number(minutes)?) * 60 + u64::from(number(seconds)?));
    Ok(Level { text: fields.join(" "), moves: number(moves)?, base })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_program_arguments_options_and_limits() {
        let spec = EngineSpec::parse("uci:/opt/my%20engines/gnuchess --uci 'a b'?OwnBook=false&Skill Level=3&depth=3")
            .unwrap();
        assert_eq!((spec.protocol, spec.program.as_str()), (Protocol::Uci, "/opt/my engines/gnuchess"));
        assert_eq!(spec.arguments, ["--uci", "a b"]);
        assert_eq!(spec.options, [("OwnBook".into(), "false".into()), ("Skill Level".into(), "3".into())]);
        assert_eq!(spec.limits, Limits { depth: Some(3), ..Limits::default() });
        assert_eq!(spec.name(), "gnuchess");
    }

    #[test]
    fn reads_xboard_limits() {
        let spec =
            EngineSpec::parse("xboard:hoichess --xboard?init=book off; memory 8&level=40 0:02 0&timeout=2&name=Hoi");
        let spec = spec.unwrap();
        assert_eq!(spec.init, ["book off", "memory 8"]);
        let level = spec.limits.level.as_ref().unwrap();
        assert_eq!((level.moves, level.base), (40, Duration::from_secs(2)));
        assert_eq!((spec.timeout, spec.name().as_str()), (Duration::from_secs(2), "Hoi"));
        let plain = EngineSpec::parse("xboard:phalanx -b - -l - -t 8192").unwrap();
        assert_eq!((plain.arguments.len(), plain.name().as_str()), (6, "phalanx"));
    }

    #[test]
    fn reads_shogi_programs() {
        let spec = EngineSpec::parse("usi:gpsusi -N 1?LimitDepth=4&movetime=300&nodes=9").unwrap();
        assert_eq!((spec.protocol, spec.arguments.join(" ").as_str()), (Protocol::Usi, "-N 1"));
        assert_eq!((spec.limits.nodes, spec.options), (Some(9), vec![("LimitDepth".into(), "4".into())]));
        let spec = EngineSpec::parse("gnushogi:gnushogi?depth=2&init=book").unwrap();
        assert_eq!((spec.arguments, spec.limits.depth), (vec!["-X".to_string()], Some(2)));
        assert_eq!(spec.init, ["book"]);
    }

    #[test]
    fn gnu_backgammon_needs_no_name() {
        let spec = EngineSpec::parse("gnubg:?plies=0&noise=0.05").unwrap();
        assert_eq!((spec.program.as_str(), spec.name().as_str()), ("gnubg", "gnubg"));
        assert_eq!(spec.arguments, ["-t", "-q", "-r"]);
        assert_eq!(spec.options, [("plies".into(), "0".into()), ("noise".into(), "0.05".into())]);
        let spec = EngineSpec::parse("gnubg:/opt/bin/gnubg --nobearoff?name=g&timeout=3").unwrap();
        assert_eq!((spec.program.as_str(), spec.name().as_str()), ("/opt/bin/gnubg", "g"));
        assert_eq!(spec.arguments, ["--nobearoff", "-t", "-q", "-r"]);
        for (text, part) in [
            ("gnubg:?plies=9", "from 0 to 4, not '9'"),
            ("gnubg:?noise=x", "from 0 to 1, not 'x'"),
            ("gnubg:?depth=2", "no option 'depth'; options: plies"),
        ] {
            assert!(EngineSpec::parse(text).unwrap_err().contains(part), "{text}");
        }
    }

    #[test]
    fn reads_times_in_any_unit() {
        for text in ["100", "100ms", "0.1s"] {
            let spec = EngineSpec::parse(&format!("uci:x?movetime={text}")).unwrap();
            assert_eq!(spec.limits.movetime, Some(Duration::from_millis(100)), "{text}");
        }
    }

    #[test]
    fn errors_name_the_key() {
        for (text, part) in [
            ("stockfish", "must begin with"),
            ("usi:", "names no program"),
            ("usi:x?st=4", "use movetime"),
            ("gnushogi:x?movetime=100", "depth=2, or a movetime of at least 1s"),
            ("gnushogi:x?depth=2&Hash=3", "no option 'Hash'"),
            ("gnushogi:x?nodes=4", "no limit of nodes"),
            ("uci:", "names no program"),
            ("uci:?depth=3", "names no program"),
            ("uci:x?depth=0", "depth must be"),
            ("uci:x?depth=three", "not 'three'"),
            ("uci:x?depth=", "'depth' needs a value"),
            ("uci:x?depth", "'depth' needs a value"),
            ("uci:x?movetime=-5", "movetime must be"),
            ("uci:x?level=40 5 0", "level is for xboard only"),
            ("uci:x?sd=4", "use depth"),
            ("xboard:x?nodes=4", "no limit of nodes"),
            ("gtp:x?nodes=4", "GTP has no limit of nodes"),
            ("gtp:x?Level=4", "GTP has no options such as 'Level'"),
            ("gtp:x?st=4", "st is for xboard"),
            ("xboard:x?level=forty", "level must be like"),
            ("xboard:x?sd=4&depth=4", "the same"),
            ("xboard:x?st=2&movetime=100", "only one of"),
            ("uci:x?Hash=1&hash=2", "given twice"),
            ("uci:'x", "no closing"),
            ("uci:x?Hash=1%0Aquit", "control character"),
        ] {
            let error = EngineSpec::parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
