//! Static analysis of what a server says of itself: pure, and the same for the same input, byte by byte.

mod effect;
mod flows;
mod functionality;
mod hidden;
mod injection;
mod judge;
mod members;
mod naming;
mod pages;
mod strings;
mod words;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Rule, Subject};
use serde_json::Value;

pub use effect::{Effect, EffectKind, effect};
use judge::excerpt;

/// What the classifier is trained on.
pub mod training {
    pub use crate::injection::classifier::{BUCKETS, Field, Kind, Shape, Window, of_tool as windows};
}

/// Every rule of this crate.
pub fn rules() -> Vec<&'static Rule> {
    [&hidden::rules::ALL[..], &injection::rules::ALL, &naming::rules::ALL, &functionality::rules::ALL].concat()
}

/// What is wrong with all that a server says: each member on its own, and together. Each finding names its subject.
pub fn metadata(metadata: &Metadata) -> Vec<Finding> {
    let names = members::names(metadata);
    let mut findings: Vec<Finding> = metadata.tools.iter().flat_map(|tool| tool_among(tool, &names)).collect();
    findings.extend(members::of_others(metadata));
    findings.extend(naming::of_server(metadata));
    findings.extend(functionality::of_server(metadata));
    findings.extend(flows::find(metadata));
    findings
}

/// What is wrong with a tool as it came in `tools/list`, judged on its own. Its findings name it.
pub fn tool(tool: &Value) -> Vec<Finding> {
    tool_among(tool, &[])
}

/// What is wrong with a text that a model reads: a prompt, a resource, what a tool answered.
pub fn text(text: &str) -> Vec<Finding> {
    judge::text("", text, &injection::Context::default())
}

/// What is wrong with a resource of this URI. What stands in a page's scripts and styles is code, which no model reads.
pub fn resource(uri: &str, text: &str) -> Vec<Finding> {
    pages::find(uri, text)
}

fn tool_among(tool: &Value, siblings: &[&str]) -> Vec<Finding> {
    let name = tool["name"].as_str().unwrap_or_default();
    let mut findings = members::of_tool(tool, siblings);
    findings.extend(naming::of_tool(tool));
    findings.extend(functionality::of_tool(tool));
    findings.into_iter().map(|finding| finding.about(Subject::Tool(name.to_owned()))).collect()
}
