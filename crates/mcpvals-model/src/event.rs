//! The facts of a run, in order. Console, reports and stored evaluations are folds of this one stream.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::mcp::{Offer, ServerFacts};
use crate::{
    Case, CaseId, Combination, Covered, Metric, PassRate, Score, SuiteKind, SuiteName, Trace, Verdict, VerdictWord,
    Violation, Warning, WorkflowFacts,
};

/// One fact of a run.
#[derive(Debug, Clone)]
pub enum Event {
    /// The first: what will be run.
    RunStarted(RunStart),
    /// A session with a server began, or could not.
    SessionStarted(SessionStart),
    /// A case begins.
    CaseStarted(CaseId),
    /// An attempt at a case was played and graded, or a case that is not played has its verdict.
    CasePlayed(Box<Played>),
    /// A case has its verdict. In the order of the config, whatever the order in which they ended.
    CaseFinished(Box<CaseResult>),
    /// Something about the run that is in no verdict, in words: a teardown that failed. Redacted.
    Noted(String),
    /// A session ended.
    SessionFinished(Box<SessionEnd>),
    /// The last.
    RunFinished(RunEnd),
}

/// What will be run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunStart {
    /// RFC 3339, UTC.
    pub started_at: String,
    /// The config file as the user named it.
    pub config: String,
    /// The suites in the order of the config. Not in reports, which have the suites with their cases.
    #[serde(skip)]
    pub suites: Vec<SuiteStart>,
    /// The seed of everything random.
    pub seed: u64,
    /// What the user should know of the plan.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What will be run of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteStart {
    /// Its name.
    pub name: SuiteName,
    /// Its kind.
    pub kind: SuiteKind,
    /// Which workflow it plays, with which model and on which server, where the config varies them.
    pub combination: Option<Combination>,
    /// How many of its cases were selected.
    pub cases: usize,
}

/// A session with a server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionStart {
    /// Number of the session in the run, from 1.
    pub session: u64,
    /// The server's name in the plan.
    pub server: String,
    /// `stdio`, `http` or `sse`.
    pub transport: String,
    /// The client profile that was declared.
    pub profile: String,
    /// What the server said of itself; `None` where no session came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Arc<ServerFacts>>,
    /// What it offered at first.
    #[serde(skip)]
    pub offer: Arc<Offer>,
    /// Names of the tools offered at first.
    #[serde(default)]
    pub tools: Vec<String>,
    /// Why no session came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// From the start of the process (or the first connection) to the end of the first listing.
    pub ready_ms: f64,
}

/// The end of a session: what belongs to no case.
#[derive(Debug, Clone)]
pub struct SessionEnd {
    /// Number of the session in the run.
    pub session: u64,
    /// The server's name in the plan.
    pub server: String,
    /// Handshake, listing, setup and teardown of suites, what came between the cases, and the end. Redacted.
    pub trace: Arc<Trace>,
    /// What broke the protocol in it.
    pub violations: Vec<Violation>,
    /// What the server offered in it, and what the calls in its trace exercised; where coverage is asked for. Redacted.
    pub covered: Option<Arc<Covered>>,
}

/// One attempt at a case, with its redacted trace: for trace files and live views. Where a case is not played, because it is
/// skipped or nothing of it can be found out, it is one without a session, with an empty trace.
#[derive(Debug, Clone)]
pub struct Played {
    /// The case as it was played: captured values filled in, secrets redacted.
    pub case: Arc<Case>,
    /// The session in which it was played; 0 where there was none.
    pub session: u64,
    /// Which repetition, from 1.
    pub repetition: u32,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// The redacted trace.
    pub trace: Arc<Trace>,
    /// The verdict of this attempt.
    pub verdict: Verdict,
}

/// A case and its verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CaseResult {
    /// `suite/title`.
    pub id: CaseId,
    /// Its suite.
    pub suite: SuiteName,
    /// Its title.
    pub title: String,
    /// The tool that it calls, where it calls one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Where it stands in the config.
    pub place: crate::SourcePlace,
    /// How it ended.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The four metrics, over all repetitions.
    pub metrics: Vec<Metric>,
    /// Its overall score: the arithmetic mean of the metrics about which something was asserted (seed 004, 5.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// What broke the protocol in its frames.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
    /// Messages of the server's that were not checked against the protocol, since they came after the trace was full.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unchecked: u64,
    /// Of the tested call, in the attempts that counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// Every attempt of every repetition, in order; one, where nothing was repeated or retried.
    pub attempts: Vec<Attempt>,
    /// How often its repetitions passed, where there were several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass_rate: Option<PassRate>,
    /// Some attempts passed and some failed, whatever the verdict is.
    #[serde(default, skip_serializing_if = "is_false")]
    pub flaky: bool,
    /// From its start to its verdict.
    pub duration_ms: f64,
    /// What a workflow took, in each attempt that counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workflow: Vec<WorkflowFacts>,
    /// What the server answered in the attempt that counted, cut to a readable length; for reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The last lines of the server's stderr, where the case did not pass.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr_tail: String,
    /// The command that shows it again.
    pub rerun: String,
    /// What `--update-snapshots` stores: name and value.
    #[serde(skip)]
    pub snapshots: Vec<(String, serde_json::Value)>,
    /// What of the server's offer it exercised, over all attempts; where coverage is asked for. Redacted. Not in
    /// reports, which have the sum.
    #[serde(skip)]
    pub covered: Option<Arc<Covered>>,
}

impl CaseResult {
    /// Did some attempts pass and some fail, whatever became of the rest?
    pub fn is_flaky(&self) -> bool {
        self.flaky
    }
}

/// One attempt in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// Which repetition, from 1.
    pub repetition: u32,
    /// Which attempt, from 1.
    pub attempt: u32,
    /// How it ended.
    pub verdict: VerdictWord,
    /// Of the tested call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
    /// Why it did not pass, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Did a model come to no end in it ([`crate::Fault::Unfinished`])?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

impl Attempt {
    /// As it counts in a rate: a model that came to no end has not passed.
    pub fn in_a_rate(&self) -> VerdictWord {
        if self.unfinished { VerdictWord::Failed } else { self.verdict }
    }
}

/// Latencies of the tested call in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Latency {
    /// How many were measured.
    pub count: u32,
    /// The mean.
    pub mean_ms: f64,
    /// The least.
    pub min_ms: f64,
    /// Half were no longer than this.
    pub p50_ms: f64,
    /// 95 of 100 were no longer than this.
    pub p95_ms: f64,
    /// 99 of 100 were no longer than this.
    pub p99_ms: f64,
    /// The greatest.
    pub max_ms: f64,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunEnd {
    /// From the first event to the last.
    pub duration_ms: f64,
    /// Was it stopped by the user?
    pub interrupted: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
pub(crate) fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
