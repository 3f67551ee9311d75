//! Answers that come in pieces: the events of a stream, put together to the body that the provider would have sent at
//! once, so that who reads answers, traces and cassettes knows of no streams.
//!
//! Pure: bytes in, one body out. Each provider's file knows what its events add; what is the same for all is here.

mod anthropic;
mod chat;
pub(crate) mod failure;
mod gemini;
mod openai;
#[cfg(test)]
mod tests;

use mcpvals_model::{EventStream, Provider};
use serde_json::Value;

use crate::WireRequest;

/// The longest stream that is read: an event for each token is many times as long as the token.
const STREAM_BYTES_MAX: usize = 128 << 20;
/// The longest event: OpenAI's last one holds the whole answer.
const EVENT_BYTES_MAX: usize = 32 << 20;
/// The most blocks, items, calls or parts of an answer.
const PARTS_MAX: usize = 4096;
/// What Chat Completions end with, and what gateways put behind the streams of others.
const DONE: &[u8] = b"[DONE]";

/// An answer in the making. However the stream is cut, the same body comes of it.
#[derive(Debug)]
pub(crate) struct Assembly {
    events: EventStream,
    bytes: usize,
    answer: Answer,
    /// What comes now is of no concern.
    is_over: bool,
}

#[derive(Debug)]
enum Answer {
    Anthropic(anthropic::Message),
    Openai(openai::Response),
    Chat(chat::Completion),
    Gemini(gemini::Content),
}

/// Why no answer comes of a stream.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Broken {
    /// The provider says that it failed: the status that it documents for such an error, and the error as a body of its.
    Failed { status: u16, body: Value },
    /// It ended before this event.
    Unended(&'static str),
    /// An event is none of the provider's.
    Unreadable(String),
}

impl Assembly {
    pub(crate) fn new(provider: Provider) -> Self {
        let answer = match provider {
            Provider::Anthropic => Answer::Anthropic(anthropic::Message::default()),
            Provider::Openai => Answer::Openai(openai::Response::default()),
            Provider::OpenaiCompatible => Answer::Chat(chat::Completion::default()),
            Provider::Gemini => Answer::Gemini(gemini::Content::default()),
        };
        Self { events: EventStream::new(EVENT_BYTES_MAX), bytes: 0, answer, is_over: false }
    }

    /// Takes the next chunk; true where nothing more need be read.
    ///
    /// # Errors
    /// [`Broken`] at the first event that is an error or cannot be read, or where the stream is too long.
    pub(crate) fn feed(&mut self, chunk: &[u8]) -> Result<bool, Broken> {
        self.bytes += chunk.len();
        if self.bytes > STREAM_BYTES_MAX {
            return Err(Broken::Unreadable(format!("its stream is longer than {} MiB", STREAM_BYTES_MAX >> 20)));
        }
        self.events.feed(chunk);
        while !self.is_over {
            match self.events.event() {
                Ok(Some(event)) => self.take(&event.data)?,
                Ok(None) => break,
                Err(too_long) => return Err(Broken::Unreadable(format!("in its stream is {too_long}"))),
            }
        }
        Ok(self.is_over)
    }

    fn take(&mut self, data: &[u8]) -> Result<(), Broken> {
        let data = data.trim_ascii();
        if data == DONE {
            self.is_over = true;
            return Ok(());
        }
        if data.is_empty() {
            return Ok(());
        }
        let event: Value = serde_json::from_slice(data)
            .map_err(|error| Broken::Unreadable(format!("an event of its stream is not JSON: {error}")))?;
        if let Some((status, body)) = failure::of(&event) {
            return Err(Broken::Failed { status, body });
        }
        self.answer.add(event).map_err(Broken::Unreadable)?;
        self.is_over = self.answer.is_over();
        Ok(())
    }

    /// The body, once the stream has ended.
    ///
    /// # Errors
    /// [`Broken`] where the last event did not come, or the pieces make no whole.
    pub(crate) fn finish(self) -> Result<Value, Broken> {
        match self.answer {
            Answer::Anthropic(message) => message.whole(),
            Answer::Openai(response) => response.whole(),
            Answer::Chat(completion) => completion.whole(),
            Answer::Gemini(content) => content.whole(),
        }
    }
}

impl Answer {
    /// Takes one event; one that is not known is ignored.
    fn add(&mut self, event: Value) -> Result<(), String> {
        match self {
            Self::Anthropic(message) => message.add(event),
            Self::Openai(response) => response.add(event),
            Self::Chat(completion) => completion.add(event),
            Self::Gemini(content) => content.add(event),
        }
    }

    fn is_over(&self) -> bool {
        match self {
            Self::Anthropic(message) => message.is_over(),
            Self::Openai(response) => response.is_over(),
            // Usage may come behind the last word.
            Self::Chat(_) | Self::Gemini(_) => false,
        }
    }
}

/// Address and body of the request that asks for the answer in pieces.
pub(crate) fn request(provider: Provider, whole: &WireRequest) -> (String, Value) {
    let mut body = whole.body.clone();
    match provider {
        Provider::Anthropic | Provider::Openai => body["stream"] = true.into(),
        Provider::OpenaiCompatible => chat::ask(&mut body),
        Provider::Gemini => return (gemini::url(&whole.url), body),
    }
    (whole.url.clone(), body)
}

/// Adds a piece of a text.
fn append(text: &mut Value, piece: &str) {
    match text {
        Value::String(text) => text.push_str(piece),
        other => *other = piece.into(),
    }
}

/// Sets the members that have a value.
fn merge(into: &mut Value, from: Value) {
    let Value::Object(members) = from else { return };
    for (name, value) in members.into_iter().filter(|(_, value)| !value.is_null()) {
        into[name] = value;
    }
}

/// Adds a part, where there is room.
fn push<T>(parts: &mut Vec<T>, part: T) -> Result<(), String> {
    if parts.len() == PARTS_MAX {
        return Err(format!("it has more than {PARTS_MAX} parts"));
    }
    parts.push(part);
    Ok(())
}
