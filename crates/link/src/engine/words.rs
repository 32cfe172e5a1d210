//! Quotes and percent signs in player strings.

/// Cuts `text` at the first `most - 1` occurrences of `at` outside quotes.
pub(super) fn split(text: &str, at: char, most: usize) -> Result<Vec<&str>, String> {
    let mut parts = Vec::new();
    let mut begin = 0;
    let mut quote = None;
    for (index, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) => quote = (c != open).then_some(open),
            (None, '"' | '\'') => quote = Some(c),
            (None, _) if c == at && parts.len() + 1 < most => {
                parts.push(&text[begin..index]);
                begin = index + c.len_utf8();
            }
            _ => {}
        }
    }
    match quote {
        Some(quote) => Err(format!("there is no closing {quote} in '{text}' (%{:02X} stands for it)", quote as u32)),
        None => {
            parts.push(&text[begin..]);
            Ok(parts)
        }
    }
}

/// The words of a command line, without quotes and with percent signs decoded.
pub(super) fn words(text: &str) -> Result<Vec<String>, String> {
    split(text, ' ', usize::MAX)?.into_iter().filter(|word| !word.is_empty()).map(decode).collect()
}

/// Takes quotes away and replaces `%20` and the like. A percent sign without two digits stands for itself.
pub(super) fn decode(text: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let mut quote = None;
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, quote) {
            (b'"' | b'\'', None) => quote = Some(*first),
            (_, Some(open)) if *first == open => quote = None,
            (b'%', _) => match tail.get(..2).and_then(hex) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = &tail[2..];
                }
                None => bytes.push(b'%'),
            },
            _ => bytes.push(*first),
        }
    }
    let decoded = String::from_utf8(bytes).map_err(|_| format!("'{text}' does not stand for text in UTF-8"))?;
    // A line end would smuggle a second command into the conversation.
    if decoded.chars().any(char::is_control) {
        return Err(format!("'{text}' contains a control character"));
    }
    Ok(decoded)
}

fn hex(digits: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u8::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_percent_signs_keep_words_together() {
        assert_eq!(words("a  'b c' \"d'e\" f%20g 5% %C3%A9").unwrap(), ["a", "b c", "d'e", "f g", "5%", "é"]);
        assert_eq!(split("a '?' ?b?c", '?', 2).unwrap(), ["a '?' ", "b?c"]);
        assert!(decode("%FF").is_err());
    }
}
