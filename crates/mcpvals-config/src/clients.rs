//! Servers from the files of MCP clients: Claude Code, Claude Desktop, Cursor, VS Code, Codex.
//!
//! Only what is needed to reach a server is read; what else stands in these files is theirs.

mod client;
mod dotenv;
mod entry;
mod places;
mod variables;
mod written;

use std::path::PathBuf;

pub use client::Client;
use mcpvals_model::{SecretValue, ServerSpec};
use places::File;
use serde_json::Value;
use written::{SwitchedOff, entries};

use crate::error::ConfigErrors;
use crate::load::Context;
use crate::nearest::nearest;

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
    #[error("no client's file has a server `{name}`: {}", known_words(known, looked_in, broken))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
        /// The one that was probably meant.
        nearest: Option<String>,
        /// The files that were read.
        looked_in: Vec<PathBuf>,
        /// Those among them that cannot be read.
        broken: Vec<PathBuf>,
    },
    /// The file itself cannot be read. None of its lines is shown: it is not ours, and its variables may be secret whatever their names.
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

fn known_words(known: &[String], looked_in: &[PathBuf], broken: &[PathBuf]) -> String {
    if looked_in.is_empty() {
        return "there is no such file (`.mcp.json`, `.cursor/mcp.json`, `.vscode/mcp.json`, …)".to_owned();
    }
    let broken: Vec<String> = broken.iter().map(|path| format!("`{}` cannot be read", path.display())).collect();
    let known = match known {
        [] => "they have no servers".to_owned(),
        known => format!("there are `{}`", known.join("`, `")),
    };
    std::iter::once(known).chain(broken).collect::<Vec<_>>().join("; ")
}

/// The server with this name, from the nearest file that has it: first in the working directory and its parents,
/// then in the usual places of the home folder.
///
/// # Errors
/// [`ClientError`], with the names that there are.
pub fn find(name: &str, context: &Context) -> Result<ClientServer, ClientError> {
    let looked_in = places::files(context);
    let (mut known, mut broken) = (Vec::new(), Vec::new());
    for file in &looked_in {
        // A broken file of one client must not hide the others.
        let Ok(entries) = entries(file, context) else {
            broken.push(file.path.clone());
            continue;
        };
        if let Some(entry) = entries.get(name) {
            return server(name, entry, file, context);
        }
        known.extend(entries.keys().cloned());
    }
    Err(unknown(name, known, looked_in, broken))
}

fn unknown(name: &str, mut known: Vec<String>, looked_in: Vec<File>, broken: Vec<PathBuf>) -> ClientError {
    known.sort();
    known.dedup();
    let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
    let looked_in = looked_in.into_iter().map(|file| file.path).collect();
    ClientError::Unknown { name: name.to_owned(), known, nearest, looked_in, broken }
}

/// What a client's user has set up.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetUp {
    /// The servers, the nearest of each name, each as it can be reached, or why it cannot be.
    pub servers: Vec<Result<ClientServer, ClientError>>,
    /// The names of those that are switched off.
    pub off: Vec<String>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

/// All servers of one client, or those with these names, in the order of its files.
///
/// # Errors
/// [`ClientError::File`] where a file cannot be read, [`ClientError::Unknown`] for the first name that none has.
pub fn set_up(client: Client, names: &[String], context: &Context) -> Result<SetUp, ClientError> {
    let files: Vec<File> = places::files(context).into_iter().filter(|file| file.client == client).collect();
    let mut found: Vec<(String, Value, &File)> = Vec::new();
    for file in &files {
        for (name, entry) in entries(file, context).map_err(|errors| ClientError::File(errors.without_frames()))? {
            if !found.iter().any(|(known, ..)| *known == name) {
                found.push((name, entry, file));
            }
        }
    }
    if let Some(name) = names.iter().find(|name| !found.iter().any(|(known, ..)| known == *name)) {
        return Err(unknown(name, found.into_iter().map(|(known, ..)| known).collect(), files, Vec::new()));
    }
    let switched_off = SwitchedOff::of(client, context);
    let mut set_up = SetUp { files: files.iter().map(|file| file.path.clone()).collect(), ..SetUp::default() };
    for (name, entry, file) in found {
        // Who names it wants it.
        let is_off = written::is_off(&entry) || switched_off.has(&name, &file.path);
        if names.contains(&name) || (names.is_empty() && !is_off) {
            set_up.servers.push(server(&name, &entry, file, context));
        } else if names.is_empty() {
            set_up.off.push(name);
        }
    }
    Ok(set_up)
}

fn server(name: &str, entry: &Value, file: &File, context: &Context) -> Result<ClientServer, ClientError> {
    let File { client, path } = file;
    let fault = |reason: String| ClientError::Entry { name: name.to_owned(), file: path.clone(), reason };
    let mut entry = entry.clone();
    let used =
        if client.fills_in() { variables::fill_in(&mut entry, path, context).map_err(fault)? } else { Vec::new() };
    let folder = places::folder(path, context);
    let (spec, mut secrets) = entry::lower(name, entry, folder, &context.env).map_err(fault)?;
    secrets.extend(used);
    Ok(ClientServer { spec, secrets: crate::secrets::distinct(secrets), file: path.clone() })
}

#[cfg(test)]
mod tests;
