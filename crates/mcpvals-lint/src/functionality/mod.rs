//! What tools are said to do: whether it is said at all, and whether name, description, schema and annotations agree.

mod annotations;
mod deeds;
mod description;
mod interface;
mod offer;
mod parameters;
pub(crate) mod rules;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Span};
use serde_json::Value;

/// What is wrong with what is said of a tool.
pub(crate) fn of_tool(tool: &Value) -> Vec<Finding> {
    let mut findings: Vec<Finding> = description::find(tool).into_iter().collect();
    findings.extend(interface::find(tool));
    findings.extend(annotations::find(tool));
    findings.extend(parameters::find(tool));
    findings
}

/// What is wrong with what a server offers as a whole.
pub(crate) fn of_server(metadata: &Metadata) -> Vec<Finding> {
    offer::find(metadata)
}

/// A member of the tool, all of it.
fn at(pointer: &str, text: &str) -> Span {
    Span::Metadata { pointer: pointer.to_owned(), start: 0, end: text.chars().count() }
}

/// What a tool is called and described as, empty where it is not.
fn said(tool: &Value) -> (&str, &str) {
    (tool["name"].as_str().unwrap_or_default(), tool["description"].as_str().unwrap_or_default())
}

/// A few of many, in backticks.
fn quoted<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const NAMED_MAX: usize = 5;
    let quoted: Vec<String> = names.into_iter().map(|name| format!("`{}`", crate::excerpt(name))).collect();
    match quoted.len().checked_sub(NAMED_MAX) {
        Some(more) if more > 0 => format!("{} and {more} more", quoted[..NAMED_MAX].join(", ")),
        _ => quoted.join(", "),
    }
}

#[cfg(test)]
mod tests;
