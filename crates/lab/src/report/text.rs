//! Numbers and words as people read them, safe to put into HTML.

/// Text with the characters that mean something in HTML replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && c != '\n' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A number with so many decimals and a real minus sign; a dash if it is none.
pub fn fixed(x: f64, decimals: usize) -> String {
    if !x.is_finite() {
        return "–".to_string();
    }
    let text = format!("{:.decimals$}", x.abs());
    // Nothing is "minus 0.00".
    if x < 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b)) { format!("−{text}") } else { text }
}

/// As [`fixed`], with a plus sign where it is due.
pub fn signed(x: f64, decimals: usize) -> String {
    let text = fixed(x, decimals);
    if x > 0.0 && text.bytes().any(|b| (b'1'..=b'9').contains(&b)) { format!("+{text}") } else { text }
}

/// A number with about three digits that matter.
pub fn short(x: f64) -> String {
    match x.abs() {
        a if a != 0.0 && !(0.000_95..1e7).contains(&a) => scientific(x),
        a if a >= 1e4 => format!("{}{}", if x < 0.0 { "−" } else { "" }, thousands(a.round() as u64)),
        a => fixed(x, decimals(a)),
    }
}

/// As [`short`], without zeros at the end: for settings, which are round.
pub fn plain(x: f64) -> String {
    let text = short(x);
    if text.contains('.') && !text.contains('e') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}

/// How many decimals show about three digits of a number of this size.
pub fn decimals(size: f64) -> usize {
    match size {
        s if s >= 100.0 => 0,
        s if s >= 10.0 => 1,
        s if s >= 1.0 => 2,
        s if s >= 0.1 || s == 0.0 => 3,
        _ => 4,
    }
}

/// A number with one digit that matters.
pub fn round_number(x: f64) -> String {
    match x {
        x if (1e-4..1e4).contains(&x) => fixed(x, (-x.log10() + 0.999).floor().max(0.0) as usize),
        x => format!("{x:.0e}").replace('-', "−"),
    }
}

fn scientific(x: f64) -> String {
    if !x.is_finite() { "–".to_string() } else { format!("{x:.1e}").replace('-', "−") }
}

/// A whole number with commas.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// Seconds as people say them.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if !(s.is_finite() && s > 0.0) => "–".to_string(),
        s if s < 90.0 => format!("{} s", plain(s)),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{} h {:02} min", (s / 3600.0) as u64, (s / 60.0) as u64 % 60),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// "a, b and c".
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The word with its article, if it is a common noun: "a queen", "an elephant", but "B" and "state 3".
pub fn article(word: &str) -> String {
    let common = word.len() > 2 && word.chars().all(|c| c.is_lowercase() || c == ' ' || c == '-');
    match word.chars().next() {
        Some('a' | 'e' | 'i' | 'o' | 'u') if common => format!("an {word}"),
        _ if common => format!("a {word}"),
        _ => word.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_escaped() {
        assert_eq!(escape("<b>\"R&D\"'\u{0}"), "&lt;b&gt;&quot;R&amp;D&quot;&#39;\u{fffd}");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!([fixed(-0.001, 2), fixed(-1.5, 1), fixed(f64::NAN, 1)], ["0.00", "−1.5", "–"]);
        assert_eq!([signed(3.0, 0), signed(0.0, 0), signed(-3.0, 0), signed(0.2, 0)], ["+3", "0", "−3", "0"]);
        assert_eq!(
            [short(0.0), short(-0.25), short(12.34), short(1e-5), short(12345.0)],
            ["0.000", "−0.250", "12.3", "1.0e−5", "12,345"]
        );
        assert_eq!(
            [plain(0.05), plain(1.0), plain(100.0), plain(0.0), plain(1e-5)],
            ["0.05", "1", "100", "0", "1.0e−5"]
        );
        assert_eq!([short(f64::NAN), short(f64::INFINITY)], ["–", "–"]);
        assert_eq!([0.002, 0.1, 0.05, 1.0, 20.0, 1e-6].map(round_number), ["0.002", "0.1", "0.05", "1", "20", "1e−6"]);
        assert_eq!([thousands(7), thousands(1000), thousands(1_234_567)], ["7", "1,000", "1,234,567"]);
        assert_eq!(
            [duration(0.0), duration(42.0), duration(600.0), duration(7260.0)],
            ["–", "42 s", "10 min", "2 h 01 min"]
        );
    }

    #[test]
    fn words_read_well() {
        assert_eq!(list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
        assert_eq!(
            [article("queen"), article("elephant"), article("B"), article("state 3")],
            ["a queen", "an elephant", "B", "state 3"]
        );
    }
}
