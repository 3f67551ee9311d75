//! What a case expects of an answer.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One expectation of a tool case; each is one of the four metrics (seed 004, 5.1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Expectation {
    /// `expectedResult`: the short form, read by the value's own type.
    ///
    /// A string is contained in the text content, case ignored; a number equals the text parsed as a number, or the
    /// structured content; an object or array is deep-equal to `structuredContent` or to the text parsed as JSON,
    /// key order free; a full `CallToolResult` (an object with `content`) is deep-equal to the result; `null` and
    /// booleans equal the structured content or the text parsed as JSON.
    Result(Value),
    /// `expectedError`: contained, case ignored, in the text of an `isError` result or in a JSON-RPC error's message,
    /// or equal to its code.
    Error(String),
    /// `maxLatency`.
    Latency(
        #[serde(with = "millis")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        Duration,
    ),
    /// A matcher of `expect`.
    Match(Matcher),
}

/// A matcher: of an answer, or (below `jsonPath`) of a value in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Matcher {
    /// With a string: the whole text is this; with anything else: `structuredContent`, else the text parsed as JSON,
    /// is deep-equal, key order free.
    Equals(Value),
    /// Each is in the text. Case counts.
    Contains(Vec<String>),
    /// None is in the text. Case counts.
    NotContains(Vec<String>),
    /// Each regular expression (syntax of the `regex` crate) is found in the text.
    Matches(Vec<String>),
    /// A JSON Schema (2020-12 unless `$schema` says otherwise) of `structuredContent`, else of the text parsed as JSON.
    Schema(Value),
    /// JSONPath (RFC 9535) over the result, each with a matcher that every selected value meets; none selected fails.
    ///
    /// Beside the members of the result, `$.text` is the text content and `$.json` the text parsed as JSON.
    JsonPath(BTreeMap<String, Matcher>),
    /// A number, no further away than the tolerance.
    Approx {
        /// The number.
        value: f64,
        /// The greatest absolute difference.
        tolerance: f64,
    },
    /// Characters of a text, items of an array, members of an object.
    Length(Bounds),
    /// The `type` of each content block, in order: of a tool's content, of a prompt's messages. `text` or `blob` of each item
    /// of a resource's contents.
    ContentTypes(Vec<String>),
    /// `true`: an `isError` result or a JSON-RPC error; `false`: neither.
    IsError(bool),
    /// A JSON-RPC error with this code.
    ErrorCode(i64),
    /// Every one holds.
    All(Vec<Matcher>),
    /// At least one holds.
    Any(Vec<Matcher>),
    /// It does not hold.
    Not(Box<Matcher>),
    /// Equal to what was stored at the last `--update-snapshots`.
    Snapshot(SnapshotSpec),
}

/// How many; at least one of the two is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// At least so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<u64>,
    /// At most so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u64>,
}

/// A snapshot: what the answer is compared with, and what of it is not compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SnapshotSpec {
    /// The key under which it is stored; unique in a file.
    pub name: String,
    /// JSONPath of the values that are replaced by their name before comparing, for example `$.structuredContent.id`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub redact: BTreeMap<String, String>,
    /// What is stored; `None` where nothing is stored yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<Value>,
    /// Should what came be stored instead of compared (`--update-snapshots`)?
    #[serde(default)]
    pub update: bool,
}

impl Bounds {
    /// Exactly so many.
    pub fn exactly(count: u64) -> Self {
        Self { min: Some(count), max: Some(count) }
    }

    /// Does the count lie within?
    pub fn hold(self, count: u64) -> bool {
        self.min.is_none_or(|min| count >= min) && self.max.is_none_or(|max| count <= max)
    }
}

/// Durations as whole or fractional milliseconds.
pub(crate) mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        (duration.as_secs_f64() * 1000.0).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let millis = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(millis / 1000.0).map_err(serde::de::Error::custom)
    }
}
