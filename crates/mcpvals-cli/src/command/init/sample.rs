//! Plausible arguments from a tool's schema. Pure.

use serde_json::{Map, Value, json};

/// How deep a schema is followed: it comes from a server, and may refer to itself.
const DEPTH_MAX: usize = 8;

/// The required members of an object schema, each with a plausible value.
pub(super) fn arguments(schema: &Value) -> Value {
    object(schema, DEPTH_MAX)
}

fn object(schema: &Value, depth: usize) -> Value {
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let names = required.iter().filter_map(Value::as_str);
    let member = |name: &str| {
        let of_name = schema.get("properties").and_then(|properties| properties.get(name)).unwrap_or(&Value::Null);
        (name.to_owned(), value(of_name, depth.saturating_sub(1)))
    };
    names.map(member).collect::<Map<_, _>>().into()
}

/// What the schema itself suggests, else the plainest value of its type.
fn value(schema: &Value, depth: usize) -> Value {
    suggested(schema).or_else(|| first_choice(schema, depth)).unwrap_or_else(|| plain(schema, depth))
}

fn suggested(schema: &Value) -> Option<Value> {
    let first = |member: &str| schema.get(member).and_then(Value::as_array).and_then(|list| list.first());
    let own = schema.get("default").filter(|value| !value.is_null()).or_else(|| schema.get("const"));
    own.or_else(|| first("examples")).or_else(|| first("enum")).cloned()
}

fn first_choice(schema: &Value, depth: usize) -> Option<Value> {
    let choices = ["anyOf", "oneOf", "allOf"].iter().find_map(|member| schema.get(*member)?.as_array())?;
    (depth > 0).then(|| choices.first().map(|choice| value(choice, depth - 1)))?
}

fn plain(schema: &Value, depth: usize) -> Value {
    match type_of(schema) {
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        "boolean" => json!(false),
        "null" => Value::Null,
        "array" if schema.get("minItems").and_then(Value::as_u64).is_some_and(|least| least > 0) && depth > 0 => {
            json!([value(schema.get("items").unwrap_or(&Value::Null), depth - 1)])
        }
        "array" => json!([]),
        "object" if depth > 0 => object(schema, depth),
        "object" => json!({}),
        _ => json!("example"),
    }
}

/// The first type, where there are several.
fn type_of(schema: &Value) -> &str {
    match schema.get("type") {
        Some(Value::String(one)) => one,
        Some(Value::Array(several)) => {
            several.iter().filter_map(Value::as_str).find(|t| *t != "null").unwrap_or("null")
        }
        _ if schema.get("properties").is_some() => "object",
        _ => "string",
    }
}

#[cfg(test)]
mod tests {
    use super::arguments;
    use serde_json::json;

    #[test]
    fn required_members_get_what_the_schema_suggests() {
        let schema = json!({
            "type": "object",
            "required": ["city", "unit", "days", "tags", "where"],
            "properties": {
                "city": {"type": "string", "examples": ["Oslo"]},
                "unit": {"enum": ["C", "F"]},
                "days": {"type": ["null", "integer"], "minimum": 2},
                "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
                "where": {"anyOf": [{"type": "object", "required": ["lat"], "properties": {"lat": {"type": "number"}}}]},
                "note": {"type": "string"},
            },
        });
        let expected = json!({"city": "Oslo", "unit": "C", "days": 2, "tags": ["example"], "where": {"lat": 1}});
        assert_eq!(arguments(&schema), expected);
    }

    #[test]
    fn a_schema_of_any_shape_gives_something() {
        for schema in [json!(null), json!(true), json!([]), json!({"required": "x"}), json!({"required": [1]})] {
            assert_eq!(arguments(&schema), json!({}), "{schema}");
        }
    }
}
