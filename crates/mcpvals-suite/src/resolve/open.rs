//! The texts of a case in which captured values may stand. Most cases have none, and are played without a copy.

use mcpvals_model::{CaseKind, Expectation, ExpectedContents, Matcher, ResourceTest, ToolCall, ToolCase};
use serde_json::Value;

use super::placeholder::is_open_text;

/// Is there a `${{name}}` anywhere in the case?
pub(super) fn is_open(kind: &CaseKind) -> bool {
    any_text(kind, &mut is_open_text)
}

/// What a text is asked; the walk ends at the first yes.
type Asked<'f> = &'f mut dyn FnMut(&str) -> bool;

/// Is this true of any of the case's texts?
pub(super) fn any_text(kind: &CaseKind, asked: Asked<'_>) -> bool {
    match kind {
        CaseKind::Tool(tool) => of_tool(tool, asked),
        CaseKind::Resource(resource) => of_resource(&resource.test, asked),
        CaseKind::Workflow(_) => false,
    }
}

fn of_resource(test: &ResourceTest, asked: Asked<'_>) -> bool {
    match test {
        ResourceTest::Discovery(discovery) => discovery.present.iter().any(|key| asked(key)),
        ResourceTest::Access(access) => asked(&access.uri) || of_contents(&access.expected, asked),
        ResourceTest::Template(access) => {
            access.variables.values().any(|value| of_value(value, asked)) || of_contents(&access.expected, asked)
        }
    }
}

fn of_contents(expected: &ExpectedContents, asked: Asked<'_>) -> bool {
    expected.content.as_ref().is_some_and(|value| of_value(value, asked))
        || expected.expect.iter().any(|expectation| of_expectation(expectation, asked))
}

fn of_tool(tool: &ToolCase, asked: Asked<'_>) -> bool {
    of_call(&tool.call, asked)
        || tool.expect.iter().any(|expectation| of_expectation(expectation, asked))
        || tool.verify.iter().any(|verify| {
            of_call(&verify.call, asked) || verify.expect.iter().any(|expectation| of_expectation(expectation, asked))
        })
}

fn of_call(call: &ToolCall, asked: Asked<'_>) -> bool {
    asked(&call.tool) || call.args.values().any(|value| of_value(value, asked))
}

fn of_value(value: &Value, asked: Asked<'_>) -> bool {
    match value {
        Value::String(text) => asked(text),
        Value::Array(items) => items.iter().any(|item| of_value(item, asked)),
        Value::Object(members) => members.values().any(|member| of_value(member, asked)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

fn of_expectation(expectation: &Expectation, asked: Asked<'_>) -> bool {
    match expectation {
        Expectation::Result(value) => of_value(value, asked),
        Expectation::Error(text) => asked(text),
        Expectation::Latency(_) => false,
        Expectation::Match(matcher) => of_matcher(matcher, asked),
    }
}

fn of_matcher(matcher: &Matcher, asked: Asked<'_>) -> bool {
    match matcher {
        Matcher::Equals(value) | Matcher::Schema(value) => of_value(value, asked),
        Matcher::Contains(texts) | Matcher::NotContains(texts) | Matcher::Matches(texts) => {
            texts.iter().any(|text| asked(text))
        }
        Matcher::JsonPath(paths) => paths.values().any(|matcher| of_matcher(matcher, asked)),
        Matcher::All(inner) | Matcher::Any(inner) => inner.iter().any(|matcher| of_matcher(matcher, asked)),
        Matcher::Not(inner) => of_matcher(inner, asked),
        Matcher::Approx { .. }
        | Matcher::Length(_)
        | Matcher::ContentTypes(_)
        | Matcher::IsError(_)
        | Matcher::ErrorCode(_)
        | Matcher::Snapshot(_) => false,
    }
}
