//! The parameters that a schema names, and which of them are closed.

use super::Accepted;
use crate::flow::Value;
use crate::knowledge;

/// Of JSON Schema, of zod, or of a plain object of either.
pub(crate) fn parameters(schema: &Value) -> Vec<Accepted> {
    let inner = schema.field("properties").or_else(|| schema.field("shape")).or_else(|| schema.field("Properties"));
    let inner = inner.unwrap_or(schema);
    let Some(fields) = &inner.fields else { return Vec::new() };
    fields
        .iter()
        .filter(|(name, _)| !name.starts_with('$'))
        .map(|(name, value)| Accepted {
            name: name.clone(),
            closed: is_closed(value),
            number: is_number(value),
            checked: checked_by_pattern(value),
        })
        .collect()
}

/// `z.string().regex(/^[a-z]+$/)`. What stands in JSON Schema alone is often checked by nobody.
fn checked_by_pattern(value: &Value) -> u32 {
    let pattern = value.field("pattern").filter(|_| !value.called().is_empty() && value.field("type").is_none());
    pattern.and_then(|pattern| pattern.text.as_deref()).map_or(0, |pattern| knowledge::bits_of_pattern(pattern, false))
}

fn is_number(value: &Value) -> bool {
    let path = value.called();
    let kind = kind_of(value).unwrap_or_default();
    matches!(kind, "number" | "integer") || path.split('.').any(|part| matches!(part, "number" | "int" | "bigint"))
}

/// Go writes the keywords of JSON Schema with a capital.
fn kind_of(value: &Value) -> Option<&str> {
    value.field("type").or_else(|| value.field("Type")).and_then(Value::constant)
}

fn is_closed(value: &Value) -> bool {
    if ["enum", "const", "Enum", "Const"].iter().any(|key| value.field(key).is_some()) {
        return true;
    }
    if matches!(kind_of(value), Some("number" | "integer" | "boolean" | "null")) {
        return true;
    }
    // An array or a union is as open as what is in it.
    if value.called().contains("array") || value.called().contains("union") || value.called().contains("object") {
        return false;
    }
    value.called().split('.').any(|part| {
        matches!(
            part,
            "enum" | "nativeEnum" | "number" | "boolean" | "literal" | "uuid" | "int" | "bigint" | "date" | "closed"
        )
    })
}
