//! JSON Schema as tables of Markdown.

use std::fmt::Write as _;

use serde_json::Value;

/// Every named type, each below a heading of its own, in the order of their names.
pub(super) fn types(types: &Value) -> String {
    let mut all: Vec<(&String, &Value)> = types.as_object().into_iter().flatten().collect();
    all.sort_by_key(|(name, _)| *name);
    all.into_iter().map(|(name, schema)| format!("### {name}\n\n{}\n", shape(schema))).collect::<Vec<_>>().concat()
}

/// What a type says of itself, and its members or values.
pub(super) fn shape(schema: &Value) -> String {
    let mut text = String::new();
    if let Some(about) = schema["description"].as_str() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}\n\n", paragraphs(about));
    }
    if schema["properties"].is_object() {
        return text + &members(schema);
    }
    match alternatives(schema) {
        Some(alternatives) => text + &values(alternatives),
        None => format!("{text}{}{}\n", upper(&kind(schema)), bounds(schema)),
    }
}

/// A table of an object's members.
pub(super) fn members(schema: &Value) -> String {
    let mut table = "| member | type | |\n|---|---|---|\n".to_owned();
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let must = if required.contains(&name.as_str()) { "Required." } else { "" };
        let about = cell(member["description"].as_str().unwrap_or_default());
        let words = [must.to_owned(), about, default(member)].into_iter().filter(|words| !words.is_empty());
        let words = words.collect::<Vec<_>>().join(" ");
        let _ = writeln!(table, "| `{name}` | {}{} | {words} |", kind(member), bounds(member));
    }
    table
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    ["oneOf", "anyOf"].into_iter().find_map(|word| schema[word].as_array())
}

/// A list of what a value may be.
fn values(alternatives: &[Value]) -> String {
    let line = |one: &Value| {
        let about = cell(one["description"].as_str().unwrap_or_default());
        let gap = if about.is_empty() { "" } else { ": " };
        format!("* {}{gap}{about}\n", kind(one))
    };
    format!("One of:\n\n{}", alternatives.iter().map(line).collect::<Vec<_>>().concat())
}

/// The type of a value in words, with links to named types.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return joined(values.iter().map(|value| format!("`{value}`")));
    }
    if let Some(alternatives) = alternatives(schema) {
        return joined(alternatives.iter().map(kind));
    }
    match &schema["type"] {
        Value::Array(types) => joined(types.iter().filter_map(Value::as_str).map(str::to_owned)),
        Value::String(name) => of_type(name, schema),
        _ => "anything".to_owned(),
    }
}

fn of_type(name: &str, schema: &Value) -> String {
    match name {
        "array" if schema["items"].is_object() => format!("list of {}", kind(&schema["items"])),
        "array" => "list".to_owned(),
        "object" if schema["additionalProperties"].is_object() => {
            format!("map of {}", kind(&schema["additionalProperties"]))
        }
        "object" if schema["properties"].is_object() => {
            let names = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| format!("`{name}`"));
            format!("object with {}", names.collect::<Vec<_>>().join(", "))
        }
        "string" if schema["format"].is_string() => {
            format!("string ({})", schema["format"].as_str().unwrap_or_default())
        }
        other => other.to_owned(),
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    let mut words: Vec<String> = words.collect();
    words.dedup();
    words.join(" or ")
}

/// The least and the greatest value.
fn bounds(schema: &Value) -> String {
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(least), Some(most)) => format!(", {least} to {most}"),
        (Some(least), None) => format!(", at least {least}"),
        (None, Some(most)) => format!(", at most {most}"),
        (None, None) => String::new(),
    }
}

fn default(schema: &Value) -> String {
    schema.get("default").map_or_else(String::new, |value| format!("Default: `{value}`."))
}

/// The text as one line of a table.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// The paragraphs of a doc comment, each on a line.
fn paragraphs(text: &str) -> String {
    text.split("\n\n")
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_have_type_need_and_bounds() {
        let schema = json!({"required": ["a"], "properties": {
            "a": {"type": "array", "items": {"$ref": "#/$defs/Tool"}, "description": "All\nof them."},
            "b": {"type": "integer", "minimum": 0, "maximum": 5, "default": 1},
        }});
        let rows: Vec<String> = members(&schema).lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            rows,
            ["| `a` | list of [Tool](#tool) | Required. All of them. |", "| `b` | integer, 0 to 5 | Default: `1`. |"]
        );
    }

    #[test]
    fn values_are_listed_with_their_words() {
        let schema =
            json!({"description": "How.", "oneOf": [{"const": "x", "description": "So."}, {"type": "string"}]});
        assert_eq!(shape(&schema), "How.\n\nOne of:\n\n* `\"x\"`: So.\n* string\n");
    }
}
