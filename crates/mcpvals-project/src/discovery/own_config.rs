//! A mcpvals config: who wrote one has said how the server is started.

use serde_json::Value;

use super::Site;
use super::candidate::Seen;
use super::client_config::candidate;

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
        _ => return Some(Seen::nothing(file, "is a script; `mcpvals eval` runs it, and nothing here does")),
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
