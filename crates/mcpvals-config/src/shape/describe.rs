//! Schemas and values in words.

use serde_json::Value;

use super::words_of;

/// What a schema takes, for example `a string or an array`.
pub(super) fn describe(root: &Value, schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return describe(root, &root["$defs"][name.trim_start_matches("#/$defs/")]);
    }
    if let Some(branches) = schema["anyOf"].as_array() {
        return either(branches.iter().map(|branch| describe(root, branch)).collect());
    }
    if let Some(words) = words_of(schema) {
        return list(&words);
    }
    let word = match schema["type"].as_str() {
        Some("object") => "an object",
        Some("array") => "an array",
        Some("string") => "a string",
        Some("boolean") => "true or false",
        Some("integer") => "a whole number",
        Some("number") => "a number",
        _ => "any value",
    };
    word.to_owned()
}

/// The kind of a value, for example `an array`.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Words in backticks: `` `file`, `suite` or `test` ``.
pub(super) fn list(words: &[&str]) -> String {
    either(words.iter().map(|word| format!("`{word}`")).collect())
}

fn either(mut words: Vec<String>) -> String {
    words.dedup();
    match words.pop() {
        None => "nothing".to_owned(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} or {last}", words.join(", ")),
    }
}
