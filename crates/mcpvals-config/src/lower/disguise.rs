//! A text as it looks in transit: as it is, percent-encoded, in Base64, or within a text of JSON.

/// Shorter texts have too few symbols in Base64 to be known by them.
const BASE64_FROM: usize = 8;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A regular expression that finds the text in each of them.
pub(super) fn pattern(text: &str) -> String {
    let mut ways = vec![format!("(?i:{})", text.chars().map(character).collect::<String>())];
    if text.len() >= BASE64_FROM {
        ways.extend((0..3).map(|offset| in_base64(text, offset)));
    }
    ways.join("|")
}

fn character(c: char) -> String {
    let escaped = regex::escape(c.encode_utf8(&mut [0; 4]));
    let bytes: Vec<String> = c.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("%{byte:02x}")).collect();
    let mut ways = vec![escaped, bytes.concat()];
    ways.extend(in_json(c).iter().map(|way| regex::escape(way)));
    format!("(?:{})", ways.join("|"))
}

/// How JSON may write it within a text, where not as it is (RFC 8259, 7).
fn in_json(c: char) -> Vec<String> {
    let short = serde_json::to_string(&c).unwrap_or_default();
    let short = short.trim_start_matches('"').strip_suffix('"').map(str::to_owned);
    let short = short.filter(|short| short.starts_with('\\'));
    let units: Vec<String> = c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
    let is_plain = c.is_ascii() && !c.is_ascii_control() && short.is_none();
    short.into_iter().chain((!is_plain).then(|| units.concat())).collect()
}

/// The symbols that hold nothing but the text, where so many bytes before it begin a group of three.
fn in_base64(text: &str, offset: usize) -> String {
    let bytes: Vec<u8> = std::iter::repeat_n(0, offset).chain(text.bytes()).collect();
    let symbols: Vec<char> = bytes.chunks(3).flat_map(group).collect();
    // Of 8 bits each, taken 6 at a time: what shares a symbol with its neighbours is left out.
    let (first, end) = ((offset * 8).div_ceil(6), bytes.len() * 8 / 6);
    let symbol = |symbol: &char| match symbol {
        '+' => "[+-]".to_owned(),
        '/' => "[/_]".to_owned(),
        other => other.to_string(),
    };
    symbols[first..end].iter().map(symbol).collect()
}

fn group(bytes: &[u8]) -> [char; 4] {
    let word = bytes.iter().chain(&[0; 3]).take(3).fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
    [18, 12, 6, 0].map(|shift| char::from(ALPHABET[(word >> shift & 63) as usize]))
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn texts_are_found_within_json() {
        let text = "say \"hi\"\nnow é \\";
        let found = |text_in: &str| regex::Regex::new(&pattern(text)).expect("a pattern").is_match(text_in);
        assert!(found(text) && found(&serde_json::to_string(text).expect("a text")));
        assert!(found(r#"{"q": "say \"hi\"\nnow \u00e9 \\"}"#));
        assert!(!found("say hi now"));
    }

    #[test]
    fn texts_are_found_in_each_disguise() {
        let found = |text: &str| regex::Regex::new(&pattern("canary-0a?>é")).expect("a pattern").is_match(text);
        for hidden in [
            "the canary-0a?>é sings",
            "CANARY-0A?>É",
            "%63anary%2D0a%3F%3E%C3%A9",
            "Y2FuYXJ5LTBhPz7DqQ==",
            "eGNhbmFyeS0wYT8-w6k=",
            "eHhjYW5hcnktMGE/PsOpeA==",
        ] {
            assert!(found(hidden), "{hidden}");
        }
        assert!(!found("canary-0b") && !found("y2fuyxj5ltbhpz7dqq=="));
        assert!(!pattern("short").contains('|') || !pattern("short").contains("c2hvcn"));
    }
}
