//! A tool as listed.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::json::member;

/// A tool as listed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(from = "Value")]
pub struct Tool {
    /// Beside the object, because tools are found by it.
    name: String,
    raw: Value,
}

impl Tool {
    /// Takes a tool that has a `name`; `Err` says what is wrong with it otherwise.
    ///
    /// # Errors
    /// Words for what is not as the protocol asks, one for each fault.
    pub fn read(raw: &Value) -> Result<Self, Vec<String>> {
        let problems = problems(raw);
        if problems.is_empty() { Ok(raw.clone().into()) } else { Err(problems) }
    }

    /// The object as it came; [`Tool::read`] has checked `name` and `inputSchema`.
    pub fn raw(&self) -> &Value {
        &self.raw
    }

    /// Its name; empty where it has none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its description.
    pub fn description(&self) -> Option<&str> {
        member(&self.raw, "description").and_then(Value::as_str)
    }

    /// The schema of its arguments.
    pub fn input_schema(&self) -> &Value {
        member(&self.raw, "inputSchema").unwrap_or(&Value::Null)
    }

    /// The schema of its `structuredContent`, where it promises any.
    pub fn output_schema(&self) -> Option<&Value> {
        member(&self.raw, "outputSchema").filter(|schema| !schema.is_null())
    }
}

impl From<Value> for Tool {
    /// Takes anything; [`Tool::read`] looks first.
    fn from(raw: Value) -> Self {
        let name = member(&raw, "name").and_then(Value::as_str).unwrap_or_default().to_owned();
        Self { name, raw }
    }
}

impl Serialize for Tool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.raw.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Tool {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tool".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "description": "A tool as listed." })
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
