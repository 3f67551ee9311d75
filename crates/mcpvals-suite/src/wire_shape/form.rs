//! The schema of a form: a flat object of plain fields (MCP 2025-06-18 and later, client/elicitation).

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::context::Context;
use super::words::{a, member, optional};
use crate::excerpt;

/// Fields that are looked at.
const FIELDS_MAX: usize = 1000;
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// What is wrong with a form's schema.
pub(super) fn problems(schema: &Value, context: &Context<'_>) -> Vec<String> {
    if !schema.is_object() {
        return Vec::new();
    }
    let mut problems: Vec<String> = member(schema, "type", "\"object\"", |kind| kind == "object").into_iter().collect();
    problems.extend(member(schema, "properties", "an object", Value::is_object));
    let fields = get(schema, "properties").and_then(Value::as_object);
    for (name, field) in fields.into_iter().flatten().take(FIELDS_MAX) {
        let of_field = |problem: String| format!("the field {}: {problem}", excerpt::quoted_to(name, 60));
        problems.extend(self::field(field, context).into_iter().map(of_field));
    }
    let known = |name: &Value| name.as_str().is_some_and(|name| fields.is_some_and(|fields| fields.contains_key(name)));
    let all_known = |names: &Value| names.as_array().is_some_and(|names| names.iter().all(known));
    problems.extend(optional(schema, "required", "an array of the form's fields", all_known));
    problems
}

fn field(field: &Value, context: &Context<'_>) -> Vec<String> {
    if !field.is_object() {
        return vec![format!("it is {}, not an object", a(field))];
    }
    match get(field, "type").and_then(Value::as_str) {
        Some("string") => text(field),
        Some("number" | "integer") => default(field, "a number", Value::is_number).into_iter().collect(),
        Some("boolean") => default(field, "a boolean", Value::is_boolean).into_iter().collect(),
        Some("array") if context.since(Revision::V2025_11_25) => several(field),
        Some(other) => vec![format!("the type {} has no place in a form", excerpt::quoted_to(other, 40))],
        None => vec!["`type` is missing or no string".to_owned()],
    }
}

fn text(field: &Value) -> Vec<String> {
    let known = |format: &Value| format.as_str().is_some_and(|format| FORMATS.contains(&format));
    let mut problems: Vec<String> =
        optional(field, "format", "one of \"email\", \"uri\", \"date\", \"date-time\"", known).into_iter().collect();
    problems.extend(default(field, "a string", Value::is_string));
    let choices = choices(field);
    let chosen = get(field, "default").filter(|_| !choices.is_empty());
    problems.extend(chosen.filter(|chosen| !choices.contains(chosen)).map(not_among));
    problems
}

/// A choice of several (2025-11-25 and later).
fn several(field: &Value) -> Vec<String> {
    let Some(items) = get(field, "items").filter(|items| items.is_object()) else {
        return vec!["an array without `items` has no place in a form".to_owned()];
    };
    let choices = choices(items);
    if choices.is_empty() {
        return vec!["an array without choices has no place in a form".to_owned()];
    }
    let chosen = get(field, "default").and_then(Value::as_array).into_iter().flatten();
    let other = chosen.into_iter().find(|chosen| !choices.contains(chosen)).map(not_among);
    default(field, "an array", Value::is_array).into_iter().chain(other).collect()
}

/// The values of `enum`, or the `const`s of `oneOf` or `anyOf`.
fn choices(field: &Value) -> Vec<&Value> {
    if let Some(plain) = get(field, "enum").and_then(Value::as_array) {
        return plain.iter().collect();
    }
    let titled = get(field, "oneOf").or_else(|| get(field, "anyOf")).and_then(Value::as_array);
    titled.into_iter().flatten().filter_map(|choice| get(choice, "const")).collect()
}

fn default(field: &Value, wanted: &str, good: impl Fn(&Value) -> bool) -> Option<String> {
    optional(field, "default", wanted, good)
}

fn not_among(chosen: &Value) -> String {
    format!("the default {} is none of the choices", excerpt::json_to(chosen, 60))
}
