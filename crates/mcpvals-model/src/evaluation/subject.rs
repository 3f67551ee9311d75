//! What was evaluated, and how it is started.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Finding;

/// What was evaluated.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct EvaluatedServer {
    /// As it was given: a path, an address, a package, a command.
    pub path: String,
    /// Its name, as it says, or its package does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Languages of its source, by share, the greatest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Source files that were read.
    pub files: usize,
    /// Lines in them.
    pub lines: usize,
    /// How it is started; absent where nothing says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<FoundStart>,
    /// Where we looked for how it is started, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looked: Vec<Looked>,
}

/// How a server is started, and who says so.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundStart {
    /// Program and arguments; empty where it has an address.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// Its address, where it is running elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// `stdio`, `http` or `sse`.
    pub transport: String,
    /// Environment variables that it is said to need, by name; values are not told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// The file that says so, or the flag.
    pub from: String,
    /// Why that one.
    pub why: String,
}

/// A place where we looked for how a server is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Looked {
    /// The file.
    pub file: String,
    /// What came of it.
    pub found: String,
}

/// A tool, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditedTool {
    /// The `id` of its line, where it has one; its position from 0 otherwise.
    pub id: Value,
    /// Its name; empty where it has none.
    pub name: String,
    /// What is wrong, the worst first.
    pub findings: Vec<Finding>,
}
