//! What a server says of its tools, and what their code does.

use std::collections::BTreeMap;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Rule, Severity, Span, Subject};
use serde_json::Value as Json;

use super::{static_rules as rule, undisclosed};
use crate::facts::Capability::{
    self, ChangeRemote, DeleteFile, DeleteRemote, DeleteRows, Evaluate, Fetch, Send, Spawn, WriteDatabase, WriteFile,
};
use crate::facts::{RegisteredTool, SourceFacts};

pub(crate) fn compare(facts: &SourceFacts, metadata: &Metadata) -> Vec<Finding> {
    let by_name: BTreeMap<&str, &RegisteredTool> = facts.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
    let mut found = Vec::new();
    let remote = is_client(facts);
    for told in &metadata.tools {
        let Some(name) = told.get("name").and_then(Json::as_str) else { continue };
        if let Some(tool) = by_name.get(name).filter(|tool| tool.has_handler) {
            of_tool(&Told::of(name, told, tool), tool, remote, &mut found);
        }
    }
    found
}

/// Do most tools ask other machines? Then that is what the server is for, and goes without saying.
fn is_client(facts: &SourceFacts) -> bool {
    let asks = |tool: &&RegisteredTool| tool.capabilities.iter().any(|(can, _)| matches!(can, Fetch | Send));
    let handled = facts.tools.iter().filter(|tool| tool.has_handler);
    let (all, asking) = (handled.clone().count(), handled.filter(asks).count());
    all >= 2 && asking * 2 > all
}

/// What is said of a tool.
pub(super) struct Told<'m> {
    pub(super) name: &'m str,
    /// Its name, its title, its description and its parameters.
    pub(super) words: String,
    /// The same without the parameters, each a sentence.
    pub(super) said: String,
    pub(super) described: String,
    read_only: Option<bool>,
    destructive: Option<bool>,
    open_world: Option<bool>,
}

impl<'m> Told<'m> {
    fn of(name: &'m str, told: &Json, tool: &RegisteredTool) -> Self {
        let text = |key: &str| told.get(key).and_then(Json::as_str).unwrap_or_default();
        let hint = |key: &str| {
            let listed = told.pointer(&format!("/annotations/{key}")).and_then(Json::as_bool);
            listed.or_else(|| tool.hints.iter().find(|(name, _)| name == key).map(|(_, truth)| *truth))
        };
        let described = if text("description").is_empty() {
            tool.description.as_deref().unwrap_or_default()
        } else {
            text("description")
        };
        let spaced: String = name
            .chars()
            .flat_map(|letter| if letter.is_ascii_uppercase() { vec![' ', letter] } else { vec![letter] })
            .collect();
        let parameters = told.pointer("/inputSchema/properties").map(ToString::to_string).unwrap_or_default();
        let said = format!("{}. {}. {described}", spaced.replace(['_', '-', '.', '/'], " ").trim(), text("title"));
        Self {
            name,
            words: format!("{said} {parameters}").replace(['_', '"'], " "),
            said,
            described: described.to_owned(),
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            open_world: hint("openWorldHint"),
        }
    }
}

fn of_tool(told: &Told<'_>, tool: &RegisteredTool, remote: bool, found: &mut Vec<Finding>) {
    let place = |wanted: &[Capability]| {
        tool.capabilities.iter().find(|deed| wanted.contains(&deed.0) && !tool.housekeeping.contains(deed))
    };
    let say = |found: &mut Vec<Finding>, rule: &'static Rule, message: String, span: &Span| {
        found.push(rule.found(message).about(Subject::Tool(told.name.to_owned())).at(span.clone()));
    };
    let mut hinted = false;
    if told.read_only == Some(true)
        && let Some((can, span)) =
            place(&[WriteFile, DeleteFile, DeleteRows, DeleteRemote]).or_else(|| place(&[WriteDatabase, ChangeRemote]))
    {
        hinted = true;
        let message = format!("`{}` says that it only reads, and its code {}", told.name, deed(*can));
        // A database may be an index of the tool's own, and what is kept elsewhere a place to work in.
        let severity = if matches!(can, WriteDatabase | ChangeRemote) { Severity::Medium } else { Severity::High };
        let finding = rule::HINT_WRITES.found(message).as_bad_as(severity);
        found.push(finding.about(Subject::Tool(told.name.to_owned())).at(span.clone()));
    }
    if told.destructive == Some(false)
        && told.read_only != Some(true)
        && let Some((can, span)) = place(&[DeleteFile, DeleteRows, DeleteRemote])
    {
        say(
            found,
            &rule::HINT_DELETES,
            format!("`{}` says that it destroys nothing, and its code {}", told.name, deed(*can)),
            span,
        );
    }
    if told.open_world == Some(false)
        && let Some((can, span)) = place(&[Fetch, Send, ChangeRemote, DeleteRemote])
    {
        say(
            found,
            &rule::HINT_CLOSED,
            format!("`{}` says that it asks nobody else, and its code {}", told.name, deed(*can)),
            span,
        );
    }
    found.extend(undisclosed::of_tool(told, tool, remote, hinted));
}

/// Is it said that something goes to another machine, which no tool's description tells of?
pub(crate) fn tells_of_sending(finding: &Finding) -> bool {
    let is_deed = || [Send, Fetch].iter().any(|can| finding.message.contains(deed(*can)));
    finding.rule == rule::EXFILTRATION.id || finding.rule == rule::UNDISCLOSED.id && is_deed()
}

pub(super) fn deed(capability: Capability) -> &'static str {
    match capability {
        Fetch => "asks another machine",
        Send => "sends something to another machine",
        Capability::ReadFile => "reads files",
        WriteFile => "writes files",
        DeleteFile => "deletes files",
        Spawn => "starts a process",
        Evaluate => "runs code made at run time",
        Capability::ReadEnvironment => "reads the environment",
        Capability::ReadDatabase => "reads a database",
        WriteDatabase => "changes a database",
        DeleteRows => "deletes from a database",
        ChangeRemote => "changes what a service keeps",
        DeleteRemote => "deletes what a service keeps",
    }
}
