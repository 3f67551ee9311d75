//! Workflows: conversations of a model that uses the server.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expect::millis;
use crate::{Matcher, ModelFault, ModelReply, Playback, Provider};

/// A conversation, and what must come of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WorkflowCase {
    /// The name of the model in the plan.
    pub model: String,
    /// What the model said once; not in traces, which have what it said.
    #[serde(skip)]
    pub cassette: Option<Playback>,
    /// What stands above the conversation.
    pub system: String,
    /// The user's turns.
    pub steps: Vec<WorkflowStep>,
    /// The tools that must be called over the whole workflow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_tools: Option<ExpectedTools>,
    /// Tools that must not be called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbid_tools: Vec<String>,
    /// May calls fail? For workflows that are about how the model recovers.
    #[serde(default)]
    pub allow_tool_errors: bool,
    /// The most turns of the model for one of the user's.
    pub max_steps: u32,
    /// The longest time for one turn of the model.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub turn_timeout: Duration,
    /// The longest time for all of it.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub deadline: Duration,
}

/// One turn of the user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WorkflowStep {
    /// What the user says.
    pub user: String,
    /// What the last message or tool result must meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_state: Option<Matcher>,
    /// The tools that must be called in this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_tools: Option<ExpectedTools>,
}

/// Calls that a model must make.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedTools {
    /// How they are compared with those that it made.
    pub mode: OrderMode,
    /// The calls.
    pub tools: Vec<ExpectedTool>,
}

/// A call that a model must make.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedTool {
    /// The tool.
    pub name: String,
    /// What its arguments must meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Matcher>,
    /// What its result must meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Matcher>,
}

/// How expected calls are compared with those that were made. `exact` implies all others; `prefix` implies `ordered`,
/// and `ordered` and `unordered` imply `superset`; `unordered` implies `subset`, too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum OrderMode {
    /// These, in this order, and no other.
    #[default]
    Exact,
    /// These first, in this order.
    Prefix,
    /// These, in this order; others may come between them.
    Ordered,
    /// These and no other, in any order.
    Unordered,
    /// No other than these.
    Subset,
    /// At least these, in any order.
    Superset,
}

/// What a frame holds that was sent on the `llm` channel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelAsked {
    /// The user's turn, from 0.
    pub step: usize,
    /// The model's turn for it, from 0.
    pub turn: usize,
    /// Whose format it is.
    pub provider: Provider,
    /// What the provider's format has no place for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adapted: Vec<String>,
    /// The body; the same whether the answer was asked for at once or in pieces.
    pub request: Value,
}

/// What a frame holds that was received on the `llm` channel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelHeard {
    /// The user's turn, from 0.
    pub step: usize,
    /// The model's turn for it, from 0.
    pub turn: usize,
    /// Waiting for the provider to have time not counted.
    pub took_ms: f64,
    /// For which the provider had no time.
    pub waited_ms: f64,
    /// What it said, or why it said nothing.
    #[serde(flatten)]
    pub outcome: ModelOutcome,
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<Value>,
}

/// What came of one turn of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ModelOutcome {
    /// It said this.
    Reply(ModelReply),
    /// It said nothing.
    Fault(ModelFault),
}
