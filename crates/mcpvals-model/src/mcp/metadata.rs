//! Everything a server says of itself, as it came: what a model may read.

use serde_json::Value;

/// What a server says of itself: from a live session, a file, or its source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata {
    /// `serverInfo.name`, or what its package is called; empty where unknown.
    pub name: String,
    /// `serverInfo.version`; empty where unknown.
    pub version: String,
    /// `serverInfo` as it came; null where unknown.
    pub server_info: Value,
    /// `instructions`.
    pub instructions: Option<String>,
    /// `capabilities`; null where unknown.
    pub capabilities: Value,
    /// The tools, as listed, in order; anything may stand here.
    pub tools: Vec<Value>,
    /// The prompts, as listed.
    pub prompts: Vec<Value>,
    /// The resources, as listed.
    pub resources: Vec<Value>,
    /// The resource templates, as listed.
    pub resource_templates: Vec<Value>,
}

impl Metadata {
    /// These tools, and nothing else.
    pub fn of_tools(tools: Vec<Value>) -> Self {
        Self { tools, ..Self::default() }
    }
}
