//! What a server asks of the client's model: the limits of the answer, and the conversation.

use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::context::Context;
use super::request::is_count;
use super::words::{a, item, member, optional, strings};
use super::{content, sampling_tools as tools};

/// Messages that are looked at, and blocks of one message.
const MESSAGES_MAX: usize = 1000;

/// What is wrong with the parameters of `sampling/createMessage`.
pub(super) fn problems(params: &Value, context: &Context<'_>) -> Vec<String> {
    let mut problems = members(params);
    problems.extend(get(params, "modelPreferences").into_iter().flat_map(preferences));
    let messages = get(params, "messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let messages = &messages[..messages.len().min(MESSAGES_MAX)];
    for (index, message) in messages.iter().enumerate() {
        let numbered = |problem: String| format!("message {}: {problem}", index + 1);
        problems.extend(of_message(message, context).into_iter().map(numbered));
    }
    if context.since(Revision::V2025_11_25) {
        problems.extend(tools::offered(params, context));
        problems.extend(tools::unbalanced(messages));
    }
    problems
}

fn members(params: &Value) -> Vec<String> {
    let filled = |value: &Value| value.as_array().is_some_and(|list| !list.is_empty());
    let tokens = |value: &Value| is_count(value) && value.as_f64() != Some(0.0);
    let scope = |value: &Value| ["none", "thisServer", "allServers"].iter().any(|scope| value == scope);
    let problems = [
        member(params, "messages", "an array with messages", filled),
        member(params, "maxTokens", "a positive integer", tokens),
        optional(params, "systemPrompt", "a string", Value::is_string),
        optional(params, "temperature", "a number", Value::is_number),
        optional(params, "includeContext", "\"none\", \"thisServer\" or \"allServers\"", scope),
        strings(params, "stopSequences"),
        optional(params, "metadata", "an object", Value::is_object),
        optional(params, "modelPreferences", "an object", Value::is_object),
    ];
    problems.into_iter().flatten().collect()
}

fn preferences(preferences: &Value) -> Vec<String> {
    let share = |value: &Value| value.as_f64().is_some_and(|n| (0.0..=1.0).contains(&n));
    let named = |hint: &Value| hint.is_object() && get(hint, "name").is_none_or(Value::is_string);
    let shares = ["costPriority", "speedPriority", "intelligencePriority"];
    let priorities = shares.iter().filter_map(|name| optional(preferences, name, "a number from 0 to 1", share));
    let hints = optional(preferences, "hints", "an array of objects", Value::is_array)
        .or_else(|| item(preferences, "hints", "an object whose `name` is a string", named));
    priorities.chain(hints).collect()
}

fn of_message(message: &Value, context: &Context<'_>) -> Vec<String> {
    if !message.is_object() {
        return vec![format!("it is {}, not an object", a(message))];
    }
    let is_role = |value: &Value| value == "user" || value == "assistant";
    let role = member(message, "role", "\"user\" or \"assistant\"", is_role);
    role.into_iter().chain(content::meta(message)).chain(of_content(message, context)).collect()
}

fn of_content(message: &Value, context: &Context<'_>) -> Vec<String> {
    let role = get(message, "role").and_then(Value::as_str).unwrap_or_default();
    match get(message, "content") {
        None => vec!["`content` is missing".to_owned()],
        Some(Value::Array(_)) if !context.since(Revision::V2025_11_25) => {
            vec!["`content` is an array, which came with revision 2025-11-25".to_owned()]
        }
        // To the schema it is a list like others; a message without any content says nothing to a model.
        Some(Value::Array(blocks)) if blocks.is_empty() => vec!["`content` is an empty array".to_owned()],
        Some(Value::Array(blocks)) => {
            let own = blocks.iter().take(MESSAGES_MAX).flat_map(|block| of_block(block, role, context));
            own.chain(tools::mixed(role, blocks)).collect()
        }
        Some(block) => of_block(block, role, context),
    }
}

fn of_block(block: &Value, role: &str, context: &Context<'_>) -> Vec<String> {
    let kind = get(block, "type").and_then(Value::as_str).unwrap_or_default();
    match kind {
        "tool_use" | "tool_result" if !context.since(Revision::V2025_11_25) => {
            vec![format!("content of type \"{kind}\" came with revision 2025-11-25")]
        }
        "tool_use" => tools::of_use(block, role),
        "tool_result" => tools::of_result(block, role, context),
        "resource" | "resource_link" => vec![format!("content of type \"{kind}\" has no place in a conversation")],
        _ => content::all_problems(block, context),
    }
}
