//! Arguments that are sent as headers, too: `x-mcp-header` in a tool's schema (MCP 2026-07-28, server/tools#x-mcp-header).

use serde_json::Value;

use super::Tool;

/// How deep schemas are followed, and how many of their members are looked at.
const DEPTH_MAX: usize = 16;
const MEMBERS_MAX: usize = 10_000;

impl Tool {
    /// What is wrong with the headers that the tool's schema names. A client over Streamable HTTP leaves such a tool out.
    pub fn header_problems(&self) -> Vec<String> {
        let mut found = Found::default();
        found.walk(self.input_schema(), true, DEPTH_MAX);
        found.problems
    }
}

#[derive(Default)]
struct Found {
    /// In lower case.
    names: Vec<String>,
    problems: Vec<String>,
    looked_at: usize,
}

impl Found {
    /// Through the whole schema; `reachable` says whether a chain of `properties` leads here.
    fn walk(&mut self, schema: &Value, reachable: bool, depth: usize) {
        self.looked_at += 1;
        if depth == 0 || self.looked_at > MEMBERS_MAX {
            return;
        }
        match schema {
            Value::Object(members) => {
                if let Some(name) = members.get("x-mcp-header") {
                    self.take(name, schema, reachable);
                }
                for (name, member) in members {
                    let properties = member.as_object().filter(|_| name == "properties");
                    match properties {
                        Some(properties) => properties.values().for_each(|it| self.walk(it, reachable, depth - 1)),
                        None if is_data(name) => {}
                        None => self.walk(member, false, depth - 1),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.walk(item, false, depth - 1)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn take(&mut self, name: &Value, schema: &Value, reachable: bool) {
        let shown = name.to_string().chars().take(60).collect::<String>();
        let Some(name) = name.as_str().filter(|name| is_header_name(name)) else {
            return self
                .problems
                .push(format!("`x-mcp-header` is {shown}, which is no name of a header (RFC 9110, 5.6.2)"));
        };
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or("none");
        if !matches!(kind, "string" | "integer" | "boolean") {
            let kind: String = kind.chars().take(40).collect();
            self.problems
                .push(format!("`x-mcp-header` {shown} is on a property of the type `{kind}`, which no header carries"));
        }
        if !reachable {
            self.problems.push(format!("`x-mcp-header` {shown} is not reached by `properties` alone"));
        }
        let lower = name.to_ascii_lowercase();
        if self.names.contains(&lower) {
            self.problems.push(format!("`x-mcp-header` {shown} is there twice"));
        }
        self.names.push(lower);
    }
}

/// Members that hold values, not schemas.
fn is_data(name: &str) -> bool {
    matches!(name, "enum" | "const" | "default" | "examples" | "x-mcp-header")
}

/// Is it one of an HTTP header: a token of RFC 9110, 5.6.2?
pub fn is_header_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Tool;

    #[track_caller]
    fn check(properties: &Value, want: &[&str]) {
        let tool = Tool::from(json!({"name": "t", "inputSchema": {"type": "object", "properties": properties}}));
        let problems = tool.header_problems();
        assert_eq!(problems.len(), want.len(), "{problems:?}");
        assert!(problems.iter().zip(want).all(|(problem, want)| problem.contains(want)), "{problems:?}");
    }

    #[test]
    fn headers_are_tokens_of_plain_properties() {
        let of = |name: &str, kind: &str| json!({"type": kind, "x-mcp-header": name});
        check(
            &json!({"a": of("Region", "string"), "b": of("Count", "integer"), "c": {"type": "object", "properties": {"d": of("D", "boolean")}}}),
            &[],
        );
        for name in ["", "a b", "a:b", "é", "a\u{1}"] {
            check(&json!({"a": of(name, "string")}), &["no name of a header"]);
        }
        check(&json!({"a": {"type": "string", "x-mcp-header": 7}}), &["no name of a header"]);
        for kind in ["number", "object", "array", "null"] {
            check(&json!({"a": of("A", kind)}), &["which no header carries"]);
        }
        check(&json!({"a": of("A", "string"), "b": of("a", "string")}), &["twice"]);
        check(&json!({"a": {"type": "array", "items": of("A", "string")}}), &["not reached"]);
        check(&json!({"a": {"type": "string", "default": {"x-mcp-header": ""}}}), &[]);
    }
}
