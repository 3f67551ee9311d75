//! What the check needs of the schema of config files: no words for people, no defaults.
//!
//! To make the schema takes longer than to read a small file, so this part of it is a generated file, which is embedded.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::schema::SCHEMA;

/// The keywords that the check looks at, but for those that hold further schemas.
const RULES: [&str; 8] = ["type", "enum", "const", "required", "minLength", "minimum", "maximum", "$ref"];

/// The schema that files are checked against.
pub(crate) static SHAPE: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("schema.json")).expect("the embedded schema is tested"));

/// The part of [`crate::schema()`] by which files are checked, as it belongs into `shape/schema.json`.
pub fn shape_schema() -> Value {
    reduced(&SCHEMA)
}

fn reduced(schema: &Value) -> Value {
    let Some(keywords) = schema.as_object() else { return schema.clone() };
    let kept = keywords.iter().filter_map(|(name, value)| Some((name.clone(), reduced_keyword(name, value)?)));
    Value::Object(kept.collect())
}

fn reduced_keyword(name: &str, value: &Value) -> Option<Value> {
    let of_each =
        |members: &Map<String, Value>| members.iter().map(|(name, one)| (name.clone(), reduced(one))).collect();
    match name {
        "properties" | "$defs" => value.as_object().map(of_each).map(Value::Object),
        "anyOf" | "oneOf" => value.as_array().map(|branches| branches.iter().map(reduced).collect()),
        "items" | "additionalProperties" => Some(reduced(value)),
        _ => RULES.contains(&name).then(|| value.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::{SHAPE, shape_schema};

    #[test]
    fn embedded_schema_is_current() {
        assert_eq!(SHAPE.to_string(), shape_schema().to_string(), "run `cargo xtask codegen`");
    }
}
