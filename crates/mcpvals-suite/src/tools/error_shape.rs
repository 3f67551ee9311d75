//! A success that looks like an error: the tool failed and did not say so with `isError`.
//!
//! A hint, so it must be right when it speaks: only what is nothing but an error message is meant, not a document
//! that begins with the word.

use std::sync::LazyLock;

use mcpvals_model::{Warning, WarningKind};
use regex::Regex;
use serde_json::{Map, Value};

use crate::excerpt;
use crate::matcher::Subject;
use crate::reply::Reply;

/// A longer text is a document.
const TEXT_BYTES_MAX: usize = 2000;
/// A longer text is not parsed to look for an error in it.
const JSON_BYTES_MAX: usize = 16 << 10;

/// `Error: …`, `ValueError: …`, `MCP error -32603`, `Error reading file: …`, `Failed to …`, a Python traceback; and, where it is
/// all that is said, `Unable to fetch …`, `Could not reach …`, `Sorry, something went wrong`, `… is not configured`.
static ERROR_TEXT: LazyLock<Regex> = LazyLock::new(|| {
    let verbs = "adding|calling|checking|connecting|converting|creating|deleting|downloading|executing|extracting|\
                 fetching|finding|generating|getting|initializing|invoking|listing|loading|opening|parsing|performing|\
                 processing|querying|reading|removing|retrieving|running|saving|searching|sending|setting|starting|\
                 summarizing|\
                 updating|uploading|validating|writing";
    let forms = [
        r"(?i:error)(?i:\s+code)?(\s+\(?-?\d+\)?)?\s*:\s*\S",
        r"(?i:(fatal|internal|unexpected|unknown|runtime|server|api|http|tool|validation) error)\s*:\s*\S",
        r"[A-Z][A-Za-z]*(Error|Exception)(\s*\[[A-Z_]+\])?\s*:\s*\S",
        r"(?i:mcp error) -?\d+",
        &format!(r"(?i:error (?:{verbs})\b)[^\n:]{{0,200}}:\s*\S"),
        r"(?i:failed to) [a-z]+ [^\n]*$",
        r"(?i:tool) ['`\x22]?[\w.-]+['`\x22]? (?i:execution )?(?i:failed):\s*\S",
        r"Traceback \(most recent call last\):",
        r"(?i:(?:(?:was )?unable to|could ?n[o']t|cannot|can't) (?:access|connect|contact|download|fetch|get|load|process|query|reach|read|resolve|retrieve)\b)[^\n]{0,200}\s*\z",
        r"(?i:(?:sorry,? )?(?:but )?(?:something went wrong|an? (?:unexpected |internal |unknown )?error (?:has )?occurred)\b)[^\n]{0,200}\s*\z",
        r"(?i:fetch failed|request failed with status(?: code)? \d{3}|http error \d{3})\b[^\n]{0,200}\s*\z",
        r"(?i:(?:the )?(?:[\w-]+ ){0,3}(?:api[ _-]?key|token|credentials?)|[A-Z][A-Z\d]*_[A-Z\d_]+) (?i:(?:is |are )?(?:not (?:configured|set|provided)|missing|required))\s*(?:\z|(?:[.!;,:(]|(?i:in|as|by|via|for) (?i:the|your|an?|env\w*|config\w*|this)\b)[^\n]{0,200}\s*\z)",
    ];
    let forms = forms.map(|form| format!("(?:{form})")).join("|");
    // Marks before the words: an emoji, Markdown's stars, a heading.
    Regex::new(&format!(r"\A[\s#*_>❌✖✗⚠🚫\u{{fe0f}}]*(?:(?i:error)\s*\n\s*)?(?:{forms})"))
        .expect("the pattern is a constant and is tested")
});

/// A warning where the success looks like an error.
pub(super) fn warning(reply: &Reply<'_>, args: &Map<String, Value>) -> Option<Warning> {
    if reply.is_error() {
        return None;
    }
    let subject = Subject::answer(reply);
    let shape = error_object(&subject).or_else(|| error_text(&subject, args))?;
    let message = format!("the call succeeded, but {shape}; a tool that fails says so with `isError: true`");
    Some(Warning { kind: WarningKind::ErrorShapedSuccess, message })
}

fn error_object(subject: &Subject<'_>) -> Option<String> {
    let text = subject.text();
    let short = text.len() <= JSON_BYTES_MAX && text.trim_start().starts_with('{');
    let structured = subject.structured_content().and_then(Value::as_object);
    let object = structured.or_else(|| short.then(|| subject.text_json()?.as_object()).flatten())?;
    let member = error_member(object)?;
    Some(format!("its result says {}", excerpt::json_to(&member, 120)))
}

/// The member that says that it failed. An object that says in another member that all is well is believed.
fn error_member(object: &Map<String, Value>) -> Option<Value> {
    let is = |name: &str, value: bool| object.get(name) == Some(&Value::Bool(value));
    if is("success", true) || is("ok", true) || is("isError", false) {
        return None;
    }
    let failing = |name: &str, value: &Value| match name {
        "success" | "ok" => *value == Value::Bool(false),
        "isError" | "is_error" => *value == Value::Bool(true),
        "status" => matches!(value.as_str(), Some("error" | "failed" | "failure")),
        // Beside many other members, an error is part of a report.
        "error" => (object.len() <= 3 || is_only_an_error(object, value)) && names_an_error(value),
        // Where a result should stand, stands that there is none.
        "result" | "summary" | "text" | "title" | "content" | "data" | "output" | "answer" | "facts" | "response" => {
            is_error_instead(value)
        }
        _ => false,
    };
    let (name, value) = object.iter().find(|(name, value)| failing(name, value))?;
    Some(Value::Object([(name.clone(), value.clone())].into_iter().collect()))
}

/// Whether all others are empty, or no more than names: nothing is reported beside the error.
fn is_only_an_error(object: &Map<String, Value>, error: &Value) -> bool {
    let is_empty = |value: &Value| match value {
        Value::Null | Value::Bool(_) => true,
        Value::String(text) => text.len() <= 100 && !text.contains('\n'),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Number(_) => false,
    };
    error.as_str().is_some_and(|text| text.len() > 20) && object.values().all(|value| value == error || is_empty(value))
}

/// A text, or a list of only one, that says an error.
fn is_error_instead(value: &Value) -> bool {
    let text = match value {
        Value::Array(items) if items.len() == 1 => items[0].as_str(),
        other => other.as_str(),
    };
    text.is_some_and(|text| text.len() <= TEXT_BYTES_MAX && is_error_text(text))
}

fn names_an_error(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.is_empty(),
        Value::Object(members) => members.contains_key("message") || members.contains_key("code"),
        Value::Bool(is_error) => *is_error,
        Value::Null | Value::Number(_) | Value::Array(_) => false,
    }
}

fn error_text(subject: &Subject<'_>, args: &Map<String, Value>) -> Option<String> {
    let text = subject.text();
    if text.len() > TEXT_BYTES_MAX || !is_error_text(text) || is_echo(text, args) {
        return None;
    }
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or(text);
    Some(format!("its text looks like an error: {}", excerpt::quoted_to(line.trim(), 120)))
}

/// The pattern costs milliseconds to build, so it is only asked where it could match.
fn is_error_text(text: &str) -> bool {
    const WORDS: [&[u8]; 13] = [
        b"error",
        b"exception",
        b"failed",
        b"traceback",
        b"unable to",
        b"could not",
        b"couldn't",
        b"cannot",
        b"can't",
        b"something went",
        b"not configured",
        b"missing",
        b"not set",
    ];
    let begins = |at: usize, word: &[u8]| {
        text.as_bytes()[at..].get(..word.len()).is_some_and(|here| here.eq_ignore_ascii_case(word))
    };
    let is_first = |byte: u8| matches!(byte | 0x20, b'c' | b'e' | b'f' | b'm' | b'n' | b's' | b't' | b'u');
    let mut letters = text.bytes().enumerate().filter(|(_, byte)| is_first(*byte));
    letters.any(|(at, _)| WORDS.iter().any(|word| begins(at, word))) && ERROR_TEXT.is_match(text)
}

/// A tool that gives back what it was given has not failed.
fn is_echo(text: &str, args: &Map<String, Value>) -> bool {
    args.values().filter_map(Value::as_str).any(|arg| !arg.is_empty() && text.contains(arg) && is_error_text(arg))
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::warning;
    use crate::reply::Reply;

    fn warns(result: &Value, args: &Value) -> bool {
        let message = json!({"result": result});
        let args: Map<String, Value> = args.as_object().cloned().expect("arguments");
        warning(&Reply::read(&message).expect("it is an answer"), &args).is_some()
    }

    fn text_warns(text: &str) -> bool {
        warns(&json!({"content": [{"type": "text", "text": text}]}), &json!({}))
    }

    #[test]
    fn error_messages_are_seen() {
        for text in [
            "Error: file not found",
            "error: boom",
            "❌ Error: no such user",
            "**Error:** denied",
            "Error (404): not found",
            "ValueError: bad input",
            "McpError [E_X]: x",
            "MCP error -32602: invalid",
            "Error reading file: ENOENT",
            "Error executing tool x: y",
            "Tool 'crawl' execution failed: no such host",
            "### Error\nError: no browser",
            "Failed to fetch https://example.com: 404",
            "Traceback (most recent call last):\n  File \"a.py\"",
            "Unable to fetch forecast data for this location.",
            "❌ Could not reach the API",
            "fetch failed",
            "Request failed with status code 401",
            "API key not configured",
            "SEARXNG_URL is not configured; cannot fetch",
            "Sorry, something went wrong. Please try again later.",
            "{\"title\": \"Error getting recommendations: no route\", \"url\": \"\"}",
            "{\"success\": false}",
            "{\"success\": false, \"message\": \"no\"}",
            "{\"error\": \"not found\"}",
            "{\"error\": {\"code\": 5, \"message\": \"no\"}}",
            "{\"status\": \"error\", \"reason\": \"x\"}",
            "{\"title\": \"Bern\", \"summary\": \"Error generating the summary: no connection\"}",
            "{\"title\": \"Bern\", \"facts\": [\"Error extracting facts: no connection\"], \"count\": 1}",
            "{\"title\": \"Bern\", \"url\": \"\", \"places\": null, \"exists\": false, \"error\": \"Connection error: no route to host\"}",
        ] {
            assert!(text_warns(text), "{text}");
        }
        assert!(warns(&json!({"content": [], "structuredContent": {"ok": false}}), &json!({})));
    }

    #[test]
    fn harmless_texts_are_let_be() {
        for text in [
            "",
            "Error handling is important in servers.",
            "Error handling is important: see chapter 5",
            "Errors: 0, warnings: 2",
            "No error: all good",
            "The error: see below",
            "error_count: 5",
            "Terror: a film",
            "Failed to",
            "Error\nhandling: a chapter",
            "The tool 'x' failed: twice",
            "Failed tests: 3",
            "Unable to fetch the moon:\na poem",
            "Something went right",
            "The token is not set in stone",
            "Missing: one cat",
            "What a token is not set to do is required reading",
            "{\"error\": null, \"data\": 1}",
            "{\"error\": \"\"}",
            "{\"error\": false}",
            "{\"success\": true, \"error\": \"none\"}",
            "{\"valid\": false, \"errors\": [\"x\"]}",
            "{\"a\": 1, \"b\": 2, \"c\": 3, \"error\": \"rate 0.1\"}",
            "{\"errors\": 0}",
            "[{\"error\": \"x\"}]",
            "{\"level\": \"error\", \"message\": \"Error: disk full\"}",
            "{\"facts\": [\"Error: a film of 2001\", \"Bern is a town\"]}",
            "{\"title\": \"Bern\", \"count\": 3, \"a\": 1, \"error\": \"2 of 5 sources were not reached in time\"}",
        ] {
            assert!(!text_warns(text), "{text}");
        }
        assert!(!text_warns(&format!("Error: this page tells of errors. {}", "x".repeat(3000))));
    }

    #[test]
    fn echo_of_an_argument_is_no_error() {
        let result = json!({"content": [{"type": "text", "text": "Error: boom"}]});
        assert!(!warns(&result, &json!({"message": "Error: boom"})));
        assert!(warns(&result, &json!({"message": "boom"})));
    }

    #[test]
    fn error_that_says_so_is_no_surprise() {
        assert!(!warns(&json!({"content": [{"type": "text", "text": "Error: x"}], "isError": true}), &json!({})));
    }
}
