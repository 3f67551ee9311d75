//! The schema of a form: a flat object of plain fields (MCP 2025-06-18 and later, client/elicitation).

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::context::Context;
use super::format;
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
    let advanced = ["allOf", "anyOf", "oneOf", "not", "if", "$ref", "patternProperties", "dependentSchemas"];
    let found = advanced.iter().filter(|name| get(schema, name).is_some());
    problems.extend(found.map(|name| format!("`{name}` has no place in a form")));
    problems
}

fn field(field: &Value, context: &Context<'_>) -> Vec<String> {
    if !field.is_object() {
        return vec![format!("it is {}, not an object", a(field))];
    }
    let (kind, wanted, own) = match get(field, "type").and_then(Value::as_str) {
        Some("string") => ("string", "a string", text(field)),
        Some(kind @ ("number" | "integer")) => (kind, "a number", Vec::new()),
        Some("boolean") => ("boolean", "a boolean", Vec::new()),
        Some("array") if context.since(Revision::V2025_11_25) => ("array", "an array", several(field)),
        Some(other) => return vec![format!("the type {} has no place in a form", excerpt::quoted_to(other, 40))],
        None => return vec!["`type` is missing or no string".to_owned()],
    };
    let mut problems = own;
    problems.extend(foreign(kind, field).map(|keyword| format!("`{keyword}` has no place in a field of type {kind}")));
    problems.extend(BOUNDS.iter().filter_map(|bounds| crossed(*bounds, field)));
    // What is wrong with the choices is wrong with a default among them.
    let default = get(field, "default").filter(|_| problems.is_empty());
    problems.extend(default.and_then(|value| match optional(field, "default", wanted, |value| is_of(kind, value)) {
        None => value_problem(field, value).map(|problem| format!("the default {problem}")),
        wrong => wrong,
    }));
    problems
}

/// Keywords that assert something, and the types of field that have them (the schema of `PrimitiveSchemaDefinition`;
/// `pattern` is on the page and not in the schema). Others are taken for notes.
const KEYWORDS: [(&str, &[&str]); 27] = [
    ("enum", &["string"]),
    ("oneOf", &["string"]),
    ("format", &["string"]),
    ("minLength", &["string"]),
    ("maxLength", &["string"]),
    ("pattern", &["string"]),
    ("minimum", &["number", "integer"]),
    ("maximum", &["number", "integer"]),
    ("items", &["array"]),
    ("minItems", &["array"]),
    ("maxItems", &["array"]),
    ("const", &[]),
    ("anyOf", &[]),
    ("allOf", &[]),
    ("not", &[]),
    ("if", &[]),
    ("$ref", &[]),
    ("$dynamicRef", &[]),
    ("multipleOf", &[]),
    ("exclusiveMinimum", &[]),
    ("exclusiveMaximum", &[]),
    ("properties", &[]),
    ("patternProperties", &[]),
    ("required", &[]),
    ("prefixItems", &[]),
    ("contains", &[]),
    ("propertyNames", &[]),
];
/// The lower and the upper bound.
const BOUNDS: [(&str, &str); 3] = [("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems")];

fn foreign(kind: &str, field: &Value) -> Option<&'static str> {
    let is_foreign = |(name, kinds): &&(&str, &[&str])| get(field, name).is_some() && !kinds.contains(&kind);
    KEYWORDS.iter().find(is_foreign).map(|(name, _)| *name)
}

fn crossed((low, high): (&str, &str), field: &Value) -> Option<String> {
    let bound = |name| get(field, name).and_then(Value::as_f64);
    let (least, most) = (bound(low)?, bound(high)?);
    (least > most).then(|| format!("`{low}` {least} is above `{high}` {most}"))
}

fn text(field: &Value) -> Vec<String> {
    let known = |format: &Value| format.as_str().is_some_and(|format| FORMATS.contains(&format));
    let format = optional(field, "format", "one of \"email\", \"uri\", \"date\", \"date-time\"", known);
    format.into_iter().chain(choice_problem(field)).collect()
}

/// A choice of several (2025-11-25 and later).
fn several(field: &Value) -> Vec<String> {
    let Some(items) = get(field, "items").filter(|items| items.is_object()) else {
        return vec!["an array without `items` has no place in a form".to_owned()];
    };
    if let Some(problem) = choice_problem(items) {
        return vec![problem];
    }
    let is_free = choices(items).is_empty();
    is_free.then(|| "an array without choices has no place in a form".to_owned()).into_iter().collect()
}

/// What is wrong with the list of choices, where there is one.
fn choice_problem(field: &Value) -> Option<String> {
    let name = ["enum", "oneOf", "anyOf"].into_iter().find(|name| get(field, name).is_some())?;
    let Some(listed) = get(field, name).and_then(Value::as_array) else {
        return Some(format!("`{name}` is no array"));
    };
    let values = choices(field);
    let odd = values.iter().find(|value| !value.is_string());
    if listed.is_empty() {
        Some(format!("`{name}` has no choices"))
    } else if values.len() < listed.len() {
        Some(format!("`{name}` has a choice without `const`"))
    } else {
        odd.map(|odd| format!("`{name}` has the choice {}, which is no string", excerpt::json_to(odd, 60)))
    }
}

/// The values of `enum`, or the `const`s of `oneOf` or `anyOf`.
fn choices(field: &Value) -> Vec<&Value> {
    if let Some(plain) = get(field, "enum").and_then(Value::as_array) {
        return plain.iter().collect();
    }
    let titled = get(field, "oneOf").or_else(|| get(field, "anyOf")).and_then(Value::as_array);
    titled.into_iter().flatten().filter_map(|choice| get(choice, "const")).collect()
}

fn is_of(kind: &str, value: &Value) -> bool {
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
    let (low, high) = BOUNDS[if value.is_string() { 0 } else { usize::from(value.is_array()) + 1 }];
    let size = size(value)?;
    let bound = |name| get(field, name).and_then(Value::as_f64);
    let below = bound(low).filter(|least| size < *least).map(|least| (low, least));
    let (name, bound) = below.or_else(|| bound(high).filter(|most| size > *most).map(|most| (high, most)))?;
    Some(format!("{} breaks `{name}` {bound}", shown()))
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
    use mcpvals_model::Trace;
    use serde_json::{Value, json};

    use super::{Context, field, value_problem};

    #[track_caller]
    fn check(schema: &Value, want: &str) {
        let trace = crate::testing::Talk::new().trace();
        let problems = field(schema, &Context::new(&trace, true));
        assert_eq!(problems.len(), usize::from(!want.is_empty()), "{schema}: {problems:?}");
        assert!(problems.iter().all(|problem| problem.contains(want)), "{schema}: {problems:?} is not {want}");
        drop::<Trace>(trace);
    }

    #[test]
    fn fields_of_the_pages_examples_are_good() {
        check(
            &json!({"type": "string", "minLength": 3, "maxLength": 50, "pattern": "^[A-Za-z]+$", "default": "Ada"}),
            "",
        );
        check(&json!({"type": "string", "format": "email", "default": "user@example.com"}), "");
        check(&json!({"type": "number", "minimum": 0, "maximum": 100, "default": 50, "title": "N"}), "");
        check(&json!({"type": "boolean", "default": false}), "");
        check(&json!({"type": "string", "enum": ["Red", "Green"], "enumNames": ["R", "G"], "default": "Red"}), "");
        check(&json!({"type": "string", "oneOf": [{"const": "r", "title": "Red"}], "default": "r"}), "");
        let items = json!({"type": "string", "enum": ["r", "g"]});
        check(&json!({"type": "array", "minItems": 1, "maxItems": 2, "items": items, "default": ["r", "g"]}), "");
        check(&json!({"type": "array", "items": {"anyOf": [{"const": "r", "title": "Red"}]}, "default": ["r"]}), "");
    }

    #[test]
    fn each_rule_of_a_field_is_held() {
        check(
            &json!({"type": "integer", "minimum": 10, "maximum": 20, "default": 50}),
            "the default 50 breaks `maximum` 20",
        );
        check(&json!({"type": "integer", "minimum": 10, "default": 5}), "the default 5 breaks `minimum` 10");
        check(&json!({"type": "integer", "default": 1.5}), "`default` is 1.5");
        check(&json!({"type": "string", "minLength": 3, "default": "te"}), "the default \"te\" breaks `minLength` 3");
        check(&json!({"type": "string", "format": "date", "default": "soon"}), "is not of the format \"date\"");
        check(&json!({"type": "string", "enum": []}), "`enum` has no choices");
        check(&json!({"type": "string", "enum": ["a", null]}), "`enum` has the choice null, which is no string");
        check(&json!({"type": "string", "oneOf": [{"title": "A"}]}), "a choice without `const`");
        check(&json!({"type": "integer", "enum": [1, 2]}), "`enum` has no place in a field of type integer");
        check(&json!({"type": "string", "const": "x"}), "`const` has no place");
        check(&json!({"type": "number", "exclusiveMinimum": 0}), "`exclusiveMinimum` has no place");
        check(&json!({"type": "string", "minLength": 5, "maxLength": 2}), "`minLength` 5 is above `maxLength` 2");
        let items = json!({"type": "string", "enum": ["r"]});
        check(&json!({"type": "array", "items": items, "minItems": 2, "default": ["r"]}), "breaks `minItems` 2");
    }

    #[test]
    fn values_are_held_against_their_field() {
        let problem = |schema: Value, value: Value| value_problem(&schema, &value);
        assert_eq!(problem(json!({"type": "string"}), json!(7)).as_deref(), Some("7 is no string"));
        assert_eq!(problem(json!({"type": "boolean"}), json!(true)), None);
        assert_eq!(problem(json!({"type": "number"}), json!(0.5)), None);
    }
}
