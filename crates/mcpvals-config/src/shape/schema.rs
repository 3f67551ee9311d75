//! What the check needs of the schema of config files: no words for people, no defaults.
//!
//! To make the schema takes longer than to read a small file, so this part of it is a generated file, which is embedded.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};

use crate::schema::SCHEMA;

/// The schema that files are checked against.
pub(crate) static SHAPE: LazyLock<Shape> =
    LazyLock::new(|| serde_json::from_str(include_str!("schema.json")).expect("the embedded schema is tested"));

/// A schema and those that it refers to.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shape {
    pub(super) root: Schema,
    pub(super) named: Vec<(String, Schema)>,
}

/// A schema, as far as the check goes; one without a rule takes any value.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Schema {
    /// What it stands for, among the named ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) named: Option<usize>,
    /// One of these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) branches: Vec<Schema>,
    /// One of these texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) words: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<Kind>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) members: Vec<(String, Schema)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) required: Vec<String>,
    /// Are there no other members?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) closed: bool,
    /// Of every item, or of the members that have no schema of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) others: Option<Box<Schema>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) characters_min: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max: Option<Number>,
}

/// The kinds of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Object,
    Array,
    String,
    Boolean,
    Integer,
    Number,
}

/// The part of [`crate::schema()`] by which files are checked, as it belongs into `shape/schema.json`.
pub fn shape_schema() -> Value {
    json!(Shape::of(&SCHEMA))
}

impl Shape {
    /// Reads a schema as [`mod@crate::schema`] makes it.
    pub(crate) fn of(schema: &Value) -> Self {
        let definitions = || schema["$defs"].as_object().into_iter().flatten();
        let names: Vec<&str> = definitions().map(|(name, _)| name.as_str()).collect();
        let with_name = |(name, schema): (&String, &Value)| (name.clone(), Schema::of(schema, &names));
        Self { root: Schema::of(schema, &names), named: definitions().map(with_name).collect() }
    }

    /// The schema that is meant, where this one only names it.
    pub(super) fn resolve<'a>(&'a self, mut schema: &'a Schema) -> &'a Schema {
        while let Some((_, meant)) = schema.named.and_then(|index| self.named.get(index)) {
            schema = meant;
        }
        schema
    }
}

impl Schema {
    /// Takes any value.
    pub(super) const ANYTHING: Self = Self {
        named: None,
        branches: Vec::new(),
        words: Vec::new(),
        kind: None,
        members: Vec::new(),
        required: Vec::new(),
        closed: false,
        others: None,
        characters_min: None,
        min: None,
        max: None,
    };

    fn of(schema: &Value, names: &[&str]) -> Self {
        let other = [&schema["items"], &schema["additionalProperties"]].into_iter().find(|other| other.is_object());
        let reference = schema["$ref"].as_str().map(|path| path.trim_start_matches("#/$defs/"));
        let members = schema["properties"].as_object().into_iter().flatten();
        Self {
            named: reference.and_then(|name| names.iter().position(|known| *known == name)),
            branches: list(&schema["anyOf"]).iter().map(|branch| Self::of(branch, names)).collect(),
            words: words(schema),
            kind: Kind::deserialize(&schema["type"]).ok(),
            members: members.map(|(name, schema)| (name.clone(), Self::of(schema, names))).collect(),
            required: texts(&schema["required"]),
            closed: schema["additionalProperties"] == false,
            others: other.map(|other| Box::new(Self::of(other, names))),
            characters_min: schema["minLength"].as_u64(),
            min: schema["minimum"].as_number().cloned(),
            max: schema["maximum"].as_number().cloned(),
        }
    }

    /// The schema of a member, where it has one of its own.
    pub(super) fn member(&self, name: &str) -> Option<&Self> {
        self.members.iter().find(|(known, _)| known == name).map(|(_, schema)| schema)
    }
}

/// The words of an enumeration: as `enum`, or as `oneOf` of constants with a description each.
fn words(schema: &Value) -> Vec<String> {
    let constants = list(&schema["oneOf"]).iter().filter_map(|constant| constant["const"].as_str());
    texts(&schema["enum"]).into_iter().chain(constants.map(str::to_owned)).collect()
}

fn texts(value: &Value) -> Vec<String> {
    list(value).iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::{SHAPE, Shape};
    use crate::schema::SCHEMA;

    #[test]
    fn embedded_schema_is_current() {
        assert!(*SHAPE == Shape::of(&SCHEMA), "run `cargo xtask codegen`");
    }
}
