//! What a server answered to a call.

use serde_json::Value;

use crate::json::member;

/// The two ways to answer a JSON-RPC request.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// `result`, as it came.
    Result(Value),
    /// `error`, as it came.
    Error {
        /// `error.code`, where it is an integer.
        code: Option<i64>,
        /// `error.message`, or the empty string.
        message: String,
        /// `error.data`.
        data: Option<Value>,
    },
}

/// The text content of a result.
pub struct ContentText;

/// A part of what a result carries: a block of a tool's `content`, an item of a resource's `contents`, one of
/// a prompt's `messages`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContentPart<'a> {
    /// Its text, where it is one.
    pub text: Option<&'a str>,
    /// The `type` of a block; `text` or `blob` of an item.
    pub kind: &'a str,
    /// `mimeType`, else `uri`, where it has one.
    pub detail: Option<&'a str>,
}

impl Answer {
    /// Reads a response message; `None` where it has neither `result` nor `error`.
    ///
    /// A message with both counts as an error (a violation says so elsewhere).
    pub fn read(message: &Value) -> Option<Self> {
        if let Some(error) = message.get("error") {
            return Some(Self::Error {
                code: error.get("code").and_then(Value::as_i64),
                message: text_of(error.get("message").unwrap_or(error)),
                data: error.get("data").cloned(),
            });
        }
        message.get("result").cloned().map(Self::Result)
    }

    /// Is it an error of either kind: JSON-RPC, or a result with `isError: true`?
    pub fn is_error(&self) -> bool {
        match self {
            Self::Result(result) => result.get("isError") == Some(&Value::Bool(true)),
            Self::Error { .. } => true,
        }
    }

    /// What a reader would see: the text content joined by newlines, or the error's message.
    pub fn text(&self) -> String {
        match self {
            Self::Result(result) => ContentText::of(result),
            Self::Error { message, .. } => message.clone(),
        }
    }
}

impl ContentText {
    /// The texts of all its parts, joined by newlines.
    pub fn of(result: &Value) -> String {
        ContentPart::of(result).filter_map(|part| part.text).collect::<Vec<_>>().join("\n")
    }
}

impl<'a> ContentPart<'a> {
    /// The parts of a result: of its `content` or, where it has none, of its `contents` or `messages`, or of what it completes.
    pub fn of(result: &'a Value) -> impl Iterator<Item = Self> {
        let list = |name: &str| member(result, name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let has = |name: &str| member(result, name).is_some_and(Value::is_array);
        let values = member(result, "completion").and_then(|completion| member(completion, "values")?.as_array());
        let values = values.into_iter().flatten().map(Self::of_value);
        let (blocks, items, messages): (&[Value], &[Value], &[Value]) = match (has("content"), has("contents")) {
            (true, _) => (list("content"), &[], &[]),
            (false, true) => (&[], list("contents"), &[]),
            (false, false) => (&[], &[], list("messages")),
        };
        let (blocks, items) = (blocks.iter().map(Self::of_block), items.iter().map(Self::of_item));
        blocks.chain(items).chain(messages.iter().map(Self::of_message)).chain(values)
    }

    fn of_message(message: &'a Value) -> Self {
        member(message, "content").map_or(Self { text: None, kind: "(no content)", detail: None }, Self::of_block)
    }

    fn of_value(value: &'a Value) -> Self {
        Self { text: value.as_str(), kind: "value", detail: None }
    }

    fn of_block(block: &'a Value) -> Self {
        let kind = text(block, "type").unwrap_or("(no type)");
        Self { text: text(block, "text").filter(|_| kind == "text"), kind, detail: Self::detail(block) }
    }

    fn of_item(item: &'a Value) -> Self {
        let kind = if member(item, "blob").is_some() { "blob" } else { "text" };
        Self { text: text(item, "text"), kind, detail: Self::detail(item) }
    }

    fn detail(part: &'a Value) -> Option<&'a str> {
        text(part, "mimeType").or_else(|| text(part, "uri"))
    }
}

fn text<'a>(object: &'a Value, name: &str) -> Option<&'a str> {
    member(object, name)?.as_str()
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
