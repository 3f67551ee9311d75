//! What a server came to against its requirements: the document of `mcpvals audit` and `mcpvals evaluate`.

mod event;
mod progress;
mod requirement;
mod runtime;
mod sandbox;
mod subject;

use serde::{Deserialize, Serialize};

use crate::{Finding, Requirement};

pub use event::{EvaluationEvent, EvaluationFault, TestGroup};
pub use progress::{Progress, Tally};
pub use requirement::{HookVerdict, RequirementResult, RequirementStatus};
pub use runtime::{LeftOut, Performance, RuntimeResults, RuntimeStatus, RuntimeTest, TestedItem, ToolResult, ToolTest};
pub use sandbox::{BaitOpened, Egress, SandboxFacts, SandboxGuarantee, SandboxLevel};
pub use subject::{AuditedTool, EvaluatedServer, FoundStart, Looked, Particulars, Said, ToolFacts};

/// Counts up when a reader of the document would have to change.
pub const EVALUATION_VERSION: u32 = 1;

/// One evaluation. The same input gives the same document, but for `runtime`, which is measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Evaluation {
    /// [`EVALUATION_VERSION`].
    pub format_version: u32,
    /// Our version.
    pub mcpvals_version: String,
    /// What was evaluated.
    pub server: EvaluatedServer,
    /// 0 to 100, one decimal.
    pub score: f64,
    /// Against the thresholds; a phase or requirement that could not be judged is no pass.
    pub status: EvaluationStatus,
    /// Above 60, 75 and 90; none with a finding that is critical.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certification: Option<Certification>,
    /// How the score was made.
    pub formula: Formula,
    /// How many requirements came out how.
    pub summary: EvaluationSummary,
    /// What each phase found.
    pub results: Results,
    /// What to do, the most urgent first.
    pub recommendations: Vec<Recommendation>,
    /// The tools in the order of the input, with what is wrong with each.
    pub tools: Vec<AuditedTool>,
    /// All other findings, the worst first.
    pub findings: Vec<Finding>,
    /// The rules that are named above.
    pub rules: Vec<RuleFacts>,
    /// Words that the user marks it with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// In which sandbox the server ran; absent where in none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<SandboxFacts>,
    /// The command that makes this document again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerun: Option<String>,
    /// What was not looked at, and why: limits, languages, files that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// What each phase found.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// By title, as `Functionality Match`; absent where the phase was not run.
    #[serde(rename = "static", default, skip_serializing_if = "Option::is_none", with = "requirement::by_title")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<std::collections::BTreeMap<String, RequirementResult>>"))]
    pub requirements: Option<Vec<RequirementResult>>,
    /// Absent where the phase was not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<RuntimeResults>,
}

/// Against the thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EvaluationStatus {
    /// Ready.
    Pass,
    /// Not far from it.
    Warn,
    /// Not ready.
    Fail,
}

/// A level, by score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Certification {
    /// From 60.
    Bronze,
    /// From 75.
    Silver,
    /// From 90.
    Gold,
}

/// How the score was made, so that it can be made again by hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Formula {
    /// What the static phase weighs, 0 to 1.
    pub static_weight: f64,
    /// What the runtime phase weighs, 0 to 1.
    pub runtime_weight: f64,
    /// From this share of the score on it passes, 0 to 1.
    pub pass: f64,
    /// From this share on it warns, 0 to 1.
    pub warning: f64,
    /// The static phase's score, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub static_score: Option<f64>,
    /// The runtime phase's score, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime_score: Option<f64>,
}

/// How many requirements came out how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EvaluationSummary {
    /// Passed.
    pub passed: usize,
    /// Warned.
    pub warned: usize,
    /// Failed.
    pub failed: usize,
    /// Could not be judged; absent in documents of before.
    #[serde(default)]
    pub not_judged: usize,
}

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Recommendation {
    /// How urgent.
    pub priority: Priority,
    /// Which phase says so.
    pub category: Phase,
    /// For which requirement; absent where for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requirement: Option<Requirement>,
    /// What is wrong, and where.
    pub issue: String,
    /// What to do.
    pub recommendation: String,
}

/// How urgent, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Before anything else.
    Critical,
    /// Before it is submitted.
    High,
    /// Soon.
    Medium,
    /// When there is time.
    Low,
}

/// A phase of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Source and metadata.
    Static,
    /// The running server.
    Runtime,
}

/// A [`Rule`](crate::Rule) as it stands in a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuleFacts {
    /// Its name.
    pub id: String,
    /// What it belongs to.
    pub requirement: Requirement,
    /// How bad it is, as a rule.
    pub severity: crate::Severity,
    /// What is wrong.
    pub title: String,
    /// Why it matters.
    pub why: String,
    /// What to do about it.
    pub remedy: String,
    /// Where it stands.
    pub references: Vec<String>,
}

impl From<&crate::Rule> for RuleFacts {
    fn from(rule: &crate::Rule) -> Self {
        Self {
            id: rule.id.to_owned(),
            requirement: rule.requirement,
            severity: rule.severity,
            title: rule.title.to_owned(),
            why: rule.why.to_owned(),
            remedy: rule.remedy.to_owned(),
            references: rule.references.iter().map(|reference| (*reference).to_owned()).collect(),
        }
    }
}
