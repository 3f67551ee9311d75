//! What is asked for, once its schema holds: what may be run is decided here, before anything is accepted.

mod called;
mod config;
mod place;
mod sealed;
mod start;

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::address::without_query;
use crate::error::{ApiError, Violation};
use crate::service::Service;

use place::place;
pub(crate) use place::{Place, check_url};
pub(crate) use sealed::Sealed;

/// What is asked for.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluationRequest {
    #[serde(default)]
    pub(crate) server_path: Option<String>,
    #[serde(default)]
    pub(crate) options: Options,
    #[serde(default)]
    pub(crate) server: Option<ServerBlock>,
    #[serde(default)]
    pub(crate) config: Option<Value>,
}

/// How it is evaluated, as the seed has it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Options {
    /// stdio, sse, http
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) transport: Option<String>,
    /// Look at source, documents and metadata.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run_static: Option<bool>,
    /// Start the server and speak to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run_runtime: Option<bool>,
    /// Of one call, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) timeout: Option<u64>,
    /// How often connecting, and calls that only read, are tried again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) retries: Option<u32>,
    /// Words that it is marked with; beside the options in answers.
    #[serde(default, skip_serializing)]
    #[schemars(skip)]
    pub(crate) tags: Vec<String>,
}

/// A server as a config has it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerBlock {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) transport: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) command: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) args: Vec<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) env: BTreeMap<String, String>,
    /// Where it starts; the folder of the `serverPath` where left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cwd: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) headers: BTreeMap<String, String>,
}

/// A request that may be run.
#[derive(Debug, Clone)]
pub(crate) struct Granted {
    /// As it is shown.
    pub(crate) server_path: String,
    /// By what two requests are of the same server.
    pub(crate) target: String,
    /// What is stored, without secrets.
    pub(crate) stored: String,
    /// What is secret of it.
    pub(crate) secrets: Option<Sealed>,
    pub(crate) tags: Vec<String>,
}

/// What is stored of a request.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Stored {
    /// Where the server's files are, or its address; nothing where only a `server` or `config` was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
    #[serde(default)]
    pub(crate) options: Options,
    /// Are there a `server` or a `config` among the secrets?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_sealed: bool,
}

/// Decides whether a request may be run.
///
/// # Errors
/// All that speaks against it.
pub(crate) async fn grant(service: &Service, mut request: EvaluationRequest) -> Result<Granted, ApiError> {
    let mut wrong = Vec::new();
    request.options.tags.dedup();
    let tags = std::mem::take(&mut request.options.tags);
    if request.options.run_static == Some(false) && request.options.run_runtime == Some(false) {
        wrong.push(violation(
            "options.runStatic",
            Value::Bool(false),
            "one of `runStatic` and `runRuntime` must be true",
        ));
    }
    let transport = request.options.transport.as_deref();
    let has_server = request.server.is_some();
    let placed = may_run(service, request.server_path.as_deref(), transport, &mut request.server).await;
    let placed = placed.unwrap_or_else(|found| {
        wrong.extend(found);
        None
    });
    if let Some(config) = &mut request.config {
        if has_server {
            wrong.push(violation(
                "config",
                Value::Null,
                "must be given without `server`: a config has its own servers",
            ));
        }
        wrong.extend(start::of_config(service, config).await);
        // What it may not name is told first: it may name files of ours, that are not to be read.
        if wrong.is_empty() {
            wrong.extend(config::mistakes(service, config).await);
        }
    }
    if !wrong.is_empty() {
        return Err(ApiError::invalid(&wrong));
    }
    let shown = match (&placed, &request.server_path) {
        (Some(Place::Url(url)), _) => url.clone(),
        (Some(_), Some(path)) => path.clone(),
        _ => called::words(&request),
    };
    let target = placed.as_ref().map_or_else(|| called::target(&request, &shown), Place::target);
    let is_sealed = request.server.is_some() || request.config.is_some();
    let secrets = is_sealed.then_some(Sealed { server: request.server, config: request.config });
    let stored = Stored { place: placed, options: request.options, is_sealed };
    let stored =
        serde_json::to_string(&stored).map_err(|error| ApiError::internal("Unexpected server error", &error))?;
    Ok(Granted { server_path: shown, target, stored, secrets, tags })
}

/// What is wrong with what a body would run, where something else of it breaks its schema: as far as it can be read.
pub(crate) async fn wrong_places(service: &Service, body: &Value) -> Vec<Violation> {
    let transport = body["options"]["transport"].as_str();
    let read = |part: &str| body.get(part).cloned();
    let mut server = read("server").and_then(|server| serde_json::from_value(server).ok());
    let placed = may_run(service, body["serverPath"].as_str(), transport, &mut server).await;
    let mut wrong = placed.err().unwrap_or_default();
    if let Some(mut config) = read("config") {
        wrong.extend(start::of_config(service, &mut config).await);
    }
    wrong
}

/// The place of a server, where what is found there, or what the block names, may be started or reached.
///
/// # Errors
/// All that speaks against it.
pub(crate) async fn may_run(
    service: &Service,
    server_path: Option<&str>,
    transport: Option<&str>,
    server: &mut Option<ServerBlock>,
) -> Result<Option<Place>, Vec<Violation>> {
    let mut wrong = Vec::new();
    let placed = match server_path {
        None => None,
        Some(path) => place(service, path, transport).await.map_err(|found| wrong.push(found)).ok(),
    };
    if let Some(server) = server {
        wrong.extend(start::of_server(service, server).await);
    }
    if wrong.is_empty() { Ok(placed.and_then(|placed| to_be_sealed(placed, transport, server))) } else { Err(wrong) }
}

/// The query of an address is where keys are: such an address becomes a `server`, which is sealed and no word of a command line.
fn to_be_sealed(placed: Place, transport: Option<&str>, server: &mut Option<ServerBlock>) -> Option<Place> {
    let Place::Url(url) = placed else { return Some(placed) };
    // A `server` is reached instead of what the place names, and an address has no files.
    if server.is_some() {
        return None;
    }
    if without_query(&url) == url {
        return Some(Place::Url(url));
    }
    *server = Some(ServerBlock { transport: transport.map(str::to_owned), url: Some(url), ..ServerBlock::default() });
    None
}

pub(crate) fn violation(field: &str, value: Value, constraint: impl Into<String>) -> Violation {
    Violation { field: field.to_owned(), value: crate::error::short(value), constraint: constraint.into() }
}
