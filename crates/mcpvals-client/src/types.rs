//! Requests and answers. Made by `cargo xtask codegen` from `schemas/openapi.json`: change that, and not this.

#![allow(clippy::doc_markdown, clippy::struct_excessive_bools, reason = "as the service's description has it")]

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An evaluation that was just accepted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Accepted {
    /// `eval_…`
    pub id: String,
    /// `queued`
    pub status: EvaluationStatus,
    /// What is evaluated.
    #[serde(rename = "serverPath")]
    pub server_path: String,
    /// What was asked for.
    pub options: Options,
    /// Words that it is marked with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// When it was accepted.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// How long it is likely to run, in milliseconds.
    #[serde(rename = "estimatedDuration")]
    pub estimated_duration: i64,
    /// 1 is the next.
    #[serde(rename = "queuePosition")]
    pub queue_position: i64,
}

/// An evaluation that is not wanted any more.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Cancelled {
    /// `eval_…`
    pub id: String,
    /// `cancelled`
    pub status: EvaluationStatus,
    /// In words.
    pub message: String,
    /// When it ended.
    #[serde(rename = "cancelledAt")]
    pub cancelled_at: String,
}

/// What it can do.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Capabilities {
    /// Look at source, documents and metadata.
    #[serde(rename = "staticAnalysis")]
    pub static_analysis: bool,
    /// Start servers and speak to them.
    #[serde(rename = "runtimeTesting")]
    pub runtime_testing: bool,
    /// Tell others how it went.
    #[serde(rename = "observabilityIntegration")]
    pub observability_integration: bool,
    /// Make reports of many formats.
    #[serde(rename = "multiFormat")]
    pub multi_format: bool,
}

/// What is to change; what is left out stays.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfigUpdate {
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<ConfigUpdateLimits>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observability: Option<ConfigUpdateObservability>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfigUpdateLimits {
    /// Of one worker.
    #[serde(rename = "maxConcurrentEvaluations", skip_serializing_if = "Option::is_none")]
    pub max_concurrent_evaluations: Option<i64>,
    /// 0 is no limit.
    #[serde(rename = "maxConcurrentPerKey", skip_serializing_if = "Option::is_none")]
    pub max_concurrent_per_key: Option<i64>,
    /// 0 is no limit.
    #[serde(rename = "maxConcurrentPerTarget", skip_serializing_if = "Option::is_none")]
    pub max_concurrent_per_target: Option<i64>,
    /// As its name says.
    #[serde(rename = "maxQueued", skip_serializing_if = "Option::is_none")]
    pub max_queued: Option<i64>,
    /// In bytes.
    #[serde(rename = "maxFileSize", skip_serializing_if = "Option::is_none")]
    pub max_file_size: Option<i64>,
    /// Of one evaluation, in milliseconds.
    #[serde(rename = "evaluationTimeout", skip_serializing_if = "Option::is_none")]
    pub evaluation_timeout: Option<i64>,
    /// 0 is for ever.
    #[serde(rename = "retentionDays", skip_serializing_if = "Option::is_none")]
    pub retention_days: Option<i64>,
    /// As its name says.
    #[serde(rename = "reportHours", skip_serializing_if = "Option::is_none")]
    pub report_hours: Option<i64>,
    /// By `METHOD /path` as in this document; `*` is every other.
    #[serde(rename = "requestsPerHour", skip_serializing_if = "Option::is_none")]
    pub requests_per_hour: Option<BTreeMap<String, i64>>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfigUpdateObservability {
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// Without a user or password. Its query is shown as `?***`; sent back like that, the address stays as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

/// What changed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfigUpdated {
    /// Did anything?
    pub updated: bool,
    /// `limits.maxConcurrentEvaluations: 5 → 3`
    pub changes: Vec<String>,
    /// When.
    #[serde(rename = "appliedAt")]
    pub applied_at: String,
}

/// What this service can do, and its settings.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ConfigView {
    /// The API's.
    pub version: String,
    /// The program's.
    #[serde(rename = "mcpvalsVersion")]
    pub mcpvals_version: String,
    /// What it can do.
    pub capabilities: Capabilities,
    /// How much.
    pub limits: Limits,
    /// How servers are spoken to.
    #[serde(rename = "supportedTransports")]
    pub supported_transports: Vec<String>,
    /// How reports may look.
    #[serde(rename = "supportedFormats")]
    pub supported_formats: Vec<String>,
    /// What judges.
    pub hooks: HookNames,
    /// Who is told how it went.
    pub observability: Observability,
}

/// A key that was just made, with what is secret of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CreatedKey {
    /// `key_…`
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// What it asks for is begun before what others of a lesser priority ask for.
    pub priority: i64,
    /// When it was made.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// From when on it is not taken any more.
    #[serde(rename = "expiresAt", skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// When it was revoked.
    #[serde(rename = "revokedAt", skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// Is it taken now?
    pub good: bool,
    /// The key itself: in this answer, and never again.
    pub key: String,
}

/// A webhook that was just made, with what its events are signed with.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CreatedWebhook {
    /// `hook_…`
    pub id: String,
    /// Where events are sent to, with `***` instead of its query.
    pub url: String,
    /// Which.
    pub events: Vec<String>,
    /// When it was made.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// With what events are signed: in this answer, and never again.
    pub secret: String,
}

/// It is gone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Deleted {
    /// What was deleted.
    pub id: String,
    /// It was.
    pub deleted: bool,
}

/// What is kept of an evaluation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DocumentList {
    /// By name.
    pub documents: Vec<DocumentView>,
}

/// A document of an evaluation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DocumentView {
    /// Its name.
    pub name: String,
    /// In bytes.
    pub size: i64,
    /// Where it is.
    pub url: String,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EvaluationList {
    /// The page.
    pub evaluations: Vec<ListedEvaluation>,
    /// Where it is in the list.
    pub pagination: Pagination,
    /// What was asked for.
    pub filters: Filters,
}

/// What is evaluated, and how. One of `serverPath`, `server` and `config` is needed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EvaluationRequest {
    /// A folder or file below an allowed root, the address of a server, or an installed package (`npm:NAME`, `pypi:NAME`).
    #[serde(rename = "serverPath", skip_serializing_if = "Option::is_none")]
    pub server_path: Option<String>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<EvaluationRequestOptions>,
    /// A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Server>,
    /// A whole config of mcpvals, as JSON: its suites and workflows are played instead of the two phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Map<String, Value>>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EvaluationRequestOptions {
    /// How the server is spoken to; found out where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<EvaluationRequestOptionsTransport>,
    /// Look at source, documents and metadata.
    #[serde(rename = "runStatic", skip_serializing_if = "Option::is_none")]
    pub run_static: Option<bool>,
    /// Start the server and speak to it.
    #[serde(rename = "runRuntime", skip_serializing_if = "Option::is_none")]
    pub run_runtime: Option<bool>,
    /// Of one call, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<i64>,
    /// How often connecting, and calls that only read, are tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<i64>,
    /// Words that the evaluation is marked with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
}

/// How the server is spoken to; found out where left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EvaluationRequestOptionsTransport {
    /// `stdio`
    #[default]
    #[serde(rename = "stdio")]
    Stdio,
    /// `sse`
    #[serde(rename = "sse")]
    Sse,
    /// `http`
    #[serde(rename = "http")]
    Http,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for EvaluationRequestOptionsTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdio => "stdio",
            Self::Sse => "sse",
            Self::Http => "http",
            Self::Other(word) => word,
        })
    }
}

/// How an evaluation stands.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum EvaluationStatus {
    /// `queued`
    #[default]
    #[serde(rename = "queued")]
    Queued,
    /// `running`
    #[serde(rename = "running")]
    Running,
    /// `completed`
    #[serde(rename = "completed")]
    Completed,
    /// `failed`
    #[serde(rename = "failed")]
    Failed,
    /// `cancelled`
    #[serde(rename = "cancelled")]
    Cancelled,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for EvaluationStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Other(word) => word,
        })
    }
}

/// How many requirements came out how.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EvaluationSummary {
    /// Passed.
    pub passed: i64,
    /// Warned.
    pub warned: i64,
    /// Failed.
    pub failed: i64,
    /// Could not be judged; absent in documents of before.
    #[serde(rename = "notJudged")]
    pub not_judged: i64,
}

/// Evaluations of a period.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EvaluationTotals {
    /// Accepted.
    pub total: i64,
    /// Completed.
    pub completed: i64,
    /// Failed.
    pub failed: i64,
    /// 0 to 100; null where there is none.
    #[serde(rename = "averageScore", skip_serializing_if = "Option::is_none")]
    pub average_score: Option<f64>,
    /// In milliseconds; null where there is none.
    #[serde(rename = "averageDuration", skip_serializing_if = "Option::is_none")]
    pub average_duration: Option<f64>,
}

/// An evaluation as it stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct EvaluationView {
    /// `eval_…`
    pub id: String,
    /// queued, running, completed, failed, cancelled
    pub status: EvaluationStatus,
    /// What is evaluated.
    #[serde(rename = "serverPath")]
    pub server_path: String,
    /// What was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Options>,
    /// Words that it is marked with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Which phase it is in, and how far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// What goes on.
    #[serde(rename = "currentTask", skip_serializing_if = "Option::is_none")]
    pub current_task: Option<String>,
    /// When it was accepted.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// When it was begun for the last time.
    #[serde(rename = "startedAt", skip_serializing_if = "Option::is_none")]
    pub started_at: Option<String>,
    /// When anything of it changed.
    #[serde(rename = "updatedAt")]
    pub updated_at: String,
    /// When it ended.
    #[serde(rename = "completedAt", skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// When it is likely to end.
    #[serde(rename = "estimatedCompletion", skip_serializing_if = "Option::is_none")]
    pub estimated_completion: Option<String>,
    /// 1 is the next; while it waits.
    #[serde(rename = "queuePosition", skip_serializing_if = "Option::is_none")]
    pub queue_position: Option<i64>,
    /// How often it was begun, where that is more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<i64>,
    /// 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// From its begin to its end, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<i64>,
    /// How many requirements came out how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<EvaluationSummary>,
    /// What was found; while it runs, so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Results>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RunError>,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Filters {
    /// In this state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// With all of these.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Of this path.
    #[serde(rename = "serverPath", skip_serializing_if = "Option::is_none")]
    pub server_path: Option<String>,
    /// `2024-01-01T00:00:00Z to 2024-01-03T23:59:59Z`; an end that was not given is left out.
    #[serde(rename = "dateRange", skip_serializing_if = "Option::is_none")]
    pub date_range: Option<String>,
}

/// Is the service well?
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Health {
    /// The worst of the parts that evaluations need: the database, and what runs them.
    pub status: HealthStatus,
    /// The API's version.
    pub version: String,
    /// In seconds.
    pub uptime: f64,
    /// Of the machine.
    pub memory: Memory,
    /// Its parts.
    pub services: Services,
    /// When it was looked at.
    #[serde(rename = "lastCheck")]
    pub last_check: String,
}

/// The worst of the parts that evaluations need: the database, and what runs them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum HealthStatus {
    /// `healthy`
    #[default]
    #[serde(rename = "healthy")]
    Healthy,
    /// `degraded`
    #[serde(rename = "degraded")]
    Degraded,
    /// `unhealthy`
    #[serde(rename = "unhealthy")]
    Unhealthy,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for HealthStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Healthy => "healthy",
            Self::Degraded => "degraded",
            Self::Unhealthy => "unhealthy",
            Self::Other(word) => word,
        })
    }
}

/// What judges.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HookNames {
    /// The five that a directory asks for. Events also tell of what is judged beside them: `security-code`, `supply-chain`, `privacy`.
    pub available: Vec<String>,
    /// The operator's.
    pub custom: Vec<String>,
}

/// What one of the user's hooks says of a requirement.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HookVerdict {
    /// The hook's name.
    pub name: String,
    /// What it says.
    pub status: RequirementStatus,
    /// What it saw, in its own words; empty where evidence was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Vec<String>>,
    /// Why it could not be run, or gave no answer; absent where it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// The keys that there are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KeyList {
    /// The newest first.
    pub keys: Vec<KeyView>,
}

/// A key to be made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KeyRequest {
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<KeyRequestScopes>,
    /// After so many days it is not taken any more; without it, for ever.
    #[serde(rename = "expiresInDays", skip_serializing_if = "Option::is_none")]
    pub expires_in_days: Option<i64>,
    /// What it asks for is begun before what others of a lesser priority ask for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<i64>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum KeyRequestScopes {
    /// `evaluate:read`
    #[default]
    #[serde(rename = "evaluate:read")]
    EvaluateRead,
    /// `evaluate:write`
    #[serde(rename = "evaluate:write")]
    EvaluateWrite,
    /// `evaluate:export`
    #[serde(rename = "evaluate:export")]
    EvaluateExport,
    /// `evaluate:admin`
    #[serde(rename = "evaluate:admin")]
    EvaluateAdmin,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for KeyRequestScopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EvaluateRead => "evaluate:read",
            Self::EvaluateWrite => "evaluate:write",
            Self::EvaluateExport => "evaluate:export",
            Self::EvaluateAdmin => "evaluate:admin",
            Self::Other(word) => word,
        })
    }
}

/// A key, without what is secret of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KeyView {
    /// `key_…`
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<String>,
    /// What it asks for is begun before what others of a lesser priority ask for.
    pub priority: i64,
    /// When it was made.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// From when on it is not taken any more.
    #[serde(rename = "expiresAt", skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// When it was revoked.
    #[serde(rename = "revokedAt", skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<String>,
    /// Is it taken now?
    pub good: bool,
}

/// Something that was not looked at or not tried.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LeftOut {
    /// What.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// How much.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Evaluations at once, of one worker.
    #[serde(rename = "maxConcurrentEvaluations")]
    pub max_concurrent_evaluations: i64,
    /// Evaluations at once, of one key; 0 is no limit.
    #[serde(rename = "maxConcurrentPerKey")]
    pub max_concurrent_per_key: i64,
    /// Evaluations at once, of one server; 0 is no limit.
    #[serde(rename = "maxConcurrentPerTarget")]
    pub max_concurrent_per_target: i64,
    /// Evaluations that wait.
    #[serde(rename = "maxQueued")]
    pub max_queued: i64,
    /// Of a file of a server, in bytes.
    #[serde(rename = "maxFileSize")]
    pub max_file_size: i64,
    /// Of one evaluation, in milliseconds.
    #[serde(rename = "evaluationTimeout")]
    pub evaluation_timeout: i64,
    /// How long evaluations are kept, in days; 0 is for ever.
    #[serde(rename = "retentionDays")]
    pub retention_days: i64,
    /// How long reports are kept, in hours.
    #[serde(rename = "reportHours")]
    pub report_hours: i64,
    /// Requests in an hour, by `METHOD /path`; `*` is every other.
    #[serde(rename = "requestsPerHour")]
    pub requests_per_hour: BTreeMap<String, i64>,
}

/// An evaluation in a list.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ListedEvaluation {
    /// `eval_…`
    pub id: String,
    /// queued, running, completed, failed, cancelled
    pub status: EvaluationStatus,
    /// What is evaluated.
    #[serde(rename = "serverPath")]
    pub server_path: String,
    /// 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// When it was accepted.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// When anything of it changed.
    #[serde(rename = "updatedAt")]
    pub updated_at: String,
    /// When it ended.
    #[serde(rename = "completedAt", skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<String>,
    /// From its begin to its end, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<i64>,
    /// Words that it is marked with.
    pub tags: Vec<String>,
}

/// Memory, in bytes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// By this process.
    pub used: i64,
    /// Of the machine.
    pub total: i64,
    /// Of one in the other.
    pub percentage: f64,
}

/// What the last day came to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MetricsView {
    /// Of all nodes.
    pub evaluations: EvaluationTotals,
    /// Of this node.
    pub performance: Performance2,
    /// Of this machine, in percent.
    pub resources: Resources,
    /// `24h`
    pub period: String,
    /// When it was made.
    #[serde(rename = "generatedAt")]
    pub generated_at: String,
}

/// Who is told how it went.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Observability {
    /// Is anybody?
    pub enabled: bool,
    /// Where events are posted to; shown with `***` instead of its query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

/// How it is evaluated, as the seed has it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// stdio, sse, http
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<String>,
    /// Look at source, documents and metadata.
    #[serde(rename = "runStatic", skip_serializing_if = "Option::is_none")]
    pub run_static: Option<bool>,
    /// Start the server and speak to it.
    #[serde(rename = "runRuntime", skip_serializing_if = "Option::is_none")]
    pub run_runtime: Option<bool>,
    /// Of one call, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<i64>,
    /// How often connecting, and calls that only read, are tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<i64>,
}

/// Where a page is in its list.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pagination {
    /// How many there are.
    pub total: i64,
    /// Are there more than `total`? They were not counted.
    #[serde(rename = "totalIsAtLeast", skip_serializing_if = "Option::is_none")]
    pub total_is_at_least: Option<bool>,
    /// How many a page has at most.
    pub limit: i64,
    /// How many are before this page.
    pub offset: i64,
    /// Is there a page after this one?
    #[serde(rename = "hasNext")]
    pub has_next: bool,
    /// Is there a page before this one?
    #[serde(rename = "hasPrev")]
    pub has_prev: bool,
}

/// Percentiles, in milliseconds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Percentiles {
    /// Half were as fast.
    pub p50: f64,
    /// Of 100, 95.
    pub p95: f64,
    /// Of 100, 99.
    pub p99: f64,
}

/// How fast it is; times in milliseconds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Performance {
    /// From the start to the end of the handshake.
    pub startup: f64,
    /// Of `tools/list`, the least.
    pub min: f64,
    /// The mean.
    pub avg: f64,
    /// The greatest.
    pub max: f64,
    /// How often.
    pub count: i64,
    /// What the mean came to.
    pub status: RuntimeStatus,
}

/// Requests of a period.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Performance2 {
    /// In the mean.
    #[serde(rename = "requestsPerMinute")]
    pub requests_per_minute: f64,
    /// In milliseconds.
    #[serde(rename = "responseTime")]
    pub response_time: Percentiles,
    /// The share that failed by our fault, 0 to 1.
    #[serde(rename = "errorRate")]
    pub error_rate: f64,
}

/// A phase of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Phase {
    /// Source and metadata.
    #[default]
    #[serde(rename = "static")]
    Static,
    /// The running server.
    #[serde(rename = "runtime")]
    Runtime,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Static => "static",
            Self::Runtime => "runtime",
            Self::Other(word) => word,
        })
    }
}

/// How far an evaluation is. At its end, what is completed of each phase is its total.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The phase that goes on; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Requirements and hooks.
    #[serde(rename = "static")]
    pub statics: Tally,
    /// Tests.
    pub runtime: Tally,
    /// What goes on, for people; absent before anything does.
    #[serde(rename = "currentTask", skip_serializing_if = "Option::is_none")]
    pub current_task: Option<String>,
}

/// The reports that there are.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportList {
    /// The newest first.
    pub reports: Vec<ReportView>,
}

/// How a report looks, and what is in it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportRequest {
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ReportRequestFormat>,
    /// For whom: a directory, the makers, a merge request. Of JSON, XML, SARIF and JUnit `ci` has only what did not come as expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<ReportRequestTemplate>,
    /// What was seen.
    #[serde(rename = "includeEvidence", skip_serializing_if = "Option::is_none")]
    pub include_evidence: Option<bool>,
    /// What to do.
    #[serde(rename = "includeRecommendations", skip_serializing_if = "Option::is_none")]
    pub include_recommendations: Option<bool>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ReportRequestFormat {
    /// `json`
    #[default]
    #[serde(rename = "json")]
    Json,
    /// `markdown`
    #[serde(rename = "markdown")]
    Markdown,
    /// `html`
    #[serde(rename = "html")]
    Html,
    /// `xml`
    #[serde(rename = "xml")]
    Xml,
    /// `sarif`
    #[serde(rename = "sarif")]
    Sarif,
    /// `junit`
    #[serde(rename = "junit")]
    Junit,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ReportRequestFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Xml => "xml",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Other(word) => word,
        })
    }
}

/// For whom: a directory, the makers, a merge request. Of JSON, XML, SARIF and JUnit `ci` has only what did not come as expected.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ReportRequestTemplate {
    /// `submission`
    #[default]
    #[serde(rename = "submission")]
    Submission,
    /// `summary`
    #[serde(rename = "summary")]
    Summary,
    /// `ci`
    #[serde(rename = "ci")]
    Ci,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ReportRequestTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Submission => "submission",
            Self::Summary => "summary",
            Self::Ci => "ci",
            Self::Other(word) => word,
        })
    }
}

/// A report that was made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportView {
    /// `rpt_…`
    #[serde(rename = "reportId")]
    pub report_id: String,
    /// Of which evaluation.
    #[serde(rename = "evaluationId")]
    pub evaluation_id: String,
    /// How it looks.
    pub format: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<String>,
    /// Where it is.
    #[serde(rename = "downloadUrl")]
    pub download_url: String,
    /// From when on it is gone.
    #[serde(rename = "expiresAt")]
    pub expires_at: String,
    /// In bytes.
    pub size: i64,
    /// When it was made.
    #[serde(rename = "createdAt")]
    pub created_at: String,
}

/// What a server is held to: the five requirements of the directory, and those beyond.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Requirement {
    /// It does what it says, no less and no more.
    #[default]
    #[serde(rename = "functionality-match")]
    FunctionalityMatch,
    /// It says nothing to the model that its user does not see, and nothing about other software.
    #[serde(rename = "prompt-injection")]
    PromptInjection,
    /// Its tools' names say what they do, and are nobody else's.
    #[serde(rename = "tool-naming")]
    ToolNaming,
    /// At least three examples, which work.
    #[serde(rename = "working-examples")]
    WorkingExamples,
    /// What goes wrong is told in words that help.
    #[serde(rename = "error-handling")]
    ErrorHandling,
    /// What a caller says reaches nothing dangerous.
    #[serde(rename = "security-code")]
    SecurityCode,
    /// What it is made of is known, pinned and licensed.
    #[serde(rename = "supply-chain")]
    SupplyChain,
    /// It takes no more than it needs, and says what it takes.
    #[serde(rename = "privacy")]
    Privacy,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FunctionalityMatch => "functionality-match",
            Self::PromptInjection => "prompt-injection",
            Self::ToolNaming => "tool-naming",
            Self::WorkingExamples => "working-examples",
            Self::ErrorHandling => "error-handling",
            Self::SecurityCode => "security-code",
            Self::SupplyChain => "supply-chain",
            Self::Privacy => "privacy",
            Self::Other(word) => word,
        })
    }
}

/// What came of one requirement. Its title is the key under which it stands.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RequirementResult {
    /// Which; absent for a custom hook's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requirement: Option<Requirement>,
    /// 0 to 1; absent where it could not be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Pass, warn, fail, or that it could not be judged.
    pub status: RequirementStatus,
    /// What was seen, good and bad.
    pub evidence: Vec<String>,
    /// What to do.
    pub recommendations: Vec<String>,
    /// What the user's hooks say of it, each by its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hooks: Option<Vec<HookVerdict>>,
}

/// How a requirement came out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RequirementStatus {
    /// It holds.
    #[default]
    #[serde(rename = "pass")]
    Pass,
    /// It holds, but for something.
    #[serde(rename = "warn")]
    Warn,
    /// It does not.
    #[serde(rename = "fail")]
    Fail,
    /// There was nothing to judge it by.
    #[serde(rename = "need-more-info")]
    NeedMoreInfo,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for RequirementStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
            Self::NeedMoreInfo => "need-more-info",
            Self::Other(word) => word,
        })
    }
}

/// Of the machine, in percent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Resources {
    /// Of all processors.
    #[serde(rename = "cpuUsage")]
    pub cpu_usage: f64,
    /// Of its memory.
    #[serde(rename = "memoryUsage")]
    pub memory_usage: f64,
    /// Of the disk with the data.
    #[serde(rename = "diskUsage")]
    pub disk_usage: f64,
}

/// What each phase found.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Results {
    /// By title, as `Functionality Match`; absent where the phase was not run.
    #[serde(rename = "static", skip_serializing_if = "Option::is_none")]
    pub statics: Option<BTreeMap<String, RequirementResult>>,
    /// Absent where the phase was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime: Option<RuntimeResults>,
}

/// Why an evaluation failed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RunError {
    /// A code of the API.
    pub code: String,
    /// In one line.
    pub message: String,
    /// What there is to say beside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
}

/// What the running server did, test by test.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RuntimeResults {
    /// 0 to 1; absent where nothing could be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// Why the server could not be reached; nothing else is here then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
    /// The protocol revision that was spoken.
    #[serde(rename = "protocolVersion", skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<String>,
    /// One for each tool, in the server's order.
    #[serde(rename = "toolTests")]
    pub tool_tests: Vec<ToolTest>,
    /// One for each resource that was read.
    #[serde(rename = "resourceTests")]
    pub resource_tests: Vec<TestedItem>,
    /// One for each prompt that was got.
    #[serde(rename = "promptTests")]
    pub prompt_tests: Vec<TestedItem>,
    /// What the server does with what is wrong: unknown tools, methods, arguments.
    #[serde(rename = "errorTests")]
    pub error_tests: Vec<RuntimeTest>,
    /// What the documentation shows, tried.
    #[serde(rename = "exampleTests")]
    pub example_tests: Vec<RuntimeTest>,
    /// What can be looked at without an attack: leaks, changing lists, what it asks its client for.
    #[serde(rename = "securityTests")]
    pub security_tests: Vec<RuntimeTest>,
    /// How fast it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance: Option<Performance>,
    /// Tools that were not called, and why.
    #[serde(rename = "leftOut")]
    pub left_out: Vec<LeftOut>,
}

/// How a test went.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RuntimeStatus {
    /// As expected.
    #[default]
    #[serde(rename = "passed")]
    Passed,
    /// Not as a good server would, and usable all the same.
    #[serde(rename = "warned")]
    Warned,
    /// Not as expected.
    #[serde(rename = "failed")]
    Failed,
    /// Not tried.
    #[serde(rename = "skipped")]
    Skipped,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for RuntimeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Passed => "passed",
            Self::Warned => "warned",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Other(word) => word,
        })
    }
}

/// One thing tried.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RuntimeTest {
    /// What was tried, stable, in kebab case, for example `missing-required`.
    pub test: String,
    /// How it went.
    pub status: RuntimeStatus,
    /// What was expected, in words.
    pub expected: String,
    /// What came, in words.
    pub actual: String,
    /// In milliseconds.
    #[serde(rename = "responseTime", skip_serializing_if = "Option::is_none")]
    pub response_time: Option<f64>,
    /// The command that shows it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerun: Option<String>,
}

/// A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Server {
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<ServerTransport>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<String>>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub env: Option<BTreeMap<String, String>>,
    /// Where it starts, below an allowed root; the folder of `serverPath` where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<BTreeMap<String, String>>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ServerTransport {
    /// `stdio`
    #[default]
    #[serde(rename = "stdio")]
    Stdio,
    /// `sse`
    #[serde(rename = "sse")]
    Sse,
    /// `http`
    #[serde(rename = "http")]
    Http,
    /// `shttp`
    #[serde(rename = "shttp")]
    Shttp,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ServerTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdio => "stdio",
            Self::Sse => "sse",
            Self::Http => "http",
            Self::Shttp => "shttp",
            Self::Other(word) => word,
        })
    }
}

/// The parts of the service: healthy, degraded, unhealthy, disabled.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Services {
    /// The store.
    pub database: String,
    /// Those who run evaluations.
    pub inspector: String,
    /// What judges.
    pub hooks: String,
    /// Who is told how it went.
    pub observability: String,
}

/// How far a phase is: `passed` and `failed` together are at most `completed` (the others warn, are skipped or could not be
/// judged), and that is at most `total`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Tally {
    /// How many there will be, as far as is known.
    pub total: i64,
    /// How many are done.
    pub completed: i64,
    /// How many of them passed.
    pub passed: i64,
    /// How many of them failed.
    pub failed: i64,
}

/// A resource or prompt, and what came of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TestedItem {
    /// URI or name.
    pub name: String,
    /// What was tried, stable, in kebab case, for example `missing-required`.
    pub test: String,
    /// How it went.
    pub status: RuntimeStatus,
    /// What was expected, in words.
    pub expected: String,
    /// What came, in words.
    pub actual: String,
    /// In milliseconds.
    #[serde(rename = "responseTime", skip_serializing_if = "Option::is_none")]
    pub response_time: Option<f64>,
    /// The command that shows it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerun: Option<String>,
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolAnswer {
    /// Is it a result that is no error?
    pub success: bool,
    /// Its structured content, else its text, else all of it; of an error its code and words.
    pub data: Value,
}

/// What to think of an answer; `none` where none came.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolGrades {
    /// Up to 500 ms, 1 s, 3 s, and more.
    #[serde(rename = "responseTime")]
    pub response_time: ToolGradesResponseTime,
    /// Does an error say what was wrong, and is a success one?
    #[serde(rename = "errorHandling")]
    pub error_handling: ToolGradesErrorHandling,
    /// Is the answer what the protocol and the tool's schemas promise?
    #[serde(rename = "dataFormat")]
    pub data_format: ToolGradesDataFormat,
}

/// Is the answer what the protocol and the tool's schemas promise?
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolGradesDataFormat {
    /// `valid`
    #[default]
    #[serde(rename = "valid")]
    Valid,
    /// `invalid`
    #[serde(rename = "invalid")]
    Invalid,
    /// `none`
    #[serde(rename = "none")]
    None,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ToolGradesDataFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::None => "none",
            Self::Other(word) => word,
        })
    }
}

/// Does an error say what was wrong, and is a success one?
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolGradesErrorHandling {
    /// `good`
    #[default]
    #[serde(rename = "good")]
    Good,
    /// `fair`
    #[serde(rename = "fair")]
    Fair,
    /// `poor`
    #[serde(rename = "poor")]
    Poor,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ToolGradesErrorHandling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Good => "good",
            Self::Fair => "fair",
            Self::Poor => "poor",
            Self::Other(word) => word,
        })
    }
}

/// Up to 500 ms, 1 s, 3 s, and more.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolGradesResponseTime {
    /// `excellent`
    #[default]
    #[serde(rename = "excellent")]
    Excellent,
    /// `good`
    #[serde(rename = "good")]
    Good,
    /// `acceptable`
    #[serde(rename = "acceptable")]
    Acceptable,
    /// `slow`
    #[serde(rename = "slow")]
    Slow,
    /// `none`
    #[serde(rename = "none")]
    None,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ToolGradesResponseTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Excellent => "excellent",
            Self::Good => "good",
            Self::Acceptable => "acceptable",
            Self::Slow => "slow",
            Self::None => "none",
            Self::Other(word) => word,
        })
    }
}

/// A server whose tools are wanted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolListRequest {
    /// As for evaluations.
    #[serde(rename = "serverPath", skip_serializing_if = "Option::is_none")]
    pub server_path: Option<String>,
    /// A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Server>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<ToolListRequestTransport>,
    /// Of start and list, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<i64>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolListRequestTransport {
    /// `stdio`
    #[default]
    #[serde(rename = "stdio")]
    Stdio,
    /// `sse`
    #[serde(rename = "sse")]
    Sse,
    /// `http`
    #[serde(rename = "http")]
    Http,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ToolListRequestTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdio => "stdio",
            Self::Sse => "sse",
            Self::Http => "http",
            Self::Other(word) => word,
        })
    }
}

/// The tools of a server.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolListView {
    /// As the server lists them, in its order.
    pub tools: Vec<Value>,
    /// When they were listed.
    #[serde(rename = "listedAt")]
    pub listed_at: String,
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolResult {
    /// No error of the protocol, and no `isError`.
    pub success: bool,
    /// What came, cut short.
    pub data: Value,
}

/// One tool, and what was tried with it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolTest {
    /// The tool.
    pub name: String,
    /// Failed where one test failed; skipped where none was played.
    pub status: RuntimeStatus,
    /// Of the first call with good arguments, in milliseconds.
    #[serde(rename = "responseTime", skip_serializing_if = "Option::is_none")]
    pub response_time: Option<f64>,
    /// What that call came to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ToolResult>,
    /// What was tried.
    pub tests: Vec<RuntimeTest>,
}

/// A tool of a server, and what it is called with.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolTestRequest {
    /// As for evaluations.
    #[serde(rename = "serverPath", skip_serializing_if = "Option::is_none")]
    pub server_path: Option<String>,
    /// As its name says.
    #[serde(rename = "toolName")]
    pub tool_name: String,
    /// Made from the tool's schema where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Map<String, Value>>,
    /// A server as a config has it, instead of the start that is found in `serverPath`. What it may start is decided by the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Server>,
    /// As its name says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<ToolTestRequestTransport>,
    /// Of start and call, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<i64>,
}

/// As its name says.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolTestRequestTransport {
    /// `stdio`
    #[default]
    #[serde(rename = "stdio")]
    Stdio,
    /// `sse`
    #[serde(rename = "sse")]
    Sse,
    /// `http`
    #[serde(rename = "http")]
    Http,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ToolTestRequestTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdio => "stdio",
            Self::Sse => "sse",
            Self::Http => "http",
            Self::Other(word) => word,
        })
    }
}

/// What a call of a tool came to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolTestView {
    /// `test_…`
    #[serde(rename = "testId")]
    pub test_id: String,
    /// The tool.
    #[serde(rename = "toolName")]
    pub tool_name: String,
    /// What the call came to.
    pub status: ToolTestViewStatus,
    /// In milliseconds.
    #[serde(rename = "executionTime")]
    pub execution_time: f64,
    /// What it answered.
    pub result: ToolAnswer,
    /// Grades, whose thresholds the reference has.
    pub validation: ToolGrades,
    /// When it was called.
    #[serde(rename = "testedAt")]
    pub tested_at: String,
}

/// What the call came to.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ToolTestViewStatus {
    /// `passed`
    #[default]
    #[serde(rename = "passed")]
    Passed,
    /// `failed`
    #[serde(rename = "failed")]
    Failed,
    /// What this version does not know.
    #[serde(untagged)]
    Other(String),
}

impl fmt::Display for ToolTestViewStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Other(word) => word,
        })
    }
}

/// Webhooks.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookList {
    /// The oldest first.
    pub webhooks: Vec<WebhookView>,
}

/// Where events are sent to. Each is a POST of the event as the WebSocket tells it, signed in `X-Mcpvals-Signature`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookRequest {
    /// As its name says.
    pub url: String,
    /// As for `subscribe` of the WebSocket: full names, groups (`hook:*`), and short names (`completed` is `evaluation:completed`); all where left out. `system:status` is not kept, and not sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<String>>,
}

/// A webhook, without what its events are signed with.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookView {
    /// `hook_…`
    pub id: String,
    /// Where events are sent to, with `***` instead of its query.
    pub url: String,
    /// Which.
    pub events: Vec<String>,
    /// When it was made.
    #[serde(rename = "createdAt")]
    pub created_at: String,
}
