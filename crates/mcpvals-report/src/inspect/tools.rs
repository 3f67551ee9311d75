//! The table of tools: what they take, what they say of themselves.

use std::sync::Arc;

use mcpvals_model::mcp::Tool;
use serde_json::Value;

use super::facts::{add_table, summary};
use crate::console::Page;
use crate::table::Table;

pub(super) fn add(page: &mut Page<'_>, tools: &[Arc<Tool>]) {
    let mut table = Table::new();
    for tool in tools {
        table.row([tool.name().to_owned(), parameters(tool.input_schema()), hints(&tool.raw), summary(&tool.raw)]);
    }
    if table.is_empty() {
        page.blank();
        page.line("no tools");
    }
    add_table(page, "tool", tools.len(), &table);
}

/// `a: number, b: number, [style: string]`: what may be left out stands in brackets.
fn parameters(schema: &Value) -> String {
    const SHOWN_MAX: usize = 6;
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return "-".to_owned() };
    let required = schema.get("required").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_required = |name: &str| required.iter().any(|known| known.as_str() == Some(name));
    let (first, second): (Vec<_>, Vec<_>) = properties.iter().partition(|(name, _)| is_required(name));
    let needed = first.iter().map(|(name, schema)| format!("{name}: {}", kind(schema)));
    let optional = second.iter().map(|(name, schema)| format!("[{name}: {}]", kind(schema)));
    let mut shown = needed.chain(optional).collect::<Vec<_>>();
    if shown.is_empty() {
        return "-".to_owned();
    }
    if shown.len() > SHOWN_MAX {
        let more = shown.len() - SHOWN_MAX;
        shown.truncate(SHOWN_MAX);
        shown.push(format!("and {more} more"));
    }
    shown.join(", ")
}

/// The type of a parameter in a word or two.
fn kind(schema: &Value) -> String {
    match schema.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("|"),
        _ if schema.get("enum").is_some() => "enum".to_owned(),
        _ if schema.get("$ref").is_some() => "ref".to_owned(),
        _ if schema.get("anyOf").is_some() || schema.get("oneOf").is_some() => "union".to_owned(),
        _ => "any".to_owned(),
    }
}

/// `read-only`, `destructive` and so on, as the tool says; nothing where it says nothing.
fn hints(tool: &Value) -> String {
    let Some(annotations) = tool.get("annotations") else { return String::new() };
    let words = [
        ("readOnlyHint", "read-only", "writes"),
        ("destructiveHint", "destructive", ""),
        ("idempotentHint", "idempotent", ""),
        ("openWorldHint", "open-world", ""),
    ];
    let said =
        words.iter().filter_map(|(hint, yes, no)| Some(if annotations.get(*hint)?.as_bool()? { *yes } else { *no }));
    said.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{hints, parameters};

    #[test]
    fn required_parameters_come_first() {
        let schema = json!({
            "properties": {"c": {"enum": [1]}, "a": {"type": "number"}, "b": {"type": ["string", "null"]}},
            "required": ["a"],
        });
        assert_eq!(parameters(&schema), "a: number, [c: enum], [b: string|null]");
    }

    #[test]
    fn odd_schemas_are_no_parameters() {
        assert_eq!([json!(null), json!({"properties": 3}), json!({})].map(|schema| parameters(&schema)), ["-"; 3]);
    }

    #[test]
    fn hints_are_what_the_tool_says() {
        let tool = json!({"annotations": {"readOnlyHint": false, "destructiveHint": true, "openWorldHint": "yes"}});
        assert_eq!(hints(&tool), "writes destructive");
    }
}
