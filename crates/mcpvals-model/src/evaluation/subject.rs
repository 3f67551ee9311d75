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
    /// The file that its tools were read from, where they were given as one (`--tools`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools_file: Option<String>,
    /// What its makers tell of it; absent where that was not looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub particulars: Option<Particulars>,
}

/// What a server's makers tell of it beside its tools: what a directory asks them for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Particulars {
    /// What it is for, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<Said>,
    /// Where its documentation is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documentation: Option<Said>,
    /// Where its privacy policy is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub privacy_policy: Option<Said>,
    /// How its makers are reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<Said>,
    /// Its licence, as an SPDX expression where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<Said>,
    /// How it knows its callers: OAuth, a key in the environment, not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authorization: Option<Said>,
    /// How a reviewer gets an account with sample data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test_account: Option<Said>,
    /// Examples of its use that its documents show; `results.runtime.exampleTests` says which were tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Said>,
}

/// Something that is told, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Said {
    /// What, cut short.
    pub text: String,
    /// The file that says so, or what else does.
    pub from: String,
    /// The line there, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
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
    /// The folder that it starts a server of, where that is a part of the whole which can be evaluated alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
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
    /// Its line in `server.toolsFile`, from 1, where each line there is a tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What it says of itself, for a reviewer to read; absent where only the findings were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<ToolFacts>,
    /// What is wrong, the worst first.
    pub findings: Vec<Finding>,
}

/// What a tool says of itself, as it came, and what we make of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolFacts {
    /// `title`, or `annotations.title`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `description`, cut short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `annotations.readOnlyHint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only_hint: Option<bool>,
    /// `annotations.destructiveHint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive_hint: Option<bool>,
    /// `annotations.idempotentHint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotent_hint: Option<bool>,
    /// `annotations.openWorldHint`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_world_hint: Option<bool>,
    /// Does it only read, by its annotations or plainly by its name and schema? Absent where nothing tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reads_only: Option<bool>,
}
