//! What the session saw to be odd about a frame, as a breach in words.

use mcpvals_model::{Anomaly, Frame, ViolationKind};
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::{notification, request};
use crate::excerpt;

/// Characters of a frame that a message shows.
const SHOWN_CHARS: usize = 80;

/// The breach; `None` where another anomaly of the frame says more, or where the rules let it pass.
pub(super) fn breach(anomaly: &Anomaly, frame: &Frame, context: &Context<'_>) -> Option<Breach> {
    use ViolationKind as Kind;
    Some(match anomaly {
        Anomaly::NotJson { problem } => return not_json(problem, frame, context),
        Anomaly::NotUtf8 => Breach::spoiling(Kind::InvalidUtf8, format!("{} is not UTF-8", shown(frame))),
        Anomaly::ByteOrderMark => Breach::spoiling(Kind::ByteOrderMark, "a byte order mark stands before the message"),
        Anomaly::SplitOverLines { lines } => {
            Breach::spoiling(Kind::SplitMessage, format!("a message is spread over {lines} lines"))
        }
        Anomaly::SharedLine { with } => Breach::spoiling(
            Kind::SharedLine,
            format!("a message is not alone on its line: {}", excerpt::block(with, 200)),
        ),
        Anomaly::NewlineMissing => Breach::spoiling(
            Kind::MissingNewline,
            "a whole message is not ended by a newline, so a client waits for more",
        ),
        Anomaly::CutOff => {
            Breach::spoiling(Kind::CutOffMessage, format!("the stream ended inside the message {}", shown(frame)))
        }
        Anomaly::TooLarge { bytes } => Breach::spoiling(
            Kind::OversizedMessage,
            format!("a message of more than {bytes} bytes came; the rest was not read"),
        ),
        Anomaly::TooDeep => Breach::spoiling(Kind::DeepNesting, "a message is nested too deeply to be read"),
        Anomaly::Batch => Breach::spoiling(Kind::Batch, batch_words(context)),
        Anomaly::NotAMessage => not_a_message(frame)?,
        Anomaly::IdAsText | Anomaly::IdMissing | Anomaly::UnknownId => of_id(anomaly, frame)?,
        Anomaly::DuplicateAnswer => {
            Breach::new(Kind::DuplicateAnswer, format!("a second answer to request {} came", id_words(frame.message())))
        }
        Anomaly::LateAnswer => {
            Breach::new(Kind::LateAnswer, format!("the answer to request {} came late", id_words(frame.message())))
        }
        Anomaly::ReusedRequestId => {
            let id = id_words(frame.message());
            Breach::new(Kind::ReusedRequestId, format!("the server used the id {id} for another request before"))
        }
        Anomaly::UndeclaredRequest if method_of(frame).is_empty() => {
            let words =
                "the server asked for a page by error -32042; the client did not declare elicitation in URL mode";
            Breach::new(Kind::UndeclaredRequest, words)
        }
        Anomaly::UndeclaredRequest => {
            let params = frame.message().and_then(|message| message.get("params")).unwrap_or(&Value::Null);
            request::undeclared(method_of(frame), params, context)
        }
        Anomaly::ForbiddenRequest => forbidden(&method(frame), context),
        Anomaly::UndeclaredNotification => return notification::undeclared(&method(frame), frame.seq, context),
        // A server that needs a handshake may refuse the question whether it does without one in any way it likes.
        Anomaly::Http { .. } if context.is_probe(frame.seq) => return None,
        // What a server that wants a token must do (RFC 6750, 3), and what it may say besides, breaks no rule.
        Anomaly::Http { .. } if wants_token(frame) => return None,
        Anomaly::Http { problem } => {
            Breach::spoiling(Kind::HttpTransport, format!("HTTP: {}", excerpt::block(problem, 300)))
        }
    })
}

/// A request that no server may send in this revision.
pub(super) fn forbidden(method: &str, context: &Context<'_>) -> Breach {
    let words = format!("the server asked for `{method}`, which {} does not let it", revision_words(context));
    Breach::new(ViolationKind::ForbiddenRequest, words)
}

/// What begins like a message is a broken one; anything else on stdout is noise, and noise spoils nothing: a client
/// skips it.
fn not_json(problem: &str, frame: &Frame, context: &Context<'_>) -> Option<Breach> {
    let cause = |anomaly: &Anomaly| {
        matches!(anomaly, Anomaly::CutOff | Anomaly::NotUtf8 | Anomaly::TooLarge { .. } | Anomaly::TooDeep)
    };
    if frame.anomalies.iter().any(cause) {
        return None;
    }
    let first = frame.bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if matches!(first, Some(b'{' | b'[')) || context.http() {
        let words = format!("{} is no valid JSON: {}", shown(frame), excerpt::block(problem, 200));
        return Some(Breach::spoiling(ViolationKind::InvalidJson, words));
    }
    // An empty line holds nothing that a client could take for a message; JSON lets blanks stand around a text.
    first?;
    Some(Breach::new(ViolationKind::NoiseOnStdout, format!("{} on stdout is no message", shown(frame))))
}

/// An id and nothing else is an attempt to answer.
fn not_a_message(frame: &Frame) -> Option<Breach> {
    let message = frame.message();
    if message.is_some_and(|message| message.get("id").is_some() && message.get("method").is_none()) {
        return None;
    }
    let words = format!("{} is neither request, notification nor response", shown(frame));
    Some(Breach::spoiling(ViolationKind::NotAMessage, words))
}

fn of_id(anomaly: &Anomaly, frame: &Frame) -> Option<Breach> {
    let id = id_words(frame.message());
    Some(match anomaly {
        Anomaly::IdAsText => Breach::spoiling(
            ViolationKind::IdType,
            format!("the id of the answer is the text {id}; the request's was a number"),
        ),
        // An error whose request could not be read has no id to give. Ours can be read, but which one is meant is not
        // known unless it was taken as the answer to one.
        Anomaly::IdMissing if is_refusal(frame) => return None,
        Anomaly::IdMissing => Breach::spoiling(
            ViolationKind::MissingId,
            if id == "null" { "the id of the answer is null" } else { "the answer has no id" },
        ),
        // Neither number nor text: its type is what is wrong with it.
        _ if has_odd_id(frame.message()) => return None,
        _ => Breach::spoiling(ViolationKind::UnknownId, format!("an answer for the id {id}, which was never sent")),
    })
}

/// An HTTP error status may come with a JSON-RPC error that has no id (MCP 2025-11-25, transports, sending messages):
/// what refuses a request by its headers has not read it.
fn is_refusal(frame: &Frame) -> bool {
    let refused = frame.http.as_ref().and_then(|head| head.status).is_some_and(|status| status >= 400);
    refused && frame.message().is_some_and(|message| message.get("error").is_some())
}

/// 401, or 403, with a challenge.
fn wants_token(frame: &Frame) -> bool {
    let Some(head) = frame.http.as_deref() else { return false };
    let has_challenge = head.headers.iter().any(|(name, _)| name == "www-authenticate");
    matches!(head.status, Some(401 | 403)) && has_challenge
}

fn has_odd_id(message: Option<&Value>) -> bool {
    let id = message.and_then(|message| message.get("id"));
    id.is_some_and(|id| !id.is_string() && !id.is_i64() && !id.is_u64())
}

fn batch_words(context: &Context<'_>) -> String {
    format!("a batch came, which {} does not have", revision_words(context))
}

fn revision_words(context: &Context<'_>) -> String {
    context.revision.map_or_else(|| "the protocol".to_owned(), |revision| format!("revision {revision}"))
}

fn method(frame: &Frame) -> String {
    excerpt::block(method_of(frame), 80)
}

fn method_of(frame: &Frame) -> &str {
    frame.message().and_then(|message| message.get("method")?.as_str()).unwrap_or_default()
}

fn id_words(message: Option<&Value>) -> String {
    let id = message.and_then(|message| message.get("id"));
    id.map_or_else(|| "(none)".to_owned(), |id| excerpt::json_to(id, 60))
}

/// The beginning of the frame.
fn shown(frame: &Frame) -> String {
    let head = &frame.bytes[..frame.bytes.len().min(4 * SHOWN_CHARS)];
    excerpt::quoted_to(String::from_utf8_lossy(head).trim(), SHOWN_CHARS)
}
