//! The choices of a form's field: one of several texts or, since 2025-11-25, some of them.

use std::collections::BTreeSet;

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::context::Context;
use super::words::{member, optional, strings};
use crate::excerpt;

/// What is wrong with the choices of a text, where it has any.
pub(super) fn of_text(field: &Value, context: &Context<'_>) -> Option<String> {
    if get(field, "oneOf").is_some() && !context.since(Revision::V2025_11_25) {
        return Some("`oneOf` came with revision 2025-11-25".to_owned());
    }
    listed(field, "enum", plain).or_else(|| listed(field, "oneOf", titled)).or_else(|| names(field))
}

/// What is wrong with a field of which several are chosen: `items` has plain choices (`enum`) or titled ones (`anyOf`).
pub(super) fn of_several(field: &Value) -> Option<String> {
    let Some(items) = get(field, "items").filter(|items| items.is_object()) else {
        return Some("an array without `items` has no place in a form".to_owned());
    };
    let is_text = |kind: &Value| kind == "string";
    let (is_plain, is_titled) = (get(items, "enum").is_some(), get(items, "anyOf").is_some());
    let problem = match (is_plain, is_titled) {
        _ if get(items, "oneOf").is_some() => Some("`oneOf` has no place there; titled choices are `anyOf`".to_owned()),
        (false, false) => return Some("an array without choices has no place in a form".to_owned()),
        (true, _) => listed(items, "enum", plain).or_else(|| member(items, "type", "\"string\"", is_text)),
        (false, true) => listed(items, "anyOf", titled).or_else(|| optional(items, "type", "\"string\"", is_text)),
    };
    problem.map(|problem| format!("in `items`, {problem}"))
}

/// What is wrong with a list of choices, where there is one.
fn listed(field: &Value, name: &str, problem: impl Fn(&Value) -> Option<String>) -> Option<String> {
    let Some(choices) = get(field, name)?.as_array() else { return Some(format!("`{name}` is no array")) };
    if choices.is_empty() {
        return Some(format!("`{name}` has no choices"));
    }
    choices.iter().find_map(problem).map(|problem| format!("`{name}` has {problem}"))
}

fn plain(choice: &Value) -> Option<String> {
    let shown = || format!("the choice {}, which is no string", excerpt::json_to(choice, 60));
    (!choice.is_string()).then(shown)
}

fn titled(choice: &Value) -> Option<String> {
    ["const", "title"].iter().find_map(|name| match get(choice, name) {
        None => Some(format!("a choice without `{name}`")),
        Some(text) if text.is_string() => None,
        Some(other) => Some(format!("a choice whose `{name}` {} is no string", excerpt::json_to(other, 60))),
    })
}

/// Titles of plain choices, one for each; deprecated since 2025-11-25, and allowed.
fn names(field: &Value) -> Option<String> {
    let count = |name| get(field, name).and_then(Value::as_array).map_or(0, Vec::len);
    let (names, choices) = (get(field, "enumNames")?, count("enum"));
    let uneven = || format!("`enumNames` has {} names, and there are {choices} choices in `enum`", count("enumNames"));
    let wrong_type = strings(field, "enumNames");
    wrong_type.or_else(|| names.as_array().is_some_and(|names| names.len() != choices).then(uneven))
}

/// The first choice that a field has twice, also where several are chosen.
pub(crate) fn doubled(field: &Value) -> Option<&Value> {
    repeated(choices(get(field, "items").unwrap_or(field)).into_iter())
}

/// The first text that was there before.
pub(super) fn repeated<'v>(mut values: impl Iterator<Item = &'v Value>) -> Option<&'v Value> {
    let mut seen = BTreeSet::new();
    values.find(|value| value.as_str().is_some_and(|text| !seen.insert(text)))
}

/// The values of `enum`, or the `const`s of `oneOf` or `anyOf`.
pub(super) fn choices(field: &Value) -> Vec<&Value> {
    if let Some(plain) = get(field, "enum").and_then(Value::as_array) {
        return plain.iter().collect();
    }
    let titled = get(field, "oneOf").or_else(|| get(field, "anyOf")).and_then(Value::as_array);
    titled.into_iter().flatten().filter_map(|choice| get(choice, "const")).collect()
}
