//! The names of all switches, so that players, experiments and reports can set and show them.

use crate::{Bounds, Check, Driver, History, Null, Options, Quiescence, Recapture, Replace, Singular};

/// A value that has a name.
trait Named: Sized {
    /// What may be written, for error messages.
    const EXPECTED: &'static str;
    fn read(text: &str) -> Option<Self>;
    fn write(&self) -> String;
}

impl Named for bool {
    const EXPECTED: &'static str = "on or off";
    fn read(text: &str) -> Option<bool> {
        match text {
            "on" | "true" | "yes" | "1" => Some(true),
            "off" | "false" | "no" | "0" => Some(false),
            _ => None,
        }
    }
    fn write(&self) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

impl Named for f64 {
    const EXPECTED: &'static str = "a number from 0 to 100";
    fn read(text: &str) -> Option<f64> {
        if text == "off" {
            return Some(0.0);
        }
        text.parse().ok().filter(|number| (0.0..=100.0).contains(number))
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

/// The number of threads, of probes.
impl Named for usize {
    const EXPECTED: &'static str = "a number from 1 to 256";
    fn read(text: &str) -> Option<usize> {
        text.parse().ok().filter(|number| (1..=256).contains(number))
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

/// The size of the table. The largest takes 3 GB.
impl Named for Option<u32> {
    const EXPECTED: &'static str = "a power of two from 1 to 27, or off";
    fn read(text: &str) -> Option<Option<u32>> {
        if text == "off" {
            return Some(None);
        }
        text.parse().ok().filter(|bits| (1..=27).contains(bits)).map(Some)
    }
    fn write(&self) -> String {
        self.map_or("off".to_string(), |bits| bits.to_string())
    }
}

/// Implements [`Named`] for an enum whose values are plain words.
macro_rules! words {
    ($type:ty, $expected:literal, $($word:literal => $value:path),+) => {
        impl Named for $type {
            const EXPECTED: &'static str = $expected;
            fn read(text: &str) -> Option<$type> {
                match text {
                    $($word => Some($value),)+
                    _ => None,
                }
            }
            fn write(&self) -> String {
                match self {
                    $($value => $word,)+
                }
                .to_string()
            }
        }
    };
}

words!(Driver, "pvs or mtd", "pvs" => Driver::Pvs, "mtd" => Driver::Mtd);
words!(Replace, "shallowest or two-deep", "shallowest" => Replace::Shallowest, "two-deep" => Replace::TwoDeep);
words!(Bounds, "one or two", "one" => Bounds::One, "two" => Bounds::Two);
words!(Check, "off, evading or giving", "off" => Check::Off, "evading" => Check::Evading, "giving" => Check::Giving);
words!(
    Recapture,
    "off, thesis or knightcap",
    "off" => Recapture::Off,
    "thesis" => Recapture::Thesis,
    "knightcap" => Recapture::KnightCap
);
words!(
    History,
    "off, cutoffs or answers",
    "off" => History::Off,
    "cutoffs" => History::Cutoffs,
    "answers" => History::Answers
);

impl Named for Quiescence {
    const EXPECTED: &'static str = "on, off or a number of plies from 1 to 99";
    fn read(text: &str) -> Option<Quiescence> {
        match text {
            "off" => Some(Quiescence::Off),
            "on" => Some(Quiescence::Full),
            _ => text.parse().ok().filter(|plies| (1..=99).contains(plies)).map(Quiescence::Plies),
        }
    }
    fn write(&self) -> String {
        match self {
            Quiescence::Off => "off".to_string(),
            Quiescence::Full => "on".to_string(),
            Quiescence::Plies(plies) => plies.to_string(),
        }
    }
}

impl Named for Null {
    const EXPECTED: &'static str = "off, verified, adaptive or a number of plies from 1 to 9";
    fn read(text: &str) -> Option<Null> {
        match text {
            "off" => Some(Null::Off),
            "verified" => Some(Null::Verified),
            "adaptive" => Some(Null::Adaptive),
            _ => text.parse().ok().filter(|plies| (1..=9).contains(plies)).map(Null::Fixed),
        }
    }
    fn write(&self) -> String {
        match self {
            Null::Off => "off".to_string(),
            Null::Verified => "verified".to_string(),
            Null::Adaptive => "adaptive".to_string(),
            Null::Fixed(plies) => plies.to_string(),
        }
    }
}

impl Named for Singular {
    const EXPECTED: &'static str = "off, margin, or 1 or 2 plies";
    fn read(text: &str) -> Option<Singular> {
        match text {
            "off" => Some(Singular::Off),
            "margin" => Some(Singular::Margin),
            "1" => Some(Singular::Reduced(1)),
            "2" => Some(Singular::Reduced(2)),
            _ => None,
        }
    }
    fn write(&self) -> String {
        match self {
            Singular::Off => "off".to_string(),
            Singular::Margin => "margin".to_string(),
            Singular::Reduced(plies) => plies.to_string(),
        }
    }
}

/// Writes the functions that go through all switches, from one list of names and fields.
macro_rules! switches {
    ($($name:literal $field:ident),+ $(,)?) => {
        impl Options {
            /// The names of all switches.
            pub const SWITCHES: &'static [&'static str] = &[$($name),+];

            /// Sets the switch of this name.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
                match name {
                    $($name => read(name, value, &mut self.$field),)+
                    _ => Err(format!("there is no search switch '{name}'; there are: {}", Options::SWITCHES.join(", "))),
                }
            }

            /// All switches by name, with their values.
            pub fn switches(&self) -> Vec<(&'static str, String)> {
                vec![$(($name, self.$field.write())),+]
            }
        }
    };
}

switches! {
    "driver" driver,
    "aspiration" aspiration,
    "tolerance" tolerance,
    "momentum" momentum,
    "resume" resume,
    "threads" threads,
    "table" table_bits,
    "probes" probes,
    "sliding" sliding,
    "replace" replace,
    "bounds" bounds,
    "ageing" ageing,
    "deeper" deeper,
    "ettc" ettc,
    "quiescence" quiescence,
    "horizon-mate" horizon_mate,
    "calm-losing" calm_losing,
    "calm-evasions" calm_evasions,
    "calm-table" calm_table,
    "horizon-table" horizon_table,
    "calm-margin" calm_margin,
    "calm-asymmetric" calm_asymmetric,
    "contempt" contempt,
    "repetition" repetition,
    "foresight" foresight,
    "null" null,
    "check" check,
    "recapture" recapture,
    "singular" singular,
    "single-reply" single_reply,
    "mate-threat" mate_threat,
    "pawn-push" pawn_push,
    "asymmetric" asymmetric,
    "razoring" razoring,
    "order-losing" order_losing,
    "killers" killers,
    "refutation" refutation,
    "history" history,
    "reductions" reductions,
    "futility" futility,
    "late-moves" late_moves,
    "unguided" unguided,
    "shuffle" shuffle,
    "noise" noise,
}

fn read<T: Named>(name: &str, value: &str, field: &mut T) -> Result<(), String> {
    *field = T::read(value).ok_or_else(|| format!("{name} is {}, not '{value}'", T::EXPECTED))?;
    Ok(())
}

impl Options {
    /// The names of the profiles.
    pub const PROFILES: [&'static str; 3] = ["exact", "strong", "knightcap"];

    /// A profile by its name.
    pub fn profile(name: &str, depth: u32) -> Result<Options, String> {
        let profile = match name {
            "exact" => Options::exact(depth),
            "strong" => Options::strong(),
            "knightcap" => Options::knightcap(),
            _ => return Err(format!("there is no profile '{name}'; there are: {}", Options::PROFILES.join(", "))),
        };
        Ok(Options { depth, ..profile })
    }

    /// Reads a profile and switches that differ from it: `strong null=off`.
    pub fn parse(text: &str, depth: u32) -> Result<Options, String> {
        let mut words = text.split_whitespace();
        let mut options = Options::profile(words.next().unwrap_or("exact"), depth)?;
        for word in words {
            let (name, value) = word.split_once('=').ok_or(format!("a search switch is name=value, not '{word}'"))?;
            options.set(name, value)?;
        }
        Ok(options)
    }

    /// The nearest profile and what differs from it, as [`Options::parse`] reads it.
    pub fn describe(&self) -> String {
        let differences = |name: &str| -> Vec<String> {
            let profile = Options::profile(name, self.depth).unwrap_or(*self);
            let pairs = self.switches().into_iter().zip(profile.switches());
            pairs.filter(|(own, other)| own != other).map(|((name, value), _)| format!("{name}={value}")).collect()
        };
        let all = Options::PROFILES.map(|name| (name, differences(name)));
        let (name, differences) = all.into_iter().min_by_key(|(_, list)| list.len()).unwrap_or(("exact", Vec::new()));
        [vec![name.to_string()], differences].concat().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_reads_what_it_writes() {
        for name in Options::PROFILES {
            let profile = Options::profile(name, 5).unwrap();
            let mut copy = Options { noise: 0.25, null: Null::Fixed(4), ..Options::exact(5) };
            for (switch, value) in profile.switches() {
                copy.set(switch, &value).unwrap();
            }
            assert_eq!(copy, profile, "{name}");
            assert_eq!(profile.describe(), name);
        }
        let other = Options { null: Null::Off, ..Options::strong() };
        assert_eq!(other.describe(), "strong null=off");
        assert_eq!(Options::parse("strong null=off", other.depth), Ok(other));
    }

    #[test]
    fn mistakes_are_told() {
        let mut options = Options::strong();
        assert!(options.set("nul", "off").unwrap_err().contains("null"));
        assert!(options.set("null", "x").unwrap_err().contains("verified"));
        assert!(options.set("threads", "0").is_err());
        assert!(Options::parse("strong null", 1).unwrap_err().contains("name=value"));
        assert!(Options::profile("stong", 1).unwrap_err().contains("knightcap"));
        assert_eq!(options, Options::strong(), "a refused value changes nothing");
    }
}
