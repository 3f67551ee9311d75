//! One request against what it must say.

use mcpvals_model::{ExpectedMessage, ExpectedRequest, Fault, Mismatch, MismatchKind};
use serde_json::Value;

use super::asked::Asked;
use crate::judge::Judged;
use crate::matcher::{self, Subject, contains_any_case, of_kind, same_value};
use crate::{count, excerpt};

/// Values of a request that are looked into; nobody writes a form with more.
const TEXTS_MAX: usize = 100_000;

/// What is wrong with the request at this place.
pub(super) fn mismatches(index: usize, wanted: &ExpectedRequest, asked: &Asked<'_>) -> Judged {
    let mut mismatches: Vec<Mismatch> = Vec::new();
    mismatches.extend(wanted.messages.as_ref().and_then(|messages| conversation(messages, asked.params)));
    mismatches.extend(wanted.texts.iter().filter_map(|(name, text)| self::text(name, text, asked.params)));
    mismatches.extend(wanted.context.iter().filter_map(|text| anywhere(text, asked.params)));
    mismatches.extend(wanted.members.iter().filter_map(|(name, value)| member(name, value, asked.params)));
    for matcher in &wanted.expect {
        let subject = Subject::value(asked.params, None);
        let unusable = |unusable: matcher::Unusable| Fault::Expectation { reason: unusable.0 };
        mismatches.extend(matcher::check(matcher, &subject).map_err(unusable)?);
    }
    for mismatch in &mut mismatches {
        mismatch.kind = MismatchKind::Requests;
        mismatch.frame = Some(asked.frame);
        mismatch.expected = format!("in request {}, {}", index + 1, mismatch.expected);
    }
    Ok(mismatches)
}

fn conversation(wanted: &[ExpectedMessage], params: &Value) -> Option<Mismatch> {
    let came = params.get("messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if came.len() != wanted.len() {
        let expected = count::of(wanted.len(), "message");
        return Some(of_kind(MismatchKind::Requests, expected, format!("{}: {}", came.len(), shown(came))));
    }
    let pairs = wanted.iter().zip(came).enumerate();
    pairs.into_iter().find_map(|(index, (wanted, came))| message(index, wanted, came))
}

fn message(index: usize, wanted: &ExpectedMessage, came: &Value) -> Option<Mismatch> {
    let role = came.get("role").and_then(Value::as_str).unwrap_or_default();
    let number = index + 1;
    if let Some(wanted) = wanted.role.as_deref().filter(|wanted| *wanted != role) {
        let expected = format!("message {number} of `{wanted}`");
        return Some(of_kind(MismatchKind::Requests, expected, format!("of {}", excerpt::quoted_to(role, 40))));
    }
    let holds = match &wanted.content {
        None => true,
        Some(Value::String(text)) => texts(came).iter().any(|(_, came)| contains_any_case(came, text)),
        Some(block) => blocks(came).any(|came| has(block, came)),
    };
    let expected = || {
        format!(
            "message {number} with {}",
            wanted.content.as_ref().map_or_else(String::new, |content| excerpt::json_to(content, 200))
        )
    };
    (!holds).then(|| of_kind(MismatchKind::Requests, expected(), excerpt::json(came)))
}

/// A message's content is one block or a list of them.
fn blocks(message: &Value) -> impl Iterator<Item = &Value> {
    match message.get("content") {
        Some(Value::Array(blocks)) => blocks.iter(),
        Some(block) => std::slice::from_ref(block).iter(),
        None => [].iter(),
    }
}

fn text(name: &str, wanted: &str, params: &Value) -> Option<Mismatch> {
    let came = params.get(name);
    let holds = came.and_then(Value::as_str).is_some_and(|came| contains_any_case(came, wanted));
    let expected = || format!("`{name}` with {}", excerpt::quoted(wanted));
    (!holds).then(|| of_kind(MismatchKind::Requests, expected(), absent_or(came)))
}

fn anywhere(wanted: &str, params: &Value) -> Option<Mismatch> {
    let holds = texts(params).iter().any(|(_, came)| contains_any_case(came, wanted));
    let expected = || format!("{} as context", excerpt::quoted_to(wanted, 120));
    (!holds).then(|| of_kind(MismatchKind::Requests, expected(), excerpt::json_to(params, 300)))
}

fn member(name: &str, wanted: &Value, params: &Value) -> Option<Mismatch> {
    let came = params.get(name);
    let holds = came.is_some_and(|came| has(wanted, came));
    let expected = || format!("`{name}` {}", excerpt::json(wanted));
    (!holds).then(|| of_kind(MismatchKind::Requests, expected(), absent_or(came)))
}

fn absent_or(came: Option<&Value>) -> String {
    came.map_or_else(|| "it is missing".to_owned(), excerpt::json)
}

/// An object has at least the wanted members, a list has them in order, all else is equal.
fn has(wanted: &Value, came: &Value) -> bool {
    match (wanted, came) {
        (Value::Object(wanted), Value::Object(came)) => {
            wanted.iter().all(|(name, value)| came.get(name).is_some_and(|came| has(value, came)))
        }
        (Value::Array(wanted), Value::Array(came)) => {
            wanted.len() == came.len() && wanted.iter().zip(came).all(|(wanted, came)| has(wanted, came))
        }
        (wanted, came) => same_value(wanted, came),
    }
}

fn shown(messages: &[Value]) -> String {
    const SHOWN_MAX: usize = 4;
    let words: Vec<String> = messages.iter().take(SHOWN_MAX).map(|message| excerpt::json_to(message, 120)).collect();
    if words.is_empty() { "no messages".to_owned() } else { words.join(", ") }
}

/// Every text in a value, names of members included, with its JSON pointer.
pub(super) fn texts(value: &Value) -> Vec<(String, &str)> {
    let mut found = Vec::new();
    let mut left = vec![(String::new(), value)];
    while let Some((pointer, value)) = left.pop() {
        if found.len() >= TEXTS_MAX {
            break;
        }
        match value {
            Value::String(text) => found.push((pointer, text.as_str())),
            Value::Array(items) => {
                left.extend(items.iter().enumerate().map(|(index, item)| (format!("{pointer}/{index}"), item)));
            }
            Value::Object(members) => {
                found.extend(members.keys().map(|name| (pointer.clone(), name.as_str())));
                left.extend(members.iter().map(|(name, member)| (format!("{pointer}/{name}"), member)));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    found
}
