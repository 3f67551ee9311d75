//! Redaction that knows JSON: what was an object or an array stays one.

use serde_json::{Map, Value};

use super::Redactor;
use super::finder::Finder;

/// The redacted value, where the rewritten bytes do not say the same: where a number was a secret, or a secret cut into
/// an escape. `None` where the rewritten bytes are good: they keep the server's spelling.
pub(super) fn kept_valid(redactor: &Redactor, before: &[u8], rewritten: &[u8]) -> Option<Value> {
    let mut value = read_container(before)?;
    redactor.value(&mut value);
    (read_container(rewritten).as_ref() != Some(&value)).then_some(value)
}

/// A number or a string is too little to be called JSON: it is text.
fn read_container(bytes: &[u8]) -> Option<Value> {
    matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'[')).then(|| serde_json::from_slice(bytes).ok()).flatten()
}

/// Redacts strings, keys and numbers; then what spreads over several of them.
pub(super) fn redact(redactor: &Redactor, finder: &Finder, value: &mut Value) {
    walk(redactor, finder, value);
    if finder.has_punctuation && finder.finds(value.to_string().as_bytes()) {
        collapse(finder, value);
    }
}

fn walk(redactor: &Redactor, finder: &Finder, value: &mut Value) {
    match value {
        Value::Null | Value::Bool(_) => {}
        Value::Number(number) => {
            let text = number.to_string();
            if finder.finds(text.as_bytes()) {
                *value = Value::String(redactor.text(&text).into_owned());
            }
        }
        Value::String(text) => redactor.string(text),
        Value::Array(items) => items.iter_mut().for_each(|item| walk(redactor, finder, item)),
        Value::Object(members) => walk_members(redactor, finder, members),
    }
}

fn walk_members(redactor: &Redactor, finder: &Finder, members: &mut Map<String, Value>) {
    members.values_mut().for_each(|value| walk(redactor, finder, value));
    if members.keys().any(|key| finder.finds(key.as_bytes())) {
        let redacted = std::mem::take(members).into_iter();
        *members = redacted.map(|(key, value)| (redactor.text(&key).into_owned(), value)).collect();
    }
}

/// Puts a mask in the place of the smallest value that still shows a secret.
fn collapse(finder: &Finder, value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| collapse(finder, item)),
        Value::Object(members) => members.values_mut().for_each(|member| collapse(finder, member)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return,
    }
    let text = value.to_string();
    if finder.finds(text.as_bytes()) {
        *value = Value::String(finder.first_mask(text.as_bytes()));
    }
}
