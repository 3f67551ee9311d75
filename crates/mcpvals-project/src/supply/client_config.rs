//! Configs of clients, shipped or shown (SU-003, SU-007): what they fetch, and what they hold.

use std::sync::LazyLock;

use mcpvals_model::{Finding, Severity, SourceFile, Subject};
use regex::Regex;
use serde_json::Value;

use super::rules::{CONFIG_SECRET, UNPINNED_LAUNCH};
use crate::discovery::{CLIENT_CONFIGS, fetched};
use crate::secrets::{is_secret, masked};
use crate::{Project, place};

/// A block of JSON in a document.
static BLOCK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?s)```(?:json[c5]?)?[^\S\n]*\n(.*?)```").expect("it is one"));
/// A parameter of an address.
static PARAMETER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[?&]([A-Za-z0-9_.-]{2,40})=([^&#\s]{8,200})").expect("it is one"));
/// More of one file are not looked at.
const SERVERS_MAX: usize = 50;

/// Is it a config of a client's?
pub(crate) fn is_config(path: &str) -> bool {
    CLIENT_CONFIGS
        .iter()
        .any(|name| path == *name || path.strip_suffix(name).is_some_and(|folder| folder.ends_with('/')))
}

pub(super) fn find(project: &Project) -> Vec<Finding> {
    let mut found = Vec::new();
    for file in project.other.iter().chain(&project.documents) {
        if is_config(&file.path) {
            let Ok(value) = serde_json::from_str::<Value>(&file.text) else { continue };
            for (name, server) in servers(&value) {
                found.extend(unpinned(server).map(|(name, finding)| finding.at(place::of_text(file, &name))));
                found.extend(secrets(file, name, server));
            }
        }
    }
    for file in &project.documents {
        found.extend(shown(file));
    }
    found.extend(registry(project));
    found
}

/// What a document shows for copying, once for each package.
fn shown(file: &SourceFile) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for block in BLOCK.captures_iter(&file.text).filter_map(|block| block.get(1)).take(SERVERS_MAX) {
        let Ok(value) = serde_json::from_str::<Value>(block.as_str()) else { continue };
        for (_, server) in servers(&value) {
            let Some((name, finding)) = unpinned(server) else { continue };
            if found.iter().any(|other| other.subject == finding.subject) {
                continue;
            }
            let start = block.start() + block.as_str().find(&name).unwrap_or_default();
            found.push(finding.as_bad_as(Severity::Low).at(place::span(file, start..start + name.len())));
        }
    }
    found
}

fn servers(value: &Value) -> Vec<(&str, &Value)> {
    let map = ["mcpServers", "servers", "context_servers"].iter().find_map(|key| value.get(key)?.as_object());
    let members = map.into_iter().flatten().take(SERVERS_MAX);
    members.map(|(name, server)| (name.as_str(), server)).collect()
}

/// The package, and what is wrong with how it is named.
fn unpinned(server: &Value) -> Option<(String, Finding)> {
    let command = server.get("command")?.as_str()?;
    let args: Vec<String> = server
        .get("args")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let fetched = fetched(command, &args)?;
    let says = match fetched.version.as_deref() {
        None => "no version",
        Some("latest" | "next" | "main" | "master" | "edge" | "nightly") => "a version that moves",
        Some(_) => return None,
    };
    let name = fetched.name;
    let message = format!("`{command}` fetches and runs `{name}` of {}, with {says}", registry_name(fetched.registry));
    let finding = UNPINNED_LAUNCH.found(message).about(Subject::Package(name.clone()));
    Some((name, finding))
}

fn registry_name(registry: &str) -> &'static str {
    match registry {
        "npm" => "npm",
        "pypi" => "PyPI",
        "git" => "a repository",
        _ => "a registry of images",
    }
}

/// Packages that `server.json` names without a version.
fn registry(project: &Project) -> Vec<Finding> {
    let Some(file) = project.other.iter().find(|file| file.path == "server.json") else { return Vec::new() };
    let Ok(value) = serde_json::from_str::<Value>(&file.text) else { return Vec::new() };
    let packages = value.get("packages").and_then(Value::as_array).into_iter().flatten().take(SERVERS_MAX);
    packages
        .filter_map(|package| {
            let name = package.get("identifier").or(package.get("name"))?.as_str()?;
            let version = package.get("version").and_then(Value::as_str).unwrap_or_default();
            // Images and files have theirs in the identifier.
            let is_in_name = name.contains(':') && !name.ends_with(":latest");
            let is_pinned = is_in_name || !version.is_empty() && version != "latest";
            let finding = UNPINNED_LAUNCH.found(format!("the registry entry names `{name}` without a version"));
            (!is_pinned).then(|| finding.about(Subject::Package(name.to_owned())).at(place::of_json_text(file, name)))
        })
        .collect()
}

fn secrets(file: &SourceFile, name: &str, server: &Value) -> Vec<Finding> {
    let mut held: Vec<(String, &str)> = Vec::new();
    for key in ["env", "headers"] {
        let members = server.get(key).and_then(Value::as_object).into_iter().flatten();
        held.extend(members.filter_map(|(name, value)| Some((name.clone(), value.as_str()?))));
    }
    let args: Vec<&str> =
        server.get("args").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    held.extend(args.iter().filter_map(|arg| arg.split_once('=')).map(|(name, value)| (name.to_owned(), value)));
    held.extend(args.windows(2).filter(|pair| pair[0].starts_with('-')).map(|pair| (pair[0].to_owned(), pair[1])));
    for key in ["url", "serverUrl", "httpUrl"] {
        let url = server.get(key).and_then(Value::as_str).unwrap_or_default();
        held.extend(
            PARAMETER.captures_iter(url).filter_map(|found| Some((found[1].to_owned(), found.get(2)?.as_str()))),
        );
    }
    let is_held = |(name, value): &(String, &str)| is_secret(&plain_name(name), plain_value(value));
    held.iter()
        .filter(|held| is_held(held))
        .map(|(what, value)| {
            let value = plain_value(value);
            let finding = CONFIG_SECRET.found(format!("`{}` of the server `{name}` is a secret", plain_name(what)));
            finding.showing(&masked(value)).at(place::of_text(file, value))
        })
        .collect()
}

/// `--api-key` as a name; a header is one by itself.
fn plain_name(name: &str) -> String {
    name.trim_start_matches('-').replace('-', "_")
}

fn plain_value(value: &str) -> &str {
    ["Bearer ", "bearer ", "Basic ", "Token ", "token "]
        .iter()
        .find_map(|start| value.strip_prefix(start))
        .unwrap_or(value)
}
