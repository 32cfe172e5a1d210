//! The options that a program announces, and whether they take the values that a player string gives them.

/// What an option can be set to.
#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Check,
    Spin { least: i64, most: i64 },
    Combo(Vec<String>),
    Button,
    Text,
}

/// An option of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Setting {
    pub name: String,
    kind: Kind,
}

/// The option of a UCI line `option name N type T default D min A max B var V ...`.
pub(super) fn read_uci(line: &str) -> Option<Setting> {
    let rest = line.strip_prefix("option name ")?;
    let (name, rest) = rest.split_once(" type ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |key: &str| {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1)?.parse().ok()
    };
    let kind = match *words.first()? {
        "check" => Kind::Check,
        "spin" => Kind::Spin { least: number("min").unwrap_or(i64::MIN), most: number("max").unwrap_or(i64::MAX) },
        "combo" => Kind::Combo(rest.split(" var ").skip(1).map(|value| value.trim().to_string()).collect()),
        "button" => Kind::Button,
        _ => Kind::Text,
    };
    Some(Setting { name: name.trim().to_string(), kind })
}

/// The option of an xboard feature `NAME -spin 1 0 5`, `NAME -combo A /// *B`.
pub(super) fn read_xboard(text: &str) -> Option<Setting> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let numbers: Vec<i64> = rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let kind = match (kind, numbers.as_slice()) {
        ("check", _) => Kind::Check,
        ("spin" | "slider", [_, least, most]) => Kind::Spin { least: *least, most: *most },
        ("combo", _) => {
            Kind::Combo(rest.split("///").map(|value| value.trim().trim_start_matches('*').to_string()).collect())
        }
        ("button" | "save" | "reset", _) => Kind::Button,
        _ => Kind::Text,
    };
    Some(Setting { name: name.trim().to_string(), kind })
}

/// The announced option `name` and how to write `value` for it. `yes` and `no` are the protocol's words for a check box. The
/// error says what there is instead.
pub(super) fn choose<'a>(
    known: &'a [Setting],
    name: &str,
    value: &str,
    [yes, no]: [&str; 2],
) -> Result<(&'a Setting, String), String> {
    let setting = known.iter().find(|setting| setting.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|setting| setting.name.as_str()).collect();
        let names = if names.is_empty() { "none".to_string() } else { names.join(", ") };
        format!("has no option '{name}'; its options: {names}")
    })?;
    let expected = |what: String| format!("cannot set option '{}' to '{value}': it takes {what}", setting.name);
    let written = match &setting.kind {
        Kind::Check => match value.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" | "yes" => yes.to_string(),
            "false" | "0" | "off" | "no" => no.to_string(),
            _ => return Err(expected("true or false".to_string())),
        },
        Kind::Spin { least, most } => match value.trim().parse::<i64>() {
            Ok(number) if (*least..=*most).contains(&number) => number.to_string(),
            _ => return Err(expected(format!("a whole number from {least} to {most}"))),
        },
        Kind::Combo(values) => match values.iter().find(|known| known.eq_ignore_ascii_case(value)) {
            Some(known) => known.clone(),
            None => return Err(expected(format!("one of: {}", values.join(", ")))),
        },
        Kind::Button if value.is_empty() => String::new(),
        Kind::Button => return Err(expected("no value".to_string())),
        Kind::Text => value.to_string(),
    };
    Ok((setting, written))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UCI: [&str; 2] = ["true", "false"];

    #[test]
    fn reads_what_engines_announce() {
        let known: Vec<Setting> = [
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
            "option name Clear Hash type button",
            "option name NullMove Pruning type combo default Fail High var Always var Fail High var Never",
            "option name Use NNUE type check default true",
            "option name EvalFile type string default nn-ad9b42354671.nnue",
        ]
        .iter()
        .map(|line| read_uci(line).unwrap())
        .collect();
        let set = |name: &str, value: &str| {
            choose(&known, name, value, UCI).map(|(setting, text)| (setting.name.clone(), text))
        };
        assert_eq!(set("uci_elo", "1600"), Ok(("UCI_Elo".into(), "1600".into())));
        assert_eq!(set("NullMove Pruning", "fail high"), Ok(("NullMove Pruning".into(), "Fail High".into())));
        assert_eq!(set("Use NNUE", "0"), Ok(("Use NNUE".into(), "false".into())));
        assert_eq!(set("Clear Hash", ""), Ok(("Clear Hash".into(), String::new())));
        assert_eq!(set("EvalFile", "x y"), Ok(("EvalFile".into(), "x y".into())));
        let error = set("UCI_Elo", "1000").unwrap_err();
        assert!(error.contains("'UCI_Elo' to '1000'") && error.contains("from 1350 to 2850"), "{error}");
        let error = set("Elo", "1000").unwrap_err();
        assert!(error.contains("no option 'Elo'") && error.contains("UCI_Elo, Clear Hash"), "{error}");
        assert!(set("NullMove Pruning", "Often").unwrap_err().contains("Always, Fail High, Never"));
        assert!(set("Use NNUE", "maybe").is_err() && set("Clear Hash", "1").is_err());
    }

    #[test]
    fn reads_xboard_options() {
        let level = read_xboard("Level -combo Clueless /// Random /// *Normal").unwrap();
        assert_eq!(choose(&[level], "level", "random", ["1", "0"]).unwrap().1, "Random");
        let threshold = read_xboard("Resign Threshold -spin 800 200 1200").unwrap();
        assert!(choose(&[threshold], "Resign Threshold", "100", ["1", "0"]).is_err());
        assert_eq!(choose(&[read_xboard("Resign -check 0").unwrap()], "Resign", "true", ["1", "0"]).unwrap().1, "1");
        let odd = read_xboard("Randomizer (0-50) -slider 0 0 50").unwrap();
        assert_eq!(odd.name, "Randomizer (0-50)");
    }
}
