//! The result of each method: the members that the revision asks for.

use mcpvals_model::ViolationKind;
use mcpvals_model::json::member as get;
use mcpvals_model::mcp::{self, Revision};
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::words::{a, member, optional, strings, wrong};
use super::{content, handshake, listing, request, task};
use crate::excerpt;

/// Questions of one result that are looked at.
const REQUESTS_MAX: usize = 1000;

/// What is wrong with the result of a method.
pub(super) fn breaches(method: &str, result: &Value, context: &Context<'_>) -> Vec<Breach> {
    found(method, result, context).into_iter().map(|breach| breach.or_at(page(method))).collect()
}

/// Where the specification says what the result of a method is.
fn page(method: &str) -> Option<&'static str> {
    Some(match method {
        "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" => listing::page(method),
        "tools/call" => "server/tools#tool-result",
        "resources/read" => "server/resources#reading-resources",
        "prompts/get" => "server/prompts#getting-a-prompt",
        "completion/complete" => "server/utilities/completion#completion-results",
        _ => return None,
    })
}

fn found(method: &str, result: &Value, context: &Context<'_>) -> Vec<Breach> {
    if !result.is_object() {
        return vec![shape(wrong("result", result, "an object"), true)];
    }
    let mut breaches = Vec::new();
    if let Some(problem) = optional(result, "_meta", "an object", Value::is_object) {
        breaches.push(shape(problem, false));
    }
    breaches.extend(result_type(method, result, context));
    match method {
        "initialize" => breaches.extend(handshake::initialize(result)),
        "server/discover" => breaches.extend(handshake::discover(result)),
        "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" => {
            breaches.extend(listing::breaches(method, result, context));
        }
        "tools/call" if is_complete(result, context) => breaches.extend(call(result, context)),
        "resources/read" if is_complete(result, context) => {
            breaches.extend(array(result, "contents"));
            breaches.extend(content::of_contents(result));
            breaches.extend(listing::cache_breaches(result, context));
        }
        "prompts/get" if is_complete(result, context) => {
            breaches.extend(array(result, "messages"));
            breaches.extend(optional(result, "description", "a string", Value::is_string).map(|it| shape(it, false)));
            breaches.extend(content::of_messages(result, context));
        }
        // Whose result a task gives: the client makes tasks of calls only.
        "tasks/result" => breaches.extend(call(result, context)),
        "tasks/get" => breaches.extend(of_task(result, context)),
        "completion/complete" if is_complete(result, context) => breaches.extend(completion(result)),
        _ => {}
    }
    breaches.extend(task::breaches(method, result, context));
    breaches
}

/// From 2026-07-28 on, a result may ask for input instead; a task stands for a result in 2025-11-25.
fn is_complete(result: &Value, context: &Context<'_>) -> bool {
    let stateless = context.revision.is_some_and(Revision::is_stateless);
    let other = get(result, "resultType").and_then(Value::as_str).is_some_and(|kind| kind != "complete");
    let task = context.revision == Some(Revision::V2025_11_25) && get(result, "task").is_some_and(Value::is_object);
    !(task || stateless && other)
}

fn result_type(method: &str, result: &Value, context: &Context<'_>) -> Vec<Breach> {
    if !context.revision.is_some_and(Revision::is_stateless) {
        return Vec::new();
    }
    let page = "basic#resulttype";
    if let Some(problem) = member(result, "resultType", "a string", Value::is_string) {
        return vec![shape(problem, false).at(page)];
    }
    if asks(result) {
        return input_required(method, result, context);
    }
    Vec::new()
}

fn input_required(method: &str, result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let mut problems = Vec::new();
    if !matches!(method, "tools/call" | "prompts/get" | "resources/read") {
        problems.push(format!("`resultType` is \"input_required\", which `{method}` must not answer"));
    }
    if get(result, "inputRequests").is_none() && get(result, "requestState").is_none() {
        problems.push("a result that asks for input has neither `inputRequests` nor `requestState`".to_owned());
    }
    let cached = ["ttlMs", "cacheScope"].into_iter().filter(|hint| get(result, hint).is_some());
    problems.extend(cached.map(|hint| format!("a result that asks for input has `{hint}`; it must not be cached")));
    problems.extend(optional(result, "inputRequests", "an object", Value::is_object));
    let requests = get(result, "inputRequests").and_then(Value::as_object).into_iter().flatten();
    problems.extend(requests.take(REQUESTS_MAX).flat_map(|(key, request)| input_request(key, request, context)));
    problems.extend(optional(result, "requestState", "a string", Value::is_string));
    problems.into_iter().map(|problem| shape(problem, false).at("basic/patterns/mrtr")).collect()
}

/// One of the server's questions (MCP 2026-07-28, patterns/mrtr).
fn input_request(key: &str, request: &Value, context: &Context<'_>) -> Vec<String> {
    let methods = ["sampling/createMessage", "elicitation/create", "roots/list"];
    let known = |method: &Value| method.as_str().is_some_and(|method| methods.contains(&method));
    let problems = match request {
        Value::Object(_) => member(request, "method", "a request that a server may make", known)
            .or_else(|| optional(request, "params", "an object", Value::is_object))
            .map_or_else(|| of_question(request, context), |problem| vec![problem]),
        other => vec![format!("it is {}, not an object", a(other))],
    };
    let words = |problem| format!("in `inputRequests`, of {}: {problem}", excerpt::quoted_to(key, 60));
    problems.into_iter().map(words).collect()
}

fn of_question(request: &Value, context: &Context<'_>) -> Vec<String> {
    let (method, params) = question(request);
    request::problems(method, params, context)
}

/// Questions that the client did not declare in the request that this answers (same page, server requirements).
pub(super) fn undeclared_questions(message: &Value, result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let requests = get(result, "inputRequests").and_then(Value::as_object);
    let (Some(requests), Some(revision)) = (requests.filter(|_| asks(result)), context.revision) else {
        return Vec::new();
    };
    let Some(client) = context.declared_for(message) else { return Vec::new() };
    let undeclared = |request: &Value| {
        let (method, params) = question(request);
        mcp::undeclared(client, method, params, revision).map(|_| request::undeclared(method, params, context))
    };
    requests.values().take(REQUESTS_MAX).filter_map(undeclared).collect()
}

/// A type of result that neither the protocol has nor an extension that the client declared: whether the result is all
/// of it cannot be known. Seen with the whole answer, whose request says what was declared.
pub(super) fn unknown_type(message: &Value, result: &Value, context: &Context<'_>) -> Option<Breach> {
    let kind = get(result, "resultType").and_then(Value::as_str)?;
    let core = matches!(kind, "complete" | "input_required");
    let extensions = get(context.declared_for(message)?, "extensions").and_then(Value::as_object);
    if core || extensions.is_some_and(|extensions| !extensions.is_empty()) {
        return None;
    }
    let words =
        format!("`resultType` is {}, which no extension that the client declared brings", excerpt::quoted_to(kind, 80));
    Some(shape(words, true).at("basic#resulttype"))
}

fn asks(result: &Value) -> bool {
    get(result, "resultType").is_some_and(|kind| kind == "input_required")
}

/// What stands in a task of 2026-07-28: what it asks, and the result of the call.
fn of_task(task: &Value, context: &Context<'_>) -> Vec<Breach> {
    if !context.revision.is_some_and(Revision::is_stateless) {
        return Vec::new();
    }
    let requests = get(task, "inputRequests").and_then(Value::as_object).into_iter().flatten();
    let problems = requests.take(REQUESTS_MAX).flat_map(|(key, request)| input_request(key, request, context));
    let mut breaches: Vec<Breach> = problems.map(|problem| shape(problem, false)).collect();
    breaches.extend(get(task, "result").map(|result| call(result, context)).unwrap_or_default());
    breaches
}

/// The method and the parameters.
fn question(request: &Value) -> (&str, &Value) {
    let method = get(request, "method").and_then(Value::as_str).unwrap_or_default();
    (method, get(request, "params").unwrap_or(&Value::Null))
}

fn call(result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let mut breaches: Vec<Breach> = member(result, "content", "an array", Value::is_array)
        .into_iter()
        .chain(optional(result, "isError", "a boolean", Value::is_boolean))
        .chain(structured_content(result, context))
        .map(|problem| shape(problem, true))
        .collect();
    breaches.extend(content::breaches(result, context));
    breaches
}

/// An object in 2025-06-18 and 2025-11-25, any value from 2026-07-28 on, and nothing that older revisions know.
fn structured_content(result: &Value, context: &Context<'_>) -> Option<String> {
    let object_only = context.since(Revision::V2025_06_18) && !context.since(Revision::V2026_07_28);
    optional(result, "structuredContent", "an object", |value| !object_only || value.is_object())
}

fn array(result: &Value, name: &'static str) -> Option<Breach> {
    member(result, name, "an array", Value::is_array).map(|problem| shape(problem, true))
}

/// At most 100 strings (server/utilities/completion#completion-results).
fn completion(result: &Value) -> Vec<Breach> {
    const VALUES_MAX: usize = 100;
    let at = |problem: String| shape(problem, true);
    let Some(completion) = get(result, "completion").filter(|completion| completion.is_object()) else {
        return member(result, "completion", "an object", Value::is_object).map(at).into_iter().collect();
    };
    let count = get(completion, "values").and_then(Value::as_array).map_or(0, Vec::len);
    let many = || format!("`values` has {count} values, and {VALUES_MAX} is the most");
    let values = member(completion, "values", "an array of strings", Value::is_array);
    let values = values.or_else(|| strings(completion, "values"));
    let values = values.or_else(|| (count > VALUES_MAX).then(many));
    let total = optional(completion, "total", "an integer", |total| total.is_i64() || total.is_u64());
    let more = optional(completion, "hasMore", "a boolean", Value::is_boolean);
    values.into_iter().chain(total).chain(more).map(at).collect()
}

/// A breach of a result's shape.
pub(super) fn shape(problem: String, spoils: bool) -> Breach {
    Breach { spoils, ..Breach::new(ViolationKind::ResultShape, problem) }
}
