//! Answers in pieces, as each provider streams them: the events that make up a whole answer.

mod chat;
mod gemini;
mod messages;
mod responses;

use serde_json::Value;

use super::format::Format;

/// Of a text, so many characters come at once.
const PIECE_CHARS: usize = 5;

/// The events of an answer, as bytes.
pub(super) fn events(format: Format, whole: &Value, request: &Value) -> Vec<Vec<u8>> {
    match format {
        Format::Messages => named(messages::events(whole)),
        Format::Responses => named(responses::numbered(responses::events(whole))),
        Format::ChatCompletions => chat::events(whole, request),
        Format::GenerateContent => gemini::events(whole),
    }
}

/// The event that says that the provider failed, after so many others.
pub(super) fn failure(format: Format, message: &str, before: usize) -> Vec<u8> {
    match format {
        Format::Messages => named(vec![messages::failure(message)]).concat(),
        Format::Responses => named(vec![responses::failure(message, before)]).concat(),
        Format::ChatCompletions => chat::failure(message),
        Format::GenerateContent => gemini::failure(message),
    }
}

/// Events whose name is the `type` of what they hold.
fn named(events: Vec<Value>) -> Vec<Vec<u8>> {
    let event = |event: Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap_or_default());
    events.into_iter().map(|data| event(data).into_bytes()).collect()
}

/// A text in pieces.
fn pieces(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(PIECE_CHARS).map(|piece| piece.iter().collect()).collect()
}

/// The items of an array.
fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A text, where it is one.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
