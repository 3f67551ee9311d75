//! A tool that takes any request, and does not say of which interface.

use std::sync::LazyLock;

use mcpvals_model::Finding;
use regex::Regex;
use serde_json::Value;

use super::{at, rules, said};
use crate::words;

/// Where a request goes.
const PLACES: [&str; 5] = ["endpoint", "path", "api_path", "route", "resource_path"];
/// What goes with it.
const CARGO: [&str; 8] = ["body", "method", "http_method", "query", "params", "payload", "headers", "query_params"];

pub(super) fn find(tool: &Value) -> Option<Finding> {
    let (name, description) = said(tool);
    let properties = tool["inputSchema"]["properties"].as_object()?;
    let named = |list: &[&str]| {
        properties.keys().find(|name| list.contains(&words::of_name(name).join("_").as_str())).map(String::as_str)
    };
    let (place, cargo) = (named(&PLACES)?, named(&CARGO)?);
    let requests = words::of_name(name).iter().any(|word| {
        matches!(word.as_str(), "request" | "api" | "call" | "endpoint" | "http" | "rest" | "graphql" | "invoke")
    });
    if !requests || NAMES_ONE.is_match(description) {
        return None;
    }
    let message = format!("it takes `{place}` and `{cargo}`, and its description names no interface");
    Some(rules::UNNAMED_API.found(message).at(at("/description", description)))
}

/// A link, a name before "API", or a name in the middle of a sentence.
static NAMES_ONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"https?://|\b[A-Z]\w+(?:'s)?\s+(?:REST |HTTP |GraphQL |Web )?API\b|[a-z,]\s+[A-Z][a-z]+[A-Za-z]*\b")
        .expect("constant, and tested")
});
