//! Schemas and values in words.

use serde_json::Value;

use super::schema::{Kind, Schema, Shape};

/// What a schema takes, for example `a string or an array`.
pub(super) fn describe(shape: &Shape, schema: &Schema) -> String {
    let schema = shape.resolve(schema);
    if !schema.branches.is_empty() {
        return either(schema.branches.iter().map(|branch| describe(shape, branch)).collect());
    }
    if !schema.words.is_empty() {
        return list(&schema.words);
    }
    let word = match schema.kind {
        Some(Kind::Object) => "an object",
        Some(Kind::Array) => "an array",
        Some(Kind::String) => "a string",
        Some(Kind::Boolean) => "true or false",
        Some(Kind::Integer) => "a whole number",
        Some(Kind::Number) => "a number",
        None => "any value",
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
pub(super) fn list(words: &[String]) -> String {
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
