//! Tests of `promptSuites` that make several requests: arguments, templates, security.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::test_form;
use super::prompt::{Message, get_test};
use super::{ExpectedError, Matcher, Skip, present};

get_test! {
    /// A prompt, and what it must make of its arguments.
    PromptTemplate {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The prompt's name.
        #[schemars(length(min = 1))]
        prompt_name: Option<String>,
        /// As `promptName`.
        #[schemars(length(min = 1))]
        prompt: Option<String>,
        /// Texts that must be in the text of the messages. Case counts.
        expected_patterns: Option<Vec<String>>,
        /// Texts that must not be in it. Case counts.
        unexpected_patterns: Option<Vec<String>>,
        /// Arguments (`true`: all that are given) that get a random text each, in a request of its own; each text must be
        /// in the messages.
        substitution: Option<Substitution>,
        /// Must there be a message? Roles and contents are always checked.
        validate_structure: Option<bool>,
    }
}

/// Which arguments are marked.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Substitution {
    /// All that are given, or none.
    All(bool),
    /// These.
    Named(Vec<String>),
}

test_form! {
    /// How a prompt must take its arguments: each probe is a request of its own.
    PromptArguments {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The prompt's name.
        #[schemars(length(min = 1))]
        prompt_name: Option<String>,
        /// As `promptName`.
        #[schemars(length(min = 1))]
        prompt: Option<String>,
        /// Arguments that are right: getting the prompt with them must succeed. Otherwise those that the list requires get
        /// a plausible text.
        valid_args: Option<Map<String, Value>>,
        /// Leaving out each of these must be refused; otherwise each that the list requires.
        required_args: Option<Vec<String>>,
        /// Leaving out each of these must be accepted; otherwise each of `validArgs` that the list does not require.
        optional_args: Option<Vec<String>>,
        /// Arguments that must be refused, sent as they are: here a number stays a number.
        invalid_args: Option<Map<String, Value>>,
        /// What must become of an argument that the prompt does not have.
        unknown_args: Option<Demand>,
        /// What must become of a number, where the protocol knows only texts: tried for each of `validArgs`.
        wrong_types: Option<Demand>,
        /// What every refusal must be: this is in its text (case ignored) or is its code. Otherwise a JSON-RPC error, with
        /// code -32602 where an argument is missing.
        expect_error: Option<ExpectedError>,
        /// As `expectError`.
        expected_error: Option<ExpectedError>,
    }
}

/// What must become of a request.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Demand {
    /// A result.
    Accept,
    /// An error.
    Refuse,
}

test_form! {
    /// Texts that must stay data: they change no role, no message and nothing around them.
    PromptSecurity {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The prompt's name.
        #[schemars(length(min = 1))]
        prompt_name: Option<String>,
        /// As `promptName`.
        #[schemars(length(min = 1))]
        prompt: Option<String>,
        /// The arguments that are not attacked.
        args: Option<Map<String, Value>>,
        /// As `args`.
        arguments: Option<Map<String, Value>>,
        /// What is put in: a text, which goes into each argument in turn, or an object of arguments. Otherwise texts that
        /// are built in.
        injection_attempts: Option<Vec<Input>>,
        /// As `injectionAttempts`; with `expectRejection`, they must be refused.
        malicious_inputs: Option<Vec<Input>>,
        /// Must `maliciousInputs` be refused?
        expect_rejection: Option<bool>,
        /// Texts, and whether they must come back as they are.
        sanitization_tests: Option<Vec<Sanitization>>,
    }
}

/// What is put into arguments.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Input {
    /// A text, which goes into each argument in turn.
    Text(String),
    /// Arguments.
    Args(Map<String, Value>),
}

/// A text, and what must become of it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Sanitization {
    /// What is put in.
    pub(crate) input: Input,
    /// `true`: refused, or not to come back as it is; `false`: to come back as it is; a text: to come back instead.
    pub(crate) expected_sanitization: Sanitized,
}

/// What must become of a text.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Sanitized {
    /// Whether it is changed.
    Changed(bool),
    /// What comes instead.
    To(String),
}
