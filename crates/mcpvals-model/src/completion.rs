//! Tests of completion: what a server suggests for an argument of a prompt or a variable of a template.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Bounds, Expectation};

/// A test of completion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CompletionCase {
    /// Must the server declare completion? Where it need not and does not, the test is skipped.
    #[serde(default)]
    pub required: bool,
    /// Of what an argument is completed.
    pub reference: Reference,
    /// Is it sent with a type that the protocol does not have?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unknown_type: bool,
    /// The argument's name.
    pub argument: String,
    /// What is typed of it so far.
    pub value: String,
    /// Arguments that have their values already, as texts.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub context: Map<String, Value>,
    /// What comes.
    #[serde(flatten)]
    pub expected: ExpectedValues,
}

/// What an argument belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Reference {
    /// A prompt, by its name.
    Prompt(String),
    /// A resource template, as it is listed.
    Resource(String),
}

/// What must be suggested.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedValues {
    /// Everything must hold; `$.text` and the text matchers see the values, joined by newlines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// Values that must be there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<String>,
    /// Values that must not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<String>,
    /// How many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Bounds>,
    /// What each value must match: it contains this, or its letters in their order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
    /// Must there be more?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_more: Option<bool>,
}

impl CompletionCase {
    /// Every text that may stand for a captured value.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let own = [self.reference.text_mut(), &mut self.value];
        let expected = self.expected.present.iter_mut().chain(&mut self.expected.absent);
        own.into_iter().chain(expected).chain(&mut self.expected.prefix)
    }

    /// As [`CompletionCase::texts_mut`].
    pub fn texts(&self) -> impl Iterator<Item = &String> {
        let own = [self.reference.text(), &self.value];
        own.into_iter().chain(&self.expected.present).chain(&self.expected.absent).chain(&self.expected.prefix)
    }
}

impl Reference {
    /// The name or the template.
    pub fn text(&self) -> &String {
        match self {
            Self::Prompt(text) | Self::Resource(text) => text,
        }
    }

    fn text_mut(&mut self) -> &mut String {
        match self {
            Self::Prompt(text) | Self::Resource(text) => text,
        }
    }
}
