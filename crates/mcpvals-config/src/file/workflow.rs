//! `workflows`: conversations of an LLM that uses the server.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Matcher, Skip};

/// A conversation of an LLM that uses the server.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Workflow {
    /// Its name, unique in the file.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// What it is for.
    pub(crate) description: Option<String>,
    /// The name of its server, where the file has several.
    pub(crate) server: Option<String>,
    /// The user's turns, usually one.
    #[schemars(length(min = 1))]
    pub(crate) steps: Vec<WorkflowStep>,
    /// The tools that must be called over the whole workflow; how, says `mode`.
    pub(crate) expect_tools: Option<Vec<ExpectTool>>,
    /// How the calls are compared with `expectTools`: `exact` where nothing is said.
    pub(crate) mode: Option<Mode>,
    /// Tools that must not be called.
    pub(crate) forbid_tools: Option<Vec<String>>,
    /// Calls may fail: for workflows that are about how the model recovers.
    pub(crate) allow_tool_errors: Option<bool>,
    /// The name of its model, where the file has several in `models`.
    pub(crate) model: Option<String>,
    /// The file in which the model's answers are recorded, beside the config; the config's name with `.cassette.json`.
    pub(crate) cassette: Option<String>,
    /// What stands above the conversation, before the server's own instructions.
    pub(crate) system: Option<String>,
    /// The most turns of the model for one of the user's; more is an error.
    #[schemars(range(min = 1, max = 1000))]
    pub(crate) max_steps: Option<u32>,
    /// Deadline of each call of a tool in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) timeout: Option<f64>,
    /// Deadline of each turn of the model in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) turn_timeout: Option<f64>,
    /// Deadline of the whole workflow in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) max_duration: Option<f64>,
    /// A server process of its own, so that nothing leaks from one workflow to the next; `true` where nothing is said.
    pub(crate) fresh_server: Option<bool>,
    /// How often it is played.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(crate) repeat: Option<u32>,
    /// Words to choose workflows by (`--tag`).
    pub(crate) tags: Option<Vec<String>>,
    /// Why it is not run.
    pub(crate) skip: Option<Skip>,
    /// Run only what has this.
    pub(crate) only: Option<bool>,
}

/// One turn of the user.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WorkflowStep {
    /// What the user says.
    #[schemars(length(min = 1))]
    pub(crate) user: String,
    /// What the last message or tool result must show: a part of its text, or a matcher.
    pub(crate) expected_state: Option<State>,
    /// The older name of `expectedState`.
    pub(crate) desired_state: Option<State>,
    /// In a text, `expectedState` is found as a whole word: "8" is not in "18".
    pub(crate) whole_word: Option<bool>,
    /// The tools that must be called in this step; how, says `mode`.
    pub(crate) expect_tools: Option<Vec<ExpectTool>>,
    /// How the calls are compared with `expectTools`: `exact` where nothing is said.
    pub(crate) mode: Option<Mode>,
}

/// A call that must be made: the tool's name, or more of it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ExpectTool {
    /// The name.
    Name(String),
    /// With its arguments or result.
    Details(Box<ExpectToolDetails>),
}

/// A call that must be made.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExpectToolDetails {
    /// The tool's name.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// What its arguments must meet.
    pub(crate) args: Option<Matcher>,
    /// What its result must meet.
    pub(crate) result: Option<Matcher>,
}

/// How calls are compared with those that were expected.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Mode {
    /// These, in this order, and no other.
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

/// A model.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the provider's word for it is `model`")]
pub(crate) struct Model {
    /// By what workflows and reports name it; `provider/model` where nothing is said.
    #[schemars(length(min = 1))]
    pub(crate) name: Option<String>,
    /// Whose wire format it speaks.
    pub(crate) provider: ProviderName,
    /// The provider's name for it.
    #[schemars(length(min = 1))]
    pub(crate) model: String,
    /// Where the provider is, without the path of the call.
    pub(crate) base_url: Option<String>,
    /// Its key, usually `"${ANTHROPIC_API_KEY}"`; the provider's usual variable where nothing is said.
    pub(crate) api_key: Option<String>,
    /// The provider's own default where nothing is said.
    #[schemars(range(min = 0, max = 2))]
    pub(crate) temperature: Option<f64>,
    /// The longest answer in tokens.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(crate) max_tokens: Option<u32>,
    /// For providers that take one.
    pub(crate) seed: Option<u64>,
    /// Its answers come in pieces: for gateways and local servers that cut connections on which nothing comes for a while.
    pub(crate) stream: Option<bool>,
}

/// A provider of models.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ProviderName {
    /// Anthropic's Messages API.
    Anthropic,
    /// OpenAI's Responses API.
    Openai,
    /// Chat Completions: Ollama, llama.cpp, vLLM, OpenRouter, Azure, OpenAI.
    OpenaiCompatible,
    /// Google's Gemini API.
    Gemini,
    /// The same.
    Google,
}

/// What the last message or tool result must show.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("tsType" = "string | RegExp | Matcher"))]
pub(crate) enum State {
    /// A part of its text.
    Text(String),
    /// A matcher.
    Matcher(Box<Matcher>),
}
