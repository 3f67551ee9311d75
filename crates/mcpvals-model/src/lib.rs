//! The words of mcpvals: one type per noun, data only.
//!
//! A [`Plan`] holds [`Suite`]s of [`Case`]s. Playing a case gives a [`Trace`]; grading it gives a [`Verdict`];
//! what happened is told as [`Event`]s, and a [`Report`] is the fold of a run's events. Nothing in here touches
//! a file, a socket or a clock.

mod agreement;
mod auth;
mod cassette;
mod comparison;
mod completion;
mod coverage;
mod evaluation;
mod event;
mod event_stream;
mod expect;
mod finding;
mod id;
pub mod json;
mod judge;
mod llm;
mod matrix;
pub mod mcp;
mod metric;
mod oauth;
mod operator;
mod paired;
mod peer;
mod plan;
mod price;
pub mod profile;
mod prompt;
mod report;
mod resource;
mod secret;
mod server;
mod source_file;
mod statistics;
mod suite_metric;
mod trace;
mod trace_parts;
mod utility;
mod verdict;
mod violation;
mod workflow;

pub use agreement::{Agreement, CalibratedExample, Calibration};
pub use auth::{
    Auth, ClientIdentity, ClientKey, ClientMethod, Consent, Endpoints, FormStep, Grant, IdentityProvider, TokenStore,
    loopback_place,
};
pub use cassette::{
    CASSETTE_FORMAT, CASSETTE_VERSION, Cassette, Exchange, Playback, REDACTED, Recorded, canonical, canonical_fits,
};
pub use comparison::{Comparison, Moved};
pub use completion::{CompletionCase, ExpectedValues, Reference};
pub use coverage::{
    ArgumentCoverage, COVERED_ITEMS_MAX, COVERED_NAME_BYTES_MAX, Coverage, CoverageTotal, Covered, Covering, ItemKind,
    ParameterCoverage, PromptCoverage, ResourceCoverage, ResourceTemplateCoverage, ServerCoverage, ToolCoverage,
    ValueCoverage,
};
pub use evaluation::{
    AuditedTool, BaitOpened, Certification, EVALUATION_VERSION, Egress, EvaluatedServer, Evaluation, EvaluationEvent,
    EvaluationFault, EvaluationStatus, EvaluationSummary, Formula, FoundStart, HookVerdict, LeftOut, Looked,
    Particulars, Performance, Phase, Priority, Progress, Recommendation, RequirementResult, RequirementStatus, Results,
    RuleFacts, RuntimeResults, RuntimeStatus, RuntimeTest, Said, SandboxFacts, SandboxGuarantee, SandboxLevel, Tally,
    TestGroup, TestedItem, ToolFacts, ToolResult, ToolTest,
};
pub use event::{Attempt, CaseResult, Event, Latency, Played, RunEnd, RunStart, SessionEnd, SessionStart, SuiteStart};
pub use event_stream::{EventStream, EventTooLong, StreamEvent};
pub use expect::{Bounds, Expectation, Matcher, SnapshotSpec};
pub use finding::{Finding, Requirement, Rule, Severity, Span, Subject};
pub use id::{CaseId, SuiteName};
pub use judge::{Criterion, CriterionScore, JudgeCase, Judgement, Vote};
pub use llm::{ModelFault, ModelReply, ModelSpec, Provider, Stop, ToolUse, Usage};
pub use matrix::{Combination, Difference, Dimension, Matrix, MatrixCell, MatrixTally, MatrixTotal, PairedComparison};
pub use metric::{Metric, MetricName, Score};
pub use oauth::{
    GivenDevice, GivenTokens, Item, Load, OauthCase, OauthRule, OauthSetting, Observation, PkceChoice, Relation,
    RequestWords, ResourceIndicator, RuleLevel, ScopedCall, Seen, StatedServer, Tenant, UpstreamCall,
};
pub use operator::{JwtFile, LimitsFile, SecurityFile, ServiceFile};
pub use paired::{holm, mcnemar};
pub use peer::{Absent, Asks, ExpectedRequest, ExpectedRequests, PeerCase, ScriptedClient, Trigger};
pub use plan::{
    Case, CaseKind, Isolate, JudgePlan, Listened, Plan, SourcePlace, Suite, SuiteKind, ToolCall, ToolCase, VerifyCall,
};
pub use price::{Budget, Price};
pub use prompt::{
    Demand, ExpectedMessage, ExpectedMessages, Injection, InjectionDemand, PromptArguments, PromptCall, PromptCase,
    PromptDiscovery, PromptGet, PromptSecurity, PromptTemplate, PromptTest,
};
pub use report::{FORMAT_VERSION, Report, SuiteReport, Summary};
pub use resource::{
    BadUri, Change, Discovery, ExpectedContents, OfferedList, ResourceAccess, ResourceCase, ResourceRefusal,
    ResourceSubscription, ResourceTest, TemplateAccess,
};
pub use secret::{Secret, SecretValue, looks_secret};
pub use server::{HttpUrl, RateLimit, Reconnect, RevisionChoice, ServerSpec, Target};
pub use source_file::SourceFile;
pub use statistics::{Confidence, MinPassRate, PassRate, is_flaky};
pub use suite_metric::{Evidence, SuiteMetric};
pub use trace::{
    Anomaly, Call, CallEnd, CallRole, Channel, Direction, Frame, HttpHead, OtherServer, ProcessEnd, TRACE_VERSION,
    Trace,
};
pub use trace_parts::{Offset, OtherTrace};
pub use utility::{
    CancellationTest, LoggingTest, OddCursors, PaginationTest, PingTest, ProgressTest, ProgressToken, TaskTest,
    UtilityCase, UtilityTest,
};
pub use verdict::{Fault, Graded, Mismatch, MismatchKind, SkipReason, Verdict, VerdictWord, Warning, WarningKind};
pub use violation::{Violation, ViolationKind};
pub use workflow::{
    ExpectedState, ExpectedTool, ExpectedTools, Handed, ModelAsked, ModelHeard, ModelOutcome, OrderMode, Speaker,
    StateIn, WorkflowCase, WorkflowFacts, WorkflowStep,
};
