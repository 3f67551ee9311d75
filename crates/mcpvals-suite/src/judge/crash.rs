//! Words of a program that broke, which nobody wrote for the one who reads them.

use std::sync::LazyLock;

use mcpvals_model::{Call, Mismatch, MismatchKind};
use regex::Regex;
use serde_json::Value;

use crate::matcher::of_kind;
use crate::reply::{Reply, blocks};

const PARSE_ERROR: i64 = -32700;
/// Words that tell nothing but that there was an error within.
pub(crate) const INTERNAL_WORDS: [&str; 2] = ["internal error", "internal server error"];

/// Errors of the program itself, by the names and words of its language; an error that a server raises on purpose has
/// neither. `Error:` alone says nothing, and what validation says is about the arguments.
static CRASH: LazyLock<Regex> = LazyLock::new(|| {
    let patterns = [
        r"(?-i:\b(?:Type|Key|Attribute|Index|Name|Reference|Range|Syntax|Lookup|UnboundLocal|ZeroDivision|Assertion|Import|ModuleNotFound|Recursion|NotImplemented|Memory|NoMethod)Error\b)",
        r"(?-i:\b\w*(?:NullPointer|NullReference|IndexOutOf\w*|ClassCast|IllegalState|InvalidOperation|StackOverflow)(?:Exception|Error)\b)",
        r"traceback \(most recent call last\)",
        r"\bunhandled (?:error|exception|rejection)\b|\buncaught \w+",
        r"\bpanicked at\b|\bpanic: |\bruntime error: |nil pointer dereference|\bsegmentation fault\b|\bcore dumped\b",
        r"called `(?:option|result)::\w+\(\)` on",
        r"\bcannot (?:read|set) propert|\bundefined is not\b|\bis not a function\b|\bis not iterable\b|\bis not defined\b",
        r"\bobject has no attribute\b|\bobject is not (?:subscriptable|callable|iterable)\b|\bindex out of (?:range|bounds)\b",
        r"^\s+at \S.*:\d+:\d+\)?$",
    ];
    Regex::new(&format!("(?im){}", patterns.join("|"))).expect("the patterns are constant, and tested")
});

/// What Python says of a missing key, where the name of the error got lost; others may end with a quoted word, too.
static MISSING_KEY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:\A|: )'[^'\n]*'\s*\z").expect("the pattern is constant, and tested"));

pub(crate) fn is_one(text: &str) -> bool {
    is_certain(text) || MISSING_KEY.is_match(text)
}

/// Whatever else the text may be about?
pub(crate) fn is_certain(text: &str) -> bool {
    CRASH.is_match(text)
}

/// An error that says nothing, or that the server broke: no clear word on what became of the call, whoever refused what.
pub(crate) fn broken(reply: &Reply<'_>, call: &Call) -> Option<Mismatch> {
    let text = reply.text();
    let is_unread = matches!(reply, Reply::Error(error) if error.code == Some(PARSE_ERROR));
    let is_broken = is_mute(reply) || is_unread || is_certain(&text);
    let expected = "an error that says what became of it, not that the server broke";
    let mismatch = || of_kind(MismatchKind::UnexpectedError, expected, reply.shown());
    (reply.is_error() && is_broken).then(|| Mismatch { frame: call.answer, ..mismatch() })
}

/// No word, or none but that there was an error within.
fn is_mute(reply: &Reply<'_>) -> bool {
    let text = reply.text().trim().to_lowercase();
    let shows_nothing = match reply {
        Reply::Error(error) => error.data.is_none(),
        Reply::Result(result) => {
            result.get("structuredContent").is_none_or(Value::is_null)
                && blocks(result).iter().all(|block| block["type"] == "text")
        }
    };
    shows_nothing && (text.is_empty() || INTERNAL_WORDS.contains(&text.trim_end_matches('.')))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{is_certain, is_mute, is_one};
    use crate::reply::Reply;

    #[test]
    fn crashes_are_known_by_their_words() {
        for crash in [
            "TypeError: x is undefined",
            "Error executing tool sample: 'NoneType' object has no attribute 'sampling'",
            "Error executing tool sample: 'sampling'",
            "list index out of range",
            "Cannot read properties of undefined (reading 'createMessage')",
            "server.createMessage is not a function",
            "java.lang.NullPointerException: client",
            "thread 'main' panicked at src/main.rs:1:1",
            "runtime error: invalid memory address or nil pointer dereference",
            "called `Option::unwrap()` on a `None` value",
            "Traceback (most recent call last):\n  File \"x.py\", line 1",
            "Error: no\n    at Object.<anonymous> (server.js:3:7)",
        ] {
            assert!(is_one(crash), "{crash}");
        }
        for refusal in [
            "Internal error: the client does not support sampling",
            "Error: Client does not support sampling (required for sampling/createMessage)",
            "RuntimeError: the client does not declare `sampling`",
            "this client cannot be asked",
            "Error calling tool 'sample': the client has no 'sampling' capability",
            "boom",
            "1 validation error for call[sample]\ntext\n  Missing required argument",
        ] {
            assert!(!is_one(refusal), "{refusal}");
        }
    }

    #[test]
    fn quoted_word_at_the_end_is_no_certain_crash() {
        assert!(is_certain("TypeError: x is undefined") && !is_certain("the form was refused: 'age'"));
        assert!(is_one("the form was refused: 'age'"));
    }

    #[test]
    fn errors_without_a_word_are_mute() {
        let check = |message: &Value, mute: bool| {
            assert_eq!(is_mute(&Reply::read(message).expect("it is an answer")), mute, "{message}");
        };
        let text = |text: &str| json!({"result": {"isError": true, "content": [{"type": "text", "text": text}]}});
        check(&json!({"result": {"isError": true, "content": []}}), true);
        check(&text(" "), true);
        check(&text("Internal error."), true);
        check(&text("the user declined"), false);
        check(&json!({"result": {"isError": true, "content": [], "structuredContent": {"declined": true}}}), false);
        check(&json!({"error": {"code": -32603, "message": "Internal error"}}), true);
        check(&json!({"error": {"code": -32603, "message": "Internal error", "data": "declined"}}), false);
        check(&json!({"error": {"code": -1, "message": "User rejected sampling request"}}), false);
    }
}
