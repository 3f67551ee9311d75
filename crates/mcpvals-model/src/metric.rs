//! Numbers with a name.

use serde::{Deserialize, Serialize};

/// A number from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "f64", into = "f64")]
pub struct Score(f64);

/// The metrics of the seeds: of a tool case (seed 004, 5.1), of a test of resources (5.2), of one of prompts (5.3), and
/// of one of sampling (5.4), whose names serve for elicitation and roots, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MetricName {
    /// Does the output match what was expected?
    #[serde(rename = "Result Correctness")]
    Result,
    /// Did it fail with the expected error?
    #[serde(rename = "Error Correctness")]
    Error,
    /// Did it answer within `maxLatency`?
    #[serde(rename = "Latency")]
    Latency,
    /// Did the call complete without an unexpected error?
    #[serde(rename = "Success")]
    Success,
    /// Is in the list what should be?
    Discovery,
    /// Does reading give what it should?
    Access,
    /// Is the template listed, and does it give the right URI? Is what goes into a prompt in its messages?
    Template,
    /// Does getting a prompt give what it should?
    Execution,
    /// Are arguments taken and refused as they should be?
    Argument,
    /// Is suggested what should be? (Not of the seeds, which know no completion.)
    Completion,
    /// Does a utility of the protocol work? (Not of the seeds.)
    Utility,
    /// Are changes announced to who subscribed, and only to them?
    Subscription,
    /// Does the server ask where the client declared that it may, and only there?
    Capability,
    /// Does it ask for what it should, and take every answer?
    Request,
    /// Does what is put into a prompt stay data? Does a server keep to itself what must not be told?
    Security,
    /// Does it take every kind of content?
    Content,
    /// Did it answer within `maxLatency`?
    Performance,
    /// Of signing in (seed 004, 5.5): does every flow end in a token that opens the server?
    #[serde(rename = "Flow Completion")]
    FlowCompletion,
    /// Are codes worth nothing without the proof key, and to nobody else?
    #[serde(rename = "PKCE Security")]
    PkceSecurity,
    /// Are tokens renewed, revoked and refused as they should be?
    #[serde(rename = "Token Management")]
    TokenManagement,
    /// Does what attackers try come to nothing?
    #[serde(rename = "Security Validation")]
    SecurityValidation,
    /// Is a token for the server that it was asked for, and for no other?
    #[serde(rename = "Resource Indicator")]
    ResourceIndicator,
    /// Does nobody see what belongs to somebody else?
    #[serde(rename = "Multi-Tenant")]
    MultiTenant,
    /// Of a workflow (seed 004, 5.6): was reached what was to be?
    #[serde(rename = "End-to-End Success")]
    EndToEnd,
    /// Were the right tools called?
    #[serde(rename = "Tool Invocation Order")]
    ToolOrder,
    /// Did every call complete?
    #[serde(rename = "Tool Call Health")]
    ToolHealth,
    /// What does the judge say? (Seed 001, 5.3.)
    #[serde(rename = "LLM Judge")]
    Judge,
}

/// One metric of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metric {
    /// Which.
    pub name: MetricName,
    /// `None`: nothing was asserted about it, and it counts in no mean.
    pub score: Option<Score>,
    /// The first hundred of the frames that show it: the answers, what the server asked and announced, and what
    /// the mismatches name; of a call without an answer, the request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<u64>,
}

impl Metric {
    /// Frames that are named; nobody looks at the thousandth notification.
    pub const FRAMES_MAX: usize = 100;

    /// Adds frames that show it, as far as there is room.
    pub fn add_frames(&mut self, frames: &[u64]) {
        self.frames.extend_from_slice(frames);
        self.frames.sort_unstable();
        self.frames.dedup();
        self.frames.truncate(Self::FRAMES_MAX);
    }
}

impl Score {
    /// Everything is right.
    pub const FULL: Self = Self(1.0);
    /// Nothing is right.
    pub const NONE: Self = Self(0.0);

    /// A number from 0 to 1; `None` for any other, NaN included.
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(Self(value))
    }

    /// `part` of `whole`; full where there is nothing to count.
    pub fn ratio(part: usize, whole: usize) -> Self {
        if whole == 0 { Self::FULL } else { Self((count(part) / count(whole)).clamp(0.0, 1.0)) }
    }

    /// `None` of none.
    pub fn mean(scores: impl Iterator<Item = Self>) -> Option<Self> {
        let (sum, count) = scores.fold((0.0, 0.0), |(sum, count), score| (sum + score.0, count + 1.0));
        if count > 0.0 { Self::new(decimal(sum / count)) } else { None }
    }

    /// The mean, each with its weight; `None` where the weights have no sum.
    pub fn weighted_mean(weighted: impl Iterator<Item = (f64, Self)>) -> Option<Self> {
        let (sum, weights) = weighted.fold((0.0, 0.0), |(sum, all), (weight, it)| (sum + weight * it.0, all + weight));
        if weights > 0.0 { Self::new(decimal(sum / weights)) } else { None }
    }

    /// 1 or 0.
    pub fn all_or_nothing(right: bool) -> Self {
        if right { Self::FULL } else { Self::NONE }
    }

    /// The number.
    pub fn value(self) -> f64 {
        self.0
    }
}

/// Without what binary fractions add to it: the mean of 1, 0.7 and 0.7 is 0.8, which is no less than 0.8.
fn decimal(mean: f64) -> f64 {
    const PRECISION: f64 = 1e12;
    ((mean * PRECISION).round() / PRECISION).clamp(0.0, 1.0)
}

/// Counts of cases are far below 2^53, so nothing is lost.
#[expect(clippy::cast_precision_loss, reason = "counts of cases are far below 2^53")]
fn count(n: usize) -> f64 {
    n as f64
}

impl TryFrom<f64> for Score {
    type Error = String;

    fn try_from(value: f64) -> Result<Self, String> {
        Self::new(value).ok_or_else(|| format!("a score is a number from 0 to 1, not {value}"))
    }
}

impl From<Score> for f64 {
    fn from(score: Score) -> Self {
        score.0
    }
}

impl MetricName {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 27] = [
        Self::Result,
        Self::Error,
        Self::Latency,
        Self::Success,
        Self::Discovery,
        Self::Access,
        Self::Template,
        Self::Execution,
        Self::Argument,
        Self::Completion,
        Self::Utility,
        Self::Subscription,
        Self::Capability,
        Self::Request,
        Self::Security,
        Self::Content,
        Self::FlowCompletion,
        Self::PkceSecurity,
        Self::TokenManagement,
        Self::SecurityValidation,
        Self::ResourceIndicator,
        Self::MultiTenant,
        Self::Performance,
        Self::EndToEnd,
        Self::ToolOrder,
        Self::ToolHealth,
        Self::Judge,
    ];

    /// The seeds' name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Result => "Result Correctness",
            Self::Error => "Error Correctness",
            Self::EndToEnd => "End-to-End Success",
            Self::ToolOrder => "Tool Invocation Order",
            Self::ToolHealth => "Tool Call Health",
            Self::Judge => "LLM Judge",
            Self::Latency => "Latency",
            Self::Success => "Success",
            Self::Discovery => "Discovery",
            Self::Access => "Access",
            Self::Template => "Template",
            Self::Execution => "Execution",
            Self::Argument => "Argument",
            Self::Completion => "Completion",
            Self::Utility => "Utility",
            Self::Subscription => "Subscription",
            Self::Capability => "Capability",
            Self::Request => "Request",
            Self::Security => "Security",
            Self::Content => "Content",
            Self::Performance => "Performance",
            Self::FlowCompletion => "Flow Completion",
            Self::PkceSecurity => "PKCE Security",
            Self::TokenManagement => "Token Management",
            Self::SecurityValidation => "Security Validation",
            Self::ResourceIndicator => "Resource Indicator",
            Self::MultiTenant => "Multi-Tenant",
        }
    }
}
