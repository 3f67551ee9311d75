//! Arguments that break a schema, one keyword each. Pure.

use mcpvals_model::mcp::Tool;
use serde_json::{Map, Value, json};

use super::arguments::{member, type_of};
use super::pattern::pattern;

/// So many members are broken in each way.
const EACH_MAX: usize = 3;

/// Arguments that are wrong in one way.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wrong {
    /// The way, in kebab case: part of the test's name.
    pub(crate) way: &'static str,
    /// The member that is wrong.
    pub(crate) field: String,
    /// What is wrong with it, in words.
    pub(crate) words: String,
    /// They.
    pub(crate) values: Map<String, Value>,
}

impl Wrong {
    /// What its test is called.
    pub(crate) fn test(&self) -> String {
        format!("{}:{}", self.way, self.field)
    }

    /// The value that is wrong, where it is a text that stands for nothing else.
    pub(crate) fn shown(&self) -> Option<&str> {
        const CHARS_MIN: usize = 5;
        let text = self.values.get(&self.field)?.as_str()?;
        (text.chars().filter(|c| c.is_alphanumeric()).count() >= CHARS_MIN).then_some(text)
    }

    /// What should come of it, in words.
    pub(crate) fn expected(&self) -> String {
        format!("called {}: an error that names `{}`", self.words, self.field)
    }
}

/// Every way in which these good arguments can be made to break the tool's schema; a bounded number.
pub(crate) fn all(tool: &Tool, good: &Map<String, Value>) -> Vec<Wrong> {
    let schema = tool.input_schema();
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let properties: Vec<&str> = schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect();
    let mut all = Vec::new();
    for name in required.iter().filter(|name| good.contains_key(**name)).take(EACH_MAX) {
        let mut values = good.clone();
        values.shift_remove(*name);
        all.push(Wrong {
            way: "missing-required",
            field: (*name).to_owned(),
            words: format!("without `{name}`"),
            values,
        });
    }
    for (way, broken) in [
        ("wrong-type", of_wrong_type as fn(&Value) -> Option<Value>),
        ("outside-enum", outside_enum),
        ("below-minimum", below_minimum),
        ("above-maximum", above_maximum),
        ("too-long", too_long),
        ("breaks-pattern", breaks_pattern),
    ] {
        let found = properties.iter().filter_map(|name| Some((*name, broken(member(schema, name)?)?)));
        all.extend(found.take(EACH_MAX).map(|(name, value)| with(good, way, name, value)));
    }
    if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        all.push(with(good, "extra-property", EXTRA, json!("unknown")));
    }
    all
}

/// The name of an argument that no tool has.
pub(crate) const EXTRA: &str = "mcpvals_no_such_argument";

fn with(good: &Map<String, Value>, way: &'static str, name: &str, value: Value) -> Wrong {
    let mut values = good.clone();
    let shown = value.to_string();
    let shown =
        if shown.chars().count() > 60 { format!("{}…", shown.chars().take(60).collect::<String>()) } else { shown };
    let words = format!("`{name}` as {shown}");
    values.insert(name.to_owned(), value);
    Wrong { way, field: name.to_owned(), words, values }
}

/// A value that no honest reading takes for the type: numbers as text are often taken, and rightly so.
fn of_wrong_type(schema: &Value) -> Option<Value> {
    if schema.get("enum").is_some() || schema.get("const").is_some() || allows_several(schema) {
        return None;
    }
    match type_of(schema) {
        "string" => Some(json!({"not": "a text"})),
        "integer" | "number" => Some(json!("not a number")),
        "boolean" => Some(json!("neither")),
        "array" => Some(json!({"not": "a list"})),
        "object" => Some(json!("not an object")),
        _ => None,
    }
}

/// Choices may take anything.
fn allows_several(schema: &Value) -> bool {
    let types = schema.get("type").and_then(Value::as_array).map_or(0, Vec::len);
    types > 2 || ["anyOf", "oneOf", "allOf", "not", "if"].iter().any(|word| schema.get(*word).is_some())
}

fn outside_enum(schema: &Value) -> Option<Value> {
    let words = schema.get("enum")?.as_array()?;
    words.iter().all(Value::is_string).then(|| json!("mcpvals-none-of-these"))
}

fn below_minimum(schema: &Value) -> Option<Value> {
    let least = schema.get("minimum")?.as_f64().filter(|least| least.abs() < 1e9)?;
    Some(whole_or_not(least - 1.0))
}

fn above_maximum(schema: &Value) -> Option<Value> {
    let most = schema.get("maximum")?.as_f64().filter(|most| most.abs() < 1e9)?;
    Some(whole_or_not(most + 1.0))
}

fn too_long(schema: &Value) -> Option<Value> {
    let most = schema.get("maxLength")?.as_u64().filter(|most| *most <= 10_000)?;
    Some(json!("x".repeat(usize::try_from(most).ok()? + 1)))
}

/// A text that the pattern does not match, where the pattern can be read here: then nothing is left to chance.
fn breaks_pattern(schema: &Value) -> Option<Value> {
    const TRIED: [&str; 3] = ["\u{2603}", "!", "a b"];
    let pattern = pattern(schema)?;
    TRIED.into_iter().find(|text| !pattern.is_match(text)).map(|text| json!(text))
}

fn whole_or_not(number: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole, and in range")]
    if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Tool;
    use serde_json::{Value, json};

    use super::all;

    #[test]
    fn each_keyword_is_broken_by_itself() {
        let properties = json!({
            "a": {"type": "string", "maxLength": 3},
            "n": {"type": "integer", "minimum": 0, "maximum": 10},
            "e": {"type": "string", "enum": ["x", "y"]},
            "p": {"type": "string", "pattern": "^[a-z]+$"},
            "q": {"type": "string", "pattern": "^(?=no look-ahead here)"},
            "r": {"type": "string", "pattern": ".*"},
            "free": {"anyOf": [{"type": "string"}, {"type": "number"}]},
        });
        let schema =
            json!({"type": "object", "required": ["a"], "properties": properties, "additionalProperties": false});
        let tool = Tool::read(&json!({"name": "t", "inputSchema": schema})).expect("it is a tool");
        let good = json!({"a": "b"});
        let found: Vec<(&str, String, Value)> = all(&tool, good.as_object().expect("an object"))
            .into_iter()
            .map(|wrong| (wrong.way, wrong.field.clone(), wrong.values.get(&wrong.field).cloned().unwrap_or_default()))
            .collect();
        let wanted = [
            ("missing-required", "a".to_owned(), Value::Null),
            ("wrong-type", "a".to_owned(), json!({"not": "a text"})),
            ("wrong-type", "n".to_owned(), json!("not a number")),
            ("wrong-type", "p".to_owned(), json!({"not": "a text"})),
            ("outside-enum", "e".to_owned(), json!("mcpvals-none-of-these")),
            ("below-minimum", "n".to_owned(), json!(-1)),
            ("above-maximum", "n".to_owned(), json!(11)),
            ("too-long", "a".to_owned(), json!("xxxx")),
            ("breaks-pattern", "p".to_owned(), json!("\u{2603}")),
            ("extra-property", "mcpvals_no_such_argument".to_owned(), json!("unknown")),
        ];
        assert_eq!(found, wanted);
    }
}
