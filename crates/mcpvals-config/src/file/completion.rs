//! `completionSuites`: what a server suggests.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::{Count, suite_form, test_form};
use super::{ExpectedError, Isolate, Matcher, SetupCall, Skip};

suite_form! {
    /// A suite: tests of completion that belong together.
    CompletionSuite {
        /// Its tests.
        tests: Vec<CompletionTest>,
    }
}

test_form! {
    /// An argument that is completed, and what must be suggested.
    CompletionTest {
        /// The test's title, unique in its suite; otherwise made from what it is about.
        #[schemars(length(min = 1))]
        name: Option<String>,
        /// Whose argument it is: `{prompt: NAME}` or `{resource: TEMPLATE}`, or as the protocol writes it.
        #[serde(rename = "ref")]
        reference: Reference,
        /// The argument, and what is typed of it so far.
        argument: Argument,
        /// Arguments that have their values already (2025-06-18 and later), also below `arguments`.
        context: Option<Map<String, Value>>,
        /// Values that must be suggested.
        expected_values: Option<Vec<String>>,
        /// Values that must not.
        unexpected_values: Option<Vec<String>>,
        /// How many.
        expected_count: Option<Count>,
        /// Must each value contain what is typed (case ignored), or its letters in their order?
        matches_prefix: Option<bool>,
        /// Must the server say that there are more?
        has_more: Option<bool>,
        /// Is `ref` sent with a type that the protocol does not have? Then -32602 is expected, if nothing else is.
        unknown_ref_type: Option<bool>,
        /// Completing must fail, and this is in the error's text (case ignored) or is its code.
        expect_error: Option<ExpectedError>,
        /// As `expectError`.
        expected_error: Option<ExpectedError>,
        /// More expectations; all must hold. The text is that of the values, joined by newlines.
        expect: Option<Box<Matcher>>,
    }
}

/// Whose argument is completed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reference {
    /// A prompt's name.
    pub(crate) prompt: Option<String>,
    /// A resource template, as the server lists it.
    pub(crate) resource: Option<String>,
    /// `ref/prompt` or `ref/resource`, as the protocol writes it.
    #[serde(rename = "type")]
    pub(crate) kind: Option<ReferenceKind>,
    /// With `type: ref/prompt`, the prompt's name.
    pub(crate) name: Option<String>,
    /// With `type: ref/resource`, the template.
    pub(crate) uri: Option<String>,
}

/// The protocol's kinds of reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub(crate) enum ReferenceKind {
    /// A prompt.
    #[serde(rename = "ref/prompt")]
    Prompt,
    /// A resource template.
    #[serde(rename = "ref/resource")]
    Resource,
}

/// An argument on its way.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Argument {
    /// Its name.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// What is typed of it so far.
    pub(crate) value: Option<String>,
}
