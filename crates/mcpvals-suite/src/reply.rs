//! What the server answered to a call, as a view into the frame: nothing is copied.

use std::borrow::Cow;

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::{Answer, ContentPart, ContentText};
use mcpvals_model::{Call, Direction, Frame, Trace};
use serde_json::Value;

use crate::excerpt;

/// The two ways to answer.
#[derive(Debug)]
pub(crate) enum Reply<'a> {
    /// `result`.
    Result(&'a Value),
    /// `error`.
    Error(ErrorReply<'a>),
}

/// A JSON-RPC error.
#[derive(Debug)]
pub(crate) struct ErrorReply<'a> {
    /// `code`, where it is an integer.
    pub(crate) code: Option<i64>,
    /// `message`, or the whole error where it has none.
    pub(crate) message: Cow<'a, str>,
    /// `data`.
    pub(crate) data: Option<&'a Value>,
}

/// Every message of the server's in a trace, with its frame, in order.
pub(crate) fn received(trace: &Trace) -> impl Iterator<Item = (&Frame, &Value)> {
    let received = trace.frames.iter().filter(|frame| frame.direction == Direction::Received);
    received.filter_map(|frame| Some((frame, frame.message()?)))
}

impl<'a> Reply<'a> {
    /// What came back for a call; `None` where nothing did that can be read as an answer.
    pub(crate) fn to(call: &Call, trace: &'a Trace) -> Option<Self> {
        Self::read(trace.frame(call.answer?)?.message()?)
    }

    /// Reads a response message, as [`Answer::read`] does.
    pub(crate) fn read(message: &'a Value) -> Option<Self> {
        // A batch of one, where it was taken as the answer.
        let message = message.as_array().map_or(Some(message), |batch| batch.first())?;
        let Some(error) = get(message, "error") else { return get(message, "result").map(Self::Result) };
        Some(Self::Error(ErrorReply {
            code: get(error, "code").and_then(Value::as_i64),
            message: text_of(get(error, "message").unwrap_or(error)),
            data: get(error, "data"),
        }))
    }

    /// The same view of an answer that is held elsewhere.
    pub(crate) fn of(answer: &'a Answer) -> Self {
        match answer {
            Answer::Result(result) => Self::Result(result),
            Answer::Error { code, message, data } => {
                Self::Error(ErrorReply { code: *code, message: Cow::Borrowed(message), data: data.as_ref() })
            }
        }
    }

    /// An error of either kind?
    pub(crate) fn is_error(&self) -> bool {
        match self {
            Self::Result(result) => get(result, "isError") == Some(&Value::Bool(true)),
            Self::Error(_) => true,
        }
    }

    /// The text content joined by newlines, or the error's message.
    pub(crate) fn text(&self) -> Cow<'a, str> {
        match self {
            Self::Result(result) => content_text(result),
            Self::Error(error) => error.message.clone(),
        }
    }

    /// In one line, for a message.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Error(error) => error.shown(),
            Self::Result(result) if self.is_error() => format!("an isError result with {}", shown_content(result)),
            Self::Result(result) => shown_content(result),
        }
    }
}

impl ErrorReply<'_> {
    /// `JSON-RPC error -32602 "…"`.
    pub(crate) fn shown(&self) -> String {
        let message = excerpt::quoted(&self.message);
        self.code.map_or_else(|| format!("JSON-RPC error {message}"), |code| format!("JSON-RPC error {code} {message}"))
    }

    /// As the SDKs write it; people copy that into their expectations.
    pub(crate) fn sdk_text(&self) -> Cow<'_, str> {
        self.code.map_or(Cow::Borrowed(&*self.message), |code| format!("MCP error {code}: {}", self.message).into())
    }
}

/// The content blocks of a result.
pub(crate) fn blocks(result: &Value) -> &[Value] {
    get(result, "content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The `type` of a content block, for a message where it has none.
pub(crate) fn block_type(block: &Value) -> &str {
    get(block, "type").and_then(Value::as_str).unwrap_or("(no type)")
}

/// One text block is the usual case and needs no copy.
fn content_text(result: &Value) -> Cow<'_, str> {
    match blocks(result) {
        [block] if block_type(block) == "text" => {
            Cow::Borrowed(get(block, "text").and_then(Value::as_str).unwrap_or_default())
        }
        _ => Cow::Owned(ContentText::of(result)),
    }
}

fn shown_content(result: &Value) -> String {
    let kinds = || ContentPart::of(result).map(|part| excerpt::block(part.kind, 40)).take(8).collect::<Vec<_>>();
    match (ContentPart::of(result).any(|part| part.text.is_some()), get(result, "structuredContent")) {
        (true, _) => format!("text {}", excerpt::quoted(&content_text(result))),
        (false, Some(structured)) => format!("no text, but structured content {}", excerpt::json(structured)),
        (false, None) if !result.is_object() => format!("the result {}", excerpt::json(result)),
        (false, None) if kinds().is_empty() => "no content".to_owned(),
        (false, None) => format!("no text, but content of type {}", kinds().join(", ")),
    }
}

fn text_of(value: &Value) -> Cow<'_, str> {
    value.as_str().map_or_else(|| Cow::Owned(excerpt::compact(value, 4096)), Cow::Borrowed)
}
