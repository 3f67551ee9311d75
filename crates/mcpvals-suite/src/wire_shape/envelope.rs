//! The envelope of JSON-RPC: what every message has.

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, Frame, ViolationKind};
use serde_json::Value;

use super::anomaly::forbidden;
use super::breach::Breach;
use super::context::Context;
use super::words::{a, member, wrong};
use super::{notification, request, result};
use crate::excerpt;

/// What is wrong with a message.
pub(super) fn breaches(message: &Value, frame: &Frame, context: &Context<'_>) -> Vec<Breach> {
    if let Value::Array(batch) = message {
        return of_batch(batch, frame, context);
    }
    if !message.is_object() {
        let words = format!("{} is a message that is {}, not an object", excerpt::json_to(message, 80), a(message));
        return vec![Breach::spoiling(ViolationKind::NotAMessage, words)];
    }
    let mut breaches: Vec<Breach> = jsonrpc(message).into_iter().collect();
    match (get(message, "method"), get(message, "id")) {
        (Some(Value::String(method)), None) => breaches.extend(notification::breaches(method, message, context)),
        (Some(Value::String(method)), Some(id)) => {
            breaches.extend(id_type(id));
            // What must not be asked at all need not be asked well.
            let must_not = [Anomaly::UndeclaredRequest, Anomaly::ForbiddenRequest];
            if !frame.anomalies.iter().any(|anomaly| must_not.contains(anomaly)) {
                breaches.extend(request::breaches(method, message, context));
            }
            // Before the revision was agreed on, the session could not know.
            let is_stateless = context.revision.is_some_and(Revision::is_stateless);
            breaches.extend(is_stateless.then(|| forbidden(&excerpt::block(method, 80), context)));
        }
        (Some(method), _) => {
            let words = wrong("method", method, "a string");
            breaches.push(Breach::spoiling(ViolationKind::NotAMessage, words));
        }
        (None, _) => breaches.extend(of_response(message, frame, context)),
    }
    breaches
}

fn of_batch(batch: &[Value], frame: &Frame, context: &Context<'_>) -> Vec<Breach> {
    const MESSAGES_MAX: usize = 1000;
    let allowed = !context.since(Revision::V2025_06_18);
    let mut breaches = Vec::new();
    if !allowed {
        let words = "a batch came, which the revision does not have";
        breaches.push(Breach::spoiling(ViolationKind::Batch, words));
    }
    if batch.is_empty() {
        breaches.push(Breach::spoiling(ViolationKind::NotAMessage, "an empty array is no message"));
    }
    // A batch in a batch is not looked into, so the recursion ends here.
    let flat = |message: &&Value| !message.is_array();
    breaches.extend(
        batch.iter().filter(flat).take(MESSAGES_MAX).flat_map(|message| self::breaches(message, frame, context)),
    );
    breaches
}

fn jsonrpc(message: &Value) -> Option<Breach> {
    let problem = member(message, "jsonrpc", "\"2.0\"", |value| value == "2.0")?;
    Some(Breach::spoiling(ViolationKind::JsonrpcVersion, problem))
}

/// The types that an id may have. `1.0` is the integer 1 to JSON Schema and to most parsers, so it is named but spoils
/// nothing.
fn id_type(id: &Value) -> Option<Breach> {
    match id {
        Value::String(_) => None,
        Value::Number(number) if number.is_i64() || number.is_u64() => None,
        Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => {
            Some(Breach::new(ViolationKind::IdType, format!("the id {number} is written with a fraction")))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => Some(Breach::spoiling(
            ViolationKind::IdType,
            format!("the id {} is neither an integer nor a string", excerpt::json_to(id, 60)),
        )),
    }
}

fn of_response(message: &Value, frame: &Frame, context: &Context<'_>) -> Vec<Breach> {
    let (result, error) = (get(message, "result"), get(message, "error"));
    let mut breaches: Vec<Breach> = response_id(message, frame).into_iter().collect();
    let odd = match (result, error) {
        (Some(_), Some(_)) => Some((ViolationKind::ResultAndError, "the answer has both `result` and `error`")),
        (None, None) => Some((ViolationKind::NeitherResultNorError, "the answer has neither `result` nor `error`")),
        (Some(_), None) | (None, Some(_)) => None,
    };
    breaches.extend(odd.map(|(kind, words)| Breach::spoiling(kind, words)));
    breaches.extend(error.and_then(|error| error_shape(error, context)));
    breaches.extend(request::pages(message, context));
    breaches.extend(unknown_member(message));
    if let (Some(result), None) = (result, error) {
        let method = context.method_of(frame.seq, message).unwrap_or_default();
        breaches.extend(result::breaches(method, result, context));
        breaches.extend(result::undeclared_questions(message, result, context));
        breaches.extend(result::unknown_type(message, result, context));
    }
    breaches
}

/// An error may lack an id (JSON-RPC asks for null, the revisions' schemas for none at all: both pass) where it is not
/// the answer to a request of ours; the session says where it is.
fn response_id(message: &Value, frame: &Frame) -> Option<Breach> {
    let absent = get(message, "id").is_none_or(Value::is_null);
    if !absent {
        return get(message, "id").and_then(id_type);
    }
    let known = frame.anomalies.contains(&Anomaly::IdMissing);
    let words = "the answer has no id";
    (get(message, "error").is_none() && !known).then(|| Breach::spoiling(ViolationKind::MissingId, words))
}

/// The usual clients read answers strictly, and find none here.
fn unknown_member(message: &Value) -> Option<Breach> {
    let known = |name: &str| matches!(name, "jsonrpc" | "id" | "result" | "error");
    let unknown = message.as_object()?.keys().find(|name| !known(name))?;
    let words = format!("`{}` is no member of an answer", excerpt::block(unknown, 80));
    Some(Breach::spoiling(ViolationKind::UnknownMember, words))
}

fn error_shape(error: &Value, context: &Context<'_>) -> Option<Breach> {
    let problem = match error {
        Value::Object(_) => {
            let whole = |code: &Value| code.as_f64().is_some_and(|code| code.fract() == 0.0);
            let code = member(error, "code", "an integer", whole);
            code.or_else(|| member(error, "message", "a string", Value::is_string))
                .or_else(|| missing_capability(error, context))
                .map(|problem| format!("in `error`, {problem}"))
        }
        other => Some(wrong("error", other, "an object")),
    };
    Some(Breach::spoiling(ViolationKind::ErrorShape, problem?))
}

/// A client that lacks a capability is told which (MCP 2026-07-28, `MissingRequiredClientCapabilityError`).
fn missing_capability(error: &Value, context: &Context<'_>) -> Option<String> {
    const MISSING_CAPABILITY: i64 = -32021;
    let stateless = context.revision.is_some_and(Revision::is_stateless);
    get(error, "code").filter(|code| stateless && **code == MISSING_CAPABILITY)?;
    let names = |data: &Value| get(data, "requiredCapabilities").is_some_and(Value::is_object);
    member(error, "data", "an object with `requiredCapabilities`", names)
}
