//! The handshake eras: `initialize`, `notifications/initialized`, `ping`, `logging/setLevel`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::request::{Request, RpcError};
use super::{GoodServer, LATE_TOOL_DELAY};
use crate::outgoing::{Outgoing, Route};
use crate::revision::{Era, Revision};

/// The levels of RFC 5424, least severe first.
pub(super) const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// What `initialize` agreed on.
#[derive(Debug, Default)]
pub(super) struct Handshake {
    open: Option<(Revision, Value)>,
    initialized_at: Option<Instant>,
    /// Index into [`LEVELS`]: messages below it are not sent.
    pub(super) level: usize,
}

impl Handshake {
    pub(super) fn revision(&self) -> Option<Revision> {
        self.open.as_ref().map(|(revision, _)| *revision)
    }

    /// What the client declared; `null` before the handshake.
    pub(super) fn client(&self) -> &Value {
        self.open.as_ref().map_or(&Value::Null, |(_, capabilities)| capabilities)
    }

    pub(super) fn is_initialized_for(&self, time: Duration) -> bool {
        self.initialized_at.is_some_and(|at| at.elapsed() >= time)
    }
}

impl GoodServer {
    pub(super) fn legacy(&mut self, request: &Request) -> Vec<Outgoing> {
        let revision = self.legacy.revision();
        let outcome = match (request.method.as_str(), revision) {
            ("initialize", _) => self.initialize(&request.params),
            ("ping", _) => Ok(json!({})),
            ("tools/call", Some(revision)) => return self.call(request, revision),
            ("resources/subscribe", Some(revision)) => self.subscribe(&request.params["uri"], revision),
            ("resources/unsubscribe", Some(_)) => Ok(self.unsubscribe(&request.params["uri"])),
            ("tasks/get" | "tasks/result" | "tasks/cancel" | "tasks/list", Some(Revision::V2025_11_25)) => {
                return vec![self.task(request)];
            }
            ("logging/setLevel", Some(_)) => self.set_level(&request.params["level"]),
            (_, Some(revision)) => self.offer(request, revision),
            (method, None) if is_known(method) => Err(RpcError::invalid_request("not initialized")),
            (method, None) => Err(RpcError::method_not_found(method)),
        };
        vec![request.answer(outcome)]
    }

    fn initialize(&mut self, params: &Value) -> Result<Value, RpcError> {
        if self.legacy.open.is_some() {
            return Err(RpcError::invalid_request("already initialized"));
        }
        let asked = params["protocolVersion"].as_str();
        let asked = asked.ok_or_else(|| RpcError::invalid_params("missing `protocolVersion`"))?;
        let spoken = self.options.legacy_revisions();
        let agreed = spoken.iter().find(|revision| revision.as_str() == asked).or(spoken.last());
        let agreed = *agreed.ok_or_else(|| self.unsupported_version(asked))?;
        self.legacy.open = Some((agreed, params["capabilities"].clone()));
        Ok(json!({
            "protocolVersion": agreed.as_str(),
            "capabilities": capabilities(agreed),
            "serverInfo": server_info(),
            "instructions": "A server for tests.",
        }))
    }

    /// Marks the session as opened; the late tool is announced when it appears.
    pub(super) fn initialized(&mut self) -> Vec<Outgoing> {
        self.legacy.initialized_at = Some(Instant::now());
        if !self.options.late_tools || self.options.era == Era::Modern {
            return Vec::new();
        }
        let message = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
        // A little later than the tool, so that a list asked for on this news has it.
        vec![Outgoing::message(Route::Session, message).delayed(LATE_TOOL_DELAY + Duration::from_millis(10))]
    }

    fn set_level(&mut self, level: &Value) -> Result<Value, RpcError> {
        let known = LEVELS.iter().position(|name| level == name);
        self.legacy.level = known.ok_or_else(|| RpcError::invalid_params(format!("unknown level {level}")))?;
        Ok(json!({}))
    }
}

fn is_known(method: &str) -> bool {
    matches!(
        method,
        "tools/list"
            | "tools/call"
            | "resources/list"
            | "resources/templates/list"
            | "resources/read"
            | "resources/subscribe"
            | "resources/unsubscribe"
            | "prompts/list"
            | "prompts/get"
            | "completion/complete"
            | "logging/setLevel"
    )
}

pub(super) fn server_info() -> Value {
    json!({"name": "mcpvals-zoo", "version": env!("CARGO_PKG_VERSION")})
}

pub(super) fn capabilities(revision: Revision) -> Value {
    let mut capabilities = json!({
        "tools": {"listChanged": true},
        "resources": {"subscribe": true, "listChanged": true},
        "prompts": {"listChanged": true},
        "logging": {},
    });
    if revision == Revision::V2025_11_25 {
        capabilities["tasks"] = json!({"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}});
    }
    if revision == Revision::V2026_07_28 {
        capabilities["extensions"] = json!({"io.modelcontextprotocol/tasks": {}});
    }
    // Revision 2024-11-05 has completion, but no capability for it.
    if revision != Revision::V2024_11_05 {
        capabilities["completions"] = json!({});
    }
    capabilities
}
