//! What came of a request, in words: one line, without secrets, cut short.

use std::sync::LazyLock;

use mcpvals_model::CallEnd;
use mcpvals_model::mcp::Answer;
use mcpvals_wire::{ConnectError, Redactor};
use regex::Regex;
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

/// Why no session came about: how it ended, and what stderr says of it.
pub(crate) fn start_failed(error: &ConnectError, redactor: &Redactor) -> String {
    let said = telling(error.stderr_tail());
    let said = if said.is_empty() { String::new() } else { format!("; on stderr: {}", quoted(&said, redactor)) };
    redactor.text(&format!("{error}{said}")).into_owned()
}

/// The last lines that tell what is wrong; where none does, the last lines.
fn telling(stderr: &str) -> String {
    const LINES_MAX: usize = 3;
    static TELLS: LazyLock<Regex> = LazyLock::new(|| {
        let words = r"(?i)error|exception|panicked|cannot|could not|can't|not found|no such|missing|required|must |invalid|refused|denied|usage:";
        Regex::new(words).expect("constant, and tested")
    });
    let lines: Vec<&str> = stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_frame =
        |line: &str| line.starts_with("at ") || line.starts_with("File \"") || line.starts_with("node:internal");
    let telling: Vec<&str> = lines.iter().copied().filter(|line| TELLS.is_match(line) && !is_frame(line)).collect();
    let best = if telling.is_empty() { &lines } else { &telling };
    best[best.len().saturating_sub(LINES_MAX)..].join(" ")
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

#[cfg(test)]
mod tests {
    use super::telling;

    #[test]
    fn what_tells_is_chosen_among_much() {
        let node = "node:internal/deps/undici:14976\n      Error.captureStackTrace(err);\n            ^\n\nTypeError: fetch failed\n    at async f (file:///a.mjs:1:1) {\n  [cause]: Error: getaddrinfo ENOTFOUND a.example\n    hostname: 'a.example'\n  }\n}\n\nNode.js v20.20.2";
        assert!(telling(node).contains("TypeError: fetch failed [cause]: Error: getaddrinfo ENOTFOUND a.example"));
        assert_eq!(telling("one\ntwo\n\nthree\nfour\n"), "two three four");
        assert_eq!(telling(""), "");
    }
}
