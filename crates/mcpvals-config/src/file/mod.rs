//! The config file as written: every member that it may have. The doc comments are the reference.
//!
//! Nothing in here has a default: what the file leaves out is `None`, and lowering fills it in.

mod auth;
mod completion;
mod elicitation;
mod expect;
mod form;
mod oauth;
mod peer;
mod probe;
mod prompt;
mod resource;
mod sampling;
mod server;
mod test;
mod utility;
mod workflow;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

pub(crate) use auth::{
    Auth, AuthDetails, AuthType, ClientAuthentication, Consent, ConsentBy, FormStep, NamedStore, Store,
};
pub(crate) use completion::{Argument, CompletionSuite, CompletionTest, Reference, ReferenceKind};
pub(crate) use elicitation::{
    ElicitationAnswer, ElicitationCapability, ElicitationCapabilityTest, ElicitationMode, ElicitationSuite,
    ElicitationTest, RootsChange, RootsSuite, RootsTest,
};
pub(crate) use expect::{
    Approx, ContentType as CarriedType, Length, Matcher, OneOrMany, PathExpectation, Redact, Snapshot,
};
pub(crate) use form::{Count, CountBounds};
pub(crate) use oauth::{
    AuthorizationCodeTest, AuthorizationParams, AuthorizationServer, ClientCredentialsTest, DeviceCodeTest, FlowResult,
    GrantName, IsolationLevel, OauthClient, OauthDiscoveryTest, OauthPerformanceTest, OauthSecurityTest, OauthSuite,
    OauthTenant, OauthToken, OtherClient, Outcome, Pkce, PkceMethod, PkceTest, ResourceIndicator,
    ResourceIndicatorTest, ScopedTool, SecurityChecks, SecurityLevel, SigningKey, TenantItem, TenantScenario,
    TenantTest, TokenTest, TokenTestType,
};
pub(crate) use peer::{Canaries, ErrorAnswer, RequestExpectation, Trigger, UserResponse};
pub(crate) use probe::{Demand, Input, PromptArguments, PromptSecurity, PromptTemplate, Sanitized, Substitution};
pub(crate) use prompt::{ListedArgument, Message, PromptDiscovery, PromptSuite, PromptTest};
pub(crate) use resource::{
    BadUri, ListChangedTest, ResourceDiscovery, ResourceErrorTest, ResourceSuite, ResourceTest, SubscriptionTest,
    SubscriptionTrigger, TemplateTest, VariableCompletion,
};
pub(crate) use sampling::{
    ContentCase, ContentInput, ContentParts, ContentType, ContextPart, Handling, IncludedContext, MessageSize, Privacy,
    SamplingAnswer, SamplingAnswerDetails, SamplingCapabilityTest, SamplingContentTest, SamplingPerformanceTest,
    SamplingSecurityTest, SamplingStep, SamplingSuite, SamplingTest, SamplingWorkflowTest, SensitiveData, StepType,
    UnauthorizedRequest,
};
pub(crate) use server::{
    Client, ClientDetails, Elicitation, ElicitationAction, FromModel, RootEntry, Sampling, Server, Transport,
};
pub(crate) use test::{ExpectedError, SetupCall, Skip, ToolHealthSuite, ToolTest, VerifyCall};
pub(crate) use utility::{
    Call as UtilityCall, CancellationTest, ListName, LogLevel, LoggingTest, PaginationTest, PingTest, ProgressTest,
    ProgressToken, TaskTest, UtilitySuite,
};
pub(crate) use workflow::{
    All, Budget, Criterion, ExpectTool, MatrixChoice, MinPassRate, Mode, Model, Price, ProviderName, State, StateIn,
    Varied, Workflow, WorkflowStep,
};

/// How to reach a server, and what to try on it.
///
/// `${VAR}` in any string is the environment variable `VAR`, `${VAR:-text}` has a default, `$${` is a plain `${`.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Config")]
pub(crate) struct ConfigFile {
    /// The address of this schema, for editors.
    #[serde(rename = "$schema")]
    #[expect(dead_code, reason = "editors read it, we do not")]
    pub(crate) schema: Option<String>,
    /// The server under test. Either this or `servers`.
    pub(crate) server: Option<Server>,
    /// Several servers by name; a suite says which with `server`, the first is the default.
    #[schemars(with = "Option<std::collections::BTreeMap<String, Server>>")]
    pub(crate) servers: Option<Map<String, Value>>,
    /// Suites of tool tests.
    pub(crate) tool_health_suites: Option<Vec<ToolHealthSuite>>,
    /// Suites of tests of resources.
    pub(crate) resource_suites: Option<Vec<ResourceSuite>>,
    /// Suites of tests of prompts.
    pub(crate) prompt_suites: Option<Vec<PromptSuite>>,
    /// Suites of tests of completion.
    pub(crate) completion_suites: Option<Vec<CompletionSuite>>,
    /// Suites of tests of sampling: what the server asks the client's model.
    pub(crate) sampling_suites: Option<Vec<SamplingSuite>>,
    /// Suites of tests of elicitation: what the server asks the user.
    pub(crate) elicitation_suites: Option<Vec<ElicitationSuite>>,
    /// Suites of tests of roots: what the server does with the client's folders.
    pub(crate) roots_suites: Option<Vec<RootsSuite>>,
    /// Suites of tests of the protocol's utilities: ping, pagination, logging, progress, cancellation, tasks.
    pub(crate) utility_suites: Option<Vec<UtilitySuite>>,
    /// Suites of tests of signing in: OAuth flows, proof keys, tokens, resources, tenants.
    #[serde(rename = "oauth2Suites")]
    pub(crate) oauth2_suites: Option<Vec<OauthSuite>>,
    /// Conversations of an LLM that uses the server.
    pub(crate) workflows: Option<Vec<Workflow>>,
    /// The models of the workflows; a workflow says which with `model`, the first is the default.
    pub(crate) models: Option<Vec<Model>>,
    /// Plays each workflow with several models and on several servers; a workflow may say otherwise with its own.
    pub(crate) matrix: Option<MatrixChoice>,
    /// How much all models of a run may take together; then no more is asked, and the rest is an error.
    pub(crate) budget: Option<Budget>,
    /// Deadline in milliseconds of the server's start and of each call that has none of its own.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) timeout: Option<f64>,
    /// Lets an LLM grade the workflows (with the flag `--llm-judge`).
    pub(crate) llm_judge: Option<bool>,
    /// The judge's key, usually `"${OPENAI_API_KEY}"`.
    pub(crate) openai_key: Option<String>,
    /// The judge: the name of one of `models`, or a model of OpenAI's, for which `openaiKey` is.
    pub(crate) judge_model: Option<String>,
    /// What is judged, each with a score of its own; without it, the whole.
    #[schemars(length(min = 1, max = 50))]
    pub(crate) rubric: Option<Vec<Criterion>>,
    /// How often the judge is asked; the score is the mean.
    #[schemars(range(min = 1, max = 100))]
    pub(crate) votes: Option<u32>,
    /// The least score of the judge that passes, 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    pub(crate) pass_threshold: Option<f64>,
    /// Who shares a server process: all suites of the file, the tests of a suite, or nobody.
    pub(crate) isolate: Option<Isolate>,
    /// Over how many instances of the server the suites are spread.
    #[schemars(range(min = 1, max = 64))]
    pub(crate) workers: Option<u32>,
    /// What is taken out of every output beside what looks secret: names of variables, or the values themselves.
    pub(crate) secrets: Option<Vec<String>>,
}

/// Who shares a server process.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Isolate {
    /// All suites of the file.
    File,
    /// The tests of a suite.
    Suite,
    /// Nobody: each test has its own.
    Test,
}

/// For members that may be `null` and mean it: `Some(Value::Null)`, where plain serde would give `None`.
pub(crate) fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
