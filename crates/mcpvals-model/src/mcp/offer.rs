//! What a server offers: its tools, resources, templates and prompts, as listed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Revision;

/// What the server said of itself in the handshake (or in `server/discover`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ServerFacts {
    /// The revision that this session speaks.
    pub protocol_version: Revision,
    /// The revision that was asked for, where the server did not agree to it and this session speaks another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_version: Option<Revision>,
    /// Every revision that the server named; empty where it names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supported_versions: Vec<String>,
    /// `serverInfo.name`, empty where absent.
    pub name: String,
    /// `serverInfo.version`, empty where absent.
    pub version: String,
    /// `capabilities` as they came.
    pub capabilities: Value,
    /// `instructions`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
}

/// Everything that the lists gave, over all pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// The well-formed tools, in the server's order.
    pub tools: Vec<Arc<Tool>>,
    /// The resources, as they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<Value>,
    /// The resource templates, as they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resource_templates: Vec<Value>,
    /// The prompts, as they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<Value>,
    /// What stood in a list and is not of the list's kind. It does not hide its neighbours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub malformed: Vec<Malformed>,
    /// Why a list could not be read to its end, by method; empty where all went well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<(String, String)>,
}

/// A tool as listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Tool {
    /// The object as it came; [`Tool::read`] has checked `name` and `inputSchema`.
    pub raw: Value,
}

/// An entry of a list that is not what it should be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Malformed {
    /// The list's method, for example `tools/list`.
    pub method: String,
    /// Position over all pages, from 0.
    pub index: usize,
    /// The entry's name, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is wrong, in words, for example "`inputSchema` is missing".
    pub problem: String,
    /// Can it still be called (it has a name)?
    pub usable: bool,
}

impl Tool {
    /// Takes a tool that has a `name`; `Err` says what is wrong with it otherwise.
    ///
    /// # Errors
    /// Words for what is not as the protocol asks, one for each fault.
    pub fn read(raw: &Value) -> Result<Self, Vec<String>> {
        let problems = problems(raw);
        if problems.is_empty() { Ok(Self { raw: raw.clone() }) } else { Err(problems) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.raw.get("name").and_then(Value::as_str).unwrap_or_default()
    }

    /// Its description.
    pub fn description(&self) -> Option<&str> {
        self.raw.get("description").and_then(Value::as_str)
    }

    /// The schema of its arguments.
    pub fn input_schema(&self) -> &Value {
        self.raw.get("inputSchema").unwrap_or(&Value::Null)
    }

    /// The schema of its `structuredContent`, where it promises any.
    pub fn output_schema(&self) -> Option<&Value> {
        self.raw.get("outputSchema").filter(|schema| !schema.is_null())
    }
}

fn problems(raw: &Value) -> Vec<String> {
    let Some(object) = raw.as_object() else { return vec!["it is not an object".to_owned()] };
    let mut problems = Vec::new();
    match object.get("name") {
        None => problems.push("`name` is missing".to_owned()),
        Some(Value::String(name)) if !name.is_empty() => {}
        Some(other) => problems.push(format!("`name` is {}, not a non-empty string", kind(other))),
    }
    match object.get("inputSchema") {
        None => problems.push("`inputSchema` is missing".to_owned()),
        Some(Value::Object(_)) => {}
        Some(other) => problems.push(format!("`inputSchema` is {}, not an object", kind(other))),
    }
    match object.get("outputSchema") {
        None | Some(Value::Object(_)) => {}
        Some(other) => problems.push(format!("`outputSchema` is {}, not an object", kind(other))),
    }
    for text in ["title", "description"] {
        if let Some(other) = object.get(text).filter(|value| !value.is_string()) {
            problems.push(format!("`{text}` is {}, not a string", kind(other)));
        }
    }
    problems.extend(annotation_problems(object.get("annotations")));
    problems
}

fn annotation_problems(annotations: Option<&Value>) -> Vec<String> {
    let Some(annotations) = annotations else { return Vec::new() };
    let Some(object) = annotations.as_object() else {
        return vec![format!("`annotations` is {}, not an object", kind(annotations))];
    };
    let hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
    let wrong = hints.iter().filter_map(|hint| Some((hint, object.get(*hint).filter(|value| !value.is_boolean())?)));
    wrong.map(|(hint, value)| format!("`annotations.{hint}` is {}, not a boolean", kind(value))).collect()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(text) if text.is_empty() => "an empty string",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
