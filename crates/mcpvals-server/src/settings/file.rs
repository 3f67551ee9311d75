//! The blocks of `mcp-evaluator.config.json` that are the service's, as written. Every member may be left out.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Limits, Observability, Security};

/// The file: what `mcpvals evaluate` reads of it stands beside.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SettingsFile {
    /// Who may do what.
    pub security: Option<SecurityFile>,
    /// How much.
    pub limits: Option<LimitsFile>,
    /// Who is told how it went.
    pub observability: Option<ObservabilityFile>,
    /// Hooks of the user's own.
    pub hooks: Option<HooksFile>,
}

/// Of the hooks, what is shown.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HooksFile {
    custom: Option<Vec<Value>>,
}

impl HooksFile {
    pub(super) fn names(&self) -> Vec<String> {
        let name = |hook: &Value| hook["name"].as_str().map(str::to_owned);
        self.custom.iter().flatten().filter_map(name).collect()
    }
}

/// Who may do what.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SecurityFile {
    /// Is a key or token asked for? Yes, where left out.
    pub require_auth: Option<bool>,
    /// Which pages of other origins may use the service, as `https://example.com`.
    pub allowed_origins: Option<Vec<String>>,
    /// Names under which the service is reached, beside those of this machine.
    pub allowed_hosts: Option<Vec<String>>,
    /// Below which folders a `serverPath` may be; relative to this file.
    pub allowed_roots: Option<Vec<String>>,
    /// Which programs a `server` or a `config` may start: names, or whole paths. None, where left out.
    pub allowed_commands: Option<Vec<String>>,
    /// Which installed packages may be named; `npm:*` and `pypi:*`, where left out.
    pub allowed_packages: Option<Vec<String>>,
    /// May addresses lead to this machine or its network? No, where left out.
    pub allow_private_addresses: Option<bool>,
    /// Which variables of the service's environment a config's `${VAR}` may be filled from. None, where left out.
    pub allowed_variables: Option<Vec<String>>,
    /// How servers are kept in: `auto` (where left out), `off`, `l1`, `l2`, `l3`.
    pub sandbox: Option<String>,
    /// What of it must be had, or nothing is run.
    pub require_sandbox: Option<String>,
    /// What servers see of the network: `none` (where left out; every address ends in a sinkhole) or `host`.
    pub sandbox_network: Option<String>,
    /// How tokens are checked.
    pub jwt: Option<JwtFile>,
}

/// How tokens are checked.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JwtFile {
    /// Who must have made them; `mcp-evaluator` where left out.
    pub issuer: Option<String>,
    /// For whom they must be; `api` where left out.
    pub audience: Option<String>,
    /// Where the keys of RS256 and ES256 are: an address, or a file relative to this one.
    pub jwks: Option<String>,
}

/// How much.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LimitsFile {
    /// Evaluations at once, of one worker; 5 where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent_evaluations: Option<u32>,
    /// Evaluations at once, of one key; 0, which is no limit, where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent_per_key: Option<u32>,
    /// Evaluations at once, of one server; 0, which is no limit, where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent_per_target: Option<u32>,
    /// Evaluations that wait; 1000 where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_queued: Option<u32>,
    /// Of a file of a server, in bytes; 104857600 where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_file_size: Option<u64>,
    /// Of one evaluation, in milliseconds; 300000 where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation_timeout: Option<u64>,
    /// How long evaluations are kept, in days; 90 where left out, 0 is for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention_days: Option<u32>,
    /// How long reports are kept, in hours; 168 where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report_hours: Option<u32>,
    /// Requests in an hour, by `METHOD /path`; `*` is every other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_per_hour: Option<BTreeMap<String, u32>>,
}

/// Who is told how it went.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ObservabilityFile {
    /// Is anybody? No, where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Where events are posted to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
    /// The same under its older name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

fn put<T>(to: &mut T, from: Option<T>) {
    if let Some(from) = from {
        *to = from;
    }
}

impl SecurityFile {
    pub(super) fn give(self, to: &mut Security, folder: &Path) {
        put(&mut to.require_auth, self.require_auth);
        put(&mut to.allowed_origins, self.allowed_origins);
        put(&mut to.allowed_hosts, self.allowed_hosts);
        let roots = |roots: Vec<String>| roots.iter().map(|root| folder.join(root)).collect();
        put(&mut to.allowed_roots, self.allowed_roots.map(roots));
        put(&mut to.allowed_commands, self.allowed_commands);
        put(&mut to.allowed_packages, self.allowed_packages);
        put(&mut to.allow_private_addresses, self.allow_private_addresses);
        put(&mut to.allowed_variables, self.allowed_variables);
        put(&mut to.sandbox, self.sandbox);
        to.require_sandbox = self.require_sandbox.or(to.require_sandbox.take());
        put(&mut to.sandbox_network, self.sandbox_network);
        let jwt = self.jwt.unwrap_or_default();
        put(&mut to.jwt.issuer, jwt.issuer);
        put(&mut to.jwt.audience, jwt.audience);
        let is_address = |jwks: &str| jwks.starts_with("https://") || jwks.starts_with("http://");
        let place = |jwks: String| if is_address(&jwks) { jwks } else { folder.join(jwks).display().to_string() };
        to.jwt.jwks = jwt.jwks.map(place).or(to.jwt.jwks.take());
    }
}

impl LimitsFile {
    pub(super) fn give(self, to: &mut Limits) {
        put(&mut to.max_concurrent_evaluations, self.max_concurrent_evaluations);
        put(&mut to.max_concurrent_per_key, self.max_concurrent_per_key);
        put(&mut to.max_concurrent_per_target, self.max_concurrent_per_target);
        put(&mut to.max_queued, self.max_queued);
        put(&mut to.max_file_size, self.max_file_size);
        put(&mut to.evaluation_timeout, self.evaluation_timeout);
        put(&mut to.retention_days, self.retention_days);
        put(&mut to.report_hours, self.report_hours);
        to.requests_per_hour.extend(self.requests_per_hour.unwrap_or_default());
    }
}

impl ObservabilityFile {
    pub(super) fn give(self, to: &mut Observability) {
        put(&mut to.enabled, self.enabled);
        to.endpoint = self.endpoint.or(self.url).or(to.endpoint.take());
    }
}
