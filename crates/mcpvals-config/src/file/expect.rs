//! `expect`: matchers.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::present;

/// Expectations of an answer, or (below `jsonPath`) of a value in it. All must hold.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Matcher {
    /// A string is the whole text; anything else is equal to the structured content or to the text as JSON.
    #[serde(default, deserialize_with = "present")]
    pub(crate) equals: Option<Value>,
    /// This, or each of these, is in the text. Case counts.
    pub(crate) contains: Option<OneOrMany>,
    /// This, or none of these, is in the text. Case counts.
    pub(crate) not_contains: Option<OneOrMany>,
    /// This regular expression, or each of these, is found in the text.
    ///
    /// The syntax is that of Rust's `regex` (no look-around, no back-references); `(?i)` in front ignores case.
    #[schemars(with = "Option<Patterns>")]
    pub(crate) matches: Option<OneOrMany>,
    /// A JSON Schema of the structured content, or of the text as JSON.
    pub(crate) schema: Option<Value>,
    /// JSONPath (RFC 9535) over the result, `$.text` and `$.json` → a matcher, or a plain value to be equal to.
    pub(crate) json_path: Option<BTreeMap<String, PathExpectation>>,
    /// A number: the value itself, or `{value, tolerance}`.
    pub(crate) approx: Option<Approx>,
    /// Characters of a text, items of an array, members of an object: a number, or `{min, max}`.
    pub(crate) length: Option<Length>,
    /// The type of each content block, in order: of a tool's content, of a prompt's messages. A resource's contents are
    /// `text` or `blob`.
    pub(crate) content_types: Option<Vec<ContentType>>,
    /// `true`: an `isError` result or a JSON-RPC error; `false`: neither.
    pub(crate) is_error: Option<bool>,
    /// A JSON-RPC error with this code.
    pub(crate) error_code: Option<i64>,
    /// Every one of these holds.
    #[schemars(length(min = 1))]
    pub(crate) all: Option<Vec<Matcher>>,
    /// At least one of these holds.
    #[schemars(length(min = 1))]
    pub(crate) any: Option<Vec<Matcher>>,
    /// This does not hold.
    pub(crate) not: Option<Box<Matcher>>,
    /// As at the last `--update-snapshots`: `true`, a name, or `{name, redact}`.
    pub(crate) snapshot: Option<Snapshot>,
}

/// One string, or several.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum OneOrMany {
    /// One.
    One(String),
    /// Several.
    Many(Vec<String>),
}

/// One regular expression, or several; in TypeScript and JavaScript also as literals.
#[derive(JsonSchema)]
#[schemars(inline, extend("tsType" = "string | RegExp | (string | RegExp)[]"))]
#[expect(dead_code, reason = "only its schema is used")]
#[serde(untagged)]
enum Patterns {
    One(String),
    Many(Vec<String>),
}

/// What is expected of the values that a JSONPath selects.
#[derive(Debug, Clone)]
pub(crate) enum PathExpectation {
    /// An object whose members all are matchers.
    Matcher(Box<Matcher>),
    /// Anything else: to be equal to.
    Value(Value),
}

/// A number and how far away the answer may be.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Approx {
    /// With the default tolerance.
    Number(f64),
    /// With a tolerance.
    Details(ApproxDetails),
}

/// A number and how far away the answer may be.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ApproxDetails {
    /// The number.
    pub(crate) value: f64,
    /// The greatest absolute difference.
    #[schemars(range(min = 0))]
    pub(crate) tolerance: Option<f64>,
}

/// How many.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Length {
    /// Exactly so many.
    Exactly(u64),
    /// Within these bounds.
    Bounds(LengthBounds),
}

/// Bounds of a length; at least one of the two.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LengthBounds {
    /// At least so many.
    pub(crate) min: Option<u64>,
    /// At most so many.
    pub(crate) max: Option<u64>,
}

/// The type of a content block.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ContentType {
    /// Text.
    Text,
    /// An image.
    Image,
    /// A sound.
    Audio,
    /// A resource in place.
    Resource,
    /// The address of a resource.
    ResourceLink,
    /// Bytes, of a resource that is read.
    Blob,
}

/// A snapshot.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Snapshot {
    /// `true`: under the test's own name.
    Flag(bool),
    /// Under this name, unique in the file.
    Name(String),
    /// With details.
    Details(SnapshotDetails),
}

/// A snapshot's details.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SnapshotDetails {
    /// Its name, unique in the file; the test's own where left out.
    #[schemars(length(min = 1))]
    pub(crate) name: Option<String>,
    /// Values that are not compared: JSONPath → the word that stands for them; or a list of JSONPath texts.
    pub(crate) redact: Option<Redact>,
}

/// Values that are not compared.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Redact {
    /// A list of JSONPath texts.
    Paths(Vec<String>),
    /// JSONPath → the word that stands for it.
    Named(BTreeMap<String, String>),
}

impl Matcher {
    /// The names of all matchers.
    pub(crate) const NAMES: [&str; 15] = [
        "equals",
        "contains",
        "notContains",
        "matches",
        "schema",
        "jsonPath",
        "approx",
        "length",
        "contentTypes",
        "isError",
        "errorCode",
        "all",
        "any",
        "not",
        "snapshot",
    ];

    /// Is this object a matcher: has it members, and are all of them matchers' names?
    pub(crate) fn is_matcher(object: &Map<String, Value>) -> bool {
        !object.is_empty() && object.keys().all(|key| Self::NAMES.contains(&key.as_str()))
    }
}

impl<'de> Deserialize<'de> for PathExpectation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match &value {
            Value::Object(object) if Matcher::is_matcher(object) => {
                serde_json::from_value(value).map(Self::Matcher).map_err(serde::de::Error::custom)
            }
            _ => Ok(Self::Value(value)),
        }
    }
}

// By hand, because the second branch takes everything: the checker takes the first that a value's members fit.
impl JsonSchema for PathExpectation {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PathExpectation".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let matcher = generator.subschema_for::<Matcher>();
        json_schema!({
            "description": "A matcher, or a plain value to be equal to.",
            "anyOf": [matcher, {}],
        })
    }
}

impl ContentType {
    /// The word of the protocol.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Resource => "resource",
            Self::ResourceLink => "resource_link",
            Self::Blob => "blob",
        }
    }
}
