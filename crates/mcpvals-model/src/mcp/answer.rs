//! What a server answered to a call.

use serde_json::Value;

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
    /// The `text` of every text block in `content`, joined by newlines.
    pub fn of(result: &Value) -> String {
        let blocks = result.get("content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let texts = blocks.iter().filter(|block| block.get("type").and_then(Value::as_str) == Some("text"));
        texts.filter_map(|block| block.get("text")?.as_str()).collect::<Vec<_>>().join("\n")
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
