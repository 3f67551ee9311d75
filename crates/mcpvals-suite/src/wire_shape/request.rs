//! What a server asks of its client: the shape of each request, by revision. The same rules hold for the questions in a
//! result of 2026-07-28.

use iri_string::types::UriStr;
use mcpvals_model::ViolationKind;
use mcpvals_model::json::member as get;
use mcpvals_model::mcp::{self, Revision};
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::words::{a, member, optional, wrong};
use super::{content, form};
use crate::excerpt;

/// Messages that are looked at.
const MESSAGES_MAX: usize = 1000;

/// What is wrong with a request of the server.
pub(super) fn breaches(method: &str, message: &Value, context: &Context<'_>) -> Vec<Breach> {
    let none = Value::Null;
    let params = get(message, "params").unwrap_or(&none);
    let mut problems: Vec<String> = optional(message, "params", "an object", Value::is_object).into_iter().collect();
    problems.extend(self::problems(method, params, context));
    let words = |problem: String| format!("in `{}`, {problem}", excerpt::block(method, 80));
    let breach = |problem| Breach::new(ViolationKind::RequestShape, words(problem));
    problems.into_iter().map(breach).map(|breach| on_page(breach, method)).collect()
}

/// What is wrong with the parameters of a request, or of a question in a result.
pub(super) fn problems(method: &str, params: &Value, context: &Context<'_>) -> Vec<String> {
    match method {
        "sampling/createMessage" => sampling(params, context),
        "elicitation/create" => elicitation(params, context),
        _ => Vec::new(),
    }
}

/// What is wrong with the error that sends the user to a page first (MCP 2025-11-25, client/elicitation).
pub(super) fn pages(message: &Value, context: &Context<'_>) -> Vec<Breach> {
    let pages = context.revision.and_then(|revision| mcp::pages_required(message, revision));
    let problems = match pages {
        None => Vec::new(),
        Some(Value::Array(pages)) if !pages.is_empty() => {
            pages.iter().take(MESSAGES_MAX).flat_map(|page| required_page(page, context)).collect()
        }
        Some(Value::Null) => vec!["`data.elicitations` is missing".to_owned()],
        Some(other) => vec![wrong("data.elicitations", other, "an array with pages")],
    };
    let breach = |problem| Breach::new(ViolationKind::RequestShape, format!("in error -32042, {problem}"));
    problems.into_iter().map(|problem| on_page(breach(problem), "elicitation/create")).collect()
}

fn required_page(page: &Value, context: &Context<'_>) -> Vec<String> {
    let mode = member(page, "mode", "\"url\"", |mode| mode == "url");
    mode.map_or_else(|| elicitation(page, context), |problem| vec![problem])
}

/// A request, or a question in a result, that the client did not declare.
pub(super) fn undeclared(method: &str, params: &Value, context: &Context<'_>) -> Breach {
    let has_modes = context.since(Revision::V2025_11_25);
    let has_tools = || get(params, "tools").or_else(|| get(params, "toolChoice")).is_some();
    let how = match method {
        "elicitation/create" if mcp::is_by_url(params) => " in URL mode",
        "elicitation/create" if has_modes => " in form mode",
        "sampling/createMessage" if has_tools() => " with `tools`",
        _ => "",
    };
    let method_words = excerpt::block(method, 80);
    let words = format!("the server asked for `{method_words}`{how}, which the client did not declare");
    Breach::new(ViolationKind::UndeclaredRequest, words)
}

fn on_page(breach: Breach, method: &str) -> Breach {
    match method {
        "sampling/createMessage" => breach.at("client/sampling"),
        "elicitation/create" => breach.at("client/elicitation"),
        "roots/list" => breach.at("client/roots"),
        _ => breach,
    }
}

fn sampling(params: &Value, context: &Context<'_>) -> Vec<String> {
    let filled = |value: &Value| value.as_array().is_some_and(|list| !list.is_empty());
    // To JSON Schema, 50.0 is an integer.
    let tokens = |value: &Value| value.as_f64().is_some_and(|count| count > 0.0 && count.fract() == 0.0);
    let scope = |value: &Value| ["none", "thisServer", "allServers"].iter().any(|scope| value == scope);
    let texts = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    let mut problems: Vec<String> = [
        member(params, "messages", "an array with messages", filled),
        member(params, "maxTokens", "a positive integer", tokens),
        optional(params, "systemPrompt", "a string", Value::is_string),
        optional(params, "temperature", "a number", Value::is_number),
        optional(params, "includeContext", "\"none\", \"thisServer\" or \"allServers\"", scope),
        optional(params, "stopSequences", "an array of strings", texts),
        optional(params, "metadata", "an object", Value::is_object),
        optional(params, "modelPreferences", "an object", Value::is_object),
    ]
    .into_iter()
    .flatten()
    .collect();
    problems.extend(get(params, "modelPreferences").into_iter().flat_map(preferences));
    let messages = get(params, "messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (index, message) in messages.iter().take(MESSAGES_MAX).enumerate() {
        let numbered = |problem: String| format!("message {}: {problem}", index + 1);
        problems.extend(of_message(message, context).into_iter().map(numbered));
    }
    problems.extend(unmatched_tool_use(messages));
    problems
}

fn preferences(preferences: &Value) -> Vec<String> {
    let share = |value: &Value| value.as_f64().is_some_and(|n| (0.0..=1.0).contains(&n));
    let named = |hint: &Value| hint.is_object() && get(hint, "name").is_none_or(Value::is_string);
    let hints = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(named));
    let shares = ["costPriority", "speedPriority", "intelligencePriority"];
    let priorities = shares.iter().filter_map(|name| optional(preferences, name, "a number from 0 to 1", share));
    priorities.chain(optional(preferences, "hints", "an array of objects with a `name`", hints)).collect()
}

fn of_message(message: &Value, context: &Context<'_>) -> Vec<String> {
    if !message.is_object() {
        return vec![format!("it is {}, not an object", a(message))];
    }
    let role = |value: &Value| value == "user" || value == "assistant";
    let mut problems: Vec<String> = member(message, "role", "\"user\" or \"assistant\"", role).into_iter().collect();
    match get(message, "content") {
        None => problems.push("`content` is missing".to_owned()),
        Some(Value::Array(_)) if !context.since(Revision::V2025_11_25) => {
            problems.push("`content` is an array, which came with revision 2025-11-25".to_owned());
        }
        Some(Value::Array(blocks)) => {
            problems.extend(blocks.iter().take(MESSAGES_MAX).flat_map(|block| of_block(block, context)));
            problems.extend(mixed_results(message, blocks));
        }
        Some(block) => problems.extend(of_block(block, context)),
    }
    problems
}

fn of_block(block: &Value, context: &Context<'_>) -> Vec<String> {
    let kind = get(block, "type").and_then(Value::as_str).unwrap_or_default();
    match kind {
        "tool_use" | "tool_result" if !context.since(Revision::V2025_11_25) => {
            vec![format!("content of type \"{kind}\" came with revision 2025-11-25")]
        }
        "tool_use" => {
            ["id", "name"].iter().filter_map(|name| member(block, name, "a string", Value::is_string)).collect()
        }
        "tool_result" => member(block, "toolUseId", "a string", Value::is_string).into_iter().collect(),
        "resource" | "resource_link" => vec![format!("content of type \"{kind}\" has no place in a conversation")],
        _ => content::all_problems(block, context),
    }
}

/// A user's message with results of tools holds nothing else (MCP 2025-11-25, client/sampling).
fn mixed_results(message: &Value, blocks: &[Value]) -> Option<String> {
    let is_result = |block: &Value| get(block, "type").is_some_and(|kind| kind == "tool_result");
    let is_mixed = get(message, "role").is_some_and(|role| role == "user")
        && blocks.iter().any(is_result)
        && !blocks.iter().all(is_result);
    is_mixed.then(|| "it mixes `tool_result` with other content".to_owned())
}

/// Each use of a tool is followed by its result in the next message (same page).
fn unmatched_tool_use(messages: &[Value]) -> Option<String> {
    let blocks = |message: &'_ Value| -> Vec<Value> {
        get(message, "content").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let ids = |message: &Value, kind: &str, name: &str| -> Vec<String> {
        let of_kind = blocks(message).into_iter().filter(|block| get(block, "type").is_some_and(|came| came == kind));
        of_kind.filter_map(|block| get(&block, name)?.as_str().map(str::to_owned)).collect()
    };
    messages.windows(2).find_map(|pair| {
        let results = ids(&pair[1], "tool_result", "toolUseId");
        let open = ids(&pair[0], "tool_use", "id").into_iter().find(|id| !results.contains(id))?;
        Some(format!("the tool use {} has no result in the next message", excerpt::quoted_to(&open, 60)))
    })
}

fn elicitation(params: &Value, context: &Context<'_>) -> Vec<String> {
    let mut problems: Vec<String> = member(params, "message", "a string", Value::is_string).into_iter().collect();
    match get(params, "mode").and_then(Value::as_str) {
        Some("url") => problems.extend(by_url(params, context)),
        Some("form") | None => {
            let object = |value: &Value| value.is_object();
            problems.extend(optional(params, "mode", "\"form\" or \"url\"", |mode| mode == "form"));
            problems.extend(member(params, "requestedSchema", "an object", object));
            problems
                .extend(get(params, "requestedSchema").into_iter().flat_map(|schema| form::problems(schema, context)));
        }
        Some(other) => problems.push(format!("`mode` is {}, not \"form\" or \"url\"", excerpt::quoted_to(other, 40))),
    }
    problems
}

/// RFC 3986 and, for pages of the web, RFC 9110, section 4.2: they have a host.
fn is_absolute(url: &str) -> bool {
    let Ok(parsed) = UriStr::new(url) else { return false };
    let is_web = ["http", "https"].iter().any(|scheme| parsed.scheme_str().eq_ignore_ascii_case(scheme));
    !is_web || parsed.authority_components().is_some_and(|authority| !authority.host().is_empty())
}

fn by_url(params: &Value, context: &Context<'_>) -> Vec<String> {
    let absolute = |value: &Value| value.as_str().is_some_and(is_absolute);
    let mut problems: Vec<String> = member(params, "url", "an absolute URL", absolute).into_iter().collect();
    if context.revision == Some(Revision::V2025_11_25) {
        problems.extend(member(params, "elicitationId", "a string", Value::is_string));
    }
    problems
}
