//! Does a case have anything to fill in? Most have not, and are played without a copy.

use mcpvals_model::{CaseKind, Expectation, ExpectedContents, Matcher, ResourceTest, ToolCall, ToolCase};
use serde_json::Value;

use super::placeholder::is_open_text;

/// Is there a `${{name}}` anywhere in the case?
pub(super) fn is_open(kind: &CaseKind) -> bool {
    match kind {
        CaseKind::Tool(tool) => is_open_tool(tool),
        CaseKind::Resource(resource) => is_open_resource(&resource.test),
        CaseKind::Workflow(_) => false,
    }
}

fn is_open_resource(test: &ResourceTest) -> bool {
    match test {
        ResourceTest::Discovery(discovery) => discovery.present.iter().any(|key| is_open_text(key)),
        ResourceTest::Access(access) => is_open_text(&access.uri) || is_open_contents(&access.expected),
        ResourceTest::Template(access) => {
            access.variables.values().any(is_open_value) || is_open_contents(&access.expected)
        }
    }
}

fn is_open_contents(expected: &ExpectedContents) -> bool {
    expected.content.as_ref().is_some_and(is_open_value) || expected.expect.iter().any(is_open_expectation)
}

fn is_open_tool(tool: &ToolCase) -> bool {
    is_open_call(&tool.call)
        || tool.expect.iter().any(is_open_expectation)
        || tool.verify.iter().any(|verify| is_open_call(&verify.call) || verify.expect.iter().any(is_open_expectation))
}

fn is_open_call(call: &ToolCall) -> bool {
    is_open_text(&call.tool) || call.args.values().any(is_open_value)
}

fn is_open_value(value: &Value) -> bool {
    match value {
        Value::String(text) => is_open_text(text),
        Value::Array(items) => items.iter().any(is_open_value),
        Value::Object(members) => members.values().any(is_open_value),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn is_open_expectation(expectation: &Expectation) -> bool {
    match expectation {
        Expectation::Result(value) => is_open_value(value),
        Expectation::Error(text) => is_open_text(text),
        Expectation::Latency(_) => false,
        Expectation::Match(matcher) => is_open_matcher(matcher),
    }
}

fn is_open_matcher(matcher: &Matcher) -> bool {
    match matcher {
        Matcher::Equals(value) | Matcher::Schema(value) => is_open_value(value),
        Matcher::Contains(texts) | Matcher::NotContains(texts) | Matcher::Matches(texts) => {
            texts.iter().any(|text| is_open_text(text))
        }
        Matcher::JsonPath(paths) => paths.values().any(is_open_matcher),
        Matcher::All(inner) | Matcher::Any(inner) => inner.iter().any(is_open_matcher),
        Matcher::Not(inner) => is_open_matcher(inner),
        Matcher::Approx { .. }
        | Matcher::Length(_)
        | Matcher::ContentTypes(_)
        | Matcher::IsError(_)
        | Matcher::ErrorCode(_)
        | Matcher::Snapshot(_) => false,
    }
}
