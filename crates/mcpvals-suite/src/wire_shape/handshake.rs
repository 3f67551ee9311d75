//! The answers to `initialize` and `server/discover`.

use mcpvals_model::ViolationKind;
use serde_json::Value;

use super::breach::Breach;
use super::listing;
use super::words::{member, optional, strings};

/// The result of `initialize`.
pub(super) fn initialize(result: &Value) -> Vec<Breach> {
    let version = member(result, "protocolVersion", "a string", Value::is_string);
    let info = member(result, "serverInfo", "an object", Value::is_object);
    version
        .into_iter()
        .chain(capabilities(result))
        .chain(info)
        .chain(server_info(result))
        .chain(instructions(result))
        .map(breach)
        .collect()
}

/// The result of `server/discover`.
pub(super) fn discover(result: &Value) -> Vec<Breach> {
    let versions = member(result, "supportedVersions", "an array of strings", Value::is_array)
        .or_else(|| strings(result, "supportedVersions"));
    let hints = listing::cache_hints(result);
    versions
        .into_iter()
        .chain(capabilities(result))
        .chain(info_in_meta(result))
        .chain(instructions(result))
        .chain(hints)
        .map(breach)
        .collect()
}

fn breach(problem: String) -> Breach {
    Breach::new(ViolationKind::HandshakeShape, problem)
}

/// Capabilities that a revision knows; others may be anything.
const KNOWN: [&str; 8] =
    ["tools", "resources", "prompts", "logging", "completions", "tasks", "experimental", "extensions"];

fn capabilities(result: &Value) -> Vec<String> {
    let Some(own) = result.get("capabilities").filter(|own| own.is_object()) else {
        return member(result, "capabilities", "an object", Value::is_object).into_iter().collect();
    };
    KNOWN.iter().flat_map(|name| capability(own, name)).map(|problem| format!("in `capabilities`, {problem}")).collect()
}

fn capability(capabilities: &Value, name: &str) -> Vec<String> {
    let Some(own) = capabilities.get(name).filter(|own| own.is_object()) else {
        return optional(capabilities, name, "an object", Value::is_object).into_iter().collect();
    };
    let flags = ["listChanged", "subscribe"].into_iter();
    flags
        .filter_map(|flag| optional(own, flag, "a boolean", Value::is_boolean))
        .map(|problem| format!("{problem} (in `{name}`)"))
        .collect()
}

fn server_info(result: &Value) -> Vec<String> {
    let Some(info) = result.get("serverInfo").filter(|info| info.is_object()) else { return Vec::new() };
    name_and_version(info).map(|problem| format!("in `serverInfo`, {problem}")).collect()
}

/// From 2026-07-28 on, the server's name need not be there; where it is, it is whole.
fn info_in_meta(result: &Value) -> Vec<String> {
    const KEY: &str = "io.modelcontextprotocol/serverInfo";
    let Some(info) = result.get("_meta").and_then(|meta| meta.get(KEY)) else { return Vec::new() };
    name_and_version(info).map(|problem| format!("in `_meta[\"{KEY}\"]`, {problem}")).collect()
}

fn name_and_version(info: &Value) -> impl Iterator<Item = String> {
    ["name", "version"].into_iter().filter_map(|name| member(info, name, "a string", Value::is_string))
}

fn instructions(result: &Value) -> Option<String> {
    optional(result, "instructions", "a string", Value::is_string)
}
