//! Workflows: conversations of a model that uses the server.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::expect::millis;
use crate::resource::optional_millis;
use crate::{JudgeCase, Judgement, Matcher, ModelFault, ModelReply, Playback, Price, Provider, Usage};

/// A conversation, and what must come of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WorkflowCase {
    /// The name of the model in the plan.
    pub model: String,
    /// The names in the plan of the servers that it uses beside its suite's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<String>,
    /// What of the servers the model can use beside their tools.
    #[serde(default, skip_serializing_if = "Handed::is_none")]
    pub handed: Handed,
    /// What the model said once; not in traces, which have what it said.
    #[serde(skip)]
    pub cassette: Option<Playback>,
    /// What stands above the conversation.
    pub system: String,
    /// The user's turns.
    pub steps: Vec<WorkflowStep>,
    /// What must be seen at its end, beside what its steps expect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_state: Option<ExpectedState>,
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
    /// How it is judged, where a judge is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<JudgeCase>,
    /// What the model's tokens cost, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// The longest time for one turn of the model.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub turn_timeout: Duration,
    /// The longest time for all of it.
    #[serde(with = "millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub deadline: Duration,
}

impl WorkflowCase {
    /// Of its ends and of its calls.
    pub(crate) fn matchers_mut(&mut self) -> impl Iterator<Item = &mut Matcher> {
        let of_steps = self.steps.iter_mut().flat_map(|step| {
            let tools = step.expect_tools.iter_mut().flat_map(ExpectedTools::matchers_mut);
            step.expected_state.iter_mut().map(|state| &mut state.matcher).chain(tools)
        });
        let of_all = self.expect_tools.iter_mut().flat_map(ExpectedTools::matchers_mut);
        self.expected_state.iter_mut().map(|state| &mut state.matcher).chain(of_all).chain(of_steps)
    }
}

impl ExpectedTools {
    fn matchers_mut(&mut self) -> impl Iterator<Item = &mut Matcher> {
        self.tools.iter_mut().flat_map(|tool| tool.args.iter_mut().chain(&mut tool.result))
    }
}

/// What a model is given as tools, beside the tools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Handed {
    /// Resources: to be listed and read.
    pub resources: bool,
    /// Prompts: to be listed and got.
    pub prompts: bool,
}

impl Handed {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// One turn of the user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WorkflowStep {
    /// What the user says.
    pub user: String,
    /// What must be seen at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_state: Option<ExpectedState>,
    /// The tools that must be called in this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect_tools: Option<ExpectedTools>,
    /// All of its turns and calls take no longer than this, in milliseconds.
    #[serde(default, with = "optional_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub deadline: Option<Duration>,
}

/// What must be seen at the end of a step, or of a workflow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedState {
    /// What the last message or tool result must meet.
    pub matcher: Matcher,
    /// Is its text found as a whole word only?
    #[serde(default)]
    pub whole_word: bool,
    /// Where it must be met.
    #[serde(default, skip_serializing_if = "StateIn::is_either")]
    pub state_in: StateIn,
}

/// Where an expected state must be met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StateIn {
    /// In the last message of the model, or in the last result of a tool.
    #[default]
    Either,
    /// In the last message.
    Message,
    /// In the last result.
    Result,
}

impl StateIn {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    fn is_either(&self) -> bool {
        *self == Self::Either
    }
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

/// What a workflow took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct WorkflowFacts {
    /// The model's name.
    pub model: String,
    /// Turns of the model.
    pub turns: u64,
    /// Calls of tools that it asked for.
    pub calls: u64,
    /// Of these, calls with the same tool and arguments as one before.
    pub repeated_calls: u64,
    /// Calls of tools that do not exist.
    pub unknown_tools: u64,
    /// Calls whose arguments break the tool's schema.
    pub ill_arguments: u64,
    /// The model's tokens.
    pub usage: Usage,
    /// The judge's.
    #[serde(default, skip_serializing_if = "Usage::is_none")]
    pub judge_usage: Usage,
    /// What all tokens cost in US dollars; `None` where a price is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// How long the model took for all its turns, in milliseconds; waits for the provider to have time not counted.
    #[serde(default)]
    pub model_ms: f64,
    /// From the first request to the model to its last answer, in milliseconds.
    #[serde(default)]
    pub took_ms: f64,
    /// From the first request to the model to the first call of a tool, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_call_ms: Option<f64>,
    /// Were model and judge replayed from a cassette? Then tokens, cost and times are those of the recording.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replayed: bool,
    /// What the judge said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

/// Whose turn a frame of the `llm` channel is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Speaker {
    /// The model that uses the server.
    Model {
        /// The user's turn, from 0.
        step: usize,
        /// The model's turn for it, from 0.
        turn: usize,
    },
    /// The judge.
    Judge {
        /// Which of its votes, from 0.
        vote: usize,
    },
}

/// What a frame holds that was sent on the `llm` channel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelAsked {
    /// Who is asked.
    #[serde(flatten)]
    pub speaker: Speaker,
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
    /// Who speaks.
    #[serde(flatten)]
    pub speaker: Speaker,
    /// Waiting for the provider to have time not counted.
    pub took_ms: f64,
    /// For which the provider had no time.
    pub waited_ms: f64,
    /// It was not asked: the answer is a cassette's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replayed: bool,
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
