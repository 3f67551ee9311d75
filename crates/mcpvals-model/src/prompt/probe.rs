//! Tests of prompts that make several requests: arguments, templates, security.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{PromptCall, PromptGet};
use crate::Expectation;
use crate::resource::optional_millis;

/// How a prompt must take its arguments. Each probe is one request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptArguments {
    /// The prompt with valid arguments. Where it has none, those that the list requires get a plausible text.
    #[serde(flatten)]
    pub call: PromptCall,
    /// Leaving out each of these must be refused; `None`: each that the list requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub required: Option<Vec<String>>,
    /// Leaving out each of these must be accepted; `None`: each of the valid ones that the list does not require.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optional: Option<Vec<String>>,
    /// An object of arguments that must be refused, sent as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invalid: Option<Value>,
    /// What must become of an argument that the prompt does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Demand>,
    /// What must become of each argument as a number, which the protocol does not allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong_types: Option<Demand>,
    /// What every refusal must be; `None`: a JSON-RPC error, with code -32602 where an argument is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Expectation>,
    /// The longest acceptable time of each request.
    #[serde(default, with = "optional_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub max_latency: Option<Duration>,
}

/// What must become of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Demand {
    /// A result.
    Accept,
    /// An error.
    Refuse,
}

/// What a prompt must make of its arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptTemplate {
    /// What is asked for, and what comes.
    #[serde(flatten)]
    pub get: PromptGet,
    /// Arguments that are marked with a random text each, which must be in the messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub substitution: Vec<String>,
}

/// Texts that must stay data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PromptSecurity {
    /// The prompt, and the arguments that are not attacked. What the list requires beside them gets a plausible text.
    #[serde(flatten)]
    pub call: PromptCall,
    /// What is tried; empty: the built-in injections.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub injections: Vec<Injection>,
    /// The longest acceptable time of each request.
    #[serde(default, with = "optional_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub max_latency: Option<Duration>,
}

/// A text that is put into arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Injection {
    /// A text, which goes into each argument in turn, or an object of arguments.
    pub input: Value,
    /// What must become of it.
    #[serde(default)]
    pub must: InjectionDemand,
}

/// What must become of a text that is put into arguments. That it stays data is always asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum InjectionDemand {
    /// It is refused, or changes nothing but its own place.
    #[default]
    Data,
    /// It is refused.
    Refused,
    /// It is refused, or does not come back as it was.
    Sanitized,
    /// It comes back as it was.
    Kept,
    /// This comes back instead.
    Becomes(String),
}
