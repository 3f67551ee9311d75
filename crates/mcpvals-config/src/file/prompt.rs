//! `promptSuites`: the prompts of a server.
//!
//! The names of fields are those of version 0.1.0 of the npm package; where its schema and its README differ, both work.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::{Count, suite_form, test_form};
use super::{ExpectedError, Isolate, Matcher, SetupCall, Skip, present};

suite_form! {
    /// A suite: tests of prompts that belong together.
    PromptSuite {
        /// What must be in the list.
        discovery_tests: Option<Vec<PromptDiscovery>>,
        /// Prompts that are got.
        prompt_tests: Option<Vec<PromptTest>>,
        /// As `promptTests`.
        tests: Option<Vec<PromptTest>>,
        /// How prompts take arguments that are left out, wrong or unknown.
        argument_tests: Option<Vec<PromptArguments>>,
        /// What prompts make of their arguments.
        template_tests: Option<Vec<PromptTemplate>>,
        /// Texts that must stay data.
        security_tests: Option<Vec<PromptSecurity>>,
    }
}

test_form! {
    /// What the list of prompts must hold, over all its pages.
    PromptDiscovery {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// Names that must be in `prompts/list`.
        expected_prompts: Option<Vec<String>>,
        /// How many prompts there must be.
        expected_count: Option<Count>,
        /// Arguments that must be listed: prompt → argument → what is said of it.
        expected_arguments: Option<BTreeMap<String, BTreeMap<String, ListedArgument>>>,
    }
}

/// What the list says of an argument.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListedArgument {
    /// Is it required?
    pub(crate) required: Option<bool>,
}

/// What every test that gets one prompt may expect of it.
macro_rules! get_test {
    ($(#[$about:meta])* $name:ident { $($(#[$words:meta])* $field:ident: $kind:ty,)* }) => {
        test_form! {
            $(#[$about])*
            $name {
                $($(#[$words])* $field: $kind,)*
                /// Its arguments. What is no text is sent as its JSON text, since the protocol knows only texts.
                args: Option<Map<String, Value>>,
                /// As `args`.
                arguments: Option<Map<String, Value>>,
                /// A text is in the text of a message (case ignored); each of a list of texts is; the members of an
                /// object are in a message or in its content, or it equals the text as JSON; another list is that of all
                /// messages; `null`: no messages come.
                #[serde(default, deserialize_with = "present")]
                expected_content: Option<Value>,
                /// The messages in order: so many, with these roles and contents.
                expected_messages: Option<Vec<Message>>,
                /// Getting it must fail, and this is in the error's text (case ignored) or is its code.
                expect_error: Option<ExpectedError>,
                /// As `expectError`.
                expected_error: Option<ExpectedError>,
                /// More expectations; all must hold. The text is that of all messages, joined by newlines.
                expect: Option<Box<Matcher>>,
            }
        }
    };
}

get_test! {
    /// A prompt that is got, and what must come.
    PromptTest {
        /// The prompt's name; with `prompt`, the test's title, unique in its suite.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// The prompt's name, where `name` is the test's title.
        #[schemars(length(min = 1))]
        prompt: Option<String>,
    }
}

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

/// A message that must come.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Message {
    /// `user` or `assistant`.
    pub(crate) role: Option<String>,
    /// A text is in its text (case ignored); the members of an object are in its content.
    #[serde(default, deserialize_with = "present")]
    pub(crate) content: Option<Value>,
}
