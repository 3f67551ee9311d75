//! Arguments that are also sent as headers: `x-mcp-header` in a tool's schema (MCP 2026-07-28, server/tools).

use mcpvals_model::mcp::Tool;
use serde_json::{Map, Value};

/// How deep `properties` are followed.
const DEPTH_MAX: usize = 16;

/// The `Mcp-Param-*` headers of a call of this tool. An argument that is absent, null, or neither text, number nor
/// boolean has none.
pub(crate) fn headers(tool: &Tool, arguments: &Map<String, Value>) -> Vec<(String, String)> {
    let mut headers = Vec::new();
    follow(tool.input_schema(), arguments, DEPTH_MAX, &mut headers);
    headers
}

fn follow(schema: &Value, arguments: &Map<String, Value>, depth: usize, headers: &mut Vec<(String, String)>) {
    let properties = schema.get("properties").and_then(Value::as_object).filter(|_| depth > 0);
    for (name, property) in properties.into_iter().flatten() {
        let Some(argument) = arguments.get(name) else { continue };
        let header = property.get("x-mcp-header").and_then(Value::as_str).filter(|header| !header.is_empty());
        if let (Some(header), Some(text)) = (header, text(argument)) {
            headers.push((format!("Mcp-Param-{header}"), text));
        }
        if let Value::Object(members) = argument {
            follow(property, members, depth - 1, headers);
        }
    }
}

fn text(argument: &Value) -> Option<String> {
    match argument {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(argument.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_model::mcp::Tool;
    use serde_json::{Value, json};

    use super::headers;

    #[track_caller]
    fn check(arguments: &Value, want: &[(&str, &str)]) {
        let properties = json!({
            "region": {"type": "string", "x-mcp-header": "Region"},
            "count": {"type": "integer", "x-mcp-header": "Count"},
            "plain": {"type": "string"},
            "nested": {"type": "object", "properties": {"flag": {"type": "boolean", "x-mcp-header": "Flag"}}},
        });
        let tool = Tool::from(json!({"name": "t", "inputSchema": {"type": "object", "properties": properties}}));
        let got = headers(&tool, arguments.as_object().unwrap());
        let got: Vec<(&str, &str)> = got.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(got, want);
    }

    #[test]
    fn annotated_arguments_become_headers() {
        check(&json!({"region": "eu", "plain": "x"}), &[("Mcp-Param-Region", "eu")]);
        check(&json!({"count": 7, "nested": {"flag": true}}), &[("Mcp-Param-Count", "7"), ("Mcp-Param-Flag", "true")]);
    }

    #[test]
    fn absent_null_and_compound_arguments_have_none() {
        check(&json!({"region": null, "count": [1]}), &[]);
        check(&json!({}), &[]);
    }
}
