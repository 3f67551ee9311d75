//! Configs of clients: maps of servers, of which this one is one, if at all.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Site;
use super::candidate::{Candidate, Readiness, Seen, Way};
use super::launch::judge;
use crate::literal;

/// Where clients and others keep them, in order.
pub(crate) const FILES: [&str; 8] = [
    "mcp.json",
    ".mcp.json",
    "claude_mcp.json",
    ".mcp/config.json",
    "mcp-server.json",
    ".vscode/mcp.json",
    ".cursor/mcp.json",
    "claude_desktop_config.json",
];

/// More servers in one file are not looked at.
const SERVERS_MAX: usize = 50;

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    FILES
        .iter()
        .filter_map(|file| Some((file, site.folder.text(file)?)))
        .map(|(file, text)| in_file(site, file, &text))
        .collect()
}

fn in_file(site: &Site<'_>, file: &str, text: &str) -> Seen {
    // `.vscode/mcp.json` has comments, and others are written so, too.
    let plain = text.trim_start_matches('\u{feff}');
    let value: Value = match serde_json::from_str(plain).or_else(|error| literal::value(plain).ok_or(error)) {
        Ok(value) => value,
        Err(error) => return Seen::nothing(file, format!("is no JSON: {error}")),
    };
    let servers = servers(&value);
    if servers.is_empty() {
        return Seen::nothing(file, "names no server");
    }
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for (name, server) in servers.into_iter().take(SERVERS_MAX) {
        match candidate(site, file, name, server) {
            Ok(candidate) => own.push((name, candidate)),
            Err(why) => others.push(format!("`{name}` {why}")),
        }
    }
    let mut own = own.into_iter();
    let Some((_, first)) = own.next() else { return Seen::nothing(file, others.join("; ")) };
    let beside: Vec<String> = own.map(|(name, candidate)| beside(name, &candidate)).chain(others).collect();
    let because = [vec![first.because], beside].concat().join("; beside it, ");
    Candidate { because, ..first }.seen()
}

/// A server of the same file that is another one of this project's: which, and how it is evaluated instead.
fn beside(name: &str, candidate: &Candidate) -> String {
    let flag = match candidate.way {
        Way::Process { .. } => "--command",
        Way::Remote { .. } => "--url",
    };
    format!("`{name}` is started with `{}`: {flag} with these words evaluates that one", candidate.words())
}

/// The servers of a config, in its order; or the one that the file is.
pub(super) fn servers(value: &Value) -> Vec<(&str, &Value)> {
    let maps = ["mcpServers", "servers", "context_servers"].iter().filter_map(|key| value.get(key));
    let nested = value.get("mcp").and_then(|mcp| mcp.get("servers"));
    let map = maps.chain(nested).find_map(Value::as_object);
    match map {
        Some(map) => map.iter().map(|(name, server)| (name.as_str(), server)).collect(),
        None if value.get("command").is_some() || value.get("url").is_some() => vec![("server", value)],
        None => Vec::new(),
    }
}

pub(super) fn candidate(site: &Site<'_>, file: &str, name: &str, server: &Value) -> Result<Candidate, String> {
    let because = format!("it names the server `{name}`");
    if let Some(url) = ["url", "serverUrl", "httpUrl"].iter().find_map(|key| server.get(key)?.as_str()) {
        let is_near = site.name.is_empty() || name == "server" || related(site.name, name) || related(site.name, url);
        if !is_near {
            return Err(format!("is at {url}, which does not say that it is this server"));
        }
        let kind = ["type", "transport"].iter().find_map(|key| server.get(key)?.as_str()).unwrap_or_default();
        let sse = kind == "sse" || kind.is_empty() && url.trim_end_matches('/').ends_with("/sse");
        let way = Way::Remote { url: url.to_owned(), headers: strings(server.get("headers")), sse };
        return Ok(Candidate { from: file.to_owned(), readiness: Readiness::Remote, way, needs: Vec::new(), because });
    }
    let (command, mut args) = match server.get("command") {
        Some(Value::String(command)) => (command.clone(), words(server.get("args"))),
        Some(list @ Value::Array(_)) => {
            let mut list = words(Some(list)).into_iter();
            (list.next().unwrap_or_default(), list.chain(words(server.get("args"))).collect())
        }
        _ => return Err("has neither a command nor an address".to_owned()),
    };
    if let (true, Some(mut plain)) = (command.contains(' '), super::words::plain(&command)) {
        let first = plain.remove(0);
        plain.append(&mut args);
        return finished(site, file, &first, &plain, server, because);
    }
    finished(site, file, &command, &args, server, because)
}

fn finished(
    site: &Site<'_>,
    file: &str,
    command: &str,
    args: &[String],
    server: &Value,
    because: String,
) -> Result<Candidate, String> {
    let launch = judge(site, command, args)?;
    Ok(Candidate::process(file, launch.readiness, launch.command, because).with_env(strings(server.get("env"))))
}

/// Do two names have a telling word in common?
fn related(package: &str, other: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|word| {
                word.len() > 2 && !["mcp", "server", "https", "http", "www", "com", "api", "the"].contains(word)
            })
            .map(str::to_owned)
            .collect()
    };
    let others = words(other);
    words(package).iter().any(|word| others.contains(word))
}

pub(super) fn words(value: Option<&Value>) -> Vec<String> {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Members that are texts, numbers and truths, as texts.
pub(super) fn strings(value: Option<&Value>) -> BTreeMap<String, String> {
    let Some(members) = value.and_then(Value::as_object) else { return BTreeMap::new() };
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    members.iter().filter_map(|(name, value)| Some((name.clone(), text(value)?))).collect()
}
