//! Bytes to JSON, and why not: every way in which a message can fail to be JSON has its own name.

use mcpvals_model::Anomaly;
use serde_json::Value;

/// The deepest nesting that is read; `serde_json` refuses more.
const DEPTH_MAX: usize = 127;

/// In UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why bytes are not the JSON of a message.
#[derive(Debug, PartialEq)]
pub(crate) enum Unreadable {
    /// What it is, for the trace.
    Broken(Anomaly),
    /// It ends too early: more may follow.
    Unfinished(Anomaly),
    /// A value, and after this many bytes something else.
    Trailing(usize),
}

/// Parses one message. That it is UTF-8 is seen once for all its strings, which is cheaper than for each of them.
pub(crate) fn parse(bytes: &[u8]) -> Result<Value, Unreadable> {
    let text = std::str::from_utf8(bytes).map_err(|_| Unreadable::Broken(Anomaly::NotUtf8))?;
    serde_json::from_str(text).map_err(|error| explain(bytes, &error))
}

fn explain(bytes: &[u8], error: &serde_json::Error) -> Unreadable {
    if is_deep(bytes) {
        return Unreadable::Broken(Anomaly::TooDeep);
    }
    if bytes.is_empty() {
        return Unreadable::Broken(Anomaly::NotJson { problem: "an empty line".to_owned() });
    }
    let anomaly = Anomaly::NotJson { problem: error.to_string() };
    if error.is_eof() && matches!(bytes.first(), Some(b'{' | b'[')) {
        return Unreadable::Unfinished(anomaly);
    }
    match first_value_end(bytes) {
        Some(end) => Unreadable::Trailing(end),
        None => Unreadable::Broken(anomaly),
    }
}

/// Where the first value ends, if it is an object and something follows it.
fn first_value_end(bytes: &[u8]) -> Option<usize> {
    if bytes.first() != Some(&b'{') {
        return None;
    }
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

fn is_deep(bytes: &[u8]) -> bool {
    let mut nesting = Nesting::default();
    bytes.iter().any(|byte| {
        nesting.take(*byte);
        nesting.depth > DEPTH_MAX
    })
}

/// Follows brackets and strings, byte by byte, without understanding anything else.
#[derive(Debug, Default, Clone)]
pub(crate) struct Nesting {
    /// How many brackets are open.
    pub(crate) depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Nesting {
    /// Takes the next byte.
    pub(crate) fn take(&mut self, byte: u8) {
        if self.in_string {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }

    /// Takes many.
    pub(crate) fn take_all(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.take(*byte);
        }
    }
}

/// The `id` of a message that cannot be parsed, as far as its beginning shows it: which call suffers?
pub(crate) fn sniff_id(bytes: &[u8]) -> Option<u64> {
    let head = &bytes[..bytes.len().min(512)];
    let at = head.windows(4).position(|window| matches!(window, b"\"id\"" | b"'id'"))? + 4;
    let digits = head[at..].iter().skip_while(|byte| matches!(byte, b' ' | b':' | b'"'));
    let digits: String = digits.take_while(|byte| byte.is_ascii_digit()).map(|byte| char::from(*byte)).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Anomaly;

    use super::{Unreadable, parse, sniff_id};

    #[track_caller]
    fn check(text: &[u8], want: &str) {
        let got = match parse(text) {
            Ok(value) => value.to_string(),
            Err(Unreadable::Broken(Anomaly::NotJson { .. })) => "broken".to_owned(),
            Err(Unreadable::Broken(anomaly)) => format!("{anomaly:?}"),
            Err(Unreadable::Unfinished(_)) => "unfinished".to_owned(),
            Err(Unreadable::Trailing(end)) => format!("trailing at {end}"),
        };
        assert_eq!(got, want);
    }

    #[test]
    fn each_way_to_be_no_json_has_its_name() {
        check(b"{\"a\":1}", "{\"a\":1}");
        check(b"Listening on stdio", "broken");
        check(b"", "broken");
        check(b"{\"a\":", "unfinished");
        check(b"{\"a\":1}{\"b\":2}", "trailing at 7");
        check(b"{\"a\":\"\xff\"}", "NotUtf8");
        check("[".repeat(200).as_bytes(), "TooDeep");
        check(b"12 servers started", "broken");
        check(b"{\"a\":\"\\ud800\"}", "broken");
    }

    #[test]
    fn id_of_a_broken_message_is_found_in_its_beginning() {
        assert_eq!(sniff_id(b"{\"jsonrpc\":\"2.0\",\"id\": 17,\"result\":{"), Some(17));
        assert_eq!(sniff_id(b"{\"id\":\"8\",broken"), Some(8));
        assert_eq!(sniff_id(b"noise"), None);
    }
}
