//! `promptSuites`: the prompts of a server.
//!
//! The names of fields are those of version 0.1.0 of the npm package; where its schema and its README differ, both work.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::{Count, suite_form, test_form};
use super::probe::{PromptArguments, PromptSecurity, PromptTemplate};
use super::{ExpectedError, Isolate, ListChangedTest, Matcher, SetupCall, Skip, present};

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
        /// Changes of the list of prompts.
        list_changed_tests: Option<Vec<ListChangedTest>>,
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

pub(super) use get_test;

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
