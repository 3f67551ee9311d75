//! What an answer is made of, held against the examples of seed 003.

use std::collections::BTreeMap;

use serde_json::Value;

/// The members of an object and the kinds of their values, in the order of their names: `id text, score number`.
#[track_caller]
pub(super) fn members(value: &Value) -> String {
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {value}"));
    let kinds: BTreeMap<&str, &str> = object.iter().map(|(name, value)| (name.as_str(), kind(value))).collect();
    kinds.iter().map(|(name, kind)| format!("{name} {kind}")).collect::<Vec<_>>().join(", ")
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "truth",
        Value::Number(_) => "number",
        Value::String(text) if moment(text) => "time",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// `2024-01-03T10:00:00Z`, with or without a fraction.
pub(super) fn moment(text: &str) -> bool {
    let shape: String = text.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    let rest = shape.strip_prefix("9999-99-99T99:99:99");
    rest.and_then(|rest| rest.strip_suffix('Z')).is_some_and(|part| part.is_empty() || part.starts_with(".9"))
}
