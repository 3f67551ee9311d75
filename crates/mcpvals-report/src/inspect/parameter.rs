//! A tool's parameters in few words, from the schema of its arguments.

use serde_json::Value;
use unicode_width::UnicodeWidthStr as _;

/// How deep a type is followed.
const DEPTH_MAX: usize = 3;
/// More alternatives than these are not listed.
const CHOICES_MAX: usize = 4;

/// `a: number, b: number, [style: string]`: what may be left out stands in brackets and comes last. What does not fit
/// into so many columns is counted; at least one is shown.
pub(super) fn all(schema: &Value, columns: usize) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return String::new() };
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_required = |name: &str| required.iter().any(|known| known.as_str() == Some(name));
    let (needed, optional): (Vec<_>, Vec<_>) = properties.iter().partition(|(name, _)| is_required(name));
    let needed = needed.into_iter().map(|(name, schema)| format!("{name}: {}", kind(schema, DEPTH_MAX)));
    let optional = optional.into_iter().map(|(name, schema)| format!("[{name}: {}]", kind(schema, DEPTH_MAX)));
    fitting(needed.chain(optional), columns)
}

fn fitting(parameters: impl Iterator<Item = String>, columns: usize) -> String {
    const MORE: usize = ", and 99 more".len();
    let parameters: Vec<String> = parameters.collect();
    let whole = parameters.join(", ");
    if whole.width() <= columns {
        return whole;
    }
    let mut width = 0;
    let fits = |parameter: &&String| {
        width += parameter.width() + ", ".len();
        width + MORE <= columns
    };
    let shown = parameters.iter().take_while(fits).count().max(1);
    match parameters.len() - shown {
        0 => whole,
        more => format!("{}, and {more} more", parameters[..shown].join(", ")),
    }
}

/// `string`, `"a"|"b"`, `string[]`, `Point`. That a value may be null is not said.
fn kind(schema: &Value, depth: usize) -> String {
    if let Some(choices) = schema.get("enum").and_then(Value::as_array).filter(|all| all.len() <= CHOICES_MAX) {
        return joined(choices.iter().map(Value::to_string), "any");
    }
    if let Some(only) = schema.get("const") {
        return only.to_string();
    }
    match schema.get("type") {
        Some(Value::String(one)) if one == "array" => list(schema, depth),
        Some(Value::String(one)) => one.clone(),
        Some(Value::Array(several)) => joined(several.iter().filter_map(Value::as_str).map(str::to_owned), "null"),
        _ => without_type(schema, depth),
    }
}

fn list(schema: &Value, depth: usize) -> String {
    let Some(items) = schema.get("items").filter(|_| depth > 0) else { return "array".to_owned() };
    match kind(items, depth - 1) {
        any if any == "any" => "array".to_owned(),
        several if several.contains('|') => format!("({several})[]"),
        one => format!("{one}[]"),
    }
}

fn without_type(schema: &Value, depth: usize) -> String {
    let choices = ["anyOf", "oneOf"].iter().find_map(|member| schema.get(*member)?.as_array());
    if let Some(choices) = choices.filter(|_| depth > 0) {
        return joined(choices.iter().map(|choice| kind(choice, depth - 1)), "any");
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    if schema.get("enum").is_some() {
        return "enum".to_owned();
    }
    if schema.get("properties").is_some() { "object".to_owned() } else { "any".to_owned() }
}

/// Each once, without null.
fn joined(kinds: impl Iterator<Item = String>, none: &str) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for kind in kinds.filter(|kind| kind != "null") {
        if !distinct.contains(&kind) {
            distinct.push(kind);
        }
    }
    match distinct.len() {
        0 => none.to_owned(),
        1..=CHOICES_MAX => distinct.join("|"),
        _ => "union".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::all;

    #[track_caller]
    fn check(schema: &Value, expected: &str) {
        assert_eq!(all(&json!({"properties": {"x": schema}, "required": ["x"]}), 80), format!("x: {expected}"));
    }

    #[test]
    fn required_parameters_come_first() {
        let schema = json!({
            "properties": {"c": {"enum": [1]}, "a": {"type": "number"}, "b": {"type": ["string", "null"]}},
            "required": ["a"],
        });
        assert_eq!(all(&schema, 80), "a: number, [c: 1], [b: string]");
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let schema = json!({"properties": {"aaa": {}, "bbb": {}, "ccc": {}}});
        assert_eq!(all(&schema, 33), "[aaa: any], and 2 more");
        assert_eq!(all(&schema, 34), "[aaa: any], [bbb: any], [ccc: any]");
        assert_eq!(all(&schema, 0), "[aaa: any], and 2 more");
    }

    #[test]
    fn types_are_said_in_a_word_or_two() {
        check(&json!({"type": "string", "enum": ["a", "b"]}), "\"a\"|\"b\"");
        check(&json!({"type": "string", "enum": ["a", "b", "c", "d", "e"]}), "string");
        check(&json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}), "integer");
        check(&json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}), "integer|string");
        check(&json!({"type": "array", "items": {"type": "string"}}), "string[]");
        check(
            &json!({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}),
            "(integer|string)[]",
        );
        check(&json!({"type": "array"}), "array");
        check(&json!({"$ref": "#/$defs/Point"}), "Point");
        check(&json!({"properties": {}}), "object");
        check(&json!({"type": "null"}), "null");
    }

    #[test]
    fn odd_schemas_are_no_parameters() {
        let odd = [json!(null), json!({"properties": 3}), json!({})];
        assert_eq!(odd.map(|schema| all(&schema, 80)), [""; 3]);
        for schema in [json!(true), json!(3), json!({"type": 3}), json!({"anyOf": []}), json!({"enum": []})] {
            check(&schema, "any");
        }
    }
}
