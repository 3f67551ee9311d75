//! What a server asks of its client: the shape of each request, by revision. The same rules hold for the questions in a
//! result of 2026-07-28.

use mcpvals_model::ViolationKind;
use mcpvals_model::json::member as get;
use mcpvals_model::mcp::{self, Revision};
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::words::{member, optional, wrong};
use super::{content, elicitation, sampling};
use crate::excerpt;

/// Pages of one error that are looked at.
const PAGES_MAX: usize = 1000;

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
    let own = match method {
        "sampling/createMessage" => sampling::problems(params, context),
        "elicitation/create" => elicitation::problems(params, context),
        _ => return Vec::new(),
    };
    own.into_iter().chain(meta(params)).chain(task(params, context)).collect()
}

/// What is said beside: its progress token is a text or a whole number (basic/utilities/progress).
fn meta(params: &Value) -> Option<String> {
    let is_token = |token: &Value| token.is_string() || token.is_i64() || token.is_u64();
    let of_token = || {
        let problem = optional(get(params, "_meta")?, "progressToken", "a string or an integer", is_token);
        problem.map(|problem| format!("in `_meta`, {problem}"))
    };
    content::meta(params).or_else(of_token)
}

/// The task that the server wants of its request (MCP 2025-11-25, basic/utilities/tasks#creating-tasks).
fn task(params: &Value, context: &Context<'_>) -> Option<String> {
    let task = get(params, "task").filter(|_| context.revision == Some(Revision::V2025_11_25))?;
    let of_task = || optional(task, "ttl", "a whole number of milliseconds", is_count);
    let wrong_type = optional(params, "task", "an object", Value::is_object);
    wrong_type.or_else(|| of_task().map(|problem| format!("in `task`, {problem}")))
}

/// A whole number from 0; to JSON Schema, 50.0 is one.
pub(super) fn is_count(value: &Value) -> bool {
    value.as_f64().is_some_and(|count| count >= 0.0 && count.fract() == 0.0)
}

/// What is wrong with the error that sends the user to a page first (MCP 2025-11-25, client/elicitation).
pub(super) fn pages(message: &Value, context: &Context<'_>) -> Vec<Breach> {
    let pages = context.revision.and_then(|revision| mcp::pages_required(message, revision));
    let problems = match pages {
        None => Vec::new(),
        Some(Value::Array(pages)) if !pages.is_empty() => {
            pages.iter().take(PAGES_MAX).flat_map(|page| required_page(page, context)).collect()
        }
        Some(Value::Null) => vec!["`data.elicitations` is missing".to_owned()],
        Some(other) => vec![wrong("data.elicitations", other, "an array with pages")],
    };
    let breach = |problem| Breach::new(ViolationKind::RequestShape, format!("in error -32042, {problem}"));
    problems.into_iter().map(|problem| on_page(breach(problem), "elicitation/create")).collect()
}

fn required_page(page: &Value, context: &Context<'_>) -> Vec<String> {
    let mode = member(page, "mode", "\"url\"", |mode| mode == "url");
    mode.map_or_else(|| elicitation::problems(page, context), |problem| vec![problem])
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
