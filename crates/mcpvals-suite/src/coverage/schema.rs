//! What a schema lets a caller give: its properties, and the values among which one can choose.
//!
//! Reads, and validates nothing: a schema that is none has no properties.

use std::collections::{BTreeSet, VecDeque};
use std::ptr;

use mcpvals_model::COVERED_NAME_BYTES_MAX;
use mcpvals_model::json::member;
use serde_json::Value;

/// Parts of one schema that are looked at, after all its alternatives and references.
const FACES_MAX: usize = 1_000;

/// The schema and what it is made of: what it refers to, and its alternatives, in order; each once, so that a schema
/// that refers to itself has an end.
fn faces<'s>(schema: &'s Value, root: &'s Value) -> Vec<&'s Value> {
    let (mut faces, mut seen) = (Vec::new(), BTreeSet::new());
    let mut waiting = VecDeque::from([schema]);
    while let Some(face) = waiting.pop_front().filter(|_| faces.len() < FACES_MAX) {
        if !seen.insert(ptr::from_ref(face)) {
            continue;
        }
        faces.push(face);
        waiting.extend(referred(face, root));
        let alternatives = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|word| member(face, word)?.as_array());
        waiting.extend(alternatives.flatten().take(FACES_MAX));
    }
    faces
}

/// What `$ref` names in the same document; nothing is fetched.
fn referred<'s>(schema: &Value, root: &'s Value) -> Option<&'s Value> {
    root.pointer(member(schema, "$ref")?.as_str()?.strip_prefix('#')?)
}

/// The properties of an object, each with one of its schemas.
pub(super) fn properties<'s>(schema: &'s Value, root: &'s Value) -> impl Iterator<Item = (&'s str, &'s Value)> {
    let of_face = |face| member(face, "properties").and_then(Value::as_object).into_iter().flatten();
    faces(schema, root).into_iter().flat_map(of_face).map(|(name, property)| (name.as_str(), property))
}

/// The schemas of a list's items.
pub(super) fn items<'s>(schema: &'s Value, root: &'s Value) -> impl Iterator<Item = &'s Value> + use<'s> {
    faces(schema, root).into_iter().filter_map(|face| member(face, "items"))
}

/// Every schema that the object's schema has for the property of this name.
pub(super) fn definitions<'s>(
    schema: &'s Value,
    root: &'s Value,
    name: &str,
) -> impl Iterator<Item = &'s Value> + use<'s> {
    let name = name.to_owned();
    faces(schema, root).into_iter().filter_map(move |face| member(member(face, "properties")?, &name))
}

/// The values among which a caller chooses, as JSON text; of a list, those of its items.
pub(super) fn choices(schema: &Value, root: &Value) -> Vec<String> {
    let of_items = items(schema, root).flat_map(|items| faces(items, root)).take(FACES_MAX);
    let all = faces(schema, root).into_iter().chain(of_items);
    all.flat_map(choices_of_face).filter_map(|value| scalar(&value)).collect()
}

fn choices_of_face(schema: &Value) -> Vec<Value> {
    let listed = member(schema, "enum").and_then(Value::as_array);
    let only = member(schema, "const").map(|value| vec![value.clone()]);
    // A flag that may only be true is no choice between two.
    let both = || if is_boolean(schema) { vec![Value::Bool(true), Value::Bool(false)] } else { Vec::new() };
    listed.cloned().or(only).unwrap_or_else(both)
}

fn is_boolean(schema: &Value) -> bool {
    match member(schema, "type") {
        Some(Value::Array(types)) => types.iter().any(|one| one == "boolean"),
        Some(one) => one == "boolean",
        None => false,
    }
}

/// Those of the choices that were made with this argument.
pub(super) fn chosen(schema: &Value, root: &Value, given: &Value) -> Vec<String> {
    let given: BTreeSet<String> = match given {
        Value::Array(items) => items.iter().take(FACES_MAX).filter_map(scalar).collect(),
        one => scalar(one).into_iter().collect(),
    };
    if given.is_empty() {
        return Vec::new();
    }
    choices(schema, root).into_iter().filter(|choice| given.contains(choice)).collect()
}

/// As JSON text, in which `2.0` is 2; `None` of what is composed, and of what is too long to be counted.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::Array(_) | Value::Object(_) => None,
        Value::String(text) if text.len() > COVERED_NAME_BYTES_MAX => None,
        Value::Number(number) => Some(whole(number).unwrap_or_else(|| number.to_string())),
        Value::Null | Value::Bool(_) | Value::String(_) => Some(value.to_string()),
    }
}

/// A whole number that is written with a fraction, without it.
fn whole(number: &serde_json::Number) -> Option<String> {
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().filter(|value| number.is_f64() && value.fract() == 0.0 && value.abs() < EXACT_MAX)?;
    Some(format!("{:.0}", value + 0.0))
}
