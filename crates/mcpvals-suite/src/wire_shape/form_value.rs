//! A value against its field: a form's defaults, and what is answered to it.

use mcpvals_model::json::member as get;
use serde_json::{Value, json};

use super::choices::choices;
use super::format;
use crate::{excerpt, schema};

/// The lower and the upper bound of texts, numbers and lists.
pub(super) const BOUNDS: [(&str, &str); 3] =
    [("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems")];

/// Is the value of this type?
pub(super) fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        _ => true,
    }
}

/// What is wrong with a value for a field, in words that follow "the default" or "the answer".
pub(crate) fn value_problem(field: &Value, value: &Value) -> Option<String> {
    let shown = || excerpt::json_to(value, 60);
    let kind = get(field, "type").and_then(Value::as_str).unwrap_or_default();
    if !is_of(kind, value) {
        return Some(format!("{} is no {kind}", shown()));
    }
    let listed = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let choices = choices(get(field, "items").unwrap_or(field));
    if let Some(other) = listed.iter().find(|value| !choices.is_empty() && !choices.contains(value)) {
        return Some(format!("{} is none of the choices", excerpt::json_to(other, 60)));
    }
    let format = get(field, "format").and_then(Value::as_str).unwrap_or_default();
    if value.as_str().is_some_and(|text| !format::holds(format, text)) {
        return Some(format!("{} is not of the format \"{format}\"", shown()));
    }
    if value.is_string() && pattern(field).is_some_and(|(_, usable)| !holds(&usable, value)) {
        return Some(format!("{} does not match `pattern`", shown()));
    }
    let (low, high) = BOUNDS[if value.is_string() { 0 } else { usize::from(value.is_array()) + 1 }];
    let size = size(value)?;
    let bound = |name| get(field, name).and_then(Value::as_f64);
    let below = bound(low).filter(|least| size < *least).map(|least| (low, least));
    let (name, bound) = below.or_else(|| bound(high).filter(|most| size > *most).map(|most| (high, most)))?;
    Some(format!("{} breaks `{name}` {bound}", shown()))
}

/// Why the field's `pattern` is no regular expression.
pub(super) fn pattern_problem(field: &Value) -> Option<String> {
    let (pattern, usable) = pattern(field)?;
    usable.is_err().then(|| format!("`pattern` {} is no regular expression", excerpt::quoted_to(pattern, 60)))
}

fn pattern(field: &Value) -> Option<(&str, schema::Usable)> {
    let pattern = get(field, "pattern")?.as_str()?;
    Some((pattern, schema::of_matcher(&json!({"pattern": pattern}))))
}

fn holds(usable: &schema::Usable, value: &Value) -> bool {
    // What cannot be checked in bounded time is not held against the server.
    let Ok(compiled) = usable.as_ref() else { return true };
    compiled.faults(value).map_or(true, |faults| faults.is_empty())
}

/// What the bounds are about: a number, or how long a text or a list is.
#[expect(clippy::cast_precision_loss, reason = "nothing in a message is so long")]
fn size(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => Some(text.chars().count() as f64),
        Value::Array(items) => Some(items.len() as f64),
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::value_problem;

    #[test]
    fn values_are_held_against_their_field() {
        let problem = |schema: Value, value: Value| value_problem(&schema, &value);
        assert_eq!(problem(json!({"type": "string"}), json!(7)).as_deref(), Some("7 is no string"));
        assert_eq!(problem(json!({"type": "boolean"}), json!(true)), None);
        assert_eq!(problem(json!({"type": "number"}), json!(0.5)), None);
        let patterned = || json!({"type": "string", "pattern": "^a+$"});
        assert_eq!(problem(patterned(), json!("aa")), None);
        assert_eq!(problem(patterned(), json!("b")).as_deref(), Some("\"b\" does not match `pattern`"));
    }
}
