//! What `mcp-evaluator.config.json` may say. Every member may be left out.

use mcpvals_model::{LimitsFile, SecurityFile, ServiceFile};
use schemars::JsonSchema;
use serde::Deserialize;

/// The settings of `mcpvals evaluate` and `mcpvals audit`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfigFile {
    /// The schema of this file, for editors.
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    /// How the server is spoken to.
    pub inspector: Option<Inspector>,
    /// Programs of your own that judge requirements.
    pub hooks: Option<Hooks>,
    /// How the score is made.
    pub scoring: Option<Scoring>,
    /// Who is told how it went.
    pub observability: Option<Observability>,
    /// What is in the report.
    pub reporting: Option<Reporting>,
    /// How findings are chosen.
    pub rules: Option<Rules>,
    /// Who may do what with the service; `mcpvals evaluate` does not use it.
    pub security: Option<SecurityFile>,
    /// What is read and waited for at most.
    pub limits: Option<LimitsFile>,
    /// Where the service is; `mcpvals evaluate` does not use it.
    pub service: Option<ServiceFile>,
}

/// How the server is spoken to.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Inspector {
    /// How; found out where left out.
    pub transport: Option<Transport>,
    /// The deadline of start and of one call, in milliseconds.
    #[schemars(range(min = 1000, max = 300_000))]
    pub timeout: Option<u64>,
    /// How often connecting and failed calls of readers are tried again.
    #[schemars(range(min = 0, max = 10))]
    pub retries: Option<u32>,
    /// The port of the Inspector's proxy. Kept for old files: nothing uses it.
    #[schemars(range(min = 1024, max = 65_535))]
    pub port: Option<u16>,
}

/// How a server is spoken to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Transport {
    /// On stdin and stdout.
    Stdio,
    /// HTTP with SSE, as of 2024-11-05.
    Sse,
    /// Streamable HTTP.
    Http,
}

/// Programs of your own that judge requirements.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the names of the file")]
pub struct Hooks {
    /// Are they run? Yes, where left out.
    pub enable_all: Option<bool>,
    /// Regular expressions (case does not matter) that no source file, document or text of the server may match.
    pub custom_patterns: Option<Vec<String>>,
    /// A folder whose executable files are hooks; relative to the server's folder.
    pub hooks_path: Option<String>,
    /// Hooks by name.
    pub custom: Option<Vec<CustomHook>>,
}

/// A hook.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomHook {
    /// Its name.
    #[schemars(length(min = 1))]
    pub name: String,
    /// The program; a path with `/` is relative to the server's folder.
    #[schemars(length(min = 1))]
    pub command: String,
    /// Its arguments.
    pub args: Option<Vec<String>>,
    /// How long it may take, in milliseconds; 30000 where left out.
    #[schemars(range(min = 1, max = 600_000))]
    pub timeout: Option<u64>,
    /// The requirement that it judges, where its answer names none.
    pub requirement: Option<String>,
}

/// How the score is made.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scoring {
    /// What the phases weigh; their sum is 1.
    pub weights: Option<Weights>,
    /// From where on it passes or warns.
    pub thresholds: Option<Thresholds>,
}

/// What the phases weigh.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Weights {
    /// The static phase.
    #[serde(rename = "static")]
    #[schemars(range(min = 0, max = 1))]
    pub statics: Option<f64>,
    /// The runtime phase.
    #[schemars(range(min = 0, max = 1))]
    pub runtime: Option<f64>,
}

/// From where on it passes or warns; shares of the score.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Thresholds {
    /// Passes; 0.8 where left out.
    #[schemars(range(min = 0, max = 1))]
    pub pass: Option<f64>,
    /// Warns; 0.6 where left out.
    #[schemars(range(min = 0, max = 1))]
    pub warning: Option<f64>,
}

/// Who is told how it went.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observability {
    /// Is anybody told? No, where left out.
    pub enabled: Option<bool>,
    /// The address.
    pub url: Option<String>,
    /// The same under another name.
    pub endpoint: Option<String>,
    /// Sent as a bearer token. Better: `MCP_OBSERVABILITY_API_KEY` in the environment.
    pub api_key: Option<String>,
}

/// What is in the report.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reporting {
    /// How it looks where no flag says so.
    pub format: Option<Format>,
    /// Is shown what was seen? Yes, where left out.
    pub include_evidence: Option<bool>,
    /// Is said what to do? Yes, where left out.
    pub include_recommendations: Option<bool>,
}

/// How a report looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For a terminal.
    Console,
    /// The whole document.
    Json,
    /// Markdown.
    Markdown,
    /// One page.
    Html,
    /// XML.
    Xml,
    /// SARIF.
    Sarif,
    /// JUnit.
    Junit,
}

/// How findings are chosen.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rules {
    /// Findings that somebody looked at and accepted.
    pub suppressions: Option<Vec<SuppressedRule>>,
}

/// A finding that somebody looked at and accepted.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SuppressedRule {
    /// The rule.
    #[schemars(length(min = 1))]
    pub rule: String,
    /// Only of the tool, prompt, resource or package with this name.
    pub subject: Option<String>,
    /// Why.
    #[schemars(length(min = 1))]
    pub reason: String,
}
