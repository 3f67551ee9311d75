//! The schema of a form: a flat object of plain fields (MCP 2025-06-18 and later, client/elicitation).

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::context::Context;
use super::form_value::{BOUNDS, is_of, pattern_problem, value_problem};
use super::request::is_count;
use super::words::{a, item, member, optional};
use super::{choices, words};
use crate::excerpt;

/// Fields that are looked at.
const FIELDS_MAX: usize = 1000;
/// Keywords of JSON Schema that ask for more than the fields of a form can say; `additionalProperties: false` asks for
/// nothing that a form has not anyway.
const ADVANCED: [&str; 15] = [
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "$ref",
    "$defs",
    "definitions",
    "patternProperties",
    "propertyNames",
    "dependentSchemas",
    "dependentRequired",
    "minProperties",
    "maxProperties",
    "unevaluatedProperties",
];
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
    problems.extend(optional(schema, "required", "an array of the form's fields", Value::is_array));
    problems.extend(item(schema, "required", "one of the form's fields", known));
    problems.extend(named_twice(schema));
    let found = ADVANCED.iter().filter(|name| get(schema, name).is_some());
    problems.extend(found.map(|name| format!("`{name}` has no place in a form")));
    let nested = get(schema, "additionalProperties").filter(|nested| nested.is_object());
    problems.extend(nested.map(|_| "`additionalProperties` with a schema has no place in a form".to_owned()));
    let notes = ["$schema", "title", "description"];
    problems.extend(notes.iter().filter_map(|name| optional(schema, name, "a string", Value::is_string)));
    problems
}

/// Names in `required` are unique (JSON Schema Validation, 6.5.3).
fn named_twice(schema: &Value) -> Option<String> {
    let names = get(schema, "required")?.as_array()?;
    let twice = choices::repeated(names.iter())?;
    Some(format!("`required` has {} twice", excerpt::json_to(twice, 60)))
}

fn field(field: &Value, context: &Context<'_>) -> Vec<String> {
    if !field.is_object() {
        return vec![format!("it is {}, not an object", a(field))];
    }
    let (kind, own) = match get(field, "type").and_then(Value::as_str) {
        Some("string") => ("string", text(field, context)),
        Some(kind @ ("number" | "integer" | "boolean")) => (kind, Vec::new()),
        Some("array") if context.since(Revision::V2025_11_25) => {
            ("array", choices::of_several(field).into_iter().collect())
        }
        Some(other) => return vec![format!("the type {} has no place in a form", excerpt::quoted_to(other, 40))],
        None => return vec!["`type` is missing or no string".to_owned()],
    };
    let mut problems = own;
    problems.extend(foreign(kind, field).map(|keyword| format!("`{keyword}` has no place in a field of type {kind}")));
    problems.extend(mistyped(kind, field));
    problems.extend(BOUNDS.iter().filter_map(|bounds| crossed(*bounds, field)));
    // What is wrong with the choices is wrong with a default among them.
    let is_sound = problems.is_empty();
    problems.extend(is_sound.then(|| default_problem(kind, field, context)).flatten());
    problems
}

/// In 2025-06-18, only a box to tick has a default; what other fields say there is a note, which the schema lets stand.
fn default_problem(kind: &str, field: &Value, context: &Context<'_>) -> Option<String> {
    let value = get(field, "default").filter(|_| kind == "boolean" || context.since(Revision::V2025_11_25))?;
    let wanted = match kind {
        "string" => "a string",
        "boolean" => "a boolean",
        "array" => "an array",
        _ => "a number",
    };
    if !is_of(kind, value) {
        return Some(words::wrong("default", value, wanted));
    }
    value_problem(field, value).map(|problem| format!("the default {problem}"))
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

fn foreign(kind: &str, field: &Value) -> Option<&'static str> {
    let is_foreign = |(name, kinds): &&(&str, &[&str])| get(field, name).is_some() && !kinds.contains(&kind);
    KEYWORDS.iter().find(is_foreign).map(|(name, _)| *name)
}

/// Keywords whose own values are of the wrong type.
fn mistyped(kind: &str, field: &Value) -> Vec<String> {
    let count = |name| optional(field, name, "a whole number from 0", is_count);
    let number = |name| optional(field, name, "a number", Value::is_number);
    let text = |name| optional(field, name, "a string", Value::is_string);
    let own = match kind {
        "string" => [count("minLength"), count("maxLength"), text("pattern")],
        "array" => [count("minItems"), count("maxItems"), None],
        _ => [number("minimum"), number("maximum"), None],
    };
    own.into_iter().chain([text("title"), text("description")]).flatten().collect()
}

fn crossed((low, high): (&str, &str), field: &Value) -> Option<String> {
    let bound = |name| get(field, name).and_then(Value::as_f64);
    let (least, most) = (bound(low)?, bound(high)?);
    (least > most).then(|| format!("`{low}` {least} is above `{high}` {most}"))
}

fn text(field: &Value, context: &Context<'_>) -> Vec<String> {
    let known = |format: &Value| format.as_str().is_some_and(|format| FORMATS.contains(&format));
    let format = optional(field, "format", "one of \"email\", \"uri\", \"date\", \"date-time\"", known);
    format.into_iter().chain(pattern_problem(field)).chain(choices::of_text(field, context)).collect()
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Trace;
    use serde_json::{Value, json};

    use super::{Context, field};

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
        check(&json!({"type": "string", "pattern": "("}), "`pattern` \"(\" is no regular expression");
        check(
            &json!({"type": "string", "pattern": "^a$", "default": "b"}),
            "the default \"b\" does not match `pattern`",
        );
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
}
