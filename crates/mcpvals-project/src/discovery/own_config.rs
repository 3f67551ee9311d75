//! A mcpvals config: who wrote one has said how the server is started.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};

use super::Site;
use super::candidate::Seen;
use super::client_config::candidate;
use crate::literal;

const STEMS: [&str; 2] = ["mcp-eval.config", "mcpvals.config"];

pub(super) fn look(site: &Site<'_>) -> Vec<Seen> {
    let endings = ["json", "yaml", "yml", "toml", "ts", "mts", "js", "mjs", "cjs"];
    let files = STEMS.iter().flat_map(|stem| endings.iter().map(move |ending| (format!("{stem}.{ending}"), *ending)));
    files.filter_map(|(file, ending)| in_file(site, &file, ending)).collect()
}

fn in_file(site: &Site<'_>, file: &str, ending: &str) -> Option<Seen> {
    let text = site.folder.text(file)?;
    let value: Result<Value, String> = match ending {
        "json" => serde_json::from_str(&text).map_err(|error| error.to_string()),
        "yaml" | "yml" => serde_saphyr::from_str(&text).map_err(|error| error.to_string()),
        "toml" => toml::from_str(&text).map_err(|error| error.to_string()),
        _ => match in_script(&text) {
            Some(value) => Ok(value),
            None => return Some(Seen::nothing(file, "is a script; `mcpvals eval` runs it, and nothing here does")),
        },
    };
    let value = match value {
        Ok(value) => value,
        Err(error) => return Some(Seen::nothing(file, format!("cannot be read: {error}"))),
    };
    let servers = value.get("servers").and_then(Value::as_object).and_then(|servers| servers.iter().next());
    let named = servers.map(|(name, server)| (name.as_str(), server));
    let Some((name, server)) = value.get("server").map(|server| ("server", server)).or(named) else {
        return Some(Seen::nothing(file, "names no server"));
    };
    Some(match candidate(site, file, name, server) {
        Ok(candidate) => candidate.seen(),
        Err(why) => Seen::nothing(file, format!("`{name}` {why}")),
    })
}

/// The server of a script, where it stands there as a literal: a script of somebody else is not run to ask what it says.
fn in_script(text: &str) -> Option<Value> {
    let found = SERVER.captures(text)?;
    let (value, _) = literal::leading(&text[found.get(0)?.end()..])?;
    let key = found.get(1)?.as_str();
    value.is_object().then(|| json!({key: value}))
}

static SERVER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"(?m)^\s*["']?(servers?)["']?\s*:\s*"#).expect("constant, and tested"));
