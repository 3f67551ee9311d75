//! `manifest.json` of a bundle (MCPB): the server's kind, its entry point and how a client starts it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Site;
use super::candidate::{Candidate, Readiness, Seen};
use super::client_config::{strings, words};
use super::interpreter::python;

const FILE: &str = "manifest.json";

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    site.folder.text(FILE).map(|text| in_file(site, &text)).into_iter().collect()
}

fn in_file(site: &Site<'_>, text: &str) -> Seen {
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Seen::nothing(FILE, format!("is no JSON: {error}")),
    };
    let Some(server) = value.get("server").filter(|server| server.is_object()) else {
        return Seen::nothing(FILE, "is no manifest of a bundle: it has no `server`");
    };
    let entry = server.get("entry_point").and_then(Value::as_str).unwrap_or_default();
    let config = with_defaults(config(server), value.get("user_config"));
    let command = match config.get("command").and_then(Value::as_str) {
        Some(command) => filled(site, command, &words(config.get("args"))),
        None => by_kind(site, server.get("type").and_then(Value::as_str).unwrap_or_default(), entry),
    };
    let Some(command) = command else {
        return Seen::nothing(FILE, "names neither a command nor an entry point");
    };
    let readiness = readiness(site, entry, &command);
    let mut env: BTreeMap<String, String> = strings(config.get("env"));
    for value in env.values_mut() {
        *value = in_folder(site, value);
    }
    // A default that says nothing sets nothing.
    env.retain(|_, value| !value.is_empty());
    Candidate::process(FILE, readiness, command, "it is the manifest of a bundle").with_env(env).seen()
}

/// `mcp_config` as this system has it.
fn config(server: &Value) -> serde_json::Map<String, Value> {
    let config = server.get("mcp_config").and_then(Value::as_object).cloned().unwrap_or_default();
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let over = config.get("platform_overrides").and_then(|all| all.get(system)).and_then(Value::as_object).cloned();
    config.into_iter().chain(over.unwrap_or_default()).collect()
}

/// `${user_config.NAME}` as what the manifest gives it where the user says nothing; as it stands, where it gives nothing.
fn with_defaults(config: serde_json::Map<String, Value>, asked: Option<&Value>) -> serde_json::Map<String, Value> {
    let Some(asked) = asked.and_then(Value::as_object) else { return config };
    let default = |entry: &Value| match entry.get("default")? {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => entry.get("default").map(Value::to_string),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    let defaults: Vec<(String, String)> =
        asked.iter().filter_map(|(name, entry)| Some((format!("${{user_config.{name}}}"), default(entry)?))).collect();
    let fill = |text: &str| defaults.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
    config.into_iter().map(|(name, value)| (name, each_text(value, &fill))).collect()
}

fn each_text(value: Value, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(change(&text)),
        Value::Array(items) => items.into_iter().map(|item| each_text(item, change)).collect(),
        Value::Object(members) => {
            Value::Object(members.into_iter().map(|(name, value)| (name, each_text(value, change))).collect())
        }
        value @ (Value::Null | Value::Bool(_) | Value::Number(_)) => value,
    }
}

fn filled(site: &Site<'_>, command: &str, args: &[String]) -> Option<Vec<String>> {
    let program = match command {
        "" => return None,
        "python" | "python3" => python(site),
        other => in_folder(site, other),
    };
    Some(std::iter::once(program).chain(args.iter().map(|arg| in_folder(site, arg))).collect())
}

fn by_kind(site: &Site<'_>, kind: &str, entry: &str) -> Option<Vec<String>> {
    match (kind, entry) {
        (_, "") => None,
        ("python", entry) => Some(vec![python(site), entry.to_owned()]),
        ("node", entry) => Some(vec!["node".to_owned(), entry.to_owned()]),
        (_, entry) => Some(vec![format!("./{entry}")]),
    }
}

/// `${__dirname}` is the folder: what stands in it is named by its path there, everything else by the full one.
fn in_folder(site: &Site<'_>, word: &str) -> String {
    match word.strip_prefix("${__dirname}/") {
        Some(inner) if !inner.contains("${") => inner.to_owned(),
        _ => word.replace("${__dirname}", &site.folder.root().to_string_lossy()).replace("${/}", "/"),
    }
}

fn readiness(site: &Site<'_>, entry: &str, command: &[String]) -> Readiness {
    let is_here = site.folder.has(entry) || command.iter().any(|word| site.folder.has(word));
    match command.first().map(String::as_str) {
        Some("uv" | "npm") => Readiness::Builds,
        Some("npx" | "uvx" | "docker") => Readiness::Fetches,
        _ if is_here => Readiness::Ready,
        _ => Readiness::Unbuilt,
    }
}
