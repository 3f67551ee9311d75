//! Values in words: "a string", "an empty array".

use mcpvals_model::json;
use serde_json::Value;

use crate::excerpt;

/// The kind of a value with its article.
pub(super) fn a(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// "`name` is missing" or "`name` is a number, not a string"; nothing where the member is as it should be.
pub(super) fn member(object: &Value, name: &str, wanted: &str, good: impl Fn(&Value) -> bool) -> Option<String> {
    match json::member(object, name) {
        None => Some(format!("`{name}` is missing")),
        Some(value) if good(value) => None,
        Some(value) => Some(wrong(name, value, wanted)),
    }
}

/// As [`member`], for a member that need not be there.
pub(super) fn optional(object: &Value, name: &str, wanted: &str, good: impl Fn(&Value) -> bool) -> Option<String> {
    json::member(object, name).filter(|value| !good(value)).map(|value| wrong(name, value, wanted))
}

/// "`name/1` is 7, not a string": the first item of a list that is not as it should be, counted from 0.
pub(super) fn item(object: &Value, name: &str, wanted: &str, good: impl Fn(&Value) -> bool) -> Option<String> {
    let list = json::member(object, name)?.as_array()?;
    let (index, item) = list.iter().enumerate().find(|(_, item)| !good(item))?;
    Some(wrong(&format!("{name}/{index}"), item, wanted))
}

/// As [`optional`], for a list of strings.
pub(super) fn strings(object: &Value, name: &str) -> Option<String> {
    let list = optional(object, name, "an array of strings", Value::is_array);
    list.or_else(|| item(object, name, "a string", Value::is_string))
}

/// "`name` is "x", not a number"; of the right kind, what is in it is shown: "`name` is {"a":1}, not an object with …".
pub(super) fn wrong(name: &str, value: &Value, wanted: &str) -> String {
    let is_of_kind = wanted.starts_with(a(value));
    match value {
        Value::Array(items) if items.is_empty() && is_of_kind => format!("`{name}` is an empty array, not {wanted}"),
        Value::Array(_) | Value::Object(_) if !is_of_kind => format!("`{name}` is {}, not {wanted}", a(value)),
        shown => format!("`{name}` is {}, not {wanted}", excerpt::json_to(shown, 60)),
    }
}
