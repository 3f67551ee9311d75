//! Plausible arguments from a tool's schema. Pure.

use serde_json::{Map, Value, json};

/// How deep a schema is followed: it comes from a server, and may refer to itself.
const DEPTH_MAX: usize = 8;

/// A schema within the schema that its `$ref`s speak of.
#[derive(Clone, Copy)]
struct Part<'a> {
    schema: &'a Value,
    whole: &'a Value,
}

/// The required members of an object schema, each with a plausible value.
pub(in crate::command) fn arguments(schema: &Value) -> Value {
    object(Part { schema, whole: schema }, DEPTH_MAX)
}

/// Those of them whose value the schema does not give: a server may refuse it.
pub(super) fn guessed(schema: &Value) -> Vec<&str> {
    let whole = Part { schema, whole: schema };
    required(whole).filter(|(_, part)| is_guess(*part, DEPTH_MAX - 1)).map(|(name, _)| name).collect()
}

fn object(part: Part<'_>, depth: usize) -> Value {
    let member = |(name, part): (&str, Part<'_>)| (name.to_owned(), value(part, depth.saturating_sub(1)));
    required(part).map(member).collect::<Map<_, _>>().into()
}

/// The required members, each with its schema.
fn required(part: Part<'_>) -> impl Iterator<Item = (&str, Part<'_>)> {
    let required = part.schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let of_name = move |name| part.schema.get("properties").and_then(|properties| properties.get(name));
    required.iter().filter_map(Value::as_str).map(move |name| (name, part.at(of_name(name))))
}

/// As [`value`], which says what it is.
fn is_guess(part: Part<'_>, depth: usize) -> bool {
    if suggested(part.schema).is_some() {
        return false;
    }
    if let Some(choice) = choice(part, depth) {
        return is_guess(choice, depth - 1);
    }
    match type_of(part.schema) {
        "boolean" | "null" => false,
        "object" if depth > 0 && part.schema.get("properties").is_some() => {
            required(part).any(|(_, part)| is_guess(part, depth - 1))
        }
        _ => true,
    }
}

/// What the schema itself suggests, else the plainest value of its type.
fn value(part: Part<'_>, depth: usize) -> Value {
    let chosen = || choice(part, depth).map(|choice| value(choice, depth - 1));
    suggested(part.schema).or_else(chosen).unwrap_or_else(|| plain(part, depth))
}

fn suggested(schema: &Value) -> Option<Value> {
    let first = |member: &str| schema.get(member).and_then(Value::as_array).and_then(|list| list.first());
    let own = schema.get("default").filter(|value| !value.is_null()).or_else(|| schema.get("const"));
    own.or_else(|| first("examples")).or_else(|| first("enum")).cloned()
}

fn choice(part: Part<'_>, depth: usize) -> Option<Part<'_>> {
    let choices = ["anyOf", "oneOf", "allOf"].iter().find_map(|member| part.schema.get(*member)?.as_array())?;
    choices.first().filter(|_| depth > 0).map(|choice| part.at(Some(choice)))
}

fn plain(part: Part<'_>, depth: usize) -> Value {
    let schema = part.schema;
    match type_of(schema) {
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or_else(|| json!(1)),
        "boolean" => json!(false),
        "null" => Value::Null,
        "array" if schema.get("minItems").and_then(Value::as_u64).is_some_and(|least| least > 0) && depth > 0 => {
            json!([value(part.at(schema.get("items")), depth - 1)])
        }
        "array" => json!([]),
        "object" if depth > 0 => object(part, depth),
        "object" => json!({}),
        _ => json!(text(schema)),
    }
}

fn text(schema: &Value) -> &'static str {
    match schema.get("format").and_then(Value::as_str) {
        Some("uri" | "url") => "https://example.com/",
        Some("email") => "user@example.com",
        Some("date") => "2026-01-01",
        Some("date-time") => "2026-01-01T00:00:00Z",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        Some(_) | None => "example",
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

impl<'a> Part<'a> {
    /// A schema inside, or what it refers to; a reference that leads nowhere here allows anything.
    fn at(self, schema: Option<&'a Value>) -> Self {
        let mut schema = schema.unwrap_or(&Value::Null);
        for _ in 0..DEPTH_MAX {
            let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { break };
            let pointer = reference.strip_prefix('#').unwrap_or_default();
            schema = self.whole.pointer(pointer).filter(|_| !pointer.is_empty()).unwrap_or(&Value::Null);
        }
        Self { schema, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{arguments, guessed};
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
        assert_eq!(guessed(&schema), ["days", "tags", "where"]);
    }

    #[test]
    fn what_the_schema_gives_is_no_guess() {
        let schema = json!({
            "required": ["a", "b", "c", "d", "e", "f", "g", "nowhere", "h", "i"],
            "properties": {
                "a": {"type": "string", "default": "x"},
                "b": {"const": 7},
                "c": {"anyOf": [{"enum": ["x"]}, {"type": "string"}]},
                "d": {"type": "boolean"},
                "e": {"type": "object", "properties": {"x": {"type": "string"}}},
                "f": {"$ref": "#/$defs/f"},
                "g": {"type": "object"},
                "h": {"type": "string", "format": "date"},
                "i": {"$ref": "#/$defs/i"},
            },
            "$defs": {"f": {"examples": [1]}, "i": {"anyOf": [{"$ref": "#/$defs/i"}]}},
        });
        assert_eq!(guessed(&schema), ["g", "nowhere", "h", "i"]);
    }

    #[test]
    fn references_are_followed_and_end() {
        let schema = json!({
            "required": ["point", "self", "nowhere", "link"],
            "properties": {
                "point": {"$ref": "#/$defs/point"},
                "self": {"$ref": "#/$defs/self"},
                "nowhere": {"$ref": "other.json"},
                "link": {"type": "string", "format": "uri"},
            },
            "$defs": {
                "point": {"type": "object", "required": ["x"], "properties": {"x": {"$ref": "#/$defs/x"}}},
                "x": {"type": "integer"},
                "self": {"$ref": "#/$defs/self"},
            },
        });
        let expected =
            json!({"point": {"x": 1}, "self": "example", "nowhere": "example", "link": "https://example.com/"});
        assert_eq!(arguments(&schema), expected);
    }

    #[test]
    fn a_schema_of_any_shape_gives_something() {
        for schema in [json!(null), json!(true), json!([]), json!({"required": "x"}), json!({"required": [1]})] {
            assert_eq!(arguments(&schema), json!({}), "{schema}");
        }
    }
}
