//! Servers by name from the files of MCP clients: Claude Code, Claude Desktop, Cursor, VS Code.
//!
//! Only what is needed to reach a server is read; what else stands in these files is theirs.

mod entry;
mod places;
mod variables;

use std::path::{Path, PathBuf};

use mcpvals_model::{SecretValue, ServerSpec};
use serde_json::{Map, Value};

use crate::error::ConfigErrors;
use crate::format;
use crate::load::{Context, read_text};
use crate::nearest::nearest;
use crate::source::Source;

/// A server from a client's file.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientServer {
    /// How to reach it; its name is that of the file.
    pub spec: ServerSpec,
    /// What is taken out of every output.
    pub secrets: Vec<SecretValue>,
    /// The file.
    pub file: PathBuf,
}

/// A server cannot be had from a client's file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ClientError {
    /// No file has a server with this name.
    #[error("no client's file has a server `{name}`: {}", known_words(known, looked_in))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
        /// The one that was probably meant.
        nearest: Option<String>,
        /// The files that were read.
        looked_in: Vec<PathBuf>,
    },
    /// The file itself cannot be read.
    #[error("{0}")]
    File(ConfigErrors),
    /// The server's entry cannot be used.
    #[error("server `{name}` in `{}`: {reason}", file.display())]
    Entry {
        /// The server.
        name: String,
        /// The file.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
}

fn known_words(known: &[String], looked_in: &[PathBuf]) -> String {
    if looked_in.is_empty() {
        return "there is no such file (`.mcp.json`, `.cursor/mcp.json`, `.vscode/mcp.json`, …)".to_owned();
    }
    if known.is_empty() {
        return "they have no servers".to_owned();
    }
    format!("there are `{}`", known.join("`, `"))
}

/// The server with this name, from the nearest file that has it: first in the working directory and its parents,
/// then in the usual places of the home folder.
///
/// # Errors
/// [`ClientError`], with the names that there are.
pub fn find(name: &str, context: &Context) -> Result<ClientServer, ClientError> {
    let looked_in = places::files(context);
    let mut known = Vec::new();
    for file in &looked_in {
        // A broken file of one client must not hide the others.
        let Ok(entries) = entries(file) else { continue };
        if let Some(entry) = entries.get(name) {
            return server(name, entry, file, context);
        }
        known.extend(entries.keys().cloned());
    }
    known.sort();
    known.dedup();
    let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    Err(ClientError::Unknown { name: name.to_owned(), known, nearest, looked_in })
}

/// All servers of one file, in its order.
///
/// # Errors
/// [`ClientError::File`] where the file cannot be read, [`ClientError::Entry`] for the first server that cannot be
/// used.
pub fn servers(path: &Path, context: &Context) -> Result<Vec<ClientServer>, ClientError> {
    let path = context.cwd.join(path);
    let entries = entries(&path).map_err(ClientError::File)?;
    entries.iter().map(|(name, entry)| server(name, entry, &path, context)).collect()
}

/// The names of all servers that [`find`] would find, each with its file.
pub fn names(context: &Context) -> Vec<(String, PathBuf)> {
    let mut names: Vec<(String, PathBuf)> = Vec::new();
    for file in places::files(context) {
        for name in entries(&file).unwrap_or_default().keys() {
            if !names.iter().any(|(known, _)| known == name) {
                names.push((name.clone(), file.clone()));
            }
        }
    }
    names
}

/// The servers of a file as they stand there: under `mcpServers`, or (VS Code) under `servers`.
fn entries(path: &Path) -> Result<Map<String, Value>, ConfigErrors> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(|message| ConfigErrors::of_file(&name, message))?;
    let mut document = format::parse_json(Source::new(name, text))?.whole()?;
    for member in ["mcpServers", "servers"] {
        if let Some(Value::Object(entries)) = document.value.get_mut(member).map(Value::take) {
            return Ok(entries);
        }
    }
    Ok(Map::new())
}

fn server(name: &str, entry: &Value, file: &Path, context: &Context) -> Result<ClientServer, ClientError> {
    let fault = |reason: String| ClientError::Entry { name: name.to_owned(), file: file.to_owned(), reason };
    let mut entry = entry.clone();
    let used = variables::fill_in(&mut entry, file, context).map_err(fault)?;
    let (spec, mut secrets) = entry::lower(name, entry, places::folder(file, context)).map_err(fault)?;
    secrets.extend(used);
    Ok(ClientServer { spec, secrets: crate::secrets::distinct(secrets), file: file.to_owned() })
}

#[cfg(test)]
mod tests;
