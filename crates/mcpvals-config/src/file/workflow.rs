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
    /// The names of its servers, where it uses several at the same time.
    #[schemars(length(min = 1, max = 20))]
    pub(crate) servers: Option<Vec<String>>,
    /// The model can list and read the servers' resources, too.
    pub(crate) resources_as_tools: Option<bool>,
    /// The model can list and get the servers' prompts, too.
    pub(crate) prompts_as_tools: Option<bool>,
    /// The user's turns, usually one.
    #[schemars(length(min = 1))]
    pub(crate) steps: Vec<WorkflowStep>,
    /// What the last message or tool result of all must show: a part of its text, or a matcher.
    pub(crate) expected_state: Option<State>,
    /// The older name of `expectedState`.
    pub(crate) desired_state: Option<State>,
    /// Where `expectedState` must be met; in the last message or the last tool result, where nothing is said.
    pub(crate) state_in: Option<StateIn>,
    /// In a text, `expectedState` is found as a whole word: "8" is not in "18".
    pub(crate) whole_word: Option<bool>,
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
    /// Whether and how its model and its server are varied, instead of the file's `matrix`; those that it names are not.
    pub(crate) matrix: Option<MatrixChoice>,
    /// The file in which the model's answers are recorded, beside the config; the config's name with `.cassette.json`.
    pub(crate) cassette: Option<String>,
    /// `false`: the judge is not asked about it.
    pub(crate) llm_judge: Option<bool>,
    /// What is judged in it, instead of the config's.
    #[schemars(length(min = 1, max = 50))]
    pub(crate) rubric: Option<Vec<Criterion>>,
    /// How often the judge is asked about it, instead of the config's.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) votes: Option<u32>,
    /// The least score of the judge that passes, 0 to 1, instead of the config's.
    #[schemars(range(min = 0, max = 1))]
    pub(crate) pass_threshold: Option<f64>,
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
    /// How many repetitions must pass; all, where nothing is said.
    pub(crate) min_pass_rate: Option<MinPassRate>,
    /// Words to choose workflows by (`--tag`).
    pub(crate) tags: Option<Vec<String>>,
    /// Why it is not run.
    pub(crate) skip: Option<Skip>,
    /// Run only what has this.
    pub(crate) only: Option<bool>,
}

/// Whether and how models and servers are varied.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum MatrixChoice {
    /// `true`: all models and all servers; `false`: none.
    Flag(bool),
    /// Some of them.
    Named(Matrix),
}

/// Each workflow is played with each of these models on each of these servers.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Matrix {
    /// Names of `models`, or `all` of them; the workflow's own where nothing is said.
    pub(crate) models: Option<Varied>,
    /// Names of `servers`, or `all` of them; the workflow's own where nothing is said.
    pub(crate) servers: Option<Varied>,
}

/// The models or the servers of a matrix.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Varied {
    /// All of the file.
    All(All),
    /// These.
    Named(#[schemars(length(min = 1, max = 50))] Vec<String>),
}

/// All of the file.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum All {
    /// The word for it.
    All,
}

/// How many repetitions must pass.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum MinPassRate {
    /// The part of them, up to 1.
    Rate(#[schemars(range(min = 0.001, max = 1))] f64),
    /// With how sure it must be.
    Sure(SurePassRate),
}

/// The rate of which it must be sure that the true one is no lower.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurePassRate {
    /// The part of the repetitions, up to 1.
    #[schemars(range(min = 0.001, max = 1))]
    pub(crate) rate: f64,
    /// How sure: 0.8, 0.9, 0.95 or 0.99.
    #[schemars(range(min = 0.8, max = 0.99))]
    pub(crate) confidence: f64,
}

/// One thing that a judge gives a score to.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Criterion {
    /// Its name, unique in the rubric.
    #[schemars(length(min = 1, max = 100))]
    pub(crate) name: String,
    /// What the judge looks for.
    #[schemars(length(min = 1))]
    pub(crate) description: String,
    /// How much it counts beside the others; 1 where nothing is said.
    #[schemars(range(min = 0.001, max = 1000))]
    pub(crate) weight: Option<f64>,
}

/// How much all models of a run may take together.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "each is a most")]
pub(crate) struct Budget {
    /// Requests to models.
    #[schemars(range(min = 1))]
    pub(crate) max_calls: Option<u64>,
    /// Tokens, read and written.
    #[schemars(range(min = 1))]
    pub(crate) max_tokens: Option<u64>,
    /// US dollars.
    #[schemars(range(min = 0))]
    pub(crate) max_cost: Option<f64>,
    /// Milliseconds since the first request.
    #[schemars(range(min = 1))]
    pub(crate) max_duration: Option<f64>,
}

/// What a million tokens cost, in US dollars.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Price {
    /// Read.
    #[schemars(range(min = 0))]
    pub(crate) input: f64,
    /// Written.
    #[schemars(range(min = 0))]
    pub(crate) output: f64,
    /// Read from the provider's cache; as other input where nothing is said.
    #[schemars(range(min = 0))]
    pub(crate) cached: Option<f64>,
    /// Written to the provider's cache; as other input where nothing is said.
    #[schemars(range(min = 0))]
    pub(crate) cache_written: Option<f64>,
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
    /// Where `expectedState` must be met; in the last message or the last tool result, where nothing is said.
    pub(crate) state_in: Option<StateIn>,
    /// In a text, `expectedState` is found as a whole word: "8" is not in "18".
    pub(crate) whole_word: Option<bool>,
    /// The tools that must be called in this step; how, says `mode`.
    pub(crate) expect_tools: Option<Vec<ExpectTool>>,
    /// How the calls are compared with `expectTools`: `exact` where nothing is said.
    pub(crate) mode: Option<Mode>,
    /// All of the step's turns and calls take no longer than this, in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) max_duration: Option<f64>,
}

/// Where an expected state must be met.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum StateIn {
    /// In the last message or in the last tool result.
    Either,
    /// In the model's last message.
    Message,
    /// In the last result of a tool.
    Result,
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
    /// What it costs, where the built-in table does not have it or is too old.
    pub(crate) price: Option<Price>,
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
