//! Everything else as it is shown.

use mcpvals_store::{Report, Webhook};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::settings::{Limits, Observability};
use crate::time::timestamp;

/// A report that was made.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReportView {
    /// `rpt_…`
    pub(crate) report_id: String,
    /// Of which evaluation.
    pub(crate) evaluation_id: String,
    /// How it looks.
    pub(crate) format: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) template: Option<String>,
    /// Where it is.
    pub(crate) download_url: String,
    /// From when on it is gone.
    pub(crate) expires_at: String,
    /// In bytes.
    pub(crate) size: i64,
    /// When it was made.
    pub(crate) created_at: String,
}

impl From<Report> for ReportView {
    fn from(report: Report) -> Self {
        Self {
            download_url: format!("/api/v1/reports/{}/download", report.id),
            report_id: report.id,
            evaluation_id: report.evaluation,
            format: report.format,
            template: report.template,
            expires_at: timestamp(report.expires_at),
            size: report.size,
            created_at: timestamp(report.created_at),
        }
    }
}

/// The reports that there are.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ReportList {
    /// The newest first.
    pub(crate) reports: Vec<ReportView>,
}

/// What is kept of an evaluation.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DocumentList {
    /// By name.
    pub(crate) documents: Vec<DocumentView>,
}

/// A document of an evaluation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentView {
    /// Its name.
    pub(crate) name: String,
    /// In bytes.
    pub(crate) size: i64,
    /// Where it is.
    pub(crate) url: String,
}

/// What a call of a tool came to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolTestView {
    /// `test_…`
    pub(crate) test_id: String,
    /// The tool.
    pub(crate) tool_name: String,
    /// What the call came to.
    #[schemars(extend("enum" = ["passed", "failed"]))]
    pub(crate) status: String,
    /// In milliseconds.
    pub(crate) execution_time: f64,
    /// What it answered.
    pub(crate) result: ToolAnswer,
    /// Grades, whose thresholds the reference has.
    pub(crate) validation: ToolGrades,
    /// When it was called.
    pub(crate) tested_at: String,
}

/// What a tool answered.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ToolAnswer {
    /// Is it a result that is no error?
    pub(crate) success: bool,
    /// Its structured content, else its text, else all of it; of an error its code and words.
    pub(crate) data: Value,
}

/// What to think of an answer; `none` where none came.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolGrades {
    /// Up to 500 ms, 1 s, 3 s, and more.
    #[schemars(extend("enum" = ["excellent", "good", "acceptable", "slow", "none"]))]
    pub(crate) response_time: String,
    /// Does an error say what was wrong, and is a success one?
    #[schemars(extend("enum" = ["good", "fair", "poor"]))]
    pub(crate) error_handling: String,
    /// Is the answer what the protocol and the tool's schemas promise?
    #[schemars(extend("enum" = ["valid", "invalid", "none"]))]
    pub(crate) data_format: String,
}

/// The tools of a server.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolListView {
    /// As the server lists them, in its order.
    pub(crate) tools: Vec<Value>,
    /// When they were listed.
    pub(crate) listed_at: String,
}

/// What this service can do, and its settings.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfigView {
    /// The API's.
    pub(crate) version: &'static str,
    /// The program's.
    pub(crate) mcpvals_version: &'static str,
    /// What it can do.
    pub(crate) capabilities: Capabilities,
    /// How much.
    pub(crate) limits: Limits,
    /// How servers are spoken to.
    pub(crate) supported_transports: Vec<&'static str>,
    /// How reports may look.
    pub(crate) supported_formats: Vec<&'static str>,
    /// What judges.
    pub(crate) hooks: HookNames,
    /// Who is told how it went.
    pub(crate) observability: Observability,
}

/// What it can do.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the seed's members")]
pub(crate) struct Capabilities {
    /// Look at source, documents and metadata.
    pub(crate) static_analysis: bool,
    /// Start servers and speak to them.
    pub(crate) runtime_testing: bool,
    /// Tell others how it went.
    pub(crate) observability_integration: bool,
    /// Make reports of many formats.
    pub(crate) multi_format: bool,
}

/// What judges.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct HookNames {
    /// The five that a directory asks for. Events also tell of what is judged beside them: `security-code`, `supply-chain`, `privacy`.
    pub(crate) available: Vec<&'static str>,
    /// The operator's.
    pub(crate) custom: Vec<String>,
}

/// What changed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfigUpdated {
    /// Did anything?
    pub(crate) updated: bool,
    /// `limits.maxConcurrentEvaluations: 5 → 3`
    pub(crate) changes: Vec<String>,
    /// When.
    pub(crate) applied_at: String,
}

/// Is the service well?
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health {
    /// The worst of the parts that evaluations need: the database, and what runs them.
    #[schemars(extend("enum" = ["healthy", "degraded", "unhealthy"]))]
    pub(crate) status: &'static str,
    /// The API's version.
    pub(crate) version: &'static str,
    /// In seconds.
    pub(crate) uptime: f64,
    /// Of the machine.
    pub(crate) memory: Memory,
    /// Its parts.
    pub(crate) services: Services,
    /// When it was looked at.
    pub(crate) last_check: String,
}

/// Memory, in bytes.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Memory {
    /// By this process.
    pub(crate) used: u64,
    /// Of the machine.
    pub(crate) total: u64,
    /// Of one in the other.
    pub(crate) percentage: f64,
}

/// The parts of the service: healthy, degraded, unhealthy, disabled.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Services {
    /// The store.
    pub(crate) database: &'static str,
    /// Those who run evaluations.
    pub(crate) inspector: &'static str,
    /// What judges.
    pub(crate) hooks: &'static str,
    /// Who is told how it went.
    pub(crate) observability: &'static str,
}

/// What the last day came to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MetricsView {
    /// Of all nodes.
    pub(crate) evaluations: EvaluationTotals,
    /// Of this node.
    pub(crate) performance: Performance,
    /// Of this machine, in percent.
    pub(crate) resources: Resources,
    /// `24h`
    pub(crate) period: &'static str,
    /// When it was made.
    pub(crate) generated_at: String,
}

/// Evaluations of a period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EvaluationTotals {
    /// Accepted.
    pub(crate) total: i64,
    /// Completed.
    pub(crate) completed: i64,
    /// Failed.
    pub(crate) failed: i64,
    /// 0 to 100; null where there is none.
    pub(crate) average_score: Option<f64>,
    /// In milliseconds; null where there is none.
    pub(crate) average_duration: Option<f64>,
}

/// Requests of a period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Performance {
    /// In the mean.
    pub(crate) requests_per_minute: f64,
    /// In milliseconds.
    pub(crate) response_time: Percentiles,
    /// The share that failed by our fault, 0 to 1.
    pub(crate) error_rate: f64,
}

/// Percentiles, in milliseconds.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Percentiles {
    /// Half were as fast.
    pub(crate) p50: f64,
    /// Of 100, 95.
    pub(crate) p95: f64,
    /// Of 100, 99.
    pub(crate) p99: f64,
}

/// Of the machine, in percent.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the seed's members")]
pub(crate) struct Resources {
    /// Of all processors.
    pub(crate) cpu_usage: f64,
    /// Of its memory.
    pub(crate) memory_usage: f64,
    /// Of the disk with the data.
    pub(crate) disk_usage: f64,
}

/// A webhook, without what its events are signed with.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhookView {
    /// `hook_…`
    pub(crate) id: String,
    /// Where events are sent to, with `***` instead of its query.
    pub(crate) url: String,
    /// Which.
    pub(crate) events: Vec<String>,
    /// When it was made.
    pub(crate) created_at: String,
}

impl From<Webhook> for WebhookView {
    fn from(webhook: Webhook) -> Self {
        Self { id: webhook.id, url: webhook.url, events: webhook.events, created_at: timestamp(webhook.created_at) }
    }
}

/// A webhook that was just made, with what its events are signed with.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CreatedWebhook {
    #[serde(flatten)]
    pub(crate) view: WebhookView,
    /// With what events are signed: in this answer, and never again.
    pub(crate) secret: String,
}

/// Webhooks.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct WebhookList {
    /// The oldest first.
    pub(crate) webhooks: Vec<WebhookView>,
}

/// It is gone.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Deleted {
    /// What was deleted.
    pub(crate) id: String,
    /// It was.
    pub(crate) deleted: bool,
}
