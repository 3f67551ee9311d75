//! What is wrong with the names of tools: their shape, what they say, whose they are, and how much stands behind one.

mod known;
mod likeness;
mod parameters;
pub(crate) mod rules;
mod scope;
mod shape;
mod together;
mod wording;

use mcpvals_model::Finding;
use mcpvals_model::mcp::Metadata;
use serde_json::Value;

/// What is wrong with the name of a tool on its own.
pub(crate) fn of_tool(tool: &Value) -> Vec<Finding> {
    let Some(name) = tool["name"].as_str().filter(|name| !name.is_empty()) else {
        return shape::missing(tool).into_iter().collect();
    };
    let mut findings = shape::find(name);
    findings.extend(wording::find(name, tool));
    findings.extend(likeness_of(name));
    findings.extend(scope::find(name, tool));
    findings.extend(parameters::find(tool));
    findings
}

/// What is wrong with the names of a server's tools together.
pub(crate) fn of_server(metadata: &Metadata) -> Vec<Finding> {
    together::find(metadata)
}

fn likeness_of(name: &str) -> Option<Finding> {
    let like = likeness::like(name)?;
    let (known, server) = (like.tool, like.server);
    let finding = match like.how {
        likeness::How::ToTheEye => {
            rules::LOOKALIKE.found(format!("`{}` looks like `{known}` of the {server} server", crate::excerpt(name)))
        }
        likeness::How::ByOneLetter => rules::LOOKALIKE
            .found(format!("`{name}` is one letter away from `{known}` of the {server} server"))
            .as_bad_as(mcpvals_model::Severity::Medium)
            .as_sure_as(0.6),
    };
    Some(finding.at(whole(name)))
}

/// All of a name.
fn whole(name: &str) -> mcpvals_model::Span {
    mcpvals_model::Span::Metadata { pointer: "/name".to_owned(), start: 0, end: name.chars().count() }
}

#[cfg(test)]
mod tests;
