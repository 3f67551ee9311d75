//! The result of a list: its page and its hints. Its entries are in [`super::entry`].

use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::result::shape;
use super::words::{member, optional};

/// What is wrong with one page.
pub(super) fn breaches(method: &str, result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let name = match method {
        "tools/list" => "tools",
        "resources/list" => "resources",
        "resources/templates/list" => "resourceTemplates",
        _ => "prompts",
    };
    let list = member(result, name, "an array", Value::is_array).map(|problem| shape(problem, true));
    let cursor = optional(result, "nextCursor", "a string", Value::is_string)
        .map(|problem| shape(problem, !result["nextCursor"].is_null()).at("server/utilities/pagination"));
    list.into_iter().chain(cursor).chain(cache_breaches(result, context)).collect()
}

/// What is wrong with how long a result may be kept, and by whom.
pub(super) fn cache_breaches(result: &Value, context: &Context<'_>) -> Vec<Breach> {
    let hints = if context.revision.is_some_and(Revision::is_stateless) { cache_hints(result) } else { Vec::new() };
    hints.into_iter().map(|problem| shape(problem, false).at("server/utilities/caching")).collect()
}

/// Where the specification has a list.
pub(super) fn page(method: &str) -> &'static str {
    match method {
        "tools/list" => "server/tools#listing-tools",
        "resources/list" => "server/resources#listing-resources",
        "resources/templates/list" => "server/resources#resource-templates",
        _ => "server/prompts#listing-prompts",
    }
}

/// `ttlMs` and `cacheScope`, which 2026-07-28 asks for.
pub(super) fn cache_hints(result: &Value) -> Vec<String> {
    let scope = |value: &Value| value == "public" || value == "private";
    let ttl = member(result, "ttlMs", "an integer from 0", |value| value.as_u64().is_some());
    ttl.into_iter().chain(member(result, "cacheScope", "\"public\" or \"private\"", scope)).collect()
}
