//! `samplingSuites`: a server that asks the client's model, and what it does with the answers.
//!
//! The names of fields are those of version 0.1.0 of the npm package, which never asked a server.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::peer::{Canaries, ErrorAnswer, RequestExpectation, UserResponse, peer_suite, peer_test};
use super::{Count, FromModel, Matcher, Message, Skip};

peer_suite! {
    /// A suite: tests of sampling that belong together.
    SamplingSuite {
        /// Does the server ask a client that can be asked, and only such a client?
        capability_tests: Option<Vec<SamplingCapabilityTest>>,
        /// What it asks, and what it does with the answers.
        request_tests: Option<Vec<SamplingTest>>,
        /// As `requestTests`.
        tests: Option<Vec<SamplingTest>>,
        /// What must be in no request, and what becomes of a refusal.
        security_tests: Option<Vec<SamplingSecurityTest>>,
        /// Several requests at once, and how long they take.
        performance_tests: Option<Vec<SamplingPerformanceTest>>,
        /// Kinds of content in the answers.
        content_tests: Option<Vec<SamplingContentTest>>,
        /// Several requests one after the other.
        workflow_tests: Option<Vec<SamplingWorkflowTest>>,
    }
}

peer_test! {
    /// Does the server ask where it may, and only there?
    SamplingCapabilityTest {
        /// `true` (the default): the client declares sampling, and the trigger makes the server ask. `false`: it does
        /// not declare it, and nothing is asked.
        expected_capability: Option<bool>,
    }
}

peer_test! {
    /// What the server asks the model, and what it does with the answers.
    SamplingTest {
        /// What is answered, one request after the other; the last answers all that follow.
        answers: Option<Vec<SamplingAnswer>>,
        /// As `answers` with one.
        answer: Option<SamplingAnswer>,
        /// A file of recorded answers (relative to the config), which are given instead of `answers` where it is there;
        /// `--record` writes it.
        #[schemars(length(min = 1))]
        cassette: Option<String>,
        /// What the user does with every request, where there are no `answers`.
        simulate_user_response: Option<UserResponse>,
        /// `false`: nothing must be asked. As `requests: 0`.
        expect_user_approval: Option<bool>,
        /// How often the server must ask; at least once where left out.
        requests: Option<Count>,
        /// The client's `capabilities`, instead of the server's client with `sampling`.
        capabilities: Option<Map<String, Value>>,
        /// The messages of the first request: as many, with these roles, and with this in them.
        messages: Option<Vec<Message>>,
        /// What is in its system prompt (case ignored).
        system_prompt: Option<String>,
        /// At least these members of its `modelPreferences`.
        model_preferences: Option<Map<String, Value>>,
        /// Its `maxTokens`.
        max_tokens: Option<u64>,
        /// Its `temperature`.
        temperature: Option<f64>,
        /// Its `stopSequences`.
        stop_sequences: Option<Vec<String>>,
        /// Its `includeContext`; a list of content as version 0.1.0 had it is what must be somewhere in the request.
        include_context: Option<IncludedContext>,
        /// Its `tools`, each with at least these members.
        tools: Option<Vec<Map<String, Value>>>,
        /// At least these members of its `metadata`.
        metadata: Option<Map<String, Value>>,
        /// Matchers of its `params`.
        expect_request: Option<Matcher>,
        /// What the first request must say, the second, and so on. No more must come, unless `requests` says how many.
        expect_requests: Option<Vec<RequestExpectation>>,
        /// Regular expressions that are found in no request.
        forbidden: Option<Vec<String>>,
        /// May a form that is asked beside ask for passwords and the like, and a URL hold them? The protocol says no.
        may_ask_secrets: Option<bool>,
    }
}

peer_test! {
    /// What must be in no request, and what becomes of a refusal.
    SamplingSecurityTest {
        /// Regular expressions that are found in no request.
        forbidden: Option<Vec<String>>,
        /// Secrets that are planted where the server can find them, and must be in no request.
        canaries: Option<Canaries>,
        /// Requests that the user refuses (or, without `expectRejection`, does not).
        unauthorized_requests: Option<Vec<UnauthorizedRequest>>,
        /// Texts that are put in place of `{{input}}` in the trigger, and must not be in a request (or must be).
        sensitive_data_tests: Option<Vec<SensitiveData>>,
        /// Data of persons: e-mail addresses, telephone, card and social security numbers.
        privacy_tests: Option<Vec<Privacy>>,
    }
}

peer_test! {
    /// Several requests at once, and how long they take.
    SamplingPerformanceTest {
        /// How often the trigger is sent at the same time; `{{input}}` in it stands for another text each time.
        #[schemars(range(min = 1, max = 1_000))]
        concurrent_requests: Option<u32>,
        /// How long our answers are: 100 bytes, 10 kB, or 1 MB.
        message_size: Option<MessageSize>,
        /// The server must not ask as often at once as it is triggered.
        expect_throttling: Option<bool>,
        /// How many requests may wait for their answer at once.
        max_in_flight: Option<u64>,
        /// How long each answer takes in milliseconds.
        #[schemars(range(min = 0, max = 86_400_000))]
        answer_delay: Option<f64>,
    }
}

peer_test! {
    /// Kinds of content in the answers.
    SamplingContentTest {
        /// One answer each.
        test_cases: Vec<ContentCase>,
    }
}

peer_test! {
    /// Several requests one after the other.
    SamplingWorkflowTest {
        /// What happens, in order.
        steps: Vec<SamplingStep>,
        /// Must the trigger succeed in the end (the default), or fail?
        expect_success: Option<bool>,
    }
}

/// An answer of the model, or of the user in its place.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum SamplingAnswer {
    /// This text.
    Text(String),
    /// Something else.
    Details(Box<SamplingAnswerDetails>),
}

/// An answer with its details: one of `text`, `content`, `result`, `fromModel`, `reject`, `error` and `silence`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SamplingAnswerDetails {
    /// This text.
    pub(crate) text: Option<String>,
    /// A content block, or a list of them.
    pub(crate) content: Option<Value>,
    /// The whole result, as it is.
    pub(crate) result: Option<Map<String, Value>>,
    /// What a model says: the name of one of `models`, or `true` for the first.
    pub(crate) from_model: Option<FromModel>,
    /// `true`: the user refuses.
    pub(crate) reject: Option<bool>,
    /// This error.
    pub(crate) error: Option<ErrorAnswer>,
    /// `true`: nothing is ever answered.
    pub(crate) silence: Option<bool>,
    /// The name of the model.
    pub(crate) model: Option<String>,
    /// Why it stopped.
    pub(crate) stop_reason: Option<String>,
    /// How long it takes in milliseconds.
    #[schemars(range(min = 0, max = 86_400_000))]
    pub(crate) after: Option<f64>,
}

/// A request that the user refuses.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct UnauthorizedRequest {
    /// Its messages.
    pub(crate) messages: Option<Vec<Message>>,
    /// `true` (the default): the user refuses, and the trigger must fail.
    pub(crate) expect_rejection: Option<bool>,
}

/// A text that the server must not hand on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SensitiveData {
    /// The text.
    #[schemars(length(min = 1))]
    pub(crate) input: String,
    /// `true` (the default): it must be in no request. `false`: it must be in one.
    pub(crate) expect_filtering: Option<bool>,
}

/// Data of persons that the server must not hand on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Privacy {
    /// What it is about; the test's title.
    pub(crate) description: Option<String>,
    /// Are such data planted in the server's environment?
    pub(crate) include_personal_data: Option<bool>,
    /// `true` (the default): no request has any.
    pub(crate) expect_data_protection: Option<bool>,
}

/// How long our answers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum MessageSize {
    /// 100 bytes.
    Small,
    /// 10 kB.
    Medium,
    /// 1 MB.
    Large,
}

/// An answer with content of one kind, and what the server does with it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ContentCase {
    /// The kind.
    pub(crate) content_type: ContentType,
    /// The text, or the base64 data, or both as an object; something small where left out.
    pub(crate) input: Option<ContentInput>,
    /// `accept` (the default): the trigger succeeds; `reject`: it fails; `convert`: it succeeds with `expectedResponse`.
    pub(crate) expected_handling: Option<Handling>,
    /// What is in the answer to the trigger (case ignored).
    pub(crate) expected_response: Option<String>,
}

/// What the answer holds.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ContentInput {
    /// The text, or the base64 data.
    Plain(String),
    /// By kind, as version 0.1.0 had it.
    Parts(ContentParts),
}

/// The parts of an answer.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ContentParts {
    /// The text.
    pub(crate) text: Option<String>,
    /// The picture in base64.
    pub(crate) image_data: Option<String>,
    /// What the picture is.
    pub(crate) mime_type: Option<String>,
}

/// What a request is asked to include.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum IncludedContext {
    /// `none`, `thisServer` or `allServers`.
    Word(String),
    /// Content that must be in it.
    Parts(Vec<ContextPart>),
}

/// A piece of context.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ContextPart {
    /// `text`, `image` or `resource`.
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    /// The text.
    pub(crate) text: Option<String>,
    /// The base64 data.
    pub(crate) data: Option<String>,
    /// Its MIME type, which is not looked for.
    #[expect(dead_code, reason = "version 0.1.0 had it")]
    pub(crate) mime_type: Option<String>,
    /// The resource.
    pub(crate) uri: Option<String>,
}

/// A kind of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ContentType {
    /// A text.
    Text,
    /// An image.
    Image,
    /// A sound.
    Audio,
    /// A text and an image.
    Mixed,
}

/// What a server does with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Handling {
    /// It goes on.
    Accept,
    /// It fails.
    Reject,
    /// It makes something else of it.
    Convert,
}

/// One step of a conversation.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SamplingStep {
    /// `request`: the server asks; `approval`: the user acts; `response` and `validation`: the trigger's answer is looked
    /// at.
    pub(crate) step_type: StepType,
    /// What it is about.
    #[expect(dead_code, reason = "for who reads the file")]
    pub(crate) action: Option<String>,
    /// Of `response` and `validation`: what is in the answer to the trigger (case ignored).
    pub(crate) expected_outcome: Option<String>,
    /// Of `approval`: what the user does.
    pub(crate) user_response: Option<UserResponse>,
    /// Of `approval`: how long the user takes in milliseconds.
    #[schemars(range(min = 0, max = 86_400_000))]
    pub(crate) timeout_ms: Option<f64>,
}

/// Kinds of step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum StepType {
    /// The server asks.
    Request,
    /// The user acts.
    Approval,
    /// The trigger's answer.
    Response,
    /// The trigger's answer.
    Validation,
}
