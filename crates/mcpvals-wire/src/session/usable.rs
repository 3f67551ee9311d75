//! Could a usual client use this answer? Asked of the session's own requests: without a usable answer to them there is
//! no session, or no list. What a case's answer is worth is judged later, from its trace.

use mcpvals_model::mcp::Answer;
use mcpvals_model::{Anomaly, CallEnd};
use serde_json::Value;

use crate::router::Done;

/// What came of a request of the session's own.
#[derive(Debug)]
pub(super) enum Outcome {
    /// An answer that any client can use.
    Usable(Answer),
    /// An answer that the usual clients cannot find or read.
    Spoilt(Answer, Spoil),
    /// None.
    Missing(CallEnd),
}

/// Why an answer cannot be used.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Spoil {
    /// In words.
    pub(super) words: String,
    /// Is it because of what else stands on its line?
    pub(super) is_of_line: bool,
}

impl Outcome {
    /// Looks at how a request ended.
    pub(super) fn of(done: Done) -> Self {
        let Done { end, answer, anomalies } = done;
        let Some(message) = answer else { return Self::Missing(end) };
        match (Answer::read(&message), anomalies.iter().find_map(spoils).or_else(|| envelope(&message))) {
            (None, _) => Self::Missing(end),
            (Some(answer), Some(spoil)) => Self::Spoilt(answer, spoil),
            (Some(answer), None) => Self::Usable(answer),
        }
    }
}

impl Spoil {
    /// Because of the message itself.
    pub(super) fn of_message(words: impl Into<String>) -> Self {
        Self { words: words.into(), is_of_line: false }
    }
}

/// What the frame of an answer must not be.
fn spoils(anomaly: &Anomaly) -> Option<Spoil> {
    Some(match anomaly {
        Anomaly::SharedLine { with } => {
            Spoil { words: format!("the message is not alone on its line: {with}"), is_of_line: true }
        }
        Anomaly::ByteOrderMark => Spoil::of_message("a byte order mark stands before the message"),
        Anomaly::NewlineMissing => Spoil::of_message("the message is not ended by a newline"),
        Anomaly::SplitOverLines { lines } => Spoil::of_message(format!("the message is spread over {lines} lines")),
        Anomaly::Batch => Spoil::of_message("the message is a batch"),
        Anomaly::IdAsText => Spoil::of_message("the id of the answer is a text; the request's was a number"),
        Anomaly::IdMissing => Spoil::of_message("the answer has no id"),
        Anomaly::NotJson { .. }
        | Anomaly::NotUtf8
        | Anomaly::CutOff
        | Anomaly::TooLarge { .. }
        | Anomaly::TooDeep
        | Anomaly::NotAMessage
        | Anomaly::UnknownId
        | Anomaly::DuplicateAnswer
        | Anomaly::LateAnswer
        | Anomaly::ReusedRequestId
        | Anomaly::UndeclaredRequest
        | Anomaly::ForbiddenRequest
        | Anomaly::UndeclaredNotification
        | Anomaly::Http { .. } => return None,
    })
}

/// What the usual clients are strict about.
fn envelope(message: &Value) -> Option<Spoil> {
    match message.get("jsonrpc") {
        Some(version) if version == "2.0" => {}
        Some(_) => return Some(Spoil::of_message("`jsonrpc` is not \"2.0\"")),
        None => return Some(Spoil::of_message("`jsonrpc` is missing")),
    }
    let known = |name: &str| matches!(name, "jsonrpc" | "id" | "result" | "error");
    let unknown = message.as_object()?.keys().find(|name| !known(name))?;
    let shown: String = unknown.chars().take(80).collect();
    Some(Spoil::of_message(format!("`{shown}` is no member of an answer")))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcpvals_model::{Anomaly, CallEnd};
    use serde_json::{Value, json};

    use super::{Done, Outcome};

    #[track_caller]
    fn check(message: &Value, anomalies: Vec<Anomaly>, want: &str) {
        let done = Done { end: CallEnd::Answered, answer: Some(Arc::new(message.clone())), anomalies };
        let got = match Outcome::of(done) {
            Outcome::Usable(_) => "usable".to_owned(),
            Outcome::Spoilt(_, spoil) => spoil.words,
            Outcome::Missing(end) => end.to_string(),
        };
        assert_eq!(got, want);
    }

    fn good() -> Value {
        json!({"jsonrpc": "2.0", "id": 1, "result": {}})
    }

    #[test]
    fn only_what_no_client_minds_is_usable() {
        check(&good(), Vec::new(), "usable");
        check(&good(), vec![Anomaly::DuplicateAnswer], "usable");
        check(&good(), vec![Anomaly::SplitOverLines { lines: 3 }], "the message is spread over 3 lines");
        check(&good(), vec![Anomaly::IdMissing], "the answer has no id");
        let with = "`Ready>` before it on the line".to_owned();
        let words = "the message is not alone on its line: `Ready>` before it on the line";
        check(&good(), vec![Anomaly::SharedLine { with }], words);
    }

    #[test]
    fn the_envelope_is_read_as_strictly_as_usual_clients_do() {
        check(&json!({"id": 1, "result": {}}), Vec::new(), "`jsonrpc` is missing");
        check(&json!({"jsonrpc": "1.0", "id": 1, "result": {}}), Vec::new(), "`jsonrpc` is not \"2.0\"");
        let more = json!({"jsonrpc": "2.0", "id": 1, "result": {}, "took_ms": 3});
        check(&more, Vec::new(), "`took_ms` is no member of an answer");
        check(&json!({"jsonrpc": "2.0", "id": 1}), Vec::new(), "answered");
    }
}
