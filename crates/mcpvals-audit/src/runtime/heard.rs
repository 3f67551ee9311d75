//! What came of a request, in words: one line, without secrets, cut short.

use mcpvals_model::CallEnd;
use mcpvals_model::mcp::Answer;
use mcpvals_wire::Redactor;
use serde_json::Value;

use super::host::{Asked, State};

/// Words are cut here, in characters.
const CHARS_MAX: usize = 300;

/// How a request ended, as far as tests care.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A result that is no error.
    Success,
    /// A result with `isError`.
    ToolError,
    /// An error of the protocol.
    ProtocolError(Option<i64>),
    /// Nothing that could be read as an answer.
    Nothing,
}

impl Asked {
    /// How it ended.
    pub(crate) fn outcome(&self) -> Outcome {
        match &self.answer {
            Some(Answer::Error { code, .. }) => Outcome::ProtocolError(*code),
            Some(answer) if answer.is_error() => Outcome::ToolError,
            Some(_) => Outcome::Success,
            None => Outcome::Nothing,
        }
    }

    /// What the answer says, whole.
    pub(crate) fn text(&self) -> String {
        self.answer.as_ref().map(Answer::text).unwrap_or_default()
    }

    /// In words.
    pub(crate) fn words(&self, redactor: &Redactor) -> String {
        let said = |text: &str| quoted(text, redactor);
        let words = match &self.answer {
            Some(Answer::Error { code: Some(code), message, .. }) => format!("error {code}: {}", said(message)),
            Some(Answer::Error { code: None, message, .. }) => format!("error without a code: {}", said(message)),
            Some(answer) if answer.is_error() => format!("isError: {}", said(&answer.text())),
            Some(Answer::Result(result)) => format!("a result: {}", shown(result, redactor)),
            None => self.end.to_string(),
        };
        match (&self.state, &self.end) {
            (State::Alive, _) => words,
            (State::Dead(how), _) => format!("{words}; the server is gone ({how})"),
            (State::Hangs, CallEnd::TimedOut { .. }) => format!("{words}, nor a ping after it"),
            (State::Hangs, _) => format!("{words}; the server answers nothing any more"),
        }
    }
}

/// A result: its text, or its members.
pub(crate) fn shown(result: &Value, redactor: &Redactor) -> String {
    let text = Answer::Result(result.clone()).text();
    if text.trim().is_empty() { quoted(&result.to_string(), redactor) } else { quoted(&text, redactor) }
}

/// In one line, in quotes.
pub(crate) fn quoted(text: &str, redactor: &Redactor) -> String {
    let text = redactor.text(text);
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(CHARS_MAX));
        if line.chars().count() > CHARS_MAX {
            break;
        }
    }
    match line.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("\"{}…\"", &line[..end]),
        None => format!("\"{line}\""),
    }
}
