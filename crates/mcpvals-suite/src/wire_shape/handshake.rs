//! The answers to `initialize` and `server/discover`.

use mcpvals_model::ViolationKind;
use serde_json::Value;

use super::breach::Breach;
use super::listing;
use super::words::{member, optional};

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
    let strings = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    let versions = member(result, "supportedVersions", "an array of strings", strings);
    let hints = listing::cache_hints(result);
    versions.into_iter().chain(capabilities(result)).chain(instructions(result)).chain(hints).map(breach).collect()
}

fn breach(problem: String) -> Breach {
    Breach::new(ViolationKind::HandshakeShape, problem)
}

fn capabilities(result: &Value) -> Vec<String> {
    let Some(Value::Object(capabilities)) = result.get("capabilities") else {
        return member(result, "capabilities", "an object", Value::is_object).into_iter().collect();
    };
    let mut problems = Vec::new();
    for (name, value) in capabilities.iter().take(100) {
        let own = result.get("capabilities").unwrap_or(&Value::Null);
        problems.extend(optional(own, name, "an object", Value::is_object).map(in_capabilities));
        for flag in ["listChanged", "subscribe"] {
            problems.extend(
                optional(value, flag, "a boolean", Value::is_boolean)
                    .map(|problem| in_capabilities(format!("{problem} (`{name}`)"))),
            );
        }
    }
    problems
}

fn in_capabilities(problem: String) -> String {
    format!("in `capabilities`, {problem}")
}

fn server_info(result: &Value) -> Vec<String> {
    let Some(info) = result.get("serverInfo").filter(|info| info.is_object()) else { return Vec::new() };
    let members = ["name", "version"].into_iter().filter_map(|name| member(info, name, "a string", Value::is_string));
    members.map(|problem| format!("in `serverInfo`, {problem}")).collect()
}

fn instructions(result: &Value) -> Option<String> {
    optional(result, "instructions", "a string", Value::is_string)
}
