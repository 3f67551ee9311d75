//! The `messages` of a prompt: every one of them.

use mcpvals_model::{ExpectedMessage, ExpectedMessages, Mismatch, MismatchKind};
use serde_json::Value;

use crate::matcher::{contains_any_case, of_kind, same_value};
use crate::{count, disclosure, excerpt, mime};

/// What is wrong with the messages that came.
pub(super) fn mismatches(expected: &ExpectedMessages, result: &Value) -> Vec<Mismatch> {
    let messages = all(result);
    let mut found = Vec::new();
    if expected.some && messages.is_empty() {
        found.push(of_kind(MismatchKind::Result, "a message", "none"));
    }
    found.extend(expected.content.as_ref().and_then(|wanted| content(wanted, messages)));
    found.extend(expected.messages.as_ref().map(|wanted| one_by_one(wanted, messages)).unwrap_or_default());
    found
}

/// The messages of a result.
pub(super) fn all(result: &Value) -> &[Value] {
    result.get("messages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn role(message: &Value) -> Option<&str> {
    message.get("role").and_then(Value::as_str)
}

/// The text of a message, or that of the resource in it.
fn text(message: &Value) -> Option<&str> {
    let content = message.get("content")?;
    content.get("text").or_else(|| content.get("resource")?.get("text")).and_then(Value::as_str)
}

/// What contents say of their kind against what they are.
pub(super) fn mistyped(messages: &[Value]) -> impl Iterator<Item = Mismatch> {
    messages.iter().enumerate().filter_map(|(index, message)| {
        let content = message.get("content")?;
        let (place, item) = content.get("resource").map_or(("", content), |resource| ("/resource", resource));
        let what = format!("the content of message {}", index + 1);
        let mismatch = mime::mismatch(&what, item).or_else(|| of_other_kind(&what, content))?;
        Some(Mismatch { pointer: Some(format!("/messages/{index}/content{place}")), ..mismatch })
    })
}

/// An image is `image/…`, and audio is `audio/…`.
fn of_other_kind(what: &str, content: &Value) -> Option<Mismatch> {
    let kind = content.get("type")?.as_str().filter(|kind| matches!(*kind, "image" | "audio"))?;
    let other = mime::declared(content).filter(|declared| declared.split('/').next() != Some(kind))?;
    Some(of_kind(
        MismatchKind::MimeType,
        format!("{what} to be `{kind}/…`"),
        format!("`{}`", excerpt::block(&other, 80)),
    ))
}

fn content(wanted: &Value, messages: &[Value]) -> Option<Mismatch> {
    let all_texts = |list: &[Value]| !list.is_empty() && list.iter().all(Value::is_string);
    let missing = match wanted {
        Value::Null => (!messages.is_empty()).then(|| "no messages".to_owned()),
        Value::String(text) => (!is_in(text, messages)).then(|| text_words(text)),
        Value::Array(texts) if all_texts(texts) => {
            texts.iter().filter_map(Value::as_str).find(|text| !is_in(text, messages)).map(text_words)
        }
        Value::Array(list) => (!have_all(list, messages) && !messages.iter().any(|message| is_json(wanted, message)))
            .then(|| format!("messages like {}", excerpt::json(wanted))),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => {
            (!messages.iter().any(|message| is_like(wanted, message)))
                .then(|| format!("a message like {}", excerpt::json(wanted)))
        }
    };
    missing.map(|expected| of_kind(MismatchKind::Result, expected, shown(messages)))
}

fn text_words(text: &str) -> String {
    format!("a message with {}", excerpt::quoted(text))
}

fn is_in(wanted: &str, messages: &[Value]) -> bool {
    messages.iter().filter_map(text).any(|text| contains_any_case(text, wanted))
}

/// The message has all the value's members, or its content has, or its text is the value as JSON.
fn is_like(wanted: &Value, message: &Value) -> bool {
    has(wanted, message)
        || message.get("content").is_some_and(|content| has(wanted, content))
        || is_json(wanted, message)
}

fn is_json(wanted: &Value, message: &Value) -> bool {
    let as_json = text(message).and_then(|text| serde_json::from_str::<Value>(text).ok());
    as_json.is_some_and(|came| same_value(wanted, &came))
}

/// Members that the value does not name may be there.
fn has(wanted: &Value, came: &Value) -> bool {
    match (wanted, came) {
        (Value::Object(members), Value::Object(_)) => {
            members.iter().all(|(name, value)| came.get(name).is_some_and(|came| has(value, came)))
        }
        (Value::Array(items), Value::Array(came)) => have_all(items, came),
        _ => same_value(wanted, came),
    }
}

fn have_all(wanted: &[Value], came: &[Value]) -> bool {
    wanted.len() == came.len() && wanted.iter().zip(came).all(|(wanted, came)| has(wanted, came))
}

fn one_by_one(wanted: &[ExpectedMessage], messages: &[Value]) -> Vec<Mismatch> {
    if wanted.len() != messages.len() {
        let words = |number: usize| count::of(number, "message");
        let actual = format!("{}: {}", words(messages.len()), shown(messages));
        return vec![of_kind(MismatchKind::Result, words(wanted.len()), actual)];
    }
    let pairs = wanted.iter().zip(messages).enumerate();
    pairs
        .flat_map(|(index, (wanted, message))| {
            [other_role(index, wanted, message), other_content(index, wanted, message)]
        })
        .flatten()
        .collect()
}

fn other_role(index: usize, wanted: &ExpectedMessage, message: &Value) -> Option<Mismatch> {
    let wanted = wanted.role.as_deref().filter(|wanted| role(message) != Some(wanted))?;
    let expected = format!("message {} from {}", index + 1, excerpt::quoted_to(wanted, 40));
    let actual = message.get("role").map_or_else(|| "no role".to_owned(), |role| excerpt::json_to(role, 60));
    let mismatch = of_kind(MismatchKind::Result, expected, actual);
    Some(Mismatch { pointer: Some(format!("/messages/{index}/role")), ..mismatch })
}

fn other_content(index: usize, wanted: &ExpectedMessage, message: &Value) -> Option<Mismatch> {
    let wanted = wanted.content.as_ref()?;
    let (holds, words) = match wanted {
        Value::String(part) => {
            let holds = text(message).is_some_and(|text| contains_any_case(text, part));
            (holds, format!("message {} with {}", index + 1, excerpt::quoted(part)))
        }
        other => {
            let holds = message.get("content").is_some_and(|content| has(other, content)) || is_json(other, message);
            (holds, format!("message {} with content like {}", index + 1, excerpt::json(other)))
        }
    };
    let mismatch = || of_kind(MismatchKind::Result, words, shown(std::slice::from_ref(message)));
    (!holds).then(|| Mismatch { pointer: Some(format!("/messages/{index}/content")), ..mismatch() })
}

/// Does any text in a value, however deep, meet this?
pub(super) fn any_text(value: &Value, meets: &impl Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => meets(text),
        Value::Array(items) => items.iter().any(|item| any_text(item, meets)),
        Value::Object(members) => members.values().any(|member| any_text(member, meets)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// What a message gives away of the server's machine.
pub(super) fn disclosed(message: &Value) -> Option<&'static str> {
    match message {
        Value::String(text) => disclosure::in_text(text).map(|(what, _)| what),
        Value::Array(items) => items.iter().find_map(disclosed),
        Value::Object(members) => members.values().find_map(disclosed),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// `user "…", assistant [image image/png]`.
pub(super) fn shown(messages: &[Value]) -> String {
    const SHOWN_MAX: usize = 4;
    let mut words: Vec<String> = messages.iter().take(SHOWN_MAX).map(one).collect();
    if messages.len() > SHOWN_MAX {
        words.push(format!("{} more", messages.len() - SHOWN_MAX));
    }
    if words.is_empty() { "no messages".to_owned() } else { words.join(", ") }
}

fn one(message: &Value) -> String {
    let role = role(message).map_or_else(|| "(no role)".to_owned(), |role| excerpt::block(role, 40));
    match message.get("content").and_then(|content| content.get("text")).and_then(Value::as_str) {
        Some(text) => format!("{role} {}", excerpt::quoted(text)),
        None => format!("{role} {}", message.get("content").map_or_else(|| "(no content)".to_owned(), excerpt::json)),
    }
}
