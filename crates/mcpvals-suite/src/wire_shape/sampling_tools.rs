//! Tools in a request for the client's model: what is offered, what was used, and what came of it (MCP 2025-11-25 and
//! later, client/sampling).

use std::collections::BTreeSet;

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::content;
use super::context::Context;
use super::words::{a, member, optional};
use crate::{excerpt, schema};

/// Tools that are looked at, and blocks of one result.
const ENTRIES_MAX: usize = 1000;

/// What is wrong with `tools` and `toolChoice`.
pub(super) fn offered(params: &Value, context: &Context<'_>) -> Vec<String> {
    let mut problems: Vec<String> =
        optional(params, "tools", "an array of tools", Value::is_array).into_iter().collect();
    let tools = get(params, "tools").and_then(Value::as_array).into_iter().flatten();
    for (index, tool) in tools.take(ENTRIES_MAX).enumerate() {
        let numbered = |problem: String| format!("tool {}: {problem}", index + 1);
        problems.extend(of_tool(tool, context).into_iter().map(numbered));
    }
    problems.extend(choice(params));
    problems
}

fn choice(params: &Value) -> Option<String> {
    let is_mode = |mode: &Value| ["auto", "required", "none"].iter().any(|known| mode == known);
    let mode = || optional(get(params, "toolChoice")?, "mode", "\"auto\", \"required\" or \"none\"", is_mode);
    let wrong_type = optional(params, "toolChoice", "an object with a `mode`", Value::is_object);
    wrong_type.or_else(|| mode().map(|problem| format!("in `toolChoice`, {problem}")))
}

fn of_tool(tool: &Value, context: &Context<'_>) -> Vec<String> {
    if !tool.is_object() {
        return vec![format!("it is {}, not an object", a(tool))];
    }
    // From 2026-07-28 on, the output may be any value.
    let is_object_only = !context.since(Revision::V2026_07_28);
    let problems = [
        member(tool, "name", "a string", Value::is_string),
        optional(tool, "title", "a string", Value::is_string),
        optional(tool, "description", "a string", Value::is_string),
        optional(tool, "annotations", "an object", Value::is_object),
        member(tool, "inputSchema", "an object", Value::is_object).or_else(|| of_schema(tool, "inputSchema", true)),
        optional(tool, "outputSchema", "an object", Value::is_object)
            .or_else(|| of_schema(tool, "outputSchema", is_object_only)),
    ];
    problems.into_iter().flatten().collect()
}

fn of_schema(tool: &Value, name: &str, of_objects: bool) -> Option<String> {
    let own = get(tool, name)?;
    let kind = of_objects.then(|| member(own, "type", "\"object\"", |kind| kind == "object")).flatten();
    let invalid = || Some(format!("it is no valid JSON Schema: {}", excerpt::block(&schema::invalid(own)?, 200)));
    kind.or_else(invalid).map(|problem| format!("in `{name}`, {problem}"))
}

/// What is wrong with the use of a tool, which only a model can have made.
pub(super) fn of_use(block: &Value, role: &str) -> Vec<String> {
    let problems = [
        (role == "user").then(|| "`tool_use` in a message of the user".to_owned()),
        in_block(block, member(block, "id", "a string", Value::is_string)),
        in_block(block, member(block, "name", "a string", Value::is_string)),
        in_block(block, member(block, "input", "an object", Value::is_object)),
    ];
    problems.into_iter().flatten().collect()
}

/// What is wrong with the result of a tool, which the user's side gives to the model.
pub(super) fn of_result(block: &Value, role: &str, context: &Context<'_>) -> Vec<String> {
    let is_structured = |value: &Value| context.since(Revision::V2026_07_28) || value.is_object();
    let problems = [
        (role == "assistant").then(|| "`tool_result` in a message of the assistant".to_owned()),
        in_block(block, member(block, "toolUseId", "a string", Value::is_string)),
        in_block(block, member(block, "content", "an array", Value::is_array)),
        in_block(block, optional(block, "isError", "a boolean", Value::is_boolean)),
        in_block(block, optional(block, "structuredContent", "an object", is_structured)),
    ];
    let blocks = get(block, "content").and_then(Value::as_array).into_iter().flatten().take(ENTRIES_MAX);
    let inner = blocks.flat_map(|inner| content::all_problems(inner, context));
    let inner = inner.filter_map(|problem| in_block(block, Some(format!("in its content, {problem}"))));
    problems.into_iter().flatten().chain(inner).collect()
}

fn in_block(block: &Value, problem: Option<String>) -> Option<String> {
    let kind = get(block, "type").and_then(Value::as_str).unwrap_or_default();
    problem.map(|problem| format!("in `{kind}`, {problem}"))
}

/// A user's message with results of tools holds nothing else (client/sampling#tool-result-messages).
pub(super) fn mixed(role: &str, blocks: &[Value]) -> Option<String> {
    let is_result = |block: &Value| is_of(block, "tool_result");
    let is_mixed = role == "user" && blocks.iter().any(is_result) && !blocks.iter().all(is_result);
    is_mixed.then(|| "it mixes `tool_result` with other content".to_owned())
}

/// Each use of a tool has its result in the next message, and each result its use in the one before
/// (client/sampling#tool-use-and-result-balance).
pub(super) fn unbalanced(messages: &[Value]) -> Option<String> {
    let used: Vec<BTreeSet<&str>> = messages.iter().map(|message| ids(message, "tool_use", "id")).collect();
    let told: Vec<BTreeSet<&str>> = messages.iter().map(|message| ids(message, "tool_result", "toolUseId")).collect();
    let none = BTreeSet::new();
    let quoted = |id: &str| excerpt::quoted_to(id, 60);
    (0..messages.len()).find_map(|index| {
        let before = index.checked_sub(1).map_or(&none, |before| &used[before]);
        let unused = told[index].difference(before).next();
        let unused =
            unused.map(|id| format!("the tool result for {} has no tool use in the message before", quoted(id)));
        let untold = used[index].difference(told.get(index + 1).unwrap_or(&none)).next();
        let untold = untold.map(|id| format!("the tool use {} has no result in the next message", quoted(id)));
        untold.or(unused)
    })
}

/// The ids that blocks of this kind name.
fn ids<'a>(message: &'a Value, kind: &str, name: &str) -> BTreeSet<&'a str> {
    let blocks = match get(message, "content") {
        Some(Value::Array(blocks)) => blocks.as_slice(),
        Some(block) => std::slice::from_ref(block),
        None => &[],
    };
    let of_kind = blocks.iter().filter(|block| is_of(block, kind));
    of_kind.filter_map(|block| get(block, name)?.as_str()).collect()
}

fn is_of(block: &Value, kind: &str) -> bool {
    get(block, "type").is_some_and(|came| came == kind)
}
