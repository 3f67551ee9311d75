//! What the operator of a service decides, as its settings file says it. Every member may be left out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Who may do what with the service.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// How servers are kept in; `auto` where left out.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["auto", "off", "l1", "l2", "l3"])))]
    pub sandbox: Option<String>,
    /// What of it must be had, or nothing is run.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["l1", "l2", "l3"])))]
    pub require_sandbox: Option<String>,
    /// What servers see of the network: `none` (where left out; every address ends in a sinkhole) or `host`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["none", "host"])))]
    pub sandbox_network: Option<String>,
    /// How tokens are checked.
    pub jwt: Option<JwtFile>,
}

/// Where the service is and what it remembers; flags and variables go first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ServiceFile {
    /// Where it listens; `127.0.0.1` where left out.
    pub host: Option<String>,
    /// The port; 3457 where left out, and 0 is a free one.
    pub port: Option<u16>,
    /// The database: a SQLite file, relative to this one, or `postgres://…`.
    pub database: Option<String>,
    /// Where files of the service are; relative to this file.
    pub data_dir: Option<String>,
    /// Does `mcpvals serve` run evaluations, too? Yes, where left out.
    pub worker: Option<bool>,
    /// How long evaluations that run may go on when the service is ended, in seconds; 30 where left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600)))]
    pub drain: Option<u64>,
}

/// How tokens are checked.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct JwtFile {
    /// Who must have made them; `mcp-evaluator` where left out.
    pub issuer: Option<String>,
    /// For whom they must be; `api` where left out.
    pub audience: Option<String>,
    /// Where the keys of RS256 and ES256 are: an address, or a file relative to this one.
    pub jwks: Option<String>,
}

/// What is read and waited for at most.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LimitsFile {
    /// Evaluations at once, of one worker of the service; 5 where left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent_evaluations: Option<u32>,
    /// Evaluations at once of one key, of the service; 0, which is no limit, where left out.
    #[cfg_attr(feature = "schema", schemars(range(max = 1000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent_per_key: Option<u32>,
    /// Evaluations at once of one server, of the service; 0, which is no limit, where left out.
    #[cfg_attr(feature = "schema", schemars(range(max = 1000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent_per_target: Option<u32>,
    /// Evaluations that wait, of the service; 1000 where left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000_000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_queued: Option<u32>,
    /// No longer source file is read, in bytes; 1 MiB where left out, 100 MiB of the service.
    #[cfg_attr(feature = "schema", schemars(range(min = 1024)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_file_size: Option<u64>,
    /// How long the runtime phase may take, of the service the whole evaluation, in milliseconds; 300000 where left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1000, max = 3_600_000)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation_timeout: Option<u64>,
    /// How long the service keeps evaluations, in days; 90 where left out, 0 is for ever.
    #[cfg_attr(feature = "schema", schemars(range(max = 36_500)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retention_days: Option<u32>,
    /// How long the service keeps reports, in hours; 168 where left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 87_600)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report_hours: Option<u32>,
    /// Requests to the service in an hour, by `METHOD /path`; `*` is every other.
    #[cfg_attr(feature = "schema", schemars(extend("additionalProperties" = {"type": "integer", "minimum": 1, "maximum": 1_000_000_000})))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_per_hour: Option<BTreeMap<String, u32>>,
}
