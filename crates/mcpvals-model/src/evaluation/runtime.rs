//! What the running server did.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the running server did, test by test.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuntimeResults {
    /// 0 to 1; absent where nothing could be tried.
    pub score: Option<f64>,
    /// Why the server could not be reached; nothing else is here then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreachable: Option<String>,
    /// The protocol revision that was spoken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol_version: Option<String>,
    /// One for each tool, in the server's order.
    pub tool_tests: Vec<ToolTest>,
    /// One for each resource that was read.
    pub resource_tests: Vec<TestedItem>,
    /// One for each prompt that was got.
    pub prompt_tests: Vec<TestedItem>,
    /// What the server does with what is wrong: unknown tools, methods, arguments.
    pub error_tests: Vec<RuntimeTest>,
    /// What the documentation shows, tried.
    pub example_tests: Vec<RuntimeTest>,
    /// What can be looked at without an attack: leaks, changing lists, what it asks its client for.
    pub security_tests: Vec<RuntimeTest>,
    /// How fast it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub performance: Option<Performance>,
    /// Tools that were not called, and why.
    pub left_out: Vec<LeftOut>,
}

/// One tool, and what was tried with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolTest {
    /// The tool.
    pub name: String,
    /// Failed where one test failed; skipped where none was played.
    pub status: RuntimeStatus,
    /// Of the first call with good arguments, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_time: Option<f64>,
    /// What that call came to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ToolResult>,
    /// What was tried.
    pub tests: Vec<RuntimeTest>,
}

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// No error of the protocol, and no `isError`.
    pub success: bool,
    /// What came, cut short.
    pub data: Value,
}

/// A resource or prompt, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct TestedItem {
    /// URI or name.
    pub name: String,
    /// How it went.
    #[serde(flatten)]
    pub test: RuntimeTest,
}

/// One thing tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RuntimeTest {
    /// What was tried, stable, in kebab case, for example `missing-required`.
    pub test: String,
    /// How it went.
    pub status: RuntimeStatus,
    /// What was expected, in words.
    pub expected: String,
    /// What came, in words.
    pub actual: String,
    /// In milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_time: Option<f64>,
    /// The command that shows it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rerun: Option<String>,
}

/// How a test went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RuntimeStatus {
    /// As expected.
    Passed,
    /// Not as a good server would, and usable all the same.
    Warned,
    /// Not as expected.
    Failed,
    /// Not tried.
    Skipped,
}

/// How fast it is; times in milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Performance {
    /// From the start to the end of the handshake.
    pub startup: f64,
    /// Of `tools/list`, the least.
    pub min: f64,
    /// The mean.
    pub avg: f64,
    /// The greatest.
    pub max: f64,
    /// How often.
    pub count: usize,
    /// What the mean came to.
    pub status: RuntimeStatus,
}

/// Something that was not looked at or not tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// What.
    pub name: String,
    /// Why.
    pub reason: String,
}

impl LeftOut {
    /// Names the rest of what was to be tried, where the time for the whole evaluation was over before.
    pub const OUT_OF_TIME: &str = "what was not tried";
}
