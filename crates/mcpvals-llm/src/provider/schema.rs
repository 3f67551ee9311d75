//! The schemas of tools as a provider takes them: some refuse at the root what the protocol allows.
//!
//! Sources: <https://platform.openai.com/docs/guides/function-calling> (a root that is an object, with `properties`, without
//! `anyOf` and its like) and the error of <https://platform.claude.com/docs/en/api/messages>: "`input_schema` does not support
//! oneOf, allOf, or anyOf at the top level".

use mcpvals_model::Provider;
use serde_json::{Map, Value, json};

use crate::ToolSpec;

/// Keywords that combine schemas.
const COMBINING: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// The schema for a provider, and what was changed in it, in words.
pub(super) fn adapted(tool: &ToolSpec, provider: Provider) -> (Value, Vec<String>) {
    // What a server lists may be less than an object.
    let Some(mut schema) = tool.schema.as_object().cloned() else { return (json!({"type": "object"}), Vec::new()) };
    let mut changes = Vec::new();
    if provider == Provider::Gemini {
        return (Value::Object(schema), changes);
    }
    let combined: Vec<&str> = COMBINING.into_iter().filter(|word| merge(&mut schema, word)).collect();
    if !combined.is_empty() {
        let words = combined.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        changes.push(format!(
            "of {:?}, {words} at the root of the schema: what it combines stands in one list",
            tool.name
        ));
    }
    if provider != Provider::Anthropic && schema.get("type").is_none_or(|kind| kind == "object") {
        let lacks = !schema.get("properties").is_some_and(Value::is_object);
        schema.insert("type".to_owned(), json!("object"));
        if lacks {
            schema.insert("properties".to_owned(), json!({}));
        }
    }
    (Value::Object(schema), changes)
}

/// Takes a keyword out, and lists the properties of what it combines; those that all of `allOf` require stay required.
fn merge(schema: &mut Map<String, Value>, word: &str) -> bool {
    let Some(parts) = schema.get(word).and_then(Value::as_array).cloned() else { return false };
    schema.shift_remove(word);
    for part in parts.iter().filter_map(Value::as_object) {
        let properties = part.get("properties").and_then(Value::as_object).into_iter().flatten();
        let all = schema.entry("properties").or_insert_with(|| json!({}));
        for (name, property) in properties {
            all.as_object_mut().map(|all| all.entry(name).or_insert_with(|| property.clone()));
        }
        let required = part.get("required").and_then(Value::as_array).filter(|_| word == "allOf");
        for name in required.into_iter().flatten() {
            let all = schema.entry("required").or_insert_with(|| json!([]));
            all.as_array_mut().into_iter().for_each(|all| all.push(name.clone()));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Provider::{self, Anthropic, Gemini, Openai, OpenaiCompatible};
    use serde_json::{Value, json};

    use super::adapted;
    use crate::ToolSpec;

    fn of(provider: Provider, schema: &Value) -> (Value, usize) {
        let tool = ToolSpec { name: "t".to_owned(), description: String::new(), schema: schema.clone() };
        let (schema, changes) = adapted(&tool, provider);
        (schema, changes.len())
    }

    #[test]
    fn what_every_provider_takes_is_as_it_was() {
        let plain = json!({"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}]}}, "required": ["a"]});
        for provider in [Anthropic, Openai, OpenaiCompatible, Gemini] {
            assert_eq!(of(provider, &plain), (plain.clone(), 0));
            assert_eq!(of(provider, &json!(true)), (json!({"type": "object"}), 0));
        }
    }

    #[test]
    fn object_without_properties_gets_none() {
        let bare = json!({"type": "object"});
        assert_eq!(of(Openai, &bare), (json!({"type": "object", "properties": {}}), 0));
        assert_eq!(of(Anthropic, &bare), (bare, 0));
    }

    #[test]
    fn what_is_combined_at_the_root_is_in_one_list() {
        let of_two = json!({"type": "object", "properties": {"a": {}}, "oneOf": [
            {"properties": {"b": {"type": "string"}}, "required": ["b"]}, {"properties": {"c": {}, "a": {"x": 1}}},
        ]});
        let wanted = json!({"type": "object", "properties": {"a": {}, "b": {"type": "string"}, "c": {}}});
        assert_eq!(of(Anthropic, &of_two), (wanted, 1));
        let of_all = json!({"type": "object", "allOf": [{"properties": {"a": {}}, "required": ["a"]}]});
        let wanted = json!({"type": "object", "properties": {"a": {}}, "required": ["a"]});
        assert_eq!(of(OpenaiCompatible, &of_all), (wanted, 1));
        assert_eq!(of(Gemini, &of_two).1, 0);
    }
}
