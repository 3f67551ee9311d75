//! What a worker's child is told: the words of a command line, and the files it reads. Nothing secret is among the words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpvals_model::SecretValue;
use mcpvals_store::Evaluation;
use serde_json::{Value, json};

use super::fault::Fault;
use crate::api::reports::{OF_RUN, WHOLE};
use crate::request::{Place, Sealed, ServerBlock, Stored};
use crate::service::Service;
use crate::settings::Settings;
use crate::work;

/// What a child is told.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) words: Vec<String>,
    /// What it may fill `${VAR}` from.
    pub(super) variables: BTreeMap<String, String>,
    /// What is to be in nothing that it tells.
    pub(super) secrets: Vec<SecretValue>,
    pub(super) folder: PathBuf,
    pub(super) kind: Kind,
    /// Must it reach public addresses only?
    pub(super) public_only: bool,
}

/// What it writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An evaluation, `evaluation.json`.
    Evaluation,
    /// A report of a config's run, `report.json`.
    Report,
}

impl Kind {
    /// The file in which its result is.
    pub(super) fn file(self) -> &'static str {
        match self {
            Self::Evaluation => WHOLE,
            Self::Report => OF_RUN,
        }
    }
}

/// What the operator decided, for the child.
pub(super) const SETTINGS: &str = "settings.json";
/// Where a child writes the frames of its sessions, below its folder.
pub(super) const TRACES: &str = "traces";

impl Job {
    /// For an evaluation; its files are written.
    pub(super) async fn of(service: &Service, evaluation: &Evaluation, folder: &Path) -> Result<Self, Fault> {
        let stored: Stored =
            serde_json::from_str(&evaluation.request).map_err(|error| Fault::from(error.to_string()))?;
        let sealed = if stored.is_sealed { Some(unsealed(service, evaluation).await?) } else { None };
        let settings = service.settings();
        let variables = variables(service, &settings);
        let secrets = sealed.as_ref().map(|sealed| sealed.in_addresses(&variables)).unwrap_or_default();
        write(folder, SETTINGS, &settings_of_child(&settings)).await?;
        let (server, config) = sealed.map(|sealed| (sealed.server, sealed.config)).unwrap_or_default();
        if let Some(server) = &server {
            write_server(server, stored.place.as_ref(), folder).await?;
        }
        let (words, kind) = match &config {
            Some(config) => {
                write(folder, "mcp-eval.config.json", config).await?;
                (words_of_config(folder), Kind::Report)
            }
            None => (words(&stored, server.is_some(), evaluation, folder), Kind::Evaluation),
        };
        Ok(Self {
            words: words.into_iter().chain(sandbox(&settings)).collect(),
            variables,
            secrets,
            folder: folder.to_owned(),
            kind,
            public_only: !settings.security.allow_private_addresses,
        })
    }
}

async fn unsealed(service: &Service, evaluation: &Evaluation) -> Result<Sealed, String> {
    let sealed = service.store.secrets(&evaluation.id).await.map_err(|error| crate::error::story(&error))?;
    let opened = sealed.and_then(|sealed| Sealed::open(&sealed, &service.master));
    opened.ok_or_else(|| "its secrets were sealed with another key: give every node the same MCPVALS_SECRET".to_owned())
}

async fn write(folder: &Path, name: &str, value: &Value) -> Result<(), Fault> {
    let (path, text) = (folder.join(name), value.to_string());
    let told = path.clone();
    let written = tokio::task::spawn_blocking(move || work::write(&path, text.as_bytes())).await;
    let written = written.map_err(|error| Fault::from(error.to_string()))?;
    written.map_err(|error| Fault::of_file(&told, &error))
}

fn words(stored: &Stored, has_server: bool, evaluation: &Evaluation, folder: &Path) -> Vec<String> {
    let in_folder = |name: &str| folder.join(name).display().to_string();
    let mut words = vec!["evaluate".to_owned()];
    words.extend(stored.place.as_ref().map(Place::target));
    words.extend(has_server.then(|| THE_SERVER.map(str::to_owned)).into_iter().flatten());
    let mut files = vec![("--config", SETTINGS), ("--output", Kind::Evaluation.file())];
    if stored.options.run_runtime != Some(false) {
        files.push(("--trace", TRACES));
    }
    words.extend(files.iter().flat_map(|(flag, name)| [(*flag).to_owned(), in_folder(name)]));
    words.extend(["--json", "--events", "-", "--no-observability", "--quiet", "--no-browser"].map(str::to_owned));
    let options = &stored.options;
    let mut give = |flag: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [flag.to_owned(), value]));
    };
    give("--transport", options.transport.clone().filter(|_| !has_server));
    give("--timeout", options.timeout.map(|timeout| timeout.to_string()));
    give("--retries", options.retries.map(|retries| retries.to_string()));
    give("--tags", Some(evaluation.tags.join(",")).filter(|tags| !tags.is_empty()));
    if options.run_static == Some(false) {
        words.push("--runtime-only".to_owned());
    }
    if options.run_runtime == Some(false) {
        words.push("--static-only".to_owned());
    }
    words
}

fn words_of_config(folder: &Path) -> Vec<String> {
    let in_folder = |name: &str| folder.join(name).display().to_string();
    vec![
        "eval".to_owned(),
        in_folder("mcp-eval.config.json"),
        "--reporter".to_owned(),
        format!("json={}", in_folder(Kind::Report.file())),
        "--trace".to_owned(),
        in_folder(TRACES),
        "--events".to_owned(),
        "-".to_owned(),
        "--no-browser".to_owned(),
    ]
}

/// How the server is kept in: as the operator decided.
pub(super) fn sandbox(settings: &Settings) -> Vec<String> {
    let security = &settings.security;
    let mut words =
        vec![format!("--sandbox={}", security.sandbox), format!("--sandbox-network={}", security.sandbox_network)];
    words.extend(security.require_sandbox.iter().map(|level| format!("--require-sandbox={level}")));
    words
}

/// What the operator decided, as `mcpvals evaluate` reads it. With a file given, those of the project are not read.
fn settings_of_child(settings: &Settings) -> Value {
    json!({
        "limits": {
            "maxFileSize": settings.limits.max_file_size,
            "evaluationTimeout": time_of_child(settings.limits.evaluation_timeout),
        },
        "observability": { "enabled": false },
    })
}

/// What is left of the time for a whole evaluation when some of it is kept for telling what was found until then.
fn time_of_child(whole: u64) -> u64 {
    whole.saturating_sub((whole / 10).clamp(500, 5_000)).max(1_000)
}

/// How the one server is named that was written for a child.
pub(super) const THE_SERVER: [&str; 2] = ["--server", "server"];

/// Writes the file in which a child finds the one server. Without a folder of its own it starts in that of its place.
pub(super) async fn write_server(server: &ServerBlock, place: Option<&Place>, folder: &Path) -> Result<(), Fault> {
    let place = place.and_then(Place::folder);
    write(folder, ".mcp.json", &client_file(server, place.as_deref())).await
}

/// A server as clients' files have it.
fn client_file(server: &ServerBlock, place: Option<&Path>) -> Value {
    let mut entry = json!({});
    if let Some(command) = &server.command {
        entry = json!({ "command": command, "args": server.args, "env": server.env });
        if let Some(cwd) = server.cwd.as_deref().or(place) {
            entry["cwd"] = json!(cwd);
        }
    }
    if let Some(url) = &server.url {
        entry = json!({ "url": url, "headers": server.headers });
        let kind = if server.transport.as_deref() == Some("sse") { "sse" } else { "http" };
        entry["type"] = json!(kind);
    }
    json!({ "mcpServers": { "server": entry } })
}

/// What the operator lets configs see of our environment.
pub(crate) fn variables(service: &Service, settings: &Settings) -> BTreeMap<String, String> {
    let of = |name: &String| Some((name.clone(), service.environment.get(name)?.clone()));
    settings.security.allowed_variables.iter().filter_map(of).collect()
}
