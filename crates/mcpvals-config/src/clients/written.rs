//! What stands in a client's file: its servers' entries, as they are written.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Map, Value};

use super::Client;
use super::places::{self, CLAUDE_CODE, File};
use crate::error::ConfigErrors;
use crate::format;
use crate::load::{Context, read_text};
use crate::source::Source;

/// The servers of a file by name: under `mcpServers`, `servers` (VS Code) or `mcp_servers` (Codex). In the user's file of
/// Claude Code also those of this folder, and of the folders that it is in; the nearest of a name stands.
///
/// # Errors
/// What is wrong with the file.
pub(super) fn entries(file: &File, context: &Context) -> Result<Map<String, Value>, ConfigErrors> {
    let mut whole = whole(&file.path, file.client)?;
    let mut entries = if file.path.ends_with(CLAUDE_CODE) { of_folders(&mut whole, &context.cwd) } else { Map::new() };
    for (name, entry) in of_all(&mut whole) {
        entries.entry(name).or_insert(entry);
    }
    Ok(entries)
}

/// A file as its client writes it: TOML of Codex, JSON of all others.
fn whole(path: &Path, client: Client) -> Result<Value, ConfigErrors> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(|message| ConfigErrors::of_file(&name, message))?;
    let source = Source::new(name, text);
    let parsed = if client == Client::Codex { format::parse_toml(source) } else { format::parse_json(source) };
    Ok(parsed?.whole()?.value)
}

fn of_all(whole: &mut Value) -> Map<String, Value> {
    for member in ["mcpServers", "servers", "mcp_servers"] {
        if let Some(Value::Object(entries)) = whole.get_mut(member).map(Value::take) {
            return entries;
        }
    }
    Map::new()
}

/// What is set up for this folder and those above it, under `projects`.
fn of_folders(whole: &mut Value, cwd: &Path) -> Map<String, Value> {
    let mut entries = Map::new();
    for folder in cwd.ancestors() {
        let servers = whole.get_mut("projects").and_then(|projects| projects.get_mut(&*folder.to_string_lossy()));
        for (name, entry) in servers.map(of_all).unwrap_or_default() {
            entries.entry(name).or_insert(entry);
        }
    }
    entries
}

/// Has its user switched the server off? `enabled = false` (Codex), `"disabled": true`.
pub(super) fn is_off(entry: &Value) -> bool {
    entry["enabled"] == Value::Bool(false) || entry["disabled"] == Value::Bool(true)
}

/// What the user of Claude Code has switched off in this folder or one above it: in the user's file, and in settings.
#[derive(Default)]
pub(super) struct SwitchedOff {
    all: BTreeSet<String>,
    /// Of those in the project's `.mcp.json`.
    of_project: BTreeSet<String>,
}

const SETTINGS: [&str; 2] = [".claude/settings.json", ".claude/settings.local.json"];

impl SwitchedOff {
    /// Of a client that is no Claude, nothing. What cannot be read switches nothing off: the file of servers itself says so.
    pub(super) fn of(client: Client, context: &Context) -> Self {
        let mut off = Self::default();
        if client != Client::Claude {
            return off;
        }
        let read = |path: &Path| whole(path, client).unwrap_or_default();
        let users = places::home(context).map(|home| read(&home.join(CLAUDE_CODE))).unwrap_or_default();
        for folder in context.cwd.ancestors().chain(places::home(context)) {
            off.add(&users["projects"][&*folder.to_string_lossy()]);
            for name in SETTINGS {
                off.add(&read(&folder.join(name)));
            }
        }
        off
    }

    fn add(&mut self, settings: &Value) {
        let names = |member: &str| {
            let names = settings[member].as_array().into_iter().flatten();
            names.filter_map(|name| name.as_str().map(str::to_owned)).collect::<Vec<_>>()
        };
        self.all.extend(names("disabledMcpServers"));
        self.of_project.extend(names("disabledMcpjsonServers"));
    }

    pub(super) fn has(&self, name: &str, file: &Path) -> bool {
        self.all.contains(name) || file.ends_with(".mcp.json") && self.of_project.contains(name)
    }
}
