//! Flaws in the bytes of one message.

use std::fmt::Write as _;

use serde_json::Value;

use super::secret;
use crate::flaw::Flaw;

/// How many arrays a deeply nested result has.
const DEPTH: usize = 100_000;

pub(super) fn spoil(flaw: Flaw, message: &Value) -> Vec<u8> {
    let text = message.to_string();
    match flaw {
        Flaw::ByteOrderMark => format!("\u{feff}{text}").into_bytes(),
        Flaw::InvalidUtf8 => in_result(message, b"\xff\xfe\xc3\x28"),
        Flaw::NulBytes => [b"\0\0", in_result(message, b"\0").as_slice(), b"\0"].concat(),
        Flaw::DeeplyNested => deep(message).into_bytes(),
        Flaw::TruncatedJson => text.as_bytes()[..text.len() - text.len() / 3].to_vec(),
        Flaw::NotANumber => text.replacen(r#""result":{"#, r#""result":{"score":NaN,"#, 1).into_bytes(),
        Flaw::DuplicateMember => text.replacen('{', "{\"id\":\"first\",", 1).into_bytes(),
        Flaw::TrailingWords => format!("{text} done in 3 ms").into_bytes(),
        Flaw::LoneSurrogate => in_result(message, br"\ud800"),
        Flaw::SingleQuotes => text.replace('"', "'").into_bytes(),
        Flaw::EchoesSecretEscaped => in_result(message, escaped(&secret()).as_bytes()),
        _ => text.into_bytes(),
    }
}

/// The message with raw bytes in a string member of its result.
fn in_result(message: &Value, raw: &[u8]) -> Vec<u8> {
    const MARK: &str = "@raw@";
    let mut marked = message.clone();
    match marked.pointer_mut("/result/content/0/text") {
        Some(text) => *text = Value::from(MARK),
        None => marked["note"] = Value::from(MARK),
    }
    let text = marked.to_string();
    let (before, after) = text.split_once(MARK).expect("the mark was just set");
    [before.as_bytes(), raw, after.as_bytes()].concat()
}

fn deep(message: &Value) -> String {
    let id = &message["id"];
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}{}}}"#, "[".repeat(DEPTH), "]".repeat(DEPTH))
}

fn escaped(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |mut all, unit| {
        write!(all, "\\u{unit:04x}").expect("a String takes everything");
        all
    })
}
