//! What the operator decided: the file and the command line, and what was changed by `PUT /config` since.

mod change;
mod file;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpvals_model::LimitsFile;
use schemars::JsonSchema;
use serde::Serialize;

use crate::address::opened;
use crate::secret::MasterKey;

pub use change::Changes;
pub(crate) use change::changes;
pub use file::{ObservabilityFile, SettingsFile};

/// Everything that is decided, with nothing left open.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Who may do what.
    pub security: Security,
    /// How much.
    pub limits: Limits,
    /// Who is told how it went.
    pub observability: Observability,
    /// Hooks of the user's own, by name: shown by `GET /config`.
    pub custom_hooks: Vec<String>,
}

/// Who may do what.
#[derive(Debug, Clone, PartialEq)]
pub struct Security {
    /// Is a key or token asked for?
    pub require_auth: bool,
    /// Which pages of other origins may use the service.
    pub allowed_origins: Vec<String>,
    /// Names under which the service is reached, beside those of this machine.
    pub allowed_hosts: Vec<String>,
    /// Below which folders a `serverPath` may be.
    pub allowed_roots: Vec<PathBuf>,
    /// Which programs a `server` or a `config` may start: names, or whole paths. Without any, none.
    pub allowed_commands: Vec<String>,
    /// Which installed packages may be named: `npm:*`, `pypi:mcp-server-time`.
    pub allowed_packages: Vec<String>,
    /// May addresses lead to this machine or its network?
    pub allow_private_addresses: bool,
    /// Which variables of ours a config's `${VAR}` may be filled from.
    pub allowed_variables: Vec<String>,
    /// How servers are kept in: `auto`, `off`, `l1`, `l2`, `l3`.
    pub sandbox: String,
    /// What of it must be had, or nothing is run.
    pub require_sandbox: Option<String>,
    /// What servers see of the network: `none` or `host`.
    pub sandbox_network: String,
    /// How tokens are checked.
    pub jwt: Jwt,
}

/// How tokens are checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Jwt {
    /// Who must have made them.
    pub issuer: String,
    /// For whom they must be.
    pub audience: String,
    /// Where the keys of RS256 and ES256 are: an address or a file.
    pub jwks: Option<String>,
}

/// How much.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Evaluations at once, of one worker.
    pub max_concurrent_evaluations: u32,
    /// Evaluations at once, of one key; 0 is no limit.
    pub max_concurrent_per_key: u32,
    /// Evaluations at once, of one server; 0 is no limit.
    pub max_concurrent_per_target: u32,
    /// Evaluations that wait.
    pub max_queued: u32,
    /// Of a file of a server, in bytes.
    pub max_file_size: u64,
    /// Of one evaluation, in milliseconds.
    pub evaluation_timeout: u64,
    /// How long evaluations are kept, in days; 0 is for ever.
    pub retention_days: u32,
    /// How long reports are kept, in hours.
    pub report_hours: u32,
    /// Requests in an hour, by `METHOD /path`; `*` is every other.
    pub requests_per_hour: BTreeMap<String, u32>,
}

/// Who is told how it went.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Observability {
    /// Is anybody?
    pub enabled: bool,
    /// Where events are posted to; shown with `***` instead of its query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

impl Default for Security {
    fn default() -> Self {
        Self {
            require_auth: true,
            allowed_origins: Vec::new(),
            allowed_hosts: Vec::new(),
            allowed_roots: Vec::new(),
            allowed_commands: Vec::new(),
            allowed_packages: vec!["npm:*".to_owned(), "pypi:*".to_owned()],
            allow_private_addresses: false,
            allowed_variables: Vec::new(),
            sandbox: "auto".to_owned(),
            require_sandbox: None,
            sandbox_network: "none".to_owned(),
            jwt: Jwt::default(),
        }
    }
}

impl Default for Jwt {
    fn default() -> Self {
        Self { issuer: "mcp-evaluator".to_owned(), audience: "api".to_owned(), jwks: None }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_concurrent_evaluations: 5,
            max_concurrent_per_key: 0,
            max_concurrent_per_target: 0,
            max_queued: 1000,
            max_file_size: 100 << 20,
            evaluation_timeout: 300_000,
            retention_days: 90,
            report_hours: 7 * 24,
            requests_per_hour: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The defaults, with what a file says; paths of the file are relative to its folder.
    pub fn of(file: SettingsFile, folder: &Path) -> Self {
        let mut settings = Self::default();
        file::secure(&mut settings.security, file.security.unwrap_or_default(), folder);
        file::limit(&mut settings.limits, file.limits.unwrap_or_default());
        file::observe(&mut settings.observability, file.observability.unwrap_or_default());
        settings.custom_hooks = file.custom_hooks;
        settings
    }

    /// With what was changed since, as the store has it. An address that another key sealed changes nothing.
    #[must_use]
    pub(crate) fn with(mut self, stored: &BTreeMap<String, String>, master: &MasterKey) -> Self {
        // What a newer version stored and this one does not know leaves the rest as it is.
        if let Some(Ok(limits)) = stored.get("limits").map(|text| serde_json::from_str::<LimitsFile>(text)) {
            file::limit(&mut self.limits, limits);
        }
        if let Some(Ok(told)) = stored.get("observability").map(|text| serde_json::from_str::<ObservabilityFile>(text))
        {
            let endpoint = told.endpoint.and_then(|stored| opened(master, &stored));
            file::observe(&mut self.observability, ObservabilityFile { endpoint, ..told });
        }
        self
    }
}
