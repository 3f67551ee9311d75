//! Tests of prompts: what is listed, and what getting one gives.

mod probe;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::resource::present;
use crate::{Discovery, Expectation};

pub use probe::{Demand, Injection, InjectionDemand, PromptArguments, PromptSecurity, PromptTemplate};

/// A test of prompts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptCase {
    /// Must the server declare prompts? Where it need not and does not, the test is skipped.
    #[serde(default)]
    pub required: bool,
    /// What is tried.
    pub test: PromptTest,
}

/// The kinds of test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PromptTest {
    /// The list is read over all its pages.
    Discovery(PromptDiscovery),
    /// A prompt is got.
    Get(PromptGet),
    /// A prompt is got with arguments left out, wrong or unknown.
    Arguments(PromptArguments),
    /// A prompt is got with its arguments marked.
    Template(PromptTemplate),
    /// A prompt is got with texts that must stay data.
    Security(PromptSecurity),
}

/// What the list of prompts must hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptDiscovery {
    /// Its entries.
    #[serde(flatten)]
    pub list: Discovery,
    /// Arguments that must be listed: prompt → argument → whether it is required, `None` where that does not matter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub arguments: BTreeMap<String, BTreeMap<String, Option<bool>>>,
}

/// The name of a prompt and its arguments. `${{name}}` in a string stands for a captured value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptCall {
    /// The prompt's name; empty where the config does not say which, so that the test cannot be played.
    pub prompt: String,
    /// Its arguments. The protocol knows only texts: what is none is sent as its JSON text.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub args: Map<String, Value>,
}

/// What getting a prompt must give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptGet {
    /// What is asked for.
    #[serde(flatten)]
    pub call: PromptCall,
    /// What comes.
    #[serde(flatten)]
    pub expected: ExpectedMessages,
}

/// What must be in the `messages` that come.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedMessages {
    /// Everything must hold; `$.text` and the text matchers see the texts of all messages, joined by newlines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// `expectedContent`: a text is in the text of a message (case ignored); each of a list of texts is; an object is a
    /// message, its content or its text as JSON, another list all the messages.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub content: Option<Value>,
    /// `expectedMessages`: as many, with these roles and contents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub messages: Option<Vec<ExpectedMessage>>,
    /// Must there be a message at all?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub some: bool,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedMessage {
    /// Its role, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// A text is in its text (case ignored); the members of an object are in its content.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    pub content: Option<Value>,
}

impl PromptTest {
    /// What is asked for; `None` where only the list is read.
    pub fn call(&self) -> Option<&PromptCall> {
        match self {
            Self::Discovery(_) => None,
            Self::Get(get) => Some(&get.call),
            Self::Arguments(arguments) => Some(&arguments.call),
            Self::Template(template) => Some(&template.get.call),
            Self::Security(security) => Some(&security.call),
        }
    }

    /// As [`PromptTest::call`], to be changed.
    pub fn call_mut(&mut self) -> Option<&mut PromptCall> {
        match self {
            Self::Discovery(_) => None,
            Self::Get(get) => Some(&mut get.call),
            Self::Arguments(arguments) => Some(&mut arguments.call),
            Self::Template(template) => Some(&mut template.get.call),
            Self::Security(security) => Some(&mut security.call),
        }
    }

    /// What is expected of the messages that come; `None` where that is not what the test is about.
    pub fn expected(&self) -> Option<&ExpectedMessages> {
        match self {
            Self::Get(get) | Self::Template(PromptTemplate { get, .. }) => Some(&get.expected),
            Self::Discovery(_) | Self::Arguments(_) | Self::Security(_) => None,
        }
    }

    /// As [`PromptTest::expected`], to be changed.
    pub fn expected_mut(&mut self) -> Option<&mut ExpectedMessages> {
        match self {
            Self::Get(get) | Self::Template(PromptTemplate { get, .. }) => Some(&mut get.expected),
            Self::Discovery(_) | Self::Arguments(_) | Self::Security(_) => None,
        }
    }

    /// What must hold of answers.
    pub fn expectations(&self) -> impl Iterator<Item = &Expectation> {
        let refusal = if let Self::Arguments(arguments) = self { arguments.refusal.as_ref() } else { None };
        self.expected().into_iter().flat_map(|expected| &expected.expect).chain(refusal)
    }

    /// As [`PromptTest::expectations`], to be changed.
    pub fn expectations_mut(&mut self) -> impl Iterator<Item = &mut Expectation> {
        let (expected, refusal) = match self {
            Self::Get(get) | Self::Template(PromptTemplate { get, .. }) => (Some(&mut get.expected), None),
            Self::Arguments(arguments) => (None, arguments.refusal.as_mut()),
            Self::Discovery(_) | Self::Security(_) => (None, None),
        };
        expected.into_iter().flat_map(|expected| &mut expected.expect).chain(refusal)
    }

    /// What is sent beside [`PromptTest::call`].
    pub fn inputs(&self) -> impl Iterator<Item = &Value> {
        let (invalid, injections) = match self {
            Self::Arguments(arguments) => (arguments.invalid.as_ref(), [].as_slice()),
            Self::Security(security) => (None, security.injections.as_slice()),
            Self::Discovery(_) | Self::Get(_) | Self::Template(_) => (None, [].as_slice()),
        };
        invalid.into_iter().chain(injections.iter().map(|injection| &injection.input))
    }

    /// As [`PromptTest::inputs`], to be changed.
    pub fn inputs_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let (invalid, injections) = match self {
            Self::Arguments(arguments) => (arguments.invalid.as_mut(), [].as_mut_slice()),
            Self::Security(security) => (None, security.injections.as_mut_slice()),
            Self::Discovery(_) | Self::Get(_) | Self::Template(_) => (None, [].as_mut_slice()),
        };
        invalid.into_iter().chain(injections.iter_mut().map(|injection| &mut injection.input))
    }
}

impl ExpectedMessages {
    /// The values that a content is compared with.
    pub fn contents(&self) -> impl Iterator<Item = &Value> {
        let messages = self.messages.iter().flatten();
        self.content.iter().chain(messages.filter_map(|message| message.content.as_ref()))
    }

    /// As [`ExpectedMessages::contents`], to be changed.
    pub fn contents_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let messages = self.messages.iter_mut().flatten();
        self.content.iter_mut().chain(messages.filter_map(|message| message.content.as_mut()))
    }
}
